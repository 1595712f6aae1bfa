//! Whether the evidence answers at all.
//!
//! A raw score is not enough: the nearest passage of a question without an
//! answer is often very near. So a logistic regression decides on features of
//! the evidence as a whole; its probability is the answer's confidence.

use plan::lexicon::Operator;
use plan::question::Question;

use super::evidence::{Candidate, Evidence, Ground};
use super::features::{COSINE, SENTENCE_FEATURES, flag};
use crate::logistic::{Logistic, sigmoid};
use crate::retrieve::{Arm, ArmList, Retrieval};

/// Names of the features, in order.
pub const ANSWERABLE_FEATURES: [&str; 30] = [
    "score of the best sentence",
    "second sentence behind the best",
    "probability of the best among all",
    "asked words in the best sentence",
    "asked words in the best sentence or its names",
    "asked words that the best sentence says",
    "asked words that the best sentence or its names say",
    "said in the best sentence of what its names leave open",
    "open of the asked word that the best sentence says least of",
    "most asked words in a sentence",
    "most asked words in a sentence or its names",
    "most asked words that a sentence says",
    "most asked words that a sentence or its names say",
    "most said in a sentence of what its names leave open",
    "least open of the asked word that a sentence says least of",
    "sentences, logarithm",
    "chunks of the library up to 300, logarithm",
    "weight of the rarest missing term",
    "share of terms in no hit",
    "designations missing around the first quotes",
    "cosine of the best sentence",
    "most cosine of a sentence",
    "keyword score by question weight",
    "rank of the keyword first in the dense list",
    "terms of the question, logarithm",
    "longest stretch of the question missing around the quotes",
    "a list is asked for",
    "what is asked for is computed",
    "the best hit's document has tables or lists",
    "the best sentence is a row",
];

/// Operators of what two values make.
const COMPUTES: [Operator; 5] = [
    Operator::Difference,
    Operator::Change,
    Operator::Ratio,
    Operator::Share,
    Operator::Compare,
];

/// Where what the best sentence says stands, and behind it the most that any says.
const SAYINGS: usize = 3;

/// Where that stands among the features of a sentence.
const SAYINGS_OF_SENTENCE: usize = SENTENCE_FEATURES.len() - SAYINGS_COUNT;

/// How many they are.
const SAYINGS_COUNT: usize = 6;

/// Where the cosine of the best sentence stands.
const NEAR: usize = 20;

/// Where it stands whether the best sentence is a row, here and among the features of a sentence.
const ROW: usize = ANSWERABLE_FEATURES.len() - 1;
const ROW_OF_SENTENCE: usize = 8;

/// Chunks beyond which a library is large: what is read of it is a choice of the search.
const LARGE: u32 = 300;

/// Where the chunks of the library stand.
const CHUNKS: usize = 16;

/// How many questions over a few pages of one's own have an answer for each that has none: of those
/// that were written by hand (`mini`, `data/mini`) 69 of 86. The public sets that the weights are
/// fitted to ask every library as often for what it lacks.
const KNOWN_ODDS: f64 = 4.0;

/// How far ahead of the second the best sentence may count; also that of the only one.
const AHEAD_MAX: f64 = 10.0;

/// The features of a question's evidence, in the order of [`ANSWERABLE_FEATURES`]. `ranked`
/// are the sentences' scores and features, best first, `order` their candidates; `lists` says
/// that the router takes the question for one that asks for a list.
pub fn answerable_features(
    (question, lists): (&Question, bool),
    retrieval: &Retrieval,
    evidence: &Evidence,
    ranked: &[(f64, &[f64])],
    order: &[usize],
) -> Vec<f64> {
    let keyword = list(retrieval, Arm::Keyword);
    let dense = list(retrieval, Arm::Dense);
    let weight: f64 = evidence.terms.iter().map(|(_, weight)| weight).sum();
    let chunks = u32::try_from(evidence.chunks).map_or(LARGE, |chunks| chunks.min(LARGE));
    let mut features = vec![0.0; SAYINGS + SAYINGS_COUNT];
    features.extend(most_said(ranked));
    features.extend([
        (1.0 + count(evidence.candidates.len())).ln(),
        (1.0 + f64::from(chunks)).ln(),
        rarest_missing(evidence),
        missing_everywhere(evidence),
        designations_missing(evidence, order),
        0.0,
        most_near(ranked),
        if weight > 0.0 {
            top(keyword) / weight
        } else {
            0.0
        },
        rank_in(keyword, dense),
        (1.0 + count(evidence.terms.len())).ln(),
        stretch_missing(evidence, order),
        flag(lists),
        flag(computes(question)),
        flag(evidence.ground == Ground::Structured),
        0.0,
    ]);
    set_ranked(&mut features, ranked);
    features
}

