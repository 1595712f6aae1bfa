//! Rows of documents: each copy of a document is born at one version and dies
//! at another; a row without a birth belongs to a batch that is not finished.

use rusqlite::{Connection, Params, Row, params};
use serde::de::DeserializeOwned;
use text::Language;

use super::broken_row::broken;
use super::seal::Seal;
use super::{clusters, corrections, written};
use crate::payload::PayloadKind;
use crate::{ChunkId, DocumentId, DocumentRecord, State};

const COLUMNS: &str = "row, id, root, path, content_hash, format, bytes, modified, added,
  collection, metadata, title, author, date, language, pages, first_chunk, chunks, text_bytes,
  characters, sections, tables, terms, warnings, report, reader_version, failure, seal";

/// Which batch wrote a row and at which versions readers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Life {
    pub batch: i64,
    pub born: Option<i64>,
    pub died: Option<i64>,
}

impl Life {
    fn seal(self, row: i64) -> Seal {
        Seal::of("life")
            .int(row)
            .int(self.batch)
            .int(self.born)
            .int(self.died)
    }

    /// True for a reader at `version`.
    pub(crate) fn visible(self, version: i64) -> bool {
        self.born.is_some_and(|born| born <= version) && self.died.is_none_or(|died| version < died)
    }
}

/// A language as stored: its code.
pub(crate) fn language_code(language: Language) -> String {
    match serde_json::to_value(language) {
        Ok(serde_json::Value::String(code)) => code,
        _ => String::new(),
    }
}

fn from_code<T: DeserializeOwned>(code: String) -> rusqlite::Result<T> {
    let unknown = format!("`{code}` is no code this version knows");
    serde_json::from_value(serde_json::Value::String(code)).map_err(|_| broken(unknown))
}

fn json<T: serde::Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| broken(error.to_string()))
}

fn from_json<T: DeserializeOwned>(json: &str) -> rusqlite::Result<T> {
    serde_json::from_str(json).map_err(|error| broken(error.to_string()))
}

