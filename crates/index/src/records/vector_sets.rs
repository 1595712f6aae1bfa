//! Vectors beside those that are searched: of the model a library is changing to,
//! and of the one it had, until nobody reads a version that showed them.
//!
//! The tables are made when a change first begins, so that a library that never
//! changed its model has none.

use rusqlite::{Connection, params};

use super::runs::{self, Run};
use super::seal::Seal;
use super::store::StoreRow;
use super::{chunks, documents};
use crate::document::embedded_text;
use crate::records::chunks::ChunkRow;
use crate::{DocumentRecord, PendingChunk};

pub(super) const TABLES: &str = "
CREATE TABLE IF NOT EXISTS vector_sets(
  generation INTEGER PRIMARY KEY,
  embedder TEXT, dim INTEGER NOT NULL, slots INTEGER NOT NULL, until INTEGER,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS vector_set_runs(
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  first INTEGER NOT NULL, count INTEGER NOT NULL, slot INTEGER NOT NULL,
  born INTEGER NOT NULL, crc INTEGER NOT NULL, seal INTEGER NOT NULL,
  generation INTEGER NOT NULL REFERENCES vector_sets(generation) ON DELETE CASCADE,
  PRIMARY KEY (generation, document, first)
) STRICT, WITHOUT ROWID;
";

/// A set of vectors of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VectorSet {
    /// The file that holds them.
    pub generation: i64,
    /// Which model made them.
    pub embedder: Option<String>,
    /// Length of each.
    pub dim: usize,
    /// Slots of the file in use.
    pub slots: i64,
    /// The version from which on others are searched; `None` while these are being made.
    pub until: Option<i64>,
}

impl VectorSet {
    fn seal(&self) -> Seal {
        Seal::of("vector_sets")
            .int(self.generation)
            .text_or_null(self.embedder.as_deref())
            .int(i64::try_from(self.dim).ok())
            .int(self.slots)
            .int(self.until)
    }

    /// Writes the row, over one of the same generation.
    pub(crate) fn put(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute_batch(TABLES)?;
        connection
            .prepare_cached(
                "INSERT INTO vector_sets(generation, embedder, dim, slots, until, seal)
                 VALUES (?1,?2,?3,?4,?5,?6) ON CONFLICT(generation) DO UPDATE SET
                 embedder = ?2, dim = ?3, slots = ?4, until = ?5, seal = ?6",
            )?
            .execute(params![
                self.generation,
                self.embedder,
                self.dim as u64,
                self.slots,
                self.until,
                self.seal().done(),
            ])?;
        Ok(())
    }

    /// Takes the set away, with its runs.
    pub(crate) fn remove(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute(
            "DELETE FROM vector_set_runs WHERE generation = ?",
            [self.generation],
        )?;
        connection.execute(
            "DELETE FROM vector_sets WHERE generation = ?",
            [self.generation],
        )?;
        Ok(())
    }
}

fn exist(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection
        .prepare_cached("SELECT count(*) FROM sqlite_schema WHERE name = 'vector_sets'")?
        .query_row([], |row| row.get(0))?;
    Ok(tables > 0)
}

/// All sets, in order of generation.
pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<VectorSet>> {
    if !exist(connection)? {
        return Ok(Vec::new());
    }
    connection
        .prepare_cached(
            "SELECT generation, embedder, dim, slots, until, seal FROM vector_sets
             ORDER BY generation",
        )?
        .query_map([], |row| {
            let set = VectorSet {
                generation: row.get(0)?,
                embedder: row.get(1)?,
                dim: row.get(2)?,
                slots: row.get(3)?,
                until: row.get(4)?,
            };
            set.seal().check(row.get(5)?, || {
                format!("vector set of generation {}", set.generation)
            })?;
            Ok(set)
        })?
        .collect()
}

/// The set that is being made, if one is.
pub(crate) fn staged(connection: &Connection) -> rusqlite::Result<Option<VectorSet>> {
    Ok(all(connection)?.into_iter().find(|set| set.until.is_none()))
}

/// The set that a reader of an older version searches; `None` when it is the
/// store's own.
pub(crate) fn of_version(
    connection: &Connection,
    version: i64,
) -> rusqlite::Result<Option<VectorSet>> {
    let retired = all(connection)?
        .into_iter()
        .filter(|set| set.until.is_some_and(|until| version < until));
    Ok(retired.min_by_key(|set| set.until))
}

