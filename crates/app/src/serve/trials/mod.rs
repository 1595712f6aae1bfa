//! Experiments that the page begins: one at a time, while documents are asked as ever.
//!
//! A run lies in a folder from the moment it is acknowledged until its result does, so that a
//! server that was ended goes on with it: what was measured by then is not measured again.

pub mod runner;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use perusal::models::Cancel;
use schemars::JsonSchema;
use serde::Serialize;

use super::problem::Problem;
use super::run;
use crate::failure::Failure;

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrialState {
    /// Others are before it.
    Queued,
    /// It is measured.
    Running,
    /// Its result can be fetched.
    Done,
    /// It could not be done.
    Failed,
    /// Somebody stopped it.
    Cancelled,
}

/// An experiment, as it is told.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TrialTold {
    /// Its name.
    name: String,
    /// What heads it; known of those of this process.
    title: Option<String>,
    /// How far it is.
    state: TrialState,
    /// Variations that are measured, and all.
    done: usize,
    of: usize,
    /// Passages of the library that is being made, and those of them that have vectors.
    vectors: Option<(u64, u64)>,
    /// Why it failed, and what to do.
    error: Option<String>,
    /// What problems of this kind are called.
    code: Option<&'static str>,
    hint: Option<String>,
}

impl TrialTold {
    /// A result of an earlier process.
    pub fn kept(name: String) -> Self {
        Self {
            state: TrialState::Done,
            ..Self::new(name, None, 0)
        }
    }

    fn new(name: String, title: Option<String>, of: usize) -> Self {
        Self {
            name,
            title,
            state: TrialState::Queued,
            done: 0,
            of,
            vectors: None,
            error: None,
            code: None,
            hint: None,
        }
    }

    fn fails(&mut self, failure: Failure) {
        let problem = Problem::from(failure);
        self.state = TrialState::Failed;
        self.error = Some(problem.detail);
        self.code = Some(problem.code);
        self.hint = problem.hint;
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it waits or runs.
    pub fn is_open(&self) -> bool {
        matches!(self.state, TrialState::Queued | TrialState::Running)
    }
}

struct Trial {
    told: TrialTold,
    cancel: Cancel,
    folder: PathBuf,
}

/// All runs of this process, by collection and name.
#[derive(Default)]
pub struct Trials {
    known: Mutex<BTreeMap<(String, String), Trial>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Trials {
    fn known(&self) -> MutexGuard<'_, BTreeMap<(String, String), Trial>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those of a collection, by name.
    pub fn of(&self, collection: &str) -> Vec<TrialTold> {
        let known = self.known();
        let own = known.iter().filter(|((of, _), _)| of == collection);
        own.map(|(_, trial)| trial.told.clone()).collect()
    }

    /// Stops one that waits or runs, and forgets one that is over; `None` where there is none.
    pub fn end(&self, collection: &str, name: &str) -> Option<TrialTold> {
        let key = (collection.to_owned(), name.to_owned());
        let mut known = self.known();
        let trial = known.get_mut(&key)?;
        trial.cancel.cancel();
        let told = trial.told.clone();
        if told.is_open() {
            trial.told.state = TrialState::Cancelled;
            run::forget(&trial.folder);
        } else {
            known.remove(&key);
        }
        Some(told)
    }

    /// Whether somebody stopped it, and not the end of the server.
    fn is_taken_back(&self, key: &(String, String)) -> bool {
        let known = self.known();
        let state = known.get(key).map(|trial| trial.told.state);
        state == Some(TrialState::Cancelled)
    }

    fn change(&self, key: &(String, String), change: impl FnOnce(&mut TrialTold)) {
        // One that was stopped stays stopped.
        if let Some(trial) = self.known().get_mut(key)
            && trial.told.state != TrialState::Cancelled
        {
            change(&mut trial.told);
        }
    }
}
