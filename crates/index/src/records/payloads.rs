//! Payloads: which model made them, and which chunks have theirs where.
//!
//! The tables are made when a kind is first asked for, so that a library
//! without payloads has none.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::seal::Seal;
use crate::payload::PayloadKind;

pub(super) const TABLES: &str = "
CREATE TABLE IF NOT EXISTS payloads(
  kind TEXT PRIMARY KEY, model TEXT NOT NULL, dim INTEGER NOT NULL,
  generation INTEGER NOT NULL, bytes INTEGER NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS payload_runs(
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  kind TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
  start INTEGER NOT NULL, bytes INTEGER NOT NULL,
  born INTEGER NOT NULL, crc INTEGER NOT NULL, seal INTEGER NOT NULL,
  PRIMARY KEY (document, kind, first)
) STRICT, WITHOUT ROWID;
";

/// The payloads of one kind: what made them, and which file holds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PayloadRow {
    pub kind: PayloadKind,
    /// Identity of the model.
    pub model: String,
    /// Ids of a sparse vector, or values of a token's.
    pub dim: u32,
    pub generation: i64,
    /// Bytes of the file in use; what lies behind is left from a crash.
    pub bytes: u64,
}

impl PayloadRow {
    fn seal(&self) -> Seal {
        Seal::of("payloads")
            .text(self.kind.as_str())
            .text(&self.model)
            .int(i64::from(self.dim))
            .int(self.generation)
            .int(i64::try_from(self.bytes).unwrap_or(i64::MAX))
    }

    pub(crate) fn save(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute_batch(TABLES)?;
        connection.execute(
            "INSERT OR REPLACE INTO payloads VALUES (?,?,?,?,?,?)",
            params![
                self.kind.as_str(),
                self.model,
                self.dim,
                self.generation,
                self.bytes,
                self.seal().done(),
            ],
        )?;
        Ok(())
    }
}

/// Whether the tables were made.
fn exist(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection
        .prepare_cached("SELECT count(*) FROM sqlite_schema WHERE name = 'payload_runs'")?
        .query_row([], |row| row.get(0))?;
    Ok(tables > 0)
}

/// The payloads of a kind; `None` where the store was never to have any.
pub(crate) fn load(
    connection: &Connection,
    kind: PayloadKind,
) -> rusqlite::Result<Option<PayloadRow>> {
    if !exist(connection)? {
        return Ok(None);
    }
    let found = connection
        .prepare_cached("SELECT model, dim, generation, bytes, seal FROM payloads WHERE kind = ?")?
        .query_row([kind.as_str()], |row| {
            let payload = PayloadRow {
                kind,
                model: row.get(0)?,
                dim: row.get(1)?,
                generation: row.get(2)?,
                bytes: row.get(3)?,
            };
            Ok((payload, row.get(4)?))
        })
        .optional()?;
    found
        .map(|(payload, seal)| {
            payload
                .seal()
                .check(seal, || format!("the {} payloads", kind.as_str()))?;
            Ok(payload)
        })
        .transpose()
}

/// Neighbouring chunks of one document whose payloads lie one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PayloadRun {
    /// Row of the document.
    pub document: i64,
    /// Ordinal of the first chunk.
    pub first: u32,
    pub count: u32,
    /// First byte in the file.
    pub start: u64,
    /// Bytes in the file, lengths included.
    pub bytes: u64,
    /// From which version on readers see it.
    pub born: i64,
    /// Checksum of the bytes.
    pub crc: u32,
}

impl PayloadRun {
    /// True when the chunk with this ordinal is in the run.
    pub(crate) fn holds(&self, ordinal: u32) -> bool {
        ordinal >= self.first && ordinal - self.first < self.count
    }

    fn seal(&self, kind: PayloadKind) -> Seal {
        Seal::of("payload_runs")
            .text(kind.as_str())
            .int(self.document)
            .int(i64::from(self.first))
            .int(i64::from(self.count))
            .int(i64::try_from(self.start).unwrap_or(i64::MAX))
            .int(i64::try_from(self.bytes).unwrap_or(i64::MAX))
            .int(self.born)
            .int(i64::from(self.crc))
    }

    fn from_row(kind: PayloadKind, row: &Row<'_>) -> rusqlite::Result<PayloadRun> {
        let run = PayloadRun {
            document: row.get(0)?,
            first: row.get(1)?,
            count: row.get(2)?,
            start: row.get(3)?,
            bytes: row.get(4)?,
            born: row.get(5)?,
            crc: row.get(6)?,
        };
        run.seal(kind).check(row.get(7)?, || {
            format!(
                "{} run {} of document row {}",
                kind.as_str(),
                run.first,
                run.document
            )
        })?;
        Ok(run)
    }
}

const COLUMNS: &str = "document, first, count, start, bytes, born, crc, seal";

pub(crate) fn insert(
    connection: &Connection,
    kind: PayloadKind,
    runs: &[PayloadRun],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO payload_runs(kind, document, first, count, start, bytes, born, crc, seal)
         VALUES (?,?,?,?,?,?,?,?,?)",
    )?;
    for run in runs {
        insert.execute(params![
            kind.as_str(),
            run.document,
            run.first,
            run.count,
            run.start,
            run.bytes,
            run.born,
            run.crc,
            run.seal(kind).done(),
        ])?;
    }
    Ok(())
}

/// All runs of a kind, in order of document and first chunk.
pub(crate) fn runs(
    connection: &Connection,
    kind: PayloadKind,
) -> rusqlite::Result<Vec<PayloadRun>> {
    if !exist(connection)? {
        return Ok(Vec::new());
    }
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM payload_runs WHERE kind = ? ORDER BY document, first"
        ))?
        .query_map([kind.as_str()], |row| PayloadRun::from_row(kind, row))?
        .collect()
}

/// The runs of one document, in order of first chunk.
pub(crate) fn runs_of(
    connection: &Connection,
    kind: PayloadKind,
    document: i64,
) -> rusqlite::Result<Vec<PayloadRun>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM payload_runs WHERE document = ? AND kind = ? ORDER BY first"
        ))?
        .query_map(params![document, kind.as_str()], |row| {
            PayloadRun::from_row(kind, row)
        })?
        .collect()
}

/// The run that holds a chunk's payload.
pub(crate) fn run_of_chunk(
    connection: &Connection,
    kind: PayloadKind,
    document: i64,
    ordinal: u32,
) -> rusqlite::Result<Option<PayloadRun>> {
    let run = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM payload_runs WHERE document = ? AND kind = ? AND first <= ?
             ORDER BY first DESC LIMIT 1"
        ))?
        .query_map(params![document, kind.as_str(), ordinal], |row| {
            PayloadRun::from_row(kind, row)
        })?
        .next()
        .transpose()?;
    Ok(run.filter(|run| run.holds(ordinal)))
}

/// Takes every run of a kind away.
pub(crate) fn clear(connection: &Connection, kind: PayloadKind) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM payload_runs WHERE kind = ?", [kind.as_str()])?;
    Ok(())
}

/// How many chunks of visible documents have a payload of a kind.
pub(crate) fn count_visible(connection: &Connection, kind: PayloadKind) -> rusqlite::Result<u64> {
    if !exist(connection)? {
        return Ok(0);
    }
    connection.query_row(
        "SELECT coalesce(sum(count), 0) FROM payload_runs JOIN documents ON row = document
         WHERE kind = ? AND documents.born IS NOT NULL AND died IS NULL",
        [kind.as_str()],
        |row| row.get(0),
    )
}
