//! Rows of relations, and the index of their cards.
//!
//! The cells of a relation are one packed piece; its card is readable. The cards'
//! words are a full-text index within the same database, so that a relation and
//! its card come and go in one transaction: a trigger takes the card with the row. The
//! index keeps the words themselves, since one without them cannot overwrite what is
//! deleted.

use rusqlite::{Connection, OptionalExtension, params};
use text::table::LogicalTable;

use super::broken_row::broken;
use super::seal::Seal;
use crate::DocumentRecord;
use crate::card::Card;

pub(crate) const TABLES: &str = "
CREATE TABLE relations(
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  name TEXT NOT NULL, card TEXT NOT NULL, packed BLOB NOT NULL, seal INTEGER NOT NULL
) STRICT;
CREATE INDEX relations_by_document ON relations(document);
CREATE INDEX relations_by_name ON relations(name);
CREATE VIRTUAL TABLE cards USING fts5(
  title, context, columns, labels, tokenize = 'unicode61 remove_diacritics 0'
);
INSERT INTO cards(cards, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER cards_go AFTER DELETE ON relations BEGIN
  DELETE FROM cards WHERE rowid = old.id;
END;
";

/// Bits of an id that count the relations of one document.
pub(super) const ORDINAL_BITS: u32 = 20;

/// The id of a relation: by document, then place.
pub(super) fn id(document: i64, ordinal: usize) -> i64 {
    (document << ORDINAL_BITS) | i64::try_from(ordinal).unwrap_or(i64::MAX)
}

/// Row of the document and place of a relation.
pub(crate) fn parts(id: i64) -> (i64, u32) {
    let ordinal = id & ((1 << ORDINAL_BITS) - 1);
    (id >> ORDINAL_BITS, u32::try_from(ordinal).unwrap_or(0))
}

fn seal(id: i64, name: &str, card: &str, packed: &[u8]) -> Seal {
    Seal::of("relations")
        .int(id)
        .text(name)
        .text(card)
        .bytes(packed)
}

/// Writes the relations of a document.
pub(crate) fn insert(
    connection: &Connection,
    record: &DocumentRecord,
    document: &text::Document,
) -> rusqlite::Result<()> {
    let tables = &document.relations;
    let count = tables.len().min(1 << ORDINAL_BITS);
    let title = record.title.as_deref().unwrap_or_default();
    let file = record.path.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let names = text::table::names(stem, tables);
    let called = format!("{} {title}", record.path);
    for (ordinal, (table, name)) in tables.iter().zip(names).take(count).enumerate() {
        let id = id(record.row, ordinal);
        let card = Card::of(name, table, &document.text);
        let words = card.words(table, &document.text, &called, document.language);
        let json = serde_json::to_string(&card).map_err(|error| broken(error.to_string()))?;
        let packed = text::table::pack(table).map_err(|error| broken(error.to_string()))?;
        connection
            .prepare_cached(
                "INSERT INTO relations(id, document, name, card, packed, seal) VALUES (?,?,?,?,?,?)",
            )?
            .execute(params![
                id,
                record.row,
                card.name,
                json,
                packed,
                seal(id, &card.name, &json, &packed).done()
            ])?;
        connection
            .prepare_cached(
                "INSERT INTO cards(rowid, title, context, columns, labels) VALUES (?,?,?,?,?)",
            )?
            .execute(params![
                id,
                words.title,
                words.context,
                words.columns,
                words.labels
            ])?;
    }
    Ok(())
}

/// One relation with the cells of those columns that are wanted, its checksum compared.
pub(crate) fn load(
    connection: &Connection,
    document: i64,
    ordinal: u32,
    wanted: impl FnOnce(&[&[String]], usize) -> Vec<bool>,
) -> rusqlite::Result<Option<(Card, LogicalTable)>> {
    let id = id(document, ordinal as usize);
    let found = connection
        .prepare_cached("SELECT name, card, packed, seal FROM relations WHERE id = ?")?
        .query_row([id], |row| {
            let (name, card): (String, String) = (row.get(0)?, row.get(1)?);
            let packed: Vec<u8> = row.get(2)?;
            Ok((name, card, packed, row.get::<_, i64>(3)?))
        })
        .optional()?;
    let Some((name, card, packed, stored)) = found else {
        return Ok(None);
    };
    seal(id, &name, &card, &packed).check(stored, || format!("relation {name}"))?;
    let card = serde_json::from_str(&card).map_err(|error| broken(error.to_string()))?;
    let table = text::table::unpack_columns(&packed, usize::MAX, wanted)
        .map_err(|error| broken(error.to_string()))?;
    Ok(Some((card, table)))
}

/// All relations of a document with their cells, in order.
pub(crate) fn all(connection: &Connection, document: i64) -> rusqlite::Result<Vec<LogicalTable>> {
    let whole = |paths: &[&[String]], _: usize| vec![true; paths.len()];
    let mut tables = Vec::new();
    for ordinal in 0.. {
        match load(connection, document, ordinal, whole)? {
            Some((_, table)) => tables.push(table),
            None => break,
        }
    }
    Ok(tables)
}

/// The cards of a document, in order.
pub(crate) fn cards(connection: &Connection, document: i64) -> rusqlite::Result<Vec<Card>> {
    connection
        .prepare_cached("SELECT card FROM relations WHERE document = ? ORDER BY id")?
        .query_map([document], |row| row.get::<_, String>(0))?
        .map(|card| serde_json::from_str(&card?).map_err(|error| broken(error.to_string())))
        .collect()
}

/// The card of an id.
pub(crate) fn card(connection: &Connection, id: i64) -> rusqlite::Result<Option<Card>> {
    let found: Option<String> = connection
        .prepare_cached("SELECT card FROM relations WHERE id = ?")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    found
        .map(|card| serde_json::from_str(&card).map_err(|error| broken(error.to_string())))
        .transpose()
}

/// Ids of relations by their readable name.
pub(crate) fn by_name(connection: &Connection, name: &str) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare_cached("SELECT id FROM relations WHERE name = ? ORDER BY id")?
        .query_map([name], |row| row.get(0))?
        .collect()
}

