//! What a version's chunks name, as a graph in memory: entities on one side, chunks
//! on the other.
//!
//! Made from the records when it is first asked for and kept with the view, like
//! the other arms: about 12 bytes a mention. Names are held as 64 bits of their
//! hash: of a million names two share one with a probability of 1 in 30 million,
//! and would then be one entity.

mod walk;

use crate::IndexError;
use crate::records::{Records, broken, entities};
use crate::view::View;

pub use walk::Walk;

/// Names an entity within one version of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityId(u32);

/// Entities and the rows of chunks that name them.
pub(crate) struct EntityGraph {
    /// Documents with chunks that have no entities kept.
    missing: usize,
    rows: u32,
    /// Hash by entity, ascending.
    names: Vec<u64>,
    /// Rows about an entity.
    about: Lists,
    /// Rows that mention an entity.
    mentions: Lists,
    /// Entities that a row mentions.
    held: Lists,
}

/// Lists of numbers, one after the other.
struct Lists {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    /// The lists of `count` keys from pairs in order of key.
    fn of(count: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Lists {
        let mut starts = Vec::with_capacity(count + 1);
        let mut values = Vec::new();
        for (key, value) in pairs {
            while starts.len() <= key as usize {
                starts.push(length(&values));
            }
            values.push(value);
        }
        while starts.len() <= count {
            starts.push(length(&values));
        }
        values.shrink_to_fit();
        Lists { starts, values }
    }

    /// The list of a key; empty for one that is not there.
    fn get(&self, key: u32) -> &[u32] {
        let at = key as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&start), Some(&end)) => &self.values[start as usize..end as usize],
            _ => &[],
        }
    }

    fn bytes(&self) -> usize {
        (self.starts.capacity() + self.values.capacity()) * size_of::<u32>()
    }
}

/// Mentions are counted before: there are fewer than 4 billion.
fn length(values: &[u32]) -> u32 {
    u32::try_from(values.len()).unwrap_or(u32::MAX)
}

/// One place of a name, on the way into the graph.
type Place = (u64, u32, bool);

impl EntityGraph {
    /// Loads the entities that a view shows.
    pub(crate) fn load(records: &Records, view: &View) -> Result<EntityGraph, IndexError> {
        let indexes = view.documents_by_row();
        let mut places: Vec<Place> = Vec::new();
        let mut kept = 0;
        let mut fault = None;
        records.consistent(|connection| {
            entities::for_each(connection, view.store.version, |document, found| {
                let Ok(at) = indexes.binary_search_by_key(&document, |(row, _)| *row) else {
                    return;
                };
                let rows = view.rows_of(indexes[at].1);
                kept += usize::from(!rows.is_empty());
                for entity in &found.entities {
                    let name = hash(&entity.name);
                    for (ordinals, about) in [(&entity.about, true), (&entity.mentioned, false)] {
                        for ordinal in ordinals {
                            if *ordinal >= rows.end - rows.start {
                                fault = Some(document);
                                continue;
                            }
                            places.push((name, rows.start + ordinal, about));
                        }
                    }
                }
            })
        })?;
        if let Some(document) = fault {
            let reason = format!("entities of document row {document} have no chunks");
            return Err(IndexError::sqlite(records.path(), broken(reason)));
        }
        if u32::try_from(places.len()).is_err() {
            let reason = "it counts more than 4 billion mentions";
            return Err(IndexError::damaged(records.path(), reason));
        }
        let with_chunks = view.documents.iter().filter(|it| it.chunks > 0).count();
        Ok(EntityGraph {
            missing: with_chunks.saturating_sub(kept),
            ..EntityGraph::of(view.rows(), places)
        })
    }

    fn of(rows: u32, mut places: Vec<Place>) -> EntityGraph {
        places.sort_unstable();
        places.dedup();
        let mut names: Vec<u64> = places.iter().map(|(name, ..)| *name).collect();
        names.dedup();
        let mut ids: Vec<u32> = Vec::with_capacity(places.len());
        let mut id = 0_u32;
        for (at, place) in places.iter().enumerate() {
            id += u32::from(at > 0 && places[at - 1].0 != place.0);
            ids.push(id);
        }
        let of_kind = |about: bool| {
            let all = ids.iter().zip(&places);
            all.filter(move |(_, place)| place.2 == about)
                .map(|(&id, place)| (id, place.1))
        };
        let about = Lists::of(names.len(), of_kind(true));
        let mentions = Lists::of(names.len(), of_kind(false));
        let mut back: Vec<(u32, u32)> = of_kind(false).map(|(id, row)| (row, id)).collect();
        back.sort_unstable();
        EntityGraph {
            missing: 0,
            rows,
            about,
            mentions,
            held: Lists::of(rows as usize, back.into_iter()),
            names,
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<EntityId> {
        let at = self.names.binary_search(&hash(name)).ok()?;
        u32::try_from(at).ok().map(EntityId)
    }

    /// How much it holds.
    pub(crate) fn size(&self) -> GraphSize {
        let lists = self.about.bytes() + self.mentions.bytes() + self.held.bytes();
        GraphSize {
            documents_missing: self.missing,
            entities: self.names.len(),
            mentions: self.mentions.values.len(),
            bytes: self.names.capacity() * size_of::<u64>() + lists,
        }
    }
}

fn hash(name: &str) -> u64 {
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(name.as_bytes()).as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// How much a graph of entities holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GraphSize {
    /// Documents with chunks whose entities are not kept: the graph lacks them.
    pub documents_missing: usize,
    /// Entities.
    pub entities: usize,
    /// Pairs of an entity and a chunk that mentions it.
    pub mentions: usize,
    /// Bytes in memory.
    pub bytes: usize,
}
