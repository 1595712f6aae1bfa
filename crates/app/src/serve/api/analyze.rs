//! Long documents.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use perusal::analyze::{LevelReport, Pyramid, Wish};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::checks::{deadline, wish};
use super::{Answer, Body};
use crate::command::analyze::{self, Given, Reading};
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::serve::access::Access;
use crate::serve::problem::Problem;
use crate::serve::state::{RequestKind, Served};
use crate::serve::stream;

/// Long documents, read for a question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeBody {
    /// The question; of references the term.
    #[serde(alias = "question")]
    query: String,
    /// The collection that is read; `default` where none is named.
    collection: Option<String>,
    /// Ids, or paths as added; all documents where none is named.
    #[serde(default)]
    document_ids: Vec<String>,
    /// A text that is in no collection.
    document: Option<String>,
    /// Such as `type=pdf`; all must hold.
    #[serde(default)]
    filters: Vec<String>,
    /// question, summary or references.
    wish: Option<String>,
    /// Time in milliseconds, up to ten minutes.
    deadline_ms: Option<u64>,
    /// Levels below the first that may be opened.
    max_depth: Option<usize>,
    /// Settings of the levels, as `--levels` takes them.
    levels: Option<String>,
    /// Adds the segments that were read.
    #[serde(default)]
    track_processed_segments: bool,
}

impl AnalyzeBody {
    fn pyramid(&self) -> Result<Pyramid, Problem> {
        let mut pyramid = match &self.levels {
            Some(text) => {
                Pyramid::parse(text)
                    .map_err(|error| Problem::bad_request(error.to_string()))?
                    .0
            }
            None => Pyramid::default(),
        };
        if let Some(depth) = self.max_depth {
            pyramid.levels.truncate(depth.max(1));
        }
        if let Some(time) = self.deadline_ms {
            let time = deadline(time)?;
            pyramid.total_timeout_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        }
        pyramid
            .check()
            .map_err(|error| Problem::bad_request(error.to_string()))?;
        Ok(pyramid)
    }
}

/// `POST documents/analyze-recursive`: one object, or events where the client accepts them.
pub async fn analyze(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    headers: HeaderMap,
    Body(body): Body<AnalyzeBody>,
) -> Answer {
    if super::wants_events(&headers) {
        let context = served.collection(&access, body.collection.as_deref())?;
        let checked = body.checked(&access)?;
        return stream::analyze(&served, &context, checked).await;
    }
    let object = analyze_object(&served, &access, body).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn analyze_object(
    served: &Served,
    access: &Access,
    body: AnalyzeBody,
) -> Result<Value, Problem> {
    let context = served.collection(access, body.collection.as_deref())?;
    let checked = body.checked(access)?;
    let work = move |context: &Context| checked.run(context, &mut |_| {});
    served.work(RequestKind::Ask, &context, work).await
}

/// A request to read, with all that was checked of it.
pub struct Analyzing {
    owner: String,
    body: AnalyzeBody,
    pyramid: Pyramid,
    wish: Option<Wish>,
    started: Instant,
}

impl AnalyzeBody {
    fn checked(self, access: &Access) -> Result<Analyzing, Problem> {
        Ok(Analyzing {
            owner: access.owner().to_owned(),
            pyramid: self.pyramid()?,
            wish: self.wish.as_deref().map(wish).transpose()?,
            body: self,
            started: Instant::now(),
        })
    }
}

impl Analyzing {
    /// Reads, and gives the whole object; what happens on the way goes to `tell`.
    ///
    /// # Errors
    /// See [`analyze::analyze`].
    pub fn run(
        &self,
        context: &Context,
        tell: &mut dyn FnMut(&LevelReport),
    ) -> Result<Value, Failure> {
        let body = &self.body;
        let given = match &body.document {
            Some(text) => Given::Text(text),
            // A name is never that of a file of this machine.
            None => Given::Named {
                names: &body.document_ids,
                files: false,
            },
        };
        let reading = Reading {
            owner: &self.owner,
            question: &body.query,
            given,
            filters: &body.filters,
            wish: self.wish,
            pyramid: self.pyramid.clone(),
        };
        let mut object = analyze::analyze(context, &reading, tell)?.object;
        let track = body.track_processed_segments;
        add_former_fields(&mut object, track, self.started.elapsed());
        Ok(object)
    }
}

/// What earlier interfaces called the same things.
fn add_former_fields(object: &mut Value, track: bool, total: Duration) {
    let processed: Vec<Value> = object["segments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| one["state"] == "read" || one["state"] == "in_part")
        .map(|one| one["id"].clone())
        .collect();
    let findings = object["findings"].as_array().into_iter().flatten();
    let by_segment: serde_json::Map<String, Value> = findings
        .map(|one| (one["segment"].to_string(), one["text"].clone()))
        .collect();
    let nearest = || {
        let findings = object["findings"].as_array().into_iter().flatten();
        let best = findings.max_by(|a, b| {
            let sure = |one: &Value| one["confidence"].as_f64().unwrap_or_default();
            sure(a).total_cmp(&sure(b))
        });
        best.map(|one| one["text"].clone())
    };
    let synthesis = match &object["answer"]["text"] {
        Value::Null => nearest().unwrap_or_else(|| "".into()),
        text => text.clone(),
    };
    let message = match object["status"].as_str() {
        Some("partial") => "partial: time was over before all that was worth it was read",
        Some("answered") => "complete",
        Some("unsure") => "not sure: nothing that was read surely answers it",
        _ => "not in what was read of these documents",
    };
    object["synthesis"] = synthesis;
    object["citations"] = object["answer"]["citations"].clone();
    object["findings_by_segment"] = by_segment.into();
    object["confidence"] = object["answer"]["confidence"].clone();
    object["message"] = message.into();
    object["latency_ms"] = outside::ms(total).into();
    if track {
        object["processed_segments"] = processed.into();
    }
}
