//! One job: documents that are being added, and how far each of them is.

use perusal::ingest::{Action, AddReport, Event, FileReport};
use perusal::models::Cancel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::problem::Problem;
use crate::failure::Failure;
use crate::json as outside;

/// A job as it is kept on disk.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// The collection it adds to.
    pub collection: String,
    /// Names of the files that were sent.
    pub files: Vec<String>,
    /// Addresses that are fetched.
    #[serde(default)]
    pub urls: Vec<String>,
    /// What its sender calls it, so that the same request sent twice is done once.
    #[serde(default)]
    pub key: Option<String>,
    /// When it was acknowledged, in Unix seconds.
    #[serde(default)]
    pub created: i64,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Others are before it.
    Queued,
    /// It is being done.
    Running,
    /// All that could be added is.
    Done,
    /// Nothing could be done.
    Failed,
    /// Somebody took it back; what was added until then stays.
    Cancelled,
}

/// How far a file of a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Others are before it.
    Waiting,
    /// It is fetched, read and cut.
    Reading,
    /// Words of it are found; vectors are being made.
    Embedding,
    /// It is in the library.
    Done,
    /// It could not be read.
    Failed,
}

/// A file of a job.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FileState {
    /// Its name, or its address.
    pub file: String,
    /// How far it is.
    pub stage: Stage,
    /// Pages in it, once it was read.
    pub pages: Option<u32>,
    /// Chunks it was cut into.
    pub chunks: Option<usize>,
    /// The document it became.
    pub document_id: Option<String>,
    /// added, replaced or unchanged.
    pub action: Option<String>,
    /// What a reader should know, such as pages without text.
    pub warnings: Vec<String>,
    /// Why it failed.
    pub reason: Option<String>,
}

/// A job as it is told.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Told {
    /// Always 1.
    schema: u32,
    /// Its id.
    job: String,
    /// The collection it adds to.
    collection: String,
    /// How far it is.
    state: JobState,
    /// When it was acknowledged, in Unix seconds.
    created: i64,
    /// When it began and ended, in Unix seconds.
    started: Option<i64>,
    ended: Option<i64>,
    /// Each file.
    files: Vec<FileState>,
    /// Files that are done or failed.
    files_done: usize,
    /// All files.
    files_total: usize,
    /// Chunks that have vectors so far, and all that want one.
    vectors_done: u64,
    vectors_total: u64,
    /// What was added, as `add --json` tells it.
    report: Option<Value>,
    /// Why it failed, and what to do.
    error: Option<String>,
    /// What problems of this kind are called.
    code: Option<String>,
    hint: Option<String>,
}

/// Why a job failed.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Reason {
    detail: String,
    /// What problems of this kind are called.
    code: String,
    hint: Option<String>,
}

/// A job that this process knows of.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// What is kept of it.
    pub kept: Kept,
    /// How far it is.
    pub state: JobState,
    /// Set when it is to end.
    #[serde(skip)]
    pub cancel: Cancel,
    /// Somebody took it back.
    pub taken_back: bool,
    files: Vec<FileState>,
    started: Option<i64>,
    ended: Option<i64>,
    vectors: (u64, u64),
    report: Option<Value>,
    error: Option<Reason>,
}

impl Job {
    /// A job that nothing was done for yet.
    pub fn new(kept: Kept) -> Self {
        let names = kept.files.iter().chain(&kept.urls);
        Self {
            files: names.map(|name| FileState::waiting(name)).collect(),
            kept,
            state: JobState::Queued,
            cancel: Cancel::default(),
            taken_back: false,
            started: None,
            ended: None,
            vectors: (0, 0),
            report: None,
            error: None,
        }
    }

    /// As it is sent.
    pub fn told(&self) -> Told {
        let over = |file: &&FileState| matches!(file.stage, Stage::Done | Stage::Failed);
        Told {
            schema: outside::SCHEMA,
            job: self.kept.id.clone(),
            collection: self.kept.collection.clone(),
            state: self.state,
            created: self.kept.created,
            started: self.started,
            ended: self.ended,
            files_done: self.files.iter().filter(over).count(),
            files_total: self.files.len(),
            files: self.files.clone(),
            vectors_done: self.vectors.0,
            vectors_total: self.vectors.1,
            report: self.report.clone(),
            error: self.error().map(str::to_owned),
            code: self.error.as_ref().map(|reason| reason.code.clone()),
            hint: self.error.as_ref().and_then(|reason| reason.hint.clone()),
        }
    }

