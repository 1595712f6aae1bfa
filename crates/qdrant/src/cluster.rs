//! A library's index of chunks on a cluster.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use index::{
    ArmQuery, Checkpoint, ChunkEntry, ChunkId, ChunkIndex, DocumentEntry, DocumentRecord, Followed,
    Grade, IndexError, Library, LocalIndex, Patience, Ranking, Scope, Snapshot, Version,
};
use qdrant_client::qdrant::{
    CountPoints, Filter, GetPoints, VectorsSelector, WithVectorsSelector, vector_output,
    with_vectors_selector,
};

use crate::call::Caller;
use crate::head::Head;
use crate::point::{self, CHUNK, DENSE, EMBEDDED};
use crate::search::{consistency, everything};
use crate::{Settings, collection, filter, health, write};

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

    /// Where searches look.
    pub(crate) fn place(&self) -> Result<Place, IndexError> {
        let checkpoint = self.checkpoint()?;
        Ok(Place {
            collection: checkpoint.serving().0.to_owned(),
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
        health::fits(&self.caller, patience)?;
        let mut checkpoint = self.begin(patience)?;
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
        Ok(followed)
    }

    /// The collection that is to be filled, made where there is none.
    fn begin(&self, patience: &Patience) -> Result<Checkpoint, IndexError> {
        let snapshot = Library::open(&self.dir)?.snapshot()?;
        let identity = snapshot.identity();
        let embedder = identity.embedder.clone().unwrap_or_default();
        let dim = identity.dim.unwrap_or(0);
        let known = Checkpoint::load(&self.dir)?;
        let library = match &known {
            Some(known) => known.library.clone(),
            None => new_library(),
        };
        let prefix = &self.caller.settings().collection;
        let collection = collection::name(prefix, &library, &embedder);
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
            },
        };
        collection::make(&self.caller, &collection, dim, patience)?;
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
                    embedder,
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
    fn filled(&self, patience: &Patience) -> Result<(Place, Head), IndexError> {
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
        let mut names = vec![checkpoint.collection.clone()];
        names.extend(checkpoint.before.clone().map(|(name, _)| name));
        for name in names {
            if !collection::exists(&self.caller, &name, patience)? {
                continue;
            }
            let ours = match collection::head(&self.caller, &name, patience)? {
                Some(head) => head.library == checkpoint.library,
                // One that was emptied has nothing that others could miss.
                None => collection::info(&self.caller, &name, patience)?.points_count == Some(0),
            };
            if !ours {
                return Err(self
                    .caller
                    .refused(format!("collection `{name}` is not ours")));
            }
            self.caller.call(patience, move |client| {
                let name = name.clone();
                async move { client.delete_collection(name).await }
            })?;
        }
        Checkpoint::forget(&self.dir)
    }

    fn count(&self, snapshot: &Snapshot, filter: Filter) -> Result<u64, IndexError> {
        let place = self.place()?;
        let request = CountPoints {
            collection_name: place.collection,
            filter: Some(filter),
            exact: Some(true),
            read_consistency: consistency(self.caller.settings().read_consistency),
            ..CountPoints::default()
        };
        let answer = self.caller.call(snapshot.patience(), move |client| {
            let request = request.clone();
            async move { client.count(request).await }
        })?;
        let missing = || self.caller.refused("it counts nothing");
        Ok(answer.result.ok_or_else(missing)?.count)
    }
}

/// Of the vectors of a point, the dense one.
fn the_dense() -> WithVectorsSelector {
    let names = vec![DENSE.to_owned()];
    with_vectors_selector::SelectorOptions::Include(VectorsSelector { names }).into()
}

impl ChunkIndex for Cluster {
    fn version(&self, records: Version) -> Result<Version, IndexError> {
        Ok(self.checkpoint()?.serving().1.min(records))
    }

