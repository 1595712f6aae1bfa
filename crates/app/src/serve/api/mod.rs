//! `/api/v1`: what the command line does, as routes.

mod analyze;
mod ask;
mod checks;
mod documents;
mod experiments;
mod history;
mod jobs;
mod login;
mod reading;
mod replica;
mod setup;
mod upload;

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::access::Access;
use super::problem::Problem;
use super::state::Served;
use crate::context::Context;

pub use analyze::{AnalyzeBody, Analyzing, analyze, analyze_object};
pub use ask::{
    AskBody, Asked, QueryBody, RouteBody, SearchBody, ask, ask_object, query, query_object, route,
    search, search_object,
};
pub use documents::{
    collections, document, documents, documents_object, remove, tables, tables_object, text,
};
pub use experiments::{Experiments, begin_experiment, end_experiment, experiment, experiments};
pub use history::{
    FeedbackBody, SessionTurns, Sessions, SessionsQuery, Traces, feedback, forget, session,
    sessions, stats, trace, trace_object, traces,
};
pub use jobs::{Jobs, JobsQuery, cancel, job, job_events, jobs, retry};
pub use login::{Login, LoginBody, begin as begin_login, end as end_login, login};
pub use reading::{Examples, Pages, PagesQuery, document_tables, pages, some_examples};
pub use replica::{BlockQuery, ReplicaQuery, block, replica};
pub use setup::{SettingsTold, models, settings};
pub use upload::{UrlBody, samples, upload};

/// Documents and tables that one page of a list has at most.
const PAGE_MAX: usize = 1_000;
const PAGE: usize = 100;

/// Whether the client wants events as they come.
fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT);
    let accepts = accepts.and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/event-stream"))
}

/// What a handler gives.
pub type Answer = Result<Response, Problem>;

/// A body of JSON, whatever type it says it is of, with problems of ours.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "expected `Content-Type: application/json`",
            )),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Problem::too_large())
            }
            Err(rejection) => Err(Problem::bad_request(rejection.body_text())),
        }
    }
}

/// Which collection, and which part of a list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// The collection; `default` where none is named.
    pub collection: Option<String>,
    /// How many to pass over.
    #[serde(default)]
    pub offset: usize,
    /// How many at most, 1 to 1,000.
    pub limit: Option<usize>,
    /// Tables of this document alone.
    pub document: Option<String>,
}

impl ListQuery {
    fn limit(&self) -> usize {
        self.limit.unwrap_or(PAGE).clamp(1, PAGE_MAX)
    }
}

/// What routes with `collection` in their address work with.
pub struct Within {
    /// The server.
    pub served: Arc<Served>,
    /// What the one who asks may do.
    pub access: Access,
    /// The collection.
    pub context: Context,
    /// The rest of the address.
    pub list: ListQuery,
}

impl FromRequestParts<Arc<Served>> for Within {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, served: &Arc<Served>) -> Result<Self, Problem> {
        let access = parts.extensions.get::<Access>().cloned();
        let access = access.ok_or_else(super::state::bug)?;
        let list = Query::<ListQuery>::from_request_parts(parts, served).await;
        let Query(list) = list.map_err(|error| Problem::bad_request(error.body_text()))?;
        let context = served.collection(&access, list.collection.as_deref())?;
        Ok(Self {
            served: Arc::clone(served),
            access,
            context,
            list,
        })
    }
}
