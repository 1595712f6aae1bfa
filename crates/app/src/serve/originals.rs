//! Documents as they were added: the file itself, and where the words of a passage stand in it.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use perusal::index::DocumentRecord;
use perusal::text::{Format, Span};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt;
use tower_http::services::ServeFile;

use super::access::Access;
use super::api::{Answer, Within};
use super::problem::Problem;
use super::state::{RequestKind, Served};
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::library;

/// Bytes of a passage whose words are placed.
const SPAN_BYTES_MAX: usize = 100_000;

/// Which passage, in bytes of the canonical text.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpanQuery {
    /// The collection; `default` where none is named.
    collection: Option<String>,
    /// Its first byte.
    start: usize,
    /// The byte after its last.
    end: usize,
}

/// A file that a document was read from.
struct File {
    path: PathBuf,
    tag: String,
    kind: &'static str,
}

/// `GET documents/{id}/original`: the file, whole or in parts, while it is as it was read.
pub async fn original(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
    request: Request,
) -> Answer {
    let work = move |context: &Context| file(context, &id);
    let file = served.work(RequestKind::Search, &context, work).await?;
    let file = file.ok_or_else(|| {
        let detail = "the file is gone, or is another than the one that was read";
        Problem::new(StatusCode::GONE, "original_changed", detail)
            .hint("`perusal add` reads it again; the text that was read is at `/text`")
    })?;
    let known = request.headers().get(header::IF_NONE_MATCH);
    let tag = HeaderValue::from_str(&file.tag).map_err(|_| super::state::bug())?;
    if known == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let sent = ServeFile::new(&file.path).oneshot(request).await;
    let mut response: Response = match sent {
        Ok(response) => response.map(Body::new),
        Err(never) => match never {},
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    // Whatever a document is, it is not a page of ours.
    let alone = HeaderValue::from_static("sandbox; default-src 'none'");
    headers.insert(header::CONTENT_SECURITY_POLICY, alone);
    Ok(response)
}

/// The file of a document; `None` where it is not what was read.
fn file(context: &Context, id: &str) -> Result<Option<File>, Failure> {
    let snapshot = library::snapshot(context)?;
    let record = library::find(snapshot.documents(), id)?;
    let path = FilePath::new(&record.root).join(&record.path);
    let is_same = std::fs::metadata(&path).is_ok_and(|file| {
        file.is_file() && file.len() == record.bytes && is_unchanged(record, &file)
    });
    let tag: String = record
        .content_hash
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(is_same.then(|| File {
        path,
        tag: format!("\"{tag}\""),
        kind: kind(record.format),
    }))
}

/// A file that was written since may be another, also where its size is the same.
fn is_unchanged(record: &DocumentRecord, file: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    record
        .modified
        .is_none_or(|modified| modified == file.mtime())
}

/// Media types; what a browser could run is text or something to save.
fn kind(format: Option<Format>) -> &'static str {
    match format {
        Some(Format::Pdf) => "application/pdf",
        Some(Format::Markdown | Format::Plain | Format::Csv | Format::Html) => {
            "text/plain; charset=utf-8"
        }
        _ => "application/octet-stream",
    }
}

/// `GET documents/{id}/boxes`: pages and rectangles of the words of a span; for formats without
/// places the span alone.
pub async fn boxes(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
    asked: Result<Query<SpanQuery>, QueryRejection>,
) -> Answer {
    let Query(asked) = asked.map_err(|error| Problem::bad_request(error.body_text()))?;
    if asked.end < asked.start || asked.end - asked.start > SPAN_BYTES_MAX {
        let detail = format!("`start` to `end` is 0 to {SPAN_BYTES_MAX} bytes");
        return Err(Problem::bad_request(detail));
    }
    let context = served.collection(&access, asked.collection.as_deref())?;
    let work = move |context: &Context| placed(context, &id, Span::new(asked.start, asked.end));
    let object = served.work(RequestKind::Search, &context, work).await?;
    Ok(Json(object).into_response())
}

fn placed(context: &Context, id: &str, span: Span) -> Result<Value, Failure> {
    let snapshot = library::snapshot(context)?;
    let record = library::find(snapshot.documents(), id)?;
    let words = snapshot.boxes(&record.id, span)?;
    let words: Vec<Value> = words
        .iter()
        .map(|(page, place)| json!({"page": page, "box": [place.x0, place.y0, place.x1, place.y1]}))
        .collect();
    Ok(json!({
        "schema": outside::SCHEMA,
        "document_id": record.id.as_str(),
        "span": {"start": span.start, "end": span.end},
        "pages": outside::range(snapshot.pages_of(&record.id, span)?),
        "unit": "points from the left and the bottom of the page",
        "words": words,
    }))
}
