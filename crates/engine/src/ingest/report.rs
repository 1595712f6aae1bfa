//! What became of files, told as it happens and at the end.

use std::time::Duration;

use index::DocumentRecord;
use models::ModelError;

use crate::hierarchy::Refreshed;

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// New in the library.
    Added,
    /// Its content, collection or metadata changed.
    Replaced,
    /// As it was.
    Unchanged,
    /// Gone from its folder, and from the library.
    Removed,
    /// Could not be read.
    Failed,
}

impl Action {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Action::Added => "added",
            Action::Replaced => "replaced",
            Action::Unchanged => "unchanged",
            Action::Removed => "removed",
            Action::Failed => "failed",
        }
    }
}

/// What became of one file.
#[derive(Debug, Clone)]
pub struct FileReport {
    /// Path relative to the added folder.
    pub path: String,
    /// What happened.
    pub action: Action,
    /// Whether the library held its content, so that no reader was asked.
    pub held: bool,
    /// The document as stored; `None` for a removed one and for a file that
    /// could not be opened at all.
    pub record: Option<DocumentRecord>,
    /// Why it failed.
    pub reason: Option<String>,
    /// What a reader should know.
    pub warnings: Vec<String>,
}

/// Live progress; lossy by design, results are in [`AddReport`].
#[derive(Debug)]
pub enum Event<'a> {
    /// The folders were walked.
    Found {
        /// Files to look at.
        files: usize,
    },
    /// A file was read, skipped or failed. Not yet durable.
    Read {
        /// Its path.
        path: &'a str,
        /// Pages in it.
        pages: u32,
        /// Chunks it was cut into.
        chunks: usize,
    },
    /// Documents are durable and searchable by keywords.
    Stored {
        /// What became of them.
        files: &'a [FileReport],
    },
    /// Vectors are durable.
    Embedded {
        /// Chunks with vectors so far in this run.
        done: u64,
        /// Chunks that had none at its start.
        total: u64,
    },
}

/// The result of adding.
#[derive(Debug, Default)]
pub struct AddReport {
    /// One entry a file, in order of path, then fetched ones in order of address; removed ones last.
    pub files: Vec<FileReport>,
    /// What was embedded; `None` without a model.
    pub embedded: Option<EmbedReport>,
    /// Why embedding ended early; everything else was done, and what was embedded stays.
    pub embedding_error: Option<ModelError>,
    /// Chunks that still have no vector.
    pub chunks_pending: u64,
    /// What became of the clusters; `None` when the run was interrupted before.
    pub clusters: Option<Refreshed>,
    /// True when the caller asked to stop before the end.
    pub interrupted: bool,
    /// Time to read and cut everything.
    pub read_time: Duration,
    /// Time until everything was searchable by keywords.
    pub searchable_time: Duration,
    /// Time until all vectors and clusters were there.
    pub total_time: Duration,
}

impl AddReport {
    /// Files with this outcome.
    pub fn count(&self, action: Action) -> usize {
        self.files
            .iter()
            .filter(|file| file.action == action)
            .count()
    }
}

/// What was embedded in one run.
#[derive(Debug, Clone, Default)]
pub struct EmbedReport {
    /// The model.
    pub model: String,
    /// Chunks that got a vector, those reused from equal text included.
    pub chunks: u64,
    /// Tokens that went through the model.
    pub tokens: u64,
    /// Chunks longer than the model's window, embedded in several.
    pub chunks_windowed: u64,
    /// Time spent.
    pub time: Duration,
}
