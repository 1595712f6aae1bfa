//! Rows of pages: where their words stand, packed, one row a page that has any.

use rusqlite::{Connection, params};
use text::PackedBoxes;

use super::seal::Seal;

pub(super) const TABLE: &str = "
CREATE TABLE boxes(
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  packed BLOB NOT NULL, seal INTEGER NOT NULL
) STRICT;
CREATE INDEX boxes_by_document ON boxes(document);
";

/// Bits of an id that count the pages of one document.
const PAGE_BITS: u32 = 20;

fn id(document: i64, page: usize) -> i64 {
    (document << PAGE_BITS) | i64::try_from(page).unwrap_or(i64::MAX)
}

fn seal(id: i64, packed: &[u8]) -> Seal {
    Seal::of("boxes").int(id).bytes(packed)
}

/// Writes the pages of a document.
pub(crate) fn insert(
    connection: &Connection,
    document: i64,
    pages: &[PackedBoxes],
) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO boxes(id, document, packed, seal) VALUES (?,?,?,?)")?;
    for (page, packed) in pages.iter().enumerate().take(1 << PAGE_BITS) {
        let (id, bytes) = (id(document, page), packed.as_bytes());
        if !bytes.is_empty() {
            insert.execute(params![id, document, bytes, seal(id, bytes).done()])?;
        }
    }
    Ok(())
}

/// The words of some pages of a document, by page from 0; pages without any are left out.
pub(crate) fn pages(
    connection: &Connection,
    document: i64,
    first: usize,
    last: usize,
) -> rusqlite::Result<Vec<(usize, PackedBoxes)>> {
    connection
        .prepare_cached("SELECT id, packed, seal FROM boxes WHERE id BETWEEN ? AND ? ORDER BY id")?
        .query_map([id(document, first), id(document, last)], |row| {
            let (id, packed): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
            let page = usize::try_from(id & ((1 << PAGE_BITS) - 1)).unwrap_or(0);
            seal(id, &packed).check(row.get(2)?, || {
                format!("boxes of page {} of document row {document}", page + 1)
            })?;
            Ok((page, PackedBoxes::from(packed)))
        })?
        .collect()
}

/// The words of every page of a document, as far as the last that has any; none where
/// no reader knew their places.
pub(crate) fn all(connection: &Connection, document: i64) -> rusqlite::Result<Vec<PackedBoxes>> {
    let mut all: Vec<PackedBoxes> = Vec::new();
    for (page, packed) in pages(connection, document, 0, (1 << PAGE_BITS) - 1)? {
        all.resize(page, PackedBoxes::default());
        all.push(packed);
    }
    Ok(all)
}

/// Bytes of all packed boxes.
pub(crate) fn bytes(connection: &Connection) -> rusqlite::Result<u64> {
    connection
        .prepare_cached("SELECT coalesce(sum(length(packed)), 0) FROM boxes")?
        .query_row([], |row| row.get(0))
}
