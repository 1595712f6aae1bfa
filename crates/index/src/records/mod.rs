//! The records: documents, texts, sections, chunks and where their vectors lie,
//! in one SQLite database that people can open.
//!
//! WAL mode, so that readers of other processes work while one writes;
//! `synchronous=FULL`, so that what was acknowledged survives a power loss;
//! `secure_delete`, so that what was deleted is overwritten. SQLite has no
//! checksums of its own, so every row carries a [`seal`] and every text a
//! checksum per piece: a flipped bit is an error, never an answer.

pub(crate) mod boxes;
mod broken_row;
pub(crate) mod cards;
pub(crate) mod chunks;
pub(crate) mod clusters;
pub(crate) mod corrections;
pub(crate) mod documents;
pub(crate) mod entities;
pub(crate) mod parsed;
pub(crate) mod payloads;
pub(crate) mod relations;
pub(crate) mod runs;
pub(crate) mod seal;
pub(crate) mod store;
pub(crate) mod structure;
pub(crate) mod summaries;
pub(crate) mod texts;
pub(crate) mod vector_sets;
pub(crate) mod written;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub(crate) use broken_row::broken;

use crate::IndexError;
use store::StoreRow;

/// Name of the database within a store.
pub(crate) const FILE_NAME: &str = "library.sqlite";

/// Layout of the whole store: records, keyword index, vectors, payloads. Grows with every
/// change that an older version could not read.
pub(crate) const FORMAT: i64 = 5;

/// The oldest format whose documents can be read, to be taken into a new store.
const FORMAT_OLDEST: i64 = 2;

/// The first format with typed tables, and the first with places of words.
pub(crate) const FORMAT_OF_RELATIONS: i64 = 3;
pub(crate) const FORMAT_OF_BOXES: i64 = 4;

/// Marks the database as ours, in its header: "PERU".
const APPLICATION_ID: i64 = 0x5045_5255;

/// How long a statement waits for another process: checkpoints and commits take
/// milliseconds, so this only ends when something is wrong.
const BUSY_WAIT: Duration = Duration::from_secs(10);

/// Pages that a connection keeps, in KiB. Those that read are several, and the system keeps the
/// file for all of them; the one that writes holds what it has not written yet.
const READER_CACHE_KIB: i64 = 4_096;
const WRITER_CACHE_KIB: i64 = 16_384;