/// A generation that no vector file has.
pub(crate) fn next_generation(connection: &Connection, store: &StoreRow) -> rusqlite::Result<i64> {
    let last = all(connection)?.last().map_or(0, |set| set.generation);
    Ok(last.max(store.vector_generation) + 1)
}

const RUN_COLUMNS: &str = "document, first, count, slot, born, crc, seal";

/// The runs of a set, in order of document and first chunk.
pub(crate) fn runs_of(connection: &Connection, generation: i64) -> rusqlite::Result<Vec<Run>> {
    connection
        .prepare_cached(&format!(
            "SELECT {RUN_COLUMNS} FROM vector_set_runs WHERE generation = ?
             ORDER BY document, first"
        ))?
        .query_map([generation], Run::from_row)?
        .collect()
}

pub(crate) fn insert_runs(
    connection: &Connection,
    generation: i64,
    runs: &[Run],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(&format!(
        "INSERT INTO vector_set_runs({RUN_COLUMNS}, generation) VALUES (?,?,?,?,?,?,?,?)"
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
            generation,
        ])?;
    }
    Ok(())
}

/// Takes one run out of a set.
pub(crate) fn remove_run(
    connection: &Connection,
    generation: i64,
    run: &Run,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "DELETE FROM vector_set_runs WHERE generation = ? AND document = ? AND first = ?",
        )?
        .execute(params![generation, run.document, run.first])?;
    Ok(())
}

/// How many chunks of visible documents have a vector in the set.
pub(crate) fn count_visible(connection: &Connection, generation: i64) -> rusqlite::Result<u64> {
    connection
        .prepare_cached(
            "SELECT coalesce(sum(count), 0) FROM vector_set_runs JOIN documents ON row = document
             WHERE generation = ? AND documents.born IS NOT NULL AND died IS NULL",
        )?
        .query_row([generation], |row| row.get(0))
}

/// Chunks of a document that have no vector in the set, in order, with what is embedded of them.
pub(crate) fn lacking(
    connection: &Connection,
    generation: i64,
    document: &DocumentRecord,
) -> rusqlite::Result<Vec<(ChunkRow, PendingChunk)>> {
    let runs = of_document(connection, generation, document.row)?;
    let Some(last) = document.chunks.checked_sub(1) else {
        return Ok(Vec::new());
    };
    let rows = chunks::all(connection, document)?;
    let records = chunks::records(connection, document, 0, last)?;
    let pairs = rows.into_iter().zip(records);
    Ok(pairs
        .filter(|(row, _)| !runs.iter().any(|run| run.holds(row.ordinal)))
        .map(|(row, record)| {
            let chunk = PendingChunk {
                id: record.id,
                text: embedded_text(&record.context, &record.text),
            };
            (row, chunk)
        })
        .collect())
}

/// Visible documents from `row` on that have chunks without a vector in the set,
/// in order of row, at most `limit`.
pub(crate) fn documents_lacking(
    connection: &Connection,
    generation: i64,
    row: i64,
    limit: usize,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    let lacking = "row >= ? AND born IS NOT NULL AND died IS NULL AND chunks >
        (SELECT coalesce(sum(count), 0) FROM vector_set_runs
         WHERE generation = ? AND vector_set_runs.document = documents.row)
        ORDER BY row LIMIT ?";
    documents::records_where(connection, lacking, params![row, generation, limit as u64])
}

/// Chunks of visible documents with this hash that have no vector in the set.
pub(crate) fn places_lacking(
    connection: &Connection,
    generation: i64,
    hash: &[u8; 16],
) -> rusqlite::Result<Vec<(i64, u32)>> {
    let mut lacking = Vec::new();
    for (document, ordinal) in runs::visible_with_hash(connection, hash)? {
        let runs = of_document(connection, generation, document)?;
        if !runs.iter().any(|run| run.holds(ordinal)) {
            lacking.push((document, ordinal));
        }
    }
    Ok(lacking)
}

fn of_document(
    connection: &Connection,
    generation: i64,
    document: i64,
) -> rusqlite::Result<Vec<Run>> {
    connection
        .prepare_cached(&format!(
            "SELECT {RUN_COLUMNS} FROM vector_set_runs WHERE generation = ? AND document = ?
             ORDER BY first"
        ))?
        .query_map([generation, document], Run::from_row)?
        .collect()
}
