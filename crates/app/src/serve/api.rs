//! `/api/v1`: what the command line does, as routes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Multipart, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perusal::analyze::{Pyramid, Wish};
use perusal::index::Filter;
use perusal::index::state;
use perusal::retrieve::Strategy;
use perusal::route::QuestionType;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::access::Access;
use super::jobs::{self, Job};
use super::problem::Problem;
use super::state::{Served, Work};
use super::stream;
use super::tokens::Scope;
use crate::command::analyze::{self, Given, Reading};
use crate::command::asking::{self, Asking};
use crate::command::search::{self, Searching};
use crate::command::writer::Tape;
use crate::command::{Context, cards, query, rm, show, stats};
use crate::failure::Failure;
use crate::json as outside;

/// Documents and tables that one page of a list has at most.
const PAGE_MAX: usize = 1_000;
const PAGE: usize = 100;
/// Characters of a session's name.
const SESSION_CHARS_MAX: usize = 200;
/// Bytes of what is known of an account.
const CONTEXT_BYTES_MAX: usize = 1 << 20;
/// Hits that may be asked for.
const K_MAX: usize = 100;
/// Chunks around a hit.
const NEIGHBORS_MAX: u32 = 100;
/// The longest a question may take.
const DEADLINE_MAX: Duration = Duration::from_secs(600);

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
                Err(Problem::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "too_large",
                    "the body is larger than this route takes",
                ))
            }
            Err(rejection) => Err(Problem::bad_request(rejection.body_text())),
        }
    }
}

/// A question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskBody {
    /// The question.
    question: String,
    /// The collection that is asked; `default` where none is named.
    collection: Option<String>,
    /// Remembers the question under this name, and what was asked before.
    session_id: Option<String>,
    /// Such as `type=pdf`, `pages>=10`, `document in (a.pdf,b.pdf)`; all must hold.
    #[serde(default)]
    filters: Vec<String>,
    /// auto, keyword, dense, sparse, late, hybrid, multi_query, hierarchical, graph or web.
    strategy: Option<String>,
    /// Hits, 1 to 100.
    k: Option<usize>,
    /// Chunks read around each hit, 0 to 100.
    neighbors: Option<u32>,
    /// Time in milliseconds, up to ten minutes.
    deadline_ms: Option<u64>,
    /// Quotes alone: no language model is asked.
    #[serde(default)]
    extractive: bool,
    /// Adds how it came about.
    #[serde(default)]
    explain: bool,
    /// What kind of question it is: RETRIEVAL, CODE_GENERATION, CONVERSATIONAL, PLATFORM.
    query_type: Option<String>,
    /// What is known about the account, for questions about it.
    extra_context: Option<Value>,
}

/// A question with all that was checked of it; lives on the thread that answers.
pub struct Asked {
    /// The question.
    pub question: String,
    /// Questions of the same conversation before it.
    pub earlier: Vec<String>,
    /// The session, by a name that no other collection or route has.
    pub session: Option<String>,
    /// What is known of the account.
    pub account: Option<String>,
    /// What kind of question it is.
    pub declared: Option<QuestionType>,
    /// All must hold.
    pub filters: Vec<Filter>,
    /// How passages are found.
    pub strategy: Strategy,
    /// Hits.
    pub k: Option<usize>,
    /// Chunks around hits.
    pub neighbors: Option<u32>,
    /// Time.
    pub deadline: Option<Duration>,
    /// Without a language model.
    pub extractive: bool,
}

impl Asked {
    /// The question as the engine is asked.
    pub fn asking(&self) -> Asking<'_> {
        Asking {
            declared: self.declared,
            deadline: self.deadline,
            extractive: self.extractive,
            strategy: self.strategy,
            k: self.k,
            filters: self.filters.clone(),
            neighbors: self.neighbors,
            session: self.session.as_deref(),
            earlier: &self.earlier,
            account: self.account.clone(),
            ..Asking::new(&self.question)
        }
    }
}

