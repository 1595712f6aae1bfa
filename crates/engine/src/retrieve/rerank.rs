//! The best hits read again together with the question, by a model that is too slow for more.
//!
//! It comes last: once, on the ranking that was kept. Its list has no share in the fusion; it moves
//! the first hits within the range of scores that they have, so that what was ranked behind them
//! stays behind them and scores keep their scale. A model that fails, or takes too long, leaves the
//! order as it was, and that is said.

use std::time::Instant;

use index::{Grade, Hit, IndexError, Snapshot};
use models::{Limits, ModelError};

use super::request::DEADLINE_PASSED;
use super::{Arm, ArmList, ArmScore, Dropped, FusedHit, Reranked, Retrieval};
use crate::{EngineError, RerankModel};

/// Share of the time left that reranking may take: an answer is made after it.
const TIME_SHARE: u32 = 2;

/// Why the order stayed as it was although there was time left.
const TOO_SLOW: &str = "it took more than half of the time that was left";

/// Reorders the first hits of a retrieval as the settings say; the rest stays.
///
/// # Errors
/// A store that cannot be read, and [`ModelError::Cancelled`].
pub(super) fn rerank(
    snapshot: &Snapshot,
    retrieval: &mut Retrieval,
    settings: &RerankModel,
    limits: &Limits,
) -> Result<(), EngineError> {
    let first = retrieval.hits.len().min(settings.depth);
    if first == 0 {
        return Ok(());
    }
    let started = Instant::now();
    let passages = passages(snapshot, &retrieval.hits[..first])?;
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    let model = settings.model.get();
    let scored = model.score(&retrieval.query.text, &passages, &shortened(limits));
    retrieval.times.rerank = started.elapsed();
    let scored = match scored {
        Ok(scored) if scored.len() == first => scored,
        Ok(scored) => {
            let reason = format!("{} scores came for {first} passages", scored.len());
            drop_it(retrieval, reason);
            return Ok(());
        }
        Err(error @ ModelError::Cancelled) => return Err(error.into()),
        Err(ModelError::DeadlinePassed) => {
            let over = limits.check().is_err();
            let reason = if over { DEADLINE_PASSED } else { TOO_SLOW };
            drop_it(retrieval, reason.to_owned());
            return Ok(());
        }
        Err(error) => {
            drop_it(retrieval, error.to_string());
            return Ok(());
        }
    };
    let scores: Vec<f32> = scored.iter().map(|one| one.score).collect();
    let list = list(&retrieval.hits[..first], &scores, settings.weight);
    reorder(&mut retrieval.hits, &scores, settings.weight);
    retrieval.lists.push(list);
    retrieval.reranked = Some(Reranked {
        model: model.profile().name.clone(),
        cut: scored.iter().filter(|one| one.cut_tokens > 0).count(),
    });
    Ok(())
}

fn drop_it(retrieval: &mut Retrieval, reason: String) {
    let arm = Arm::Rerank;
    retrieval.dropped.push(Dropped { arm, reason });
}

/// The limits of the call, which leave time for what comes after it.
fn shortened(limits: &Limits) -> Limits {
    let now = Instant::now();
    let deadline = limits.deadline;
    Limits {
        deadline: deadline.map(|end| now + end.saturating_duration_since(now) / TIME_SHARE),
        cancel: limits.cancel.clone(),
    }
}

/// What the model reads of each hit: title and headings in front, as they are indexed.
fn passages(snapshot: &Snapshot, hits: &[FusedHit]) -> Result<Vec<String>, IndexError> {
    let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
    let records = snapshot.chunks(&ids)?.into_iter();
    let text = records.map(|record| match record.context.is_empty() {
        true => record.text,
        false => format!("{}\n{}", record.context, record.text),
    });
    Ok(text.collect())
}

/// The model's own order of these hits; among equals theirs stays.
fn list(hits: &[FusedHit], scores: &[f32], weight: f32) -> ArmList {
    let mut ranked: Vec<Hit> = hits
        .iter()
        .zip(scores)
        .map(|(hit, &score)| Hit {
            chunk: hit.chunk,
            score,
        })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    ArmList {
        arm: Arm::Rerank,
        weight,
        candidates: ranked.len(),
        hits: ranked,
        beyond: Vec::new(),
        // It looks at what the others found.
        grade: Grade::Approximate,
    }
}

