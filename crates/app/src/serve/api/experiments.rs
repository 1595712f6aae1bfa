//! What was measured, and measuring on one's own questions.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Body, Within};
use crate::command::eval_experiment::experiments as folder;
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::serve::access::Access;
use crate::serve::jobs;
use crate::serve::problem::Problem;
use crate::serve::run::ExperimentBody;
use crate::serve::state::{DEFAULT_COLLECTION, RequestKind, Served};
use crate::serve::trials::{TrialTold, runner};

/// Experiments that are listed, and bytes of one that is read.
const EXPERIMENTS_MAX: usize = 1_000;
const EXPERIMENT_BYTES_MAX: u64 = 16 << 20;

/// Experiments of a collection.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Experiments {
    /// Always 1.
    schema: u32,
    /// Those that wait, run or ended in this process, then those that are kept, by name.
    experiments: Vec<TrialTold>,
}

/// `GET experiments`
pub async fn experiments(
    Within {
        served,
        context,
        list,
        ..
    }: Within,
) -> Answer {
    let mut told = served
        .trials
        .of(list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION));
    let names = served.work(RequestKind::Search, &context, kept).await?;
    let known: BTreeSet<&str> = told.iter().map(TrialTold::name).collect();
    let others = names.iter().filter(|name| !known.contains(name.as_str()));
    let others: Vec<_> = others.cloned().map(TrialTold::kept).collect();
    told.extend(others);
    let object = Experiments {
        schema: outside::SCHEMA,
        experiments: told,
    };
    Ok(Json(object).into_response())
}

/// Names of the results beside a library.
fn kept(context: &Context) -> Result<Vec<String>, Failure> {
    let files = std::fs::read_dir(folder(&context.settings.store));
    let files = files.into_iter().flatten().take(EXPERIMENTS_MAX);
    let names = files.filter_map(|file| {
        let name = file.ok()?.file_name().into_string().ok()?;
        Some(name.strip_suffix(".json")?.to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

/// `GET experiments/{name}`: the result, as it was written.
pub async fn experiment(
    Within {
        served, context, ..
    }: Within,
    Path(name): Path<String>,
) -> Answer {
    let name = jobs::file_name(&name).map(str::to_owned);
    let work = move |context: &Context| {
        let Some(name) = name else { return Ok(None) };
        let file = folder(&context.settings.store).join(format!("{name}.json"));
        match std::fs::metadata(&file) {
            Ok(about) if about.is_file() && about.len() <= EXPERIMENT_BYTES_MAX => {
                Ok(Some(std::fs::read_to_string(file).map_err(Failure::from)?))
            }
            _ => Ok(None),
        }
    };
    let text = served.work(RequestKind::Search, &context, work).await?;
    let text = text.ok_or_else(|| Problem::not_found("experiment"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// `DELETE experiments/{name}`: stops one that runs; of one that is over the result goes.
pub async fn end_experiment(
    Within {
        served,
        context,
        list,
        ..
    }: Within,
    Path(name): Path<String>,
) -> Answer {
    let name = jobs::file_name(&name).ok_or_else(|| Problem::not_found("experiment"))?;
    let collection = list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let known = served.trials.end(collection, name);
    let file = folder(&context.settings.store).join(format!("{name}.json"));
    // What one that is being stopped measured before stays.
    let is_open = known.as_ref().is_some_and(TrialTold::is_open);
    let removed = !is_open && std::fs::remove_file(file).is_ok();
    match known.is_some() || removed {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found("experiment")),
    }
}

/// `POST experiments`: begins one; `GET experiments` says how far it is.
pub async fn begin_experiment(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<ExperimentBody>,
) -> Answer {
    let context = served.collection(&access, body.collection.as_deref())?;
    body.check()?;
    let collection = body.collection.clone();
    let prepare = move |context: &Context| body.prepared(context);
    let prepared = served.work(RequestKind::Ask, &context, prepare).await?;
    let name = collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let told = runner::begin(&served, (name, &context), prepared)?;
    let place = format!("/api/v1/experiments/{}", told.name());
    Ok((
        StatusCode::ACCEPTED,
        [(header::LOCATION, place)],
        Json(told),
    )
        .into_response())
}
