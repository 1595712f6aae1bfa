//! Which strategy a search runs, and why.

use super::{Granularity, Intent};
use crate::retrieve::Strategy;

/// What the choice knows of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// Documents that can be searched.
    pub documents: usize,
}

/// Words that ask for what is new in the world.
const NEWS: &[&str] = &[
    "latest news",
    "breaking news",
    "in the news",
    "últimas noticias",
    "neueste nachrichten",
    "neuesten nachrichten",
    "aktuelle nachrichten",
];
/// Words that ask how two named things hang together.
const RELATION: &[&str] = &[
    "relationship between",
    "relation between",
    "connection between",
    "connected to",
    "related to",
    "relación entre",
    "relacionado con",
    "relacionada con",
    "beziehung zwischen",
    "zusammenhang zwischen",
    "verbindung zwischen",
    "verbunden mit",
];

/// The strategy of a question, with the reasons.
pub(super) fn choose(
    text: &str,
    intent: Intent,
    granularity: Granularity,
    enumeration: bool,
    shape: Shape,
) -> (Strategy, String) {
    let lower = text.to_lowercase();
    let has = |list: &[&str]| list.iter().any(|words| lower.contains(words));
    if has(NEWS) {
        return (Strategy::Web, "asks for news".to_owned());
    }
    if let Some(quoted) = exact(text) {
        return (Strategy::Hybrid, format!("names `{quoted}` exactly"));
    }
    if has(RELATION) {
        return (
            Strategy::Graph,
            "asks how named things are related".to_owned(),
        );
    }
    if intent == Intent::Comparison {
        return (Strategy::MultiQuery, "compares things".to_owned());
    }
    if text.matches(['?']).count() > 1 {
        return (Strategy::MultiQuery, "several questions in one".to_owned());
    }
    let broad = granularity == Granularity::Holistic && intent == Intent::Factual && !enumeration;
    if broad && shape.documents > 1 {
        let reason = format!("a broad question over {} documents", shape.documents);
        return (Strategy::Hierarchical, reason);
    }
    (Strategy::Hybrid, "a plain look-up".to_owned())
}

/// A quoted string or an identifier.
fn exact(text: &str) -> Option<&str> {
    let quoted = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»')]
        .into_iter()
        .find_map(|(open, close)| {
            let start = text.find(open)? + open.len_utf8();
            let end = start + text[start..].find(close)?;
            (end > start).then(|| &text[start..end])
        });
    quoted.or_else(|| text.split_whitespace().find(|word| is_identifier(word)))
}

/// Letters with digits or underscores, or dotted numbers: `HR-11`, `retry_max`.
fn is_identifier(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = word.chars().any(char::is_alphabetic);
    let digits = word.chars().any(char::is_numeric);
    let ordinal = ["st", "nd", "rd", "th"].iter().any(|end| {
        word.strip_suffix(end)
            .is_some_and(|n| n.chars().all(char::is_numeric))
    });
    letters && ((digits && !ordinal) || word.contains('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, intent: Intent, granularity: Granularity, expected: Strategy) {
        let shape = Shape { documents: 3 };
        assert_eq!(
            choose(text, intent, granularity, false, shape).0,
            expected,
            "{text}"
        );
    }

    #[test]
    fn the_strategy_follows_from_what_is_asked() {
        use Granularity::{Fine, Holistic};
        use Intent::{Comparison, Factual};
        check("when does it open", Factual, Fine, Strategy::Hybrid);
        check(
            "what does HR-11 say about the themes",
            Factual,
            Holistic,
            Strategy::Hybrid,
        );
        check(
            "plan A against plan B",
            Comparison,
            Holistic,
            Strategy::MultiQuery,
        );
        check(
            "who wrote it? and when?",
            Factual,
            Fine,
            Strategy::MultiQuery,
        );
        check("the main themes", Factual, Holistic, Strategy::Hierarchical);
        check(
            "relationship between Ada and Charles",
            Factual,
            Fine,
            Strategy::Graph,
        );
        check("latest news on bees", Factual, Fine, Strategy::Web);
    }

    #[test]
    fn one_document_needs_no_hierarchy() {
        let one = Shape { documents: 1 };
        let (strategy, _) = choose("themes", Intent::Factual, Granularity::Holistic, false, one);
        assert_eq!(strategy, Strategy::Hybrid);
    }
}