const TABLES: &str = "
CREATE TABLE store(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL,
  next_row INTEGER NOT NULL, next_chunk INTEGER NOT NULL, next_batch INTEGER NOT NULL,
  keyword_generation INTEGER NOT NULL,
  vector_generation INTEGER NOT NULL, vector_slots INTEGER NOT NULL,
  documents INTEGER NOT NULL, chunks INTEGER NOT NULL,
  analyzer TEXT NOT NULL, chunking TEXT NOT NULL, embedder TEXT, dim INTEGER,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE documents(
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL, root TEXT NOT NULL, path TEXT NOT NULL, content_hash BLOB NOT NULL,
  format TEXT, bytes INTEGER NOT NULL, modified INTEGER, added INTEGER NOT NULL,
  collection TEXT NOT NULL, metadata TEXT NOT NULL,
  title TEXT, author TEXT, date TEXT, language TEXT NOT NULL,
  pages INTEGER, first_chunk INTEGER NOT NULL, chunks INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL, characters INTEGER NOT NULL,
  sections INTEGER NOT NULL, tables INTEGER NOT NULL, terms INTEGER NOT NULL,
  warnings TEXT NOT NULL, report TEXT NOT NULL, reader_version INTEGER NOT NULL, failure TEXT,
  seal INTEGER NOT NULL,
  batch INTEGER NOT NULL, born INTEGER, died INTEGER, life INTEGER NOT NULL
) STRICT;
CREATE INDEX documents_by_life ON documents(born, died, chunks);
CREATE INDEX documents_by_path ON documents(root, path);
CREATE INDEX documents_by_id ON documents(id);
CREATE INDEX documents_by_chunk ON documents(first_chunk);
CREATE TABLE texts(
  document INTEGER PRIMARY KEY REFERENCES documents(row) ON DELETE CASCADE,
  checks BLOB NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE TABLE sections(
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL, title TEXT NOT NULL, level INTEGER NOT NULL,
  start INTEGER NOT NULL, end INTEGER NOT NULL, parent INTEGER, seal INTEGER NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE layouts(
  document INTEGER PRIMARY KEY REFERENCES documents(row) ON DELETE CASCADE,
  pages TEXT NOT NULL, tables TEXT NOT NULL, enumerated TEXT NOT NULL,
  links TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
CREATE TABLE chunks(
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
  first_page INTEGER, last_page INTEGER, section INTEGER,
  context TEXT NOT NULL, hash BLOB NOT NULL,
  title_end INTEGER NOT NULL, headings_end INTEGER NOT NULL,
  tokens INTEGER NOT NULL, counted INTEGER NOT NULL, seal INTEGER NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX chunks_by_hash ON chunks(hash);
CREATE TABLE runs(
  document INTEGER NOT NULL REFERENCES documents(row) ON DELETE CASCADE,
  first INTEGER NOT NULL, count INTEGER NOT NULL, slot INTEGER NOT NULL,
  born INTEGER NOT NULL, crc INTEGER NOT NULL, seal INTEGER NOT NULL,
  PRIMARY KEY (document, first)
) STRICT, WITHOUT ROWID;
";

/// The tables that every store has.
const TABLES_OF_ALL: [&str; 6] = [
    TABLES,
    relations::TABLES,
    boxes::TABLE,
    summaries::TABLE,
    corrections::TABLE,
    clusters::TABLES,
];

/// A connection to the records of one store.
pub(crate) struct Records {
    connection: Connection,
    path: PathBuf,
}

impl Records {
    /// Creates the database of a new store. A half-made one of an earlier try
    /// is completed.
    pub(crate) fn create(dir: &Path, first: &StoreRow) -> Result<Records, IndexError> {
        let records = Self::connect(
            dir,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        )?;
        records.run(|connection| {
            // The page size and the vacuum mode must be set before the first table.
            connection.pragma_update(None, "page_size", 8_192)?;
            connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            writer_pragmas(connection)
        })?;
        records.transaction(|connection| {
            for tables in TABLES_OF_ALL {
                connection.execute_batch(tables)?;
            }
            first.insert(connection)?;
            connection.pragma_update(None, "user_version", FORMAT)?;
            connection.pragma_update(None, "application_id", APPLICATION_ID)
        })?;
        Ok(records)
    }

    /// The statements that make all tables that a store may have.
    pub(crate) fn tables() -> Vec<&'static str> {
        let first_used = [vector_sets::TABLES, payloads::TABLES, entities::TABLE];
        TABLES_OF_ALL.into_iter().chain(first_used).collect()
    }

    /// Copies the database, as one transaction sees it, into another folder.
    pub(crate) fn copy_to(&self, dir: &Path) -> Result<(), IndexError> {
        let target = dir.join(FILE_NAME);
        self.run(|connection| {
            connection.execute("VACUUM INTO ?", [target.to_string_lossy()])?;
            Ok(())
        })
    }

    /// Copies the database page by page, as one transaction sees it, into another folder: pages
    /// that do not change stay where they are.
    pub(crate) fn copy_pages_to(&self, dir: &Path) -> Result<(), IndexError> {
        let target = dir.join(FILE_NAME);
        self.run(|connection| {
            let mut copy = Connection::open(&target)?;
            let pages = rusqlite::backup::Backup::new(connection, &mut copy)?;
            // All at once: a writer that changes pages in between would have it begin again.
            match pages.step(-1)? {
                rusqlite::backup::StepResult::Done => Ok(()),
                other => Err(rusqlite::Error::SqliteFailure(
                    rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                    Some(format!("copied in part: {other:?}")),
                )),
            }
        })
    }

    /// Makes a copied database one that many read while one writes.
    pub(crate) fn restored(dir: &Path) -> Result<(), IndexError> {
        let records = Self::open_to_write(dir)?;
        records.run(|connection| connection.pragma_update(None, "journal_mode", "WAL"))
    }

    /// Opens the database of an existing store for writing.
    pub(crate) fn open_to_write(dir: &Path) -> Result<Records, IndexError> {
        let records = Self::connect(dir, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        records.check_format(dir)?;
        records.run(writer_pragmas)?;
        Ok(records)
    }

    /// Opens the database of an existing store for reading; a store on a
    /// read-only medium works.
    pub(crate) fn open_to_read(dir: &Path) -> Result<Records, IndexError> {
        let opened = Self::connect(dir, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|records| {
            records.check_format(dir)?;
            Ok(records)
        });
        match opened {
            // Without write access SQLite cannot make the shared memory of WAL
            // mode; then nobody can be writing either. A log that holds
            // something must be read, though.
            Err(IndexError::Io { .. }) if dir.join(FILE_NAME).is_file() && !log_holds(dir) => {
                let records = Self::connect_immutable(dir)?;
                records.check_format(dir)?;
                Ok(records)
            }
            opened => opened,
        }
    }

    /// True when `dir` holds a finished database of any format.
    pub(crate) fn exist(dir: &Path) -> Result<bool, IndexError> {
        let path = dir.join(FILE_NAME);
        match path.metadata() {
            Ok(metadata) if metadata.len() == 0 => Ok(false),
            Ok(_) => {
                let records = Self::connect(dir, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
                // A first transaction that never committed leaves no table.
                let tables: i64 = records.run(|connection| {
                    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
                })?;
                Ok(tables > 0)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(IndexError::io(&path, error)),
        }
    }

    fn connect(dir: &Path, flags: OpenFlags) -> Result<Records, IndexError> {
        let path = dir.join(FILE_NAME);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags)
            .map_err(|error| IndexError::sqlite(&path, error))?;
        Self::prepared(connection, path)
    }

    fn connect_immutable(dir: &Path) -> Result<Records, IndexError> {
        let path = dir.join(FILE_NAME);
        let uri = format!("file:{}?immutable=1", percent_encoded(&path));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(uri, flags)
            .map_err(|error| IndexError::sqlite(&path, error))?;
        Self::prepared(connection, path)
    }

    fn prepared(connection: Connection, path: PathBuf) -> Result<Records, IndexError> {
        let records = Records { connection, path };
        records.run(|connection| {
            connection.busy_timeout(BUSY_WAIT)?;
            connection.set_prepared_statement_cache_capacity(64);
            // The plan of a kept statement holds for every value, so that none is planned anew.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            // Nothing of a document may reach a file outside the store.
            connection.pragma_update(None, "temp_store", "MEMORY")?;
            connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)
        })?;
        Ok(records)
    }

    /// Opens the database of a store of this or an older format for reading what
    /// has not changed since: documents, texts, sections, layouts, corrections. Gives
    /// the format.
    pub(crate) fn open_older(dir: &Path) -> Result<(Records, i64), IndexError> {
        let records = Self::connect(dir, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let found = records.format(dir)?;
        if !(FORMAT_OLDEST..=FORMAT).contains(&found) {
            return Err(IndexError::FormatVersion {
                found,
                expected: FORMAT,
            });
        }
        Ok((records, found))
    }

    fn check_format(&self, dir: &Path) -> Result<(), IndexError> {
        let found = self.format(dir)?;
        if found != FORMAT {
            return Err(IndexError::FormatVersion {
                found,
                expected: FORMAT,
            });
        }
        Ok(())
    }

    /// The format of the store; an error for a database that is none of ours.
    fn format(&self, dir: &Path) -> Result<i64, IndexError> {
        let pragma = |name| {
            self.run(|connection| {
                connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            })
        };
        if pragma("application_id")? != APPLICATION_ID {
            return Err(IndexError::NotAStore {
                dir: dir.to_owned(),
            });
        }
        pragma("user_version")
    }

    /// Where the database is, for errors.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs statements outside a transaction.
    pub(crate) fn run<T>(
        &self,
        statements: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        statements(&self.connection).map_err(|error| IndexError::sqlite(&self.path, error))
    }

    /// Runs statements that all take effect, synced, or none does.
    pub(crate) fn transaction<T>(
        &self,
        statements: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        self.run(|connection| {
            let transaction =
                rusqlite::Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let value = statements(&transaction)?;
            transaction.commit()?;
            Ok(value)
        })
    }

    /// Runs queries that all read the same state.
    pub(crate) fn consistent<T>(
        &self,
        queries: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        self.run(|connection| {
            let transaction =
                rusqlite::Transaction::new_unchecked(connection, TransactionBehavior::Deferred)?;
            queries(&transaction)
        })
    }

    /// The store's one row of counters and identity.
    pub(crate) fn store(&self) -> Result<StoreRow, IndexError> {
        self.run(StoreRow::load)
    }

    /// Gives free pages back and empties the write-ahead log. Returns false
    /// when a reader kept the log busy.
    pub(crate) fn truncate_log(&self) -> Result<bool, IndexError> {
        self.run(|connection| {
            let mut pages = connection.prepare("PRAGMA incremental_vacuum")?;
            let mut rows = pages.query([])?;
            while rows.next()?.is_some() {}
            let busy: i64 =
                connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
            Ok(busy == 0)
        })
    }
}

/// True when the write-ahead log of the database is not empty.
fn log_holds(dir: &Path) -> bool {
    crate::files::size(&dir.join(format!("{FILE_NAME}-wal"))) > 0
}

fn writer_pragmas(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "foreign_keys", "ON")
}

/// A path as part of a `file:` URI.
fn percent_encoded(path: &Path) -> String {
    path.to_string_lossy()
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
