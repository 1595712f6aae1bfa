//! What is worth keeping for a while and never worth failing for: traces, sessions,
//! questions, what people say of answers, decisions of the router, counts of faults and what
//! models said of documents.
//!
//! A database of its own beside the records, so that a read-only or full store
//! still answers. Callers report a failed write and go on.

mod builds;
mod decisions;
mod faults;
mod feedback;
mod kept;
mod turns;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::{DocumentId, IndexError};
pub use builds::BuildRow;
pub use decisions::{AGE_MAX_DAYS, DECISIONS_MAX, DecisionRow};
pub use faults::FaultRow;
pub use feedback::Judgement;
pub use kept::{KEPT_BYTES_MAX, KEPT_MAX, Kept};
pub use turns::{SessionRow, TurnRow};

/// Name of the database within a store.
pub(crate) const FILE_NAME: &str = "state.sqlite";

/// Traces kept: the newest ones, for at most this long.
pub const TRACES_MAX: u32 = 1_000;
/// See [`TRACES_MAX`].
pub const TRACE_AGE_MAX_DAYS: i64 = 30;
/// A longer trace is refused.
pub const TRACE_BYTES_MAX: usize = 1 << 20;

/// Sessions kept: those used last, for at most a day after their last use.
pub const SESSIONS_MAX: u32 = 10_000;
/// A longer session is refused.
pub const SESSION_BYTES_MAX: usize = 256 * 1024;

const SECONDS_A_DAY: i64 = 86_400;

/// Forgets the traces that quote these documents, where any were ever kept.
pub(crate) fn forget(dir: &Path, documents: &[DocumentId]) -> Result<(), IndexError> {
    if documents.is_empty() || !dir.join(FILE_NAME).exists() {
        return Ok(());
    }
    State::open(dir)?.forget_documents(documents)
}

/// Whether a store has a state beside it.
pub(crate) fn is_in(dir: &Path) -> bool {
    dir.join(FILE_NAME).is_file()
}

/// Copies the state beside the store in one folder to a store in another, in place of
/// what is there; nothing where there is none.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), IndexError> {
    if !from.join(FILE_NAME).exists() {
        return Ok(());
    }
    let target = to.join(FILE_NAME);
    crate::files::remove(&target)?;
    let state = State::open(from)?;
    state.run(|connection| {
        connection.execute("VACUUM INTO ?", [target.to_string_lossy()])?;
        Ok(())
    })
}

/// The state beside a store.
pub struct State {
    connection: Connection,
    path: PathBuf,
    file: Option<FileId>,
}

/// Which file one is, whatever it is called; `None` where the system does not say.
type FileId = (u64, u64);

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}