impl AskBody {
    fn checked(self, access: &Access) -> Result<Asked, Problem> {
        let declares = self.query_type.is_some() || self.extra_context.is_some();
        if declares && !access.allows(Scope::RouteDeclare) {
            return Err(Problem::new(
                StatusCode::FORBIDDEN,
                "scope_missing",
                format!(
                    "`query_type` and `extra_context` need `{}`",
                    Scope::RouteDeclare
                ),
            ));
        }
        let account = self.extra_context.map(|known| match known {
            Value::String(text) => text,
            other => other.to_string(),
        });
        if account
            .as_ref()
            .is_some_and(|text| text.len() > CONTEXT_BYTES_MAX)
        {
            return Err(Problem::bad_request("`extra_context` is larger than 1 MB"));
        }
        Ok(Asked {
            earlier: Vec::new(),
            session: self
                .session_id
                .map(|name| Ok::<_, Problem>(access.own(&session_name(name)?)))
                .transpose()?,
            declared: self.query_type.as_deref().map(question_type).transpose()?,
            filters: filters(&self.filters)?,
            strategy: strategy(self.strategy.as_deref())?,
            k: hits(self.k)?,
            neighbors: neighbors(self.neighbors)?,
            deadline: self.deadline_ms.map(deadline).transpose()?,
            extractive: self.extractive,
            question: self.question,
            account,
        })
    }
}

/// `POST ask`: one object, or events where the client accepts them.
pub async fn ask(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    headers: HeaderMap,
    Body(body): Body<AskBody>,
) -> Answer {
    let context = served.collection(&access, body.collection.as_deref())?;
    let explained = body.explain;
    let asked = body.checked(&access)?;
    let accepts = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    if accepts.is_some_and(|accepts| accepts.contains("text/event-stream")) {
        return stream::ask(&served, &context, asked).await;
    }
    let object = answered(&served, &context, (asked, explained)).await?;
    Ok(Json(object).into_response())
}

/// The object of a question; shared with MCP.
pub async fn ask_object(served: &Served, access: &Access, body: AskBody) -> Result<Value, Problem> {
    let context = served.collection(access, body.collection.as_deref())?;
    let explained = body.explain;
    let asked = body.checked(access)?;
    answered(served, &context, (asked, explained)).await
}

async fn answered(
    served: &Served,
    context: &Context,
    (asked, explained): (Asked, bool),
) -> Result<Value, Problem> {
    let work = move |context: &Context| {
        let answered = asking::answer(context, &asked.asking(), &Tape::Live, &mut |_| {})?;
        let mut object = answered.object;
        if !explained && let Some(object) = object.as_object_mut() {
            object.remove("explain");
        }
        Ok(object)
    };
    served.work(Work::Ask, context, work).await
}

/// A search.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchBody {
    /// What is looked for.
    query: String,
    /// The collection that is searched; `default` where none is named.
    collection: Option<String>,
    /// Such as `type=pdf`, `pages>=10`, `document in (a.pdf,b.pdf)`; all must hold.
    #[serde(default)]
    filters: Vec<String>,
    /// auto, keyword, dense, sparse, late, hybrid, multi_query, hierarchical, graph or web.
    strategy: Option<String>,
    /// Hits, 1 to 100.
    k: Option<usize>,
    /// Chunks told around each hit, 0 to 100.
    neighbors: Option<u32>,
    /// Adds how it came about.
    #[serde(default)]
    explain: bool,
}

/// `POST search`
pub async fn search(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<SearchBody>,
) -> Answer {
    let object = search_object(&served, &access, body).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn search_object(
    served: &Served,
    access: &Access,
    body: SearchBody,
) -> Result<Value, Problem> {
    let context = served.collection(access, body.collection.as_deref())?;
    let (filters, strategy) = (filters(&body.filters)?, strategy(body.strategy.as_deref())?);
    let (k, neighbors) = (hits(body.k)?, neighbors(body.neighbors)?.unwrap_or(0));
    served
        .work(Work::Search, &context, move |context| {
            let found = search::find(
                context,
                &Searching {
                    query: &body.query,
                    strategy,
                    k,
                    filters,
                    neighbors,
                },
            )?;
            let mut object = found.object;
            if !body.explain
                && let Some(object) = object.as_object_mut()
            {
                object.remove("explain");
            }
            Ok(object)
        })
        .await
}

/// A query over tables.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryBody {
    /// `SELECT …` over the tables that `list_tables` names.
    sql: String,
    /// The collection that is asked; `default` where none is named.
    collection: Option<String>,
    /// Adds how it was understood.
    #[serde(default)]
    explain: bool,
}

/// `POST query`
pub async fn query(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<QueryBody>,
) -> Answer {
    let object = query_object(&served, &access, body).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn query_object(
    served: &Served,
    access: &Access,
    body: QueryBody,
) -> Result<Value, Problem> {
    let context = served.collection(access, body.collection.as_deref())?;
    served
        .work(Work::Ask, &context, move |context| {
            query::object(context, &body.sql, body.explain)
        })
        .await
}

/// A text for the router.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RouteBody {
    #[serde(alias = "question")]
    text: String,
    collection: Option<String>,
    session_id: Option<String>,
}

