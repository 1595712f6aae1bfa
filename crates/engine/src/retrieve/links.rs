//! The second hop: from the first hits to what they speak of by name.
//!
//! "Who directed the film that won in 1994?" is answered by two pages, and the
//! second shares no word with the question: its name stands on the first. So the
//! titles and headings that the question itself names, and those that the first
//! hits name, bring their passages in. No model takes part. A passage is as good
//! as the hit that names it, and a little better where it fits the question too.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkId, Grade, Hit, Mention, Place, Writing};

use super::pass::{Pass, Reading};
use super::{Arm, ArmList, FusedHit};
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
    for (chunk, _) in places.of(&question)? {
        named.insert(chunk, 1.0_f32);
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
        for (chunk, own) in places.of(&mentions)? {
            let value = score.min(1.0) * (LINKED_FLOOR + (1.0 - LINKED_FLOOR) * own);
            let best = linked.entry(chunk).or_insert(0.0);
            *best = best.max(value);
        }
    }
    let lists = [
        (Arm::Named, NAMED_WEIGHT, named),
        (Arm::Linked, LINKED_WEIGHT, linked),
    ];
    let lists = lists.into_iter().filter(|(_, _, found)| !found.is_empty());
    Ok(lists
        .map(|(arm, weight, found)| list(reading, arm, weight, &found))
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
    sort(reading, &mut first);
    first.truncate(FOLLOWED);
    first
}

fn list(reading: &Reading<'_>, arm: Arm, weight: f32, found: &BTreeMap<ChunkId, f32>) -> ArmList {
    let mut hits: Vec<(ChunkId, f32)> = found
        .iter()
        .map(|(&chunk, &score)| (chunk, score))
        .collect();
    sort(reading, &mut hits);
    ArmList {
        arm,
        weight,
        candidates: hits.len(),
        hits: hits
            .into_iter()
            .map(|(chunk, score)| Hit { chunk, score })
            .collect(),
        beyond: Vec::new(),
        grade: Grade::Exact,
    }
}

fn sort(reading: &Reading<'_>, hits: &mut [(ChunkId, f32)]) {
    hits.sort_by(|a, b| {
        let order = |hit: &(ChunkId, f32)| reading.snapshot.order(hit.0);
        b.1.total_cmp(&a.1).then_with(|| order(a).cmp(&order(b)))
    });
}

struct Places<'a> {
    reading: &'a Reading<'a>,
    /// Fused scores of what the arms found.
    scores: BTreeMap<ChunkId, f32>,
}

impl Places<'_> {
    /// The passages that mentions stand for, each with its own fused score.
    fn of(&self, mentions: &[Mention]) -> Result<Vec<(ChunkId, f32)>, EngineError> {
        let mut places: Vec<Place> = mentions
            .iter()
            .flat_map(|mention| mention.places.iter().copied())
            .collect();
        places.sort_unstable();
        places.dedup();
        let mut found = Vec::new();
        for place in places {
            let (chunk, score) = self.best(place);
            if self.reading.snapshot.in_scope(self.reading.scope, chunk)? {
                found.push((chunk, score));
            }
        }
        Ok(found)
    }

    /// The passage of a place that fits the question best; its first, where the
    /// arms found none.
    fn best(&self, place: Place) -> (ChunkId, f32) {
        let last = ChunkId(place.first.0 + u64::from(place.chunks));
        let best = self
            .scores
            .range(place.first..last)
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)));
        best.map_or((place.first, 0.0), |(&chunk, &score)| (chunk, score))
    }
}
