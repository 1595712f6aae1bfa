//! Objects of `ask --json` as messages.

use serde_json::Value;

use super::generated::agent_event::Event;
use super::generated::{AgentEvent, AgentResponse, Citation, Delta, Meta, Plan, Sources};

/// A whole answer.
pub fn response(object: &Value) -> AgentResponse {
    let answer = &object["answer"];
    AgentResponse {
        status: text(&object["status"]),
        text: text(&answer["text"]),
        confidence: answer["confidence"].as_f64().unwrap_or_default(),
        citations: citations(&answer["citations"]),
        trace: text(&object["trace"]),
        json: without_explain(object).to_string(),
    }
}

/// An event of the HTTP stream as a message; `None` for one that has none here.
pub fn event(name: &str, object: &Value) -> Option<AgentEvent> {
    Some(of(match name {
        "meta" => Event::Meta(Meta {
            route_json: object["route"].to_string(),
        }),
        "plan" => Event::Plan(Plan {
            strategy: text(&object["strategy"]),
        }),
        "sources" => Event::Sources(Sources {
            citations: citations(&object["citations"]),
        }),
        "delta" => Event::Delta(Delta {
            text: text(&object["text"]),
        }),
        _ => return None,
    }))
}

/// The last events of an answer.
pub fn end(object: &Value) -> [AgentEvent; 2] {
    let citations = citations(&object["answer"]["citations"]);
    [
        of(Event::Citations(Sources { citations })),
        of(Event::Done(response(object))),
    ]
}

fn of(event: Event) -> AgentEvent {
    AgentEvent { event: Some(event) }
}

fn without_explain(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(object) = object.as_object_mut() {
        object.remove("explain");
    }
    object
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn citations(list: &Value) -> Vec<Citation> {
    let list = list.as_array().into_iter().flatten();
    let small = |value: &Value| {
        let number = value.as_u64().unwrap_or_default();
        u32::try_from(number).unwrap_or_default()
    };
    list.map(|one| Citation {
        marker: small(&one["marker"]),
        document: text(&one["document"]),
        document_id: text(&one["document_id"]),
        first_page: small(&one["pages"][0]),
        last_page: small(&one["pages"][1]),
        start: one["span"]["start"].as_u64().unwrap_or_default(),
        end: one["span"]["end"].as_u64().unwrap_or_default(),
        quote: text(&one["quote"]),
    })
    .collect()
}
