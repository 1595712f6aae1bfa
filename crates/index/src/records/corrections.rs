//! Rows of corrections: summaries written by hand, one a file at most.
//!
//! A correction belongs to a file, by root and path, not to one copy of its
//! content: so it outlives a change of the file, and goes when the file goes.
//!
//! People write few of them, so all are read to find one: an index has no
//! checksums, and a damaged one would hide a row.

use rusqlite::{Connection, params};

use super::seal::Seal;
use crate::{Correction, DocumentRecord};

pub(super) const TABLE: &str = "
CREATE TABLE corrections(
  number INTEGER PRIMARY KEY, root TEXT NOT NULL, path TEXT NOT NULL,
  content_hash BLOB NOT NULL, text TEXT NOT NULL, written INTEGER NOT NULL, seal INTEGER NOT NULL
) STRICT;
";

/// A correction with its file.
struct Row {
    number: i64,
    root: String,
    path: String,
    correction: Correction,
}

impl Row {
    fn is_of(&self, root: &str, path: &str) -> bool {
        self.root == root && self.path == path
    }
}

fn seal(number: i64, root: &str, path: &str, correction: &Correction) -> Seal {
    Seal::of("corrections")
        .int(number)
        .text(root)
        .text(path)
        .bytes(&correction.content_hash)
        .text(&correction.text)
        .int(correction.written)
}

fn all(connection: &Connection) -> rusqlite::Result<Vec<Row>> {
    connection
        .prepare_cached(
            "SELECT number, root, path, content_hash, text, written, seal FROM corrections
             ORDER BY number",
        )?
        .query_map([], |columns| {
            let row = Row {
                number: columns.get(0)?,
                root: columns.get(1)?,
                path: columns.get(2)?,
                correction: Correction {
                    content_hash: columns.get(3)?,
                    text: columns.get(4)?,
                    written: columns.get(5)?,
                },
            };
            seal(row.number, &row.root, &row.path, &row.correction)
                .check(columns.get(6)?, || format!("correction {}", row.number))?;
            Ok(row)
        })?
        .collect()
}

/// All corrections with root and path of their files.
pub(crate) fn of_all(
    connection: &Connection,
) -> rusqlite::Result<Vec<(String, String, Correction)>> {
    let rows = all(connection)?.into_iter();
    Ok(rows
        .map(|row| (row.root, row.path, row.correction))
        .collect())
}

/// The correction of a file.
pub(crate) fn of_file(
    connection: &Connection,
    root: &str,
    path: &str,
) -> rusqlite::Result<Option<Correction>> {
    let mut rows = all(connection)?.into_iter();
    Ok(rows
        .find(|row| row.is_of(root, path))
        .map(|row| row.correction))
}

/// Compares the checksum of every correction.
pub(crate) fn check(connection: &Connection) -> rusqlite::Result<()> {
    all(connection).map(drop)
}

/// Writes the correction of a file that has none.
pub(crate) fn insert(
    connection: &Connection,
    root: &str,
    path: &str,
    correction: &Correction,
) -> rusqlite::Result<()> {
    let number: i64 = connection.query_row(
        "SELECT coalesce(max(number), 0) + 1 FROM corrections",
        [],
        |row| row.get(0),
    )?;
    connection
        .prepare_cached("INSERT INTO corrections VALUES (?,?,?,?,?,?,?)")?
        .execute(params![
            number,
            root,
            path,
            correction.content_hash,
            correction.text,
            correction.written,
            seal(number, root, path, correction).done()
        ])?;
    Ok(())
}

/// Takes the correction of a file away. Returns whether there was one.
pub(crate) fn remove(connection: &Connection, root: &str, path: &str) -> rusqlite::Result<bool> {
    let found = all(connection)?;
    let of_file: Vec<i64> = found
        .iter()
        .filter(|row| row.is_of(root, path))
        .map(|row| row.number)
        .collect();
    let mut delete = connection.prepare_cached("DELETE FROM corrections WHERE number = ?")?;
    for number in &of_file {
        delete.execute([number])?;
    }
    Ok(!of_file.is_empty())
}

/// Lets a correction follow its file when the same content under the same path
/// is added from another folder.
pub(crate) fn follow(
    connection: &Connection,
    old: &DocumentRecord,
    new: &DocumentRecord,
) -> rusqlite::Result<()> {
    if old.root == new.root && old.path == new.path {
        return Ok(());
    }
    let Some(correction) = of_file(connection, &old.root, &old.path)? else {
        return Ok(());
    };
    remove(connection, &old.root, &old.path)?;
    if of_file(connection, &new.root, &new.path)?.is_none() {
        insert(connection, &new.root, &new.path, &correction)?;
    }
    Ok(())
}
