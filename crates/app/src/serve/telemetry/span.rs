//! The stages of an answer as spans: what the exporter sends, and what a trace shows.
//!
//! They are made of the answer's own times. Those are lengths, in the order in which stages run;
//! what no stage took is planning, which runs first.

use serde_json::{Map, Value, json};

use super::names;

/// A stage, or the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// What was done, and with what.
    pub name: String,
    /// Milliseconds after the question came.
    pub start_ms: f64,
    /// How long it took.
    pub ms: f64,
    /// What is known of it.
    pub attributes: Map<String, Value>,
}

impl Span {
    /// As a trace shows it.
    pub fn object(&self) -> Value {
        json!({
            "name": self.name, "start_ms": self.start_ms, "ms": self.ms,
            "attributes": self.attributes,
        })
    }
}

/// The spans of an answer, the whole first; `content` adds what was asked and answered. `object` is
/// that of `ask --json` or `analyze --json`.
pub fn of(object: &Value, content: bool) -> Vec<Span> {
    let time = |name: &str| object["timings_ms"][name].as_f64().unwrap_or_default();
    let total = time("total");
    let calls = object["usage"]["llm_calls"].as_u64().unwrap_or_default();
    let stages = [
        (names::EMBEDDINGS, time("embed")),
        (names::RETRIEVAL, time("search")),
        (names::RERANK, time("rerank")),
        (
            if calls > 0 {
                names::CHAT
            } else {
                names::EXTRACT
            },
            time("answer"),
        ),
    ];
    let known: f64 = stages.iter().map(|(_, ms)| ms).sum();
    let planning = (names::PLAN, (total - known).max(0.0));
    let whole = Span {
        name: names::WORKFLOW.to_owned(),
        start_ms: 0.0,
        ms: total,
        attributes: about(object, content),
    };
    let mut spans = vec![whole];
    let mut at = 0.0;
    for (operation, ms) in std::iter::once(planning).chain(stages) {
        if ms > 0.0 {
            let span = stage(object, operation, (at, ms));
            at += ms;
            spans.push(span);
        }
    }
    spans
}

fn stage(object: &Value, operation: &str, (start_ms, ms): (f64, f64)) -> Span {
    let mut attributes = Map::new();
    let mut put = |name: &str, value: &Value| {
        if !value.is_null() {
            attributes.insert(name.to_owned(), value.clone());
        }
    };
    put(names::OPERATION, &operation.into());
    let mut name = operation.to_owned();
    match operation {
        names::PLAN => put(names::LAYER, &object["route"]["layer"]),
        names::RETRIEVAL => {
            put(names::STRATEGY, &object["route"]["strategy"]);
            put(names::SOURCE, &object["collection"]);
            if let Some(strategy) = object["route"]["strategy"].as_str() {
                name = format!("{operation} {strategy}");
            }
        }
        names::CHAT => {
            put(names::CALLS, &object["usage"]["llm_calls"]);
            put(names::INPUT_TOKENS, &object["usage"]["prompt_tokens"]);
            put(names::OUTPUT_TOKENS, &object["usage"]["completion_tokens"]);
            put(names::MODEL, &object["answer"]["model"]);
        }
        _ => {}
    }
    Span {
        name,
        start_ms,
        ms,
        attributes,
    }
}

fn about(object: &Value, content: bool) -> Map<String, Value> {
    let mut about = Map::from_iter([(names::OPERATION.to_owned(), names::WORKFLOW.into())]);
    let mut put = |name: &str, value: &Value| {
        if !value.is_null() {
            about.insert(name.to_owned(), value.clone());
        }
    };
    put(names::STATUS, &object["status"]);
    put(names::TRACE, &object["trace"]);
    if content {
        put(names::INPUT, &object["question"]);
        put(names::OUTPUT, &object["answer"]["text"]);
    }
    about
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer() -> Value {
        json!({
            "question": "When?", "status": "answered", "trace": "t",
            "route": {"layer": "rules", "strategy": "hybrid"},
            "answer": {"text": "At nine."},
            "usage": {"llm_calls": 0},
            "timings_ms": {"embed": 2.0, "search": 3.0, "rerank": 0.0, "answer": 4.0, "total": 10.0},
        })
    }

    #[test]
    fn stages_follow_each_other_and_fill_the_whole() {
        let spans = of(&answer(), false);
        let told: Vec<_> = spans
            .iter()
            .map(|span| (span.name.as_str(), span.start_ms, span.ms))
            .collect();
        assert_eq!(
            told,
            [
                ("invoke_workflow", 0.0, 10.0),
                ("plan", 0.0, 1.0),
                ("embeddings", 1.0, 2.0),
                ("retrieval hybrid", 3.0, 3.0),
                ("extract", 6.0, 4.0),
            ]
        );
    }

    #[test]
    fn content_is_told_only_where_it_may_be() {
        let shown = |content| format!("{:?}", of(&answer(), content));
        assert!(!shown(false).contains("When?") && !shown(false).contains("nine"));
        assert!(shown(true).contains("When?") && shown(true).contains("nine"));
    }
}