/// Ids and readable names in order of name, at most `limit`.
pub(crate) fn named(connection: &Connection, limit: usize) -> rusqlite::Result<Vec<(i64, String)>> {
    connection
        .prepare_cached("SELECT id, name FROM relations ORDER BY name, id LIMIT ?")?
        .query_map([i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect()
}

/// How many relations each document has, by its row; those without are left out.
pub(crate) fn counts(connection: &Connection) -> rusqlite::Result<Vec<(i64, usize)>> {
    connection
        .prepare_cached("SELECT document, count(*) FROM relations GROUP BY document")?
        .query_map([], |row| {
            let count: i64 = row.get(1)?;
            Ok((row.get(0)?, usize::try_from(count).unwrap_or(0)))
        })?
        .collect()
}

/// Checksums of a document's relations, in order: what a digest of the store takes.
pub(crate) fn seals(connection: &Connection, document: i64) -> rusqlite::Result<Vec<Vec<u8>>> {
    connection
        .prepare_cached("SELECT card, packed FROM relations WHERE document = ? ORDER BY id")?
        .query_map([document], |row| {
            let (card, packed): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
            let mut hash = blake3::Hasher::new();
            hash.update(card.as_bytes());
            hash.update(&packed);
            Ok(hash.finalize().as_bytes().to_vec())
        })?
        .collect()
}

/// How many relations have no card in the index of their words, and how many cards there
/// are of relations that are not there.
pub(crate) fn unmatched(connection: &Connection) -> rusqlite::Result<(u64, u64)> {
    let count = |sql| connection.query_row(sql, [], |row| row.get(0));
    Ok((
        count("SELECT count(*) FROM relations WHERE id NOT IN (SELECT rowid FROM cards)")?,
        count("SELECT count(*) FROM cards WHERE rowid NOT IN (SELECT id FROM relations)")?,
    ))
}

/// Bytes of all packed relations.
pub(crate) fn bytes(connection: &Connection) -> rusqlite::Result<u64> {
    let bytes: i64 = connection
        .prepare_cached("SELECT coalesce(sum(length(packed) + length(card)), 0) FROM relations")?
        .query_row([], |row| row.get(0))?;
    Ok(bytes.unsigned_abs())
}
