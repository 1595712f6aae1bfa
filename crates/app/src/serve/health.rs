//! Whether the server lives, whether it is ready, and what it counts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::problem::Problem;
use super::state::Served;

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
    let broken = tokio::task::spawn_blocking(move || served.broken()).await;
    match (broken, missing.is_empty()) {
        (Ok(0), true) => Json(json!({"state": "ready"})).into_response(),
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
    let (searches, asks) = served.working();
    let text = format!(
        "{}# TYPE perusal_working gauge\nperusal_working{{kind=\"search\"}} {searches}\n\
         perusal_working{{kind=\"ask\"}} {asks}\n",
        served.metrics.text()
    );
    (kind, text).into_response()
}
