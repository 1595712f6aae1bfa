//! Questions, searches and queries.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use perusal::index::Filter;
use perusal::retrieve::Strategy;
use perusal::route::QuestionType;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::checks::{deadline, filters, hits, neighbors, question_type, session_name, strategy};
use super::{Answer, Body};
use crate::command::asking::{self, Asking};
use crate::command::query;
use crate::command::search::{self, Searching};
use crate::command::writer::Tape;
use crate::context::Context;
use crate::serve::access::Access;
use crate::serve::problem::Problem;
use crate::serve::state::{RequestKind, Served};
use crate::serve::stream;
use crate::serve::tokens::Scope;

/// Bytes of what is known of an account.
const CONTEXT_BYTES_MAX: usize = 1 << 20;

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
    /// The language model that writes, of those that `GET models` lists; those of the settings
    /// where none is named.
    model: Option<String>,
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
    /// Who asks: the name of a token; empty for the user of this machine.
    pub owner: String,
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
    /// The language model; those of the settings where none is named.
    pub model: Option<String>,
}

impl Asked {
    /// The question as the engine is asked.
    pub fn asking(&self) -> Asking<'_> {
        Asking {
            declared: self.declared,
            deadline: self.deadline,
            extractive: self.extractive,
            model: self.model.as_deref(),
            strategy: self.strategy,
            k: self.k,
            filters: self.filters.clone(),
            neighbors: self.neighbors,
            owner: &self.owner,
            session: self.session.as_deref(),
            earlier: &self.earlier,
            account: self.account.clone(),
            ..Asking::new(&self.question)
        }
    }
}

impl AskBody {
    /// The collection that is asked.
    pub fn collection(&self) -> Option<&str> {
        self.collection.as_deref()
    }

    /// A question that can be asked.
    ///
    /// # Errors
    /// What cannot be understood; what the one who asks may not say.
    pub fn checked(self, access: &Access) -> Result<Asked, Problem> {
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
            owner: access.owner().to_owned(),
            earlier: Vec::new(),
            session: self
                .session_id
                .map(|name| Ok::<_, Problem>(access.own(&session_name(&name)?)))
                .transpose()?,
            declared: self.query_type.as_deref().map(question_type).transpose()?,
            filters: filters(&self.filters)?,
            strategy: strategy(self.strategy.as_deref())?,
            k: hits(self.k)?,
            neighbors: neighbors(self.neighbors)?,
            deadline: self.deadline_ms.map(deadline).transpose()?,
            extractive: self.extractive,
            model: self.model.filter(|name| !name.is_empty()),
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
    if super::wants_events(&headers) {
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
    served.work(RequestKind::Ask, context, work).await
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
        .work(RequestKind::Search, &context, move |context| {
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
        .work(RequestKind::Ask, &context, move |context| {
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
    let session = body.session_id.as_deref().map(session_name).transpose()?;
    let session = session.map(|name| access.own(&name));
    let object = served
        .work(RequestKind::Search, &context, move |context| {
            crate::command::route::object(context, &body.text, session.as_deref())
        })
        .await?;
    Ok(Json(object).into_response())
}
