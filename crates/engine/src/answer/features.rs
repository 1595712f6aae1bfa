//! What is measured of a sentence to tell whether it answers.

use std::collections::BTreeSet;

use super::evidence::{Candidate, Evidence, covered};
use super::meaning::Sayings;
use crate::question::Expects;
use plan::lexicon::Lexicon;

/// Names of a sentence's features, in order.
pub const SENTENCE_FEATURES: [&str; 19] = [
    "question weight in the sentence",
    "question weight around it",
    "codes of the question in it",
    "cosine to the question",
    "score of its hit",
    "stands in the first hit",
    "words, logarithm",
    "short fragment",
    "table row",
    "holds what the question expects",
    "adds terms of its own",
    "opens with the question's terms",
    "first in its passage",
    "asked words in the sentence",
    "asked words in the sentence or its names",
    "asked words that the sentence says",
    "asked words that the sentence or its names say",
    "said in the sentence of what its names leave open",
    "open of the asked word that is said least",
];

/// The features of one sentence, in the order of [`SENTENCE_FEATURES`].
pub fn sentence_features(evidence: &Evidence, candidate: &Candidate, expects: Expects) -> Vec<f64> {
    let words = candidate.text.split_whitespace().count();
    let own = candidate
        .terms
        .iter()
        .filter(|t| !evidence.terms.iter().any(|(q, _)| q == *t));
    let mut features = vec![
        covered(&evidence.terms, &candidate.terms),
        covered(&evidence.terms, &candidate.around),
        codes_found(evidence, &candidate.around),
        candidate.cosine,
        candidate.hit_share,
        flag(candidate.hit == Some(0)),
        (1.0 + count(words)).ln(),
        flag(words < 5 && !candidate.row),
        flag(candidate.row),
        flag(holds(expects, evidence, candidate)),
        (count(own.count()) / count(candidate.terms.len().max(1))).min(1.0),
        opening(evidence, candidate),
        flag(candidate.place == 0),
    ];
    features.extend(sayings(evidence, candidate).numbers());
    features
}

/// The place of the cosine among the features, and of the first of what is said.
pub(super) const COSINE: usize = 3;
const SAYINGS: usize = 13;

/// Takes what a model measured since into a sentence's features.
pub(super) fn take_meaning(features: &mut [f64], evidence: &Evidence, candidate: &Candidate) {
    features[COSINE] = candidate.cosine;
    features[SAYINGS..].copy_from_slice(&sayings(evidence, candidate).numbers());
}

/// What a candidate says of the question beside its names.
pub(super) fn sayings(evidence: &Evidence, candidate: &Candidate) -> Sayings {
    let names = evidence.names.get(candidate.names);
    Sayings::of(&candidate.said, names.map_or(&[], |names| &names.said))
}

/// How much of the question's words a candidate says together with what names it, 0 to 1.
pub(crate) fn said_of(evidence: &Evidence, candidate: usize) -> f64 {
    sayings(evidence, &evidence.candidates[candidate]).said_or_named
}

/// Share of the question's identifiers and numbers that are among `found`; 1 when
/// it has none.
fn codes_found(evidence: &Evidence, found: &BTreeSet<String>) -> f64 {
    if evidence.codes.is_empty() {
        return 1.0;
    }
    let found = evidence
        .codes
        .iter()
        .filter(|code| found.contains(*code))
        .count();
    count(found) / count(evidence.codes.len())
}

/// Question weight in the sentence's first eight words: "Seasonality is …"
/// answers "what is seasonality".
fn opening(evidence: &Evidence, candidate: &Candidate) -> f64 {
    let end = candidate
        .text
        .split_whitespace()
        .nth(7)
        .map_or(candidate.text.len(), |word| {
            word.as_ptr() as usize - candidate.text.as_ptr() as usize + word.len()
        });
    let opening = candidate.text[..end].to_lowercase();
    let found = evidence.terms.iter().filter(|(term, _)| {
        opening
            .split(|c: char| !c.is_alphanumeric())
            .any(|w| same(w, term))
    });
    let all: f64 = evidence.terms.iter().map(|(_, weight)| weight).sum();
    if all <= 0.0 {
        0.0
    } else {
        found.map(|(_, weight)| weight).sum::<f64>() / all
    }
}

/// A stem and a word of it: the stem's first letters are the word's.
fn same(word: &str, stem: &str) -> bool {
    let letters = stem.chars().count().clamp(3, 6);
    word.chars().take(letters).eq(stem.chars().take(letters))
}

/// True when the sentence holds something of the kind the question expects
/// that the question does not hold itself.
fn holds(expects: Expects, evidence: &Evidence, candidate: &Candidate) -> bool {
    let new = |word: &str| {
        let word = word.to_lowercase();
        !evidence.terms.iter().any(|(term, _)| *term == word)
    };
    let text = candidate.text.as_str();
    let language = evidence.language;
    match expects {
        Expects::Number => {
            let (numbers, _) = plan::question::amounts(text, language);
            numbers.iter().any(|one| new(one))
        }
        Expects::Date => {
            let (_, dates) = plan::question::amounts(text, language);
            dates.iter().any(|one| new(one))
        }
        Expects::Name | Expects::Place => text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .skip(1)
            .any(|word| word.chars().next().is_some_and(char::is_uppercase) && new(word)),
        Expects::Definition | Expects::Reason => {
            let signs = Lexicon::of(language).signs(expects == Expects::Reason);
            let words = |c: char| if c.is_alphanumeric() { c } else { ' ' };
            let folded: String = text::folded(text).chars().map(words).collect();
            let folded = format!(" {folded} ");
            signs.iter().any(|sign| folded.contains(sign.as_str()))
        }
        Expects::Procedure | Expects::Anything => false,
    }
}

pub(super) fn flag(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_model_changes_stands_where_its_names_say() {
        assert_eq!(SENTENCE_FEATURES[COSINE], "cosine to the question");
        assert_eq!(SENTENCE_FEATURES[SAYINGS], "asked words in the sentence");
    }
}
