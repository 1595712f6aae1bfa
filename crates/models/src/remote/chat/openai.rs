//! The protocol of OpenAI, as it and the many servers speak it that took it over: subsets differ, so
//! what is not known is passed over and what is missing is done without.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    ollama::messages,
    shape::Held,
    stream::{Heard, Said},
};
use crate::{End, Message, remote::wire};

/// What of a request a server would not take, as bits: it is left out, or said in another way.
pub(super) mod left_out {
    /// `stream_options`: there is no usage, then.
    pub const STREAM_OPTIONS: u8 = 1;
    pub const SEED: u8 = 1 << 1;
    pub const TEMPERATURE: u8 = 1 << 2;
    /// `max_tokens`, which is called `max_completion_tokens` then.
    pub const MAX_TOKENS: u8 = 1 << 3;
    /// What tells a model not to think.
    pub const THINKING: u8 = 1 << 4;

    /// The bit of what a refusal names.
    pub fn named_in(refusal: &str) -> Option<u8> {
        [
            ("stream_options", STREAM_OPTIONS),
            ("max_completion_tokens", MAX_TOKENS),
            ("temperature", TEMPERATURE),
            ("seed", SEED),
            ("think", THINKING),
        ]
        .into_iter()
        .find_map(|(name, bit)| refusal.contains(name).then_some(bit))
    }
}

/// What is asked for.
pub(super) struct Asked<'a> {
    pub model: &'a str,
    pub messages: &'a [Message],
    pub tokens_max: u32,
    pub seed: u32,
    pub held: Held,
    pub schema: Option<Value>,
    /// Bits of [`left_out`].
    pub left_out: u8,
    pub kind: Kind,
}

/// Whose dialect it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    OpenAi,
    LlamaServer,
    Alibaba,
}

/// The body of a request.
pub(super) fn body(asked: &Asked<'_>) -> Value {
    let takes = |bit: u8| asked.left_out & bit == 0;
    let mut body = json!({
        "model": asked.model,
        "messages": messages(asked.messages),
        "stream": true,
    });
    let tokens = match takes(left_out::MAX_TOKENS) {
        true => "max_tokens",
        false => "max_completion_tokens",
    };
    body[tokens] = json!(asked.tokens_max);
    if takes(left_out::STREAM_OPTIONS) {
        body["stream_options"] = json!({"include_usage": true});
    }
    if takes(left_out::TEMPERATURE) {
        body["temperature"] = json!(0);
    }
    if takes(left_out::SEED) {
        body["seed"] = json!(asked.seed);
    }
    match asked.kind {
        Kind::OpenAi => {}
        // The beginning that requests share is read once.
        Kind::LlamaServer => body["cache_prompt"] = json!(true),
        Kind::Alibaba if takes(left_out::THINKING) => body["enable_thinking"] = json!(false),
        Kind::Alibaba => {}
    }
    if let Some(schema) = &asked.schema {
        hold(&mut body, asked, schema);
    }
    body
}

/// Tells the server what to hold the answer to.
fn hold(body: &mut Value, asked: &Asked<'_>, schema: &Value) {
    match (asked.held, asked.kind) {
        (Held::Words, _) => {}
        (Held::Schema, Kind::LlamaServer) => body["json_schema"] = schema.clone(),
        (Held::Schema, Kind::OpenAi | Kind::Alibaba) => {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": true, "schema": schema},
            });
        }
        (Held::Json, _) => body["response_format"] = json!({"type": "json_object"}),
    }
}

