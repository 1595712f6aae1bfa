//! Verifies every file of a store, and makes again what can be made again.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::document::{embedded_text, text_hash};
use crate::files::{self, WriterLock};
use crate::keyword::{self, KeywordWriter};
use crate::payload::{self, PayloadKind};
use crate::records::{self, Records, chunks, documents, relations, runs, structure, vector_sets};
use crate::{DocumentRecord, IndexError, Library, Scope, Snapshot, State, vectors};

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Empty for a sound store.
    pub problems: Vec<Problem>,
    /// The content digest of a sound store.
    pub digest: Option<String>,
    /// Documents at the current version, failed ones too.
    pub documents: usize,
    /// Chunks at the current version.
    pub chunks: u64,
    /// Chunks that wait for their vector.
    pub pending_chunks: u64,
}

/// A file that does not hold what was written to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
    /// What mends it.
    pub repair: Repair,
}

/// What mends a damaged store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// [`rebuild_keyword`]: the keyword index is made from the records.
    RebuildKeyword,
    /// [`requeue_vectors`], then embedding: vectors are made from the records.
    RequeueVectors,
    /// [`crate::forget_payloads`] of this kind, then adding: they are made from
    /// the records.
    RequeuePayloads(PayloadKind),
    /// [`crate::forget_entities`], then adding: they are found in the stored texts.
    ForgetEntities,
    /// The records cannot be made again: take them from a backup, or add the
    /// documents to a new store.
    AddAgain,
}

impl std::fmt::Display for Repair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Repair::RebuildKeyword => "rebuild the keyword index from the records",
            Repair::RequeueVectors => "embed the stored chunks again",
            Repair::RequeuePayloads(PayloadKind::Sparse) => "make the sparse vectors again",
            Repair::RequeuePayloads(PayloadKind::Tokens) => "make the token vectors again",
            Repair::ForgetEntities => "find the entities of the stored texts again",
            Repair::AddAgain => "restore it from a backup, or add the documents to a new store",
        })
    }
}

/// Which repair mends a damaged file, by its place in the store.
fn repair_of(dir: &Path, file: &Path) -> Repair {
    let top = file
        .strip_prefix(dir)
        .ok()
        .and_then(|file| file.iter().next());
    let name = top
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    if keyword::generation_of(&name).is_some() {
        Repair::RebuildKeyword
    } else if vectors::generation_of(&name).is_some() {
        Repair::RequeueVectors
    } else if let Some((kind, _)) = payload::generation_of(&name) {
        Repair::RequeuePayloads(kind)
    } else {
        Repair::AddAgain
    }
}

/// Reads every byte that a question could be answered from, and compares it
/// with its checksum. Takes seconds for 100,000 chunks.
///
/// # Errors
/// [`IndexError::NotAStore`] and [`IndexError::FormatVersion`]: there is
/// nothing to check then. Damage is no error but a problem of the report.
pub fn check(dir: &Path) -> Result<CheckReport, IndexError> {
    let mut report = CheckReport {
        problems: Vec::new(),
        digest: None,
        documents: 0,
        chunks: 0,
        pending_chunks: 0,
    };
    let found = check_records(dir).and_then(|()| Library::open(dir)?.snapshot());
    let Some(snapshot) = report.take(dir, found)? else {
        return Ok(report);
    };
    let statistics = snapshot.statistics();
    report.documents = snapshot.documents().len();
    report.chunks = statistics.chunks;
    report.pending_chunks = statistics.chunks - statistics.embedded_chunks;
    let texts = snapshot
        .documents()
        .iter()
        .filter(|document| document.state == State::Ready)
        .try_for_each(|document| check_document(&snapshot, document));
    report.take(dir, texts)?;
    report.take(dir, check_cards(&snapshot))?;
    report.take(dir, snapshot.check_hierarchy())?;
    check_entities(&snapshot, &mut report)?;
    check_keyword(dir, &snapshot, &mut report)?;
    report.take(dir, check_vectors(&snapshot))?;
    for kind in PayloadKind::ALL {
        let payloads = snapshot.payload_view(kind);
        report.take(dir, payloads.and_then(|payloads| payloads.check()))?;
    }
    if report.problems.is_empty() {
        let digest = snapshot.digest();
        report.digest = report.take(dir, digest)?;
    }
    Ok(report)
}

