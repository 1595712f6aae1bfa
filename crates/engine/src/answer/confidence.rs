//! Whether the evidence answers at all.
//!
//! A raw score is not enough: the nearest passage of a question without an
//! answer is often very near. So a logistic regression decides on features of
//! the evidence as a whole; its probability is the answer's confidence.

use super::Evidence;
use super::candidates::{Candidate, covered, list};
use crate::question::Expects;
use crate::retrieve::{Arm, ArmList, Retrieval};

/// Names of the features, in order.
pub const ANSWERABLE_FEATURES: [&str; 35] = [
    "best sentence, log-odds",
    "second sentence behind the best",
    "question weight in the best hit",
    "question weight in the best sentence",
    "question weight around the best sentence",
    "weight of the rarest missing term",
    "share of terms in no hit",
    "designations missing around the first quotes",
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
    "highest cosine of a sentence",
    "mean of the three highest cosines of sentences",
    "sentences with a cosine above a half, logarithm",
    "most question weight in a sentence",
    "most question weight around a sentence",
    "most cosine times question weight of a sentence",
    "share of the first hit's sentences with some of the question",
    "dense distance of the first from the tenth",
    "dense distance of the first from the mean, in deviations",
    "best sentence is a row",
    "question weight in the best row with its names",
    "most question weight in a row with its names",
    "most question weight in a row's first cell",
    "probability of the first quote among all",
    "longest stretch of the question missing around the quotes",
];

/// What would be quoted.
#[derive(Debug, Clone, Default)]
pub struct Quotes {
    /// Indices of the evidence's candidates, the first quote first.
    pub order: Vec<usize>,
    /// Probability of the first among all by the choice; 0 where none was fitted.
    pub probability: f64,
}

/// Where the features of the best row stand.
const BEST_ROW: usize = 29;

/// The features of a question's evidence, in the order of
/// [`ANSWERABLE_FEATURES`]. `ranked` are the sentences' log-odds and features,
/// best first.
pub fn answerable_features(
    retrieval: &Retrieval,
    evidence: &Evidence,
    expects: Expects,
    ranked: &[(f64, &[f64])],
    quotes: &Quotes,
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
        designations_missing(evidence, quotes),
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
    features.extend(of_sentences(evidence));
    features.extend([distance(dense, 9), deviations_above_mean(dense)]);
    features.extend(of_rows(evidence));
    features.extend([quotes.probability, stretch_missing(evidence, quotes)]);
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
    features[BEST_ROW] = of_best(8);
    features[BEST_ROW + 1] = of_best(13);
}

/// What rows hold together, in the places from [`BEST_ROW`] on; those of the best
/// one are set with the ranking.
fn of_rows(evidence: &Evidence) -> [f64; 4] {
    let most = |found: fn(&Candidate) -> &std::collections::BTreeSet<String>| {
        let rows = evidence.candidates.iter().filter(|one| one.row);
        rows.map(|one| covered(&evidence.terms, found(one)))
            .fold(0.0, f64::max)
    };
    [0.0, 0.0, most(|one| &one.named), most(|one| &one.key)]
}

/// What the sentences hold together, whichever of them ranks first: the best
/// one by words need not be the best one by meaning.
fn of_sentences(evidence: &Evidence) -> [f64; 7] {
    /// Cosine of a sentence that says something near the question.
    const NEAR: f64 = 0.5;
    /// Question weight of a sentence that speaks of its subject.
    const SOME: f64 = 0.3;
    let each = |value: &dyn Fn(&Candidate) -> f64| -> Vec<f64> {
        evidence.candidates.iter().map(value).collect()
    };
    let highest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let mut cosines = each(&|one| one.cosine);
    let covered_in = each(&|one| covered(&evidence.terms, &one.terms));
    let covered_around = each(&|one| covered(&evidence.terms, &one.around));
    let products: Vec<f64> = cosines
        .iter()
        .zip(&covered_in)
        .map(|(a, b)| a * b)
        .collect();
    let first_hit: Vec<f64> = evidence
        .candidates
        .iter()
        .zip(&covered_in)
        .filter(|(one, _)| one.hit == Some(0))
        .map(|(_, &covered)| covered)
        .collect();
    let speaking = first_hit.iter().filter(|&&covered| covered > SOME).count();
    cosines.sort_by(|a, b| b.total_cmp(a));
    let near = cosines.iter().filter(|&&cosine| cosine > NEAR).count();
    [
        highest(&cosines),
        cosines.iter().take(3).sum::<f64>() / 3.0,
        (1.0 + count(near)).ln(),
        highest(&covered_in),
        highest(&covered_around),
        highest(&products),
        count(speaking) / count(first_hit.len().max(1)),
    ]
}

/// How far the first score lies above the one at `place`.
fn distance(list: Option<&ArmList>, place: usize) -> f64 {
    lead(list, place) * top(list)
}

/// How far the first score lies above the mean of those behind it, in their
/// standard deviations: a passage that stands out of its library.
fn deviations_above_mean(list: Option<&ArmList>) -> f64 {
    /// Hits behind the first that are looked at.
    const BEHIND: usize = 49;
    /// Keeps scores that are all alike from making a large number.
    const LEAST_DEVIATION: f64 = 1e-3;
    let Some(list) = list else { return 0.0 };
    let behind: Vec<f64> = list
        .hits
        .iter()
        .skip(1)
        .take(BEHIND)
        .map(|hit| f64::from(hit.score))
        .collect();
    if behind.is_empty() {
        return 0.0;
    }
    let mean = behind.iter().sum::<f64>() / count(behind.len());
    let variance = behind.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count(behind.len());
    (top(Some(list)) - mean) / variance.sqrt().max(LEAST_DEVIATION)
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

/// Share of the question's designations that are missing around the quote of the first ones that
/// has most of them.
fn designations_missing(evidence: &Evidence, quotes: &Quotes) -> f64 {
    /// Quotes that are looked at: further down some sentence has any number.
    const FIRST: usize = 8;
    let missing = |index: &usize| {
        let candidate = &evidence.candidates[*index];
        let all = evidence.designations.iter();
        all.filter(|term| !surrounds(candidate, term)).count()
    };
    let least = quotes.order.iter().take(FIRST).map(missing).min();
    count(least.unwrap_or_default()) / count(evidence.designations.len().max(1))
}

/// Question weight of the heaviest run of neighbouring terms that stand nowhere around the first
/// quotes: `water leak detection` in a question about a discount.
fn stretch_missing(evidence: &Evidence, quotes: &Quotes) -> f64 {
    /// Quotes that an answer has.
    const FIRST: usize = 3;
    let first: Vec<&Candidate> = quotes
        .order
        .iter()
        .take(FIRST)
        .map(|index| &evidence.candidates[*index])
        .collect();
    let all: f64 = evidence.terms.iter().map(|(_, weight)| weight).sum();
    let (mut run, mut heaviest) = (0.0_f64, 0.0_f64);
    for (term, weight) in &evidence.terms {
        let found = first.iter().any(|candidate| surrounds(candidate, term));
        run = if found { 0.0 } else { run + weight };
        heaviest = heaviest.max(run);
    }
    if all > 0.0 { heaviest / all } else { 0.0 }
}

/// A term stands in a candidate, around it or in its names.
fn surrounds(candidate: &Candidate, term: &String) -> bool {
    let sets = [&candidate.terms, &candidate.around, &candidate.named];
    sets.iter().any(|set| set.contains(term))
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
