//! Documents that are sent, and the jobs that add them.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::{Multipart, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Answer, Within};
use crate::failure::Failure;
use crate::serve::access::Access;
use crate::serve::jobs::{self, Job};
use crate::serve::problem::Problem;
use crate::serve::state::{DEFAULT_COLLECTION, Served};
use crate::serve::{run_job, stream};

/// `POST documents`: files of a form, which are kept and then added by a job.
pub async fn upload(
    Within {
        served,
        access,
        context,
        list,
    }: Within,
    headers: HeaderMap,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Answer {
    let name = list
        .collection
        .unwrap_or_else(|| DEFAULT_COLLECTION.to_owned());
    let key = idempotency_key(&headers, &access)?;
    if let Some(job) = key.as_deref().and_then(|key| served.jobs.of_key(key)) {
        return Ok(accepted(&job));
    }
    let mut form = form.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let store = context.settings.store.clone();
    let folder = jobs::uploads(&store);
    std::fs::create_dir_all(&folder).map_err(Failure::from)?;
    let mut files = Vec::new();
    while let Some(mut field) = form.next_field().await.map_err(|error| part(&error))? {
        let given = field.file_name().unwrap_or_default().to_owned();
        let Some(file) = jobs::file_name(&given) else {
            return Err(Problem::bad_request(
                "a file needs a name of 1 to 200 bytes without slashes and control characters, \
                 that does not begin with a dot",
            ));
        };
        // Whole before it has its name: two of one name at once do not mix.
        let mut partly = tempfile::NamedTempFile::new_in(&folder).map_err(Failure::from)?;
        while let Some(bytes) = field.chunk().await.map_err(|error| part(&error))? {
            std::io::Write::write_all(&mut partly, &bytes).map_err(Failure::from)?;
        }
        partly.as_file().sync_all().map_err(Failure::from)?;
        let kept = partly.persist(folder.join(file));
        kept.map_err(|error| Failure::from(error.error))?;
        if !files.iter().any(|known| known == file) {
            files.push(file.to_owned());
        }
    }
    if files.is_empty() {
        return Err(Problem::bad_request("the form holds no file"));
    }
    let job = Job {
        key,
        ..Job::new(name, files)
    };
    served.jobs.begin(&store, job.clone())?;
    drop(run_job(&served, &context, job.clone()));
    Ok(accepted(&job))
}

fn accepted(job: &Job) -> Response {
    let place = format!("/api/v1/jobs/{}", job.id);
    let headers = [(header::LOCATION, place)];
    (StatusCode::ACCEPTED, headers, Json(job.object())).into_response()
}

/// What the client calls a request that it may send twice; others may use the same words.
fn idempotency_key(headers: &HeaderMap, access: &Access) -> Result<Option<String>, Problem> {
    const BYTES_MAX: usize = 200;
    let Some(key) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = key
        .to_str()
        .ok()
        .filter(|key| (1..=BYTES_MAX).contains(&key.len()));
    let key = key.ok_or_else(|| {
        Problem::bad_request(format!(
            "`Idempotency-Key` has 1 to {BYTES_MAX} plain characters"
        ))
    })?;
    Ok(Some(access.own(key)))
}

fn part(error: &axum::extract::multipart::MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "the files are larger than this route takes",
        ),
        _ => Problem::bad_request(error.body_text()),
    }
}

/// `GET jobs/{id}`
pub async fn job(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Answer {
    let job = served
        .jobs
        .find(&id)
        .filter(|job| access.sees(&job.collection));
    let job = job.ok_or_else(|| Problem::not_found("job"))?;
    Ok(Json(job.object()).into_response())
}

/// `GET jobs/{id}/events`: each state, until nothing will change any more.
pub async fn job_events(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Answer {
    let find = |id: &str| {
        served
            .jobs
            .find(id)
            .filter(|job| access.sees(&job.collection))
    };
    if find(&id).is_none() {
        return Err(Problem::not_found("job"));
    }
    Ok(stream::job(&served, id))
}
