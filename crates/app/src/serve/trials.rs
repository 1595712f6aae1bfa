//! Experiments that the page begins: one at a time, while documents are asked as ever.
//!
//! A run lies in a folder from the moment it is acknowledged until its result does, so that a
//! server that was ended goes on with it: what was measured by then is not measured again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eval::experiment::Event;
use perusal::EngineError;
use perusal::models::Cancel;
use schemars::JsonSchema;
use serde::Serialize;

use super::problem::Problem;
use super::run::{self, Prepared};
use super::state::Served;
use crate::command::eval_experiment as experiment;
use crate::context::Context;
use crate::failure::{Code, Failure};

/// Runs that may wait.
const WAITING_MAX: usize = 8;

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

/// Begins a run, after those before it.
///
/// # Errors
/// Too many wait; one of this name is not over; a folder that cannot be written.
pub fn begin(
    served: &Arc<Served>,
    (collection, context): (&str, &Context),
    mut prepared: Prepared,
) -> Result<TrialTold, Problem> {
    let key = (collection.to_owned(), prepared.name.clone());
    let cancel = served.stop.part();
    let told = {
        let mut known = served.trials.known();
        if known.values().filter(|one| one.told.is_open()).count() > WAITING_MAX {
            return Err(Problem::overloaded());
        }
        if known.get(&key).is_some_and(|one| one.told.is_open()) {
            let detail = format!("the experiment `{}` is being run", prepared.name);
            return Err(Problem::conflict(detail).hint("stop it, or take another name"));
        }
        prepared.keep()?;
        let title = Some(prepared.plan.title.clone());
        let told = TrialTold::new(prepared.name.clone(), title, prepared.plan.variations.len());
        let trial = Trial {
            told: told.clone(),
            cancel: cancel.clone(),
            folder: prepared.folder().to_owned(),
        };
        known.insert(key.clone(), trial);
        told
    };
    let served = Arc::clone(served);
    let context = Context {
        cancel,
        ..context.clone()
    };
    tokio::spawn(async move {
        let _turn = Arc::clone(&served.trials.turn).lock_owned().await;
        let run = move || run(&served.trials, &context, &key, prepared);
        let _ = tokio::task::spawn_blocking(run).await;
    });
    Ok(told)
}

/// Goes on with the runs of a collection that an earlier process did not end; why one of them
/// cannot go on is told where runs are listed.
pub fn go_on(served: &Arc<Served>, (collection, context): (&str, &Context)) {
    let (runs, failed) = run::left(context);
    for (name, title, failure) in failed {
        let mut told = TrialTold::new(name.clone(), Some(title), 0);
        told.fails(failure);
        let trial = Trial {
            told,
            cancel: Cancel::default(),
            folder: PathBuf::new(),
        };
        let key = (collection.to_owned(), name);
        served.trials.known().insert(key, trial);
    }
    for prepared in runs {
        // There were no more of them before.
        let _ = begin(served, (collection, context), prepared);
    }
}

fn run(trials: &Trials, context: &Context, key: &(String, String), mut prepared: Prepared) {
    let done = match context.cancel.is_cancelled() {
        true => Err(EngineError::Interrupted.into()),
        false => {
            prepared.begin();
            trials.change(key, |told| told.state = TrialState::Running);
            measured(trials, context, key, &prepared)
        }
    };
    let interrupted = matches!(&done, Err(failure) if failure.code() == Code::Interrupted);
    if interrupted && !trials.is_taken_back(key) {
        // It goes on when the server starts again.
        return prepared.put_off();
    }
    prepared.end();
    trials.change(key, |told| {
        told.vectors = None;
        match done {
            Ok(()) => told.state = TrialState::Done,
            Err(failure) => told.fails(failure),
        }
    });
}

fn measured(
    trials: &Trials,
    context: &Context,
    key: &(String, String),
    prepared: &Prepared,
) -> Result<(), Failure> {
    let mut heard = |event: &Event<'_>| trials.change(key, |told| hear(told, event));
    let how = (prepared.made(), false);
    let report = experiment::measure(context, &prepared.plan, how, &mut heard)?;
    Ok(experiment::leave(context, &prepared.name, &report)?)
}

fn hear(told: &mut TrialTold, event: &Event<'_>) {
    use perusal::ingest::Event as Ingest;
    match event {
        Event::Measured { done, of, .. } => (told.done, told.of) = (*done, *of),
        Event::Ingest(Ingest::Embedded { done, total }) => told.vectors = Some((*done, *total)),
        Event::Library { .. } | Event::Ready { .. } => told.vectors = None,
        Event::Set { .. } | Event::Ingest(_) => {}
    }
}
