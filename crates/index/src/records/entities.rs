//! Rows of entities, one a document: what it names, and in which of its chunks.
//!
//! The table is made when entities are first kept, so that a library without them
//! has none. A row is born with the version that brought it; a reader of an older
//! one does not see it.

use rusqlite::{Connection, params};

use super::broken_row::broken;
use super::documents;
use super::seal::Seal;
use crate::{DocumentRecord, Entities, Entity};

pub(super) const TABLE: &str = "
CREATE TABLE IF NOT EXISTS entities(
  document INTEGER PRIMARY KEY REFERENCES documents(row) ON DELETE CASCADE,
  version INTEGER NOT NULL, born INTEGER NOT NULL, content TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
";

fn seal(document: i64, version: u32, born: i64, content: &str) -> Seal {
    Seal::of("entities")
        .int(document)
        .int(i64::from(version))
        .int(born)
        .text(content)
}

/// Whether the table was made.
fn exist(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'entities'",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(tables > 0)
}

/// Writes the entities of a document in place of those it has.
pub(crate) fn insert(
    connection: &Connection,
    document: i64,
    entities: &Entities,
    born: i64,
) -> rusqlite::Result<()> {
    connection.execute_batch(TABLE)?;
    let content =
        serde_json::to_string(&entities.entities).map_err(|error| broken(error.to_string()))?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO entities(document, version, born, content, seal)
             VALUES (?,?,?,?,?)",
        )?
        .execute(params![
            document,
            entities.version,
            born,
            content,
            seal(document, entities.version, born, &content).done()
        ])?;
    Ok(())
}

/// Gives each row that a reader at `version` sees, by document row, to `each`.
pub(crate) fn for_each(
    connection: &Connection,
    version: i64,
    mut each: impl FnMut(i64, Entities),
) -> rusqlite::Result<()> {
    if !exist(connection)? {
        return Ok(());
    }
    let mut query = connection.prepare_cached(
        "SELECT document, version, born, content, seal FROM entities ORDER BY document",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (document, made_by, born): (i64, u32, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let content = row.get_ref(3)?.as_str()?;
        seal(document, made_by, born, content).check(row.get(4)?, || {
            format!("entities of document row {document}")
        })?;
        if born > version {
            continue;
        }
        let entities: Vec<Entity> =
            serde_json::from_str(content).map_err(|error| broken(error.to_string()))?;
        each(
            document,
            Entities {
                version: made_by,
                entities,
            },
        );
    }
    Ok(())
}

/// Visible documents from `row` on without entities made by `version`, in order of
/// row, at most `limit`.
pub(crate) fn lacking(
    connection: &Connection,
    version: u32,
    row: i64,
    limit: usize,
) -> rusqlite::Result<Vec<DocumentRecord>> {
    let visible = "row >= ? AND born IS NOT NULL AND died IS NULL AND chunks > 0";
    let lacking = if exist(connection)? {
        format!(
            "{visible} AND NOT EXISTS (SELECT 1 FROM entities
             WHERE entities.document = documents.row AND entities.version = {version})
             ORDER BY row LIMIT ?"
        )
    } else {
        format!("{visible} ORDER BY row LIMIT ?")
    };
    documents::records_where(connection, &lacking, params![row, limit as u64])
}

/// Forgets all entities.
pub(crate) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    if exist(connection)? {
        connection.execute("DELETE FROM entities", [])?;
    }
    Ok(())
}
