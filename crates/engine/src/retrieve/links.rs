//! The second hop: from the first hits to what they speak of by name.
//!
//! "Who directed the film that won in 1994?" is answered by two pages, and the
//! second shares no word with the question: its name stands on the first. So the
//! documents whose titles the question holds, and those whose titles the first
//! hits hold, bring their passages in. No model takes part. A passage is as good
//! as the hit that names it, and a little better where it fits the question too.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkId, Grade, Mention, Place, Writing};

use super::pass::{Pass, Reading};
use super::{Arm, ArmList, FusedHit, shares};
use crate::EngineError;

/// Hits whose names are followed: of more, the later ones lead astray.
const FOLLOWED: usize = 3;
/// What being named in the question adds to a fused score, which is at most 1.
const NAMED_WEIGHT: f32 = 0.5;
/// What being named in a first hit adds at most.
const LINKED_WEIGHT: f32 = 0.8;
/// Share of that which a passage gets whatever its own score.
const LINKED_FLOOR: f32 = 0.8;

/// The lists of what the question and the first hits name, as far as there is
/// anything.
pub(super) fn lists(reading: &Reading<'_>, pass: &Pass) -> Result<Vec<ArmList>, EngineError> {
    let snapshot = reading.snapshot;
    let names = snapshot.names()?;
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let fused = pass.fused(snapshot);
    let scores: BTreeMap<ChunkId, f32> = fused.iter().map(|hit| (hit.chunk, hit.score)).collect();
    let places = Places { reading, scores };

    let question = names.mentioned(&pass.query.text, Writing::Casual);
    let mut named = BTreeMap::new();
    for found in places.of(&question)? {
        named.insert(found.chunk, found.sure);
    }
    let mut linked: BTreeMap<ChunkId, f32> = BTreeMap::new();
    let followed = first(reading, &fused, &named);
    let ids: Vec<ChunkId> = followed.iter().map(|(chunk, _)| *chunk).collect();
    for ((source, score), record) in followed.iter().zip(snapshot.chunks(&ids)?) {
        let mut mentions = names.mentioned(&record.text, Writing::Careful);
        // A page that speaks of itself leads nowhere.
        for mention in &mut mentions {
            mention.places.retain(|place| !place.holds(*source));
        }
        for found in places.of(&mentions)? {
            let share = LINKED_FLOOR * found.sure + (1.0 - LINKED_FLOOR) * found.own;
            let value = score.min(1.0) * share;
            let best = linked.entry(found.chunk).or_insert(0.0);
            *best = best.max(value);
        }
    }
    let lists = [
        (Arm::Named, NAMED_WEIGHT, named),
        (Arm::Linked, LINKED_WEIGHT, linked),
    ];
    let lists = lists.into_iter().filter(|(_, _, found)| !found.is_empty());
    Ok(lists
        .map(|(arm, weight, found)| shares::list(snapshot, (arm, weight, Grade::Exact), found))
        .collect())
}

/// The first hits with their scores, those that the question names in front.
fn first(
    reading: &Reading<'_>,
    fused: &[FusedHit],
    named: &BTreeMap<ChunkId, f32>,
) -> Vec<(ChunkId, f32)> {
    let mut first: Vec<(ChunkId, f32)> = fused
        .iter()
        .map(|hit| {
            let named = named.get(&hit.chunk).copied().unwrap_or(0.0);
            (hit.chunk, hit.score + NAMED_WEIGHT * named)
        })
        .collect();
    let known: BTreeSet<ChunkId> = fused.iter().map(|hit| hit.chunk).collect();
    let unknown = named.keys().filter(|chunk| !known.contains(chunk));
    first.extend(unknown.map(|&chunk| (chunk, NAMED_WEIGHT)));
    shares::sort(reading.snapshot, &mut first);
    first.truncate(FOLLOWED);
    first
}

/// A passage of a document that was named.
struct Found {
    chunk: ChunkId,
    /// Its own fused score.
    own: f32,
    /// How surely it is the one that is meant, from 0 to 1: a document of one passage
    /// leaves no choice.
    sure: f32,
}

struct Places<'a> {
    reading: &'a Reading<'a>,
    /// Fused scores of what the arms found.
    scores: BTreeMap<ChunkId, f32>,
}

impl Places<'_> {
    /// The passages that mentions stand for.
    fn of(&self, mentions: &[Mention]) -> Result<Vec<Found>, EngineError> {
        let mut places: Vec<Place> = mentions
            .iter()
            .flat_map(|mention| mention.places.iter().copied())
            .collect();
        places.sort_unstable();
        places.dedup();
        let mut found = Vec::new();
        for place in places {
            let best = self.best(place);
            if self
                .reading
                .snapshot
                .in_scope(self.reading.scope, best.chunk)?
            {
                found.push(best);
            }
        }
        Ok(found)
    }

    /// The passage of a place that fits the question best; its first, where the
    /// arms found none.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    fn best(&self, place: Place) -> Found {
        let last = ChunkId(place.first.0 + u64::from(place.chunks));
        let best = self
            .scores
            .range(place.first..last)
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)));
        let (chunk, own) = best.map_or((place.first, 0.0), |(&chunk, &score)| (chunk, score));
        let sure = 1.0 / (place.chunks.max(1) as f32).sqrt();
        Found { chunk, own, sure }
    }
}
