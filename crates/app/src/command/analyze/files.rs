//! What an analysis reads: documents of the library, or files that are read for this once.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use perusal::EngineError;
use perusal::index::{DocumentId, Filter, Library, Snapshot, Writer};
use perusal::ingest::{self, Action, AddRequest};
use perusal::models::{Cancel, Limits};
use tempfile::TempDir;

use crate::context::{Context, now};
use crate::failure::Failure;
use crate::library;

/// What a text is called that came without a file.
const TEXT_NAME: &str = "document.txt";
/// How often a reader is looked after while it reads.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Documents that can be read.
pub struct Opened {
    /// One state of the library that holds them.
    pub snapshot: Snapshot,
    /// The documents that are meant.
    pub documents: Vec<DocumentId>,
    /// Files and folders that were not read to their end before time was over.
    pub late: Vec<String>,
    /// Holds what was read for this once, as long as it is needed.
    folder: Option<TempDir>,
}

impl Opened {
    /// Whether it was read for this once alone.
    pub fn is_of_files(&self) -> bool {
        self.folder.is_some()
    }
}

/// Opens what is given: documents of the library where it has them, else files; all of the
/// library where nothing is named.
pub fn open(
    context: &Context,
    given: Given<'_>,
    filters: &[String],
    limits: &Limits,
) -> Result<Opened, Failure> {
    let (named, may_be_files) = match given {
        Given::Named { names, files } => (names, files),
        Given::Text(text) => {
            let folder = TempDir::new()?;
            let path = folder.path().join(TEXT_NAME);
            std::fs::write(&path, text)?;
            return open_all(context, &[path], limits);
        }
    };
    let built = library::identity(context).is_some();
    if built || named.is_empty() || !may_be_files {
        let snapshot = library::snapshot(context)?;
        let known = of_library(&snapshot, named, filters);
        let files = may_be_files && named.iter().all(|name| Path::new(name).exists());
        if known.is_ok() || named.is_empty() || !files || !filters.is_empty() {
            let documents = known?;
            if documents.is_empty() {
                return Err(Failure::Document {
                    message: "no document that has text is left to read".to_owned(),
                });
            }
            return Ok(Opened {
                snapshot,
                documents,
                late: Vec::new(),
                folder: None,
            });
        }
    }
    let paths: Vec<PathBuf> = named.iter().map(PathBuf::from).collect();
    open_all(context, &paths, limits)
}

/// Reads files into a library of their own, by words alone.
fn open_all(context: &Context, paths: &[PathBuf], limits: &Limits) -> Result<Opened, Failure> {
    let folder = TempDir::new()?;
    let store = folder.path().join("library");
    let config = &context.settings.ingest;
    let mut writer = Writer::open(&store, &ingest::identity(config, None))?;
    let request = AddRequest {
        paths: paths.to_vec(),
        now: now(),
        ..AddRequest::default()
    };
    let cancel = limits.cancel.part();
    let done = Cancel::default();
    let report = std::thread::scope(|scope| {
        scope.spawn(|| stop_in_time(&cancel, &done, limits));
        let report = ingest::add(&mut writer, None, &request, config, &cancel, &mut |_| {});
        done.cancel();
        report
    })?;
    drop(writer);
    if limits.cancel.is_cancelled() {
        return Err(EngineError::Interrupted.into());
    }
    for file in &report.files {
        if file.action == Action::Failed {
            let reason = file.reason.as_deref().unwrap_or("it could not be read");
            let path = &file.path;
            context
                .output
                .say(&format!("note: {path} was left out: {reason}"));
        }
    }
    let mut late = Vec::new();
    if report.interrupted {
        context
            .output
            .say("note: time was over before all files were read; those left are not in this");
        // What is left of a folder is not known.
        let is_read = |path: &&PathBuf| {
            let mut read = report.files.iter();
            path.is_file() && read.any(|file| Path::new(&file.path).ends_with(path))
        };
        let left = paths.iter().filter(|path| !is_read(path));
        late.extend(left.map(|path| path.display().to_string()));
    }
    let snapshot = Library::open(&store)?.snapshot()?;
    let documents = of_library(&snapshot, &[], &[])?;
    if documents.is_empty() && late.is_empty() {
        return Err(Failure::Document {
            message: "no text could be read of these files".to_owned(),
        });
    }
    Ok(Opened {
        snapshot,
        documents,
        late,
        folder: Some(folder),
    })
}

/// Ends a reader when time is over.
fn stop_in_time(cancel: &Cancel, done: &Cancel, limits: &Limits) {
    while !done.is_cancelled() {
        if limits.deadline.is_some_and(|end| Instant::now() >= end) {
            cancel.cancel();
            return;
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// Where to read.
#[derive(Clone, Copy)]
pub enum Given<'a> {
    /// Documents of the library, all where none is named; files of this machine only where
    /// `files` allows it.
    Named {
        /// Ids, unique prefixes of one, paths as added.
        names: &'a [String],
        /// Names may be those of files.
        files: bool,
    },
    /// This text, which is in no library.
    Text(&'a str),
}

/// Documents of the library that are meant.
fn of_library(
    snapshot: &Snapshot,
    named: &[String],
    filters: &[String],
) -> Result<Vec<DocumentId>, Failure> {
    let filters: Vec<Filter> = filters
        .iter()
        .map(|text| Ok(Filter::parse(text)?))
        .collect::<Result<_, Failure>>()?;
    let scope = snapshot.scope(&filters)?;
    let mut meant: Vec<DocumentId> = Vec::new();
    for name in named {
        let found = library::find(snapshot.documents(), name)?.id.clone();
        if !meant.contains(&found) {
            meant.push(found);
        }
    }
    if named.is_empty() {
        meant.extend(snapshot.documents().iter().map(|one| one.id.clone()));
    }
    let mut within = Vec::new();
    for id in meant {
        let first = snapshot.chunk_range(&id, 0, 0)?;
        let first = first
            .first()
            .map(|chunk| snapshot.in_scope(&scope, chunk.id));
        // One without text has nothing to read.
        let holds = first.transpose()?.unwrap_or(false);
        if holds {
            within.push(id);
        }
    }
    Ok(within)
}
