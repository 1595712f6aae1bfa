//! What tells the sentences of one question from each other.
//!
//! Beside the features by which a sentence is judged alone: limits of a row that the question's
//! number falls under, words that only begin alike, and the sentence before. A row is weighed by
//! weights of its own, since what its words say of it is another thing than in prose.

use super::candidates::Candidate;
use super::{Evidence, SENTENCE_FEATURES};

/// Features of a sentence beyond [`SENTENCE_FEATURES`].
const FURTHER: [&str; 5] = [
    "the question's number within the row's limits",
    "the question's code in the row's first cell",
    "share of the question's terms that begin like one in it",
    "question weight in the sentence before",
    "adds a number",
];

/// Features that only rows have, by their place in [`SENTENCE_FEATURES`] and [`FURTHER`].
const OF_ROWS: [usize; 7] = [8, 13, 14, 15, 16, 17, 18];

/// Names of a choice's features, in order: those of any sentence, then those that count apart
/// for rows.
pub fn choice_features() -> Vec<String> {
    let all: Vec<&str> = SENTENCE_FEATURES.iter().chain(&FURTHER).copied().collect();
    let doubled = all.iter().enumerate();
    let rows = doubled
        .filter(|(at, _)| !OF_ROWS.contains(at))
        .map(|(_, name)| format!("of a row: {name}"));
    let names: Vec<String> = all.iter().map(|name| (*name).to_owned()).collect();
    names.into_iter().chain(rows).collect()
}

/// The features of a sentence, in the order of [`choice_features`]; `features` are those of
/// [`SENTENCE_FEATURES`].
pub fn choice(evidence: &Evidence, candidate: &Candidate, features: &[f64]) -> Vec<f64> {
    let mut all = features.to_vec();
    all.extend(further(evidence, candidate));
    let rows: Vec<f64> = all
        .iter()
        .enumerate()
        .filter(|(at, _)| !OF_ROWS.contains(at))
        .map(|(_, value)| if candidate.row { *value } else { 0.0 })
        .collect();
    all.extend(rows);
    all
}

fn further(evidence: &Evidence, candidate: &Candidate) -> [f64; 5] {
    let asked = |term: &String| evidence.terms.iter().any(|(asked, _)| asked == term);
    let code = candidate.limits.is_none()
        && candidate
            .key
            .iter()
            .any(|term| evidence.codes.contains(term));
    let number = candidate
        .terms
        .iter()
        .any(|term| term.contains(|c: char| c.is_ascii_digit()) && !asked(term));
    [
        match candidate.limits {
            Some(true) => 1.0,
            Some(false) => -1.0,
            None => 0.0,
        },
        f64::from(u8::from(code)),
        akin(evidence, candidate),
        candidate.before,
        f64::from(u8::from(number)),
    ]
}

/// Share of the question's terms that a term of the sentence is, begins like, or holds the
/// beginning of: `Winterprüfung` holds `Prüfung`, `photograph` begins like `photos`.
fn akin(evidence: &Evidence, candidate: &Candidate) -> f64 {
    let found = evidence
        .terms
        .iter()
        .filter(|(asked, _)| candidate.terms.iter().any(|term| alike(asked, term)))
        .count();
    let share = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    share(found) / share(evidence.terms.len().max(1))
}

/// True when two terms begin with the same letters, or the second holds the first's.
fn alike(asked: &str, term: &str) -> bool {
    /// Letters by which two words are taken for kin.
    const LETTERS: usize = 5;
    /// Letters of a word that are looked for within another.
    const WITHIN: usize = 6;
    if asked == term {
        return true;
    }
    if asked.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let opening = |count: usize| {
        asked
            .char_indices()
            .nth(count - 1)
            .map(|(at, c)| &asked[..at + c.len_utf8()])
    };
    opening(LETTERS).is_some_and(|opening| term.starts_with(opening))
        || opening(WITHIN).is_some_and(|opening| term.contains(opening))
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn words_that_begin_alike_are_kin() {
        for (asked, term, kin) in [
            ("photogr", "photos", true),
            ("prufung", "winterprufung", true),
            ("rate", "rates", false),
            ("class8b", "class8c", false),
            ("änderung", "änderungen", true),
        ] {
            assert_eq!(alike(asked, term), kin, "{asked} {term}");
        }
    }
}
