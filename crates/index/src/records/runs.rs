//! Runs: which chunks have vectors, and in which slots of the vector file.

use rusqlite::{Connection, Row, params};

use super::seal::Seal;

/// Neighbouring chunks of one document whose vectors lie in neighbouring slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// Row of the document.
    pub document: i64,
    /// Ordinal of the first chunk.
    pub first: u32,
    pub count: u32,
    /// Slot of the first chunk.
    pub slot: u64,
    /// From which version on readers see it.
    pub born: i64,
    /// Checksum of the rows in the vector file.
    pub crc: u32,
}

impl Run {
    /// True when the chunk with this ordinal is in the run.
    pub(crate) fn holds(&self, ordinal: u32) -> bool {
        ordinal >= self.first && ordinal - self.first < self.count
    }

    pub(super) fn seal(&self) -> Seal {
        Seal::of("runs")
            .int(self.document)
            .int(i64::from(self.first))
            .int(i64::from(self.count))
            .int(i64::try_from(self.slot).unwrap_or(i64::MAX))
            .int(self.born)
            .int(i64::from(self.crc))
    }

    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Run> {
        let run = Run {
            document: row.get(0)?,
            first: row.get(1)?,
            count: row.get(2)?,
            slot: row.get(3)?,
            born: row.get(4)?,
            crc: row.get(5)?,
        };
        run.seal().check(row.get(6)?, || {
            format!("vector run {} of document row {}", run.first, run.document)
        })?;
        Ok(run)
    }
}

const COLUMNS: &str = "document, first, count, slot, born, crc, seal";

pub(crate) fn insert(connection: &Connection, runs: &[Run]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(&format!(
        "INSERT INTO runs({COLUMNS}) VALUES (?,?,?,?,?,?,?)"
    ))?;
    for run in runs {
        insert.execute(params![
            run.document,
            run.first,
            run.count,
            run.slot,
            run.born,
            run.crc,
            run.seal().done(),
        ])?;
    }
    Ok(())
}

/// All runs, in order of document and first chunk.
pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<Run>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM runs ORDER BY document, first"
        ))?
        .query_map([], Run::from_row)?
        .collect()
}

/// The runs of one document, in order of first chunk.
pub(crate) fn of_document(connection: &Connection, document: i64) -> rusqlite::Result<Vec<Run>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM runs WHERE document = ? ORDER BY first"
        ))?
        .query_map([document], Run::from_row)?
        .collect()
}

/// The run that holds a chunk's vector.
pub(crate) fn of_chunk(
    connection: &Connection,
    document: i64,
    ordinal: u32,
) -> rusqlite::Result<Option<Run>> {
    let run = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM runs WHERE document = ? AND first <= ?
             ORDER BY first DESC LIMIT 1"
        ))?
        .query_map(params![document, ordinal], Run::from_row)?
        .next()
        .transpose()?;
    Ok(run.filter(|run| run.holds(ordinal)))
}

/// Takes every run away.
pub(crate) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM runs", [])?;
    Ok(())
}

/// Some chunk with this hash that has a vector, in any copy of any document.
pub(crate) fn with_hash(
    connection: &Connection,
    hash: &[u8; 16],
) -> rusqlite::Result<Option<(Run, u32)>> {
    for (document, ordinal) in chunks_with_hash(connection, hash)? {
        if let Some(run) = of_chunk(connection, document, ordinal)? {
            return Ok(Some((run, ordinal)));
        }
    }
    Ok(None)
}

/// The same in a store of an older format, whose rows of chunks have other checksums:
/// only that of the run is compared.
pub(crate) fn with_hash_in_older(
    connection: &Connection,
    hash: &[u8; 16],
) -> rusqlite::Result<Option<(Run, u32)>> {
    let mut chunks =
        connection.prepare_cached("SELECT document, ordinal FROM chunks WHERE hash = ?")?;
    let mut places = chunks.query([hash])?;
    while let Some(place) = places.next()? {
        let ordinal = place.get(1)?;
        if let Some(run) = of_chunk(connection, place.get(0)?, ordinal)? {
            return Ok(Some((run, ordinal)));
        }
    }
    Ok(None)
}

/// Chunks of visible documents with this hash that have no vector.
pub(crate) fn lacking_hash(
    connection: &Connection,
    hash: &[u8; 16],
) -> rusqlite::Result<Vec<(i64, u32)>> {
    let mut lacking = Vec::new();
    for (document, ordinal) in visible_with_hash(connection, hash)? {
        if of_chunk(connection, document, ordinal)?.is_none() {
            lacking.push((document, ordinal));
        }
    }
    Ok(lacking)
}

/// Row of the document and ordinal of every chunk with this hash, in any copy of any document.
pub(crate) fn chunks_with_hash(
    connection: &Connection,
    hash: &[u8; 16],
) -> rusqlite::Result<Vec<(i64, u32)>> {
    let query = "SELECT document, ordinal FROM chunks WHERE hash = ?";
    places(connection, query, hash)
}

/// The same of visible documents.
pub(crate) fn visible_with_hash(
    connection: &Connection,
    hash: &[u8; 16],
) -> rusqlite::Result<Vec<(i64, u32)>> {
    let query = "SELECT document, ordinal FROM chunks JOIN documents ON row = document
         WHERE hash = ? AND born IS NOT NULL AND died IS NULL";
    places(connection, query, hash)
}

fn places(
    connection: &Connection,
    query: &str,
    hash: &[u8; 16],
) -> rusqlite::Result<Vec<(i64, u32)>> {
    let candidates = connection
        .prepare_cached(query)?
        .query_map([hash], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(i64, u32)>>>()?;
    let mut found = Vec::with_capacity(candidates.len());
    for (document, ordinal) in candidates {
        if has_hash(connection, document, ordinal, hash)? {
            found.push((document, ordinal));
        }
    }
    Ok(found)
}

/// The index that led here has no checksum; the row itself has.
fn has_hash(
    connection: &Connection,
    document: i64,
    ordinal: u32,
    hash: &[u8; 16],
) -> rusqlite::Result<bool> {
    let rows = super::chunks::rows(connection, document, ordinal, ordinal)?;
    Ok(rows.first().is_some_and(|row| row.hash == *hash))
}

/// How many chunks of visible documents have a vector.
pub(crate) fn count_visible(connection: &Connection) -> rusqlite::Result<u64> {
    connection.query_row(
        "SELECT coalesce(sum(count), 0) FROM runs JOIN documents ON row = document
         WHERE documents.born IS NOT NULL AND died IS NULL",
        [],
        |row| row.get(0),
    )
}
