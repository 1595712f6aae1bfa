//! Relations that were asked last, made ready to be asked again.
//!
//! To read a table and to index its words takes longer than to ask it, the halves of a question ask
//! the same tables, and so do the questions that people ask next. They are kept with the version
//! of the library that they were read of.

use std::convert::Infallible;
use std::sync::Arc;

use index::{RelationId, Snapshot};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use text::Language;

use super::found::Found;
use crate::EngineError;

/// Cells of all relations that are kept: those of the last hundred questions over reports.
const CELLS_MAX: u64 = 120_000;
/// What a relation takes beside its cells, in cells.
const ENTRY_CELLS: usize = 8;

/// By the relation that leads: that of a table, or the first of a passage.
type Key = (RelationId, Language);

/// What was read last.
struct Kept(Cache<Key, Arc<Vec<Found>>, Cells>);

/// An empty cache of so many cells, in one part: cut into several, it would keep nothing that is
/// larger than a part, and those are the relations that take longest to read.
fn undivided<V: Clone, W: Weighter<Key, V> + Clone>(weigher: W) -> Cache<Key, V, W> {
    let relations = usize::try_from(CELLS_MAX).unwrap_or(usize::MAX) / 64;
    let options = OptionsBuilder::new()
        .estimated_items_capacity(relations)
        .weight_capacity(CELLS_MAX)
        .shards(1)
        .build()
        .unwrap_or_else(|error| unreachable!("both capacities are given: {error}"));
    let hash = DefaultHashBuilder::default();
    Cache::with_options(options, weigher, hash, DefaultLifecycle::default())
}

#[derive(Clone)]
struct Cells;

impl Weighter<Key, Arc<Vec<Found>>> for Cells {
    fn weight(&self, _: &Key, found: &Arc<Vec<Found>>) -> u64 {
        let cells = |one: &Found| one.table.columns.len() * one.table.rows.len() + ENTRY_CELLS;
        (ENTRY_CELLS + found.iter().map(cells).sum::<usize>()) as u64
    }
}

/// What is kept of a relation for questions in `language`, or what `read` gives.
///
/// # Errors
/// Those of `read`.
pub(super) fn kept(
    snapshot: &Snapshot,
    id: &RelationId,
    language: Language,
    read: impl FnOnce() -> Result<Vec<Found>, EngineError>,
) -> Result<Arc<Vec<Found>>, EngineError> {
    let Ok(kept) = snapshot.derived(|| Ok::<_, Infallible>(Kept(undivided(Cells))));
    let key = (id.clone(), language);
    if let Some(found) = kept.0.get(&key) {
        return Ok(found);
    }
    let found = Arc::new(read()?);
    kept.0.insert(key, Arc::clone(&found));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_most_of_the_room_is_kept() {
        #[derive(Clone)]
        struct Given;
        impl Weighter<Key, u64> for Given {
            fn weight(&self, _: &Key, cells: &u64) -> u64 {
                *cells
            }
        }
        let kept = undivided(Given);
        let key = |ordinal| {
            let document = String::from("0123456789abcdef").into();
            (RelationId { document, ordinal }, Language::En)
        };
        kept.insert(key(0), 100_000);
        assert_eq!(kept.get(&key(0)), Some(100_000));
        // What is larger than all of it is read anew, and puts nothing else out.
        kept.insert(key(1), 2 * CELLS_MAX);
        assert_eq!(
            (kept.get(&key(1)), kept.get(&key(0))),
            (None, Some(100_000))
        );
    }
}
