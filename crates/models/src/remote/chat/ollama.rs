//! Ollama's own protocol. Its `/v1` cannot set the window, which is 4,096 tokens on small machines,
//! and what is beyond is dropped in silence there.

use serde::Deserialize;
use serde_json::{Value, json};

use super::stream::{Heard, Said};
use crate::{End, Message, Speaker, remote::wire};

/// How long the model stays in memory after a call: questions come in groups.
const KEEP_ALIVE: &str = "30m";

/// Path of a call.
pub(super) const PATH: &str = "/api/chat";

/// What is asked for.
pub(super) struct Asked<'a> {
    pub model: &'a str,
    pub messages: &'a [Message],
    pub tokens_max: u32,
    /// Tokens of the window that the server sets up.
    pub context_tokens: usize,
    pub seed: u32,
    /// A schema, or `"json"` for JSON of any kind.
    pub format: Option<Value>,
    /// Whether the model is told not to think; only those that do may be told.
    pub no_thinking: bool,
}

/// The body of a request.
pub(super) fn body(asked: &Asked<'_>) -> Value {
    let mut body = json!({
        "model": asked.model,
        "messages": messages(asked.messages),
        "stream": true,
        "keep_alive": KEEP_ALIVE,
        // What does not fit is refused by us, and shall not be cut by others.
        "truncate": false,
        "shift": false,
        "options": {
            "num_ctx": asked.context_tokens,
            "num_predict": asked.tokens_max,
            "temperature": 0,
            "seed": asked.seed,
        },
    });
    if let Some(format) = &asked.format {
        body["format"] = format.clone();
    }
    if asked.no_thinking {
        body["think"] = json!(false);
    }
    body
}

/// A conversation, as all the protocols write it.
pub(super) fn messages(messages: &[Message]) -> Value {
    let role = |speaker| match speaker {
        Speaker::System => "system",
        Speaker::User => "user",
        Speaker::Model => "assistant",
    };
    let message = |one: &Message| json!({"role": role(one.speaker), "content": one.text});
    messages.iter().map(message).collect()
}

#[derive(Deserialize)]
struct Line {
    error: Option<Value>,
    message: Option<Part>,
    done: Option<bool>,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
}

#[derive(Deserialize)]
struct Part {
    content: Option<String>,
    thinking: Option<String>,
}

/// What a line of an answer says.
pub(super) fn heard(line: &str) -> Heard {
    if line.trim().is_empty() {
        return Heard::Nothing;
    }
    let read: Line = match wire::parsed(line.as_bytes()) {
        Ok(read) => read,
        Err(reason) => return Heard::Bad(reason),
    };
    if read.error.is_some_and(|error| !error.is_null()) {
        let told = wire::message(line.as_bytes());
        return Heard::Broke(told.unwrap_or_else(|| "an error".to_owned()));
    }
    if read.message.is_none() && read.done.is_none() {
        return Heard::Bad("a line has neither a message nor the end".to_owned());
    }
    let (text, thinking) = read
        .message
        .map_or((None, None), |part| (part.content, part.thinking));
    let done = read.done == Some(true);
    let end = match read.done_reason.as_deref() {
        Some("length") => End::Cut,
        _ => End::Complete,
    };
    Heard::Said(Said {
        text: text.unwrap_or_default(),
        thought: thinking.is_some_and(|thinking| !thinking.is_empty()),
        end: done.then_some(end),
        prompt_tokens: read.prompt_eval_count,
        completion_tokens: read.eval_count,
        last: done,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_they_should() {
        let said = |line| match heard(line) {
            Heard::Said(said) => said,
            other => panic!("{other:?}"),
        };
        let one =
            said(r#"{"model":"m","message":{"role":"assistant","content":"red "},"done":false}"#);
        assert_eq!(
            (one.text.as_str(), one.end, one.last),
            ("red ", None, false)
        );
        let thinks = said(r#"{"message":{"content":"","thinking":"Hm"},"done":false}"#);
        assert!(thinks.thought && thinks.text.is_empty());
        let last = said(
            r#"{"message":{"content":""},"done":true,"done_reason":"length",
                "prompt_eval_count":26,"eval_count":5}"#,
        );
        assert_eq!((last.end, last.prompt_tokens), (Some(End::Cut), Some(26)));
        assert!(last.last);
        assert_eq!(
            heard(r#"{"error":"an unexpected end"}"#),
            Heard::Broke("an unexpected end".to_owned())
        );
        for bad in ["<html>", "{\"message\"", "{}", "[]", "null"] {
            assert!(matches!(heard(bad), Heard::Bad(_)), "{bad}");
        }
        assert_eq!(heard(" "), Heard::Nothing);
    }
}
