//! One experiment after the other.

use std::path::PathBuf;
use std::sync::Arc;

use eval::experiment::Event;
use perusal::EngineError;
use perusal::models::Cancel;

use super::{Trial, TrialState, TrialTold, Trials};
use crate::command::eval_experiment as experiment;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::serve::problem::Problem;
use crate::serve::run::{self, Prepared};
use crate::serve::state::Served;

/// Runs that may wait.
const WAITING_MAX: usize = 8;

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
        let title = Some(prepared.experiment.title.clone());
        let told = TrialTold::new(
            prepared.name.clone(),
            title,
            prepared.experiment.variations.len(),
        );
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
    let report = experiment::measure(context, &prepared.experiment, how, &mut heard)?;
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
