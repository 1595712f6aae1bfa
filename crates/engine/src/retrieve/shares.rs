//! Lists of scores that do not come from an index: what a strategy puts beside the arms' own.

use index::{ChunkId, Grade, Hit, Snapshot};

use super::{Arm, ArmList};

/// A list of scores by chunk, best first. Those of [`Arm::gives_shares`] lie between 0 and 1.
pub(super) fn list(
    snapshot: &Snapshot,
    (arm, weight, grade): (Arm, f32, Grade),
    scores: impl IntoIterator<Item = (ChunkId, f32)>,
) -> ArmList {
    let mut scores: Vec<(ChunkId, f32)> = scores.into_iter().collect();
    sort(snapshot, &mut scores);
    let hits = scores.into_iter();
    let hits: Vec<Hit> = hits.map(|(chunk, score)| Hit { chunk, score }).collect();
    ArmList {
        arm,
        weight,
        candidates: hits.len(),
        hits,
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
