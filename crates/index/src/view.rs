//! What one version shows: its documents, and the numbering of its chunks.
//!
//! Visible chunks are numbered as *rows* in order of document id and ordinal.
//! So a tie between two rows goes to the lower one whatever the order of
//! adding, and a document's chunks are one range of rows.

use std::ops::Range;

use crate::records::store::StoreRow;
use crate::records::{Records, broken, documents, runs};
use crate::{ChunkId, DocumentId, DocumentRecord, IndexError, Version};

/// The documents of one version, in memory.
pub(crate) struct View {
    pub store: StoreRow,
    /// By id; failed ones too.
    pub documents: Vec<DocumentRecord>,
    /// First row by document, and one more: the number of rows.
    pub starts: Vec<u32>,
    /// First chunk id and index of documents with chunks, by chunk id.
    by_chunk: Vec<(u64, u32)>,
}

impl View {
    /// Reads the current version.
    pub(crate) fn load(records: &Records) -> Result<View, IndexError> {
        Self::load_at(records, i64::MAX)
    }

    /// Reads a version, or the current one if that is older. Of an older one nothing may have
    /// been removed by a vacuum: it is registered as read, or the vacuum knows of it.
    pub(crate) fn load_at(records: &Records, version: i64) -> Result<View, IndexError> {
        let (store, mut found) = records.consistent(|connection| {
            let mut store = StoreRow::load(connection)?;
            if version < store.version {
                store.version = version;
                (store.documents, store.chunks) = documents::count_visible(connection, version)?;
            }
            let mut found = documents::visible(connection, store.version)?;
            let mut runs = runs::all(connection)?;
            runs.retain(|run| run.born <= store.version);
            let embedded = embedded_by_row(&runs);
            for document in &mut found {
                let at = embedded.binary_search_by_key(&document.row, |(row, _)| *row);
                document.embedded_chunks = at.map_or(0, |at| embedded[at].1);
            }
            let chunks: i64 = found
                .iter()
                .map(|document| i64::from(document.chunks))
                .sum();
            if (found.len() as i64, chunks) != (store.documents, store.chunks) {
                return Err(broken(format!(
                    "{} documents with {chunks} chunks instead of {} with {}",
                    found.len(),
                    store.documents,
                    store.chunks
                )));
            }
            Ok((store, found))
        })?;
        found.sort_by(|a, b| a.id.cmp(&b.id));
        if let Some(twice) = found.windows(2).find(|pair| pair[0].id == pair[1].id) {
            let reason = format!("document `{}` is in it twice", twice[0].id);
            return Err(IndexError::damaged(records.path(), reason));
        }
        let mut starts = Vec::with_capacity(found.len() + 1);
        let mut rows = 0_u32;
        for document in &found {
            starts.push(rows);
            rows = rows.checked_add(document.chunks).ok_or_else(|| {
                IndexError::damaged(records.path(), "it counts more than 4 billion chunks")
            })?;
        }
        starts.push(rows);
        let mut by_chunk: Vec<(u64, u32)> = (0_u32..)
            .zip(&found)
            .filter(|(_, document)| document.chunks > 0)
            .map(|(index, document)| (document.first_chunk.0, index))
            .collect();
        by_chunk.sort_unstable();
        Ok(View {
            store,
            documents: found,
            starts,
            by_chunk,
        })
    }

    pub(crate) fn version(&self) -> Version {
        Version(self.store.version.unsigned_abs())
    }

    /// Number of visible chunks.
    pub(crate) fn rows(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The rows of a document.
    pub(crate) fn rows_of(&self, document: usize) -> Range<u32> {
        self.starts[document]..self.starts[document + 1]
    }

    /// The index of a document.
    pub(crate) fn position(&self, id: &DocumentId) -> Result<usize, IndexError> {
        self.documents
            .binary_search_by(|document| document.id.cmp(id))
            .map_err(|_| IndexError::UnknownDocument { id: id.to_string() })
    }

    /// Document index and ordinal of a visible chunk.
    pub(crate) fn home(&self, chunk: u64) -> Option<(usize, u32)> {
        let at = self
            .by_chunk
            .partition_point(|(first, _)| *first <= chunk)
            .checked_sub(1)?;
        let (first, document) = self.by_chunk[at];
        let document = document as usize;
        let ordinal = u32::try_from(chunk - first).ok()?;
        (ordinal < self.documents[document].chunks).then_some((document, ordinal))
    }

    /// The row of a visible chunk.
    pub(crate) fn row(&self, chunk: u64) -> Option<u32> {
        let (document, ordinal) = self.home(chunk)?;
        Some(self.starts[document] + ordinal)
    }

    /// The chunk at a row.
    pub(crate) fn chunk_at(&self, row: u32) -> ChunkId {
        let document = self
            .starts
            .partition_point(|start| *start <= row)
            .saturating_sub(1);
        // Documents without chunks share their start with the next one, and the
        // search ends behind the last of them.
        let ordinal = row - self.starts[document];
        ChunkId(self.documents[document].first_chunk.0 + u64::from(ordinal))
    }

    /// Row in the records and index of every document, by row.
    pub(crate) fn documents_by_row(&self) -> Vec<(i64, usize)> {
        let mut indexes: Vec<(i64, usize)> = self
            .documents
            .iter()
            .enumerate()
            .map(|(index, document)| (document.row, index))
            .collect();
        indexes.sort_unstable();
        indexes
    }
}

/// Chunks with a vector by document row, in order of row.
fn embedded_by_row(runs: &[runs::Run]) -> Vec<(i64, u32)> {
    let mut embedded: Vec<(i64, u32)> = Vec::new();
    for run in runs {
        match embedded.last_mut() {
            Some((row, count)) if *row == run.document => *count += run.count,
            _ => embedded.push((run.document, run.count)),
        }
    }
    embedded
}
