//! What is loaded once and serves every question of a process: libraries and models.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use perusal::index::state::State;
use perusal::index::{IndexError, Library, Snapshot};
use perusal::models::{self, Embedder, ModelError, Precision};

use crate::config::Settings;
use crate::failure::Failure;
use crate::remembered::Remembered;
use crate::together::Together;

/// Open libraries and loaded models, shared by all threads.
#[derive(Default)]
pub struct Warm {
    libraries: Mutex<BTreeMap<PathBuf, Opened>>,
    models: Mutex<BTreeMap<ModelKey, Arc<dyn Embedder>>>,
    states: Mutex<BTreeMap<PathBuf, State>>,
}

/// Name, arithmetic and folder of a model.
type ModelKey = (String, Option<String>, PathBuf);

/// A library, and the folder it was opened in: another one may take its place.
struct Opened {
    folder: (u64, u64),
    library: Library,
}

impl Warm {
    /// The newest state of the library in a folder, also where another process made it.
    ///
    /// # Errors
    /// See [`Library::open`] and [`Library::snapshot`]; a cluster that is not named right.
    pub fn snapshot(&self, settings: &Settings) -> Result<Snapshot, Failure> {
        Ok(self.library(settings)?.snapshot()?)
    }

    /// Closes the library in a folder, which is about to go.
    pub fn forget(&self, store: &Path) {
        let mut libraries = self
            .libraries
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        libraries.remove(store);
        self.states().remove(store);
    }

    /// Works with the state beside the library in a folder. One connection stays open between
    /// questions: to open one anew reads whatever stands in its log, up to 4 MB. Who finds it taken
    /// opens another, so that nobody waits here.
    ///
    /// # Errors
    /// See [`State::open`]; those of the work.
    pub fn with_state<T>(
        &self,
        store: &Path,
        work: impl FnOnce(&State) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let open = self.states().remove(store).filter(State::stands);
        let state = match open {
            Some(state) => state,
            None => State::open(store)?,
        };
        let done = work(&state)?;
        self.states().insert(store.to_owned(), state);
        Ok(done)
    }

    fn states(&self) -> MutexGuard<'_, BTreeMap<PathBuf, State>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn library(&self, settings: &Settings) -> Result<Library, Failure> {
        let store = settings.store.as_path();
        let mut libraries = self
            .libraries
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let folder = std::fs::metadata(store).map(|it| (it.dev(), it.ino())).ok();
        if let Some(known) = libraries.get(store)
            && Some(known.folder) == folder
        {
            return Ok(known.library.clone());
        }
        libraries.remove(store);
        let library = open(settings)?;
        if let Some(folder) = folder {
            let library = library.clone();
            libraries.insert(store.to_owned(), Opened { folder, library });
        }
        Ok(library)
    }

    /// A model of the catalogue, loaded when it is first asked for.
    ///
    /// # Errors
    /// See [`models::open`]; what failed is tried again the next time.
    pub fn model(
        &self,
        name: &str,
        precision: Option<Precision>,
        cache: &Path,
    ) -> Result<Arc<dyn Embedder>, ModelError> {
        let key = (
            name.to_owned(),
            precision.map(|one| format!("{one:?}")),
            cache.to_owned(),
        );
        // Held while loading: two threads that ask for it load it once.
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = models.get(&key) {
            return Ok(Arc::clone(known));
        }
        let together = Together::new(models::open(name, precision, cache)?);
        let model: Arc<dyn Embedder> = Arc::new(Remembered::new(Arc::new(together)));
        models.insert(key, Arc::clone(&model));
        Ok(model)
    }
}

/// The library of the settings, whose chunks are searched where they say.
///
/// # Errors
/// See [`Library::open`]; a cluster that is not named right.
fn open(settings: &Settings) -> Result<Library, Failure> {
    #[cfg(feature = "qdrant")]
    if settings.index.on_cluster {
        let cluster = settings.index.cluster(None)?;
        let cluster = qdrant::Cluster::new(&settings.store, &cluster)?;
        return Ok(Library::open_with(
            &settings.store,
            std::sync::Arc::new(cluster),
        )?);
    }
    Ok(Library::open(&settings.store)?)
}
