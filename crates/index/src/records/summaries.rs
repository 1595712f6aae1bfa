//! Rows of summaries, one a document.

use rusqlite::{Connection, params};

use super::broken_row::broken;
use super::seal::Seal;
use crate::{SectionSummary, Summaries, Summary};

pub(super) const TABLE: &str = "
CREATE TABLE summaries(
  document INTEGER PRIMARY KEY REFERENCES documents(row) ON DELETE CASCADE,
  version INTEGER NOT NULL, whole TEXT NOT NULL, sections TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
";

fn seal(document: i64, version: u32, whole: &str, sections: &str) -> Seal {
    Seal::of("summaries")
        .int(document)
        .int(i64::from(version))
        .text(whole)
        .text(sections)
}

/// Writes the summaries of a document in place of those it has.
pub(crate) fn insert(
    connection: &Connection,
    document: i64,
    summaries: &Summaries,
) -> rusqlite::Result<()> {
    let to_json = |error: serde_json::Error| broken(error.to_string());
    let whole = serde_json::to_string(&summaries.document).map_err(to_json)?;
    let sections = serde_json::to_string(&summaries.sections).map_err(to_json)?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO summaries(document, version, whole, sections, seal)
             VALUES (?,?,?,?,?)",
        )?
        .execute(params![
            document,
            summaries.version,
            whole,
            sections,
            seal(document, summaries.version, &whole, &sections).done()
        ])?;
    Ok(())
}

/// The row of a document, its seal compared: version, summary of the whole,
/// summaries of the sections.
fn row(connection: &Connection, document: i64) -> rusqlite::Result<(u32, String, String)> {
    let (version, whole, sections, stored): (u32, String, String, i64) = connection
        .prepare_cached("SELECT version, whole, sections, seal FROM summaries WHERE document = ?")?
        .query_row([document], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
    seal(document, version, &whole, &sections)
        .check(stored, || format!("summaries of document row {document}"))?;
    Ok((version, whole, sections))
}

/// The summaries of a document that was read.
pub(crate) fn of_document(connection: &Connection, document: i64) -> rusqlite::Result<Summaries> {
    let (version, whole, sections) = row(connection, document)?;
    let from_json = |error: serde_json::Error| broken(error.to_string());
    Ok(Summaries {
        version,
        document: serde_json::from_str::<Summary>(&whole).map_err(from_json)?,
        sections: serde_json::from_str::<Vec<SectionSummary>>(&sections).map_err(from_json)?,
    })
}

/// The version of a document's summaries and that of the whole document alone.
pub(crate) fn of_whole(connection: &Connection, document: i64) -> rusqlite::Result<(u32, Summary)> {
    let (version, whole, _) = row(connection, document)?;
    let summary = serde_json::from_str(&whole).map_err(|error| broken(error.to_string()))?;
    Ok((version, summary))
}
