//! Changing the model: vectors of another embedder beside those that are searched,
//! until all are there, and then one switch.
//!
//! The new vectors have a file and runs of their own, which are kept over a kill.
//! The switch is one transaction. Whoever reads an older version goes on with the
//! old vectors; when nobody does any more, a vacuum removes them.

use std::collections::{BTreeMap, HashSet};

use kernels::Quantized;

use crate::commit::Appended;
use crate::records::runs::{self, Run};
use crate::records::vector_sets::{self, VectorSet};
use crate::records::{chunks, documents};
use crate::vectors::VectorFile;
use crate::{ChunkId, IndexError, PendingChunk, Snapshot, Version, Writer, dense, files, vectors};

/// Documents looked at together when collecting chunks.
const DOCUMENTS_AT_ONCE: usize = 64;

/// A change of the embedder that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reembedding {
    /// The model that the library is changing to.
    pub embedder: String,
    /// Length of its vectors.
    pub dim: usize,
    /// Visible chunks that have one.
    pub chunks_done: u64,
    /// Visible chunks.
    pub chunks_total: u64,
}

impl Snapshot {
    /// The change of the embedder that is under way, now, whatever version is read.
    pub fn reembedding(&self) -> Result<Option<Reembedding>, IndexError> {
        self.shared().with(|records| {
            records.consistent(|connection| {
                let store = crate::records::store::StoreRow::load(connection)?;
                let staged = vector_sets::staged(connection)?;
                staged
                    .map(|set| progress(connection, &set, store.chunks))
                    .transpose()
            })
        })
    }
}

impl Writer {
    /// The change of the embedder that is under way.
    pub fn reembedding(&self) -> Result<Option<Reembedding>, IndexError> {
        let chunks = self.store.chunks;
        self.records.consistent(|connection| {
            let staged = vector_sets::staged(connection)?;
            staged
                .map(|set| progress(connection, &set, chunks))
                .transpose()
        })
    }

    /// Begins a change to another embedder, or goes on with one that was begun:
    /// vectors that were made are kept, those whose bytes have changed on the disk
    /// are forgotten. A change to a third embedder drops what was begun.
    ///
    /// # Errors
    /// [`IndexError::BadVector`] when `dim` is 0.
    pub fn begin_reembedding(
        &mut self,
        embedder: &str,
        dim: usize,
    ) -> Result<Reembedding, IndexError> {
        if dim == 0 {
            return Err(IndexError::BadVector {
                expected: self.store.identity.dim.unwrap_or(0),
                got: "an embedder without vectors".to_owned(),
            });
        }
        self.settle()?;
        self.reembedded_up_to = 0;
        let set = match self.staged()? {
            Some(set) if set.embedder.as_deref() == Some(embedder) && set.dim == dim => {
                self.forget_damaged(&set)?;
                set
            }
            begun => {
                if let Some(begun) = begun {
                    self.drop_set(&begun)?;
                }
                self.new_set(embedder, dim)?
            }
        };
        let chunks = self.store.chunks;
        self.records
            .consistent(|connection| progress(connection, &set, chunks))
    }

    /// Gives up a change that was begun, with the vectors made for it.
    pub fn drop_reembedding(&mut self) -> Result<(), IndexError> {
        match self.staged()? {
            Some(set) => self.drop_set(&set),
            None => Ok(()),
        }
    }

    /// Chunks that have no vector of the new embedder yet, in order of document and
    /// ordinal, at most `chunks_max`, of equal texts one; none when no change is
    /// under way.
    pub fn pending_reembedding(
        &mut self,
        chunks_max: usize,
    ) -> Result<Vec<PendingChunk>, IndexError> {
        self.settle()?;
        let Some(set) = self.staged()? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        let mut texts = HashSet::new();
        let mut row = self.reembedded_up_to;
        loop {
            let batch = self.records.run(|connection| {
                vector_sets::documents_lacking(connection, set.generation, row, DOCUMENTS_AT_ONCE)
            })?;
            if found.is_empty() {
                // Rows only ever gain vectors; new documents come behind.
                let first = batch.first().map(|document| document.row);
                self.reembedded_up_to = first.unwrap_or(self.store.next_row);
            }
            for document in &batch {
                let lacking = self.records.consistent(|connection| {
                    vector_sets::lacking(connection, set.generation, document)
                })?;
                let new = lacking
                    .into_iter()
                    .filter(|(row, _)| texts.insert(row.hash))
                    .map(|(_, chunk)| chunk);
                found.extend(new.take(chunks_max - found.len()));
                if found.len() == chunks_max {
                    return Ok(found);
                }
            }
            match batch.last() {
                Some(last) if batch.len() == DOCUMENTS_AT_ONCE => row = last.row + 1,
                _ => return Ok(found),
            }
        }
    }

