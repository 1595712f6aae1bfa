//! What is sent to each service, and what its answers mean.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Service;

/// Characters of a server's own words that are passed on.
const TOLD_CHARS: usize = 300;

/// What servers say when a text, or a batch, is more than they take.
const TOO_LONG: [&str; 9] = [
    "context length",
    "context size",
    "context window",
    "maximum context",
    "must have less than",
    "too long",
    "too large",
    "batch size",
    "exceeds the maximum",
];

/// Status of a body that is more than the server takes.
const PAYLOAD_TOO_LARGE: u16 = 413;

#[derive(Serialize)]
struct OllamaRequest<'a> {
    model: &'a str,
    input: &'a [Cow<'a, str>],
    /// What is cut silently is found by nobody.
    truncate: bool,
}

#[derive(Serialize)]
struct OpenAiRequest<'a> {
    model: &'a str,
    input: &'a [Cow<'a, str>],
    encoding_format: &'static str,
}

#[derive(Serialize)]
struct TeiRequest<'a> {
    inputs: &'a [Cow<'a, str>],
    truncate: bool,
}

#[derive(Deserialize)]
struct OllamaAnswer {
    embeddings: Vec<Vec<f32>>,
}

#[derive(Deserialize)]
struct OpenAiAnswer {
    data: Vec<OpenAiItem>,
}

#[derive(Deserialize)]
struct OpenAiItem {
    /// Some servers leave it out; then the order counts.
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// Path of the call below the endpoint.
pub(super) fn path(service: Service) -> &'static str {
    match service {
        Service::Ollama => "/api/embed",
        Service::OpenAi => "/embeddings",
        Service::Tei => "/embed",
    }
}

/// The body of a request.
pub(super) fn request(
    service: Service,
    model: &str,
    texts: &[Cow<'_, str>],
) -> Result<Vec<u8>, serde_json::Error> {
    match service {
        Service::Ollama => serde_json::to_vec(&OllamaRequest {
            model,
            input: texts,
            truncate: false,
        }),
        Service::OpenAi => serde_json::to_vec(&OpenAiRequest {
            model,
            input: texts,
            encoding_format: "float",
        }),
        Service::Tei => serde_json::to_vec(&TeiRequest {
            inputs: texts,
            truncate: false,
        }),
    }
}

/// The vectors of an answer, as many as there were texts and in their order.
///
/// # Errors
/// A sentence about what is wrong with the answer.
pub(super) fn vectors(
    service: Service,
    body: &[u8],
    texts: usize,
) -> Result<Vec<Vec<f32>>, String> {
    let vectors = match service {
        Service::Ollama => parsed::<OllamaAnswer>(body)?.embeddings,
        Service::OpenAi => in_order(parsed::<OpenAiAnswer>(body)?.data)?,
        Service::Tei => parsed::<Vec<Vec<f32>>>(body)?,
    };
    if vectors.len() != texts {
        return Err(format!("{} vectors came for {texts} texts", vectors.len()));
    }
    for vector in &vectors {
        if let Some(number) = vector.iter().find(|number| !number.is_finite()) {
            return Err(format!("a vector holds {number}"));
        }
        if vector.iter().all(|number| *number == 0.0) {
            return Err("a vector is empty or all zeros".to_owned());
        }
    }
    Ok(vectors)
}

/// An answer as JSON.
///
/// # Errors
/// A sentence about what came instead.
pub(super) fn parsed<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| {
        if looks_like_html(body) {
            return "a web page came instead of JSON: this is another kind of server, or a proxy"
                .to_owned();
        }
        // An error that came with a good status says more than what is missing from it.
        match message(body) {
            Some(message) => format!("it answered `{message}`"),
            None => format!("the answer is not the JSON that was expected: {error}"),
        }
    })
}

fn looks_like_html(body: &[u8]) -> bool {
    let start = body.trim_ascii_start();
    start.starts_with(b"<")
}

/// Each text's vector at its place.
fn in_order(items: Vec<OpenAiItem>) -> Result<Vec<Vec<f32>>, String> {
    let count = items.len();
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; count];
    for (place, item) in items.into_iter().enumerate() {
        let index = item.index.unwrap_or(place);
        match vectors.get_mut(index) {
            Some(empty @ None) => *empty = Some(item.embedding),
            Some(Some(_)) => return Err(format!("index {index} came twice")),
            None => return Err(format!("index {index} came among {count} vectors")),
        }
    }
    Ok(vectors.into_iter().flatten().collect())
}

/// A server's own words in an answer that is no success, shortened; `None` where it has none.
pub(super) fn message(body: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let object = value.as_object()?;
    let error = object.get("error");
    let told = error
        .and_then(text)
        .or_else(|| error?.get("message").and_then(text))
        .or_else(|| object.get("message").and_then(text))
        .or_else(|| object.get("detail").and_then(text))?;
    let line = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let printable = line.chars().filter(|c| !c.is_control());
    Some(printable.take(TOLD_CHARS).collect())
}

/// Whether a refusal says that there was too much text.
pub(super) fn is_too_long(status: u16, message: Option<&str>) -> bool {
    if status == PAYLOAD_TOO_LARGE {
        return true;
    }
    let told = message.unwrap_or_default().to_lowercase();
    matches!(status, 400 | 422 | 500) && TOO_LONG.iter().any(|sign| told.contains(sign))
}
