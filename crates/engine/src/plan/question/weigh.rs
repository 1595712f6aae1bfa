//! How much each word of a question weighs, and which are not meant.

use text::Language;

use crate::plan::scan::{Kind, Token, lowered, stem};

/// Least weight of a number, a code or a date: it names one thing, however often
/// it occurs.
const CONSTANT_WEIGHT_MIN: f64 = 4.0;

/// Weight of a token: words without content have none.
pub(super) fn weight(
    token: &Token,
    raw: &str,
    first: bool,
    languages: &[Language],
    rarity: &dyn Fn(&str) -> f64,
) -> f64 {
    match token.kind {
        Kind::Word if is_stop(raw, languages) => 0.0,
        Kind::Word => rarity(raw),
        // A capital at the start is an article or a pronoun.
        Kind::Letter if first || raw == "I" => 0.0,
        Kind::Letter => CONSTANT_WEIGHT_MIN / 2.0,
        _ => rarity(raw).max(CONSTANT_WEIGHT_MIN),
    }
}

/// True for a word without content: the analyzer makes no term of it.
fn is_stop(word: &str, languages: &[Language]) -> bool {
    let lower = word.to_lowercase();
    languages
        .iter()
        .any(|known| text::terms(&lower, *known).is_empty())
        || matches!(
            lower.as_str(),
            "not"
                | "nicht"
                | "many"
                | "need"
                | "needs"
                | "needed"
                | "much"
                | "please"
                | "bitte"
                | "aufzählen"
                | "auflisten"
                | "nenne"
                | "nennen"
                | "nennt"
                | "enumera"
                | "enumere"
                | "dime"
                | "dame"
                | "tell"
                | "according"
                | "give"
                | "gives"
                | "per"
                | "get"
                | "gets"
                | "apply"
                | "applies"
                | "say"
                | "says"
        )
}

/// The word before an id: whether it names anything shows when documents count
/// by it.
pub(super) fn designator(token: &Token, before: Option<&str>, weight: f64) -> Option<String> {
    let numbered = matches!(token.kind, Kind::Code | Kind::Number | Kind::Letter) && weight > 0.0;
    before.filter(|_| numbered).map(stem)
}

/// Stretches that say what is not meant: `(not …)`, `other than …`, `except …`.
pub(super) fn excluded(text: &str) -> Vec<std::ops::Range<usize>> {
    let lower = lowered(text);
    if lower.len() != text.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let openings = [
        "(not ",
        "(excluding ",
        "(no ",
        "(nicht ",
        "(sin ",
        "(ohne ",
        " other than ",
        " without ",
        " except for ",
        " except ",
        " excluding ",
        " excepto ",
        " außer ",
        " ohne ",
        " sin ",
    ];
    for opening in openings {
        for (at, _) in lower.match_indices(opening) {
            let start = at + opening.len();
            let rest = &lower[start..];
            let end = rest.find([')', ',', ';', '?']).unwrap_or(rest.len());
            found.push(start..start + end);
        }
    }
    found
}