impl State {
    /// Opens the state beside the store in `dir`, and creates it when there is none.
    ///
    /// # Errors
    /// Those of the file system; [`IndexError::Damaged`].
    pub fn open(dir: &Path) -> Result<State, IndexError> {
        let path = dir.join(FILE_NAME);
        let connection =
            Connection::open(&path).map_err(|error| IndexError::sqlite(&path, error))?;
        let file = file_id(&path);
        let state = State {
            connection,
            path,
            file,
        };
        state.run(|connection| {
            // A trace is not worth holding up an answer for longer.
            connection.busy_timeout(Duration::from_secs(2))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "secure_delete", "ON")?;
            connection.execute_batch(
                "CREATE TABLE IF NOT EXISTS traces(
                   number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                   recorded INTEGER NOT NULL, trace TEXT NOT NULL) STRICT;
                 CREATE INDEX IF NOT EXISTS traces_by_time ON traces(recorded);
                 CREATE TABLE IF NOT EXISTS sessions(
                   name TEXT PRIMARY KEY, used INTEGER NOT NULL, session TEXT NOT NULL) STRICT;
                 CREATE INDEX IF NOT EXISTS sessions_by_use ON sessions(used, name);
                 CREATE TABLE IF NOT EXISTS decisions(
                   number INTEGER PRIMARY KEY, session TEXT NOT NULL, asked INTEGER NOT NULL,
                   text TEXT NOT NULL, previous INTEGER NOT NULL, kind TEXT NOT NULL,
                   layer TEXT NOT NULL, confidence REAL NOT NULL,
                   low_confidence INTEGER NOT NULL) STRICT;
                 CREATE INDEX IF NOT EXISTS decisions_by_time ON decisions(asked);
                 CREATE TABLE IF NOT EXISTS faults(
                   step TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,
                   message TEXT NOT NULL, times INTEGER NOT NULL, last INTEGER NOT NULL,
                   PRIMARY KEY(step, file, line)) STRICT;
                 CREATE TABLE IF NOT EXISTS violations(
                   rule TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT;
                 CREATE TABLE IF NOT EXISTS kept(
                   number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
                   document TEXT NOT NULL, made INTEGER NOT NULL, value TEXT NOT NULL) STRICT;
                 CREATE INDEX IF NOT EXISTS kept_by_document ON kept(document);
                 CREATE TABLE IF NOT EXISTS turns(
                   number INTEGER PRIMARY KEY, owner TEXT NOT NULL, session TEXT,
                   question TEXT NOT NULL, trace TEXT, status TEXT NOT NULL, strategy TEXT,
                   asked INTEGER NOT NULL, total_ms REAL NOT NULL) STRICT;
                 CREATE INDEX IF NOT EXISTS turns_by_time ON turns(asked);
                 CREATE INDEX IF NOT EXISTS turns_by_session ON turns(session, number);
                 CREATE INDEX IF NOT EXISTS turns_by_trace ON turns(trace, number);
                 CREATE TABLE IF NOT EXISTS feedback(
                   trace TEXT NOT NULL, owner TEXT NOT NULL, helpful INTEGER NOT NULL,
                   comment TEXT, given INTEGER NOT NULL, PRIMARY KEY(trace, owner)) STRICT;",
            )
        })?;
        Ok(state)
    }

    /// Whether its file still stands where it was opened: another may have been put in its place.
    pub fn stands(&self) -> bool {
        self.file.is_some() && self.file == file_id(&self.path)
    }

    fn run<T>(
        &self,
        statements: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        statements(&self.connection).map_err(|error| IndexError::sqlite(&self.path, error))
    }

    /// Keeps a trace under an id and forgets those that are too old or too
    /// many. `now` is in Unix seconds.
    ///
    /// # Errors
    /// [`IndexError::BadDocument`] for a trace over [`TRACE_BYTES_MAX`]; those of
    /// the file system. None of them should fail a question.
    pub fn record_trace(&self, id: &str, json: &str, now: i64) -> Result<(), IndexError> {
        if json.len() > TRACE_BYTES_MAX {
            let reason = format!(
                "the trace has {} bytes, at most {TRACE_BYTES_MAX} are kept",
                json.len()
            );
            return Err(IndexError::BadDocument {
                path: id.to_owned(),
                reason,
            });
        }
        self.run(|connection| {
            // No answer waits for the disk: what is kept stays in the log until that is full, or
            // something is removed.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            let transaction = connection.unchecked_transaction()?;
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO traces(id, recorded, trace) VALUES (?,?,?)",
                )?
                .execute(params![id, now, json])?;
            // By their times and not by their numbers: those stand in an index of a few pages, and
            // a trace fills pages of its own, which would all be read to count them.
            transaction
                .prepare_cached(
                    "DELETE FROM traces WHERE recorded < ?1 OR number IN
                       (SELECT number FROM traces ORDER BY recorded DESC, number DESC
                        LIMIT -1 OFFSET ?2)",
                )?
                .execute(params![
                    now - TRACE_AGE_MAX_DAYS * SECONDS_A_DAY,
                    TRACES_MAX
                ])?;
            transaction.commit()
        })
    }

    /// The trace kept under an id.
    pub fn trace(&self, id: &str) -> Result<Option<String>, IndexError> {
        self.run(|connection| {
            connection
                .query_row("SELECT trace FROM traces WHERE id = ?", [id], |row| {
                    row.get(0)
                })
                .optional()
        })
    }

    /// All traces in the order they were recorded: id, time, trace.
    pub fn traces(&self) -> Result<Vec<(String, i64, String)>, IndexError> {
        self.run(|connection| {
            connection
                .prepare("SELECT id, recorded, trace FROM traces ORDER BY number")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
    }

    /// Keeps what a session remembers, and forgets the sessions that were not
    /// used for a day, or least lately where there are too many. `now` is in
    /// Unix seconds.
    ///
    /// # Errors
    /// [`IndexError::BadDocument`] for a session over [`SESSION_BYTES_MAX`];
    /// those of the file system. None of them should fail a question.
    pub fn keep_session(&self, name: &str, session: &str, now: i64) -> Result<(), IndexError> {
        if session.len() > SESSION_BYTES_MAX {
            let reason = format!(
                "the session has {} bytes, at most {SESSION_BYTES_MAX} are kept",
                session.len()
            );
            return Err(IndexError::BadDocument {
                path: name.to_owned(),
                reason,
            });
        }
        self.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute(
                "INSERT OR REPLACE INTO sessions(name, used, session) VALUES (?,?,?)",
                params![name, now, session],
            )?;
            transaction.execute("DELETE FROM sessions WHERE used < ?", [now - SECONDS_A_DAY])?;
            transaction.execute(
                "DELETE FROM sessions WHERE name <> ?1 AND name IN
                   (SELECT name FROM sessions ORDER BY used DESC, name LIMIT -1 OFFSET ?2)",
                params![name, SESSIONS_MAX],
            )?;
            transaction.commit()
        })
    }

    /// What a session remembers, unless it was not used for a day.
    pub fn session(&self, name: &str, now: i64) -> Result<Option<String>, IndexError> {
        self.run(|connection| {
            connection
                .query_row(
                    "SELECT session FROM sessions WHERE name = ? AND used >= ?",
                    params![name, now - SECONDS_A_DAY],
                    |row| row.get(0),
                )
                .optional()
        })
    }

    /// Forgets every trace, session and kept value of these documents, so that nothing
    /// quoted from a removed document is left, in the log neither.
    pub fn forget_documents(&self, documents: &[DocumentId]) -> Result<(), IndexError> {
        self.run(|connection| {
            for document in documents {
                // The question may hold words of the document, too, and so may what was said.
                for table in ["turns", "feedback"] {
                    connection.execute(
                        &format!(
                            "DELETE FROM {table} WHERE trace IN
                               (SELECT id FROM traces WHERE instr(trace, ?) > 0)"
                        ),
                        [document.as_str()],
                    )?;
                }
                connection.execute(
                    "DELETE FROM traces WHERE instr(trace, ?) > 0",
                    [document.as_str()],
                )?;
                connection.execute(
                    "DELETE FROM sessions WHERE instr(session, ?) > 0",
                    [document.as_str()],
                )?;
                connection.execute("DELETE FROM kept WHERE document = ?", [document.as_str()])?;
            }
            connection.execute_batch("VACUUM")?;
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }
}

/// Deletes the rows of `table` that were asked before `oldest`, in Unix seconds, and all but about
/// the last `most`: what was deleted between them counts. Numbers of these tables only grow. Reads
/// what it deletes and no other row, since each question pays for it.
fn forget_rows(
    connection: &Connection,
    table: &str,
    oldest: i64,
    most: u32,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(&forgetting(table))?
        .execute(params![oldest, most])
}

fn forgetting(table: &str) -> String {
    format!(
        "DELETE FROM {table} WHERE asked < ?1 OR
           number <= (SELECT max(number) FROM {table}) - ?2"
    )
}

/// Verifies the state beside the store in `dir`, where there is one.
///
/// # Errors
/// [`IndexError::Damaged`]: deleting the file mends it, nothing in it is needed.
pub fn check(dir: &Path) -> Result<(), IndexError> {
    let path = dir.join(FILE_NAME);
    if !path.is_file() {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let first: String = Connection::open_with_flags(&path, flags)
        .and_then(|state| state.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)))
        .map_err(|error| IndexError::sqlite(&path, error))?;
    if first == "ok" {
        Ok(())
    } else {
        Err(IndexError::damaged(&path, first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_are_kept_for_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        state.record_trace("a", "{\"quote\":1}", 1_000).unwrap();
        assert_eq!(state.trace("a").unwrap().as_deref(), Some("{\"quote\":1}"));
        assert_eq!(state.trace("b").unwrap(), None);

        let too_long = "x".repeat(TRACE_BYTES_MAX + 1);
        assert!(state.record_trace("long", &too_long, 1_000).is_err());

        // 31 days later it is gone.
        state
            .record_trace("b", "{}", 1_000 + 31 * SECONDS_A_DAY)
            .unwrap();
        assert_eq!(state.trace("a").unwrap(), None);

        for number in 0..TRACES_MAX {
            state
                .record_trace(&format!("n{number}"), "{}", 4_000_000)
                .unwrap();
        }
        assert_eq!(state.traces().unwrap().len(), TRACES_MAX as usize);
        assert_eq!(state.trace("b").unwrap(), None);
        assert!(state.trace("n0").unwrap().is_some());
    }

    #[test]
    #[cfg(unix)]
    fn a_state_whose_file_was_replaced_is_not_written_to() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        assert!(state.stands());
        std::fs::rename(dir.path().join(FILE_NAME), dir.path().join("old")).unwrap();
        assert!(!state.stands());
        let other = State::open(dir.path()).unwrap();
        assert!(other.stands() && !state.stands());
    }

    #[test]
    fn the_last_rows_of_the_last_days_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        let connection = &state.connection;
        let insert =
            "INSERT INTO turns(owner, question, status, asked, total_ms) VALUES ('','','',?,0)";
        for asked in [9, 10, 1, 12, 13, 14] {
            connection.execute(insert, [asked]).unwrap();
        }
        assert_eq!(forget_rows(connection, "turns", 10, 4).unwrap(), 3);
        let left: Vec<i64> = connection
            .prepare("SELECT asked FROM turns ORDER BY number")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap();
        assert_eq!(left, [12, 13, 14]);
    }

    #[test]
    fn what_each_question_forgets_is_found_without_reading_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        for table in ["turns", "decisions"] {
            let plan: Vec<String> = state
                .connection
                .prepare(&format!("EXPLAIN QUERY PLAN {}", forgetting(table)))
                .unwrap()
                .query_map(params![10, 4], |row| row.get(3))
                .unwrap()
                .collect::<rusqlite::Result<_>>()
                .unwrap();
            let scans = |step: &String| step.starts_with("SCAN");
            assert!(!plan.iter().any(scans), "{plan:#?}");
        }
    }

    #[test]
    fn sessions_are_kept_for_a_day_and_bounded() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        state.keep_session("old", "{}", 0).unwrap();
        assert_eq!(
            state.session("old", SECONDS_A_DAY).unwrap().as_deref(),
            Some("{}")
        );
        assert_eq!(state.session("old", SECONDS_A_DAY + 1).unwrap(), None);
        let too_long = "x".repeat(SESSION_BYTES_MAX + 1);
        assert!(state.keep_session("long", &too_long, 0).is_err());

        let transaction = state.connection.unchecked_transaction().unwrap();
        for number in 0..SESSIONS_MAX {
            let values = params![format!("n{number:05}"), 10 + i64::from(number)];
            let insert = "INSERT INTO sessions(name, used, session) VALUES (?,?,'{}')";
            transaction.execute(insert, values).unwrap();
        }
        transaction.commit().unwrap();
        state.keep_session("new", "{}", 20_000).unwrap();
        // The least recently used went, `old` among them.
        for (name, kept) in [
            ("old", false),
            ("n00000", false),
            ("n00001", true),
            ("new", true),
        ] {
            assert_eq!(
                state.session(name, 20_000).unwrap().is_some(),
                kept,
                "{name}"
            );
        }
    }

    #[test]
    fn traces_that_stayed_in_the_log_are_kept_and_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let document = DocumentId::new("a.md", &[1; 32]);
        for id in ["a", "b"] {
            let trace = format!("{{\"document\":\"{document}\",\"quote\":\"canary {id}\"}}");
            let state = State::open(dir.path()).unwrap();
            state.record_trace(id, &trace, 0).unwrap();
        }
        assert_eq!(State::open(dir.path()).unwrap().traces().unwrap().len(), 2);
        State::open(dir.path())
            .unwrap()
            .record_trace("c", "{}", 0)
            .unwrap();
        // A server keeps its connection.
        let open = State::open(dir.path()).unwrap();
        assert_eq!(open.traces().unwrap().len(), 3);
        forget(dir.path(), &[document]).unwrap();
        assert_eq!(open.traces().unwrap().len(), 1);
        for name in crate::files::names(dir.path()).unwrap() {
            let bytes = std::fs::read(dir.path().join(&name)).unwrap();
            let found = bytes.windows(6).any(|window| window == b"canary");
            assert!(!found, "{name}");
        }
    }

    #[test]
    fn traces_of_a_removed_document_leave_no_byte() {
        let dir = tempfile::tempdir().unwrap();
        let state = State::open(dir.path()).unwrap();
        let document = DocumentId::new("a.md", &[1; 32]);
        let trace = format!("{{\"document\":\"{document}\",\"quote\":\"canary in the trace\"}}");
        state.record_trace("a", &trace, 0).unwrap();
        state.record_trace("b", "{}", 0).unwrap();
        state.keep_session("s", &trace, 0).unwrap();
        state.forget_documents(&[document]).unwrap();
        assert_eq!(state.traces().unwrap().len(), 1);
        assert_eq!(state.session("s", 0).unwrap(), None);
        for name in crate::files::names(dir.path()).unwrap() {
            let bytes = std::fs::read(dir.path().join(&name)).unwrap();
            let found = bytes.windows(6).any(|window| window == b"canary");
            assert!(!found, "{name}");
        }
    }
}
