//! A store that another is made from: of this format, or of an older one that is no more
//! searched.
//!
//! It stays as it is and goes on serving those who can read it; nobody else may write
//! it meanwhile, since what they added would not be in the new one.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::files::{self, WriterLock};
use crate::records::store::StoreRow;
use crate::records::{self, Records, corrections, documents, parsed, runs};
use crate::vectors::{self, VectorFile};
use crate::{Correction, DocumentRecord, Identity, IndexError, Writer, state};

/// A store that another is made from, locked against writers for as long as it lives.
pub struct Original {
    dir: PathBuf,
    /// One connection for all threads: reading a document takes little beside cutting it.
    records: Mutex<Records>,
    format: i64,
    store: StoreRow,
    documents: Vec<DocumentRecord>,
    _lock: WriterLock,
}

impl Original {
    /// Opens the store in `dir`.
    ///
    /// # Errors
    /// [`IndexError::NotAStore`]; [`IndexError::FormatVersion`] for one of a newer format,
    /// or so old that its documents cannot be read; [`IndexError::Locked`] while
    /// somebody writes it.
    pub fn open(dir: &Path) -> Result<Original, IndexError> {
        if !dir.join(records::FILE_NAME).is_file() {
            return Err(IndexError::NotAStore {
                dir: dir.to_owned(),
            });
        }
        let lock = WriterLock::take(dir)?;
        let (records, format) = Records::open_older(dir)?;
        let store = records.store()?;
        let documents = records.run(|connection| documents::visible(connection, store.version))?;
        Ok(Original {
            dir: dir.to_owned(),
            records: Mutex::new(records),
            format,
            store,
            documents,
            _lock: lock,
        })
    }

    /// The folder of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its format.
    pub fn format(&self) -> i64 {
        self.format
    }

    /// Whether it holds all that a store of today does.
    pub fn is_current(&self) -> bool {
        self.format == records::FORMAT
    }

    /// What it was built with.
    pub fn identity(&self) -> &Identity {
        &self.store.identity
    }

    /// Its documents, failed ones too, in the order in which they came.
    pub fn documents(&self) -> &[DocumentRecord] {
        &self.documents
    }

    /// What it takes on the disk, in bytes.
    pub fn bytes(&self) -> u64 {
        files::size(&self.dir)
    }

    /// A document as its reader gave it, as far as the format holds it: one of format 2
    /// has no typed tables, one before 4 no places of words. `None` for a file that
    /// could not be read.
    ///
    /// # Errors
    /// [`IndexError::Damaged`].
    pub fn document(&self, record: &DocumentRecord) -> Result<Option<text::Document>, IndexError> {
        let format = self.format;
        self.run(|connection| parsed::document(connection, record, format))
    }

    /// Corrections of summaries with root and path of their files.
    fn corrections(&self) -> Result<Vec<(String, String, Correction)>, IndexError> {
        self.run(|connection| {
            let known: bool = connection.query_row(
                "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'corrections'",
                [],
                |row| row.get(0),
            )?;
            if known {
                corrections::of_all(connection)
            } else {
                Ok(Vec::new())
            }
        })
    }

    pub(crate) fn run<T>(
        &self,
        queries: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, IndexError> {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        records.run(queries)
    }
}

impl Writer {
    /// Takes over from the store that this one is made from what is no document:
    /// corrections of summaries, what models wrote about documents that are as they were,
    /// and traces, sessions and decisions, which may be lost and fail nothing.
    ///
    /// # Errors
    /// [`IndexError::Damaged`], [`IndexError::DiskFull`].
    pub fn take_over(&mut self, original: &Original) -> Result<(), IndexError> {
        let corrections = original.corrections()?;
        self.records.transaction(|connection| {
            for (root, path, correction) in &corrections {
                corrections::remove(connection, root, path)?;
                corrections::insert(connection, root, path, correction)?;
            }
            Ok(())
        })?;
        self.take_over_written(original)?;
        // Nothing of it is worth failing for.
        let _ = state::copy(&original.dir, &self.dir);
        Ok(())
    }

    /// Gives chunks without a vector that of an equal text in the store that this one is
    /// made from, where both have the same model. Returns how many got one.
    ///
    /// # Errors
    /// [`IndexError::Damaged`], [`IndexError::DiskFull`]; what was given before stays.
    pub fn reuse_vectors_of(&mut self, original: &Original) -> Result<u64, IndexError> {
        let (ours, theirs) = (&self.store.identity, &original.store.identity);
        let same = ours.embedder == theirs.embedder && ours.dim == theirs.dim;
        let generation = original.store.vector_generation;
        let file = original.dir.join(vectors::file_name(generation));
        let Some(dim) = ours.dim.filter(|_| same && file.is_file()) else {
            return Ok(0);
        };
        let mut file = VectorFile::open_or_create(&original.dir, generation, dim)?;
        let vector_of = |hash: &[u8; 16]| {
            let found = original.run(|connection| runs::with_hash_in_older(connection, hash))?;
            let Some((run, ordinal)) = found else {
                return Ok(None);
            };
            let mut rows = file.read(run.slot, run.count, run.crc)?;
            Ok(Some(rows.swap_remove((ordinal - run.first) as usize)))
        };
        self.attach_known(vector_of)
    }
}
