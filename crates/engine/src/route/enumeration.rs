//! Whether a question asks for a whole list: patterns of openings for recall,
//! the classifier as veto.

/// Openings that ask for all of a list.
const WHOLE_LIST: &[&str] = &[
    "list all",
    "list the",
    "list every",
    "list each",
    "what are all",
    "which are all",
    "enumerate",
    "show all",
    "give me all",
    "name all",
    "name every",
    "enumera",
    "lista todos",
    "lista todas",
    "cuáles son todos",
    "cuáles son todas",
    "todos los",
    "todas las",
    "nombra todos",
    "liste alle",
    "nenne alle",
    "nenn alle",
    "zähle alle",
    "alle ",
    "sämtliche",
];
/// Beginnings of a question for members: a plural may follow.
const MEMBERS: &[&str] = &[
    "what are the",
    "which",
    "what",
    "how many",
    "who are",
    "cuáles son",
    "qué",
    "cuántos",
    "cuántas",
    "quiénes",
    "welche",
    "wie viele",
    "was sind die",
];
/// What makes "list" a price.
const NO_LIST: &[&str] = &["list price", "price list", "listenpreis", "precio de lista"];

/// The sign found, if one is.
pub(super) fn sign(question: &str) -> Option<&'static str> {
    let lower = question.to_lowercase();
    if NO_LIST.iter().any(|price| lower.contains(price)) {
        return None;
    }
    if lower.contains("how many") && lower.contains("are there") {
        return Some("how many … are there");
    }
    WHOLE_LIST
        .iter()
        .copied()
        .find(|opening| begins(&lower, opening))
}

/// True when a question begins as those for members do; no sign by itself.
pub(super) fn may_ask_for_members(question: &str) -> bool {
    let lower = question.to_lowercase();
    MEMBERS.iter().any(|opening| begins(&lower, opening))
}

/// At the start or after something that is no letter.
fn begins(lower: &str, opening: &str) -> bool {
    lower.match_indices(opening).any(|(at, found)| {
        let before = lower[..at].chars().next_back();
        let after = lower[at + found.len()..].chars().next();
        before.is_none_or(|c| !c.is_alphanumeric())
            && (opening.ends_with(' ') || after.is_none_or(|c| !c.is_alphanumeric()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_from_prices() {
        for text in [
            "List all rating rules",
            "How many rules are there?",
            "please enumerate the duties",
            "Nenne alle Anlagen",
            "enumera las exclusiones",
        ] {
            assert!(sign(text).is_some(), "{text}");
        }
        for text in [
            "What is the list price of the pump?",
            "What are the costs?",
            "aller Anfang",
        ] {
            assert_eq!(sign(text), None, "{text}");
        }
        assert!(may_ask_for_members("Welche Formulare sind nötig?"));
    }
}
