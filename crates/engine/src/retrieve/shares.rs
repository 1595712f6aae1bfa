//! Lists of shares: what a strategy puts beside the lists of the arms.

use std::collections::BTreeMap;

use index::{ChunkId, Grade, Hit, Snapshot};

use super::{Arm, ArmList};

/// A list of scores from 0 to 1 by chunk.
pub(super) fn list(
    snapshot: &Snapshot,
    arm: Arm,
    weight: f32,
    grade: Grade,
    shares: &BTreeMap<ChunkId, f32>,
) -> ArmList {
    let mut hits: Vec<(ChunkId, f32)> = shares
        .iter()
        .map(|(&chunk, &share)| (chunk, share))
        .collect();
    sort(snapshot, &mut hits);
    ArmList {
        arm,
        weight,
        candidates: hits.len(),
        hits: hits
            .into_iter()
            .map(|(chunk, score)| Hit { chunk, score })
            .collect(),
        beyond: Vec::new(),
        grade,
    }
}

/// Best first; ties by document and ordinal.
pub(super) fn sort(snapshot: &Snapshot, hits: &mut [(ChunkId, f32)]) {
    hits.sort_by(|a, b| {
        let order = |hit: &(ChunkId, f32)| snapshot.order(hit.0);
        b.1.total_cmp(&a.1).then_with(|| order(a).cmp(&order(b)))
    });
}