    fn put(&self, documents: &[DocumentEntry], patience: &Patience) -> Result<(), IndexError> {
        let (place, head) = self.filled(patience)?;
        write::put(
            &self.caller,
            &place.collection,
            &place.library,
            head.average,
            documents,
            patience,
        )
    }

    fn drop_documents(
        &self,
        copies: &[i64],
        died: Version,
        patience: &Patience,
    ) -> Result<(), IndexError> {
        let (place, _) = self.filled(patience)?;
        write::let_die(&self.caller, &place.collection, copies, died, patience)
    }

    fn arm(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        scope: &Scope,
        k: usize,
    ) -> Result<Ranking, IndexError> {
        match query {
            ArmQuery::Keyword(_) | ArmQuery::Dense { .. } => self.search(snapshot, query, scope, k),
            ArmQuery::Sparse(_) | ArmQuery::Late(_) => {
                LocalIndex::of(&self.dir).arm(snapshot, query, scope, k)
            }
        }
    }

    fn scores(
        &self,
        snapshot: &Snapshot,
        query: ArmQuery<'_>,
        chunks: &[ChunkId],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        match query {
            ArmQuery::Keyword(_) | ArmQuery::Dense { .. } => {
                self.scores_of(snapshot, query, chunks)
            }
            ArmQuery::Sparse(_) | ArmQuery::Late(_) => {
                LocalIndex::of(&self.dir).scores(snapshot, query, chunks)
            }
        }
    }

    fn fetch(
        &self,
        snapshot: &Snapshot,
        document: &DocumentRecord,
        ordinals: Range<u32>,
    ) -> Result<Vec<ChunkEntry>, IndexError> {
        let place = self.place()?;
        let wanted: Vec<(u32, ChunkId)> = (ordinals.start..ordinals.end.min(document.chunks))
            .map(|at| (at, ChunkId(document.first_chunk.0 + u64::from(at))))
            .collect();
        let ids = wanted.iter();
        let request = GetPoints {
            collection_name: place.collection,
            ids: ids
                .map(|(_, chunk)| point::id(&place.library, *chunk))
                .collect(),
            with_payload: Some(everything()),
            with_vectors: Some(the_dense()),
            read_consistency: consistency(self.caller.settings().read_consistency),
            ..GetPoints::default()
        };
        let answer = self.caller.call(snapshot.patience(), move |client| {
            let request = request.clone();
            async move { client.get_points(request).await }
        })?;
        let mut found = std::collections::HashMap::new();
        for point in answer.result {
            if let Some(chunk) = point::whole(&point.payload, CHUNK) {
                found.insert(chunk.unsigned_abs(), point);
            }
        }
        let entry = |(ordinal, chunk): (u32, ChunkId)| {
            let missing = || self.caller.refused(format!("it lacks chunk {}", chunk.0));
            let point = found.remove(&chunk.0).ok_or_else(missing)?;
            let embedded =
                point::whole(&point.payload, EMBEDDED).map(|it| Version(it.unsigned_abs()));
            let shown = embedded.filter(|embedded| *embedded <= snapshot.version());
            let dense = shown
                .and(point.vectors)
                .and_then(|vectors| vectors.get_vector_by_name(DENSE));
            Ok(ChunkEntry {
                chunk,
                ordinal,
                vector: dense.and_then(|vector| match vector {
                    vector_output::Vector::Dense(dense) => Some(dense.data),
                    _ => None,
                }),
                embedded: shown,
                ..ChunkEntry::default()
            })
        };
        wanted.into_iter().map(entry).collect()
    }

    fn counts(&self, snapshot: &Snapshot) -> Result<(u64, u64), IndexError> {
        let version = snapshot.version();
        let all = self.count(snapshot, filter::of_version(version))?;
        let mut embedded = filter::of_version(version);
        embedded.must.push(filter::with_vector(version));
        Ok((all, self.count(snapshot, embedded)?))
    }

    fn grade(&self, _vectors: u64) -> Grade {
        Grade::Approximate
    }
}
