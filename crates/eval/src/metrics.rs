//! How good a ranking is, by the definitions of `trec_eval`.
//!
//! Gain is the grade itself and the discount is log2(rank + 1). A document
//! that nobody judged counts as not relevant. A topic without any relevant
//! document scores 0, and so does one whose ranking is empty: leaving it out
//! would reward an engine for finding nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

/// Grades of the judged documents of one topic, by document id; 0 is not relevant.
pub type Grades = BTreeMap<String, u32>;

/// Normalised discounted cumulative gain of the first `k` documents, 0 to 1.
///
/// ```
/// let grades = [("a".to_owned(), 1), ("b".to_owned(), 1)].into();
/// assert_eq!(eval::ndcg_at(&["a", "b"], &grades, 10), 1.0);
/// assert!((eval::ndcg_at(&["x", "a"], &grades, 10) - 0.3869).abs() < 1e-4);
/// ```
pub fn ndcg_at(ranking: &[&str], grades: &Grades, k: usize) -> f64 {
    let mut ideal: Vec<u32> = grades.values().copied().collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    let best = discounted(ideal.into_iter().take(k));
    if best == 0.0 {
        return 0.0;
    }
    let found = first_seen(ranking, k).map(|id| grades.get(id).copied().unwrap_or(0));
    discounted(found) / best
}

/// Share of the relevant documents that stand among the first `k`, 0 to 1.
pub fn recall_at(ranking: &[&str], grades: &Grades, k: usize) -> f64 {
    let relevant = grades.values().filter(|grade| **grade > 0).count();
    if relevant == 0 {
        return 0.0;
    }
    let found = first_seen(ranking, k)
        .filter(|id| is_relevant(grades, id))
        .count();
    found as f64 / relevant as f64
}

/// One over the rank of the first relevant document among the first `k`, else 0.
pub fn mrr_at(ranking: &[&str], grades: &Grades, k: usize) -> f64 {
    let first = first_seen(ranking, k).position(|id| is_relevant(grades, id));
    first.map_or(0.0, |index| 1.0 / (index + 1) as f64)
}

/// The scores that every table of retrieval shows.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct RankingScores {
    /// nDCG of the first ten.
    pub ndcg_10: f64,
    /// Recall of the first five.
    pub recall_5: f64,
    /// Recall of the first ten.
    pub recall_10: f64,
    /// Recall of the first hundred.
    pub recall_100: f64,
    /// Reciprocal rank of the first relevant among the first ten.
    pub mrr_10: f64,
}

/// Scores one ranking (document ids, best first; a repeated id counts once).
pub fn score_ranking(ranking: &[&str], grades: &Grades) -> RankingScores {
    RankingScores {
        ndcg_10: ndcg_at(ranking, grades, 10),
        recall_5: recall_at(ranking, grades, 5),
        recall_10: recall_at(ranking, grades, 10),
        recall_100: recall_at(ranking, grades, 100),
        mrr_10: mrr_at(ranking, grades, 10),
    }
}

/// The means over the topics; zeros when there are none.
pub fn mean_scores(scores: &[RankingScores]) -> RankingScores {
    let mean = |field: fn(&RankingScores) -> f64| {
        scores.iter().map(field).sum::<f64>() / scores.len().max(1) as f64
    };
    RankingScores {
        ndcg_10: mean(|scores| scores.ndcg_10),
        recall_5: mean(|scores| scores.recall_5),
        recall_10: mean(|scores| scores.recall_10),
        recall_100: mean(|scores| scores.recall_100),
        mrr_10: mean(|scores| scores.mrr_10),
    }
}

fn discounted(gains: impl Iterator<Item = u32>) -> f64 {
    let terms = gains
        .enumerate()
        .map(|(index, gain)| f64::from(gain) / ((index + 2) as f64).log2());
    terms.sum()
}

