//! From files to a searchable library.
//!
//! Files are found ([`walk`]), or were fetched by the caller ([`Fetched`]), read
//! and cut on several threads, and put into the store in order of their paths, so that the store does not depend on
//! which thread was faster. What was put is searchable by keywords at once;
//! vectors follow as a queue that lives in the store, so a killed run goes on
//! where it stopped. So do entities, where they are kept. Last, related documents are
//! clustered.

mod content;
mod cut;
mod embed;
mod entities;
mod files;
mod parse;
mod payloads;
mod planned;
mod rebuild;
mod reindex;
mod report;
mod request;
mod switch;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use index::{DocumentRecord, FailedDocument, Identity, IndexError, NewDocument, Stop, Writer};
use models::{Cancel, Embedder};

pub use embed::embed_pending;
pub use entities::find_entities;
pub use parse::prepare;
pub use payloads::make_payloads;
pub use planned::FailReason;
pub use rebuild::{Gone, RebuildReport, Source, rebuild};
pub use reindex::{ReindexReport, reindex};
pub use report::{Action, AddReport, EmbedReport, Event, FileReport};
pub use request::{AddRequest, Fetched};
pub use switch::{Begun, Beside, room_lacking};
pub use walk::{FoundFile, Walked, walk};

use crate::hierarchy;
use crate::reader::Reading;
use crate::{EngineError, IngestConfig};
use content::{Content, Contents};
use files::files_of;
use parse::{Intake, Parsed, parse_all};
use planned::Planned;

/// Documents put in one commit at most, and the canonical text they may hold
/// together: a commit costs some 20 ms of syncs, a lost one costs its parsing.
const BATCH_DOCUMENTS: usize = 64;
const BATCH_TEXT_BYTES: usize = 4 * 1024 * 1024;

/// Text that is still stored when the caller asks to stop: it takes some tens of milliseconds.
const STOPPED_TEXT_BYTES: usize = 256 * 1024;

/// What a library is built with under these settings: compared when it is opened.
pub fn identity(config: &IngestConfig, embedder: Option<&dyn Embedder>) -> Identity {
    let preparation = embed::preparation(config.embedded);
    Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: format!("{}-{preparation}", config.chunk.identity()),
        embedder: embedder.map(|embedder| embedder.profile().id.clone()),
        dim: embedder.map(|embedder| embedder.profile().dim),
    }
}

