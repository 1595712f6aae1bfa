//! One commit: how documents become visible.
//!
//! The batch as pending in the records, synced → vectors that are known
//! already, appended and synced → terms added to the keyword index, committed →
//! one transaction of the records makes the new version visible. Only the last
//! step shows anything to readers, and each step before it can be done again.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use kernels::Quantized;

use crate::keyword::{ChunkTerms, ChunkText, analyze};
use crate::records::chunks::{self, ChunkRow};
use crate::records::runs::{self, Run};
use crate::records::{Records, documents, structure, texts};
use crate::vectors::VectorFile;
use crate::{
    ChunkId, DocumentId, DocumentRecord, FailedDocument, IndexError, NewDocument, State, Version,
    Writer,
};

/// A document on its way into the records.
pub(crate) struct Arrival {
    record: DocumentRecord,
    content: Option<(text::Document, Vec<ChunkRow>)>,
}

impl Arrival {
    /// A document that was read. Its chunks must be numbered from 0 and lie
    /// within its text.
    pub(crate) fn ready(new: NewDocument) -> Result<Arrival, IndexError> {
        let bad = |reason: String| IndexError::BadDocument {
            path: new.path.clone(),
            reason,
        };
        let mut rows = Vec::with_capacity(new.chunks.len());
        for (expected, chunk) in (0_u32..).zip(&new.chunks) {
            if chunk.ordinal != expected {
                return Err(bad(format!(
                    "chunk {expected} has ordinal {}",
                    chunk.ordinal
                )));
            }
            if chunk
                .section
                .is_some_and(|section| section >= new.document.sections.len())
            {
                return Err(bad(format!(
                    "chunk {expected} is in a section that is not there"
                )));
            }
            let row = ChunkRow::new(chunk, &new.document.text)
                .ok_or_else(|| bad(format!("chunk {expected} is not a piece of its text")))?;
            rows.push(row);
        }
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let document = new.document;
        let record = DocumentRecord {
            id: DocumentId::new(&new.path, &new.content_hash),
            path: new.path,
            root: new.root,
            content_hash: new.content_hash,
            format: Some(new.format),
            bytes: new.bytes,
            modified: new.modified,
            added: new.added,
            collection: new.collection,
            metadata: new.metadata,
            title: document.metadata.title.clone(),
            author: document.metadata.author.clone(),
            date: document.metadata.date.clone(),
            language: document.language,
            pages: new.page_count,
            chunks: count(rows.len()),
            first_chunk: ChunkId(0),
            text_bytes: document.text.len() as u64,
            characters: document.text.chars().count() as u64,
            sections: count(document.sections.len()),
            tables: count(document.tables.len()),
            terms: 0,
            embedded_chunks: 0,
            warnings: new.warnings,
            report: new.report,
            reader_version: new.reader_version,
            state: State::Ready,
            row: 0,
        };
        Ok(Arrival {
            record,
            content: Some((document, rows)),
        })
    }

    /// A file that could not be read.
    pub(crate) fn failed(failed: FailedDocument) -> Arrival {
        let record = DocumentRecord {
            id: DocumentId::new(&failed.path, &failed.content_hash),
            path: failed.path,
            root: failed.root,
            content_hash: failed.content_hash,
            format: failed.format,
            bytes: failed.bytes,
            modified: failed.modified,
            added: failed.added,
            collection: failed.collection,
            metadata: failed.metadata,
            title: None,
            author: None,
            date: None,
            language: text::Language::Other,
            pages: None,
            chunks: 0,
            first_chunk: ChunkId(0),
            text_bytes: 0,
            characters: 0,
            sections: 0,
            tables: 0,
            terms: 0,
            embedded_chunks: 0,
            warnings: Vec::new(),
            report: text::Report::default(),
            reader_version: failed.reader_version,
            state: State::Failed {
                reason: failed.reason,
            },
            row: 0,
        };
        Arrival {
            record,
            content: None,
        }
    }

    fn chunk_texts(&self) -> impl Iterator<Item = ChunkText<'_>> {
        self.content.iter().flat_map(|(document, rows)| {
            rows.iter().map(|row| ChunkText {
                chunk: self.record.first_chunk.0 + u64::from(row.ordinal),
                document: self.record.row,
                context: &row.context,
                // Checked when the row was made.
                body: row.span.slice(&document.text).unwrap_or_default(),
                language: self.record.language,
            })
        })
    }
}

/// Of entries for the same place, only the last: as if put one after the other.
fn last_of_each(entries: Vec<Arrival>) -> Vec<Arrival> {
    let mut places = HashSet::new();
    let mut ids = HashSet::new();
    let mut kept: Vec<Arrival> = entries
        .into_iter()
        .rev()
        .filter(|entry| {
            let record = &entry.record;
            let new_place = places.insert((record.root.clone(), record.path.clone()));
            let new_id = ids.insert(record.id.clone());
            new_place && new_id
        })
        .collect();
    kept.reverse();
    kept
}

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
            analyze(&texts)
        };
        count_terms(&mut entries, &terms);
        self.records.transaction(|connection| {
            for Arrival { record, content } in &entries {
                documents::insert_pending(connection, record, batch)?;
                if let Some((document, chunks)) = content {
                    texts::insert(connection, record.row, &document.text)?;
                    structure::insert(connection, record.row, document)?;
                    chunks::insert(connection, record.row, chunks)?;
                }
            }
            store.insert(connection)
        })?;
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
        self.add_terms(batch, documents, terms)?;
        let version = self.publish(|connection, store| {
            documents::publish_pending(connection, store.version)?;
            store.vector_slots = reused.slots;
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
            Some(terms) => self.keyword()?.add(terms)?,
            None => {
                for document in documents {
                    let terms = analyze_stored(&self.records, document)?;
                    self.keyword()?.add(terms)?;
                }
            }
        }
        self.keyword()?.commit(batch)
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
        let mut slot = self.store.vector_slots.unsigned_abs();
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
            context: &chunk.context,
            body: &chunk.text,
            language: document.language,
        })
        .collect();
    Ok(analyze(&texts))
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
