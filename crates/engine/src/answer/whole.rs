//! Sentences that belong together, quoted as one: how something is done and why it is so is
//! seldom said in one sentence.

use std::ops::Range;

use index::Snapshot;
use text::Span;

use super::{Candidate, Evidence, Ranked};
use crate::EngineError;
use crate::question::Expects;

/// Bytes of a quote of several sentences.
const WHOLE_BYTES: usize = 800;
/// Bytes between two sentences that follow each other: the end of a line, a sign of a list.
const BETWEEN_BYTES: usize = 8;

/// Whether a question of this kind is answered by several sentences.
pub(super) fn is_wanted(expects: Expects) -> bool {
    matches!(expects, Expects::Procedure | Expects::Reason)
}

/// Sentences that follow each other.
pub(super) struct Whole {
    /// All of them as one.
    pub(super) quote: Candidate,
    /// Their places among the evidence's candidates.
    pub(super) run: Range<usize>,
}

/// The run of sentences under one heading that holds most of the odds of all; `None` where that is
/// one sentence.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn whole(
    snapshot: &Snapshot,
    evidence: &Evidence,
    ranked: &[Ranked],
) -> Result<Option<Whole>, EngineError> {
    let Some(leader) = ranked.first() else {
        return Ok(None);
    };
    let mut odds = vec![0.0; evidence.candidates.len()];
    for one in ranked {
        odds[one.index] = (one.score - leader.score).exp();
    }
    let Some((first, last)) = best_run(&evidence.candidates, &odds) else {
        return Ok(None);
    };
    let (from, to) = (&evidence.candidates[first], &evidence.candidates[last]);
    let span = Span {
        start: from.span.start,
        end: to.span.end,
    };
    let text = snapshot.text(&from.document, span)?;
    let terms = evidence.candidates[first..=last].iter();
    let terms = terms.flat_map(|one| one.terms.iter().cloned()).collect();
    let quote = Candidate {
        span,
        text,
        terms,
        ..from.clone()
    };
    Ok(Some(Whole {
        quote,
        run: first..last + 1,
    }))
}

/// The first and the last of the run of several sentences with the most odds; of equal ones the
/// first.
fn best_run(candidates: &[Candidate], odds: &[f64]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, f64)> = None;
    for first in 0..candidates.len() {
        let mut sum = odds[first];
        let mut last = first;
        while last + 1 < candidates.len() {
            let (one, next) = (&candidates[last], &candidates[last + 1]);
            let long = next.span.end.saturating_sub(candidates[first].span.start) > WHOLE_BYTES;
            if long || !follows(one, next) {
                break;
            }
            last += 1;
            sum += odds[last];
        }
        if best.is_none_or(|(_, _, most)| sum > most) {
            best = Some((first, last, sum));
        }
    }
    let (first, last, _) = best?;
    (first < last).then_some((first, last))
}

/// Whether a sentence is the next one of the same text.
fn follows(one: &Candidate, next: &Candidate) -> bool {
    let between = next.span.start.checked_sub(one.span.end);
    one.document == next.document
        && one.names == next.names
        && !one.row
        && !next.row
        && !next.whole_list
        && between.is_some_and(|bytes| bytes <= BETWEEN_BYTES)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use index::DocumentId;

    use super::*;

    /// Sentences of one text after each other, each so long; `^` before one that stands under
    /// another heading, `|` before a row.
    fn candidates(sentences: &[(&str, usize)]) -> Vec<Candidate> {
        let mut start = 0;
        let mut names = 0;
        let one = |(sign, length): &(&str, usize)| {
            names += usize::from(*sign == "^");
            let span = Span {
                start,
                end: start + length,
            };
            start = span.end + 1;
            Candidate {
                document: DocumentId::new("d", &[1; 32]),
                span,
                text: String::new(),
                row: *sign == "|",
                whole_list: false,
                label: false,
                hit: None,
                hit_share: 0.0,
                terms: BTreeSet::new(),
                around: BTreeSet::new(),
                named: BTreeSet::new(),
                place: 0,
                cosine: 0.0,
                said: Vec::new(),
                names,
            }
        };
        sentences.iter().map(one).collect()
    }

    #[test]
    fn steps_that_follow_each_other_are_one_quote() {
        let steps = candidates(&[("", 90), ("", 80), ("", 100), ("^", 90), ("", 50)]);
        assert_eq!(best_run(&steps, &[0.1, 0.9, 0.2, 0.5, 0.1]), Some((0, 2)));
        assert_eq!(best_run(&steps, &[0.1, 0.2, 0.2, 0.9, 0.1]), Some((3, 4)));
    }

    #[test]
    fn what_is_too_long_a_row_or_alone_is_quoted_as_ever() {
        let long = candidates(&[("", 500), ("", 500)]);
        assert_eq!(best_run(&long, &[0.9, 0.5]), None);
        let rows = candidates(&[("|", 50), ("|", 50)]);
        assert_eq!(best_run(&rows, &[0.9, 0.5]), None);
        assert_eq!(best_run(&[], &[]), None);
        let apart = candidates(&[("", 50), ("^", 50)]);
        assert_eq!(best_run(&apart, &[0.2, 0.9]), None);
    }
}
