//! Every route, and what it demands.
//!
//! A route is added with its demand or not at all, and what is not here is not found.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{MethodRouter, any_service, delete, get, post};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::access::Demand;
use super::api::{
    AnalyzeBody, AskBody, BlockQuery, Examples, Experiments, FeedbackBody, Jobs, JobsQuery, Login,
    LoginBody, Pages, PagesQuery, QueryBody, ReplicaQuery, RouteBody, SearchBody, SessionTurns,
    Sessions, SessionsQuery, SettingsTold, Traces, UrlBody,
};
use super::embeddings::{self, EmbeddingsBody};
use super::mcp::Mcp;
use super::openai::ChatBody;
use super::openapi::About;
use super::originals::SpanQuery;
use super::problem::Problem;
use super::responses::{self, ResponsesBody};
use super::run::ExperimentBody;
use super::state::Served;
use super::tokens::Scope;
use super::trials::TrialTold;
use super::{api, guard, health, job, observed, openai, openapi, originals, page};

/// Bytes of a body where files are sent.
const UPLOAD_BYTES_MAX: usize = 200 << 20;
/// The same where a long text may be sent.
const TEXT_BYTES_MAX: usize = 16 << 20;
/// The same where tools are called.
const MCP_BYTES_MAX: usize = 1 << 20;
const READ: Demand = Demand::Scope(Scope::Read);
const WRITE: Demand = Demand::Scope(Scope::Write);
const FOLLOW: Demand = Demand::Scope(Scope::Follow);
const ADMIN: Demand = Demand::Scope(Scope::Admin);

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
        let state = (Arc::clone(&self.served), demand, bytes_max);
        let guarded = middleware::from_fn_with_state(state, guard::guard);
        let handler = handler
            .layer(DefaultBodyLimit::max(bytes_max))
            .layer(guarded);
        self.router = self.router.route(path, handler);
        self
    }
}

/// The whole server.
pub fn all(served: &Arc<Served>, log: bool) -> Router {
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
            get(health::live),
        )
        .add(
            get_("/readyz", Demand::Public).does("Whether collections can be read"),
            get(health::ready),
        )
        .add(
            get_("/metrics", ADMIN)
                .does("Counters for Prometheus")
                .gives(200, TEXT),
            get(health::metrics),
        )
        .add(
            post_("/api/v1/ask", READ)
                .does("Answers a question, as an object or as events")
                .takes::<AskBody>()
                .streams(),
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
                .does("Adds the files of a form, or the page at an address, by a job")
                .lists()
                .takes::<UrlBody>()
                .takes_files()
                .at_most(UPLOAD_BYTES_MAX)
                .gives(202, "application/json")
                .answers::<job::Told>(),
            post(api::upload),
        )
        .add(
            post_("/api/v1/samples", WRITE)
                .does("Adds the sample documents, by a job")
                .lists()
                .gives(202, "application/json")
                .answers::<job::Told>(),
            post(api::samples),
        )
        .add(
            post_("/api/v1/documents/analyze-recursive", READ)
                .does("Reads long documents for a question, best first")
                .takes::<AnalyzeBody>()
                .streams()
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
            get_("/api/v1/documents/{id}/pages", READ)
                .does("Pages of a document, with their places in its text")
                .with::<PagesQuery>()
                .answers::<Pages>(),
            get(api::pages),
        )
        .add(
            get_("/api/v1/documents/{id}/tables", READ)
                .does("Tables of a document, cell by cell")
                .lists(),
            get(api::document_tables),
        );
    let routes = with_jobs(routes);
    let routes = with_history(routes);
    let routes = with_setup(routes);
    let routes = with_versions(routes);
    let routes = routes
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
        .add(
            post_("/v1/responses", READ)
                .does("The same in the newer form of OpenAI's interface")
                .takes::<ResponsesBody>(),
            post(responses::responses),
        )
        .add(
            post_("/v1/embeddings", READ)
                .does("Vectors of a collection's model, as OpenAI's interface has them")
                .takes::<EmbeddingsBody>(),
            post(embeddings::embeddings),
        )
        .untold(("/mcp", READ, MCP_BYTES_MAX), any_service(tools(served)));
    let routes = with_grpc(routes);
    let told = Arc::new(openapi::document(&routes.told));
    let told = move || async move { Json(told.as_ref().clone()) };
    routes
        .untold(("/openapi.json", READ, MCP_BYTES_MAX), get(told))
        .router
        .fallback(page::fallback)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(
            (Arc::clone(served), log),
            observed::observed,
        ))
        .with_state(Arc::clone(served))
}

/// Questions over gRPC, whether it lives, and where it is wished what there is.
#[cfg(feature = "grpc")]
fn with_grpc(routes: Routes) -> Routes {
    use super::grpc;
    let questions = grpc::questions(&routes.served);
    let (reporter, health) = tonic_health::server::health_reporter();
    drop(reporter);
    let reflects = routes.served.reflects;
    let routes = routes
        .untold((grpc::AGENT, READ, MCP_BYTES_MAX), any_service(questions))
        .untold(
            (grpc::HEALTH, Demand::Public, MCP_BYTES_MAX),
            any_service(health),
        );
    match grpc::reflection() {
        Ok(service) if reflects => routes.untold(
            (grpc::REFLECTION, READ, MCP_BYTES_MAX),
            any_service(service),
        ),
        _ => routes,
    }
}

