//! Every route, and what it demands.
//!
//! A route is added with its demand or not at all, and what is not here is not found.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any_service, delete, get, post};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;

use super::access::{self, Demand};
use super::api::{AnalyzeBody, AskBody, QueryBody, RouteBody, SearchBody};
use super::mcp::Mcp;
use super::openai::ChatBody;
use super::openapi::About;
use super::originals::SpanQuery;
use super::problem::Problem;
use super::state::Served;
use super::tokens::Scope;
use super::{api, openai, openapi, originals};
use crate::output;

/// Bytes of a body where files are sent.
const UPLOAD_BYTES_MAX: usize = 200 << 20;
/// The same where a long text may be sent.
const TEXT_BYTES_MAX: usize = 16 << 20;
/// The same where tools are called.
const MCP_BYTES_MAX: usize = 1 << 20;
/// Characters of a request's id.
const ID_CHARS_MAX: usize = 100;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Routes on their way to a router.
struct Routes {
    served: Arc<Served>,
    router: Router<Arc<Served>>,
    told: Vec<About>,
}

impl Routes {
    fn add(mut self, about: About, handler: MethodRouter<Arc<Served>>) -> Self {
        self = self.untold((about.path, about.demand, about.bytes_max), handler);
        self.told.push(about);
        self
    }

    /// One that OpenAPI has no words for.
    fn untold(
        mut self,
        (path, demand, bytes_max): (&str, Demand, usize),
        handler: MethodRouter<Arc<Served>>,
    ) -> Self {
        let guarded =
            middleware::from_fn_with_state((Arc::clone(&self.served), demand), access::guard);
        let handler = handler
            .layer(DefaultBodyLimit::max(bytes_max))
            .layer(guarded);
        self.router = self.router.route(path, handler);
        self
    }
}

/// The whole server.
pub fn all(served: &Arc<Served>, log: bool) -> Router {
    const READ: Demand = Demand::Scope(Scope::Read);
    const WRITE: Demand = Demand::Scope(Scope::Write);
    const ADMIN: Demand = Demand::Scope(Scope::Admin);
    const TEXT: &str = "text/plain";
    let get_ = |path, demand| About::new("get", path, demand);
    let post_ = |path, demand| About::new("post", path, demand);
    let routes = Routes {
        served: Arc::clone(served),
        router: Router::new(),
        told: Vec::new(),
    };
    let routes = routes
        .add(
            get_("/livez", Demand::Public)
                .does("Whether the process lives")
                .gives(200, TEXT),
            get(live),
        )
        .add(
            get_("/readyz", Demand::Public).does("Whether collections can be read"),
            get(ready),
        )
        .add(
            get_("/metrics", ADMIN)
                .does("Counters for Prometheus")
                .gives(200, TEXT),
            get(metrics),
        )
        .add(
            post_("/api/v1/ask", READ)
                .does("Answers a question, as an object or as events")
                .takes::<AskBody>(),
            post(api::ask),
        )
        .add(
            post_("/api/v1/search", READ)
                .does("Ranked passages")
                .takes::<SearchBody>(),
            post(api::search),
        )
        .add(
            post_("/api/v1/query", READ)
                .does("SQL over the tables inside documents")
                .takes::<QueryBody>(),
            post(api::query),
        )
        .add(
            post_("/api/v1/route", READ)
                .does("Where a question goes")
                .takes::<RouteBody>(),
            post(api::route),
        )
        .add(
            get_("/api/v1/tables", READ)
                .does("Tables inside documents")
                .lists(),
            get(api::tables),
        )
        .add(
            get_("/api/v1/collections", READ).does("Collections"),
            get(api::collections),
        )
        .add(
            get_("/api/v1/documents", READ)
                .does("Documents, in order of path")
                .lists(),
            get(api::documents),
        )
        .add(
            post_("/api/v1/documents", WRITE)
                .does("Adds the files of a form, by a job")
                .lists()
                .at_most(UPLOAD_BYTES_MAX)
                .gives(202, "application/json"),
            post(api::upload),
        )
        .add(
            post_("/api/v1/documents/analyze-recursive", READ)
                .does("Reads long documents for a question, best first")
                .takes::<AnalyzeBody>()
                .at_most(TEXT_BYTES_MAX),
            post(api::analyze),
        )
        .add(
            get_("/api/v1/documents/{id}", READ)
                .does("What was read of a document")
                .lists(),
            get(api::document),
        )
        .add(
            About::new("delete", "/api/v1/documents/{id}", WRITE)
                .does("Deletes a document for good")
                .lists(),
            delete(api::remove),
        )
        .add(
            get_("/api/v1/documents/{id}/text", READ)
                .does("The text that spans count in")
                .lists()
                .gives(200, TEXT),
            get(api::text),
        )
        .add(
            get_("/api/v1/documents/{id}/original", READ)
                .does("The file that it was read from, whole or in parts")
                .lists()
                .gives(200, "*/*"),
            get(originals::original),
        )
        .add(
            get_("/api/v1/documents/{id}/boxes", READ)
                .does("Where the words of a span stand on their pages")
                .with::<SpanQuery>(),
            get(originals::boxes),
        )
        .add(
            get_("/api/v1/jobs/{id}/events", READ)
                .does("The states of a job, as events")
                .gives(200, "text/event-stream"),
            get(api::job_events),
        )
        .add(
            get_("/api/v1/stats", READ)
                .does("What was asked and how it went, sizes of the index")
                .lists(),
            get(api::stats),
        )
        .add(
            get_("/api/v1/jobs/{id}", READ).does("What became of files"),
            get(api::job),
        )
        .add(
            get_("/api/v1/traces/{id}", READ)
                .does("How an answer came about")
                .lists(),
            get(api::trace),
        )
        .add(
            get_("/v1/models", READ).does("Collections, as models"),
            get(openai::models),
        )
        .add(
            post_("/v1/chat/completions", READ)
                .does("Answers the last message of the user, as OpenAI's interface does")
                .takes::<ChatBody>(),
            post(openai::chat),
        )
        .untold(("/mcp", READ, MCP_BYTES_MAX), any_service(tools(served)));
    let told = Arc::new(openapi::document(&routes.told));
    let told = move || async move { Json(told.as_ref().clone()) };
    routes
        .untold(("/openapi.json", READ, MCP_BYTES_MAX), get(told))
        .router
        .fallback(missing)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(
            (Arc::clone(served), log),
            observed,
        ))
        .with_state(Arc::clone(served))
}

