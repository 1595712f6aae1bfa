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

/// True when several of a kind are asked for: "which ports", "qué puertos",
/// "welche Häfen". What the endings tell, not more.
pub(super) fn asks_for_several(question: &str) -> bool {
    const REACH: usize = 2;
    let words: Vec<String> = question
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.iter().enumerate().any(|(at, asks)| {
        let asked = &words[at + 1..words.len().min(at + 1 + REACH)];
        match asks.as_str() {
            "which" | "what" | "qué" | "que" => asked.iter().any(|word| is_plural_in_s(word)),
            "cuáles" | "quiénes" | "cuántos" | "cuántas" => true,
            // The feminine singular looks the same and mostly ends in -e or -ung.
            "welche" => asked.first().is_some_and(|word| is_german_plural(word)),
            _ => false,
        }
    })
}

fn is_plural_in_s(word: &str) -> bool {
    let singular = ["ss", "us", "is", "has", "does", "was"];
    word.chars().count() > 3
        && word.ends_with('s')
        && !singular.iter().any(|end| word.ends_with(end))
}

fn is_german_plural(word: &str) -> bool {
    word.chars().count() > 3
        && ["en", "er", "s", "ien"]
            .iter()
            .any(|end| word.ends_with(end))
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
        for text in [
            "which ports does she call at",
            "¿Qué puertos toca la línea?",
            "Welche Zulagen gibt es?",
        ] {
            assert!(asks_for_several(text), "{text}");
        }
        for text in [
            "what does it cost",
            "which class is it in",
            "welche Frist gilt",
        ] {
            assert!(!asks_for_several(text), "{text}");
        }
    }
}
