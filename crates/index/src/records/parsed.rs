//! A document as its reader gave it, put together from its rows: its content is kept
//! whole, so that nothing need be read again to cut it otherwise.

use rusqlite::Connection;
use text::{Document, Span};

use super::broken_row::broken;
use super::{FORMAT_OF_BOXES, FORMAT_OF_RELATIONS, boxes, relations, structure, texts};
use crate::{DocumentRecord, State};

/// The document of a row in a store of some format, which older ones do not hold
/// whole; `None` for a file that could not be read.
pub(crate) fn document(
    connection: &Connection,
    record: &DocumentRecord,
    format: i64,
) -> rusqlite::Result<Option<Document>> {
    let Some(mut document) = without_tables(connection, record)? else {
        return Ok(None);
    };
    if format >= FORMAT_OF_RELATIONS {
        document.relations = relations::all(connection, record.row)?;
    }
    if format >= FORMAT_OF_BOXES {
        document.boxes = boxes::all(connection, record.row)?;
        if !document.boxes.is_empty() {
            let pages = document.pages.len();
            document.boxes.resize(pages, text::PackedBoxes::default());
        }
    }
    Ok(Some(document))
}

/// The same without typed tables and places of words.
pub(crate) fn without_tables(
    connection: &Connection,
    record: &DocumentRecord,
) -> rusqlite::Result<Option<Document>> {
    let (State::Ready, Some(format)) = (&record.state, record.format) else {
        return Ok(None);
    };
    let end = usize::try_from(record.text_bytes).unwrap_or(usize::MAX);
    let whole = Span { start: 0, end };
    let text = texts::slice(connection, record.row, record.text_bytes, whole)?;
    let unreadable = || {
        broken(format!(
            "the text of document row {} is no text",
            record.row
        ))
    };
    let layout = structure::layout(connection, record.row)?;
    Ok(Some(Document {
        text: text.ok_or_else(unreadable)?,
        format,
        pages: layout.pages,
        sections: structure::sections(connection, record.row, record.sections)?,
        tables: layout.tables,
        lists: layout.enumerated.lists,
        series: layout.enumerated.series,
        contents: layout.enumerated.contents,
        relations: Vec::new(),
        links: layout.links,
        boxes: Vec::new(),
        metadata: text::Metadata {
            title: record.title.clone(),
            author: record.author.clone(),
            date: record.date.clone(),
        },
        language: record.language,
    }))
}