#[cfg(not(feature = "grpc"))]
fn with_grpc(routes: Routes) -> Routes {
    routes
}

/// Jobs that add documents.
fn with_jobs(routes: Routes) -> Routes {
    routes
        .add(
            About::new("get", "/api/v1/jobs", READ)
                .does("Jobs, the newest first")
                .with::<JobsQuery>()
                .answers::<Jobs>(),
            get(api::jobs),
        )
        .add(
            About::new("get", "/api/v1/jobs/{id}", READ)
                .does("How far a job is, file by file")
                .answers::<job::Told>(),
            get(api::job),
        )
        .add(
            About::new("delete", "/api/v1/jobs/{id}", WRITE)
                .does("Takes a job back; what it added until then stays")
                .answers::<job::Told>(),
            delete(api::cancel),
        )
        .add(
            About::new("get", "/api/v1/jobs/{id}/events", READ)
                .does("The states of a job, as events")
                .gives(200, "text/event-stream"),
            get(api::job_events),
        )
        .add(
            About::new("post", "/api/v1/jobs/{id}/retry", WRITE)
                .does("Does a job again that failed, in part or whole")
                .answers::<job::Told>(),
            post(api::retry),
        )
}

/// What was asked.
fn with_history(routes: Routes) -> Routes {
    routes
        .add(
            About::new("get", "/api/v1/sessions", READ)
                .does("Sessions of the one who asks, the one used last first")
                .with::<SessionsQuery>()
                .answers::<Sessions>(),
            get(api::sessions),
        )
        .add(
            About::new("get", "/api/v1/sessions/{id}", READ)
                .does("The questions of a session")
                .lists()
                .answers::<SessionTurns>(),
            get(api::session),
        )
        .add(
            About::new("delete", "/api/v1/sessions/{id}", READ)
                .does("Forgets a session")
                .lists()
                .gives_nothing(),
            delete(api::forget),
        )
        .add(
            About::new("get", "/api/v1/traces", READ)
                .does("Traces of one's own questions, of all with `admin`; the newest first")
                .lists()
                .answers::<Traces>(),
            get(api::traces),
        )
        .add(
            About::new("get", "/api/v1/traces/{id}", READ)
                .does("How an answer came about, and under `answer` the object of `ask`")
                .lists(),
            get(api::trace),
        )
        .add(
            About::new("post", "/api/v1/feedback", READ)
                .does("Whether an answer helped")
                .takes::<FeedbackBody>()
                .gives_nothing(),
            post(api::feedback),
        )
        .add(
            About::new("get", "/api/v1/stats", READ)
                .does("What was asked and how it went, sizes of the index")
                .lists(),
            get(api::stats),
        )
}

/// What servers that follow this one fetch.
fn with_versions(routes: Routes) -> Routes {
    routes
        .add(
            About::new("get", "/api/v1/replica", FOLLOW)
                .does("The newest version of a collection, with hashes of the blocks of its files")
                .with::<ReplicaQuery>(),
            get(api::replica),
        )
        .add(
            About::new("get", "/api/v1/replica/block", FOLLOW)
                .does("A block of a file of a version")
                .with::<BlockQuery>()
                .gives(200, "application/octet-stream"),
            get(api::block),
        )
}

/// How the server is set up, and who may use it.
fn with_setup(routes: Routes) -> Routes {
    routes
        .add(
            About::new("get", "/api/v1/login", Demand::Public)
                .does("Whether a token is needed, and whose cookie came")
                .answers::<Login>(),
            get(api::login),
        )
        .add(
            About::new("post", "/api/v1/login", Demand::Public)
                .does("A cookie for a token")
                .takes::<LoginBody>()
                .gives_nothing(),
            post(api::begin_login),
        )
        .add(
            About::new("delete", "/api/v1/login", Demand::Public)
                .does("Takes the cookie back")
                .gives_nothing(),
            delete(api::end_login),
        )
        .add(
            About::new("get", "/api/v1/settings", ADMIN)
                .does("Settings in force, and where each comes from")
                .lists()
                .answers::<SettingsTold>(),
            get(api::settings),
        )
        .add(
            About::new("get", "/api/v1/models", READ)
                .does("Models, and whether they can be had")
                .lists(),
            get(api::models),
        )
        .add(
            About::new("get", "/api/v1/experiments", READ)
                .does("Experiments that run, and those whose results are beside the library")
                .lists()
                .answers::<Experiments>(),
            get(api::experiments),
        )
        .add(
            About::new("post", "/api/v1/experiments", WRITE)
                .does("Compares set-ups on questions of one's own")
                .takes::<ExperimentBody>()
                .gives(202, "application/json")
                .answers::<TrialTold>(),
            post(api::begin_experiment),
        )
        .add(
            About::new("delete", "/api/v1/experiments/{name}", WRITE)
                .does("Stops an experiment that runs; of one that is over the result goes")
                .lists()
                .gives_nothing(),
            delete(api::end_experiment),
        )
        .add(
            About::new("get", "/api/v1/experiments/{name}", READ)
                .does("The result of an experiment, as it was written")
                .lists(),
            get(api::experiment),
        )
        .add(
            About::new("get", "/api/v1/examples", READ)
                .does("Up to four questions to begin with, made from the documents")
                .lists()
                .answers::<Examples>(),
            get(api::some_examples),
        )
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

async fn wrong_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong_method",
        "this route takes another method",
    )
}
