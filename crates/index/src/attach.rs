//! Vectors for chunks that are visible already: a small commit of its own.

use std::collections::{BTreeMap, HashSet};

use kernels::Quantized;
use rusqlite::Connection;

use crate::document::embedded_text;
use crate::records::chunks::{self, ChunkRow};
use crate::records::{documents, runs};
use crate::{ChunkId, DocumentRecord, IndexError, PendingChunk, Version, Writer, dense};

/// Documents looked at together when collecting pending chunks.
const DOCUMENTS_AT_ONCE: usize = 64;

impl Writer {
    pub(crate) fn find_pending(
        &mut self,
        chunks_max: usize,
    ) -> Result<Vec<PendingChunk>, IndexError> {
        let mut found = Vec::new();
        let mut texts = HashSet::new();
        let mut row = self.embedded_up_to;
        loop {
            let documents = self
                .records
                .run(|connection| documents::without_vectors(connection, row, DOCUMENTS_AT_ONCE))?;
            if found.is_empty() {
                // Rows only ever lose pending chunks; new documents come behind.
                let first = documents.first().map(|document| document.row);
                self.embedded_up_to = first.unwrap_or(self.store.next_row);
            }
            for document in &documents {
                self.pending_of(document, chunks_max, &mut texts, &mut found)?;
                if found.len() >= chunks_max {
                    return Ok(found);
                }
            }
            match documents.last() {
                Some(last) if documents.len() == DOCUMENTS_AT_ONCE => row = last.row + 1,
                _ => return Ok(found),
            }
        }
    }

    fn pending_of(
        &self,
        document: &DocumentRecord,
        chunks_max: usize,
        texts: &mut HashSet<[u8; 16]>,
        found: &mut Vec<PendingChunk>,
    ) -> Result<(), IndexError> {
        self.records.consistent(|connection| {
            let rows = chunks::all(connection, document)?;
            let runs = runs::of_document(connection, document.row)?;
            let embedded = |row: &ChunkRow| runs.iter().any(|run| run.holds(row.ordinal));
            for row in rows.iter().filter(|row| !embedded(row)) {
                if found.len() >= chunks_max {
                    break;
                }
                if !texts.insert(row.hash) {
                    continue;
                }
                let mut records = chunks::records(connection, document, row.ordinal, row.ordinal)?;
                found.extend(records.pop().map(|chunk| PendingChunk {
                    id: chunk.id,
                    text: embedded_text(&chunk.context, &chunk.text),
                }));
            }
            Ok(())
        })
    }

    /// Gives chunks without a vector the one that `vector_of` knows for the hash of their
    /// text, some documents a commit. Returns how many got one.
    pub(crate) fn attach_known(
        &mut self,
        mut vector_of: impl FnMut(&[u8; 16]) -> Result<Option<Quantized>, IndexError>,
    ) -> Result<u64, IndexError> {
        self.settle()?;
        let (mut attached, mut row) = (0, 0);
        loop {
            let documents = self
                .records
                .run(|connection| documents::without_vectors(connection, row, DOCUMENTS_AT_ONCE))?;
            let mut rows = Vec::new();
            for document in &documents {
                let (chunks, runs) = self.records.consistent(|connection| {
                    let chunks = chunks::all(connection, document)?;
                    Ok((chunks, runs::of_document(connection, document.row)?))
                })?;
                let embedded = |row: &ChunkRow| runs.iter().any(|run| run.holds(row.ordinal));
                for chunk in chunks.iter().filter(|row| !embedded(row)) {
                    let vector = vector_of(&chunk.hash)?;
                    rows.extend(vector.map(|vector| (document.row, chunk.ordinal, vector)));
                }
            }
            if !rows.is_empty() {
                attached += rows.len() as u64;
                let mut file = self.vector_file()?;
                let appended = self.append(&mut file, rows)?;
                self.publish(|connection, store| {
                    store.vector_slots = appended.slots;
                    runs::insert(connection, &appended.runs)
                })?;
            }
            match documents.last() {
                Some(last) if documents.len() == DOCUMENTS_AT_ONCE => row = last.row + 1,
                _ => return Ok(attached),
            }
        }
    }

    pub(crate) fn attach_vectors(
        &mut self,
        vectors: &[(ChunkId, Vec<f32>)],
    ) -> Result<Version, IndexError> {
        let dim = self.store.identity.dim.unwrap_or(0);
        for (chunk, vector) in vectors {
            dense::check_vector(vector, dim)?;
            if chunk.0 >= self.store.next_chunk.unsigned_abs() {
                return Err(IndexError::UnknownChunk { id: chunk.0 });
            }
        }
        let places = self.records.consistent(|connection| {
            let mut places: BTreeMap<(i64, u32), usize> = BTreeMap::new();
            for (index, (chunk, _)) in vectors.iter().enumerate() {
                for place in places_for(connection, *chunk)? {
                    places.entry(place).or_insert(index);
                }
            }
            Ok(places)
        })?;
        if places.is_empty() {
            return Ok(self.version());
        }
        let rows: Vec<(i64, u32, Quantized)> = places
            .into_iter()
            .map(|((document, ordinal), index)| {
                (document, ordinal, kernels::quantize(&vectors[index].1))
            })
            .collect();
        let mut file = self.vector_file()?;
        let appended = self.append(&mut file, rows)?;
        self.publish(|connection, store| {
            store.vector_slots = appended.slots;
            runs::insert(connection, &appended.runs)
        })
    }
}

/// The chunk itself, if it is visible and has no vector, and every other such
/// chunk with the same text.
fn places_for(connection: &Connection, chunk: ChunkId) -> rusqlite::Result<Vec<(i64, u32)>> {
    let Some((document, ordinal)) = documents::visible_chunk(connection, chunk)? else {
        return Ok(Vec::new());
    };
    let rows = chunks::rows(connection, document, ordinal, ordinal)?;
    match rows.first() {
        Some(row) => runs::lacking_hash(connection, &row.hash),
        None => Ok(Vec::new()),
    }
}
