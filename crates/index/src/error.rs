//! What can go wrong with a store, by what the caller can do about it.

use std::io;
use std::path::{Path, PathBuf};

/// An error of the index.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// There is no store in the folder, or the file is not one of ours.
    #[error("`{}` is not a Perusal store", dir.display())]
    NotAStore {
        /// The folder that was to be opened.
        dir: PathBuf,
    },
    /// Another process, or another part of this one, is writing.
    #[error("the store is being written by {}", holder(*pid))]
    Locked {
        /// Process id of the writer, where it could be read.
        pid: Option<u32>,
    },
    /// The store was written by a version of Perusal that lays it out otherwise.
    #[error("the store has format {found}, this version reads format {expected}")]
    FormatVersion {
        /// Format of the store.
        found: i64,
        /// Format this version reads and writes.
        expected: i64,
    },
    /// The store was built with another analyzer, chunking or embedder.
    #[error("the index was built with {what} `{built_with}`, but `{configured}` is configured")]
    IdentityMismatch {
        /// Which part differs: `analyzer`, `chunking`, `embedder` or `dimension`.
        what: &'static str,
        /// What the store was built with.
        built_with: String,
        /// What the caller wants.
        configured: String,
    },
    /// A file of the store does not hold what was written to it.
    #[error("`{}` is damaged: {reason}", file.display())]
    Damaged {
        /// The damaged file.
        file: PathBuf,
        /// What was found.
        reason: String,
    },
    /// No space is left, or a limit on file size was reached. What was there before is intact.
    #[error("no space left to write `{}`", file.display())]
    DiskFull {
        /// The file that could not grow.
        file: PathBuf,
    },
    /// Whoever wanted the change does not want it any more; it was rolled back.
    #[error("it was stopped before it was stored")]
    Stopped,
    /// A filter on a key that neither Perusal nor any document knows.
    #[error("unknown filter key `{key}`{}", nearest.as_ref().map(|n| format!(", did you mean `{n}`?")).unwrap_or_default())]
    UnknownFilterKey {
        /// The key as written.
        key: String,
        /// The known key most like it.
        nearest: Option<String>,
    },
    /// A filter that cannot be read, or does not fit the type of its key.
    #[error("bad filter `{filter}`: {reason}")]
    BadFilter {
        /// The filter as written.
        filter: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No such document at this version of the store.
    #[error("no document `{id}` in this snapshot")]
    UnknownDocument {
        /// The id that was asked for.
        id: String,
    },
    /// No such chunk at this version of the store.
    #[error("no chunk {id} in this snapshot")]
    UnknownChunk {
        /// The id that was asked for.
        id: u64,
    },
    /// A span outside a document's text, or through a character of it.
    #[error("bytes {start}..{end} are not a piece of the text of document `{id}`")]
    BadSpan {
        /// The document.
        id: String,
        /// First byte asked for.
        start: usize,
        /// One past the last byte asked for.
        end: usize,
    },
    /// A document that contradicts itself, such as a chunk outside its text.
    #[error("document `{path}` cannot be stored: {reason}")]
    BadDocument {
        /// Its path as added.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A summary written by hand that is longer than one can be.
    #[error("the summary has {got} bytes, at most {limit} are kept")]
    CorrectionTooLong {
        /// Bytes allowed.
        limit: usize,
        /// Bytes given.
        got: usize,
    },
    /// A vector of the wrong length, or with values that are not finite.
    #[error("a vector of {expected} finite values was expected, got {got}")]
    BadVector {
        /// Dimension of the store's vectors; 0 when it has none.
        expected: usize,
        /// What came.
        got: String,
    },
    /// A scope made by one snapshot was given to another.
    #[error("the scope belongs to version {expected}, the snapshot is at version {got}")]
    ForeignScope {
        /// Version the scope was made at.
        expected: u64,
        /// Version of the snapshot it was given to.
        got: u64,
    },
    /// Something is where a new file or folder was to go.
    #[error("there is something at `{}` already", path.display())]
    InTheWay {
        /// What is in the way; it was not touched.
        path: PathBuf,
    },
    /// A file that no store can be made of.
    #[error("`{}` cannot be restored: {reason}", file.display())]
    Archive {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An index on other machines did not answer in time, or not in full.
    #[error("{index} cannot be reached: {reason}")]
    Unreachable {
        /// Which index, without secrets.
        index: String,
        /// What was tried, and what came.
        reason: String,
    },
    /// An index on other machines will not do what was asked, and will not the next time.
    #[error("{index} refuses: {reason}")]
    Refused {
        /// Which index, without secrets.
        index: String,
        /// What it said, or what about it is not as it must be.
        reason: String,
    },
    /// A file that another process keeps busy for longer than the store waits.
    #[error("`{}` is busy", file.display())]
    Busy {
        /// The busy file.
        file: PathBuf,
    },
    /// Any other failure of the file system.
    #[error("`{}`: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Names the process that holds the lock.
fn holder(pid: Option<u32>) -> String {
    match pid {
        Some(pid) => format!("process {pid}"),
        None => "another process".to_owned(),
    }
}

impl IndexError {
    /// An I/O error at `path`; a full disk becomes [`IndexError::DiskFull`].
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        if is_full(&source) {
            Self::DiskFull {
                file: path.to_owned(),
            }
        } else {
            Self::Io {
                path: path.to_owned(),
                source,
            }
        }
    }

    /// A file that does not hold what was written to it.
    pub(crate) fn damaged(file: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            reason: reason.into(),
        }
    }

    /// An error of SQLite on the database at `file`.
    pub(crate) fn sqlite(file: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        match &error {
            rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
                ErrorCode::DiskFull => Self::DiskFull {
                    file: file.to_owned(),
                },
                ErrorCode::SystemIoFailure if is_write_failure(failure.extended_code) => {
                    Self::DiskFull {
                        file: file.to_owned(),
                    }
                }
                // Our statements are fixed: one that fails to compile or breaks a
                // constraint met tables that are not as we made them.
                ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch
                | ErrorCode::Unknown => Self::damaged(file, error.to_string()),
                ErrorCode::SystemIoFailure if is_short_read(failure.extended_code) => {
                    Self::damaged(file, error.to_string())
                }
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy {
                    file: file.to_owned(),
                },
                _ => Self::Io {
                    path: file.to_owned(),
                    source: io::Error::other(error),
                },
            },
            rusqlite::Error::FromSqlConversionFailure(_, _, reason) => {
                Self::damaged(file, reason.to_string())
            }
            // A value of another type than was written, text that is not UTF-8,
            // a statement on a table that is not there: the pages were changed.
            _ => Self::damaged(file, error.to_string()),
        }
    }

    /// An error of tantivy on the keyword index in `dir`.
    pub(crate) fn tantivy(dir: &Path, error: tantivy::TantivyError) -> Self {
        let text = format!("{error:?}");
        // Errors of tantivy's own threads arrive as text only.
        if [
            "StorageFull",
            "No space left",
            "FileTooLarge",
            "File too large",
        ]
        .iter()
        .any(|sign| text.contains(sign))
        {
            return Self::DiskFull {
                file: dir.to_owned(),
            };
        }
        match error {
            tantivy::TantivyError::IoError(source) => match source.kind() {
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                    Self::damaged(dir, source.to_string())
                }
                kind => Self::io(dir, io::Error::new(kind, source)),
            },
            tantivy::TantivyError::LockFailure(..) => Self::Busy {
                file: dir.to_owned(),
            },
            tantivy::TantivyError::SystemError(reason)
            | tantivy::TantivyError::ErrorInThread(reason) => Self::Io {
                path: dir.to_owned(),
                source: io::Error::other(reason),
            },
            other => Self::damaged(dir, other.to_string()),
        }
    }
}

/// True when the system refuses to let a file grow.
fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded
    )
}

/// Extended codes with which SQLite reports that a file could not grow for
/// another reason than `ENOSPC`, such as a limit on file size.
fn is_write_failure(extended: i32) -> bool {
    use rusqlite::ffi;
    matches!(
        extended,
        ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE | ffi::SQLITE_IOERR_TRUNCATE
    )
}

/// Extended codes of a file that ends before it should.
fn is_short_read(extended: i32) -> bool {
    use rusqlite::ffi;
    matches!(
        extended,
        ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS
    )
}
