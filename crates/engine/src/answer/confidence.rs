//! Whether the evidence answers at all.
//!
//! A raw score is not enough: the nearest passage of a question without an
//! answer is often very near. So a logistic regression decides on features of
//! the evidence as a whole; its probability is the answer's confidence.

use super::Evidence;
use super::candidates::{covered, list};
use crate::retrieve::{Arm, ArmList, Retrieval};
use crate::route::Expects;

/// Names of the features, in order.
pub const ANSWERABLE_FEATURES: [&str; 20] = [
    "best sentence, log-odds",
    "second sentence behind the best",
    "question weight in the best hit",
    "question weight in the best sentence",
    "question weight around the best sentence",
    "weight of the rarest missing term",
    "share of terms in no hit",
    "codes missing from the best hit",
    "cosine of the best hit",
    "cosine of the best sentence",
    "keyword score by question weight",
    "keyword lead of the first over the second",
    "keyword lead of the first over the tenth",
    "dense lead of the first over the second",
    "dense lead of the first over the tenth",
    "arms agree on the first",
    "rank of the keyword first in the dense list",
    "terms of the question, logarithm",
    "best sentence holds what is expected",
    "question expects something told",
];

/// The features of a question's evidence, in the order of
/// [`ANSWERABLE_FEATURES`]. `ranked` are the sentences' log-odds and features,
/// best first.
pub fn answerable_features(
    retrieval: &Retrieval,
    evidence: &Evidence,
    expects: Expects,
    ranked: &[(f64, &[f64])],
) -> Vec<f64> {
    let first_hit = evidence.hit_terms.first();
    let keyword = list(retrieval, Arm::Keyword);
    let dense = list(retrieval, Arm::Dense);
    let weight: f64 = evidence.terms.iter().map(|(_, weight)| weight).sum();
    let mut features = vec![
        0.0,
        0.0,
        first_hit.map_or(0.0, |found| covered(&evidence.terms, found)),
        0.0,
        0.0,
        rarest_missing(evidence),
        missing_everywhere(evidence),
        codes_missing(evidence),
        top(dense),
        0.0,
        if weight > 0.0 {
            top(keyword) / weight
        } else {
            0.0
        },
        lead(keyword, 1),
        lead(keyword, 9),
        lead(dense, 1),
        lead(dense, 9),
        agreement(keyword, dense),
        rank_in(keyword, dense),
        (1.0 + count(evidence.terms.len())).ln(),
        0.0,
        f64::from(u8::from(expects != Expects::Anything)),
    ];
    set_ranked(&mut features, ranked);
    features
}

/// Sets the features that rest on the ranking of the sentences, so that a new
/// ranking of the same evidence needs no second look at the store.
pub fn set_ranked(features: &mut [f64], ranked: &[(f64, &[f64])]) {
    /// Log-odds of a sentence that is not there.
    const NONE: f64 = -10.0;
    let logit = |place: usize| ranked.get(place).map_or(NONE, |(logit, _)| *logit);
    let of_best = |feature: usize| ranked.first().map_or(0.0, |(_, of)| of[feature]);
    features[0] = logit(0);
    features[1] = logit(0) - logit(1);
    features[3] = of_best(0);
    features[4] = of_best(1);
    features[9] = of_best(3);
    features[18] = of_best(9);
}

/// Weight of the rarest term that the first hit lacks, as a share of the
/// heaviest term's.
fn rarest_missing(evidence: &Evidence) -> f64 {
    let heaviest = evidence
        .terms
        .iter()
        .map(|(_, weight)| *weight)
        .fold(0.0, f64::max);
    let Some(found) = evidence.hit_terms.first() else {
        return 1.0;
    };
    let missing = evidence
        .terms
        .iter()
        .filter(|(term, _)| !found.contains(term))
        .map(|(_, weight)| *weight)
        .fold(0.0, f64::max);
    if heaviest > 0.0 {
        missing / heaviest
    } else {
        1.0
    }
}

fn missing_everywhere(evidence: &Evidence) -> f64 {
    let missing = evidence
        .terms
        .iter()
        .filter(|(term, _)| !evidence.hit_terms.iter().any(|found| found.contains(term)))
        .count();
    count(missing) / count(evidence.terms.len().max(1))
}

fn codes_missing(evidence: &Evidence) -> f64 {
    let Some(found) = evidence.hit_terms.first() else {
        return 1.0;
    };
    if evidence.codes.is_empty() {
        return 0.0;
    }
    let missing = evidence
        .codes
        .iter()
        .filter(|code| !found.contains(*code))
        .count();
    count(missing) / count(evidence.codes.len())
}

fn top(list: Option<&ArmList>) -> f64 {
    list.and_then(|list| list.hits.first())
        .map_or(0.0, |hit| f64::from(hit.score))
}

/// How far the first score lies above the one at `place`, as a share of it.
fn lead(list: Option<&ArmList>, place: usize) -> f64 {
    let Some(list) = list else { return 0.0 };
    let first = top(Some(list));
    let other = list.hits.get(place).map_or(0.0, |hit| f64::from(hit.score));
    if first > 0.0 {
        (first - other) / first
    } else {
        0.0
    }
}

fn agreement(keyword: Option<&ArmList>, dense: Option<&ArmList>) -> f64 {
    let first = |list: Option<&ArmList>| list.and_then(|l| l.hits.first()).map(|hit| hit.chunk);
    f64::from(u8::from(
        first(keyword).is_some() && first(keyword) == first(dense),
    ))
}

/// 1 / rank of the keyword arm's first in the dense list; 0 when absent.
fn rank_in(keyword: Option<&ArmList>, dense: Option<&ArmList>) -> f64 {
    let (Some(keyword), Some(dense)) = (keyword, dense) else {
        return 0.0;
    };
    let Some(first) = keyword.hits.first() else {
        return 0.0;
    };
    let at = dense.hits.iter().position(|hit| hit.chunk == first.chunk);
    at.map_or(0.0, |at| 1.0 / count(at + 1))
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn count(n: usize) -> f64 {
    n as f64
}
