//! Payloads for chunks that are visible already: a queue and a small commit of
//! its own for each kind, as vectors have.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use rusqlite::Connection;

use super::{Payload, PayloadFile, PayloadKind, PayloadModel};
use crate::document::embedded_text;
use crate::records::payloads::{self, PayloadRow, PayloadRun};
use crate::records::{chunks, documents, runs};
use crate::{ChunkId, DocumentRecord, IndexError, PendingChunk, Version, Writer};

/// Chunks of a run at most: its checksum is compared whole before one of its
/// pieces is looked at.
const RUN_CHUNKS_MAX: usize = 64;

/// Documents looked at together when collecting pending chunks.
const DOCUMENTS_AT_ONCE: usize = 64;

/// What was appended for one kind: its row with the new end, and the runs.
pub(crate) struct AppendedPayloads {
    pub row: PayloadRow,
    pub runs: Vec<PayloadRun>,
}

impl AppendedPayloads {
    /// Makes them visible with the transaction.
    pub(crate) fn publish(&self, connection: &Connection) -> rusqlite::Result<()> {
        self.row.save(connection)?;
        payloads::insert(connection, self.row.kind, &self.runs)
    }
}

impl Writer {
    /// Says which model makes the payloads of a kind. A store that has none of
    /// the kind takes it.
    ///
    /// # Errors
    /// [`IndexError::IdentityMismatch`] when they were made by another;
    /// [`crate::forget_payloads`] makes room for it.
    pub fn use_payload_model(
        &mut self,
        kind: PayloadKind,
        model: &PayloadModel,
    ) -> Result<(), IndexError> {
        let known = self.payload_row(kind)?;
        if let Some(known) = known.filter(|known| known.bytes > 0) {
            if known.model == model.model && known.dim == model.dim {
                return Ok(());
            }
            let told = |model: &str, dim: u32| format!("{model} of {dim}");
            return Err(IndexError::IdentityMismatch {
                what: match kind {
                    PayloadKind::Sparse => "sparse model",
                    PayloadKind::Tokens => "late model",
                },
                built_with: told(&known.model, known.dim),
                configured: told(&model.model, model.dim),
            });
        }
        // A file of this generation may be left from a crash under another model.
        let generation = self.payload_row(kind)?.map_or(0, |row| row.generation) + 1;
        let row = PayloadRow {
            kind,
            model: model.model.clone(),
            dim: model.dim,
            generation,
            bytes: 0,
        };
        self.records
            .transaction(|connection| row.save(connection))?;
        self.remove_old_generations()
    }

    /// Chunks that have no payload of a kind yet, at most `chunks_max`; of
    /// chunks with the same text only one, whose payload will be theirs too.
    /// None while no model is named for the kind.
    pub fn pending_payloads(
        &mut self,
        kind: PayloadKind,
        chunks_max: usize,
    ) -> Result<Vec<PendingChunk>, IndexError> {
        self.settle()?;
        let mut found = Vec::new();
        if self.payload_row(kind)?.is_none() {
            return Ok(found);
        }
        let mut texts = HashSet::new();
        let mut row = self.payloads_up_to.get(&kind).copied().unwrap_or(0);
        loop {
            let some = self.records.run(|connection| {
                documents::without_payloads(connection, kind, row, DOCUMENTS_AT_ONCE)
            })?;
            if found.is_empty() {
                // Rows only ever lose pending chunks; new documents come behind.
                let first = some.first().map_or(self.store.next_row, |first| first.row);
                self.payloads_up_to.insert(kind, first);
            }
            for document in &some {
                self.pending_payloads_of(kind, document, chunks_max, &mut texts, &mut found)?;
                if found.len() >= chunks_max {
                    return Ok(found);
                }
            }
            match some.last() {
                Some(last) if some.len() == DOCUMENTS_AT_ONCE => row = last.row + 1,
                _ => return Ok(found),
            }
        }
    }