fn failure(state: &State) -> Option<&str> {
    match state {
        State::Ready => None,
        State::Failed { reason } => Some(reason),
    }
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn seal(record: &DocumentRecord) -> rusqlite::Result<Seal> {
    Ok(Seal::of("documents")
        .int(record.row)
        .text(record.id.as_str())
        .text(&record.root)
        .text(&record.path)
        .bytes(&record.content_hash)
        .text_or_null(record.format.map(|format| format.as_str()))
        .int(signed(record.bytes))
        .int(record.modified)
        .int(record.added)
        .text(&record.collection)
        .text(&json(&record.metadata)?)
        .text_or_null(record.title.as_deref())
        .text_or_null(record.author.as_deref())
        .text_or_null(record.date.as_deref())
        .text(&language_code(record.language))
        .int(record.pages.map(i64::from))
        .int(signed(record.first_chunk.0))
        .int(i64::from(record.chunks))
        .int(signed(record.text_bytes))
        .int(signed(record.characters))
        .int(i64::from(record.sections))
        .int(i64::from(record.tables))
        .int(signed(record.terms))
        .text(&json(&record.warnings)?)
        .text(&json(&record.report)?)
        .int(i64::from(record.reader_version))
        .text_or_null(failure(&record.state)))
}

/// Writes a row that no reader sees yet.
pub(crate) fn insert_pending(
    connection: &Connection,
    record: &DocumentRecord,
    batch: i64,
) -> rusqlite::Result<()> {
    let life = Life {
        batch,
        born: None,
        died: None,
    };
    connection
        .prepare_cached(&format!(
            "INSERT INTO documents({COLUMNS}, batch, born, died, life)
             VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL,NULL,?)"
        ))?
        .execute(params![
            record.row,
            record.id.as_str(),
            record.root,
            record.path,
            record.content_hash,
            record.format.map(|format| format.as_str()),
            signed(record.bytes),
            record.modified,
            record.added,
            record.collection,
            json(&record.metadata)?,
            record.title,
            record.author,
            record.date,
            language_code(record.language),
            record.pages,
            signed(record.first_chunk.0),
            record.chunks,
            signed(record.text_bytes),
            signed(record.characters),
            record.sections,
            record.tables,
            signed(record.terms),
            json(&record.warnings)?,
            json(&record.report)?,
            record.reader_version,
            failure(&record.state),
            seal(record)?.done(),
            batch,
            life.seal(record.row).done(),
        ])?;
    Ok(())
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<(DocumentRecord, Life)> {
    let format: Option<String> = row.get(5)?;
    let failure: Option<String> = row.get(26)?;
    let record = DocumentRecord {
        row: row.get(0)?,
        id: DocumentId::from(row.get::<_, String>(1)?),
        root: row.get(2)?,
        path: row.get(3)?,
        content_hash: row.get(4)?,
        format: format.map(from_code).transpose()?,
        bytes: row.get(6)?,
        modified: row.get(7)?,
        added: row.get(8)?,
        collection: row.get(9)?,
        metadata: from_json(row.get_ref(10)?.as_str()?)?,
        title: row.get(11)?,
        author: row.get(12)?,
        date: row.get(13)?,
        language: from_code(row.get(14)?)?,
        pages: row.get(15)?,
        first_chunk: ChunkId(row.get(16)?),
        chunks: row.get(17)?,
        text_bytes: row.get(18)?,
        characters: row.get(19)?,
        sections: row.get(20)?,
        tables: row.get(21)?,
        terms: row.get(22)?,
        embedded_chunks: 0,
        warnings: from_json(row.get_ref(23)?.as_str()?)?,
        report: from_json(row.get_ref(24)?.as_str()?)?,
        reader_version: row.get(25)?,
        state: failure.map_or(State::Ready, |reason| State::Failed { reason }),
    };
    let what = || format!("document row {}", record.row);
    seal(&record)?.check(row.get(27)?, what)?;
    let life = Life {
        batch: row.get(28)?,
        born: row.get(29)?,
        died: row.get(30)?,
    };
    life.seal(record.row).check(row.get(31)?, what)?;
    Ok((record, life))
}

/// All rows with their lives, in order of row.
pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<(DocumentRecord, Life)>> {
    with_lives(connection, "1 ORDER BY row", [])
}

/// The documents a reader at `version` sees, in order of row.
pub(crate) fn visible(
    connection: &Connection,
    version: i64,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    let mut documents = all(connection)?;
    documents.retain(|(_, life)| life.visible(version));
    Ok(records(documents))
}

/// The documents of batches that are not finished, in order of row.
pub(crate) fn pending(connection: &Connection) -> rusqlite::Result<Vec<DocumentRecord>> {
    Ok(records(with_lives(
        connection,
        "born IS NULL ORDER BY row",
        [],
    )?))
}

fn records(documents: Vec<(DocumentRecord, Life)>) -> Vec<DocumentRecord> {
    documents.into_iter().map(|(record, _)| record).collect()
}

/// The last unfinished batch.
pub(crate) fn pending_batch(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    connection.query_row(
        "SELECT max(batch) FROM documents WHERE born IS NULL",
        [],
        |row| row.get(0),
    )
}

/// Forgets all unfinished rows.
pub(crate) fn drop_pending(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM documents WHERE born IS NULL", [])?;
    Ok(())
}

/// Lets every pending row be born at `version`, and lets what they replace die:
/// visible documents of the same path under the same root, or of the same id.
pub(crate) fn publish_pending(connection: &Connection, version: i64) -> rusqlite::Result<()> {
    let newborn = with_lives(connection, "born IS NULL ORDER BY row", [])?;
    for (new, _) in &newborn {
        for old in replaced_by(connection, new)? {
            corrections::follow(connection, &old, new)?;
            kill(connection, old.row, version)?;
        }
    }
    for (new, life) in &newborn {
        set_life(
            connection,
            new.row,
            Life {
                born: Some(version),
                ..*life
            },
        )?;
    }
    Ok(())
}

/// The indexes that lead to rows have no checksums, the rows have: so what an
/// index finds is compared with what was looked for.
fn replaced_by(
    connection: &Connection,
    new: &DocumentRecord,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    let place = "root = ? AND path = ? AND born IS NOT NULL AND died IS NULL";
    let same_place = with_lives(connection, place, [&new.root, &new.path])?
        .into_iter()
        .filter(|(old, _)| old.root == new.root && old.path == new.path)
        .map(|(old, _)| old);
    let mut replaced: Vec<DocumentRecord> = same_place
        .chain(visible_record(connection, &new.id)?)
        .collect();
    replaced.sort_by_key(|old| old.row);
    replaced.dedup_by_key(|old| old.row);
    Ok(replaced)
}

/// Documents with their lives where a condition holds.
fn with_lives(
    connection: &Connection,
    condition: &str,
    values: impl Params,
) -> rusqlite::Result<Vec<(DocumentRecord, Life)>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS}, batch, born, died, life FROM documents WHERE {condition}"
        ))?
        .query_map(values, from_row)?
        .collect()
}