impl CheckReport {
    /// Damage becomes a problem; other errors stay errors.
    fn take<T>(
        &mut self,
        dir: &Path,
        found: Result<T, IndexError>,
    ) -> Result<Option<T>, IndexError> {
        match found {
            Ok(value) => Ok(Some(value)),
            Err(IndexError::Damaged { file, reason }) => {
                let repair = repair_of(dir, &file);
                self.problems.push(Problem {
                    file,
                    what: reason,
                    repair,
                });
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// The structure of the database, by SQLite's own check.
fn check_records(dir: &Path) -> Result<(), IndexError> {
    if !dir.join(records::FILE_NAME).is_file() {
        return Err(IndexError::NotAStore {
            dir: dir.to_owned(),
        });
    }
    let records = Records::open_to_read(dir)?;
    let first: String = records.run(|connection| {
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
    })?;
    // A last page cut short reads as if zeros followed, which the database
    // itself takes for whole. While its log holds anything, the log has the
    // whole page: a full disk cuts short what is copied from there.
    let page: u64 = records
        .run(|connection| connection.query_row("PRAGMA page_size", [], |row| row.get::<_, u32>(0)))?
        .into();
    let bytes = files::size(records.path());
    let log = files::size(&dir.join(format!("{}-wal", records::FILE_NAME)));
    if log == 0 && page > 0 && !bytes.is_multiple_of(page) {
        let reason = format!("{bytes} bytes are no whole number of pages of {page}");
        return Err(IndexError::damaged(records.path(), reason));
    }
    if first == "ok" {
        return Ok(());
    }
    Err(IndexError::damaged(records.path(), first))
}

/// Everything stored of one document: text, sections, layout, summaries, chunks, and that
/// each chunk's text is the one its hash names.
fn check_document(snapshot: &Snapshot, document: &DocumentRecord) -> Result<(), IndexError> {
    snapshot.parsed_document(&document.id)?;
    check_boxes(snapshot, document)?;
    snapshot.summaries(&document.id)?;
    let Some(last) = document.chunks.checked_sub(1) else {
        return Ok(());
    };
    snapshot.shared().with(|records| {
        records.run(|connection| {
            structure::layout(connection, document.row)?;
            let rows = chunks::all(connection, document)?;
            let stored = chunks::records(connection, document, 0, last)?;
            let differs = rows.iter().zip(&stored).find(|(row, chunk)| {
                text_hash(&embedded_text(&chunk.context, &chunk.text)) != row.hash
            });
            match differs {
                None => Ok(()),
                Some((row, _)) => Err(records::broken(format!(
                    "the text of chunk {} of document `{}` differs",
                    row.ordinal, document.path
                ))),
            }
        })
    })
}

/// Looks whether every relation has its card, and every card its relation.
fn check_cards(snapshot: &Snapshot) -> Result<(), IndexError> {
    snapshot
        .shared()
        .with(|records| match records.run(relations::unmatched)? {
            (0, 0) => Ok(()),
            (tables, cards) => Err(IndexError::damaged(
                records.path(),
                format!("{tables} tables have no card, {cards} cards no table"),
            )),
        })
}

/// Unpacks the places of all words.
fn check_boxes(snapshot: &Snapshot, document: &DocumentRecord) -> Result<(), IndexError> {
    let end = usize::try_from(document.text_bytes).unwrap_or(usize::MAX);
    let whole = text::Span { start: 0, end };
    snapshot.boxes(&document.id, whole).map(drop)
}

/// Loads the graph of entities, which compares their checksums. They lie in the
/// records, but can be made again from the rest.
fn check_entities(snapshot: &Snapshot, report: &mut CheckReport) -> Result<(), IndexError> {
    match snapshot.entity_graph() {
        Err(IndexError::Damaged { file, reason }) => {
            report.problems.push(Problem {
                file,
                what: reason,
                repair: Repair::ForgetEntities,
            });
            Ok(())
        }
        loaded => loaded.map(drop),
    }
}

fn check_keyword(
    dir: &Path,
    snapshot: &Snapshot,
    report: &mut CheckReport,
) -> Result<(), IndexError> {
    let generation = snapshot.shared().with(Records::store)?.keyword_generation;
    if snapshot.view().rows() == 0 && !dir.join(keyword::folder_name(generation)).exists() {
        return Ok(());
    }
    let damaged = report.take(dir, keyword::damaged_files(dir, generation))?;
    for (file, what) in damaged.into_iter().flatten() {
        report.problems.push(Problem {
            file,
            what,
            repair: Repair::RebuildKeyword,
        });
    }
    if report
        .problems
        .iter()
        .all(|problem| problem.repair != Repair::RebuildKeyword)
    {
        report.take(dir, snapshot.keyword_view())?;
    }
    Ok(())
}

/// Compares the checksum of every visible vector: a search over all looks at all.
fn check_vectors(snapshot: &Snapshot) -> Result<(), IndexError> {
    let Some(dim) = snapshot.identity().dim else {
        return Ok(());
    };
    snapshot.dense(&vec![0.0; dim], &Scope::all(), 1).map(drop)
}

/// Makes the keyword index anew from the records.
///
/// # Errors
/// [`IndexError::Locked`] while somebody writes; [`IndexError::Damaged`] when
/// the records are.
pub fn rebuild_keyword(dir: &Path) -> Result<(), IndexError> {
    let _lock = WriterLock::take(dir)?;
    let records = Records::open_to_write(dir)?;
    let mut store = records.store()?;
    let before = store.keyword_generation;
    store.keyword_generation += 1;
    files::remove(&dir.join(keyword::folder_name(store.keyword_generation)))?;
    let mut keyword = KeywordWriter::open(dir, store.keyword_generation)?;
    let all = records.run(documents::all)?;
    let unfinished = all
        .iter()
        .filter(|(_, life)| life.born.is_none())
        .map(|(_, life)| life.batch);
    // An unfinished batch is added when it is finished.
    let batch = unfinished.min().unwrap_or(store.next_batch) - 1;
    for (document, _) in all.iter().filter(|(_, life)| life.born.is_some()) {
        let terms = crate::commit::analyze_stored(&records, document)?;
        keyword.add(terms, &crate::Stop::default())?;
    }
    keyword.commit(batch)?;
    keyword.merge()?;
    drop(keyword);
    records.transaction(|connection| store.insert(connection))?;
    files::remove(&dir.join(keyword::folder_name(before)))?;
    files::sync_dir(dir)
}

/// Forgets all vectors, so that every chunk is pending again; those of a change of
/// the embedder that is under way, too.
///
/// # Errors
/// As [`rebuild_keyword`].
pub fn requeue_vectors(dir: &Path) -> Result<(), IndexError> {
    let _lock = WriterLock::take(dir)?;
    let records = Records::open_to_write(dir)?;
    let mut store = records.store()?;
    let before = store.vector_generation;
    let staged = records.run(vector_sets::staged)?;
    store.vector_generation =
        records.run(|connection| vector_sets::next_generation(connection, &store))?;
    store.vector_slots = 0;
    store.version += 1;
    files::announce_version(dir, store.version)?;
    records.transaction(|connection| {
        runs::clear(connection)?;
        if let Some(staged) = &staged {
            staged.remove(connection)?;
        }
        store.insert(connection)
    })?;
    for generation in staged.map(|set| set.generation).into_iter().chain([before]) {
        files::remove(&dir.join(vectors::file_name(generation)))?;
    }
    files::sync_dir(dir)
}
