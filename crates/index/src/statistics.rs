//! How much a store holds at one version.

use serde::Serialize;

use crate::records::{self, Records, boxes, relations};
use crate::{DocumentRecord, Grade, Snapshot, State, files, payload};

/// What is counted of a version without looking at the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Documents that can be searched.
    pub documents: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Chunks of all documents.
    pub chunks: u64,
    /// Chunks that have a vector.
    pub embedded_chunks: u64,
    /// Terms in the keyword index, with repetitions.
    pub terms_total: u64,
    /// What the dense arm promises for all chunks; a scope of few is exact always.
    pub dense: Grade,
}

/// Sizes of a store at one version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Documents that can be searched.
    pub documents: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Chunks of all documents.
    pub chunks: u64,
    /// Chunks that have a vector.
    pub embedded_chunks: u64,
    /// Terms in the keyword index, with repetitions.
    pub terms_total: u64,
    /// Characters of canonical text.
    pub characters: u64,
    /// Bytes of canonical text.
    pub text_bytes: u64,
    /// Bytes of typed tables and their cards, of dead documents too until a vacuum.
    pub tables_bytes: u64,
    /// Bytes of the places of words, of dead documents too until a vacuum.
    pub boxes_bytes: u64,
    /// Size of the records on the disk, in bytes.
    pub records_bytes: u64,
    /// Size of the keyword index on the disk, in bytes.
    pub keyword_bytes: u64,
    /// Size of the vectors on the disk, in bytes.
    pub vectors_bytes: u64,
    /// Size of sparse and token vectors on the disk, in bytes.
    pub payloads_bytes: u64,
    /// What the dense arm promises for all chunks; a scope of few is exact always.
    pub dense: Grade,
}

impl Snapshot {
    /// What this version holds: what a search needs to know, at once.
    pub fn counts(&self) -> Counts {
        let documents = self.documents();
        let ready = documents
            .iter()
            .filter(|document| document.state == State::Ready)
            .count();
        let embedded = self.sum(|document| u64::from(document.embedded_chunks));
        Counts {
            documents: ready,
            failed: documents.len() - ready,
            chunks: u64::from(self.view().rows()),
            embedded_chunks: embedded,
            terms_total: self.sum(|document| document.terms),
            dense: self.index.grade(embedded),
        }
    }

    fn sum(&self, get: fn(&DocumentRecord) -> u64) -> u64 {
        self.documents().iter().map(get).sum()
    }

    /// Sizes of the store at this version. All tables are looked at: a second and more for a
    /// large store.
    pub fn statistics(&self) -> Statistics {
        let counts = self.counts();
        // Where the parts lie now: a vacuum since may have moved them.
        let store = self.shared().with(Records::store);
        let store = store.as_ref().unwrap_or(&self.view().store);
        let dir = self.shared().dir();
        let log = format!("{}-wal", records::FILE_NAME);
        let stored = |bytes: fn(&rusqlite::Connection) -> rusqlite::Result<u64>| {
            // What cannot be counted shows as damage elsewhere.
            self.shared()
                .with(|records| records.run(bytes))
                .unwrap_or_default()
        };
        Statistics {
            documents: counts.documents,
            failed: counts.failed,
            chunks: counts.chunks,
            embedded_chunks: counts.embedded_chunks,
            terms_total: counts.terms_total,
            characters: self.sum(|document| document.characters),
            text_bytes: self.sum(|document| document.text_bytes),
            tables_bytes: stored(relations::bytes),
            boxes_bytes: stored(boxes::bytes),
            records_bytes: files::size(&dir.join(records::FILE_NAME)) + files::size(&dir.join(log)),
            keyword_bytes: files::size(
                &dir.join(crate::keyword::folder_name(store.keyword_generation)),
            ),
            vectors_bytes: files::size(
                &dir.join(crate::vectors::file_name(store.vector_generation)),
            ),
            payloads_bytes: payload::bytes(dir),
            dense: counts.dense,
        }
    }
}
