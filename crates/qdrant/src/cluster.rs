//! A library's index of chunks on a cluster.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use index::{Checkpoint, Followed, IndexError, Library, Patience, Version};

use crate::call::Caller;
use crate::head::Head;
use crate::shape::Shape;
use crate::{Settings, collection, spoken, write};

/// A library's index of chunks on a cluster. Nothing is connected before it is asked something.
pub struct Cluster {
    caller: Caller,
    /// The store, in which a note says how far the cluster is.
    dir: PathBuf,
    /// Whose chunks are being put, and into which collection.
    filling: Mutex<Option<(Place, Head)>>,
}

/// Where a library's chunks are.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub library: String,
    pub collection: String,
}

/// Ids are made of what the system gives at random: two libraries are never taken for one.
fn new_library() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

impl Cluster {
    /// The index of the library in `dir`.
    ///
    /// # Errors
    /// [`IndexError::Refused`] for an address that is none.
    pub fn new(dir: &Path, settings: &Settings) -> Result<Cluster, IndexError> {
        Ok(Cluster {
            caller: Caller::new(settings)?,
            dir: dir.to_owned(),
            filling: Mutex::default(),
        })
    }

    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// What is noted in the store.
    pub(crate) fn checkpoint(&self) -> Result<Checkpoint, IndexError> {
        let none = || {
            self.caller
                .refused("this library was never put there, or not to the end")
        };
        Checkpoint::load(&self.dir)?.ok_or_else(none)
    }

    /// Where the newest version is searched.
    pub(crate) fn place(&self) -> Result<Place, IndexError> {
        self.place_of(Version(u64::MAX))
    }

    /// Where a version is searched.
    pub(crate) fn place_of(&self, version: Version) -> Result<Place, IndexError> {
        let checkpoint = self.checkpoint()?;
        Ok(Place {
            collection: checkpoint.serving_at(version).to_owned(),
            library: checkpoint.library,
        })
    }

    /// Brings the cluster to the newest version of the records, into a new collection where the
    /// library has none there or has changed its embedder. What is cut off goes on there the
    /// next time. `each` hears of every batch.
    ///
    /// # Errors
    /// [`IndexError::Unreachable`], [`IndexError::Refused`], [`IndexError::Stopped`].
    pub fn follow(
        &self,
        patience: &Patience,
        each: impl FnMut(&Followed),
    ) -> Result<Followed, IndexError> {
        spoken::fits(&self.caller, patience)?;
        let mut checkpoint = self.begin(patience)?;
        let retired = checkpoint.retired.clone();
        let reached = |version| self.reach(version, patience);
        let followed = index::follow(&self.dir, self, &mut checkpoint, patience, each, reached)?;
        *self.lock() = None;
        let alias = &self.caller.settings().collection;
        if let Err(error) = collection::point_alias(
            &self.caller,
            &format!(
                "{alias}-{}",
                &checkpoint.library[..8.min(checkpoint.library.len())]
            ),
            &checkpoint.collection,
            patience,
        ) && !matches!(error, IndexError::Refused { .. })
        {
            // A key that may not name collections is no reason to fail: searches use no alias.
            return Err(error);
        }
        if !index::is_read_before(&self.dir, followed.version)? {
            self.vacuum(followed.version, patience)?;
        }
        if let Some((name, version)) = retired
            && !index::is_read_before(&self.dir, Version(version.0 + 1))?
        {
            self.remove(&checkpoint.library, &name, patience)?;
            checkpoint.retired = None;
            checkpoint.save(&self.dir)?;
        }
        Ok(followed)
    }