/// The first `k` different documents. A document found through several of its
/// chunks is one document, at its best rank.
fn first_seen<'a>(ranking: &'a [&'a str], k: usize) -> impl Iterator<Item = &'a str> {
    let mut seen = BTreeSet::new();
    ranking
        .iter()
        .copied()
        .filter(move |id| seen.insert(*id))
        .take(k)
}

fn is_relevant(grades: &Grades, id: &str) -> bool {
    grades.get(id).is_some_and(|grade| *grade > 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn grades(pairs: &[(&str, u32)]) -> Grades {
        pairs
            .iter()
            .map(|(id, grade)| ((*id).to_owned(), *grade))
            .collect()
    }

    fn near(got: f64, expected: f64) {
        assert!(
            (got - expected).abs() < 1e-9,
            "expected {expected}, got {got}"
        );
    }

    #[test]
    fn graded_gain_by_hand() {
        let judged = grades(&[("a", 3), ("b", 2), ("c", 1), ("d", 0)]);
        // Found: d 0, b 2 at rank 2, x unjudged, a 3 at rank 4.
        let found = 2.0 / 3f64.log2() + 3.0 / 5f64.log2();
        let ideal = 3.0 + 2.0 / 3f64.log2() + 1.0 / 4f64.log2();
        near(ndcg_at(&["d", "b", "x", "a"], &judged, 10), found / ideal);
        near(
            ndcg_at(&["d", "b", "x", "a"], &judged, 2),
            (2.0 / 3f64.log2()) / (3.0 + 2.0 / 3f64.log2()),
        );
    }

    #[test]
    fn recall_and_reciprocal_rank_by_hand() {
        let judged = grades(&[("a", 1), ("b", 2), ("c", 1), ("z", 0)]);
        near(recall_at(&["z", "a", "x", "b"], &judged, 2), 1.0 / 3.0);
        near(recall_at(&["z", "a", "x", "b"], &judged, 10), 2.0 / 3.0);
        near(mrr_at(&["z", "a"], &judged, 10), 0.5);
        near(mrr_at(&["z", "x", "a"], &judged, 2), 0.0);
    }

    #[test]
    fn a_topic_without_relevant_documents_scores_zero() {
        let judged = grades(&[("a", 0)]);
        assert_eq!(score_ranking(&["a"], &judged), RankingScores::default());
        assert_eq!(
            score_ranking(&[], &grades(&[("a", 1)])),
            RankingScores::default()
        );
    }

    #[test]
    fn several_chunks_of_a_document_count_once() {
        let judged = grades(&[("a", 1), ("b", 1)]);
        near(ndcg_at(&["a", "a", "a", "b"], &judged, 2), 1.0);
        near(recall_at(&["a", "a", "b"], &judged, 2), 1.0);
    }

    #[test]
    fn means_are_over_all_topics() {
        let one = RankingScores {
            ndcg_10: 1.0,
            recall_5: 0.5,
            ..RankingScores::default()
        };
        let mean = mean_scores(&[one, RankingScores::default()]);
        near(mean.ndcg_10, 0.5);
        near(mean.recall_5, 0.25);
        assert_eq!(mean_scores(&[]), RankingScores::default());
    }

    proptest! {
        #[test]
        fn scores_stay_within_bounds_and_the_ideal_order_is_best(
            judged in proptest::collection::btree_map("[a-h]", 0u32..4, 1..8),
            ranking in proptest::collection::vec("[a-k]", 0..14),
            k in 1usize..12,
        ) {
            let ids: Vec<&str> = ranking.iter().map(String::as_str).collect();
            for score in [ndcg_at(&ids, &judged, k), recall_at(&ids, &judged, k), mrr_at(&ids, &judged, k)] {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&score));
            }
            let mut ideal: Vec<(&String, &u32)> = judged.iter().collect();
            ideal.sort_by(|a, b| b.1.cmp(a.1));
            let ideal: Vec<&str> = ideal.iter().map(|(id, _)| id.as_str()).collect();
            prop_assert!(ndcg_at(&ideal, &judged, k) + 1e-12 >= ndcg_at(&ids, &judged, k));
        }
    }
}
