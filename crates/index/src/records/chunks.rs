//! Rows of chunks: where each stands in its text, and what it is indexed with.

use rusqlite::{Connection, Row, params};
use text::{ContextFields, Span};

use super::broken_row::broken;
use super::seal::Seal;
use super::structure::from_offset;
use super::texts;
use crate::document::{embedded_text, text_hash};
use crate::{ChunkId, ChunkRecord, DocumentRecord};

/// A chunk without its text.
#[derive(Debug, Clone)]
pub(crate) struct ChunkRow {
    pub ordinal: u32,
    pub span: Span,
    pub pages: Option<(u32, u32)>,
    pub section: Option<u32>,
    pub context: String,
    /// Names the embedded text, so that equal texts share a vector.
    pub hash: [u8; 16],
    /// Which of the context are title and headings.
    pub fields: ContextFields,
    /// Tokens of its text.
    pub tokens: u32,
    /// Whether a tokenizer counted them; estimated otherwise.
    pub counted: bool,
}

impl ChunkRow {
    /// The row of a chunk of this text; `None` when its span is not in it. Without a
    /// number of tokens that was counted, they are estimated.
    pub(crate) fn new(chunk: &text::Chunk, text: &str, counted: Option<u32>) -> Option<ChunkRow> {
        let body = chunk.span.slice(text)?;
        Some(ChunkRow {
            ordinal: chunk.ordinal,
            span: chunk.span,
            pages: chunk.pages,
            section: chunk
                .section
                .and_then(|section| u32::try_from(section).ok()),
            context: chunk.context.clone(),
            hash: text_hash(&embedded_text(&chunk.context, body)),
            fields: chunk.fields,
            tokens: counted.unwrap_or_else(|| text::estimated_tokens(body)),
            counted: counted.is_some(),
        })
    }

    fn seal(&self, document: i64) -> Seal {
        let offset = |value| i64::try_from(value).unwrap_or(i64::MAX);
        Seal::of("chunks")
            .int(document)
            .int(i64::from(self.ordinal))
            .int(offset(self.span.start))
            .int(offset(self.span.end))
            .int(self.pages.map(|(first, _)| i64::from(first)))
            .int(self.pages.map(|(_, last)| i64::from(last)))
            .int(self.section.map(i64::from))
            .text(&self.context)
            .bytes(&self.hash)
            .int(offset(self.fields.title_end))
            .int(offset(self.fields.headings_end))
            .int(i64::from(self.tokens))
            .int(i64::from(self.counted))
    }

    fn from_row(document: i64, row: &Row<'_>) -> rusqlite::Result<ChunkRow> {
        let first_page: Option<u32> = row.get(3)?;
        let last_page: Option<u32> = row.get(4)?;
        let chunk = ChunkRow {
            ordinal: row.get(0)?,
            span: Span {
                start: from_offset(row.get(1)?)?,
                end: from_offset(row.get(2)?)?,
            },
            pages: first_page.zip(last_page),
            section: row.get(5)?,
            context: row.get(6)?,
            hash: row.get(7)?,
            fields: ContextFields {
                title_end: from_offset(row.get(8)?)?,
                headings_end: from_offset(row.get(9)?)?,
            },
            tokens: row.get(10)?,
            counted: row.get(11)?,
        };
        chunk.seal(document).check(row.get(12)?, || {
            format!("chunk {} of document row {document}", chunk.ordinal)
        })?;
        Ok(chunk)
    }
}

pub(crate) fn insert(
    connection: &Connection,
    document: i64,
    chunks: &[ChunkRow],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO chunks(document, ordinal, start, end, first_page, last_page, section,
           context, hash, title_end, headings_end, tokens, counted, seal)
         VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    )?;
    for chunk in chunks {
        insert.execute(params![
            document,
            chunk.ordinal,
            chunk.span.start as u64,
            chunk.span.end as u64,
            chunk.pages.map(|(first, _)| first),
            chunk.pages.map(|(_, last)| last),
            chunk.section,
            chunk.context,
            chunk.hash,
            chunk.fields.title_end as u64,
            chunk.fields.headings_end as u64,
            chunk.tokens,
            chunk.counted,
            chunk.seal(document).done(),
        ])?;
    }
    Ok(())
}

/// Chunks `first..=last` of a document, in order; all must be there.
pub(crate) fn rows(
    connection: &Connection,
    document: i64,
    first: u32,
    last: u32,
) -> rusqlite::Result<Vec<ChunkRow>> {
    let rows = connection
        .prepare_cached(
            "SELECT ordinal, start, end, first_page, last_page, section, context, hash,
               title_end, headings_end, tokens, counted, seal
             FROM chunks WHERE document = ? AND ordinal BETWEEN ? AND ? ORDER BY ordinal",
        )?
        .query_map(params![document, first, last], |row| {
            ChunkRow::from_row(document, row)
        })?
        .collect::<rusqlite::Result<Vec<ChunkRow>>>()?;
    let expected = (last + 1).saturating_sub(first);
    if rows.len() != expected as usize {
        return Err(broken(format!(
            "document row {document} has {} of chunks {first} to {last}",
            rows.len()
        )));
    }
    Ok(rows)
}

/// All chunks of a document, in order.
pub(crate) fn all(
    connection: &Connection,
    document: &DocumentRecord,
) -> rusqlite::Result<Vec<ChunkRow>> {
    match document.chunks.checked_sub(1) {
        Some(last) => rows(connection, document.row, 0, last),
        None => Ok(Vec::new()),
    }
}

/// Chunks `first..=last` of a document with their texts, read as one slice.
pub(crate) fn records(
    connection: &Connection,
    document: &DocumentRecord,
    first: u32,
    last: u32,
) -> rusqlite::Result<Vec<ChunkRecord>> {
    let rows = rows(connection, document.row, first, last)?;
    let start = rows.iter().map(|row| row.span.start).min().unwrap_or(0);
    let end = rows.iter().map(|row| row.span.end).max().unwrap_or(start);
    let whole = Span { start, end };
    let outside = |row: &ChunkRow| {
        broken(format!(
            "chunk {} of document row {} lies outside its text",
            row.ordinal, document.row
        ))
    };
    let text = match texts::slice(connection, document.row, document.text_bytes, whole)? {
        Some(text) => text,
        None => {
            return Err(broken(format!(
                "chunks of document row {} cut a character",
                document.row
            )));
        }
    };
    rows.into_iter()
        .map(|row| {
            let span = Span {
                start: row.span.start - start,
                end: row.span.end - start,
            };
            let body = span.slice(&text).ok_or_else(|| outside(&row))?;
            Ok(ChunkRecord {
                id: ChunkId(document.first_chunk.0 + u64::from(row.ordinal)),
                document: document.id.clone(),
                ordinal: row.ordinal,
                span: row.span,
                pages: row.pages,
                section: row.section.map(|section| section as usize),
                text: body.to_owned(),
                context: row.context,
                fields: row.fields,
                tokens: row.tokens,
                tokens_counted: row.counted,
            })
        })
        .collect()
}
