//! Rows of what language models wrote: summaries, one row a document, and topics of clusters.
//!
//! The tables are made when something is first kept. Summaries go with the copy of the document
//! they were written for; topics with any document that dies, as clusters do.

use rusqlite::{Connection, OptionalExtension, params};

use super::broken_row::broken;
use super::seal::Seal;
use crate::{WrittenSummary, WrittenTopic};

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS written_summaries(
  document INTEGER PRIMARY KEY REFERENCES documents(row) ON DELETE CASCADE,
  content TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS written_topics(
  ordinal INTEGER PRIMARY KEY, content TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
";

fn seal(table: &str, key: i64, content: &str) -> Seal {
    Seal::of(table).int(key).text(content)
}

/// Whether the tables were made.
fn exist(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'written_topics'",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(tables > 0)
}

/// Writes the summaries of a document in place of those it has.
pub(crate) fn insert(
    connection: &Connection,
    document: i64,
    written: &[WrittenSummary],
) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    let content = serde_json::to_string(written).map_err(|error| broken(error.to_string()))?;
    let seal = seal("written_summaries", document, &content).done();
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO written_summaries(document, content, seal) VALUES (?,?,?)",
        )?
        .execute(params![document, content, seal])?;
    Ok(())
}

/// The summaries of a document; none where none were kept.
pub(crate) fn of_document(
    connection: &Connection,
    document: i64,
) -> rusqlite::Result<Vec<WrittenSummary>> {
    if !exist(connection)? {
        return Ok(Vec::new());
    }
    let found: Option<(String, i64)> = connection
        .prepare_cached("SELECT content, seal FROM written_summaries WHERE document = ?")?
        .query_row([document], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((content, stored)) = found else {
        return Ok(Vec::new());
    };
    seal("written_summaries", document, &content).check(stored, || {
        format!("written summaries of document row {document}")
    })?;
    serde_json::from_str(&content).map_err(|error| broken(error.to_string()))
}

/// Writes topics in place of all there are.
pub(crate) fn replace_topics(
    connection: &Connection,
    topics: &[WrittenTopic],
) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.execute("DELETE FROM written_topics", [])?;
    let mut insert = connection
        .prepare_cached("INSERT INTO written_topics(ordinal, content, seal) VALUES (?,?,?)")?;
    for (ordinal, topic) in (0_i64..).zip(topics) {
        let content = serde_json::to_string(topic).map_err(|error| broken(error.to_string()))?;
        let seal = seal("written_topics", ordinal, &content).done();
        insert.execute(params![ordinal, content, seal])?;
    }
    Ok(())
}

/// All topics there are.
pub(crate) fn topics(connection: &Connection) -> rusqlite::Result<Vec<WrittenTopic>> {
    if !exist(connection)? {
        return Ok(Vec::new());
    }
    let mut query = connection
        .prepare_cached("SELECT ordinal, content, seal FROM written_topics ORDER BY ordinal")?;
    let mut rows = query.query([])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let (ordinal, content): (i64, String) = (row.get(0)?, row.get(1)?);
        seal("written_topics", ordinal, &content)
            .check(row.get(2)?, || format!("written topic {ordinal}"))?;
        all.push(serde_json::from_str(&content).map_err(|error| broken(error.to_string()))?);
    }
    Ok(all)
}

/// Takes all topics away: they hold words of documents.
pub(crate) fn clear_topics(connection: &Connection) -> rusqlite::Result<()> {
    if exist(connection)? {
        connection.execute("DELETE FROM written_topics", [])?;
    }
    Ok(())
}