/// `POST route`
pub async fn route(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<RouteBody>,
) -> Answer {
    let context = served.collection(&access, body.collection.as_deref())?;
    let session = body.session_id.map(session_name).transpose()?;
    let object = served
        .work(Work::Search, &context, move |context| {
            crate::command::route::object(context, &body.text, session.as_deref())
        })
        .await?;
    Ok(Json(object).into_response())
}

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

/// `POST documents/analyze-recursive`
pub async fn analyze(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<AnalyzeBody>,
) -> Answer {
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
    let started = Instant::now();
    let pyramid = body.pyramid()?;
    let wish = body.wish.as_deref().map(wish).transpose()?;
    served
        .work(Work::Ask, &context, move |context| {
            let given = match &body.document {
                Some(text) => Given::Text(text),
                // A name is never that of a file of this machine.
                None => Given::Named {
                    names: &body.document_ids,
                    files: false,
                },
            };
            let reading = Reading {
                question: &body.query,
                given,
                filters: &body.filters,
                wish,
                pyramid,
            };
            let done = analyze::read(context, &reading, &mut |_| {})?;
            let mut object = done.object;
            add_former_fields(
                &mut object,
                body.track_processed_segments,
                started.elapsed(),
            );
            Ok(object)
        })
        .await
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

/// `GET documents`: in order of path.
pub async fn documents(
    Within {
        served,
        access,
        list,
        ..
    }: Within,
) -> Answer {
    let object = documents_object(&served, &access, list).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn documents_object(
    served: &Served,
    access: &Access,
    list: ListQuery,
) -> Result<Value, Problem> {
    let context = served.collection(access, list.collection.as_deref())?;
    let (offset, limit) = (list.offset, list.limit());
    served
        .work(Work::Search, &context, move |context| {
            let Some(snapshot) = held(context)? else {
                return Ok(json!({"schema": outside::SCHEMA, "documents": [], "total": 0}));
            };
            let mut documents: Vec<_> = snapshot.documents().iter().collect();
            documents.sort_by(|a, b| (&a.path, &a.id).cmp(&(&b.path, &b.id)));
            let page = documents.iter().skip(offset).take(limit);
            let page: Vec<_> = page.map(|record| outside::document(record)).collect();
            let next = (offset + page.len() < documents.len()).then_some(offset + page.len());
            Ok(json!({
                "schema": outside::SCHEMA, "documents": page, "total": documents.len(),
                "next_offset": next,
            }))
        })
        .await
}

/// A library; `None` for a collection that nothing was added to yet.
fn held(context: &Context) -> Result<Option<perusal::index::Snapshot>, Failure> {
    use perusal::index::IndexError;
    match context.warm.snapshot(&context.settings.store) {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(IndexError::NotAStore { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// `GET documents/{id}`: what was read of it, and its outline.
pub async fn document(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let object = served
        .work(Work::Search, &context, move |context| {
            show::object(context, &id, false)
        })
        .await?;
    Ok(Json(object).into_response())
}

/// `GET documents/{id}/text`: the canonical text, which all spans count in.
pub async fn text(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let text = served
        .work(Work::Search, &context, move |context| {
            let snapshot = crate::library::snapshot(context)?;
            let record = crate::library::find(snapshot.documents(), &id)?;
            Ok(snapshot.full_text(&record.id)?)
        })
        .await?;
    let tag = format!("\"{}\"", perusal::content_hash(text.as_bytes()));
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if known == Some(tag.as_str()) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::ETAG, tag),
    ];
    Ok((headers, text).into_response())
}

/// `DELETE documents/{id}`: for good.
pub async fn remove(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let object = served
        .work(Work::Ask, &context, move |context| {
            let removed = rm::remove(context, &[id])?;
            let folder = jobs::uploads(&context.settings.store);
            let names = removed.documents.iter();
            for name in names.filter_map(|record| jobs::file_name(&record.path)) {
                // What was added from elsewhere is not ours to delete.
                let _ = std::fs::remove_file(folder.join(name));
            }
            Ok(removed.object)
        })
        .await?;
    Ok(Json(object).into_response())
}

/// `GET tables`
pub async fn tables(
    Within {
        served,
        access,
        list,
        ..
    }: Within,
) -> Answer {
    let object = tables_object(&served, &access, list).await?;
    Ok(Json(object).into_response())
}

/// The same; shared with MCP.
pub async fn tables_object(
    served: &Served,
    access: &Access,
    list: ListQuery,
) -> Result<Value, Problem> {
    let context = served.collection(access, list.collection.as_deref())?;
    let limit = list.limit();
    served
        .work(Work::Ask, &context, move |context| {
            cards::object(context, list.document.as_deref(), limit)
        })
        .await
}

/// `GET collections`
pub async fn collections(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
) -> Answer {
    let mut told = Vec::new();
    for (name, context) in served.collections(&access) {
        let documents = held(context)?.map_or(0, |snapshot| snapshot.documents().len());
        told.push(json!({"collection": name, "documents": documents}));
    }
    Ok(Json(json!({"schema": outside::SCHEMA, "collections": told})).into_response())
}

/// `GET traces/{id}`
pub async fn trace(
    Within {
        served, context, ..
    }: Within,
    Path(id): Path<String>,
) -> Answer {
    let text = trace_text(&served, &context, id).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// A trace as it was kept; shared with MCP.
pub async fn trace_text(served: &Served, context: &Context, id: String) -> Result<String, Problem> {
    let work =
        move |context: &Context| Ok(state::State::open(&context.settings.store)?.trace(&id)?);
    let text = served.work(Work::Search, context, work).await?;
    text.ok_or_else(|| Problem::not_found("trace"))
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

/// `GET stats`: what was asked and how it went, sizes of the index.
pub async fn stats(
    Within {
        served, context, ..
    }: Within,
) -> Answer {
    let object = served.work(Work::Search, &context, stats::object).await?;
    Ok(Json(object).into_response())
}

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
        .unwrap_or_else(|| super::state::DEFAULT_COLLECTION.to_owned());
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
    drop(super::run_job(&served, &context, job.clone()));
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

/// Names of sessions, as the command line takes them.
fn session_name(name: String) -> Result<String, Problem> {
    let fits = !name.trim().is_empty()
        && name.chars().count() <= SESSION_CHARS_MAX
        && !name.chars().any(char::is_control);
    fits.then_some(name).ok_or_else(|| {
        Problem::bad_request(format!(
            "`session_id` has 1 to {SESSION_CHARS_MAX} printable characters"
        ))
    })
}

/// A type by its name; programs write RETRIEVAL, CODE_GENERATION, CONVERSATIONAL, PLATFORM.
fn question_type(name: &str) -> Result<QuestionType, Problem> {
    let lower = name.to_lowercase();
    let name = match lower.as_str() {
        "code_generation" => "code",
        other => other,
    };
    QuestionType::parse(name).ok_or_else(|| {
        let names: Vec<_> = QuestionType::ALL.iter().map(|one| one.as_str()).collect();
        Problem::bad_request(format!("`query_type` is one of {}", names.join(", ")))
    })
}

fn filters(texts: &[String]) -> Result<Vec<Filter>, Problem> {
    let parsed = texts.iter().map(|text| Filter::parse(text));
    let parsed: Result<Vec<Filter>, _> = parsed.collect();
    Ok(parsed.map_err(Failure::from)?)
}

fn strategy(name: Option<&str>) -> Result<Strategy, Problem> {
    let Some(name) = name else {
        return Ok(Strategy::Auto);
    };
    Strategy::parse(name).ok_or_else(|| {
        let names: Vec<_> = Strategy::ALL.iter().map(|(_, name)| *name).collect();
        Problem::bad_request(format!("`strategy` is one of {}", names.join(", ")))
    })
}

fn hits(k: Option<usize>) -> Result<Option<usize>, Problem> {
    match k {
        Some(k) if !(1..=K_MAX).contains(&k) => Err(Problem::bad_request(format!(
            "`k` is 1 to {K_MAX}, not {k}"
        ))),
        k => Ok(k),
    }
}

fn neighbors(count: Option<u32>) -> Result<Option<u32>, Problem> {
    match count {
        Some(count) if count > NEIGHBORS_MAX => Err(Problem::bad_request(format!(
            "`neighbors` is 0 to {NEIGHBORS_MAX}, not {count}"
        ))),
        count => Ok(count),
    }
}

fn deadline(ms: u64) -> Result<Duration, Problem> {
    let time = Duration::from_millis(ms);
    if ms == 0 || time > DEADLINE_MAX {
        return Err(Problem::bad_request(format!(
            "`deadline_ms` is 1 to {}, not {ms}",
            DEADLINE_MAX.as_millis()
        )));
    }
    Ok(time)
}

fn wish(name: &str) -> Result<Wish, Problem> {
    match name {
        "question" => Ok(Wish::Question),
        "summary" => Ok(Wish::Summary),
        "references" => Ok(Wish::References),
        _ => Err(Problem::bad_request(
            "`wish` is one of question, summary, references",
        )),
    }
}
