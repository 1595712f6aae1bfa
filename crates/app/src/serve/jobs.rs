//! Documents that were sent: kept as files beside the library, then added, one job of a
//! collection at a time.
//!
//! A job is a file from the moment it is acknowledged until its documents are in the library,
//! so that a server that was killed goes on with it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use perusal::ingest::AddRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::command::add;
use crate::context::{Context, now};
use crate::failure::Failure;
use crate::json as outside;

/// Jobs that are remembered when they are done.
const DONE_MAX: usize = 1_000;

/// A job as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// The collection it adds to.
    pub collection: String,
    /// Names of the files that were sent.
    pub files: Vec<String>,
    /// `queued`, `running`, `done`, `failed`.
    pub state: String,
    /// What became of each file, or what went wrong.
    pub report: Option<Value>,
    /// What its sender calls it, so that the same request sent twice is done once.
    #[serde(default)]
    pub key: Option<String>,
}

impl Job {
    /// Files to be added to a collection.
    pub fn new(collection: String, files: Vec<String>) -> Self {
        Self {
            id: super::fresh_id(),
            collection,
            files,
            state: "queued".to_owned(),
            report: None,
            key: None,
        }
    }

    /// As it is sent.
    pub fn object(&self) -> Value {
        json!({
            "schema": outside::SCHEMA,
            "job": self.id,
            "collection": self.collection,
            "files": self.files,
            "state": self.state,
            "report": self.report,
        })
    }

    /// Whether nothing will change any more.
    pub fn is_over(&self) -> bool {
        matches!(self.state.as_str(), "done" | "failed")
    }
}

/// All jobs of this process.
#[derive(Default)]
pub struct Jobs {
    known: Mutex<BTreeMap<String, Job>>,
}

/// Where files that were sent to a library are kept.
pub fn uploads(store: &Path) -> PathBuf {
    beside(store, "uploads")
}

fn pending(store: &Path) -> PathBuf {
    beside(store, "jobs")
}

fn beside(store: &Path, what: &str) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{what}"));
    store.with_file_name(name)
}

impl Jobs {
    /// Keeps a job before it is acknowledged.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn begin(&self, store: &Path, job: Job) -> Result<(), Failure> {
        let folder = pending(store);
        std::fs::create_dir_all(&folder)?;
        let text = serde_json::to_string(&job).unwrap_or_default();
        let place = folder.join(format!("{}.json", job.id));
        let partly = place.with_extension("new");
        std::fs::write(&partly, text)?;
        std::fs::File::open(&partly)?.sync_all()?;
        std::fs::rename(&partly, &place)?;
        self.keep(job);
        Ok(())
    }

    fn keep(&self, job: Job) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(job.id.clone(), job);
        // Ids grow with time: the oldest that is over goes first.
        while known.len() > DONE_MAX {
            let Some(oldest) = known.values().find(|job| job.is_over()) else {
                break;
            };
            let oldest = oldest.id.clone();
            known.remove(&oldest);
        }
    }

    /// A job by its id.
    pub fn find(&self, id: &str) -> Option<Job> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(id).cloned()
    }

    /// The job that its sender calls so.
    pub fn of_key(&self, key: &str) -> Option<Job> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut jobs = known.values();
        jobs.find(|job| job.key.as_deref() == Some(key)).cloned()
    }

    /// Jobs that an earlier process did not end.
    pub fn left(&self, store: &Path) -> Vec<Job> {
        let files = std::fs::read_dir(pending(store)).into_iter().flatten();
        let mut left: Vec<Job> = files
            .filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok())
            .filter_map(|text| serde_json::from_str(&text).ok())
            .collect();
        left.sort_by(|a, b| a.id.cmp(&b.id));
        for job in &left {
            self.keep(job.clone());
        }
        left
    }

    /// Adds the files of a job; what became of it is kept either way.
    pub fn run(&self, context: &Context, mut job: Job) {
        job.state = "running".to_owned();
        self.keep(job.clone());
        let folder = uploads(&context.settings.store);
        let request = AddRequest {
            paths: job.files.iter().map(|name| folder.join(name)).collect(),
            collection: job.collection.clone(),
            now: now(),
            ..AddRequest::default()
        };
        let added = add::add(context, &request, false, true);
        match added {
            Ok(report) if report.interrupted => {
                // It goes on when the server starts again.
                job.state = "queued".to_owned();
                self.keep(job);
                return;
            }
            Ok(report) => {
                job.state = "done".to_owned();
                job.report = Some(outside::added(&report));
            }
            Err(failure) => {
                job.state = "failed".to_owned();
                job.report = Some(json!({"error": failure.to_string(), "hint": failure.hint()}));
            }
        }
        let place = pending(&context.settings.store).join(format!("{}.json", job.id));
        let _ = std::fs::remove_file(place);
        self.keep(job);
    }
}

/// A name that may be written into the folder of uploads: one plain part of a path.
pub fn file_name(given: &str) -> Option<&str> {
    const BYTES_MAX: usize = 200;
    let plain = !given.is_empty()
        && given.len() <= BYTES_MAX
        && !given.starts_with('.')
        && !given.contains(['/', '\\'])
        && !given.chars().any(char::is_control);
    plain.then_some(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in [
            "..",
            "../a.txt",
            "a/b.txt",
            "a\\b.txt",
            "",
            ".hidden",
            "a\0b",
            &"x".repeat(4_096),
        ] {
            assert_eq!(file_name(name), None, "{name:?}");
        }
        assert_eq!(file_name("Bericht März.pdf"), Some("Bericht März.pdf"));
    }
}