/// Adds files and folders to the library behind `writer`.
///
/// A file that cannot be read is reported and the rest go on. Without an
/// embedder the documents are searchable by keywords, and their vectors wait.
///
/// # Errors
/// [`EngineError::MissingPath`] when a path does not exist (before anything is
/// done); [`EngineError::NoReader`]; a store that cannot be written. A model that
/// fails is told in [`AddReport::embedding_error`].
pub fn add(
    writer: &mut Writer,
    embedder: Option<&dyn Embedder>,
    request: &AddRequest,
    config: &IngestConfig,
    cancel: &Cancel,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<AddReport, EngineError> {
    let started = Instant::now();
    let walked = walk(&request.paths)?;
    let known = writer.documents()?;
    let files = files_of(&walked, &known, request);
    let intake = Intake {
        config,
        contents: Contents::of(writer.dir(), &known)?,
        embedder,
        cancel,
    };
    let mut report = AddReport::default();
    let parse = |planned: &Planned, reading: &mut Reading<'_>| intake.parse(planned, reading);
    take_in(writer, &intake, &files, parse, &mut report, on_event)?;
    if !cancel.is_cancelled() {
        report
            .files
            .extend(prune(writer, &files, &walked, request)?);
    }
    report.searchable_time = started.elapsed();
    complete(writer, &intake, &mut report, on_event)?;
    report.total_time = started.elapsed();
    Ok(report)
}

/// Reads files and stores what was made of them, in their order.
fn take_in(
    writer: &mut Writer,
    intake: &Intake<'_>,
    files: &[Planned],
    parse: impl Fn(&Planned, &mut Reading<'_>) -> Result<Parsed, EngineError> + Sync,
    report: &mut AddReport,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), EngineError> {
    let started = Instant::now();
    on_event(Event::Found { files: files.len() });
    let cancel = intake.cancel.clone();
    writer.heed(Stop::when(move || cancel.is_cancelled()));
    let mut batch = Batch::default();
    let each = |planned: Planned, parsed: Parsed| {
        let parsed = batch.resolved(&planned, parsed, intake)?;
        announce(&planned, &parsed, on_event);
        report.read_time = started.elapsed();
        batch.push(planned, parsed);
        if batch.is_full() {
            report.files.extend(batch.store(writer, intake, on_event)?);
        }
        Ok(())
    };
    let parsing = parse_all(files, intake.config, intake.cancel, parse, each);
    let stored = batch.store_last(writer, intake, on_event);
    writer.heed(Stop::default());
    report.files.extend(until_stopped(stored)?);
    until_stopped(parsing)
}

/// Whoever asks to stop knows; what was stored until then is reported.
fn until_stopped<T: Default>(done: Result<T, EngineError>) -> Result<T, EngineError> {
    match done {
        Err(EngineError::Index(IndexError::Stopped)) => Ok(T::default()),
        done => done,
    }
}

/// Makes what documents that are stored lack: vectors, entities, clusters.
fn complete(
    writer: &mut Writer,
    intake: &Intake<'_>,
    report: &mut AddReport,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<(), EngineError> {
    let (config, cancel) = (intake.config, intake.cancel);
    if let Some(embedder) = intake.embedder {
        match embed_pending(writer, embedder, config.embedded, cancel, on_event) {
            Ok(embedded) => report.embedded = Some(embedded),
            // The documents are there; a model that is not must not keep the rest from them.
            Err(EngineError::Model(error)) => report.embedding_error = Some(error),
            Err(error) => return Err(error),
        }
    }
    make_payloads(writer, config, cancel, on_event)?;
    if config.graph {
        find_entities(writer, config.threads, cancel)?;
    }
    if !cancel.is_cancelled() {
        report.clusters = Some(hierarchy::refresh(writer)?);
    }
    writer.vacuum()?;
    refresh(writer, report)?;
    report.interrupted = cancel.is_cancelled();
    Ok(())
}

fn announce(planned: &Planned, parsed: &Parsed, on_event: &mut dyn FnMut(Event<'_>)) {
    let (pages, chunks) = match parsed {
        Parsed::Document(new) | Parsed::Held(new) => {
            (new.page_count.unwrap_or(0), new.chunks.len())
        }
        Parsed::Unchanged(record) => (record.pages.unwrap_or(0), 0),
        Parsed::SameAs(..) | Parsed::Failed(_) => (0, 0),
    };
    on_event(Event::Read {
        path: &planned.path,
        pages,
        chunks,
    });
}

/// Documents on their way into one commit.
#[derive(Default)]
struct Batch {
    documents: Vec<NewDocument>,
    failures: Vec<FailedDocument>,
    /// Reports in order of path; those of stored documents get their record after the commit.
    reports: Vec<FileReport>,
    text_bytes: usize,
}

impl Batch {
    /// Finds the document of an earlier file with the same bytes: in this batch, or in the
    /// library; where it came to nothing, the file is read itself.
    fn resolved(
        &self,
        planned: &Planned,
        parsed: Parsed,
        intake: &Intake<'_>,
    ) -> Result<Parsed, EngineError> {
        let Parsed::SameAs(content, about) = parsed else {
            return Ok(parsed);
        };
        let earlier = self.documents.iter().rev();
        let held = match earlier.into_iter().find(|new| content.is_of(new)) {
            Some(new) => Some(new.clone()),
            None => {
                let found = intake.contents.find(&content, intake.config)?;
                found.map(|found| intake.counted(found))
            }
        };
        match held {
            Some(held) => Ok(Parsed::Held(Box::new(about.filed(planned, held)))),
            None => {
                let alone = Planned {
                    same_as: None,
                    ..planned.clone()
                };
                intake.parse(&alone, &mut Reading::new(&intake.config.reader))
            }
        }
    }

    fn push(&mut self, planned: Planned, parsed: Parsed) {
        let changed = if planned.known.is_some() {
            Action::Replaced
        } else {
            Action::Added
        };
        let mut report = FileReport {
            path: planned.path.clone(),
            action: changed,
            held: matches!(parsed, Parsed::Held(_)),
            record: None,
            reason: None,
            warnings: Vec::new(),
        };
        match parsed {
            Parsed::Unchanged(record) => {
                report.action = match &record.state {
                    index::State::Ready => Action::Unchanged,
                    index::State::Failed { reason } => {
                        report.reason = Some(reason.clone());
                        Action::Failed
                    }
                };
                report.warnings.clone_from(&record.warnings);
                report.record = Some(*record);
            }
            Parsed::Document(new) | Parsed::Held(new) => {
                report.warnings.clone_from(&new.warnings);
                self.text_bytes += new.document.text.len();
                self.documents.push(NewDocument {
                    added: planned.filing.added,
                    collection: planned.filing.collection,
                    metadata: planned.filing.metadata,
                    ..*new
                });
            }
            Parsed::Failed(reason) => {
                report.action = Action::Failed;
                report.reason = Some(reason.message.clone());
                if let Some(hash) = reason.content_hash {
                    self.failures.push(planned.failure(hash, &reason));
                }
            }
            // Resolved before.
            Parsed::SameAs(..) => return,
        }
        self.reports.push(report);
    }

    fn is_full(&self) -> bool {
        self.documents.len() + self.failures.len() >= BATCH_DOCUMENTS
            || self.text_bytes >= BATCH_TEXT_BYTES
    }

    /// What was read is stored, whatever stopped the reading, unless that would keep waiting
    /// whoever asked to stop.
    fn store_last(
        &mut self,
        writer: &mut Writer,
        intake: &Intake<'_>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Vec<FileReport>, EngineError> {
        if intake.cancel.is_cancelled() {
            if self.text_bytes > STOPPED_TEXT_BYTES {
                return Ok(Vec::new());
            }
            writer.heed(Stop::default());
        }
        self.store(writer, intake, on_event)
    }

    /// Makes the batch durable and searchable, then tells.
    fn store(
        &mut self,
        writer: &mut Writer,
        intake: &Intake<'_>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Vec<FileReport>, EngineError> {
        let batch = std::mem::take(self);
        if !batch.documents.is_empty() {
            let stored: Vec<_> = batch
                .documents
                .iter()
                .filter_map(|new| Some((Content::of_new(new)?, new.id())))
                .collect();
            writer.put(batch.documents)?;
            intake.contents.note(stored);
        }
        if !batch.failures.is_empty() {
            writer.put_failed(batch.failures)?;
        }
        if !batch.reports.is_empty() {
            on_event(Event::Stored {
                files: &batch.reports,
            });
        }
        Ok(batch.reports)
    }
}

/// Removes documents of the added folders whose files are gone.
fn prune(
    writer: &mut Writer,
    files: &[Planned],
    walked: &Walked,
    request: &AddRequest,
) -> Result<Vec<FileReport>, EngineError> {
    if !request.prune {
        return Ok(Vec::new());
    }
    let found: BTreeSet<PathBuf> = walked
        .files
        .iter()
        .map(|file| file.absolute.clone())
        .collect();
    let vanished: Vec<DocumentRecord> = writer
        .documents()?
        .into_iter()
        .filter(|record| !planned::is_fetched(record))
        .filter(|record| {
            let absolute = planned::absolute(record);
            walked
                .folders
                .iter()
                .any(|folder| absolute.starts_with(folder))
                && !found.contains(&absolute)
                && !files.iter().any(|planned| planned.absolute == absolute)
        })
        .collect();
    if vanished.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = vanished.iter().map(|record| record.id.clone()).collect();
    writer.remove(&ids)?;
    Ok(vanished
        .into_iter()
        .map(|record| FileReport {
            path: record.path,
            action: Action::Removed,
            held: false,
            record: None,
            reason: None,
            warnings: Vec::new(),
        })
        .collect())
}

/// Puts the stored records, as they are at the end, beside the reports.
fn refresh(writer: &Writer, report: &mut AddReport) -> Result<(), EngineError> {
    let records: BTreeMap<String, Vec<DocumentRecord>> =
        writer
            .documents()?
            .into_iter()
            .fold(BTreeMap::new(), |mut map, record| {
                map.entry(record.path.clone())
                    .or_insert_with(Vec::new)
                    .push(record);
                map
            });
    for file in report
        .files
        .iter_mut()
        .filter(|file| file.action != Action::Removed)
    {
        if let Some(records) = records.get(&file.path) {
            // The same relative path may stand under two added folders; the
            // newest is the one this run wrote.
            file.record = records
                .iter()
                .max_by_key(|record| record.first_chunk)
                .cloned();
        }
    }
    report.chunks_pending = writer.pending_count()?;
    Ok(())
}
