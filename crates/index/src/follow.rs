//! How an index on other machines comes to have what the records have.
//!
//! The records are first: what they show is durable, whatever becomes of the index. The index
//! follows them from version to version, and a [`Checkpoint`] beside the records says how far it
//! is. Readers see no version that it does not have in full. All of it can be done again: a
//! process that dies in between goes on at the last batch that it noted, and putting a batch
//! twice changes nothing.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::chunk_index::{ChunkEntry, ChunkIndex, DocumentEntry, Patience};
use crate::commit::analyze_stored;
use crate::payload::{Payload, PayloadKind};
use crate::records::documents::{self, Life};
use crate::records::payloads::{self, PayloadRun};
use crate::records::runs::{self, Run};
use crate::{DocumentRecord, IndexError, Library, Snapshot, Version, files};

/// Name of the file in a store that says how far an index on other machines is.
pub(crate) const FILE_NAME: &str = "cluster.json";

/// Chunks that are put at once, unless one document has more.
const CHUNKS_AT_ONCE: u32 = 256;

/// How far an index has followed the records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Which library it is; made once, so that two of them do not share a collection by mistake.
    pub library: String,
    /// What the index calls the collection it is in.
    pub collection: String,
    /// The version that the index has in full.
    pub version: Version,
    /// A version it is on the way to, and the last copy of a document that it has of it.
    pub towards: Option<(Version, i64)>,
    /// While a new collection is being filled: the one that is still searched, and its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<(String, Version)>,
    /// The collection that was searched before this one, and its version: who began to read then
    /// goes on there, until the next change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retired: Option<(String, Version)>,
}

impl Checkpoint {
    /// What is noted in the store in `dir`; `None` for one that has no such index.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] for a file that cannot be read as one.
    pub fn load(dir: &Path) -> Result<Option<Checkpoint>, IndexError> {
        let path = dir.join(FILE_NAME);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(IndexError::io(&path, error)),
        };
        let read = serde_json::from_slice(&text);
        read.map(Some)
            .map_err(|error| IndexError::damaged(&path, error.to_string()))
    }

    /// Notes it, durably.
    ///
    /// # Errors
    /// [`IndexError::DiskFull`], [`IndexError::Io`].
    pub fn save(&self, dir: &Path) -> Result<(), IndexError> {
        let path = dir.join(FILE_NAME);
        let new = dir.join(format!("{FILE_NAME}.new"));
        let failed = |error| IndexError::io(&path, error);
        let text = serde_json::to_vec(self).map_err(|error| failed(error.into()))?;
        std::fs::write(&new, text).map_err(failed)?;
        let file = std::fs::File::open(&new).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        std::fs::rename(&new, &path).map_err(failed)?;
        files::sync_dir(dir)
    }

    /// Forgets it: the store has no index but its own.
    ///
    /// # Errors
    /// [`IndexError::Io`].
    pub fn forget(dir: &Path) -> Result<(), IndexError> {
        files::remove(&dir.join(FILE_NAME))
    }

    /// The collection that is searched, and the version it has in full.
    pub fn serving(&self) -> (&str, Version) {
        match &self.before {
            Some((collection, version)) => (collection, *version),
            None => (&self.collection, self.version),
        }
    }

    /// The collection in which a version is searched.
    pub fn serving_at(&self, version: Version) -> &str {
        match &self.retired {
            Some((collection, until)) if version <= *until && self.before.is_none() => collection,
            _ => self.serving().0,
        }
    }

    /// From which version on a copy's changes are missing.
    fn since(&self, copy: i64) -> i64 {
        let version = match self.towards {
            Some((version, last)) if copy <= last => version,
            _ => self.version,
        };
        i64::try_from(version.0).unwrap_or(i64::MAX)
    }
}

/// Whether anybody, in any process of this machine, reads a version before `version`.
///
/// # Errors
/// [`IndexError::Io`].
pub fn is_read_before(dir: &Path, version: Version) -> Result<bool, IndexError> {
    files::older_readers(dir, i64::try_from(version.0).unwrap_or(i64::MAX))
}

/// What an index was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Followed {
    /// Documents that were put.
    pub documents: usize,
    /// Chunks of them.
    pub chunks: u64,
    /// Copies that were let go.
    pub dropped: usize,
    /// The version that the index now has.
    pub version: Version,
}

