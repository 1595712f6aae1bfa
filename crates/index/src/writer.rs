//! The one writer of a store.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::arrival::Arrival;
use crate::files::{self, WriterLock};
use crate::keyword::KeywordWriter;
use crate::payload::PayloadKind;
use crate::records::store::StoreRow;
use crate::records::{Records, corrections, documents, runs};
use crate::{
    ChunkId, DocumentId, DocumentRecord, FailedDocument, Identity, IndexError, NewDocument,
    PendingChunk, Stop, Version,
};

/// After this many versions the files in which nobody is registered are removed.
const READERS_TIDIED_EVERY: i64 = 64;

/// The right to change a store, held by one at a time until dropped.
///
/// What a method has returned is durable. A process that dies within a method
/// leaves the store at the version before or after, never between; the next
/// writer finishes what was begun, or drops it whole.
pub struct Writer {
    pub(crate) dir: PathBuf,
    pub(crate) records: Records,
    /// As committed; loaded anew after an error.
    pub(crate) store: StoreRow,
    /// Opened when first needed; closed after an error.
    pub(crate) keyword: Option<KeywordWriter>,
    /// Every visible document before this row has all its vectors.
    pub(crate) embedded_up_to: i64,
    /// The same of payloads, by kind.
    pub(crate) payloads_up_to: BTreeMap<PayloadKind, i64>,
    /// The same for the vectors of a change of the embedder.
    pub(crate) reembedded_up_to: i64,
    /// Asked while documents are being stored.
    pub(crate) stop: Stop,
    _lock: WriterLock,
}

impl Writer {
    /// Opens the store in `dir` for writing, and creates it when there is none.
    ///
    /// # Errors
    /// [`IndexError::Locked`] when another writer is at work;
    /// [`IndexError::IdentityMismatch`] when the store was built with another
    /// analyzer, chunking or embedder. A store without an embedder takes the
    /// one given.
    pub fn open(dir: &Path, identity: &Identity) -> Result<Writer, IndexError> {
        if identity.embedder.is_some() != identity.dim.is_some_and(|dim| dim > 0) {
            return Err(IndexError::IdentityMismatch {
                what: "dimension",
                built_with: "an embedder and its dimension, or neither".to_owned(),
                configured: format!("{:?} and {:?}", identity.embedder, identity.dim),
            });
        }
        if !dir.is_dir() {
            files::create_dir(dir)?;
        }
        let lock = WriterLock::take(dir)?;
        let records = if Records::exist(dir)? {
            Records::open_to_write(dir)?
        } else {
            files::announce_version(dir, 0)?;
            let records = Records::create(dir, &StoreRow::first(identity))?;
            files::sync_dir(dir)?;
            records
        };
        let mut store = records.store()?;
        let merged = store.identity.merged(identity)?;
        if merged != store.identity {
            store.identity = merged;
            records.transaction(|connection| store.insert(connection))?;
        }
        let dir = dir.to_owned();
        let mut writer = Writer {
            dir,
            records,
            store,
            keyword: None,
            embedded_up_to: 0,
            payloads_up_to: BTreeMap::new(),
            reembedded_up_to: 0,
            stop: Stop::default(),
            _lock: lock,
        };
        writer.recover()?;
        Ok(writer)
    }

