//! The one row that says at which version the store is and what it was built with.

use rusqlite::{Connection, params};

use super::seal::Seal;
use crate::Identity;

/// Counters and identity of a store.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StoreRow {
    /// What readers see.
    pub version: i64,
    /// Next row of `documents`; never goes back, so rows are never reused.
    pub next_row: i64,
    /// Next chunk id; never goes back.
    pub next_chunk: i64,
    /// Next batch; the keyword index notes the last one it holds.
    pub next_batch: i64,
    /// Which folder holds the keyword index.
    pub keyword_generation: i64,
    /// Which file holds the vectors.
    pub vector_generation: i64,
    /// Slots of that file in use; what lies behind is left from a crash.
    pub vector_slots: i64,
    /// Documents visible at `version`, failed ones too.
    pub documents: i64,
    /// Chunks visible at `version`.
    pub chunks: i64,
    /// What the store was built with.
    pub identity: Identity,
}

impl StoreRow {
    /// The row of an empty store.
    pub(crate) fn first(identity: &Identity) -> Self {
        Self {
            version: 0,
            next_row: 1,
            next_chunk: 1,
            next_batch: 1,
            keyword_generation: 1,
            vector_generation: 1,
            vector_slots: 0,
            documents: 0,
            chunks: 0,
            identity: identity.clone(),
        }
    }

    fn seal(&self) -> Seal {
        Seal::of("store")
            .int(self.version)
            .int(self.next_row)
            .int(self.next_chunk)
            .int(self.next_batch)
            .int(self.keyword_generation)
            .int(self.vector_generation)
            .int(self.vector_slots)
            .int(self.documents)
            .int(self.chunks)
            .text(&self.identity.analyzer)
            .text(&self.identity.chunking)
            .text_or_null(self.identity.embedder.as_deref())
            .int(self.dim())
    }

    fn dim(&self) -> Option<i64> {
        self.identity.dim.and_then(|dim| i64::try_from(dim).ok())
    }

    pub(crate) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute(
            "INSERT OR REPLACE INTO store VALUES (1,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            params![
                self.version,
                self.next_row,
                self.next_chunk,
                self.next_batch,
                self.keyword_generation,
                self.vector_generation,
                self.vector_slots,
                self.documents,
                self.chunks,
                self.identity.analyzer,
                self.identity.chunking,
                self.identity.embedder,
                self.dim(),
                self.seal().done(),
            ],
        )?;
        Ok(())
    }

    pub(crate) fn load(connection: &Connection) -> rusqlite::Result<Self> {
        let (row, seal) = connection
            .prepare_cached(
                "SELECT version, next_row, next_chunk, next_batch, keyword_generation,
                   vector_generation, vector_slots, documents, chunks,
                   analyzer, chunking, embedder, dim, seal FROM store WHERE one = 1",
            )?
            .query_row([], |row| {
                let dim: Option<i64> = row.get(12)?;
                let store = StoreRow {
                    version: row.get(0)?,
                    next_row: row.get(1)?,
                    next_chunk: row.get(2)?,
                    next_batch: row.get(3)?,
                    keyword_generation: row.get(4)?,
                    vector_generation: row.get(5)?,
                    vector_slots: row.get(6)?,
                    documents: row.get(7)?,
                    chunks: row.get(8)?,
                    identity: Identity {
                        analyzer: row.get(9)?,
                        chunking: row.get(10)?,
                        embedder: row.get(11)?,
                        dim: dim.and_then(|dim| usize::try_from(dim).ok()),
                    },
                };
                Ok((store, row.get(13)?))
            })?;
        row.seal()
            .check(seal, || "the store's row of counters".to_owned())?;
        Ok(row)
    }
}
