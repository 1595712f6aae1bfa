//! How long documents took until they were found, as `add` measured it.

use rusqlite::params;

use super::State;
use crate::IndexError;

/// Runs kept: the last ones.
const BUILDS_MAX: u32 = 100;

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS builds(
  number INTEGER PRIMARY KEY, ended INTEGER NOT NULL, documents INTEGER NOT NULL,
  chunks INTEGER NOT NULL, searchable_ms REAL NOT NULL, total_ms REAL NOT NULL) STRICT;
";

/// One run that added or replaced documents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BuildRow {
    /// When it ended, in Unix seconds.
    pub ended: i64,
    /// Documents that were added or replaced.
    pub documents: u64,
    /// Chunks of these.
    pub chunks: u64,
    /// Until all were found by keywords.
    pub searchable_ms: f64,
    /// Until vectors and clusters were there, too.
    pub total_ms: f64,
}

impl State {
    /// Keeps a run.
    ///
    /// # Errors
    /// Those of the file system. None of them should fail the run.
    pub fn record_build(&self, row: &BuildRow) -> Result<(), IndexError> {
        self.run(|connection| {
            connection.execute_batch(TABLE)?;
            connection.execute(
                "INSERT INTO builds(ended, documents, chunks, searchable_ms, total_ms)
                   VALUES (?,?,?,?,?)",
                params![
                    row.ended,
                    row.documents,
                    row.chunks,
                    row.searchable_ms,
                    row.total_ms
                ],
            )?;
            connection.execute(
                "DELETE FROM builds WHERE number <= (SELECT max(number) FROM builds) - ?",
                [BUILDS_MAX],
            )?;
            Ok(())
        })
    }

    /// The runs that are kept, the oldest first.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn builds(&self) -> Result<Vec<BuildRow>, IndexError> {
        self.run(|connection| {
            connection.execute_batch(TABLE)?;
            connection
                .prepare(
                    "SELECT ended, documents, chunks, searchable_ms, total_ms FROM builds
                       ORDER BY number",
                )?
                .query_map([], |row| {
                    Ok(BuildRow {
                        ended: row.get(0)?,
                        documents: row.get(1)?,
                        chunks: row.get(2)?,
                        searchable_ms: row.get(3)?,
                        total_ms: row.get(4)?,
                    })
                })?
                .collect()
        })
    }
}
