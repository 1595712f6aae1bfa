//! Documents on their way into a store: checked, and made into rows.

use std::collections::HashSet;

use crate::keyword::ChunkText;
use crate::records::chunks::ChunkRow;
use crate::{
    ChunkId, DocumentId, DocumentRecord, FailedDocument, IndexError, NewDocument, State, Summaries,
};

/// A document on its way into the records.
pub(crate) struct Arrival {
    pub record: DocumentRecord,
    pub content: Option<Content>,
}

/// What a document that was read brings along.
pub(crate) struct Content {
    pub document: text::Document,
    pub chunks: Vec<ChunkRow>,
    pub summaries: Summaries,
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
            let counted = new
                .tokens
                .as_ref()
                .map(|counts| counts.get(chunk.ordinal as usize));
            let counted = match counted {
                Some(None) => return Err(bad(format!("chunk {expected} has no count of tokens"))),
                counted => counted.flatten().copied(),
            };
            let row = ChunkRow::new(chunk, &new.document.text, counted)
                .ok_or_else(|| bad(format!("chunk {expected} is not a piece of its text")))?;
            rows.push(row);
        }
        if let Some(reason) = new.summaries.fault(&new.document) {
            return Err(bad(reason));
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
            content: Some(Content {
                document,
                chunks: rows,
                summaries: new.summaries,
            }),
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

    /// Its chunks, as they are to be analysed.
    pub(crate) fn chunk_texts(&self) -> impl Iterator<Item = ChunkText<'_>> {
        self.content.iter().flat_map(|content| {
            content.chunks.iter().map(|row| ChunkText {
                chunk: self.record.first_chunk.0 + u64::from(row.ordinal),
                document: self.record.row,
                path: &self.record.path,
                context: &row.context,
                // Checked when the row was made.
                body: row.span.slice(&content.document.text).unwrap_or_default(),
                fields: row.fields,
                language: self.record.language,
            })
        })
    }
}

/// Of entries for the same place, only the last: as if put one after the other.
pub(crate) fn last_of_each(entries: Vec<Arrival>) -> Vec<Arrival> {
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
