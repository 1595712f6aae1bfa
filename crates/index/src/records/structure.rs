//! Sections, pages, tables and links of documents: what, with the text, makes a
//! [`text::Document`] again.

use rusqlite::{Connection, params};
use text::{Link, Page, Section, Span, Table};

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
    let links = serde_json::to_string(&document.links).map_err(to_json)?;
    connection
        .prepare_cached(
            "INSERT INTO layouts(document, pages, tables, links, seal) VALUES (?,?,?,?,?)",
        )?
        .execute(params![
            row,
            pages,
            tables,
            links,
            layout_seal(row, &pages, &tables, &links).done()
        ])?;
    Ok(())
}

fn layout_seal(row: i64, pages: &str, tables: &str, links: &str) -> Seal {
    Seal::of("layouts")
        .int(row)
        .text(pages)
        .text(tables)
        .text(links)
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

/// What lies over the text of a document besides its sections.
#[derive(serde::Serialize)]
pub(crate) struct Layout {
    pub(crate) pages: Vec<Page>,
    pub(crate) tables: Vec<Table>,
    pub(crate) links: Vec<Link>,
}

/// The pages, tables and links of a document.
pub(crate) fn layout(connection: &Connection, row: i64) -> rusqlite::Result<Layout> {
    let (pages, tables, links, seal): (String, String, String, i64) = connection
        .prepare_cached("SELECT pages, tables, links, seal FROM layouts WHERE document = ?")?
        .query_row([row], |columns| {
            Ok((
                columns.get(0)?,
                columns.get(1)?,
                columns.get(2)?,
                columns.get(3)?,
            ))
        })?;
    layout_seal(row, &pages, &tables, &links)
        .check(seal, || format!("layout of document row {row}"))?;
    let from_json = |error: serde_json::Error| broken(error.to_string());
    Ok(Layout {
        pages: serde_json::from_str(&pages).map_err(from_json)?,
        tables: serde_json::from_str(&tables).map_err(from_json)?,
        links: serde_json::from_str(&links).map_err(from_json)?,
    })
}
