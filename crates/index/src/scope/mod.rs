//! Scope: which chunks take part in a search.
//!
//! Filters are applied before scoring in every arm: a filter never changes a
//! score, only who takes part. A filter that cannot be read is an error, never
//! no filter.

mod filter;
mod matching;
mod rows;
mod value;

use std::sync::Arc;

use crate::Version;

pub use filter::{FILTER_NODES_MAX, Filter, FilterOp};
pub(crate) use matching::{ChunkPlaces, resolve};
pub(crate) use rows::RowSet;

/// The filter keys that every store knows; users' metadata adds its own.
pub const BUILT_IN_KEYS: [&str; 12] = [
    "document",
    "collection",
    "type",
    "language",
    "pages",
    "added",
    "modified",
    "date",
    "title",
    "author",
    "section",
    "page",
];

/// The chunks of one snapshot that may be found.
#[derive(Debug, Clone)]
pub struct Scope {
    /// `None` for all chunks of any snapshot.
    chosen: Option<Chosen>,
}

#[derive(Debug, Clone)]
struct Chosen {
    version: Version,
    rows: Arc<RowSet>,
    total: u32,
    filters: Arc<[Filter]>,
}

impl Scope {
    /// Every chunk; fits every snapshot.
    pub fn all() -> Scope {
        Scope { chosen: None }
    }

    pub(crate) fn of(version: Version, rows: RowSet, total: u32, filters: &[Filter]) -> Scope {
        Scope {
            chosen: Some(Chosen {
                version,
                rows: Arc::new(rows),
                total,
                filters: filters.into(),
            }),
        }
    }

    /// True when nothing is left out by construction.
    pub fn is_all(&self) -> bool {
        self.chosen.is_none()
    }

    /// The filters it was made of; all hold.
    pub fn filters(&self) -> &[Filter] {
        self.chosen.as_ref().map_or(&[], |chosen| &chosen.filters)
    }

    /// Number of chunks that take part; `None` for [`Scope::all`].
    pub fn chunks(&self) -> Option<usize> {
        self.chosen.as_ref().map(|chosen| chosen.rows.count())
    }

    /// Share of the snapshot's chunks that take part, 0 to 1.
    pub fn selectivity(&self) -> f64 {
        match &self.chosen {
            None => 1.0,
            Some(Chosen { total: 0, .. }) => 0.0,
            Some(chosen) => chosen.rows.count() as f64 / f64::from(chosen.total),
        }
    }

    /// The rows that take part in a snapshot at `version`: `Ok(None)` for all,
    /// `Err` with the scope's own version when it was made for another.
    pub(crate) fn rows(&self, version: Version) -> Result<Option<&RowSet>, Version> {
        match &self.chosen {
            None => Ok(None),
            Some(chosen) if chosen.version == version => Ok(Some(&chosen.rows)),
            Some(chosen) => Err(chosen.version),
        }
    }
}
