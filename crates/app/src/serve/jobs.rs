//! Documents that were sent: kept as files beside the library, then added, one job of a
//! collection at a time.
//!
//! A job is a file from the moment it is acknowledged, so that a server that was killed goes on
//! with it, and who asks what became of one that is over is told after a restart, too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use perusal::ingest::{Action, AddReport, AddRequest};
use perusal::models::web::Url;

use super::job::{Job, JobState, Kept};
use super::problem::Problem;
use crate::command::{add, fetch};
use crate::context::{Context, now};
use crate::failure::{Code, Failure};

/// Jobs of a collection that are remembered when they are over.
const OVER_MAX: usize = 1_000;
/// Jobs that may wait or run.
const OPEN_MAX: usize = 10_000;

/// All jobs of this process.
#[derive(Default)]
pub struct Jobs {
    known: Mutex<BTreeMap<String, Job>>,
}

/// Where files that were sent to a library are kept.
pub fn uploads(store: &Path) -> PathBuf {
    beside(store, "uploads")
}

fn folder(store: &Path) -> PathBuf {
    beside(store, "jobs")
}

fn beside(store: &Path, what: &str) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{what}"));
    store.with_file_name(name)
}

/// A new job for files and addresses of a collection.
pub fn new(collection: &str, files: Vec<String>, urls: Vec<String>) -> Kept {
    Kept {
        id: super::ids::fresh_id(),
        collection: collection.to_owned(),
        files,
        urls,
        key: None,
        created: now(),
    }
}

impl Jobs {
    /// Keeps a job before it is acknowledged.
    ///
    /// # Errors
    /// A folder that cannot be written; too many jobs already.
    pub fn begin(&self, store: &Path, kept: Kept) -> Result<Job, Problem> {
        let open = self.known().values().filter(|job| !job.is_over()).count();
        if open >= OPEN_MAX {
            return Err(Problem::overloaded());
        }
        let job = Job::new(kept);
        write(store, &job)?;
        self.keep(store, job.clone());
        Ok(job)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Job>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, store: &Path, job: Job) {
        let mut known = self.known();
        let collection = job.kept.collection.clone();
        known.insert(job.kept.id.clone(), job);
        // Ids grow with time: the oldest that are over go first.
        let of = |job: &&Job| job.is_over() && job.kept.collection == collection;
        let over = known.values().filter(of);
        let over: Vec<String> = over.map(|job| job.kept.id.clone()).collect();
        for id in &over[..over.len().saturating_sub(OVER_MAX)] {
            known.remove(id);
            let _ = std::fs::remove_file(place(store, id));
        }
    }

    /// A job by its id.
    pub fn find(&self, id: &str) -> Option<Job> {
        self.known().get(id).cloned()
    }

    /// Jobs for which this holds, the newest first.
    pub fn list(&self, of: impl Fn(&Job) -> bool) -> Vec<Job> {
        let known = self.known();
        known
            .values()
            .rev()
            .filter(|job| of(job))
            .cloned()
            .collect()
    }

    /// The job that its sender calls so.
    pub fn of_key(&self, key: &str) -> Option<Job> {
        let known = self.known();
        let mut jobs = known.values();
        jobs.find(|job| job.kept.key.as_deref() == Some(key))
            .cloned()
    }

    /// Takes a job back: one that waits is over at once, one that runs when it has put down
    /// what it holds. `None` where there is none; one that is over stays as it is.
    pub fn cancel(&self, store: &Path, id: &str) -> Option<Job> {
        let mut known = self.known();
        let job = known.get_mut(id)?;
        if !job.is_over() {
            job.taken_back = true;
            job.cancel.cancel();
            if job.state == JobState::Queued {
                job.state = JobState::Cancelled;
                write_over(store, job);
            }
        }
        Some(job.clone())
    }

