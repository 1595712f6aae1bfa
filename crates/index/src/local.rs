//! The index that is part of the store: inverted lists and vectors beside the records.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::chunk_index::{ArmQuery, ChunkEntry, ChunkIndex, DocumentEntry, Patience};
use crate::payload::{LateQuery, PayloadKind, SparseQuery};
use crate::{
    ChunkId, DocumentRecord, Grade, IndexError, Library, Ranking, Scope, Snapshot, Version, dense,
};

/// The index beside the records of a store. It changes within the records' own commit
/// ([`crate::Writer`]), so that every version of theirs is one of its own.
#[derive(Debug, Clone)]
pub struct LocalIndex {
    dir: PathBuf,
}

impl LocalIndex {
    /// The index of the store in `dir`.
    pub fn of(dir: &Path) -> LocalIndex {
        LocalIndex {
            dir: dir.to_owned(),
        }
    }
}

impl ChunkIndex for LocalIndex {
    fn version(&self, records: Version) -> Result<Version, IndexError> {
        Ok(records)
    }

    /// What is in the records is here: the commit that stored it wrote both. So this looks
    /// whether it is, and reports what is not.
    fn put(&self, documents: &[DocumentEntry], _patience: &Patience) -> Result<(), IndexError> {
        let snapshot = Library::open(&self.dir)?.snapshot()?;
        // Opening compares the inverted lists with the records, chunk by chunk.
        snapshot.keyword_view()?;
        let alive = documents.iter().filter(|one| one.died.is_none());
        let mut chunks = alive.flat_map(|one| &one.chunks);
        chunks.try_for_each(|entry| snapshot.row_at(entry.chunk).map(|_| ()))
    }

    fn drop_documents(
        &self,
        copies: &[i64],
        _died: Version,
        _patience: &Patience,
    ) -> Result<(), IndexError> {
        let snapshot = Library::open(&self.dir)?.snapshot()?;
        let alive = snapshot.documents().iter();
        match alive.into_iter().find(|one| copies.contains(&one.row)) {
            None => Ok(()),
            Some(document) => Err(IndexError::Refused {
                index: "the local index".to_owned(),
                reason: format!("document `{}` is in the records still", document.id),
            }),
        }
    }

    fn arm(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError> {
        let rows = snapshot.rows(scope)?;
        match query {
            ArmQuery::Keyword(terms) => {
                let (best, candidates) =
                    snapshot.in_keywords(|view| view.search(terms, rows, k))?;
                Ok(snapshot.ranking(&best, candidates, Grade::Exact))
            }
            ArmQuery::Dense { vector, scan } => {
                let dir = snapshot.shared().dir();
                let dense = snapshot.dense_view()?;
                let found = dense.search(dir, vector, rows, k, scan)?;
                Ok(snapshot.ranking(&found.best, found.candidates, found.grade))
            }
            ArmQuery::Sparse(weights) => {
                let payloads = snapshot.payload_view(PayloadKind::Sparse)?;
                let Some(model) = payloads.model() else {
                    return Ok(Ranking::default());
                };
                let query = SparseQuery::new(weights, model.dim)?;
                let (best, candidates) = payloads.search(&query, rows, k)?;
                Ok(snapshot.ranking(&best, candidates, Grade::Exact))
            }
            // It scores what the others found.
            ArmQuery::Late(_) => Ok(Ranking::default()),
        }
    }

    fn scores(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        let rows = || snapshot.rows_at(chunks);
        match query {
            ArmQuery::Keyword(terms) => {
                let rows = rows()?;
                let scores = snapshot.in_keywords(|view| view.scores(terms, &rows))?;
                Ok(scores.into_iter().map(Some).collect())
            }
            ArmQuery::Dense { vector, .. } => {
                let dir = snapshot.shared().dir();
                snapshot.dense_view()?.scores(dir, vector, &rows()?)
            }
            ArmQuery::Sparse(weights) => {
                let payloads = snapshot.payload_view(PayloadKind::Sparse)?;
                let Some(model) = payloads.model() else {
                    return Ok(vec![None; chunks.len()]);
                };
                let query = SparseQuery::new(weights, model.dim)?;
                payloads.of_rows(&rows()?, |piece| query.score(piece))
            }
            ArmQuery::Late(vectors) => {
                let payloads = snapshot.payload_view(PayloadKind::Tokens)?;
                let Some(model) = payloads.model() else {
                    return Ok(vec![None; chunks.len()]);
                };
                let query = LateQuery::new(vectors, model.dim)?;
                payloads.of_rows(&rows()?, |piece| query.score(piece))
            }
        }
    }

    fn fetch(
        &self,
        snapshot: &Snapshot,
        document: &DocumentRecord,
        ordinals: Range<u32>,
    ) -> Result<Vec<ChunkEntry>, IndexError> {
        let view = snapshot.view();
        let rows = view.rows_of(view.position(&document.id)?);
        let dense = snapshot.dense_view()?;
        let end = ordinals.end.min(document.chunks);
        (ordinals.start..end)
            .map(|ordinal| {
                let row = rows.start + ordinal;
                let stored = dense.vector(snapshot.shared().dir(), row)?;
                let vector = stored.map(|stored| {
                    let values = stored.values.iter();
                    values.map(|&it| f32::from(it) * stored.scale).collect()
                });
                Ok(ChunkEntry {
                    chunk: view.chunk_at(row),
                    ordinal,
                    vector,
                    ..ChunkEntry::default()
                })
            })
            .collect()
    }

    fn counts(&self, snapshot: &Snapshot) -> Result<(u64, u64), IndexError> {
        let embedded = snapshot.documents().iter();
        Ok((
            u64::from(snapshot.view().rows()),
            embedded.map(|one| u64::from(one.embedded_chunks)).sum(),
        ))
    }

    fn grade(&self, vectors: u64) -> Grade {
        dense::grade_of(vectors)
    }

    fn is_here(&self) -> bool {
        true
    }
}
