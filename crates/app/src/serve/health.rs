//! Whether the server lives, whether it is ready, and what it counts.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::runtime::Handle;

use super::problem::Problem;
use super::state::Served;
use crate::command::stats;

/// Whether the process lives: nothing is looked at.
pub async fn live() -> &'static str {
    "ok"
}

/// Ready when the stores can be read and models are loaded; a collection that nothing was added
/// to is, and so is a server whose language model is down: it answers with quotes.
pub async fn ready(State(served): State<Arc<Served>>) -> Response {
    let (loaded, missing) = served.warming.state();
    if !loaded {
        let detail = "libraries and models are being loaded";
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, "warming", detail).into_response();
    }
    let following = served.following.clone();
    if let Some(following) = following.as_ref().filter(|one| !one.has_all()) {
        let detail = format!("nothing has come from {} yet", following.writer());
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, "replica_empty", detail)
            .into_response();
    }
    let broken = tokio::task::spawn_blocking(move || served.broken()).await;
    match (broken, missing.is_empty()) {
        (Ok(0), true) => match following {
            // What a reader misses is one thing; that nobody tells it is another.
            Some(following) => {
                let behind = following.behind();
                Json(json!({"state": "ready", "versions_behind": behind})).into_response()
            }
            None => Json(json!({"state": "ready"})).into_response(),
        },
        // Which ones is for those who may look at settings.
        (Ok(0), false) => {
            Json(json!({"state": "degraded", "models_missing": missing.len()})).into_response()
        }
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

/// Counters for Prometheus.
pub async fn metrics(State(served): State<Arc<Served>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    let (working, waiting) = (served.working(), served.waiting());
    let mut text = served.metrics.text();
    for (name, (searches, asks)) in [("working", working), ("waiting", waiting)] {
        text.push_str(&format!(
            "# TYPE perusal_{name} gauge\nperusal_{name}{{kind=\"search\"}} {searches}\n\
             perusal_{name}{{kind=\"ask\"}} {asks}\n"
        ));
    }
    let tasks = Handle::current().metrics().num_alive_tasks();
    text.push_str(&format!(
        "# TYPE perusal_tasks gauge\nperusal_tasks {tasks}\n"
    ));
    if let Some(behind) = served.following.as_ref().and_then(|one| one.behind()) {
        text.push_str(&format!(
            "# TYPE perusal_replica_versions_behind gauge\nperusal_replica_versions_behind {behind}\n"
        ));
    }
    let stores = served.stores();
    let broken = tokio::task::spawn_blocking(move || broken_rules(&stores)).await;
    text.push_str("# TYPE perusal_routing_violations_total counter\n");
    for (rule, times) in broken.unwrap_or_default() {
        text.push_str(&format!(
            "perusal_routing_violations_total{{rule=\"{rule}\"}} {times}\n"
        ));
    }
    (kind, text).into_response()
}

/// How often each rule of routing was broken, over all collections.
fn broken_rules(stores: &[(String, PathBuf)]) -> BTreeMap<&'static str, u64> {
    let mut all = BTreeMap::new();
    for (_, store) in stores.iter().filter(|(_, store)| store.is_dir()) {
        for (rule, times) in stats::violations(store) {
            *all.entry(rule).or_default() += times;
        }
    }
    all
}
