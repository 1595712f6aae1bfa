//! The page, as it was built into the program: sent packed, with a tag, and with the policy that
//! keeps whatever a document holds from running.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::guard;
use super::problem::Problem;
use super::state::Served;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Paths below these are no page's.
const OTHERS: [&str; 7] = [
    "/api/",
    "/v1/",
    "/mcp",
    "/metrics",
    "/openapi.json",
    "/livez",
    "/readyz",
];
/// What every other path shows, which reads its address.
const INDEX: &str = "index.html";
/// The page that draws PDFs, in a frame without origin.
const FRAME: &str = "assets/pdf/frame.html";
const POLICY: &str = "default-src 'self'; object-src 'none'; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'none'";
const FRAME_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                            style-src 'self'; worker-src blob:; img-src blob: data:; \
                            font-src blob: data:; frame-ancestors 'self'; base-uri 'none'; \
                            form-action 'none'";

/// A file of the page.
struct File {
    name: &'static str,
    packed: &'static [u8],
    tag: String,
}

/// By their path, without the first slash.
static PAGE: LazyLock<BTreeMap<&'static str, File>> = LazyLock::new(|| {
    let files = FILES.iter().map(|&(name, packed)| {
        let tag = format!("\"{}\"", &perusal::content_hash(packed)[..32]);
        (name, File { name, packed, tag })
    });
    files.collect()
});

/// Whether the program holds a page.
pub fn is_there() -> bool {
    PAGE.contains_key(INDEX)
}

/// What no route answers: a file of the page, or the page itself for whoever wants HTML.
pub async fn fallback(State(served): State<Arc<Served>>, request: Request) -> Response {
    match found(&request) {
        None => Problem::not_found("route").into_response(),
        Some(file) => match guard::own_host(&served, request.headers(), request.uri()) {
            Ok(()) => sent(file, request.headers()),
            Err(problem) => problem.into_response(),
        },
    }
}

fn found(request: &Request) -> Option<&'static File> {
    let path = request.uri().path();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    if let Some(file) = PAGE.get(path.trim_start_matches('/')) {
        return Some(file);
    }
    let other = OTHERS.iter().any(|one| path.starts_with(one));
    let accepts = request.headers().get(header::ACCEPT);
    let accepts = accepts.and_then(|value| value.to_str().ok());
    let html = path == "/" || accepts.is_some_and(|value| value.contains("text/html"));
    // A file that is not there is not the page.
    let is_file = path.starts_with("/assets/");
    PAGE.get(INDEX).filter(|_| html && !other && !is_file)
}

fn sent(file: &File, headers: &HeaderMap) -> Response {
    let policy = match file.name {
        FRAME => FRAME_POLICY,
        _ => POLICY,
    };
    let always = [
        (header::ETAG, file.tag.as_str()),
        // Asked for anew each time, and then mostly not sent again.
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "Accept-Encoding"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    let text = |name| {
        let value = headers.get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    if text(header::IF_NONE_MATCH) == file.tag {
        return (StatusCode::NOT_MODIFIED, always).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind(file.name))];
    if text(header::ACCEPT_ENCODING).contains("gzip") {
        let packed = [(header::CONTENT_ENCODING, "gzip")];
        return (always, kind, packed, file.packed).into_response();
    }
    let mut whole = Vec::new();
    match flate2::read::GzDecoder::new(file.packed).read_to_end(&mut whole) {
        Ok(_) => (always, kind, whole).into_response(),
        Err(_) => super::state::bug().into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "ttf" => "font/ttf",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
