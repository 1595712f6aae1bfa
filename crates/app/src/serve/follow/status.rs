//! How far a server is behind the one it follows.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

use crate::serve::problem::Problem;

/// How far a server is behind the one it follows.
pub struct Following {
    pub(super) writer: String,
    pub(super) collections: BTreeMap<String, Mutex<Status>>,
}

/// The same for one collection.
#[derive(Debug, Clone, Default)]
pub struct Status {
    /// The version that is answered from.
    pub version: Option<u64>,
    /// The version the writer had when it was last heard.
    pub newest: Option<u64>,
    /// When that was.
    pub heard: Option<Instant>,
    /// Why it was not heard since, or why what it has could not be taken.
    pub problem: Option<String>,
}

impl Status {
    fn behind(&self) -> Option<u64> {
        Some(self.newest?.saturating_sub(self.version.unwrap_or(0)))
    }

    fn heard_s(&self) -> Option<u64> {
        Some(self.heard?.elapsed().as_secs())
    }
}

impl Following {
    /// The address of the server that is followed.
    pub fn writer(&self) -> &str {
        &self.writer
    }

    fn status(&self, collection: &str) -> Status {
        let status = self.collections.get(collection);
        let status = status.map(|one| one.lock().unwrap_or_else(PoisonError::into_inner).clone());
        status.unwrap_or_default()
    }

    pub(super) fn note(&self, collection: &str, change: impl FnOnce(&mut Status)) {
        if let Some(status) = self.collections.get(collection) {
            change(&mut status.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// How far a collection is behind, for those who may read it.
    pub fn told(&self, collection: &str) -> Value {
        let status = self.status(collection);
        json!({
            "of": self.writer,
            "version": status.version,
            "writer_version": status.newest,
            "behind": status.behind(),
            "heard_seconds_ago": status.heard_s(),
            "problem": status.problem,
        })
    }

    /// The most that any collection is behind, in versions and in seconds, as a header has it.
    pub fn header(&self) -> String {
        let all = self.collections.keys().map(|name| self.status(name));
        let all: Vec<Status> = all.collect();
        let most = |of: &dyn Fn(&Status) -> Option<u64>| {
            let found: Option<Vec<u64>> = all.iter().map(of).collect();
            let most = found.and_then(|found| found.into_iter().max());
            most.map_or("unknown".to_owned(), |most| most.to_string())
        };
        let version = all.iter().filter_map(|one| one.version).max();
        format!(
            "version={}, behind={}, heard={}",
            version.map_or("none".to_owned(), |version| version.to_string()),
            most(&Status::behind),
            most(&Status::heard_s)
        )
    }

    /// The most versions that any collection is behind; `None` before all were heard of.
    pub fn behind(&self) -> Option<u64> {
        let all = self
            .collections
            .keys()
            .map(|name| self.status(name).behind());
        let all: Option<Vec<u64>> = all.collect();
        all?.into_iter().max()
    }

    /// Whether every collection has a version to answer from.
    pub fn has_all(&self) -> bool {
        let mut all = self.collections.keys();
        all.all(|name| self.status(name).version.is_some())
    }

    /// Refuses to answer from nothing.
    ///
    /// # Errors
    /// No version of the collection came yet.
    pub fn is_there(&self, collection: &str) -> Result<(), Problem> {
        let status = self.status(collection);
        if status.version.is_some() || !self.collections.contains_key(collection) {
            return Ok(());
        }
        let why = status.problem.map(|why| format!(": {why}"));
        let detail = format!(
            "nothing has come from {} yet{}",
            self.writer,
            why.unwrap_or_default()
        );
        Err(Problem {
            retry_after: Some(1),
            ..Problem::new(
                axum::http::StatusCode::SERVICE_UNAVAILABLE,
                "replica_empty",
                detail,
            )
        })
    }

    /// What is answered to who wants to change something.
    pub fn refusal(&self) -> Problem {
        let detail = "this server follows another and changes nothing";
        Problem::new(axum::http::StatusCode::FORBIDDEN, "replica", detail)
            .hint(format!("send it to {}", self.writer))
    }
}