/// Brings an index to the newest version of the store in `dir`, from where the checkpoint
/// says; `each` hears of every batch, and `reached` of the version before readers may see it.
///
/// # Errors
/// Those of [`ChunkIndex::put`]; what was noted until then stays.
pub fn follow(
    dir: &Path,
    index: &dyn ChunkIndex,
    checkpoint: &mut Checkpoint,
    patience: &Patience,
    mut each: impl FnMut(&Followed),
    reached: impl FnOnce(Version) -> Result<(), IndexError>,
) -> Result<Followed, IndexError> {
    // Registered, so that no vacuum takes away what is still to be told.
    let snapshot = Library::open(dir)?.snapshot()?;
    let version = snapshot.version();
    let all = snapshot
        .shared()
        .with(|records| records.run(documents::all))?;
    let mut done = Followed {
        version,
        ..Followed::default()
    };
    let mut batch: Vec<DocumentEntry> = Vec::new();
    let mut put = |batch: &mut Vec<DocumentEntry>, checkpoint: &mut Checkpoint| {
        let Some(last) = batch.last().map(|entry| entry.copy) else {
            return Ok(());
        };
        index.put(batch, patience)?;
        done.documents += batch.len();
        done.chunks += batch
            .iter()
            .map(|entry| entry.chunks.len() as u64)
            .sum::<u64>();
        batch.clear();
        checkpoint.towards = Some((version, last));
        checkpoint.save(dir)?;
        each(&done);
        Ok::<(), IndexError>(())
    };
    let before = checkpoint.clone();
    for (document, life) in &all {
        patience.stop.check()?;
        let Some(entry) = entry(&snapshot, document, *life, before.since(document.row))? else {
            continue;
        };
        let waiting: usize = batch.iter().map(|entry| entry.chunks.len()).sum();
        if waiting + entry.chunks.len() > CHUNKS_AT_ONCE as usize {
            put(&mut batch, checkpoint)?;
        }
        batch.push(entry);
    }
    put(&mut batch, checkpoint)?;
    for (died, copies) in dropped(&all, before.version, version) {
        patience.stop.check()?;
        index.drop_documents(&copies, died, patience)?;
        done.dropped += copies.len();
    }
    patience.stop.check()?;
    reached(version)?;
    checkpoint.version = version;
    // Who reads the version before finds it where it was.
    if let Some(before) = checkpoint.before.take() {
        checkpoint.retired = Some(before);
    }
    checkpoint.towards = None;
    checkpoint.save(dir)?;
    Ok(done)
}

/// A document as it is to be put, if the index lacks anything of it.
fn entry(
    snapshot: &Snapshot,
    document: &DocumentRecord,
    life: Life,
    since: i64,
) -> Result<Option<DocumentEntry>, IndexError> {
    let version = i64::try_from(snapshot.version().0).unwrap_or(i64::MAX);
    let (Some(born), true) = (life.born, life.visible(version)) else {
        return Ok(None);
    };
    if document.chunks == 0 {
        return Ok(None);
    }
    let found = Runs::of(snapshot, document)?;
    if born <= since && !found.any(|run_born| run_born > since && run_born <= version) {
        return Ok(None);
    }
    Ok(Some(DocumentEntry {
        chunks: chunks(snapshot, document, &found)?,
        record: document.clone(),
        copy: document.row,
        born: Version(born.unsigned_abs()),
        died: life.died.map(|died| Version(died.unsigned_abs())),
    }))
}

/// Stretches of a document's chunks that have vectors, and the versions they have them from.
struct Runs {
    dense: Vec<Run>,
    sparse: Vec<PayloadRun>,
    tokens: Vec<PayloadRun>,
}

impl Runs {
    fn of(snapshot: &Snapshot, document: &DocumentRecord) -> Result<Runs, IndexError> {
        let shared = snapshot.shared();
        let payloads = |kind| match snapshot.payload_view(kind)?.model() {
            None => Ok(Vec::new()),
            Some(_) => shared.with(|records| {
                records.run(|connection| payloads::runs_of(connection, kind, document.row))
            }),
        };
        let dense = |connection: &rusqlite::Connection| runs::of_document(connection, document.row);
        Ok(Runs {
            dense: shared.with(|records| records.run(dense))?,
            sparse: payloads(PayloadKind::Sparse)?,
            tokens: payloads(PayloadKind::Tokens)?,
        })
    }

