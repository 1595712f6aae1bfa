//! Sections, pages and tables of documents: what, with the text, makes a
//! [`text::Document`] again.

use rusqlite::{Connection, params};
use text::{Page, Section, Span, Table};

use super::broken;
use super::seal::Seal;

fn offset(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Byte offsets come back as they went in; a negative one was not written by us.
pub(super) fn from_offset(value: i64) -> rusqlite::Result<usize> {
    usize::try_from(value).map_err(|_| broken(format!("{value} is no byte offset")))
}

fn section_seal(document: i64, ordinal: usize, section: &Section) -> Seal {
    Seal::of("sections")
        .int(document)
        .int(offset(ordinal))
        .text(&section.title)
        .int(i64::from(section.level))
        .int(offset(section.span.start))
        .int(offset(section.span.end))
        .int(section.parent.map(offset))
}

pub(crate) fn insert(
    connection: &Connection,
    row: i64,
    document: &text::Document,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO sections(document, ordinal, title, level, start, end, parent, seal)
         VALUES (?,?,?,?,?,?,?,?)",
    )?;
    for (ordinal, section) in document.sections.iter().enumerate() {
        insert.execute(params![
            row,
            offset(ordinal),
            section.title,
            section.level,
            offset(section.span.start),
            offset(section.span.end),
            section.parent.map(offset),
            section_seal(row, ordinal, section).done(),
        ])?;
    }
    let to_json = |error: serde_json::Error| broken(error.to_string());
    let pages = serde_json::to_string(&document.pages).map_err(to_json)?;
    let tables = serde_json::to_string(&document.tables).map_err(to_json)?;
    connection
        .prepare_cached("INSERT INTO layouts(document, pages, tables, seal) VALUES (?,?,?,?)")?
        .execute(params![
            row,
            pages,
            tables,
            layout_seal(row, &pages, &tables).done()
        ])?;
    Ok(())
}

fn layout_seal(row: i64, pages: &str, tables: &str) -> Seal {
    Seal::of("layouts").int(row).text(pages).text(tables)
}

/// The sections of a document, `expected` of them, in order.
pub(crate) fn sections(
    connection: &Connection,
    row: i64,
    expected: u32,
) -> rusqlite::Result<Vec<Section>> {
    let sections = connection
        .prepare_cached(
            "SELECT title, level, start, end, parent, seal FROM sections
             WHERE document = ? ORDER BY ordinal",
        )?
        .query_map([row], |columns| {
            let parent: Option<i64> = columns.get(4)?;
            let section = Section {
                title: columns.get(0)?,
                level: columns.get(1)?,
                span: Span {
                    start: from_offset(columns.get(2)?)?,
                    end: from_offset(columns.get(3)?)?,
                },
                parent: parent.map(from_offset).transpose()?,
            };
            Ok((section, columns.get::<_, i64>(5)?))
        })?
        .enumerate()
        .map(|(ordinal, read)| {
            let (section, seal) = read?;
            section_seal(row, ordinal, &section)
                .check(seal, || format!("section {ordinal} of document row {row}"))?;
            Ok(section)
        })
        .collect::<rusqlite::Result<Vec<Section>>>()?;
    if sections.len() != expected as usize {
        return Err(broken(format!(
            "document row {row} has {} sections instead of {expected}",
            sections.len()
        )));
    }
    Ok(sections)
}

/// The pages and tables of a document.
pub(crate) fn layout(
    connection: &Connection,
    row: i64,
) -> rusqlite::Result<(Vec<Page>, Vec<Table>)> {
    let (pages, tables) = stored_layout(connection, row)?;
    Ok((from_json(&pages)?, from_json(&tables)?))
}

/// The pages of a document alone: its tables may have hundreds of thousands of rows.
pub(crate) fn pages(connection: &Connection, row: i64) -> rusqlite::Result<Vec<Page>> {
    from_json(&stored_layout(connection, row)?.0)
}

/// Pages and tables as they are stored, their seal checked.
fn stored_layout(connection: &Connection, row: i64) -> rusqlite::Result<(String, String)> {
    let (pages, tables, seal): (String, String, i64) = connection
        .prepare_cached("SELECT pages, tables, seal FROM layouts WHERE document = ?")?
        .query_row([row], |columns| {
            Ok((columns.get(0)?, columns.get(1)?, columns.get(2)?))
        })?;
    layout_seal(row, &pages, &tables).check(seal, || format!("layout of document row {row}"))?;
    Ok((pages, tables))
}

fn from_json<T: serde::de::DeserializeOwned>(stored: &str) -> rusqlite::Result<T> {
    serde_json::from_str(stored).map_err(|error| broken(error.to_string()))
}