    /// Gives chunks their vectors of the new embedder, all or none, and every other
    /// visible chunk of the same text. Nothing of it is searched yet.
    ///
    /// # Errors
    /// [`IndexError::BadVector`], [`IndexError::DiskFull`]; vectors are dropped
    /// silently when no change is under way.
    pub fn attach_reembedding(
        &mut self,
        vectors: &[(ChunkId, Vec<f32>)],
    ) -> Result<(), IndexError> {
        self.settle()?;
        let Some(mut set) = self.staged()? else {
            return Ok(());
        };
        for (_, vector) in vectors {
            dense::check_vector(vector, set.dim)?;
        }
        let places = self.records.consistent(|connection| {
            let mut places: BTreeMap<(i64, u32), usize> = BTreeMap::new();
            for (index, (chunk, _)) in vectors.iter().enumerate() {
                let Some((document, ordinal)) = documents::visible_chunk(connection, *chunk)?
                else {
                    continue;
                };
                let rows = chunks::rows(connection, document, ordinal, ordinal)?;
                for row in &rows {
                    let lacking =
                        vector_sets::places_lacking(connection, set.generation, &row.hash)?;
                    for place in lacking {
                        places.entry(place).or_insert(index);
                    }
                }
            }
            Ok(places)
        })?;
        if places.is_empty() {
            return Ok(());
        }
        let rows: Vec<(i64, u32, Quantized)> = places
            .into_iter()
            .map(|((document, ordinal), index)| {
                (document, ordinal, kernels::quantize(&vectors[index].1))
            })
            .collect();
        let mut file = self.set_file(&set)?;
        let Appended { runs, slots } = self.append_from(&mut file, set.slots, rows)?;
        set.slots = slots;
        self.records.transaction(|connection| {
            vector_sets::insert_runs(connection, set.generation, &runs)?;
            set.put(connection)
        })
    }

    /// Makes the new vectors those that are searched, and the new embedder the
    /// library's, in one step; `None` while chunks lack their vector or no change
    /// is under way. The old vectors go with the next [`Writer::vacuum`].
    pub fn finish_reembedding(&mut self) -> Result<Option<Version>, IndexError> {
        self.settle()?;
        let Some(set) = self.staged()? else {
            return Ok(None);
        };
        let (done, new) = self.records.consistent(|connection| {
            let done = vector_sets::count_visible(connection, set.generation)?;
            Ok((done, vector_sets::runs_of(connection, set.generation)?))
        })?;
        if done != self.store.chunks.unsigned_abs() {
            return Ok(None);
        }
        // An empty library has made no file yet.
        self.set_file(&set)?;
        let version = self.publish(|connection, store| {
            let old = VectorSet {
                generation: store.vector_generation,
                embedder: store.identity.embedder.clone(),
                dim: store.identity.dim.unwrap_or(0),
                slots: store.vector_slots,
                until: Some(store.version),
            };
            let old_runs = runs::all(connection)?;
            set.remove(connection)?;
            if !old_runs.is_empty() {
                old.put(connection)?;
                vector_sets::insert_runs(connection, old.generation, &old_runs)?;
            }
            runs::clear(connection)?;
            let born = store.version;
            let new: Vec<Run> = new.iter().map(|run| Run { born, ..*run }).collect();
            runs::insert(connection, &new)?;
            store.identity.embedder.clone_from(&set.embedder);
            store.identity.dim = Some(set.dim);
            store.vector_generation = set.generation;
            store.vector_slots = set.slots;
            Ok(())
        })?;
        self.embedded_up_to = 0;
        Ok(Some(version))
    }

    pub(crate) fn staged(&self) -> Result<Option<VectorSet>, IndexError> {
        self.records.run(vector_sets::staged)
    }

