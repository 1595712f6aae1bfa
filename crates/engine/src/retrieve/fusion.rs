//! Several lists of scored chunks into one.
//!
//! Scores are scaled over each list and summed by weight. Ranks are the
//! alternative: they need no scale, but being in two lists at rank 50 then
//! beats being first in one, which costs more than it gives wherever one arm is
//! weak. Ties break by the order of the lists' own tie-break (document,
//! ordinal), so the result does not depend on when a document was added.

use index::ChunkId;

use super::{Arm, ArmList};
use crate::Fusion;

/// Damping constant of rank fusion (Cormack et al., 2009): large enough that
/// ranks 1 and 2 of a single list differ by under 2 %.
const RRF_K: f32 = 60.0;

/// What one arm said of a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmScore {
    /// The arm.
    pub arm: Arm,
    /// 1-based rank in the arm's list; `None` when it is not in the list.
    pub rank: Option<usize>,
    /// The arm's own score.
    pub score: f32,
    /// What it added to the fused score.
    pub contribution: f32,
}

/// A chunk with its fused score and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct FusedHit {
    /// The chunk.
    pub chunk: ChunkId,
    /// Fused score; higher is better.
    pub score: f32,
    /// What each arm said of it, in order of the arms.
    pub arms: Vec<ArmScore>,
}

/// Fuses lists into one ranking of all their chunks.
///
/// `order` gives each chunk its place among equals. No hit is lost: the result
/// holds every chunk of every list once.
pub fn fuse<K: Ord>(
    lists: &[ArmList],
    method: Fusion,
    order: impl Fn(ChunkId) -> K,
) -> Vec<FusedHit> {
    let mut chunks: Vec<ChunkId> = lists
        .iter()
        .flat_map(|list| list.hits.iter().map(|hit| hit.chunk))
        .collect();
    chunks.sort_unstable();
    chunks.dedup();

    let scored: Vec<Vec<ArmScore>> = lists
        .iter()
        .map(|list| score_list(list, method, &chunks))
        .collect();
    let mut hits: Vec<FusedHit> = chunks
        .iter()
        .enumerate()
        .map(|(at, &chunk)| {
            let arms: Vec<ArmScore> = scored.iter().map(|list| list[at]).collect();
            FusedHit {
                chunk,
                score: arms.iter().map(|arm| arm.contribution).sum(),
                arms,
            }
        })
        .collect();
    hits.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| order(a.chunk).cmp(&order(b.chunk)))
    });
    hits
}

/// One score for each of `chunks` (sorted), in their order.
fn score_list(list: &ArmList, method: Fusion, chunks: &[ChunkId]) -> Vec<ArmScore> {
    let (low, high) = list
        .hits
        .iter()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), hit| {
            (low.min(hit.score), high.max(hit.score))
        });
    let scaled = |score: f32| {
        if list.arm.gives_shares() {
            score.clamp(0.0, 1.0)
        } else if high > low {
            ((score - low) / (high - low)).max(0.0)
        } else if score >= high {
            1.0
        } else {
            // A list of one score says nothing for what lies below it.
            0.0
        }
    };
    let mut scores: Vec<ArmScore> = chunks
        .iter()
        .map(|_| ArmScore {
            arm: list.arm,
            rank: None,
            score: 0.0,
            contribution: 0.0,
        })
        .collect();
    for (index, hit) in list.hits.iter().enumerate() {
        let Ok(at) = chunks.binary_search(&hit.chunk) else {
            continue;
        };
        let rank = index + 1;
        let contribution = match method {
            Fusion::Minmax => list.weight * scaled(hit.score),
            #[expect(clippy::cast_precision_loss, reason = "ranks are small")]
            Fusion::Rrf => list.weight / (RRF_K + rank as f32),
        };
        scores[at] = ArmScore {
            arm: list.arm,
            rank: Some(rank),
            score: hit.score,
            contribution,
        };
    }
    // A chunk that only another arm found still has a score in this one.
    for &(chunk, score) in &list.beyond {
        let Ok(at) = chunks.binary_search(&chunk) else {
            continue;
        };
        if scores[at].rank.is_none() {
            scores[at].score = score;
            if method == Fusion::Minmax {
                scores[at].contribution = list.weight * scaled(score);
            }
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use index::Hit;
    use proptest::prelude::*;

    use super::*;

    fn list(arm: Arm, weight: f32, scores: &[(u64, f32)]) -> ArmList {
        let mut hits: Vec<Hit> = scores
            .iter()
            .map(|&(id, score)| Hit {
                chunk: ChunkId(id),
                score,
            })
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
        ArmList {
            arm,
            weight,
            hits,
            beyond: Vec::new(),
            candidates: scores.len(),
            grade: index::Grade::Exact,
        }
    }

    #[test]
    fn even_weights_add_scaled_scores() {
        let keyword = list(Arm::Keyword, 0.5, &[(1, 10.0), (2, 5.0), (3, 0.0)]);
        let dense = list(Arm::Dense, 0.5, &[(2, 0.9), (4, 0.1)]);
        let hits = fuse(&[keyword, dense], Fusion::Minmax, |chunk| chunk);
        let order: Vec<u64> = hits.iter().map(|hit| hit.chunk.0).collect();
        assert_eq!(order, [2, 1, 3, 4]);
        assert!((hits[0].score - 0.75).abs() < 1e-6);
    }

    #[test]
    fn a_list_of_one_gives_nothing_to_those_below_it() {
        let mut keyword = list(Arm::Keyword, 1.0, &[(1, 4.0)]);
        keyword.beyond = vec![(ChunkId(2), 0.0)];
        let linked = list(Arm::Linked, 0.8, &[(2, 0.9)]);
        let hits = fuse(&[keyword, linked], Fusion::Minmax, |chunk| chunk);
        let scores: Vec<(u64, f32)> = hits.iter().map(|hit| (hit.chunk.0, hit.score)).collect();
        assert_eq!(scores, [(1, 1.0), (2, 0.8 * 0.9)]);
    }

    #[test]
    fn ranks_forget_scores() {
        let keyword = list(Arm::Keyword, 1.0, &[(1, 1000.0), (2, 1.0)]);
        let hits = fuse(&[keyword], Fusion::Rrf, |chunk| chunk);
        assert!((hits[0].score - 1.0 / 61.0).abs() < 1e-6);
        assert!((hits[1].score - 1.0 / 62.0).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn no_hit_is_lost_and_weight_zero_does_not_rank(
            keyword in prop::collection::btree_map(0u64..40, 0.0f32..30.0, 1..20),
            dense in prop::collection::btree_map(0u64..40, -1.0f32..1.0, 1..20),
        ) {
            let keyword: Vec<_> = keyword.into_iter().collect();
            let dense: Vec<_> = dense.into_iter().collect();
            for method in [Fusion::Minmax, Fusion::Rrf] {
                let lists = [list(Arm::Keyword, 1.0, &keyword), list(Arm::Dense, 0.0, &dense)];
                let hits = fuse(&lists, method, |chunk| chunk);
                let mut found: Vec<u64> = hits.iter().map(|hit| hit.chunk.0).collect();
                found.sort_unstable();
                let mut all: Vec<u64> =
                    keyword.iter().chain(&dense).map(|&(id, _)| id).collect();
                all.sort_unstable();
                all.dedup();
                prop_assert_eq!(found, all);
                let scores: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
                prop_assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]));
                // The weightless arm's hits stand at zero.
                for hit in &hits {
                    prop_assert_eq!(hit.arms[1].contribution, 0.0);
                }
            }
        }
    }
}
