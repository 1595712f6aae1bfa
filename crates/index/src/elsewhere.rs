//! What a snapshot and an index on other machines need of each other: how long one waits, what is
//! done while it is away, and scopes as that index is told of them.

use std::ops::Range;

use crate::chunk_index::{ChunkIndex, Patience};
use crate::local::LocalIndex;
use crate::{IndexError, Scope, Snapshot};

impl Snapshot {
    /// Searches of this snapshot end when `patience` does.
    pub fn heed(&mut self, patience: Patience) {
        self.patience = patience;
    }

    /// How long a search may take; for indexes on other machines.
    pub fn patience(&self) -> &Patience {
        &self.patience
    }

    /// Whether the chunks are indexed beside the records, not on other machines.
    pub fn is_indexed_here(&self) -> bool {
        self.index.is_here()
    }

    /// Why words were looked for in the records of this machine, where the index of the chunks
    /// could not be reached.
    pub fn degraded(&self) -> Option<IndexError> {
        let (index, reason) = self.degraded.get()?.clone();
        Some(IndexError::Unreachable { index, reason })
    }

    /// Asks the index, and where it cannot be reached the one beside the records, from then on at
    /// once: for what is cheap there. A search by vectors is not.
    pub(crate) fn or_here<T>(
        &self,
        ask: impl Fn(&dyn ChunkIndex) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        if self.degraded.get().is_none() {
            match ask(self.index.as_ref()) {
                Err(error @ IndexError::Unreachable { .. }) => self.note(&error),
                answer => return answer,
            }
        }
        ask(&LocalIndex::of(self.shared.dir()))
    }

    pub(crate) fn note(&self, error: &IndexError) {
        if let IndexError::Unreachable { index, reason } = error {
            // The first reason is as good as the next.
            let _ = self.degraded.set((index.clone(), reason.clone()));
        }
    }

    /// How many chunks of this version the index has, and how many of them with a vector.
    ///
    /// # Errors
    /// [`IndexError::Unreachable`], [`IndexError::Refused`].
    pub fn indexed(&self) -> Result<(u64, u64), IndexError> {
        self.index.counts(self)
    }

    /// Numbers of the copies of documents of which chunks are in a scope; all for [`Scope::all`].
    ///
    /// # Errors
    /// [`IndexError::ForeignScope`].
    pub fn scope_copies(&self, scope: &Scope) -> Result<Vec<i64>, IndexError> {
        let rows = self.rows(scope)?;
        let documents = self.view().documents.iter().enumerate();
        let within = |index: usize| {
            rows.is_none_or(|rows| !rows.ranges_within(self.view().rows_of(index)).is_empty())
        };
        Ok(documents
            .filter(|(index, _)| within(*index))
            .map(|(_, document)| document.row)
            .collect())
    }

    /// The chunks of a scope as ranges of ids, by document; `None` for all.
    ///
    /// # Errors
    /// [`IndexError::ForeignScope`].
    pub fn scope_ranges(&self, scope: &Scope) -> Result<Option<Vec<Range<u64>>>, IndexError> {
        let Some(rows) = self.rows(scope)? else {
            return Ok(None);
        };
        let within = |index: usize| {
            let all = self.view().rows_of(index);
            let first = self.view().documents[index].first_chunk.0;
            let found = rows.ranges_within(all.clone()).into_iter();
            found.map(move |range| {
                let at = |row: u32| first + u64::from(row - all.start);
                at(range.start)..at(range.end)
            })
        };
        Ok(Some(
            (0..self.view().documents.len()).flat_map(within).collect(),
        ))
    }
}
