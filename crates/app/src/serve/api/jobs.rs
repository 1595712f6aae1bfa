//! Jobs that add documents: how far they are, and who takes them back.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Answer, PAGE, PAGE_MAX};
use crate::json as outside;
use crate::serve::access::Access;
use crate::serve::job::{Job, Told};
use crate::serve::problem::Problem;
use crate::serve::state::Served;
use crate::serve::stream;

/// Which jobs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobsQuery {
    /// Of this collection alone; of all that may be seen where none is named.
    collection: Option<String>,
    /// How many at most, 1 to 1,000.
    limit: Option<usize>,
}

/// Jobs, the newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Jobs {
    /// Always 1.
    schema: u32,
    /// How many there are.
    total: usize,
    /// The newest.
    jobs: Vec<Told>,
}

/// `GET jobs`: those of this process, and those that one before it left.
pub async fn jobs(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    asked: Result<Query<JobsQuery>, QueryRejection>,
) -> Answer {
    let Query(asked) = asked.map_err(|error| Problem::bad_request(error.body_text()))?;
    let seen = |job: &Job| {
        let of = &job.kept.collection;
        access.sees(of) && asked.collection.as_ref().is_none_or(|one| one == of)
    };
    let found = served.jobs.list(seen);
    let limit = asked.limit.unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let told = Jobs {
        schema: outside::SCHEMA,
        total: found.len(),
        jobs: found.iter().take(limit).map(Job::told).collect(),
    };
    Ok(Json(told).into_response())
}

fn seen(served: &Served, access: &Access, id: &str) -> Result<Job, Problem> {
    let job = served.jobs.find(id);
    let job = job.filter(|job| access.sees(&job.kept.collection));
    job.ok_or_else(|| Problem::not_found("job"))
}

/// `GET jobs/{id}`
pub async fn job(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Answer {
    Ok(Json(seen(&served, &access, &id)?.told()).into_response())
}

/// `GET jobs/{id}/events`: each state, until nothing will change any more.
pub async fn job_events(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Answer {
    seen(&served, &access, &id)?;
    Ok(stream::job(&served, id))
}

/// `DELETE jobs/{id}`: takes it back; what was added until then stays.
pub async fn cancel(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Answer {
    let job = seen(&served, &access, &id)?;
    let context = served.collection(&access, Some(&job.kept.collection))?;
    let job = served.jobs.cancel(&context.settings.store, &id);
    let job = job.ok_or_else(|| Problem::not_found("job"))?;
    Ok(Json(job.told()).into_response())
}

/// `POST jobs/{id}/retry`: does it again, where that could give more.
pub async fn retry(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Answer {
    let job = seen(&served, &access, &id)?;
    let context = served.collection(&access, Some(&job.kept.collection))?;
    let again = served.jobs.again(&context.settings.store, &id)?;
    let job = again.ok_or_else(|| {
        Problem::new(
            axum::http::StatusCode::CONFLICT,
            "not_over",
            "this job is not over, or all of it was done",
        )
    })?;
    drop(served.run_job(&context, &job));
    Ok(Json(job.told()).into_response())
}
