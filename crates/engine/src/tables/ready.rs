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

impl Kept {
    fn new() -> Kept {
        let relations = usize::try_from(CELLS_MAX).unwrap_or(usize::MAX) / 64;
        let options = OptionsBuilder::new()
            .estimated_items_capacity(relations)
            .weight_capacity(CELLS_MAX)
            // Cut into parts, it would keep no relation that is larger than a part: those are the
            // ones that take longest to read.
            .shards(1)
            .build()
            .unwrap_or_else(|error| unreachable!("both capacities are given: {error}"));
        let hash = DefaultHashBuilder::default();
        Kept(Cache::with_options(
            options,
            Cells,
            hash,
            DefaultLifecycle::default(),
        ))
    }
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
    let Ok(kept) = snapshot.derived(|| Ok::<_, Infallible>(Kept::new()));
    let key = (id.clone(), language);
    if let Some(found) = kept.0.get(&key) {
        return Ok(found);
    }
    let found = Arc::new(read()?);
    kept.0.insert(key, Arc::clone(&found));
    Ok(found)
}