/// Lets a visible row die at `version`. The clusters go with it: they hold words
/// of it.
pub(crate) fn kill(connection: &Connection, row: i64, version: i64) -> rusqlite::Result<()> {
    clusters::clear(connection)?;
    written::clear_topics(connection)?;
    for (_, life) in with_lives(connection, "row = ?", [row])? {
        set_life(
            connection,
            row,
            Life {
                died: Some(version),
                ..life
            },
        )?;
    }
    Ok(())
}

fn set_life(connection: &Connection, row: i64, life: Life) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE documents SET born = ?, died = ?, life = ? WHERE row = ?")?
        .execute(params![life.born, life.died, life.seal(row).done(), row])?;
    Ok(())
}

/// Removes rows that no reader sees any more, with all that hangs on them.
pub(crate) fn purge(connection: &Connection, rows: &[i64]) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM documents WHERE row = ?")?;
    for row in rows {
        delete.execute([row])?;
    }
    Ok(())
}

/// Counts the documents and chunks visible at `version`, for the store's row.
pub(crate) fn count_visible(connection: &Connection, version: i64) -> rusqlite::Result<(i64, i64)> {
    connection
        .prepare_cached(
            "SELECT count(*), coalesce(sum(chunks), 0) FROM documents
             WHERE born <= ?1 AND (died IS NULL OR ?1 < died)",
        )?
        .query_row([version], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The row of a visible document.
pub(crate) fn visible_row(
    connection: &Connection,
    id: &DocumentId,
) -> rusqlite::Result<Option<i64>> {
    Ok(visible_record(connection, id)?.map(|record| record.row))
}

/// A visible document.
pub(crate) fn visible_record(
    connection: &Connection,
    id: &DocumentId,
) -> rusqlite::Result<Option<DocumentRecord>> {
    let found = with_lives(
        connection,
        "id = ? AND born IS NOT NULL AND died IS NULL",
        [id.as_str()],
    )?;
    Ok(found
        .into_iter()
        .map(|(record, _)| record)
        .find(|record| record.id == *id))
}

/// Row and ordinal of a chunk of a visible document.
pub(crate) fn visible_chunk(
    connection: &Connection,
    chunk: ChunkId,
) -> rusqlite::Result<Option<(i64, u32)>> {
    let nearest = "first_chunk <= ? AND chunks > 0 ORDER BY first_chunk DESC LIMIT 1";
    let found = with_lives(connection, nearest, [signed(chunk.0)])?.pop();
    Ok(found.and_then(|(document, life)| {
        let ordinal = u32::try_from(chunk.0.checked_sub(document.first_chunk.0)?).ok()?;
        let visible = life.born.is_some() && life.died.is_none();
        (visible && ordinal < document.chunks).then_some((document.row, ordinal))
    }))
}

/// Documents where a condition holds, in the order that it says.
pub(super) fn records_where(
    connection: &Connection,
    condition: &str,
    values: impl Params,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    Ok(records(with_lives(connection, condition, values)?))
}

/// Visible documents from `row` on that have chunks without a vector, in order
/// of row, at most `limit`.
pub(crate) fn without_vectors(
    connection: &Connection,
    row: i64,
    limit: usize,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    let lacking = "row >= ? AND born IS NOT NULL AND died IS NULL AND chunks >
        (SELECT coalesce(sum(count), 0) FROM runs WHERE runs.document = documents.row)
        ORDER BY row LIMIT ?";
    Ok(records(with_lives(
        connection,
        lacking,
        params![row, limit as u64],
    )?))
}

/// Visible documents from `row` on that have chunks without a payload of a kind,
/// in order of row, at most `limit`.
pub(crate) fn without_payloads(
    connection: &Connection,
    kind: PayloadKind,
    row: i64,
    limit: usize,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    let lacking = "row >= ? AND born IS NOT NULL AND died IS NULL AND chunks >
        (SELECT coalesce(sum(count), 0) FROM payload_runs
         WHERE payload_runs.document = documents.row AND kind = ?)
        ORDER BY row LIMIT ?";
    Ok(records(with_lives(
        connection,
        lacking,
        params![row, kind.as_str(), limit as u64],
    )?))
}
