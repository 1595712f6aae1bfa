//! What is done around every request: an id, a count, a line in the log, headers.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::json;

use super::state::Served;
use crate::output;

/// Characters of a request's id.
const ID_CHARS_MAX: usize = 100;

/// How far a server that follows is behind.
const REPLICA: HeaderName = HeaderName::from_static("x-perusal-replica");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives each request an id, counts it, and logs it without what it holds.
pub async fn observed(
    State((served, log)): State<(Arc<Served>, bool)>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let given = request.headers().get(&REQUEST_ID);
    let id = given.filter(|id| is_plain(id)).cloned();
    let id = id.or_else(|| HeaderValue::from_str(&super::ids::fresh_id()).ok());
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
    let behind = served.following.as_ref().map(|one| one.header());
    if let Some(Ok(behind)) = behind.map(|text| HeaderValue::from_str(&text)) {
        headers.insert(REPLICA, behind);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn is_plain(id: &HeaderValue) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
    (1..=ID_CHARS_MAX).contains(&id.len()) && id.as_bytes().iter().all(|&c| fits(c))
}
