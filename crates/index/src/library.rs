//! A store opened for reading.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::chunk_index::ChunkIndex;
use crate::files::{self, Registration};
use crate::local::LocalIndex;
use crate::records::Records;
use crate::view::View;
use crate::{IndexError, Snapshot, Version};

/// A store opened for reading: many at once, in other processes too, and while
/// a writer writes. Cheap to clone; clones share what was loaded.
#[derive(Clone)]
pub struct Library {
    shared: Arc<Shared>,
    index: Arc<dyn ChunkIndex>,
}

/// What all snapshots of a library share.
pub(crate) struct Shared {
    dir: PathBuf,
    /// Connections nobody uses at the moment.
    idle: Mutex<Vec<Records>>,
    /// The last version that was asked for. It is kept without being
    /// registered as read, so that it holds up no vacuum.
    last: Mutex<Option<Arc<View>>>,
}

/// Connections kept open for the next query.
const IDLE_MAX: usize = 8;

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
        let shared = Shared {
            dir: dir.to_owned(),
            idle: Mutex::new(vec![records]),
            last: Mutex::default(),
        };
        Ok(Library {
            shared: Arc::new(shared),
            index,
        })
    }

    /// The folder of the store.
    pub fn dir(&self) -> &Path {
        &self.shared.dir
    }

    /// The current version, to be read throughout.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] when the records do not hold what was written.
    pub fn snapshot(&self) -> Result<Snapshot, IndexError> {
        let mut missed = None;
        loop {
            let version = self.readable()?;
            let registration = match Registration::at(&self.shared.dir, version)? {
                Some(registration) => registration,
                // Twice the same version, and no file to register with: a copy
                // of a store, or a store nobody can write.
                None if missed == Some(version) => {
                    match files::announce_version(&self.shared.dir, version) {
                        Ok(()) => continue,
                        Err(_) => Registration::none(),
                    }
                }
                None => {
                    missed = Some(version);
                    continue;
                }
            };
            let view = self.shared.view(version)?;
            // Registered at the version that is read: nothing of it is removed
            // as long as the snapshot lives.
            if self.readable()? == version {
                return Ok(Snapshot::new(
                    Arc::clone(&self.shared),
                    view,
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

impl Shared {
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// A version, loaded unless it is the last one asked for.
    fn view(&self, version: i64) -> Result<Arc<View>, IndexError> {
        // Held while loading: two threads that ask for a new version load it once.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(view) = last.as_ref().filter(|view| view.store.version == version) {
            return Ok(Arc::clone(view));
        }
        let view = Arc::new(self.with(|records| View::load_at(records, version, last.as_deref()))?);
        *last = Some(Arc::clone(&view));
        Ok(view)
    }

    /// Runs queries on a connection that nobody else uses.
    pub(crate) fn with<T>(
        &self,
        queries: impl FnOnce(&Records) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let records = self.connection()?;
        let value = queries(&records)?;
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_MAX {
            idle.push(records);
        }
        Ok(value)
    }

    /// A connection of its own.
    pub(crate) fn connection(&self) -> Result<Records, IndexError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        idle.map_or_else(|| Records::open_to_read(&self.dir), Ok)
    }
}