/// The tools over HTTP. The guard of the route has looked at host, origin and token already;
/// without sessions each request stands alone.
fn tools(served: &Arc<Served>) -> StreamableHttpService<Mcp, LocalSessionManager> {
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let served = Arc::clone(served);
    StreamableHttpService::new(
        move || Ok(Mcp::new(Arc::clone(&served), None, true)),
        Arc::default(),
        config,
    )
}

async fn live() -> &'static str {
    "ok"
}

/// Ready when the stores can be read; a collection that nothing was added to is.
async fn ready(State(served): State<Arc<Served>>) -> Response {
    let broken = tokio::task::spawn_blocking(move || served.broken()).await;
    match broken {
        Ok(0) => Json(json!({"state": "ready"})).into_response(),
        _ => {
            let problem = Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "not_ready",
                "a collection cannot be read",
            );
            problem.hint("`perusal doctor` says why").into_response()
        }
    }
}

async fn metrics(State(served): State<Arc<Served>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    let (searches, asks) = served.working();
    let text = format!(
        "{}# TYPE perusal_working gauge\nperusal_working{{kind=\"search\"}} {searches}\n\
         perusal_working{{kind=\"ask\"}} {asks}\n",
        served.metrics.text()
    );
    (kind, text).into_response()
}

async fn missing() -> Problem {
    Problem::not_found("route")
}

async fn wrong_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong_method",
        "this route takes another method",
    )
}

/// Gives each request an id, counts it, and logs it without what it holds.
async fn observed(
    State((served, log)): State<(Arc<Served>, bool)>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let given = request.headers().get(&REQUEST_ID);
    let id = given.filter(|id| is_plain(id)).cloned();
    let id = id.or_else(|| HeaderValue::from_str(&super::fresh_id()).ok());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    let time = started.elapsed();
    served.metrics.request(&route, status, time);
    if log {
        let id = id.as_ref().and_then(|id| id.to_str().ok());
        let line = json!({
            "request": id, "method": method.as_str(), "route": route, "status": status,
            "ms": crate::json::ms(time),
        });
        output::note(&line.to_string());
    }
    if let Some(id) = id {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn is_plain(id: &HeaderValue) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
    (1..=ID_CHARS_MAX).contains(&id.len()) && id.as_bytes().iter().all(|&c| fits(c))
}
