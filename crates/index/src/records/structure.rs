//! Sections, pages, tables, lists and links of documents: what, with the text, makes a
//! [`text::Document`] again.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use text::{Contents, Link, List, Page, Section, Series, Span, Table};

use super::broken_row::broken;
use super::seal::Seal;

/// All structure of a document but its sections.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Layout {
    pub(crate) pages: Vec<Page>,
    pub(crate) tables: Vec<Table>,
    pub(crate) enumerated: Enumerated,
    pub(crate) links: Vec<Link>,
}

/// What a document enumerates.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Enumerated {
    pub(crate) lists: Vec<List>,
    pub(crate) series: Vec<Series>,
    pub(crate) contents: Vec<Contents>,
}

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
    let pages = to_json(&document.pages)?;
    let tables = to_json(&document.tables)?;
    let enumerated = to_json(&Enumerated {
        lists: document.lists.clone(),
        series: document.series.clone(),
        contents: document.contents.clone(),
    })?;
    let links = to_json(&document.links)?;
    connection
        .prepare_cached(
            "INSERT INTO layouts(document, pages, tables, enumerated, links, seal)
             VALUES (?,?,?,?,?,?)",
        )?
        .execute(params![
            row,
            pages,
            tables,
            enumerated,
            links,
            layout_seal(row, [&pages, &tables, &enumerated, &links]).done()
        ])?;
    Ok(())
}

fn to_json<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| broken(error.to_string()))
}

fn layout_seal(row: i64, parts: [&str; 4]) -> Seal {
    parts
        .into_iter()
        .fold(Seal::of("layouts").int(row), Seal::text)
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

/// Headings that documents open with, by row: what stands where a title would.
pub(crate) fn opening_headings(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    /// Bytes that may stand above, a running head for one.
    const ABOVE: i64 = 200;
    connection
        .prepare_cached(
            "SELECT document, title FROM sections
             WHERE ordinal = 0 AND start <= ? ORDER BY document",
        )?
        .query_map([ABOVE], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// The pages, tables, lists and links of a document.
pub(crate) fn layout(connection: &Connection, row: i64) -> rusqlite::Result<Layout> {
    let [pages, tables, enumerated, links] = stored_layout(connection, row)?;
    Ok(Layout {
        pages: from_json(&pages)?,
        tables: from_json(&tables)?,
        enumerated: from_json(&enumerated)?,
        links: from_json(&links)?,
    })
}

/// The pages of a document alone: its tables may have hundreds of thousands of rows.
pub(crate) fn pages(connection: &Connection, row: i64) -> rusqlite::Result<Vec<Page>> {
    let [pages, ..] = stored_layout(connection, row)?;
    from_json(&pages)
}

/// Pages, tables, lists and links as they are stored, their seal checked.
fn stored_layout(connection: &Connection, row: i64) -> rusqlite::Result<[String; 4]> {
    let (parts, seal): ([String; 4], i64) = connection
        .prepare_cached(
            "SELECT pages, tables, enumerated, links, seal FROM layouts WHERE document = ?",
        )?
        .query_row([row], |columns| {
            let parts = [
                columns.get(0)?,
                columns.get(1)?,
                columns.get(2)?,
                columns.get(3)?,
            ];
            Ok((parts, columns.get(4)?))
        })?;
    layout_seal(row, parts.each_ref().map(String::as_str))
        .check(seal, || format!("layout of document row {row}"))?;
    Ok(parts)
}

fn from_json<T: serde::de::DeserializeOwned>(stored: &str) -> rusqlite::Result<T> {
    serde_json::from_str(stored).map_err(|error| broken(error.to_string()))
}
