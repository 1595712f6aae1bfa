//! One commit: how documents become visible.
//!
//! The batch as pending in the records, synced → vectors that are known
//! already, appended and synced → terms added to the keyword index, committed →
//! one transaction of the records makes the new version visible. Only the last
//! step shows anything to readers, and each step before it can be done again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kernels::Quantized;

use crate::arrival::{Arrival, last_of_each};
use crate::keyword::{ChunkTerms, ChunkText, analyze};
use crate::records::chunks;
use crate::records::runs::{self, Run};
use crate::records::{Records, boxes, documents, relations, structure, summaries, texts};
use crate::vectors::VectorFile;
use crate::{ChunkId, DocumentRecord, IndexError, Stop, Version, Writer};

/// Chunks that are written before it is asked again whether they are wanted.
const CHUNKS_BETWEEN_CHECKS: usize = 512;

impl Writer {
    /// Stores a batch and makes it visible.
    pub(crate) fn commit(&mut self, entries: Vec<Arrival>) -> Result<Version, IndexError> {
        self.settle()?;
        let mut entries = last_of_each(entries);
        if entries.is_empty() {
            return Ok(self.version());
        }
        let batch = self.store.next_batch;
        let mut store = self.store.clone();
        store.next_batch += 1;
        for Arrival { record, .. } in &mut entries {
            record.row = store.next_row;
            store.next_row += 1;
            record.first_chunk = ChunkId(store.next_chunk.unsigned_abs());
            store.next_chunk += i64::from(record.chunks);
        }
        let terms = {
            let texts: Vec<ChunkText<'_>> = entries.iter().flat_map(Arrival::chunk_texts).collect();
            analyze(&texts, &self.stop)
        };
        self.stop.check()?;
        count_terms(&mut entries, &terms);
        let stop = &self.stop;
        let stored = self.records.transaction(|connection| {
            for Arrival { record, content } in &entries {
                documents::insert_pending(connection, record, batch)?;
                if let Some(content) = content {
                    texts::insert(connection, record.row, &content.document.text)?;
                    stop.check_statement()?;
                    structure::insert(connection, record.row, &content.document)?;
                    relations::insert(connection, record, &content.document)?;
                    stop.check_statement()?;
                    boxes::insert(connection, record.row, &content.document.boxes)?;
                    for some in content.chunks.chunks(CHUNKS_BETWEEN_CHECKS) {
                        stop.check_statement()?;
                        chunks::insert(connection, record.row, some)?;
                    }
                    summaries::insert(connection, record.row, &content.summaries)?;
                }
            }
            stop.check_statement()?;
            store.insert(connection)
        });
        if stored.is_err() {
            self.stop.check()?;
        }
        stored?;
        self.store = store;
        let records: Vec<DocumentRecord> = entries.into_iter().map(|entry| entry.record).collect();
        let done = self.finish(batch, &records, Some(terms));
        if done.is_err() {
            self.abandon();
        }
        done
    }

    /// The steps after the batch is in the records; `terms` where they are
    /// still at hand.
    pub(crate) fn finish(
        &mut self,
        batch: i64,
        documents: &[DocumentRecord],
        terms: Option<Vec<ChunkTerms>>,
    ) -> Result<Version, IndexError> {
        let reused = self.reuse_vectors(documents)?;
        let payloads = self.reuse_payloads(documents)?;
        self.add_terms(batch, documents, terms)?;
        let version = self.publish(|connection, store| {
            documents::publish_pending(connection, store.version)?;
            store.vector_slots = reused.slots;
            for reused in &payloads {
                reused.publish(connection)?;
            }
            runs::insert(connection, &reused.runs)
        })?;
        // The documents are visible: what goes wrong from here on only leaves
        // more segments than there need be.
        if self.keyword()?.merge().is_err() {
            self.keyword = None;
        }
        Ok(version)
    }

    fn add_terms(
        &mut self,
        batch: i64,
        documents: &[DocumentRecord],
        terms: Option<Vec<ChunkTerms>>,
    ) -> Result<(), IndexError> {
        if documents.iter().all(|document| document.chunks == 0) {
            return Ok(());
        }
        if self.keyword()?.committed_batch() >= batch {
            return Ok(());
        }
        match terms {
            Some(terms) => self.add_chunks(terms)?,
            None => {
                for document in documents {
                    let terms = analyze_stored(&self.records, document)?;
                    self.add_chunks(terms)?;
                }
            }
        }
        self.stop.check()?;
        self.keyword()?.commit(batch)
    }

    fn add_chunks(&mut self, terms: Vec<ChunkTerms>) -> Result<(), IndexError> {
        let stop = self.stop.clone();
        self.keyword()?.add(terms, &stop)
    }

