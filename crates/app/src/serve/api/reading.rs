//! What there is to read in a document: its pages and its tables; and questions to begin with.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use perusal::text::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Answer, Within};
use crate::command::tables;
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::library;
use crate::serve::access::Access;
use crate::serve::examples;
use crate::serve::problem::Problem;
use crate::serve::state::{RequestKind, Served};

/// Pages that are given at once, and bytes of text that end a page of a list earlier.
const PAGES_MAX: usize = 100;
const TEXT_BYTES_MAX: usize = 1 << 20;

/// Which pages.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PagesQuery {
    /// The collection; `default` where none is named.
    collection: Option<String>,
    /// The first page, from 1; left out, 1.
    first: Option<usize>,
    /// The last page; left out, the first and those after it, up to 100.
    last: Option<usize>,
}

/// Pages of a document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Pages {
    /// Always 1.
    schema: u32,
    /// The document.
    document_id: String,
    /// Its path.
    document: String,
    /// How many it has; 1 for a document without pages, which is given whole.
    pages_total: usize,
    /// In their order; fewer than asked for where they are long.
    pages: Vec<Page>,
    /// The page after the last one given, where there are more that were asked for.
    next: Option<usize>,
}

/// A page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Page {
    /// Its number, from 1.
    page: usize,
    /// Its first byte in the canonical text.
    start: usize,
    /// The byte after its last.
    end: usize,
    /// Its text.
    text: String,
}

/// Questions to begin with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Examples {
    /// Always 1.
    schema: u32,
    /// Up to four, made from what the documents hold.
    examples: Vec<String>,
}

/// `GET documents/{id}/pages`
pub async fn pages(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
    asked: Result<Query<PagesQuery>, QueryRejection>,
) -> Answer {
    let Query(asked) = asked.map_err(|error| Problem::bad_request(error.body_text()))?;
    let context = served.collection(&access, asked.collection.as_deref())?;
    let first = asked.first.unwrap_or(1);
    let last = asked.last.unwrap_or(usize::MAX);
    if first == 0 || last < first {
        let detail = "`first` is 1 or more, and `last` not less than it";
        return Err(Problem::bad_request(detail));
    }
    let work = move |context: &Context| pages_of(context, &id, (first, last));
    let told = served.work(RequestKind::Search, &context, work).await?;
    Ok(Json(told).into_response())
}

fn pages_of(context: &Context, id: &str, (first, last): (usize, usize)) -> Result<Pages, Failure> {
    let snapshot = library::snapshot(context)?;
    let record = library::find(snapshot.documents(), id)?;
    let structure = snapshot.structure(&record.id)?;
    let text = snapshot.full_text(&record.id)?;
    let count = structure.pages.len().max(1);
    let last = last.min(count);
    let span = |page: usize| match structure.pages.is_empty() {
        true => Some(Span::new(0, text.len())),
        false => structure.page_span(page - 1),
    };
    let mut pages = Vec::new();
    let mut bytes = 0;
    let mut next = None;
    for page in first..=last {
        let Some(span) = span(page) else { break };
        let part = text.get(span.start..span.end.min(text.len()));
        let part = part.unwrap_or_default().to_owned();
        bytes += part.len();
        if !pages.is_empty() && (pages.len() >= PAGES_MAX || bytes > TEXT_BYTES_MAX) {
            next = Some(page);
            break;
        }
        pages.push(Page {
            page,
            start: span.start,
            end: span.end,
            text: part,
        });
    }
    Ok(Pages {
        schema: outside::SCHEMA,
        document_id: record.id.as_str().to_owned(),
        document: record.path.clone(),
        pages_total: count,
        pages,
        next,
    })
}

/// `GET documents/{id}/tables`: as `show --tables --json`.
pub async fn document_tables(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let work = move |context: &Context| {
        let snapshot = library::snapshot(context)?;
        let record = library::find(snapshot.documents(), &id)?;
        tables::object(&snapshot, record)
    };
    let object = served.work(RequestKind::Search, &context, work).await?;
    Ok(Json(object).into_response())
}

/// `GET examples`
pub async fn some_examples(
    Within {
        served, context, ..
    }: Within,
) -> Answer {
    let work = |context: &Context| {
        let snapshot = super::documents::held(context)?;
        let made = snapshot.map(|snapshot| examples::of(&snapshot));
        Ok(made.transpose()?.unwrap_or_default())
    };
    let examples = served.work(RequestKind::Search, &context, work).await?;
    let told = Examples {
        schema: outside::SCHEMA,
        examples,
    };
    Ok(Json(told).into_response())
}