    fn new_set(&mut self, embedder: &str, dim: usize) -> Result<VectorSet, IndexError> {
        let set = self.records.transaction(|connection| {
            let set = VectorSet {
                generation: vector_sets::next_generation(connection, &self.store)?,
                embedder: Some(embedder.to_owned()),
                dim,
                slots: 0,
                until: None,
            };
            set.put(connection)?;
            Ok(set)
        })?;
        // Left from a change that was given up just before a crash.
        files::remove(&self.dir.join(vectors::file_name(set.generation)))?;
        Ok(set)
    }

    fn drop_set(&mut self, set: &VectorSet) -> Result<(), IndexError> {
        self.records
            .transaction(|connection| set.remove(connection))?;
        self.remove_old_generations()?;
        files::sync_dir(&self.dir)
    }

    fn set_file(&self, set: &VectorSet) -> Result<VectorFile, IndexError> {
        VectorFile::open_or_create(&self.dir, set.generation, set.dim)
    }

    /// Takes runs out of a set whose rows are not what was written. A file that is
    /// no vector file any more takes the whole set with it.
    fn forget_damaged(&mut self, set: &VectorSet) -> Result<(), IndexError> {
        let runs = self
            .records
            .run(|connection| vector_sets::runs_of(connection, set.generation))?;
        let mut file = match self.set_file(set) {
            Err(IndexError::Damaged { file, .. }) => {
                files::remove(&file)?;
                self.set_file(set)?
            }
            opened => opened?,
        };
        let mut damaged = Vec::new();
        for run in runs {
            match file.read(run.slot, run.count, run.crc) {
                Ok(_) => {}
                Err(IndexError::Damaged { .. }) => damaged.push(run),
                Err(error) => return Err(error),
            }
        }
        if damaged.is_empty() {
            return Ok(());
        }
        self.records.transaction(|connection| {
            damaged
                .iter()
                .try_for_each(|run| vector_sets::remove_run(connection, set.generation, run))
        })
    }

    /// Takes the vectors of dead documents out of the set that is being made, by
    /// copying the others into the file of a new generation; returns what is to be
    /// written to the records together with the removal of the documents. The set
    /// also moves when the store's own vectors have `taken` a later generation: what
    /// is searched one day has a later generation than all that was before.
    pub(crate) fn purged_set(
        &self,
        dead: &[i64],
        taken: i64,
    ) -> Result<Option<PurgedSet>, IndexError> {
        let Some(old) = self.staged()? else {
            return Ok(None);
        };
        let all = self
            .records
            .run(|connection| vector_sets::runs_of(connection, old.generation))?;
        let living: Vec<Run> = all
            .into_iter()
            .filter(|run| dead.binary_search(&run.document).is_err())
            .collect();
        let used = living.iter().map(|run| i64::from(run.count)).sum::<i64>();
        if used == old.slots && old.generation > taken {
            return Ok(None);
        }
        let generation = old.generation.max(taken) + 1;
        let from = self.set_file(&old)?;
        let runs = self.move_vectors(from, &living, generation, old.dim)?;
        let new = VectorSet {
            generation,
            slots: used,
            ..old.clone()
        };
        Ok(Some(PurgedSet { old, new, runs }))
    }

    /// Forgets the vectors of embedders that the library had before; only when
    /// nobody reads an older version.
    pub(crate) fn drop_retired(&mut self) -> Result<(), IndexError> {
        let sets = self.records.run(vector_sets::all)?;
        let retired: Vec<VectorSet> = sets.into_iter().filter(|set| set.until.is_some()).collect();
        if retired.is_empty() {
            return Ok(());
        }
        self.records
            .transaction(|connection| retired.iter().try_for_each(|set| set.remove(connection)))?;
        self.remove_old_generations()
    }
}

/// A set without the vectors of dead documents, on its way into the records.
pub(crate) struct PurgedSet {
    old: VectorSet,
    new: VectorSet,
    runs: Vec<Run>,
}

impl PurgedSet {
    pub(crate) fn store(&self, connection: &rusqlite::Connection) -> rusqlite::Result<()> {
        self.old.remove(connection)?;
        self.new.put(connection)?;
        vector_sets::insert_runs(connection, self.new.generation, &self.runs)
    }
}

fn progress(
    connection: &rusqlite::Connection,
    set: &VectorSet,
    chunks: i64,
) -> rusqlite::Result<Reembedding> {
    Ok(Reembedding {
        embedder: set.embedder.clone().unwrap_or_default(),
        dim: set.dim,
        chunks_done: vector_sets::count_visible(connection, set.generation)?,
        chunks_total: chunks.unsigned_abs(),
    })
}