/// Gives the first hits the mix of both orders as score, within the range of their scores, and
/// sorts them by it. What the model added or took is its contribution.
fn reorder(hits: &mut [FusedHit], scores: &[f32], weight: f32) {
    let fused: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
    let fused = &fused[..scores.len()];
    let (own, before) = (shares(scores), shares(fused));
    let low = fused.iter().copied().fold(f32::INFINITY, f32::min);
    let high = fused.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mixed: Vec<f32> = own
        .iter()
        .zip(before)
        .map(|(own, before)| weight * own + (1.0 - weight) * before)
        .collect();
    let ranks = ranks(scores);
    for (at, hit) in hits.iter_mut().enumerate() {
        let mut said = ArmScore {
            arm: Arm::Rerank,
            rank: ranks.get(at).copied(),
            score: 0.0,
            contribution: 0.0,
        };
        if let Some(mixed) = mixed.get(at) {
            let new = low + mixed * (high - low);
            said.score = scores[at];
            said.contribution = new - hit.score;
            hit.score = new;
        }
        hit.arms.push(said);
    }
    sort_first(hits, &mixed);
}

/// The rank of each score, 1 for the highest; among equals the first comes first.
fn ranks(scores: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let mut ranks = vec![0; scores.len()];
    for (place, at) in order.into_iter().enumerate() {
        ranks[at] = place + 1;
    }
    ranks
}

/// Sorts the first hits by their keys, high ones first; among equals the order stays. The scores
/// alone would not do: where all hits were equal before, they have no range to be moved in.
fn sort_first(hits: &mut [FusedHit], keys: &[f32]) {
    let mut keyed: Vec<(f32, FusedHit)> = keys.iter().copied().zip(hits.iter().cloned()).collect();
    keyed.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (place, (_, hit)) in hits.iter_mut().zip(keyed) {
        *place = hit;
    }
}

/// Scores scaled from 0 to 1; all 1 where they are equal.
fn shares(scores: &[f32]) -> Vec<f32> {
    let low = scores.iter().copied().fold(f32::INFINITY, f32::min);
    let high = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // In double precision, since the range of two finite scores may be none in single.
    let range = f64::from(high) - f64::from(low);
    let share = |score: &f32| match range > 0.0 {
        true => ((f64::from(*score) - f64::from(low)) / range) as f32,
        false => 1.0,
    };
    scores.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use index::ChunkId;
    use proptest::prelude::*;

    use super::*;

    fn hits(scores: &[f32]) -> Vec<FusedHit> {
        let mut scores = scores.to_vec();
        scores.sort_by(|a, b| b.total_cmp(a));
        (0..)
            .zip(scores)
            .map(|(chunk, score)| FusedHit {
                chunk: ChunkId(chunk),
                score,
                arms: Vec::new(),
            })
            .collect()
    }

    fn order(hits: &[FusedHit]) -> Vec<u64> {
        hits.iter().map(|hit| hit.chunk.0).collect()
    }

    #[test]
    fn all_of_the_weight_is_the_models_order_and_none_is_the_old_one() {
        let scores = [-3.0, 8.0, 2.0];
        let mut all = hits(&[0.9, 0.5, 0.4, 0.3]);
        reorder(&mut all, &scores, 1.0);
        assert_eq!(order(&all), [1, 2, 0, 3]);
        let mut none = hits(&[0.9, 0.5, 0.4, 0.3]);
        reorder(&mut none, &scores, 0.0);
        assert_eq!(order(&none), [0, 1, 2, 3]);
        assert!((none[1].score - 0.5).abs() < 1e-6);
        // 0.5 · (1, 0.2, 0) + 0.5 · (0, 1, 0.4545…)
        let mut half = hits(&[0.9, 0.5, 0.4, 0.3]);
        reorder(&mut half, &scores, 0.5);
        assert_eq!(order(&half), [1, 0, 2, 3]);
        let said = half[0].arms[0];
        assert_eq!((said.rank, said.score), (Some(1), 8.0));
        assert!((said.contribution - (0.4 + 0.6 * 0.5 - 0.5)).abs() < 1e-6);
        assert_eq!(half[3].arms[0].rank, None);
    }

    proptest! {
        #[test]
        fn no_hit_is_lost_and_scores_keep_their_range(
            fused in prop::collection::vec(0.0_f32..1.0, 1..40),
            scores in prop::collection::vec(-1e30_f32..1e30, 1..40),
            weight in 0.0_f32..=1.0,
        ) {
            let before = hits(&fused);
            let first = scores.len().min(before.len());
            let mut after = before.clone();
            reorder(&mut after, &scores[..first], weight);
            let mut all = order(&after);
            prop_assert_eq!(&order(&before)[first..], &all[first..]);
            all.sort_unstable();
            prop_assert_eq!(all, order(&before));
            let (high, low) = (before[0].score, before[first - 1].score);
            for hit in &after[..first] {
                prop_assert!(hit.score <= high + 1e-6 && hit.score >= low - 1e-6);
            }
            prop_assert!(after.windows(2).all(|two| two[0].score >= two[1].score - 1e-6));
        }
    }
}
