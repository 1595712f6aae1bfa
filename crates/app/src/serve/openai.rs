//! `/v1`: what programs written for OpenAI's interface call.
//!
//! A collection is a model: `perusal` the default one, `perusal:NAME` another. The last message
//! of the user is the question; citations are inline, as annotations, and in full.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use perusal::retrieve::Strategy;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::access::Access;
use super::api::{Asked, Body};
use super::parting::{annotations, content, extra, usage};
use super::problem::Problem;
use super::state::{DEFAULT_COLLECTION, RequestKind, Served};
use super::stream::{self, Named};
use crate::command::asking::{self, Heard};
use crate::command::writer::Tape;
use crate::context::Context;
use crate::failure::{Code, Failure};

/// What models are called.
const MODEL: &str = "perusal";
/// What parts of a message that are text are called.
const TEXTS: [&str; 3] = ["text", "input_text", "output_text"];

/// A problem in the form that these clients read.
pub struct OpenAiProblem(Problem);

impl From<Problem> for OpenAiProblem {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for OpenAiProblem {
    fn into_response(self) -> Response {
        let status = self.0.status;
        let retry = self.0.retry_after;
        let mut response = (status, Json(error_object(&self.0))).into_response();
        if let Some(seconds) = retry {
            let headers = response.headers_mut();
            headers.insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// `{error: {…}}`
pub fn error_object(problem: &Problem) -> Value {
    let kind = match problem.status.as_u16() {
        401 => "authentication_error",
        403 => "permission_error",
        429 => "rate_limit_error",
        500.. => "server_error",
        _ => "invalid_request_error",
    };
    let message = match &problem.hint {
        Some(hint) => format!("{} ({hint})", problem.detail),
        None => problem.detail.clone(),
    };
    json!({"error": {"message": message, "type": kind, "code": problem.code, "param": null}})
}

/// `GET models`
pub async fn models(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
) -> Response {
    let models: Vec<Value> = served
        .collections(&access)
        .iter()
        .map(|(name, _)| {
            json!({"id": model_name(name), "object": "model", "created": 0, "owned_by": MODEL})
        })
        .collect();
    Json(json!({"object": "list", "data": models})).into_response()
}

fn model_name(collection: &str) -> String {
    match collection {
        DEFAULT_COLLECTION => MODEL.to_owned(),
        other => format!("{MODEL}:{other}"),
    }
}

/// The collection that a model is; `None` for a model that is none of ours.
fn collection_of(model: &str) -> Option<&str> {
    match model.strip_prefix(MODEL)? {
        "" => Some(DEFAULT_COLLECTION),
        rest => rest.strip_prefix(':'),
    }
}

/// The collection that a model is, for who may see it.
///
/// # Errors
/// A model that is none of ours, or not for this token.
pub fn served_model(served: &Served, access: &Access, model: &str) -> Result<Context, Problem> {
    let collection = collection_of(model);
    let context = collection.map(|name| served.collection(access, Some(name)));
    match context {
        Some(Ok(context)) => Ok(context),
        _ => {
            let detail = format!("no model is named `{model}`; `/v1/models` lists them");
            Err(Problem::new(
                StatusCode::NOT_FOUND,
                "model_not_found",
                detail,
            ))
        }
    }
}

/// A conversation. Fields that are not named here (`temperature` and its like) are ignored, as
/// `docs/serve.md` says; those that would change what an answer is are refused.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChatBody {
    model: String,
    messages: Vec<Message>,
    #[serde(default)]
    stream: bool,
    stream_options: Option<StreamOptions>,
    n: Option<u32>,
    tools: Option<Value>,
    functions: Option<Value>,
    response_format: Option<Value>,
    logprobs: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct StreamOptions {
    #[serde(default)]
    include_usage: bool,
}

/// A message of a conversation.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Message {
    role: String,
    content: Option<Content>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Part {
    #[serde(rename = "type")]
    kind: String,
    text: Option<String>,
}

impl Message {
    fn text(&self) -> Result<String, Problem> {
        match &self.content {
            Some(Content::Text(text)) => Ok(text.clone()),
            Some(Content::Parts(parts)) => {
                if let Some(other) = parts
                    .iter()
                    .find(|part| !TEXTS.contains(&part.kind.as_str()))
                {
                    let detail = format!("messages are text; `{}` is not read", other.kind);
                    return Err(Problem::bad_request(detail));
                }
                let texts = parts.iter().filter_map(|part| part.text.as_deref());
                Ok(texts.collect::<Vec<_>>().join("\n"))
            }
            None => Ok(String::new()),
        }
    }
}

impl ChatBody {
    /// The question, and those before it.
    fn question(&self) -> Result<(String, Vec<String>), Problem> {
        let refused = [
            ("tools", self.tools.as_ref().is_some_and(filled)),
            ("functions", self.functions.as_ref().is_some_and(filled)),
            ("n", self.n.is_some_and(|n| n > 1)),
            ("logprobs", self.logprobs == Some(true)),
            (
                "response_format",
                self.response_format
                    .as_ref()
                    .is_some_and(|one| one["type"] != "text"),
            ),
        ];
        if let Some((name, _)) = refused.iter().find(|(_, is_set)| *is_set) {
            let detail = format!("`{name}` is not supported: answers are quotes of documents");
            return Err(Problem::bad_request(detail));
        }
        last_of(&self.messages, "messages")
    }
}

/// The last message of the user, and those before it.
///
/// # Errors
/// None there, or one that holds something else than text.
pub fn last_of(messages: &[Message], field: &str) -> Result<(String, Vec<String>), Problem> {
    let mut asked = Vec::new();
    for message in messages.iter().filter(|one| one.role == "user") {
        asked.push(message.text()?);
    }
    let question = asked
        .pop()
        .ok_or_else(|| Problem::bad_request(format!("`{field}` holds no message of a user")))?;
    Ok((question, asked))
}

/// Whether a list holds something.
pub fn filled(value: &Value) -> bool {
    value.as_array().is_some_and(|list| !list.is_empty())
}

/// `POST chat/completions`
pub async fn chat(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    body: Result<Body<ChatBody>, Problem>,
) -> Result<Response, OpenAiProblem> {
    let Body(body) = body?;
    let context = served_model(&served, &access, &body.model)?;
    let (question, earlier) = body.question()?;
    let asked = asked(&access, question, earlier);
    let reply = Reply {
        id: format!("chatcmpl-{}", super::ids::fresh_id()),
        created: now(),
        model: body.model.clone(),
        usage: body
            .stream_options
            .is_some_and(|options| options.include_usage),
    };
    if body.stream {
        return Ok(streamed(&served, &context, asked, reply).await?);
    }
    let object = served
        .work(RequestKind::Ask, &context, move |context| {
            let answered = asking::answer(context, &asked.asking(), &Tape::Live, &mut |_| {})?;
            Ok(reply.whole(&answered.object, answered.code))
        })
        .await?;
    Ok(Json(object).into_response())
}

/// A question of a conversation.
pub fn asked(access: &Access, question: String, earlier: Vec<String>) -> Asked {
    Asked {
        owner: access.owner().to_owned(),
        question,
        earlier,
        session: None,
        account: None,
        declared: None,
        filters: Vec::new(),
        strategy: Strategy::Auto,
        k: None,
        neighbors: None,
        deadline: None,
        extractive: false,
        model: None,
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}

async fn streamed(
    served: &Arc<Served>,
    context: &Context,
    asked: Asked,
    reply: Reply,
) -> Result<Response, Problem> {
    stream::events(served, context, move |context, to| {
        let send = |object: Value| {
            let event: Named = (None, object.to_string());
            stream::send(&context.cancel, to, event);
        };
        match reply.stream(context, &asked, &send) {
            Ok(()) => {
                stream::send(&context.cancel, to, (None, "[DONE]".to_owned()));
            }
            Err(failure) => send(error_object(&Problem::from(failure))),
        }
    })
    .await
}

/// One answer on its way to the client.
struct Reply {
    id: String,
    created: u64,
    model: String,
    usage: bool,
}

impl Reply {
    fn whole(&self, object: &Value, code: Code) -> Value {
        json!({
            "id": self.id,
            "object": "chat.completion",
            "created": self.created,
            "model": self.model,
            "choices": [{
                "index": 0,
                "message": {
                    "role": "assistant",
                    "content": content(object),
                    "refusal": null,
                    "annotations": annotations(object),
                },
                "logprobs": null,
                "finish_reason": finish(code),
            }],
            "usage": usage(object),
            "x_perusal": extra(object),
        })
    }

    fn chunk(&self, delta: &Value, finish: Option<&str>) -> Value {
        json!({
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": self.created,
            "model": self.model,
            "choices": [{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish}],
        })
    }

    fn stream(
        &self,
        context: &Context,
        asked: &Asked,
        send: &dyn Fn(Value),
    ) -> Result<(), Failure> {
        send(self.chunk(&json!({"role": "assistant", "content": ""}), None));
        let mut written = false;
        let answered = asking::answer(context, &asked.asking(), &Tape::Live, &mut |heard| {
            if let Heard::Piece(piece) = heard {
                written = true;
                send(self.chunk(&json!({"content": piece}), None));
            }
        })?;
        let object = &answered.object;
        if !written {
            send(self.chunk(&json!({"content": content(object)}), None));
        }
        let mut last = self.chunk(
            &json!({"annotations": annotations(object)}),
            Some(finish(answered.code)),
        );
        last["x_perusal"] = extra(object);
        send(last);
        if self.usage {
            let mut counted = self.chunk(&json!({}), None);
            counted["choices"] = json!([]);
            counted["usage"] = usage(object);
            send(counted);
        }
        Ok(())
    }
}

fn finish(code: Code) -> &'static str {
    match code {
        Code::Partial => "length",
        _ => "stop",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_is_a_model() {
        assert_eq!(collection_of("perusal"), Some(DEFAULT_COLLECTION));
        assert_eq!(collection_of("perusal:legal"), Some("legal"));
        assert_eq!(collection_of("gpt-4o"), None);
        assert_eq!(collection_of("perusalx"), None);
        assert_eq!(model_name("legal"), "perusal:legal");
    }
}
