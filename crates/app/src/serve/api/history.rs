//! What was asked: sessions, traces, and what people say of answers.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use perusal::index::state::{self, Judgement, TurnRow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::checks::session_name;
use super::{Answer, Body, PAGE, PAGE_MAX, Within};
use crate::command::sent;
use crate::context::{Context, now};
use crate::failure::Failure;
use crate::json as outside;
use crate::serve::access::Access;
use crate::serve::problem::Problem;
use crate::serve::state::{DEFAULT_COLLECTION, RequestKind, Served};
use crate::serve::telemetry::span::{self, Span};

/// Bytes of what is said beside a judgement.
const COMMENT_BYTES_MAX: usize = 4_000;

/// Which sessions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionsQuery {
    /// The collection; `default` where none is named.
    collection: Option<String>,
    /// Words of a question in it.
    query: Option<String>,
    /// How many to pass over.
    #[serde(default)]
    offset: usize,
    /// How many at most, 1 to 1,000.
    limit: Option<usize>,
}

/// Sessions, the one used last first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Sessions {
    /// Always 1.
    schema: u32,
    /// How many there are.
    total: u64,
    /// A page of them.
    sessions: Vec<SessionTold>,
}

/// One session.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SessionTold {
    /// Its name.
    session_id: String,
    /// Its first question.
    title: String,
    /// Questions in it.
    turns: u64,
    /// When it was used last, in Unix seconds.
    updated: i64,
}

/// The questions of a session, in the order they were asked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SessionTurns {
    /// Always 1.
    schema: u32,
    /// Its name.
    session_id: String,
    /// Its questions.
    turns: Vec<Turn>,
}

/// One question that was asked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Turn {
    /// The question.
    question: String,
    /// The trace of its answer, where one was kept.
    trace: Option<String>,
    /// answered, partial, unsure, `not_found` or clarify.
    status: String,
    /// When it was asked, in Unix seconds.
    asked: i64,
}

/// Traces, the newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Traces {
    /// Always 1.
    schema: u32,
    /// How many there are.
    total: u64,
    /// A page of them.
    traces: Vec<TraceTold>,
}

/// One trace.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TraceTold {
    /// Its id.
    trace: String,
    /// The question.
    question: String,
    /// answered, partial, unsure, `not_found` or clarify.
    status: String,
    /// What ran; null where nothing was searched.
    strategy: Option<String>,
    /// When it was asked last, in Unix seconds.
    asked: i64,
    /// How long that took, in milliseconds.
    total_ms: f64,
}

/// What somebody says of an answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackBody {
    /// The `trace` of the answer.
    trace: String,
    /// Whether it helped.
    helpful: bool,
    /// What is said beside, up to 4,000 bytes.
    comment: Option<String>,
    /// The collection that was asked; `default` where none is named.
    collection: Option<String>,
}

/// The state beside a library; `None` where nothing was added to it yet.
fn state_of(context: &Context) -> Result<Option<state::State>, Failure> {
    let store = &context.settings.store;
    match store.is_dir() {
        true => Ok(Some(state::State::open(store)?)),
        false => Ok(None),
    }
}

/// `GET sessions`: one's own.
pub async fn sessions(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    asked: Result<Query<SessionsQuery>, QueryRejection>,
) -> Answer {
    let Query(asked) = asked.map_err(|error| Problem::bad_request(error.body_text()))?;
    let context = served.collection(&access, asked.collection.as_deref())?;
    let limit = asked.limit.unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let own = access.clone();
    let work = move |context: &Context| {
        let words = asked.query.as_deref().unwrap_or_default();
        let page = (asked.offset, limit);
        Ok(match state_of(context)? {
            Some(state) => state.sessions(own.owner(), words, page, now())?,
            None => (0, Vec::new()),
        })
    };
    let (total, rows) = served.work(RequestKind::Search, &context, work).await?;
    let sessions = rows.into_iter().filter_map(|row| {
        Some(SessionTold {
            session_id: access.disowned(&row.name)?.to_owned(),
            title: row.title,
            turns: row.turns,
            updated: row.updated,
        })
    });
    let told = Sessions {
        schema: outside::SCHEMA,
        total,
        sessions: sessions.collect(),
    };
    Ok(Json(told).into_response())
}