    /// Documents that are being stored when `stop` says so are not: [`IndexError::Stopped`], and
    /// the store is as it was.
    pub fn heed(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// The folder of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What the store was built with.
    pub fn identity(&self) -> &Identity {
        &self.store.identity
    }

    /// The version readers see.
    pub fn version(&self) -> Version {
        Version(self.store.version.unsigned_abs())
    }

    /// Stores documents, all or none. Each takes the place of the visible one of
    /// the same path under the same root, or of the same id. When this returns
    /// they are durable and found by keywords; vectors of texts that had one
    /// before are there too, the others are pending.
    ///
    /// # Errors
    /// [`IndexError::BadDocument`] when a chunk lies outside its text;
    /// [`IndexError::DiskFull`]. Nothing is stored then; only when the disk is
    /// so full that not even that can be noted, the next writer may still
    /// finish the batch.
    pub fn put(&mut self, batch: Vec<NewDocument>) -> Result<Version, IndexError> {
        let entries = batch
            .into_iter()
            .map(Arrival::ready)
            .collect::<Result<Vec<Arrival>, IndexError>>()?;
        self.commit(entries)
    }

    /// Records files that could not be read. Each takes the place of the
    /// visible document of the same path under the same root.
    ///
    /// # Errors
    /// As [`Writer::put`].
    pub fn put_failed(&mut self, failed: Vec<FailedDocument>) -> Result<Version, IndexError> {
        self.commit(failed.into_iter().map(Arrival::failed).collect())
    }

    /// Takes documents out of sight, all or none, with the corrections of their
    /// summaries and with all clusters. Their text leaves the disk with the next
    /// [`Writer::vacuum`].
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`] names the first id that is not there.
    pub fn remove(&mut self, ids: &[DocumentId]) -> Result<Version, IndexError> {
        self.settle()?;
        if ids.is_empty() {
            return Ok(self.version());
        }
        let found = ids
            .iter()
            .map(|id| {
                let found = self
                    .records
                    .run(|connection| documents::visible_record(connection, id))?;
                found.ok_or_else(|| IndexError::UnknownDocument { id: id.to_string() })
            })
            .collect::<Result<Vec<DocumentRecord>, IndexError>>()?;
        self.publish(|connection, store| {
            found.iter().try_for_each(|document| {
                corrections::remove(connection, &document.root, &document.path)?;
                documents::kill(connection, document.row, store.version)
            })
        })
    }

    /// Chunks that have no vector yet, in order of document and ordinal, at
    /// most `chunks_max`. Of chunks with the same text only one is returned:
    /// its vector will be theirs too.
    pub fn pending(&mut self, chunks_max: usize) -> Result<Vec<PendingChunk>, IndexError> {
        self.settle()?;
        self.find_pending(chunks_max)
    }

    /// How many chunks have no vector yet.
    pub fn pending_count(&self) -> Result<u64, IndexError> {
        let embedded = self.records.run(runs::count_visible)?;
        Ok(self.store.chunks.unsigned_abs().saturating_sub(embedded))
    }

    /// Gives chunks their vectors, all or none, quantised to one byte a value.
    /// Chunks that meanwhile died or got one are left out.
    ///
    /// # Errors
    /// [`IndexError::BadVector`], [`IndexError::UnknownChunk`] for an id that
    /// was never given, [`IndexError::DiskFull`].
    pub fn attach(&mut self, vectors: &[(ChunkId, Vec<f32>)]) -> Result<Version, IndexError> {
        self.settle()?;
        self.attach_vectors(vectors)
    }

    /// All visible documents by id, failed ones too.
    pub fn documents(&self) -> Result<Vec<DocumentRecord>, IndexError> {
        Ok(crate::view::View::load(&self.records)?.documents)
    }

    /// The keyword index, opened when first needed.
    pub(crate) fn keyword(&mut self) -> Result<&mut KeywordWriter, IndexError> {
        let writer = match self.keyword.take() {
            Some(writer) => writer,
            None => KeywordWriter::open(&self.dir, self.store.keyword_generation)?,
        };
        Ok(self.keyword.insert(writer))
    }

    /// Makes a change visible: `change` sees the store's row with the new
    /// version, and all takes effect, synced, or nothing does.
    pub(crate) fn publish(
        &mut self,
        change: impl FnOnce(&rusqlite::Connection, &mut StoreRow) -> rusqlite::Result<()>,
    ) -> Result<Version, IndexError> {
        let mut store = self.store.clone();
        store.version += 1;
        files::announce_version(&self.dir, store.version)?;
        self.records.transaction(|connection| {
            change(connection, &mut store)?;
            (store.documents, store.chunks) = documents::count_visible(connection, store.version)?;
            store.insert(connection)
        })?;
        self.store = store;
        if self.store.version % READERS_TIDIED_EVERY == 0 {
            // Only tidies up; what it could not do, the next one does.
            let _ = files::older_readers(&self.dir, self.store.version);
        }
        Ok(self.version())
    }
}