    /// The collection that is to be filled, made where there is none.
    fn begin(&self, patience: &Patience) -> Result<Checkpoint, IndexError> {
        let snapshot = Library::open(&self.dir)?.snapshot()?;
        let shape = Shape::of(&snapshot)?;
        let known = Checkpoint::load(&self.dir)?;
        let library = match &known {
            Some(known) => known.library.clone(),
            None => new_library(),
        };
        let prefix = &self.caller.settings().collection;
        let collection = shape.collection(prefix, &library);
        let checkpoint = match known {
            Some(known) if known.collection == collection => known,
            other => Checkpoint {
                before: other
                    .map(|it| (it.serving().0.to_owned(), it.serving().1))
                    .filter(|(_, version)| version.0 > 0),
                library: library.clone(),
                collection: collection.clone(),
                version: Version(0),
                towards: None,
                retired: None,
            },
        };
        if checkpoint.version.0 == 0 && checkpoint.towards.is_none() {
            // One of the same models from an earlier time knows nothing of what died since.
            self.remove(&library, &collection, patience)?;
        }
        collection::make(&self.caller, &collection, &shape, patience)?;
        let head = match collection::head(&self.caller, &collection, patience)? {
            Some(head) => Head::ours(Some(head), &self.caller, &library, checkpoint.version)?,
            None if checkpoint.version.0 > 0 || checkpoint.towards.is_some() => {
                return Err(self
                    .caller
                    .refused("the collection was emptied or made anew"));
            }
            None => {
                let statistics = snapshot.counts();
                let average = statistics.terms_total as f32 / statistics.chunks.max(1) as f32;
                let head = Head {
                    library: library.clone(),
                    embedder: shape.embedder,
                    version: Version(0),
                    floor: Version(0),
                    average: average.max(1.0),
                };
                write::head(&self.caller, &collection, &head, patience)?;
                head
            }
        };
        // Only now: a note of a collection that could not be made would be in the way.
        checkpoint.save(&self.dir)?;
        let place = Place {
            library,
            collection,
        };
        *self.lock() = Some((place, head));
        Ok(checkpoint)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(Place, Head)>> {
        self.filling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where chunks are being put; without [`Cluster::follow`] where they are searched.
    pub(crate) fn filled(&self, patience: &Patience) -> Result<(Place, Head), IndexError> {
        if let Some(filling) = self.lock().clone() {
            return Ok(filling);
        }
        let checkpoint = self.checkpoint()?;
        let (library, collection) = (checkpoint.library, checkpoint.collection);
        let head = collection::head(&self.caller, &collection, patience)?;
        let head = Head::ours(head, &self.caller, &library, checkpoint.version)?;
        let place = Place {
            library,
            collection,
        };
        Ok((place, head))
    }

    /// Says at the cluster that a version is there in full.
    fn reach(&self, version: Version, patience: &Patience) -> Result<(), IndexError> {
        let (place, head) = self.filled(patience)?;
        // A collection that is filled for the first time has nothing of versions before.
        let first = head.version.0 == 0;
        let head = Head {
            version,
            floor: if first { version } else { head.floor },
            ..head
        };
        write::head(&self.caller, &place.collection, &head, patience)
    }

    /// Removes for good what no version from `floor` on shows. Who reads an older one is told so.
    ///
    /// # Errors
    /// [`IndexError::Unreachable`], [`IndexError::Refused`].
    pub fn vacuum(&self, floor: Version, patience: &Patience) -> Result<(), IndexError> {
        let place = self.place()?;
        let head = collection::head(&self.caller, &place.collection, patience)?;
        let head = Head::ours(head, &self.caller, &place.library, floor)?;
        if head.floor < floor {
            let head = Head { floor, ..head };
            write::head(&self.caller, &place.collection, &head, patience)?;
        }
        write::remove_dead(&self.caller, &place.collection, floor, patience)
    }

    /// Removes the library's collection from the cluster, and the note of it from the store.
    ///
    /// # Errors
    /// [`IndexError::Unreachable`], [`IndexError::Refused`]; the note stays then.
    pub fn forget(&self, patience: &Patience) -> Result<(), IndexError> {
        let checkpoint = self.checkpoint()?;
        let others = [checkpoint.before.clone(), checkpoint.retired.clone()];
        let others = others.into_iter().flatten().map(|(name, _)| name);
        for name in std::iter::once(checkpoint.collection.clone()).chain(others) {
            self.remove(&checkpoint.library, &name, patience)?;
        }
        Checkpoint::forget(&self.dir)
    }

    /// Removes a collection of the library, if it is there.
    fn remove(&self, library: &str, name: &str, patience: &Patience) -> Result<(), IndexError> {
        if !collection::exists(&self.caller, name, patience)? {
            return Ok(());
        }
        let ours = match collection::head(&self.caller, name, patience)? {
            Some(head) => head.library == library,
            // One that was emptied has nothing that others could miss.
            None => collection::info(&self.caller, name, patience)?.points_count == Some(0),
        };
        if !ours {
            return Err(self
                .caller
                .refused(format!("collection `{name}` is not ours")));
        }
        let name = name.to_owned();
        self.caller.call(patience, move |client| {
            let name = name.clone();
            async move { client.delete_collection(name).await }
        })?;
        Ok(())
    }
}
