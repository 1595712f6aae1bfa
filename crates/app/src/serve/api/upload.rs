//! Documents that are sent, or named by their address.

use axum::Json;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perusal::models::web::Url;
use schemars::JsonSchema;
use serde::Deserialize;
use tempfile::TempPath;

use super::{Answer, Body, Within};
use crate::command::demo;
use crate::context::Context;
use crate::failure::Failure;
use crate::serve::access::Access;
use crate::serve::job::Job;
use crate::serve::jobs;
use crate::serve::problem::Problem;
use crate::serve::state::DEFAULT_COLLECTION;

/// Files of one form.
const PARTS_MAX: usize = 1_000;

/// A page of the web.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UrlBody {
    /// Its address.
    url: String,
    /// The collection it is added to; the address of the request may name it, too.
    collection: Option<String>,
}

/// `POST documents`: files of a form, which are kept and then added by a job; or an address,
/// which the job fetches.
pub async fn upload(
    Within {
        served,
        access,
        context,
        list,
    }: Within,
    headers: HeaderMap,
    request: Request,
) -> Answer {
    let key = idempotency_key(&headers, &access)?;
    if let Some(job) = key.as_deref().and_then(|key| served.jobs.of_key(key)) {
        return Ok(accepted(&job));
    }
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (context, mut kept) = match kind.starts_with("application/json") {
        true => {
            let Body(body) = Body::<UrlBody>::from_request(request, &served).await?;
            let name = body.collection.or(list.collection);
            let context = served.collection(&access, name.as_deref())?;
            // A mistyped address is told at once.
            let url =
                Url::parse(&body.url).map_err(|error| Problem::bad_request(error.to_string()))?;
            let name = name.as_deref().unwrap_or(DEFAULT_COLLECTION);
            (context, jobs::new(name, Vec::new(), vec![url.to_string()]))
        }
        false => {
            let form = Multipart::from_request(request, &served).await;
            let form = form.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
            let files = kept_files(&context, form).await?;
            let name = list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
            let kept = jobs::new(name, files, Vec::new());
            (context, kept)
        }
    };
    kept.key = key;
    let job = served.jobs.begin(&context.settings.store, kept)?;
    drop(served.run_job(&context, &job));
    Ok(accepted(&job))
}

/// `POST samples`: the sample documents, as if they had been sent.
pub async fn samples(
    Within {
        served,
        context,
        list,
        ..
    }: Within,
) -> Answer {
    let folder = jobs::uploads(&context.settings.store);
    std::fs::create_dir_all(&folder).map_err(Failure::from)?;
    let mut files = Vec::new();
    for (name, bytes) in demo::SAMPLES {
        let mut partly = tempfile::NamedTempFile::new_in(&folder).map_err(Failure::from)?;
        std::io::Write::write_all(&mut partly, bytes).map_err(Failure::from)?;
        partly.as_file().sync_all().map_err(Failure::from)?;
        let kept = partly.persist(folder.join(name));
        kept.map_err(|error| Failure::from(error.error))?;
        files.push(name.to_owned());
    }
    let name = list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let kept = jobs::new(name, files, Vec::new());
    let job = served.jobs.begin(&context.settings.store, kept)?;
    drop(served.run_job(&context, &job));
    Ok(accepted(&job))
}

/// Keeps the files of a form, and gives their names. A form that is refused, wherever in it, leaves
/// nothing behind and replaces nothing.
async fn kept_files(context: &Context, mut form: Multipart) -> Result<Vec<String>, Problem> {
    let folder = jobs::uploads(&context.settings.store);
    std::fs::create_dir_all(&folder).map_err(Failure::from)?;
    let mut files: Vec<(String, TempPath)> = Vec::new();
    let mut parts = 0;
    while let Some(mut field) = form.next_field().await.map_err(|error| part(&error))? {
        parts += 1;
        if parts > PARTS_MAX {
            let detail = format!("a form has at most {PARTS_MAX} files");
            return Err(Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                detail,
            ));
        }
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
        // Closed until it gets its name: there may be more files than descriptors.
        files.retain(|(name, _)| name != file);
        files.push((file.to_owned(), partly.into_temp_path()));
    }
    if files.is_empty() {
        return Err(Problem::bad_request("the form holds no file"));
    }
    let mut names = Vec::new();
    for (name, partly) in files {
        let kept = partly.persist(folder.join(&name));
        kept.map_err(|error| Failure::from(error.error))?;
        names.push(name);
    }
    Ok(names)
}

fn accepted(job: &Job) -> Response {
    let place = format!("/api/v1/jobs/{}", job.kept.id);
    let headers = [(header::LOCATION, place)];
    (StatusCode::ACCEPTED, headers, Json(job.told())).into_response()
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