    /// Appends the vectors of chunks whose text has one already, in this or
    /// another document.
    fn reuse_vectors(&mut self, documents: &[DocumentRecord]) -> Result<Appended, IndexError> {
        let nothing = Appended {
            runs: Vec::new(),
            slots: self.store.vector_slots,
        };
        if self.store.vector_slots == 0 || self.store.identity.dim.is_none() {
            return Ok(nothing);
        }
        let mut known: HashMap<[u8; 16], Option<Quantized>> = HashMap::new();
        let mut rows = Vec::new();
        let mut file = self.vector_file()?;
        for document in documents {
            let stored = self
                .records
                .run(|connection| chunks::all(connection, document))?;
            for chunk in stored {
                let vector = match known.entry(chunk.hash) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(self.vector_of_text(&mut file, &chunk.hash)?),
                };
                rows.extend(
                    vector
                        .as_ref()
                        .map(|it| (document.row, chunk.ordinal, copied(it))),
                );
            }
        }
        if rows.is_empty() {
            return Ok(nothing);
        }
        self.append(&mut file, rows)
    }

    fn vector_of_text(
        &self,
        file: &mut VectorFile,
        hash: &[u8; 16],
    ) -> Result<Option<Quantized>, IndexError> {
        let found = self
            .records
            .run(|connection| runs::with_hash(connection, hash))?;
        let Some((run, ordinal)) = found else {
            return Ok(None);
        };
        let mut rows = file.read(run.slot, run.count, run.crc)?;
        Ok(Some(rows.swap_remove((ordinal - run.first) as usize)))
    }

    /// Opens the vector file; only for stores with an embedder.
    pub(crate) fn vector_file(&self) -> Result<VectorFile, IndexError> {
        let dim = self.store.identity.dim.unwrap_or(0);
        VectorFile::open_or_create(&self.dir, self.store.vector_generation, dim)
    }

    /// Appends rows of (document row, ordinal, vector), sorted by the first
    /// two, and syncs. Their runs are born with the next version.
    pub(crate) fn append(
        &self,
        file: &mut VectorFile,
        rows: Vec<(i64, u32, Quantized)>,
    ) -> Result<Appended, IndexError> {
        self.append_from(file, self.store.vector_slots, rows)
    }

    /// The same behind the slots of any vector file.
    pub(crate) fn append_from(
        &self,
        file: &mut VectorFile,
        slots: i64,
        rows: Vec<(i64, u32, Quantized)>,
    ) -> Result<Appended, IndexError> {
        let mut joined: Vec<(i64, u32, Vec<Quantized>)> = Vec::new();
        for (document, ordinal, vector) in rows {
            match joined.last_mut() {
                Some((of, first, run))
                    if *of == document && *first as usize + run.len() == ordinal as usize =>
                {
                    run.push(vector);
                }
                _ => joined.push((document, ordinal, vec![vector])),
            }
        }
        let mut slot = slots.unsigned_abs();
        let mut runs = Vec::with_capacity(joined.len());
        for (document, first, vectors) in joined {
            let crc = file.write(slot, &vectors)?;
            let count = u32::try_from(vectors.len()).unwrap_or(u32::MAX);
            runs.push(Run {
                document,
                first,
                count,
                slot,
                born: self.store.version + 1,
                crc,
            });
            slot += u64::from(count);
        }
        file.sync()?;
        Ok(Appended {
            runs,
            slots: i64::try_from(slot).unwrap_or(i64::MAX),
        })
    }
}

/// What was appended to the vector file.
pub(crate) struct Appended {
    pub runs: Vec<Run>,
    /// Slots in use with it.
    pub slots: i64,
}

fn copied(vector: &Quantized) -> Quantized {
    Quantized {
        values: vector.values.clone(),
        scale: vector.scale,
    }
}

/// The terms of a document that is in the records.
pub(crate) fn analyze_stored(
    records: &Records,
    document: &DocumentRecord,
) -> Result<Vec<ChunkTerms>, IndexError> {
    let Some(last) = document.chunks.checked_sub(1) else {
        return Ok(Vec::new());
    };
    let stored = records.run(|connection| chunks::records(connection, document, 0, last))?;
    let texts: Vec<ChunkText<'_>> = stored
        .iter()
        .map(|chunk| ChunkText {
            chunk: chunk.id.0,
            document: document.row,
            path: &document.path,
            context: &chunk.context,
            body: &chunk.text,
            fields: chunk.fields,
            language: document.language,
        })
        .collect();
    Ok(analyze(&texts, &Stop::default()))
}

/// Notes in each document how many terms it has.
fn count_terms(entries: &mut [Arrival], terms: &[ChunkTerms]) {
    let mut rest = terms;
    for Arrival { record, .. } in entries {
        let (own, others) = rest.split_at(record.chunks as usize);
        record.terms = own.iter().map(|chunk| chunk.terms.count()).sum();
        rest = others;
    }
}