    fn pending_payloads_of(
        &self,
        kind: PayloadKind,
        document: &DocumentRecord,
        chunks_max: usize,
        texts: &mut HashSet<[u8; 16]>,
        found: &mut Vec<PendingChunk>,
    ) -> Result<(), IndexError> {
        self.records.consistent(|connection| {
            let there = payloads::runs_of(connection, kind, document.row)?;
            for row in chunks::all(connection, document)? {
                if found.len() >= chunks_max {
                    break;
                }
                if there.iter().any(|run| run.holds(row.ordinal)) || !texts.insert(row.hash) {
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

    /// How many chunks have no payload of a kind yet.
    pub fn pending_payload_count(&self, kind: PayloadKind) -> Result<u64, IndexError> {
        let there = self
            .records
            .run(|connection| payloads::count_visible(connection, kind))?;
        Ok(self.store.chunks.unsigned_abs().saturating_sub(there))
    }

    /// Gives chunks their payloads of a kind, all or none. Chunks that meanwhile
    /// died or got one are left out.
    ///
    /// # Errors
    /// [`IndexError::BadVector`] for what does not fit the kind's model,
    /// [`IndexError::UnknownChunk`] for an id that was never given,
    /// [`IndexError::DiskFull`].
    pub fn attach_payloads(
        &mut self,
        kind: PayloadKind,
        given: &[(ChunkId, Payload)],
    ) -> Result<Version, IndexError> {
        self.settle()?;
        let no_model = |_: &Payload| IndexError::BadVector {
            expected: 0,
            got: format!("{} payloads", kind.as_str()),
        };
        let row = self.payload_row(kind)?;
        let mut pieces = Vec::with_capacity(given.len());
        for (chunk, payload) in given {
            let row = row.as_ref().filter(|_| payload.kind() == kind);
            let row = row.ok_or_else(|| no_model(payload))?;
            if chunk.0 >= self.store.next_chunk.unsigned_abs() {
                return Err(IndexError::UnknownChunk { id: chunk.0 });
            }
            pieces.push(payload.encode(row.dim)?);
        }
        let places = self.records.consistent(|connection| {
            let mut places: BTreeMap<(i64, u32), usize> = BTreeMap::new();
            for (index, (chunk, _)) in given.iter().enumerate() {
                for place in places_for(connection, kind, *chunk)? {
                    places.entry(place).or_insert(index);
                }
            }
            Ok(places)
        })?;
        let (Some(row), false) = (row, places.is_empty()) else {
            return Ok(self.version());
        };
        let placed = places
            .into_iter()
            .map(|((document, ordinal), index)| (document, ordinal, pieces[index].clone()))
            .collect();
        let appended = self.append_payloads(row, placed)?;
        self.publish(|connection, _| appended.publish(connection))
    }

    pub(crate) fn payload_row(&self, kind: PayloadKind) -> Result<Option<PayloadRow>, IndexError> {
        self.records
            .run(|connection| payloads::load(connection, kind))
    }

    /// Appends pieces, sorted by document row and ordinal, and syncs. Their runs
    /// are born with the next version.
    pub(crate) fn append_payloads(
        &self,
        mut row: PayloadRow,
        placed: Vec<(i64, u32, Vec<u8>)>,
    ) -> Result<AppendedPayloads, IndexError> {
        let mut file = PayloadFile::open_or_create(&self.dir, &row)?;
        let mut joined: Vec<(i64, u32, Vec<Vec<u8>>)> = Vec::new();
        for (document, ordinal, piece) in placed {
            match joined.last_mut() {
                Some((of, first, run))
                    if *of == document
                        && *first as usize + run.len() == ordinal as usize
                        && run.len() < RUN_CHUNKS_MAX =>
                {
                    run.push(piece);
                }
                _ => joined.push((document, ordinal, vec![piece])),
            }
        }
        let born = self.store.version + 1;
        let runs = joined
            .iter()
            .map(|(document, first, pieces)| file.append(*document, *first, pieces, born))
            .collect::<Result<Vec<PayloadRun>, IndexError>>()?;
        file.sync()?;
        row.bytes = file.end();
        Ok(AppendedPayloads { row, runs })
    }

    /// Appends the payloads of chunks whose text has one already, in this or
    /// another document.
    pub(crate) fn reuse_payloads(
        &self,
        documents: &[DocumentRecord],
    ) -> Result<Vec<AppendedPayloads>, IndexError> {
        let mut appended = Vec::new();
        for kind in PayloadKind::ALL {
            let Some(row) = self.payload_row(kind)?.filter(|row| row.bytes > 0) else {
                continue;
            };
            let mut file = PayloadFile::open_or_create(&self.dir, &row)?;
            let mut known: HashMap<[u8; 16], Option<Vec<u8>>> = HashMap::new();
            let mut placed = Vec::new();
            for document in documents {
                let stored = self
                    .records
                    .run(|connection| chunks::all(connection, document))?;
                for chunk in stored {
                    let piece = match known.entry(chunk.hash) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(new) => {
                            new.insert(self.payload_of_text(kind, &mut file, &chunk.hash)?)
                        }
                    };
                    if let Some(piece) = piece {
                        placed.push((document.row, chunk.ordinal, piece.clone()));
                    }
                }
            }
            if !placed.is_empty() {
                appended.push(self.append_payloads(row, placed)?);
            }
        }
        Ok(appended)
    }

    fn payload_of_text(
        &self,
        kind: PayloadKind,
        file: &mut PayloadFile,
        hash: &[u8; 16],
    ) -> Result<Option<Vec<u8>>, IndexError> {
        let found = self.records.run(|connection| {
            for (document, ordinal) in runs::chunks_with_hash(connection, hash)? {
                if let Some(run) = payloads::run_of_chunk(connection, kind, document, ordinal)? {
                    return Ok(Some((run, ordinal)));
                }
            }
            Ok(None)
        })?;
        let Some((run, ordinal)) = found else {
            return Ok(None);
        };
        let mut pieces = file.read(&run)?;
        Ok(Some(pieces.swap_remove((ordinal - run.first) as usize)))
    }
}

/// The chunk itself, if it is visible and has no payload, and every other such
/// chunk with the same text.
fn places_for(
    connection: &Connection,
    kind: PayloadKind,
    chunk: ChunkId,
) -> rusqlite::Result<Vec<(i64, u32)>> {
    let Some((document, ordinal)) = documents::visible_chunk(connection, chunk)? else {
        return Ok(Vec::new());
    };
    let rows = chunks::rows(connection, document, ordinal, ordinal)?;
    let Some(row) = rows.first() else {
        return Ok(Vec::new());
    };
    let mut places = Vec::new();
    for (document, ordinal) in runs::visible_with_hash(connection, &row.hash)? {
        if payloads::run_of_chunk(connection, kind, document, ordinal)?.is_none() {
            places.push((document, ordinal));
        }
    }
    Ok(places)
}