    /// Puts a job that is over back into the queue; `None` where there is none that could give
    /// more.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn again(&self, store: &Path, id: &str) -> Result<Option<Job>, Failure> {
        let mut known = self.known();
        let Some(job) = known.get_mut(id).filter(|job| job.may_be_retried()) else {
            return Ok(None);
        };
        let fresh = Job::new(job.kept.clone());
        write(store, &fresh)?;
        *job = fresh;
        Ok(Some(job.clone()))
    }

    /// Takes over the jobs of an earlier process; gives those that it did not end.
    pub fn left(&self, store: &Path) -> Vec<Job> {
        let files = std::fs::read_dir(folder(store)).into_iter().flatten();
        let mut left: Vec<Job> = files
            .filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok())
            .filter_map(|text| job_of(&text))
            .collect();
        left.sort_by(|a, b| a.kept.id.cmp(&b.kept.id));
        for job in &left {
            self.keep(store, job.clone());
        }
        left.retain(|job| !job.is_over());
        left
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Job)) {
        if let Some(job) = self.known().get_mut(id) {
            change(job);
        }
    }

    /// Adds what a job holds; what became of it is kept either way. `context` ends with the
    /// server.
    pub fn run(&self, context: &Context, id: &str) {
        let cancel = context.cancel.part();
        let mut kept = None;
        self.change(id, |job| {
            // It may have been taken back while it waited.
            if job.state == JobState::Queued {
                job.begin(cancel.clone(), now());
                kept = Some(job.kept.clone());
            }
        });
        let Some(kept) = kept else { return };
        let running = Context {
            cancel,
            ..context.clone()
        };
        let added = self.add(&running, &kept);
        let interrupted = matches!(&added, Ok(report) if report.interrupted)
            || matches!(&added, Err(failure) if failure.code() == Code::Interrupted);
        let taken_back = self.find(id).is_some_and(|job| job.taken_back);
        if interrupted && !taken_back {
            // It goes on when the server starts again.
            self.change(id, |job| job.state = JobState::Queued);
            return;
        }
        let added = match added {
            Err(_) if interrupted => Ok(AddReport {
                interrupted,
                ..AddReport::default()
            }),
            added => added,
        };
        self.change(id, |job| {
            job.end(added, now());
            write_over(&context.settings.store, job);
        });
    }

    fn add(&self, context: &Context, kept: &Kept) -> Result<AddReport, Failure> {
        let folder = uploads(&context.settings.store);
        let mut request = AddRequest {
            paths: kept.files.iter().map(|name| folder.join(name)).collect(),
            collection: kept.collection.clone(),
            now: now(),
            ..AddRequest::default()
        };
        // They go away when this is over.
        let mut pages = Vec::new();
        let mut failed = Vec::new();
        for url in &kept.urls {
            let address = Url::parse(url).map_err(perusal::EngineError::from)?;
            let mut got = fetch::fetch(context, &[address], false, false)?;
            for one in &got.fetched {
                self.change(&kept.id, |job| job.fetched(url, Ok(&one.address)));
            }
            for one in &got.failed {
                let reason = one.reason.as_deref().unwrap_or("it could not be fetched");
                self.change(&kept.id, |job| job.fetched(url, Err(reason)));
            }
            request.fetched.append(&mut got.fetched);
            failed.append(&mut got.failed);
            pages.push(got);
        }
        let mut report = match request.paths.is_empty() && request.fetched.is_empty() {
            // An address that gave nothing leaves no empty library behind.
            true => AddReport::default(),
            false => add::add_heard(context, &request, true, &mut |event| {
                self.change(&kept.id, |job| job.hear(event));
            })?,
        };
        debug_assert!(failed.iter().all(|one| one.action == Action::Failed));
        report.files.append(&mut failed);
        Ok(report)
    }
}

fn place(store: &Path, id: &str) -> PathBuf {
    folder(store).join(format!("{id}.json"))
}

/// A job as a file has it: one that is not over begins anew. Releases before 0.2 kept no more than
/// what was sent.
fn job_of(text: &str) -> Option<Job> {
    let job: Option<Job> = serde_json::from_str(text).ok();
    match job {
        Some(job) if job.is_over() => Some(job),
        Some(job) => Some(Job::new(job.kept)),
        None => serde_json::from_str(text).ok().map(Job::new),
    }
}

/// On disk for good, or not at all.
fn write(store: &Path, job: &Job) -> Result<(), Failure> {
    std::fs::create_dir_all(folder(store))?;
    let place = place(store, &job.kept.id);
    let partly = place.with_extension("new");
    std::fs::write(&partly, serde_json::to_string(job).unwrap_or_default())?;
    std::fs::File::open(&partly)?.sync_all()?;
    std::fs::rename(&partly, &place)?;
    Ok(())
}

/// What became of a job; where that cannot be written, it must not be done again all the same.
fn write_over(store: &Path, job: &Job) {
    if write(store, job).is_err() {
        let _ = std::fs::remove_file(place(store, &job.kept.id));
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

    #[test]
    fn a_job_that_waits_is_taken_back_and_put_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("library");
        let jobs = Jobs::default();
        let kept = new("default", vec!["a.txt".to_owned()], Vec::new());
        let id = jobs.begin(&store, kept).expect("a job").kept.id;
        assert!(jobs.again(&store, &id).expect("a folder").is_none());
        let job = jobs.cancel(&store, &id).expect("a job");
        assert_eq!(job.state, JobState::Cancelled);
        // A process that starts now has nothing to do, and knows what became of it.
        let next = Jobs::default();
        assert!(next.left(&store).is_empty());
        let known = next.find(&id).expect("a job that is over");
        assert_eq!(known.state, JobState::Cancelled);
        let job = jobs.again(&store, &id).expect("a folder").expect("a job");
        assert_eq!(job.state, JobState::Queued);
        assert_eq!(Jobs::default().left(&store).len(), 1);
    }

    #[test]
    fn jobs_of_before_are_gone_on_with_and_not_all_are_remembered() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("library");
        std::fs::create_dir_all(super::folder(&store)).expect("a folder");
        // As a release before kept it, one that is damaged, and many that are over.
        let before = r#"{"id":"0","collection":"default","files":["a.txt"]}"#;
        std::fs::write(place(&store, "0"), before).expect("a file");
        std::fs::write(place(&store, "1"), &before[..20]).expect("a file");
        for at in 0..OVER_MAX + 5 {
            let kept = Kept {
                id: format!("2-{at:04}"),
                ..new("default", Vec::new(), Vec::new())
            };
            let mut job = Job::new(kept);
            job.state = JobState::Done;
            write(&store, &job).expect("a file");
        }
        let jobs = Jobs::default();
        let left = jobs.left(&store);
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].kept.files, ["a.txt"]);
        assert!(jobs.find("2-0004").is_none() && jobs.find("2-0005").is_some());
        assert!(!place(&store, "2-0004").exists());
    }
}
