//! How a request is put, and what an answer to it amounts to: what is sent fits the window, and what
//! comes is checked against the shape that was asked for and against what was sent.

use serde_json::Value;

use super::{
    ChatService,
    exchange::{Answer, Asked, Manner},
    model::ChatModel,
    ollama,
    openai::{self, Kind, left_out},
    shape::{self, Held},
};
use crate::{
    Completion, Counted, End, LanguageModel, Limits, MESSAGE_TOKENS, Message, ModelError, Request,
    Shape, WRAPPING_TOKENS, language::estimated,
};

/// Nothing is sampled; where a server does so all the same, it does so alike each time.
const SEED: u32 = 1;

/// A prompt has more tokens than one for so many bytes, in any language and with any tokenizer,
/// where nothing is repeated; a server that counts fewer has cut it.
const TOKEN_BYTES_MAX: usize = 7;

/// Of a short prompt nothing is cut, and its count says little.
const COUNT_LEAST: usize = 64;

impl ChatModel {
    /// The request as it is sent, if it fits.
    pub(super) fn asked(
        &self,
        request: &Request,
        manner: Manner,
        limits: &Limits,
    ) -> Result<Asked, ModelError> {
        let messages = shape::messages(request, manner.held);
        let texts: Vec<&str> = messages.iter().map(|one| &*one.text).collect();
        let joined = texts.join("\n");
        let marks = (messages.len() + 1) * MESSAGE_TOKENS;
        let text_tokens = self.tokens(&joined, limits)?;
        let tokens = text_tokens + marks;
        let wrapping = match request.shape {
            Shape::Text => 0,
            Shape::OneOf(_) | Shape::Json(_) => WRAPPING_TOKENS,
        };
        let tokens_max = request.tokens_max.saturating_add(wrapping);
        let window = self.profile().context_tokens;
        if tokens + tokens_max as usize > window {
            return Err(self.caller.failed(format!(
                "the request has about {tokens} tokens and the answer up to {tokens_max}; its \
                 window is of {window}"
            )));
        }
        Ok(Asked {
            body: self.body(request, &messages, tokens_max, manner),
            tokens,
            least: match self.profile().counted {
                // Templates drop white space at the ends of messages.
                Counted::Exactly => text_tokens - text_tokens / 10,
                Counted::Estimated => unrepeated_bytes(&joined) / TOKEN_BYTES_MAX,
            },
            tokens_max,
        })
    }

    fn body(
        &self,
        request: &Request,
        messages: &[Message],
        tokens_max: u32,
        manner: Manner,
    ) -> Value {
        let schema = shape::schema(&request.shape);
        let kind = match self.server.service {
            ChatService::Ollama => {
                let thinks = self.known().is_some_and(|known| known.thinks);
                return ollama::body(&ollama::Asked {
                    model: &self.server.model,
                    messages,
                    tokens_max,
                    context_tokens: self.profile().context_tokens,
                    seed: SEED,
                    format: schema.and_then(|schema| match manner.held {
                        Held::Schema => Some(schema),
                        Held::Json => Some("json".into()),
                        Held::Words => None,
                    }),
                    no_thinking: thinks && manner.left_out & left_out::THINKING == 0,
                });
            }
            ChatService::OpenAi => Kind::OpenAi,
            ChatService::LlamaServer => Kind::LlamaServer,
            ChatService::Alibaba => Kind::Alibaba,
        };
        openai::body(&openai::Asked {
            model: &self.server.model,
            messages,
            tokens_max,
            seed: SEED,
            held: manner.held,
            schema,
            left_out: manner.left_out,
            kind,
        })
    }

    /// What an answer amounts to, once it is checked.
    pub(super) fn checked(
        &self,
        request: &Request,
        held: Held,
        asked: &Asked,
        answer: Answer,
    ) -> Result<Completion, ModelError> {
        let told = answer
            .prompt_tokens
            .map(|told| usize::try_from(told).unwrap_or(usize::MAX));
        if let Some(told) = told
            && asked.least >= COUNT_LEAST
            && told < asked.least
        {
            return Err(self.caller.bad_answer(format!(
                "it read {told} tokens of a request that has at least {}: it has cut the request",
                asked.least
            )));
        }
        let end = answer.end.unwrap_or(End::Complete);
        let text = match (&request.shape, end) {
            (Shape::Text, _) => answer.text,
            (_, End::Cut) => {
                let reason = format!("it was cut after {} tokens", asked.tokens_max);
                return Err(self.caller.wrong_shape(reason, answer.text));
            }
            (asked_for, End::Complete) => {
                shape::answer(asked_for, held, &answer.text).map_err(|wrong| {
                    if wrong.unheld {
                        self.does_not_hold(held);
                    }
                    self.caller.wrong_shape(wrong.reason, answer.text)
                })?
            }
        };
        let completion_tokens = answer.completion_tokens.unwrap_or(estimated(&text) as u64);
        let most = u64::from(asked.tokens_max);
        let both = answer.prompt_tokens.is_some() && answer.completion_tokens.is_some();
        Ok(Completion {
            text,
            end,
            prompt_tokens: u32::try_from(told.unwrap_or(asked.tokens)).unwrap_or(u32::MAX),
            completion_tokens: completion_tokens.min(most) as u32,
            counted: match both {
                true => Counted::Exactly,
                false => Counted::Estimated,
            },
        })
    }
}

impl Manner {
    /// Takes away what a server may have refused; false when there is nothing left to take away.
    pub(super) fn gives_way(&mut self, refusal: &str, shape: &Shape) -> bool {
        let named = left_out::named_in(refusal).filter(|bit| self.left_out & bit == 0);
        if let Some(bit) = named {
            self.left_out |= bit;
            return true;
        }
        match self.held.weaker() {
            Some(weaker) if *shape != Shape::Text => {
                self.held = weaker;
                true
            }
            _ => false,
        }
    }
}

/// Bytes of a text without repetitions, of which tokenizers make one token for many.
fn unrepeated_bytes(text: &str) -> usize {
    let mut last = None;
    let mut bytes = 0;
    for c in text.chars() {
        let kind = if c.is_whitespace() { ' ' } else { c };
        if last != Some(kind) {
            bytes += c.len_utf8();
        }
        last = Some(kind);
    }
    bytes
}
