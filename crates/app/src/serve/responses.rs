//! `/v1/responses`: the newer of OpenAI's two forms of a question. It keeps nothing: the turns of
//! a conversation are sent along.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::access::Access;
use super::api::{Asked, Body};
use super::openai::{self, Message, OpenAiProblem, served_model};
use super::parting::{self, Parting};
use super::problem::Problem;
use super::state::{RequestKind, Served};
use super::stream::{self, Named};
use crate::command::asking::{self, Heard};
use crate::command::writer::Tape;
use crate::context::Context;
use crate::failure::{Code, Failure};

/// A question, or a conversation that ends with one. Fields that are not named here are ignored.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ResponsesBody {
    model: String,
    input: Input,
    #[serde(default)]
    stream: bool,
    tools: Option<Value>,
    previous_response_id: Option<String>,
    background: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Input {
    Text(String),
    Messages(Vec<Message>),
}

impl ResponsesBody {
    fn question(&self) -> Result<(String, Vec<String>), Problem> {
        let refused = [
            ("tools", self.tools.as_ref().is_some_and(openai::filled)),
            ("previous_response_id", self.previous_response_id.is_some()),
            ("background", self.background == Some(true)),
        ];
        if let Some((name, _)) = refused.iter().find(|(_, is_set)| *is_set) {
            let detail = format!("`{name}` is not supported: nothing is kept or called");
            return Err(Problem::bad_request(detail));
        }
        match &self.input {
            Input::Text(text) => Ok((text.clone(), Vec::new())),
            Input::Messages(messages) => openai::last_of(messages, "input"),
        }
    }
}

/// `POST responses`
pub async fn responses(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    body: Result<Body<ResponsesBody>, Problem>,
) -> Result<Response, OpenAiProblem> {
    let Body(body) = body?;
    let context = served_model(&served, &access, &body.model)?;
    let (question, earlier) = body.question()?;
    let asked = openai::asked(&access, question, earlier);
    let id = super::ids::fresh_id();
    let reply = Reply {
        id: format!("resp_{id}"),
        item: format!("msg_{id}"),
        created: openai::now(),
        model: body.model.clone(),
    };
    if body.stream {
        return Ok(streamed(&served, &context, asked, reply).await?);
    }
    let work = move |context: &Context| {
        let answered = asking::answer(context, &asked.asking(), &Tape::Live, &mut |_| {})?;
        Ok(reply.whole(&answered.object, answered.code))
    };
    let object = served.work(RequestKind::Ask, &context, work).await?;
    Ok(Json(object).into_response())
}

async fn streamed(
    served: &Arc<Served>,
    context: &Context,
    asked: Asked,
    reply: Reply,
) -> Result<Response, Problem> {
    stream::events(served, context, move |context, to| {
        let mut number = 0;
        let mut send = |name: &'static str, mut object: Value| {
            object["type"] = name.into();
            object["sequence_number"] = number.into();
            number += 1;
            let event: Named = (Some(name), object.to_string());
            stream::send(&context.cancel, to, event);
        };
        if let Err(failure) = reply.stream(context, &asked, &mut send) {
            let problem = Problem::from(failure);
            send(
                "error",
                json!({"code": problem.code, "message": problem.detail, "param": null}),
            );
        }
    })
    .await
}

/// One answer on its way to the client.
struct Reply {
    id: String,
    item: String,
    created: u64,
    model: String,
}

impl Reply {
    fn stream(
        &self,
        context: &Context,
        asked: &Asked,
        send: &mut dyn FnMut(&'static str, Value),
    ) -> Result<(), Failure> {
        send("response.created", json!({"response": self.begun()}));
        let item = json!({"id": self.item, "type": "message", "role": "assistant",
            "status": "in_progress", "content": []});
        send(
            "response.output_item.added",
            json!({"output_index": 0, "item": item}),
        );
        let part = json!({"type": "output_text", "text": "", "annotations": []});
        send(
            "response.content_part.added",
            self.place(&json!({"part": part})),
        );
        let mut written = false;
        let answered = asking::answer(context, &asked.asking(), &Tape::Live, &mut |heard| {
            if let Heard::Piece(piece) = heard {
                written = true;
                send(
                    "response.output_text.delta",
                    self.place(&json!({"delta": piece})),
                );
            }
        })?;
        let object = &answered.object;
        let text = parting::content(object);
        if !written {
            send(
                "response.output_text.delta",
                self.place(&json!({"delta": text})),
            );
        }
        send(
            "response.output_text.done",
            self.place(&json!({"text": text})),
        );
        let whole = self.whole(object, answered.code);
        let item = &whole["output"][0];
        let part = self.place(&json!({"part": item["content"][0]}));
        send("response.content_part.done", part);
        send(
            "response.output_item.done",
            json!({"output_index": 0, "item": item}),
        );
        let name = match answered.code {
            Code::Partial => "response.incomplete",
            _ => "response.completed",
        };
        send(name, json!({"response": whole}));
        Ok(())
    }

    /// An event of the one text of the one item.
    fn place(&self, event: &Value) -> Value {
        let mut event = event.clone();
        event["item_id"] = self.item.as_str().into();
        event["output_index"] = 0.into();
        event["content_index"] = 0.into();
        event
    }

    fn begun(&self) -> Value {
        json!({
            "id": self.id,
            "object": "response",
            "created_at": self.created,
            "status": "in_progress",
            "model": self.model,
            "output": [],
            "error": null,
            "incomplete_details": null,
            "instructions": null,
            "metadata": {},
            "parallel_tool_calls": false,
            "tool_choice": "none",
            "tools": [],
            "temperature": null,
            "top_p": null,
            "usage": null,
        })
    }

    fn whole(&self, object: &Value, code: Code) -> Value {
        let Parting {
            text,
            annotations,
            usage,
            extra,
        } = Parting::of(object);
        // Here the fields of a citation stand beside its type.
        let annotations: Vec<Value> = annotations
            .into_iter()
            .map(|noted| {
                let mut cited = noted["url_citation"].clone();
                cited["type"] = noted["type"].clone();
                cited
            })
            .collect();
        let mut whole = self.begun();
        let partial = matches!(code, Code::Partial);
        whole["status"] = if partial { "incomplete" } else { "completed" }.into();
        if partial {
            whole["incomplete_details"] = json!({"reason": "max_output_tokens"});
        }
        whole["output"] = json!([{
            "id": self.item,
            "type": "message",
            "role": "assistant",
            "status": whole["status"],
            "content": [{"type": "output_text", "text": text, "annotations": annotations}],
        }]);
        whole["usage"] = json!({
            "input_tokens": usage["prompt_tokens"],
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": usage["completion_tokens"],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": usage["total_tokens"],
        });
        whole["x_perusal"] = extra;
        whole
    }
}
