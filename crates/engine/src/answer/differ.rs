//! Sentences that contradict what is quoted: both are shown, and the answer is less sure.

use super::claim::{Contradiction, Read, SAME_SHARE_MIN};
use super::evidence::{Candidate, Evidence};

/// Differences that are shown.
const SHOWN_MAX: usize = 2;
/// Sentences, the likeliest first, that are held against those that are quoted.
const SENTENCES_MAX: usize = 200;
/// Of the question's words, the share that a sentence holds which is about it: reports repeat
/// sentences with other numbers all the time.
pub(crate) const QUESTION_SHARE_MIN: f64 = 0.5;
/// What is left of the confidence where the documents differ: either may be right.
pub(super) const CONFIDENCE_LEFT: f64 = 0.5;

/// Two citations that cannot both be true as they stand, by their markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Differs {
    /// What the answer rests on.
    pub first: usize,
    /// What says otherwise.
    pub second: usize,
    /// What they say differently.
    pub about: Contradiction,
}

impl Differs {
    /// Both quotes on a line, for the answer's text.
    pub(crate) fn line(self, first: &str, second: &str) -> String {
        format!(
            "The documents differ: “{first}” [{}], but “{second}” [{}].",
            self.first, self.second
        )
    }
}

/// Words that deny count as terms, and not as what two sentences share.
const DENIALS: usize = 2;

/// Whether two sentences may share as many words as those that contradict each other do: told by
/// their terms, which are at hand, before either is read.
fn is_alike(one: &Candidate, other: &Candidate) -> bool {
    let words = |candidate: &'_ Candidate| {
        let digits = |term: &&String| term.chars().any(|c| c.is_ascii_digit());
        candidate.terms.len() - candidate.terms.iter().filter(digits).count()
    };
    let longer = words(one).max(words(other)).saturating_sub(DENIALS);
    let shared = one.terms.intersection(&other.terms).count();
    shared as f64 >= SAME_SHARE_MIN * longer as f64
}

/// Candidates that say otherwise than what was chosen, each with the place of what it contradicts;
/// `likely` are candidates in the order in which they would be quoted. Rows differ by their
/// nature.
pub(super) fn differing<'e>(
    evidence: &'e Evidence,
    question: &str,
    chosen: &[&Candidate],
    likely: impl Iterator<Item = &'e Candidate>,
) -> Vec<(usize, &'e Candidate, Contradiction)> {
    let language = evidence.language;
    let asked = Read::new(question, language);
    let of = |candidate: &Candidate| {
        let said = Read::new(&candidate.text, language);
        let is_about = !candidate.row && asked.share_in(&said) >= QUESTION_SHARE_MIN;
        is_about.then_some(said)
    };
    let quoted: Vec<(usize, Read)> = (0..)
        .zip(chosen)
        .filter_map(|(at, candidate)| Some((at, of(candidate)?)))
        .collect();
    let mut found: Vec<(usize, &Candidate, Contradiction)> = Vec::new();
    for candidate in likely.take(SENTENCES_MAX) {
        if quoted.is_empty() || found.len() == SHOWN_MAX {
            break;
        }
        if !chosen.iter().any(|quote| is_alike(quote, candidate)) {
            continue;
        }
        let Some(said) = of(candidate) else { continue };
        let against = quoted
            .iter()
            .find_map(|(at, quote)| Some((*at, quote.contradicts(&said)?)));
        // Two quotes that contradict each other do so once.
        let is_told = found.iter().any(|(at, other, _)| {
            other.text == candidate.text || chosen[*at].text == candidate.text
        });
        if let Some((at, about)) = against.filter(|_| !is_told) {
            found.push((at, candidate, about));
        }
    }
    found
}
