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
    "all the",
    "all of the",
    "all of them",
    "each and every",
    "every one",
    "every single",
    "every place",
    "every point",
    "every page",
    "leave none out",
    "none left out",
    "none skipped",
    "the whole lot",
    "complete list",
    "full list",
    "complete overview",
    "jeden punkt",
    "jede einzelne",
    "jeden einzelnen",
    "jede stelle",
    "alles auflisten",
    "vollständige liste",
    "vollständig auf",
    "zähl",
    "aufzählung aller",
    "cada uno",
    "cada una",
    "uno por uno",
    "una por una",
    "cada punto",
    "recuento de",
    "listado completo",
    "lista completa",
    "sin dejar",
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
/// What is meant as a whole after one of these is where to look, not what to
/// list: "in all her letters", "gilt für alle".
const SCOPES: &[&str] = &[
    "in",
    "from",
    "across",
    "for",
    "to",
    "through",
    "throughout",
    "over",
    "at",
    "with",
    "against",
    "en",
    "según",
    "para",
    "por",
    "con",
    "a",
    "sobre",
    "entre",
    "ante",
    "für",
    "von",
    "bei",
    "aus",
    "über",
    "durch",
    "mit",
    "zu",
    "gegen",
    "nach",
    "unter",
];
/// What a scope may hold.
const SCOPED: &[&str] = &[
    "alle ",
    "sämtliche",
    "all the",
    "all of the",
    "all of them",
    "todos los",
    "todas las",
    "every one",
    "every single",
    "cada uno",
    "cada una",
];
/// A list is named, and that all of it is wanted.
const ALL_AT_END: &[&str] = &[", all", ", alle", ", todos", ", todas"];
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
    let ends = |all: &&&str| {
        let mut behind = lower.match_indices(**all);
        behind.any(|(at, _)| {
            !lower[at + all.len()..].starts_with(|c: char| c == ' ' || c.is_alphanumeric())
        })
    };
    if let Some(all) = ALL_AT_END.iter().find(ends) {
        return Some(all);
    }
    WHOLE_LIST.iter().copied().find(|opening| {
        begins(&lower, opening) && !(SCOPED.contains(opening) && is_scoped(&lower, opening))
    })
}

/// True when every place of an opening stands behind a preposition of scope.
fn is_scoped(lower: &str, opening: &str) -> bool {
    lower.match_indices(opening).all(|(at, _)| {
        let before = lower[..at].split_whitespace().next_back();
        before.is_some_and(|word| SCOPES.contains(&word))
    })
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
            "spare parts, all, series B",
        ] {
            assert!(sign(text).is_some(), "{text}");
        }
        for text in [
            "What is the list price of the pump?",
            "What are the costs?",
            "aller Anfang",
            "the motif of water in all the stories",
            "Gilt das für alle oder nur hier?",
        ] {
            assert_eq!(sign(text), None, "{text}");
        }
        assert!(may_ask_for_members("Welche Formulare sind nötig?"));
    }
}
