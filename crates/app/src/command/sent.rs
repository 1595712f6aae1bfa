//! What language models were asked on the way of an answer, word by word.
//!
//! It is kept in the trace, on this machine alone: no exporter and no other answer has it. Keys
//! never stand in messages. What is long is cut and says so.

use std::sync::{Arc, Mutex, PoisonError};

use perusal::models::{Completion, Health, LanguageModel, LanguageProfile, Limits, ModelError};
use perusal::models::{Request, Speaker};
use serde_json::{Value, json};

/// Calls of an answer that are kept; later ones are counted.
const CALLS_MAX: usize = 32;
/// Bytes that are kept of a message or an answer.
const TEXT_BYTES_MAX: usize = 48 << 10;
/// Bytes that are kept of all calls together.
const ALL_BYTES_MAX: usize = 256 << 10;

/// The calls of one answer, in the order they were made.
#[derive(Default)]
pub struct Sent {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    calls: Vec<Value>,
    bytes: usize,
    left_out: usize,
}

impl Sent {
    /// A model whose calls are kept here, under what it is asked for.
    pub fn of(
        self: &Arc<Self>,
        role: &'static str,
        model: Box<dyn LanguageModel>,
    ) -> Box<dyn LanguageModel> {
        let sent = Arc::clone(self);
        Box::new(Heard { model, role, sent })
    }

    /// The calls as a trace has them, and who asked; `None` where there was none.
    pub fn told(&self, owner: &str) -> Option<Value> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let told = json!({"owner": owner, "calls": kept.calls, "left_out": kept.left_out});
        (!kept.calls.is_empty()).then_some(told)
    }

    /// Whether a model was asked in a role.
    pub fn asked(&self, role: &str) -> bool {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.calls.iter().any(|call| call["role"] == role)
    }

    fn keep(&self, role: &str, model: &str, request: &Request, said: &Result<&str, String>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.calls.len() == CALLS_MAX {
            kept.left_out += 1;
            return;
        }
        let mut room = ALL_BYTES_MAX - kept.bytes;
        let mut cut = |text: &str| {
            let short = head(text, TEXT_BYTES_MAX.min(room));
            room -= short.len();
            (short.to_owned(), text.len() - short.len())
        };
        let messages: Vec<Value> = request
            .messages
            .iter()
            .map(|message| {
                let (content, left_out) = cut(&message.text);
                let role = match message.speaker {
                    Speaker::System => "system",
                    Speaker::User => "user",
                    Speaker::Model => "assistant",
                };
                json!({"role": role, "content": content, "bytes_left_out": left_out})
            })
            .collect();
        let (text, failed) = match said {
            Ok(text) => (Some(cut(text).0), None),
            Err(reason) => (None, Some(cut(reason).0)),
        };
        kept.bytes = ALL_BYTES_MAX - room;
        kept.calls.push(json!({
            "role": role, "model": model, "messages": messages, "text": text, "failed": failed,
        }));
    }
}

/// What the asker of a trace may see of it: one's own prompts, all with `admin`. Each holds what
/// was asked before it, which is the business of whoever asked.
pub fn shown(trace: &mut Value, asker: Option<&str>) {
    let Some(object) = trace.as_object_mut() else {
        return;
    };
    let Some(kept) = object.remove("prompts") else {
        return;
    };
    if asker.is_none_or(|asker| kept["owner"] == asker) {
        object.insert("prompts".to_owned(), kept["calls"].clone());
        object.insert("prompts_left_out".to_owned(), kept["left_out"].clone());
    }
}

/// The start of a text, by bytes, in whole characters.
fn head(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}

/// A model whose calls are kept.
struct Heard {
    model: Box<dyn LanguageModel>,
    role: &'static str,
    sent: Arc<Sent>,
}

impl LanguageModel for Heard {
    fn profile(&self) -> &LanguageProfile {
        self.model.profile()
    }

    fn prepare(&self, limits: &Limits) -> Result<(), ModelError> {
        self.model.prepare(limits)
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        let done = self.model.complete(request, limits, emit);
        let said = done.as_ref().map(|done| done.text.as_str());
        let said = said.map_err(ToString::to_string);
        self.sent
            .keep(self.role, &self.model.profile().id, request, &said);
        done
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.model.count_tokens(text)
    }

    fn health(&self) -> Health {
        self.model.health()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perusal::models::{Message, Shape};

    fn request(text: &str) -> Request {
        Request {
            messages: vec![
                Message::new(Speaker::System, "Answer."),
                Message::new(Speaker::User, text),
            ],
            tokens_max: 10,
            shape: Shape::Text,
        }
    }

    #[test]
    fn what_is_long_is_cut_between_characters_and_says_so() {
        let sent = Sent::default();
        assert!(sent.told("").is_none());
        let long = "ä".repeat(TEXT_BYTES_MAX);
        for _ in 0..CALLS_MAX + 2 {
            sent.keep("main", "m", &request(&long), &Ok("Yes."));
        }
        let told = sent.told("").expect("calls");
        let first = &told["calls"][0]["messages"][1];
        assert_eq!(
            first["content"].as_str().map(str::len),
            Some(TEXT_BYTES_MAX)
        );
        assert_eq!(first["bytes_left_out"], TEXT_BYTES_MAX);
        assert_eq!(told["left_out"], 2);
        // JSON's own marks come on top.
        assert!(told.to_string().len() < ALL_BYTES_MAX + CALLS_MAX * 400);
    }

    #[test]
    fn others_see_no_prompt() {
        let sent = Sent::default();
        sent.keep(
            "main",
            "m",
            &request("And his salary?"),
            &Err("gone".to_owned()),
        );
        let trace = |asker| {
            let mut trace = json!({"question": "?", "prompts": sent.told("desk")});
            shown(&mut trace, asker);
            trace
        };
        assert!(trace(Some("front")).get("prompts").is_none());
        for asker in [None, Some("desk")] {
            let trace = trace(asker);
            assert_eq!(
                trace["prompts"][0]["messages"][1]["content"],
                "And his salary?"
            );
            assert_eq!(trace["prompts"][0]["failed"], "gone");
        }
    }
}
