//! What all snapshots of a library share: its folder, connections, the last version loaded.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::IndexError;
use crate::loaded::Loaded;
use crate::records::Records;
use crate::view::View;

/// What all snapshots of a library share.
pub(crate) struct Shared {
    dir: PathBuf,
    /// Connections nobody uses at the moment.
    idle: Mutex<Vec<Records>>,
    /// The last version that was asked for. It is kept without being
    /// registered as read, so that it holds up no vacuum.
    last: Mutex<Option<Arc<Loaded>>>,
}

/// Connections kept open for the next query.
const IDLE_MAX: usize = 8;

impl Shared {
    /// A store's folder, with a first connection to it.
    pub(crate) fn new(dir: &Path, records: Records) -> Shared {
        Shared {
            dir: dir.to_owned(),
            idle: Mutex::new(vec![records]),
            last: Mutex::default(),
        }
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// A version, loaded unless it is the last one asked for.
    pub(crate) fn version(&self, version: i64) -> Result<Arc<Loaded>, IndexError> {
        // Held while loading: two threads that ask for a new version load it once.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |loaded: &&Arc<Loaded>| loaded.view.store.version == version;
        if let Some(loaded) = last.as_ref().filter(same) {
            return Ok(Arc::clone(loaded));
        }
        let view = self.with(|records| View::load_at(records, version))?;
        let loaded = Arc::new(Loaded::new(view, last.as_deref()));
        *last = Some(Arc::clone(&loaded));
        Ok(loaded)
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