#[derive(Deserialize)]
struct Event {
    error: Option<Value>,
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<Part>,
    /// In the place of `delta` from a server that does not stream.
    message: Option<Part>,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Part {
    content: Option<String>,
    reasoning_content: Option<String>,
    reasoning: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

/// What a line of an answer says.
pub(super) fn heard(line: &str) -> Heard {
    let line = line.trim();
    let passed_over = [":", "event:", "id:", "retry:"];
    if line.is_empty() || passed_over.iter().any(|start| line.starts_with(start)) {
        return Heard::Nothing;
    }
    let data = line.strip_prefix("data:").map_or(line, str::trim);
    if data == "[DONE]" {
        return Heard::Said(Said {
            last: true,
            ..Said::default()
        });
    }
    let event: Event = match wire::parsed(data.as_bytes()) {
        Ok(event) => event,
        Err(reason) => return Heard::Bad(reason),
    };
    if event.error.is_some_and(|error| !error.is_null()) {
        let told = wire::message(data.as_bytes());
        return Heard::Broke(told.unwrap_or_else(|| "an error".to_owned()));
    }
    said(event.choices.unwrap_or_default(), event.usage)
}

fn said(choices: Vec<Choice>, usage: Option<Usage>) -> Heard {
    let mut said = Said::default();
    // Only one was asked for.
    if let Some(choice) = choices.into_iter().next() {
        let part = choice.delta.or(choice.message).unwrap_or_default();
        let thinking = part.reasoning_content.or(part.reasoning);
        said.thought = thinking.is_some_and(|thinking| !thinking.is_empty());
        said.text = part.content.unwrap_or_default();
        said.end = match choice.finish_reason.as_deref() {
            None | Some("") => None,
            Some("length") => Some(End::Cut),
            Some("content_filter") => return Heard::Broke("its filter stopped it".to_owned()),
            Some(_) => Some(End::Complete),
        };
    }
    if let Some(usage) = usage {
        said.prompt_tokens = usage.prompt_tokens;
        said.completion_tokens = usage.completion_tokens;
    }
    Heard::Said(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_they_should() {
        let said = |line| match heard(line) {
            Heard::Said(said) => said,
            other => panic!("{line}: {other:?}"),
        };
        let one = said(r#"data: {"choices":[{"index":0,"delta":{"content":"red"},"x":[]}]}"#);
        assert_eq!((one.text.as_str(), one.end), ("red", None));
        for nothing in [
            r#"data: {"choices":null}"#,
            r#"data: {"choices":[]}"#,
            r#"data: {"choices":[{"delta":null,"finish_reason":null}]}"#,
            r#"data: {"choices":[{"delta":{"role":"assistant","content":null}}],"error":null}"#,
        ] {
            assert_eq!(said(nothing), Said::default(), "{nothing}");
        }
        let thinks = said(r#"data: {"choices":[{"delta":{"reasoning_content":"Hm"}}]}"#);
        assert!(thinks.thought);
        let cut = said(r#"data:{"choices":[{"delta":{},"finish_reason":"length"}]}"#);
        assert_eq!(cut.end, Some(End::Cut));
        let usage =
            said(r#"data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#);
        assert_eq!(
            (usage.prompt_tokens, usage.completion_tokens),
            (Some(7), Some(2))
        );
        assert!(said("data: [DONE]").last);
        // A server that does not stream.
        let whole = said(
            r#"{"choices":[{"message":{"content":"red"},"finish_reason":"stop"}],"usage":null}"#,
        );
        assert_eq!(
            (whole.text.as_str(), whole.end),
            ("red", Some(End::Complete))
        );
        for nothing in ["", ": ping", "event: message", "id: 7", "\r"] {
            assert_eq!(heard(nothing), Heard::Nothing);
        }
        let broke = heard(r#"data: {"error":{"message":"out of memory","code":500}}"#);
        assert_eq!(broke, Heard::Broke("out of memory".to_owned()));
        for bad in ["<html>", "data: {", "hello", "data: 7"] {
            assert!(matches!(heard(bad), Heard::Bad(_)), "{bad}");
        }
    }

    #[test]
    fn a_request_says_what_the_dialect_takes() {
        let asked = |kind, held, left_out| {
            body(&Asked {
                model: "m",
                messages: &[],
                tokens_max: 5,
                seed: 1,
                held,
                schema: Some(json!({"type": "object"})),
                left_out,
                kind,
            })
        };
        let full = asked(Kind::OpenAi, Held::Schema, 0);
        assert_eq!(full["response_format"]["json_schema"]["strict"], true);
        assert_eq!(full["max_tokens"], 5);
        assert!(full.get("cache_prompt").is_none());
        let less = asked(
            Kind::OpenAi,
            Held::Json,
            left_out::MAX_TOKENS | left_out::SEED,
        );
        assert_eq!(less["max_completion_tokens"], 5);
        assert!(less.get("max_tokens").is_none() && less.get("seed").is_none());
        assert_eq!(less["response_format"], json!({"type": "json_object"}));
        let words = asked(Kind::Alibaba, Held::Words, 0);
        assert!(words.get("response_format").is_none());
        assert_eq!(words["enable_thinking"], false);
        let llama = asked(Kind::LlamaServer, Held::Schema, 0);
        assert_eq!(llama["json_schema"]["type"], "object");
        assert_eq!(llama["cache_prompt"], true);
    }
}
