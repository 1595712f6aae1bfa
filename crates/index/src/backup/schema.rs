//! Whether a database that came from elsewhere holds our tables and nothing else.
//!
//! A schema is a program: triggers, views and expressions run when rows are read or written.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::records::Records;
use crate::{IndexError, files, state};

/// The statements that made the tables and indexes of a database.
pub(crate) type Statements = BTreeSet<String>;

/// Those of the records, with the tables that exist from a first use on.
pub(crate) fn of_records() -> Result<Statements, IndexError> {
    let made = || {
        let connection = Connection::open_in_memory()?;
        Records::tables()
            .into_iter()
            .try_for_each(|tables| connection.execute_batch(tables))?;
        statements(&connection)
    };
    made().map_err(|error| IndexError::sqlite(Path::new(":memory:"), error))
}

/// Those of the state: of one that is made in a folder, and goes away with it.
pub(super) fn of_state(folder: &Path) -> Result<Statements, IndexError> {
    files::create_dir(folder)?;
    // What it makes when it is first asked for is made now.
    state::State::open(folder)?.builds()?;
    let file = folder.join(state::FILE_NAME);
    let found = Connection::open(&file).and_then(|connection| statements(&connection));
    files::remove(folder)?;
    found.map_err(|error| IndexError::sqlite(&file, error))
}

/// Reads nothing but the schema, without running any of it.
pub(crate) fn is_ours(file: &Path, ours: &Statements) -> Result<(), String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let found = Connection::open_with_flags(file, flags).and_then(|connection| {
        connection.pragma_update(None, "trusted_schema", "OFF")?;
        statements(&connection)
    });
    let found = found.map_err(|error| format!("{name} in it cannot be read: {error}"))?;
    match found.difference(ours).next() {
        None => Ok(()),
        Some(foreign) => {
            let start: String = foreign.chars().take(60).collect();
            Err(format!("{name} in it holds what is not ours: {start}"))
        }
    }
}

fn statements(connection: &Connection) -> rusqlite::Result<Statements> {
    // Indexes that SQLite makes of its own accord have no statement.
    connection
        .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?
        .query_map([], |row| row.get(0))?
        .collect()
}