/// Sets the features that rest on the ranking of the sentences, so that a new
/// ranking of the same evidence needs no second look at the store.
pub fn set_ranked(features: &mut [f64], ranked: &[(f64, &[f64])]) {
    let Some((best, of_best)) = ranked.first() else {
        return;
    };
    let second = ranked.get(1).map_or(f64::NEG_INFINITY, |(score, _)| *score);
    let odds: f64 = ranked.iter().map(|(score, _)| (score - best).exp()).sum();
    features[0] = *best;
    features[1] = (best - second).min(AHEAD_MAX);
    features[2] = 1.0 / odds;
    features[NEAR] = of_best[COSINE];
    features[ROW] = of_best[ROW_OF_SENTENCE];
    features[SAYINGS..][..SAYINGS_COUNT]
        .copy_from_slice(&of_best[SAYINGS_OF_SENTENCE..][..SAYINGS_COUNT]);
}

/// How likely what would be quoted holds the answer, 0 to 1.
pub(super) fn confidence(head: &Logistic, features: &[f64]) -> f64 {
    sigmoid(head.logit(features) + known(features))
}

/// What the size of the library adds to the log-odds: people know what stands in a few pages of
/// their own, and ask for that; of a large library nobody knows.
fn known(features: &[f64]) -> f64 {
    let large = (1.0 + f64::from(LARGE)).ln();
    let chunks = features.get(CHUNKS).copied().unwrap_or(large);
    KNOWN_ODDS.ln() * (1.0 - chunks / large).clamp(0.0, 1.0)
}

/// The most that any sentence says, and of the word that is said least the least that is open.
fn most_said(ranked: &[(f64, &[f64])]) -> [f64; SAYINGS_COUNT] {
    std::array::from_fn(|at| {
        let each = ranked.iter().map(|(_, of)| of[SAYINGS_OF_SENTENCE + at]);
        match at + 1 {
            SAYINGS_COUNT => each.fold(1.0, f64::min),
            _ => each.fold(0.0, f64::max),
        }
    })
}

/// The most that a sentence means the same as the question; 0 where none was read by a model. A hit
/// of a page is no measure of it: what a page means is the mean of all that stands on it.
fn most_near(ranked: &[(f64, &[f64])]) -> f64 {
    let each = ranked.iter().map(|(_, of)| of[COSINE]);
    each.fold(0.0, f64::max)
}

fn computes(question: &Question) -> bool {
    let mut operators = question.operators.iter();
    operators.any(|one| COMPUTES.contains(&one.operator))
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
fn designations_missing(evidence: &Evidence, order: &[usize]) -> f64 {
    /// Quotes that are looked at: further down some sentence has any number.
    const FIRST: usize = 8;
    let missing = |index: &usize| {
        let candidate = &evidence.candidates[*index];
        let all = evidence.designations.iter();
        all.filter(|term| !surrounds(candidate, term)).count()
    };
    let least = order.iter().take(FIRST).map(missing).min();
    count(least.unwrap_or_default()) / count(evidence.designations.len().max(1))
}

/// Question weight of the heaviest run of neighbouring terms that stand nowhere around the first
/// quotes: `water leak detection` in a question about a discount.
fn stretch_missing(evidence: &Evidence, order: &[usize]) -> f64 {
    /// Quotes that an answer has.
    const FIRST: usize = 3;
    let first: Vec<&Candidate> = order
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

/// The list of an arm in a retrieval.
fn list(retrieval: &Retrieval, arm: Arm) -> Option<&ArmList> {
    retrieval.lists.iter().find(|list| list.arm == arm)
}

fn top(list: Option<&ArmList>) -> f64 {
    list.and_then(|list| list.hits.first())
        .map_or(0.0, |hit| f64::from(hit.score))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_a_few_pages_is_likelier_to_find_an_answer() {
        let at = |chunks: f64| {
            let mut features = vec![0.0; ANSWERABLE_FEATURES.len()];
            features[CHUNKS] = (1.0 + chunks).ln();
            known(&features)
        };
        assert!(at(1.0) > at(10.0) && at(10.0) > at(100.0));
        assert!(at(1.0) < KNOWN_ODDS.ln() && at(300.0).abs() < 1e-9);
    }

    #[test]
    fn the_heaviest_stretch_that_no_quote_holds_is_a_share_of_the_question() {
        let mut evidence = crate::answer::Selection::nothing().evidence;
        assert!(stretch_missing(&evidence, &[]).abs() < 1e-9);
        let terms = [("water", 3.0), ("leak", 1.0)];
        evidence.terms = terms
            .map(|(term, weight)| (term.to_owned(), weight))
            .to_vec();
        assert!((stretch_missing(&evidence, &[]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn features_are_read_where_they_stand() {
        assert_eq!(SENTENCE_FEATURES[ROW_OF_SENTENCE], "table row");
        assert_eq!(ANSWERABLE_FEATURES[ROW], "the best sentence is a row");
        assert_eq!(ANSWERABLE_FEATURES[NEAR], "cosine of the best sentence");
        assert!(ANSWERABLE_FEATURES[CHUNKS].starts_with("chunks of the library"));
    }
}
