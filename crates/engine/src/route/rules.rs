//! Layer 1: rules over the text alone.
//!
//! Each rule is meant to be right nearly always and to stay silent otherwise;
//! what they miss is the classifier's.

use super::{PrefixAt, QuestionType, RouteConfig};
use crate::lexicon::List;

/// A type that a rule is certain of, and the rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ruled {
    pub(super) kind: QuestionType,
    pub(super) signal: String,
}

/// The first rule that decides.
pub(super) fn decide(text: &str, config: &RouteConfig) -> Option<Ruled> {
    platform_prefix(text, config).or_else(|| account(text))
}

/// Whether RC-01 speaks of a text.
pub(super) fn has_prefix(text: &str, config: &RouteConfig) -> bool {
    platform_prefix(text, config).is_some()
}

/// Whether RC-02 speaks of a text.
pub(super) fn is_of_account(text: &str) -> bool {
    account(text).is_some()
}

/// RC-01: a registered prefix marks the platform's own questions.
fn platform_prefix(text: &str, config: &RouteConfig) -> Option<Ruled> {
    let lower = text.to_lowercase();
    let (prefix, at) = config.platform_prefixes.iter().find_map(|prefix| {
        let at = lower.find(&prefix.to_lowercase())?;
        let counts = match config.platform_prefix_at {
            PrefixAt::Anywhere => true,
            PrefixAt::Start => lower[..at].trim().is_empty(),
        };
        (counts && !prefix.is_empty()).then_some((prefix, at))
    })?;
    Some(Ruled {
        kind: QuestionType::Platform,
        signal: format!("RC-01: platform prefix `{prefix}` at byte {at}"),
    })
}

/// An account word counts when a possessive stands this many words before it.
const OWN_REACH: usize = 3;

/// RC-02: usage, quota, limit or billing of the caller.
fn account(text: &str) -> Option<Ruled> {
    let words = words(text);
    let of_document = |word: &String| {
        let ends = |end: &String| word.ends_with(end.as_str());
        List::Document.has(word) || List::DocumentEndings.words().iter().any(ends)
    };
    if words.iter().any(of_document) {
        return None;
    }
    let of_account = |word: &str| List::AccountOnly.has(word) || List::Account.has(word);
    let (word, condition) = words.iter().enumerate().find_map(|(at, word)| {
        let owned = words[at.saturating_sub(OWN_REACH)..at]
            .iter()
            .any(|word| List::Own.has(word));
        let only = List::AccountOnly.has(word);
        let shared = is_beside_share(&words, at) || only && words.iter().any(|w| is_share(w));
        match (of_account(word), owned, shared) {
            (true, true, _) => Some((word, "with a possessive")),
            (true, false, true) => Some((word, "beside a percentage")),
            _ => None,
        }
    })?;
    Some(Ruled {
        kind: QuestionType::Platform,
        signal: format!("RC-02: `{word}` {condition}"),
    })
}

/// A percentage, in words or by its sign, that [`words`] keeps.
fn is_share(word: &str) -> bool {
    List::Share.has(word)
}

/// "usage percentage", "20% of the consumption".
fn is_beside_share(words: &[String], at: usize) -> bool {
    let linked = |word: &&String| List::ShareOf.has(word);
    let before = words[..at].iter().rev().find(|word| !linked(word));
    let after = words[at + 1..].iter().find(|word| !linked(word));
    [before, after].into_iter().flatten().any(|w| is_share(w))
}

/// Lower-case words; the sign of a share is one.
fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('%', " % ")
        .split(|c: char| !c.is_alphanumeric() && c != '%')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<QuestionType>) {
        let ruled = decide(text, &RouteConfig::default());
        let kind = ruled.as_ref().map(|ruled| ruled.kind);
        assert_eq!(kind, expected, "{text}: {ruled:?}");
    }

    #[test]
    fn rc_01_a_registered_prefix_is_platform() {
        let platform = Some(QuestionType::Platform);
        check("You are a DIRECT and concise assistant. Hello", platform);
        check("Context. you are a direct and concise assistant", platform);
        let strict = RouteConfig {
            platform_prefix_at: PrefixAt::Start,
            ..RouteConfig::default()
        };
        let inside = "what does \"you are a direct and concise assistant\" mean?";
        assert_eq!(decide(inside, &strict), None);
        assert!(decide("  You are a direct and concise assistant", &strict).is_some());
    }

    #[test]
    fn rc_02_the_callers_account_is_platform_and_a_documents_is_not() {
        for text in [
            "What percentage of the quota is used?",
            "how much of my usage is left",
            "usage percentage of 20%",
            "Wie hoch ist unser Verbrauch diesen Monat?",
            "¿cuál es el consumo de mi cuenta?",
        ] {
            check(text, Some(QuestionType::Platform));
        }
        for text in [
            "what percentage of the dwelling limit applies to other structures?",
            "what does the lease say about billing disputes?",
            "What is the milk quota by country?",
            "by how many percent did energy consumption fall?",
            "what share of accounts receivable was written off, in percent?",
        ] {
            check(text, None);
        }
    }
}
