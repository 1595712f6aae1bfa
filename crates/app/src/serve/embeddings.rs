//! `/v1/embeddings`: vectors of a collection's own model, in the form of OpenAI's interface.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use perusal::models::{Limits, Role};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::access::Access;
use super::api::Body;
use super::openai::{OpenAiProblem, served_model};
use super::problem::Problem;
use super::state::{RequestKind, Served};
use crate::context::Context;
use crate::failure::Failure;
use crate::library;

/// Texts of a request, and bytes of each; a model reads what fits its window.
const TEXTS_MAX: usize = 256;
const TEXT_BYTES_MAX: usize = 32 * 1024;

/// Texts to be embedded.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EmbeddingsBody {
    /// `perusal` or `perusal:COLLECTION`: the model that its vectors are of.
    model: String,
    /// A text, or up to 256.
    input: Input,
    /// `float`, or `base64`, as OpenAI's own clients ask for it.
    encoding_format: Option<String>,
    /// Only the model's own number is taken.
    dimensions: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Input {
    Text(String),
    Texts(Vec<String>),
}

/// How numbers are written.
#[derive(Debug, Clone, Copy)]
enum Form {
    Numbers,
    Base64,
}

/// `POST embeddings`
pub async fn embeddings(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    body: Result<Body<EmbeddingsBody>, Problem>,
) -> Result<Response, OpenAiProblem> {
    let Body(body) = body?;
    let context = served_model(&served, &access, &body.model)?;
    let form = match body.encoding_format.as_deref() {
        None | Some("float") => Form::Numbers,
        Some("base64") => Form::Base64,
        Some(other) => {
            let detail = format!("`encoding_format` is float or base64, not `{other}`");
            return Err(Problem::bad_request(detail).into());
        }
    };
    let texts = match body.input {
        Input::Text(text) => vec![text],
        Input::Texts(texts) => texts,
    };
    let fit = texts
        .iter()
        .all(|text| (1..=TEXT_BYTES_MAX).contains(&text.len()));
    if !(1..=TEXTS_MAX).contains(&texts.len()) || !fit {
        let detail = format!("`input` is 1 to {TEXTS_MAX} texts of 1 to {TEXT_BYTES_MAX} bytes");
        return Err(Problem::bad_request(detail).into());
    }
    let work = move |context: &Context| vectors(context, &texts);
    let made = served.work(RequestKind::Ask, &context, work).await?;
    let (vectors, tokens) = made.ok_or_else(|| {
        let detail = "this collection has no embedding model";
        Problem::new(StatusCode::NOT_FOUND, "model_not_found", detail)
    })?;
    let dim = vectors.first().map_or(0, Vec::len);
    if body.dimensions.is_some_and(|wanted| wanted != dim) {
        let detail = format!("`dimensions` is {dim} for this model");
        return Err(Problem::bad_request(detail).into());
    }
    let data: Vec<Value> = vectors
        .iter()
        .enumerate()
        .map(|(at, vector)| {
            json!({"object": "embedding", "index": at, "embedding": written(vector, form)})
        })
        .collect();
    let usage = json!({"prompt_tokens": tokens, "total_tokens": tokens});
    let object = json!({"object": "list", "data": data, "model": body.model, "usage": usage});
    Ok(Json(object).into_response())
}

/// Vectors, and how many tokens were read.
type Made = (Vec<Vec<f32>>, usize);

/// `None` without a model.
fn vectors(context: &Context, texts: &[String]) -> Result<Option<Made>, Failure> {
    let Some(embedder) = library::reader(context)?.1 else {
        return Ok(None);
    };
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let made = embedder
        .embed(&texts, Role::Passage, &limits)
        .map_err(perusal::EngineError::from)?;
    let tokens = made.iter().map(|one| one.tokens as usize).sum();
    Ok(Some((
        made.into_iter().map(|one| one.vector).collect(),
        tokens,
    )))
}

fn written(vector: &[f32], form: Form) -> Value {
    match form {
        Form::Numbers => json!(vector),
        Form::Base64 => {
            let bytes: Vec<u8> = vector.iter().flat_map(|x| x.to_le_bytes()).collect();
            base64(&bytes).into()
        }
    }
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |place: usize| u32::from(three.get(place).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let digit = (bits >> (18 - 6 * place) & 63) as usize;
            let shown = place <= three.len();
            text.push(if shown {
                char::from(DIGITS[digit])
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_as_the_standard_has_them() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