/// `GET sessions/{id}`
pub async fn session(
    Within {
        served,
        access,
        context,
        ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let name = access.own(&session_name(&id)?);
    let work = move |context: &Context| {
        let state = state_of(context)?;
        Ok(state
            .map(|state| state.turns_of(&name))
            .transpose()?
            .unwrap_or_default())
    };
    let turns = served.work(RequestKind::Search, &context, work).await?;
    if turns.is_empty() {
        return Err(Problem::not_found("session"));
    }
    let turns = turns.into_iter().map(|row: TurnRow| Turn {
        question: row.question,
        trace: row.trace,
        status: row.status,
        asked: row.asked,
    });
    let told = SessionTurns {
        schema: outside::SCHEMA,
        session_id: id,
        turns: turns.collect(),
    };
    Ok(Json(told).into_response())
}

/// `DELETE sessions/{id}`: what was asked in it is forgotten.
pub async fn forget(
    Within {
        served,
        access,
        context,
        ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let name = access.own(&session_name(&id)?);
    let work = move |context: &Context| {
        let state = state_of(context)?;
        Ok(state
            .map(|state| state.forget_session(&name))
            .transpose()?
            .unwrap_or_default())
    };
    match served.work(RequestKind::Search, &context, work).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found("session")),
    }
}

/// `GET traces`: one's own; with the scope `admin` everybody's.
pub async fn traces(
    Within {
        served,
        access,
        context,
        list,
    }: Within,
) -> Answer {
    let page = (list.offset, list.limit());
    let work = move |context: &Context| {
        Ok(match state_of(context)? {
            Some(state) => state.traced(access.asker(), page)?,
            None => (0, Vec::new()),
        })
    };
    let (total, rows) = served.work(RequestKind::Search, &context, work).await?;
    let traces = rows.into_iter().filter_map(|row| {
        Some(TraceTold {
            trace: row.trace?,
            question: row.question,
            status: row.status,
            strategy: row.strategy,
            asked: row.asked,
            total_ms: row.total_ms,
        })
    });
    let told = Traces {
        schema: outside::SCHEMA,
        total,
        traces: traces.collect(),
    };
    Ok(Json(told).into_response())
}

/// `GET traces/{id}`: how an answer came about; the answer itself is under `answer`.
pub async fn trace(
    Within {
        served,
        access,
        context,
        ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let mut told = trace_object(&served, &context, &access, id).await?;
    let mut answer = told.clone();
    if let Some(answer) = answer.as_object_mut() {
        // What only the trace has.
        let of_trace = ["explain", "prompts", "prompts_left_out", "router_weights"];
        answer.retain(|key, _| !of_trace.contains(&key.as_str()));
    }
    told["spans"] = span::of(&answer, true).iter().map(Span::object).collect();
    told["answer"] = answer;
    Ok(Json(told).into_response())
}

/// A trace as it was kept, with the prompts that the one who asks may see; shared with MCP.
pub async fn trace_object(
    served: &Served,
    context: &Context,
    access: &Access,
    id: String,
) -> Result<Value, Problem> {
    let work = move |context: &Context| {
        let state = state_of(context)?;
        Ok(state.map(|state| state.trace(&id)).transpose()?.flatten())
    };
    let text = served.work(RequestKind::Search, context, work).await?;
    let kept = text.and_then(|text| serde_json::from_str(&text).ok());
    let mut trace: Value = kept.ok_or_else(|| Problem::not_found("trace"))?;
    sent::shown(&mut trace, access.asker());
    Ok(trace)
}

/// `POST feedback`
pub async fn feedback(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<FeedbackBody>,
) -> Answer {
    let comment = body.comment.as_deref().unwrap_or_default();
    if comment.len() > COMMENT_BYTES_MAX {
        let detail = format!("`comment` has at most {COMMENT_BYTES_MAX} bytes");
        return Err(Problem::bad_request(detail));
    }
    let context = served.collection(&access, body.collection.as_deref())?;
    let work = move |context: &Context| {
        let Some(state) = state_of(context)? else {
            return Ok(false);
        };
        if state.trace(&body.trace)?.is_none() {
            return Ok(false);
        }
        state.judge(&Judgement {
            trace: &body.trace,
            owner: access.owner(),
            helpful: body.helpful,
            comment: body.comment.as_deref(),
            given: now(),
        })?;
        Ok(true)
    };
    match served.work(RequestKind::Search, &context, work).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found("trace")),
    }
}

/// `GET stats`: what was asked and how it went, sizes of the index.
pub async fn stats(
    Within {
        served,
        context,
        list,
        ..
    }: Within,
) -> Answer {
    let work = |context: &Context| match context.settings.store.is_dir() {
        true => crate::command::stats::object(context),
        false => Ok(json!({"schema": outside::SCHEMA, "questions": 0})),
    };
    let mut object = served.work(RequestKind::Search, &context, work).await?;
    if let Some(following) = &served.following {
        let name = list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
        object["replica"] = following.told(name);
    }
    Ok(Json(object).into_response())
}