    fn any(&self, matches: impl Fn(i64) -> bool) -> bool {
        let payloads = self.sparse.iter().chain(&self.tokens);
        let mut born = self.dense.iter().map(|run| run.born);
        born.any(&matches) || payloads.into_iter().any(|run| matches(run.born))
    }
}

/// The payloads of a kind of some rows, each with the version that it shows from.
fn payloads_of(
    snapshot: &Snapshot,
    kind: PayloadKind,
    runs: &[PayloadRun],
    rows: &[u32],
) -> Result<Vec<Option<(Version, Payload)>>, IndexError> {
    let decoded = snapshot.payload_view(kind)?.decoded(rows)?;
    let with_version = |(ordinal, payload): (u32, Option<Payload>)| {
        let run = runs.iter().find(|run| run.holds(ordinal))?;
        Some((Version(run.born.unsigned_abs()), payload?))
    };
    Ok((0_u32..).zip(decoded).map(with_version).collect())
}

fn chunks(
    snapshot: &Snapshot,
    document: &DocumentRecord,
    runs: &Runs,
) -> Result<Vec<ChunkEntry>, IndexError> {
    let view = snapshot.view();
    let position = view.position(&document.id)?;
    let rows = view.rows_of(position);
    let shared = snapshot.shared();
    let (marks, terms) = shared.with(|records| {
        let marks = snapshot.loaded.marks(position, records)?;
        Ok((marks, analyze_stored(records, document)?))
    })?;
    let dense = snapshot.dense_view()?;
    let all: Vec<u32> = rows.clone().collect();
    let mut sparse = payloads_of(snapshot, PayloadKind::Sparse, &runs.sparse, &all)?;
    let mut tokens = payloads_of(snapshot, PayloadKind::Tokens, &runs.tokens, &all)?;
    let model = snapshot.payload_model(PayloadKind::Tokens)?;
    let token_dim = model.map_or(1, |model| model.dim.max(1) as usize);
    let mut entries = Vec::with_capacity(terms.len());
    for (ordinal, terms) in (0_u32..).zip(terms) {
        let at = ordinal as usize;
        let stored = dense.vector(shared.dir(), rows.start + ordinal)?;
        let embedded = runs.dense.iter().find(|run| run.holds(ordinal));
        let sparse = sparse.get_mut(at).and_then(Option::take);
        let tokens = tokens.get_mut(at).and_then(Option::take);
        entries.push(ChunkEntry {
            chunk: view.chunk_at(rows.start + ordinal),
            ordinal,
            terms: terms.terms.counts().into_iter().collect(),
            pages: marks.pages.get(at).copied().flatten(),
            headings: marks.headings.get(at).cloned().unwrap_or_default(),
            embedded: embedded
                .filter(|_| stored.is_some())
                .map(|run| Version(run.born.unsigned_abs())),
            vector: stored.map(|stored| {
                let values = stored.values.iter();
                values.map(|&it| f32::from(it) * stored.scale).collect()
            }),
            sparse: sparse.and_then(|(from, payload)| match payload {
                Payload::Sparse(entries) => Some((from, entries)),
                Payload::Tokens(_) => None,
            }),
            tokens: tokens.and_then(|(from, payload)| match payload {
                Payload::Tokens(values) => {
                    let rows = values.chunks_exact(token_dim);
                    Some((from, rows.map(<[f32]>::to_vec).collect()))
                }
                Payload::Sparse(_) => None,
            }),
        });
    }
    Ok(entries)
}

/// Copies that died since the version the index has in full, by the version at which they did.
/// Some of them it never had: letting those go changes nothing.
fn dropped(
    all: &[(DocumentRecord, Life)],
    from: Version,
    to: Version,
) -> BTreeMap<Version, Vec<i64>> {
    let mut dropped: BTreeMap<Version, Vec<i64>> = BTreeMap::new();
    for (document, life) in all {
        let died = life.died.map(|died| Version(died.unsigned_abs()));
        if let Some(died) = died.filter(|&died| from < died && died <= to) {
            dropped.entry(died).or_default().push(document.row);
        }
    }
    dropped
}