    /// The report of what was added, once it is over.
    pub fn report(&self) -> Option<&Value> {
        self.report.as_ref()
    }

    /// Why it failed.
    pub fn error(&self) -> Option<&str> {
        self.error.as_ref().map(|reason| reason.detail.as_str())
    }

    /// Whether nothing will change any more.
    pub fn is_over(&self) -> bool {
        !matches!(self.state, JobState::Queued | JobState::Running)
    }

    /// Whether doing it again could give more.
    pub fn may_be_retried(&self) -> bool {
        let failed = self.files.iter().any(|file| file.stage == Stage::Failed);
        self.is_over() && (self.state != JobState::Done || failed)
    }

    /// It begins.
    pub fn begin(&mut self, cancel: Cancel, now: i64) {
        *self = Self {
            state: JobState::Running,
            started: Some(now),
            cancel,
            ..Self::new(self.kept.clone())
        };
        self.next_is_read();
    }

    /// What the reader tells while it reads.
    pub fn hear(&mut self, event: &Event<'_>) {
        match *event {
            Event::Found { .. } => {}
            Event::Read {
                path,
                pages,
                chunks,
            } => {
                if let Some(file) = self.file(path) {
                    file.stage = Stage::Reading;
                    file.pages = Some(pages);
                    file.chunks = Some(chunks);
                }
                self.next_is_read();
            }
            Event::Stored { files } => {
                for report in files {
                    if let Some(file) = self.file(&report.path) {
                        file.is(report, Stage::Embedding);
                    }
                }
                self.next_is_read();
            }
            Event::Embedded { done, total } => self.vectors = (done, total),
        }
    }

    /// An address was fetched from where it led, or could not be.
    pub fn fetched(&mut self, asked: &str, got: Result<&str, &str>) {
        let Some(file) = self.file(asked) else { return };
        match got {
            Ok(address) => {
                file.file = address.to_owned();
                file.stage = Stage::Reading;
            }
            Err(reason) => {
                file.stage = Stage::Failed;
                file.reason = Some(reason.to_owned());
            }
        }
    }

    /// It ended, in one way or another.
    pub fn end(&mut self, added: Result<AddReport, Failure>, now: i64) {
        self.ended = Some(now);
        match added {
            Ok(report) => {
                for one in &report.files {
                    if let Some(file) = self.file(&one.path) {
                        file.is(one, Stage::Done);
                    }
                }
                let cut = self.taken_back && report.interrupted;
                self.state = match cut {
                    true => JobState::Cancelled,
                    false => JobState::Done,
                };
                self.report = Some(outside::added(&report));
            }
            Err(failure) => {
                let problem = Problem::from(failure);
                let open = |file: &&mut FileState| file.stage != Stage::Failed;
                for file in self.files.iter_mut().filter(open) {
                    file.stage = Stage::Failed;
                    file.reason = Some(problem.detail.clone());
                }
                self.state = JobState::Failed;
                self.error = Some(Reason {
                    detail: problem.detail,
                    code: problem.code.to_owned(),
                    hint: problem.hint,
                });
            }
        }
    }

    fn file(&mut self, name: &str) -> Option<&mut FileState> {
        self.files.iter_mut().find(|file| file.file == name)
    }

    /// Files are read in their order: the first that was not read is.
    fn next_is_read(&mut self) {
        let waits = |file: &&mut FileState| file.stage == Stage::Waiting;
        if let Some(file) = self.files.iter_mut().find(waits) {
            file.stage = Stage::Reading;
        }
    }
}

impl FileState {
    fn waiting(name: &str) -> Self {
        Self {
            file: name.to_owned(),
            stage: Stage::Waiting,
            pages: None,
            chunks: None,
            document_id: None,
            action: None,
            warnings: Vec::new(),
            reason: None,
        }
    }

    /// What became of it; `stage` unless it failed.
    fn is(&mut self, report: &FileReport, stage: Stage) {
        let failed = report.action == Action::Failed;
        self.stage = if failed { Stage::Failed } else { stage };
        self.action = (!failed).then(|| report.action.as_str().to_owned());
        self.reason.clone_from(&report.reason);
        self.warnings.clone_from(&report.warnings);
        if let Some(record) = &report.record {
            self.pages = record.pages;
            self.chunks = usize::try_from(record.chunks).ok();
            self.document_id = Some(record.id.as_str().to_owned());
        }
    }
}
