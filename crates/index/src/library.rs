//! A store opened for reading.

use std::path::Path;
use std::sync::Arc;

use crate::chunk_index::ChunkIndex;
use crate::files::{self, Registration};
use crate::local::LocalIndex;
use crate::records::Records;
use crate::shared::Shared;
use crate::{IndexError, Snapshot, Version};

/// A store opened for reading: many at once, in other processes too, and while
/// a writer writes. Cheap to clone; clones share what was loaded.
#[derive(Clone)]
pub struct Library {
    shared: Arc<Shared>,
    index: Arc<dyn ChunkIndex>,
}

impl Library {
    /// Opens the store in `dir`.
    ///
    /// # Errors
    /// [`IndexError::NotAStore`], [`IndexError::FormatVersion`],
    /// [`IndexError::Damaged`].
    pub fn open(dir: &Path) -> Result<Library, IndexError> {
        Self::open_with(dir, Arc::new(LocalIndex::of(dir)))
    }

    /// Opens the store in `dir`, whose chunks are found in an index of their own.
    ///
    /// # Errors
    /// As [`Library::open`].
    pub fn open_with(dir: &Path, index: Arc<dyn ChunkIndex>) -> Result<Library, IndexError> {
        if !dir.join(crate::records::FILE_NAME).is_file() {
            return Err(IndexError::NotAStore {
                dir: dir.to_owned(),
            });
        }
        let records = Records::open_to_read(dir)?;
        records.store()?;
        Ok(Library {
            shared: Arc::new(Shared::new(dir, records)),
            index,
        })
    }

    /// The folder of the store.
    pub fn dir(&self) -> &Path {
        self.shared.dir()
    }

    /// The current version, to be read throughout.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] when the records do not hold what was written.
    pub fn snapshot(&self) -> Result<Snapshot, IndexError> {
        let mut missed = None;
        loop {
            let version = self.readable()?;
            let registration = match Registration::at(self.shared.dir(), version)? {
                Some(registration) => registration,
                // Twice the same version, and no file to register with: a copy
                // of a store, or a store nobody can write.
                None if missed == Some(version) => {
                    match files::announce_version(self.shared.dir(), version) {
                        Ok(()) => continue,
                        Err(_) => Registration::none(),
                    }
                }
                None => {
                    missed = Some(version);
                    continue;
                }
            };
            let loaded = self.shared.version(version)?;
            // Registered at the version that is read: nothing of it is removed
            // as long as the snapshot lives.
            if self.readable()? == version {
                return Ok(Snapshot::new(
                    Arc::clone(&self.shared),
                    loaded,
                    Arc::clone(&self.index),
                    registration,
                ));
            }
        }
    }
}

impl Library {
    /// The newest version all of whose chunks the index has.
    fn readable(&self) -> Result<i64, IndexError> {
        let newest = Version(self.shared.with(Records::store)?.version.unsigned_abs());
        let indexed = self.index.version(newest)?.0.min(newest.0);
        Ok(i64::try_from(indexed).unwrap_or(i64::MAX))
    }
}
