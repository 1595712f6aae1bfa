//! The language model: a request in, a checked answer out, whatever the server does.
//!
//! A call waits for its turn, is let through by the breaker, and is sent again as long as nothing of
//! an answer has come. What a server would not take of a request is left out from then on.

use std::{
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{
    ChatServer, ChatService,
    again::{AGAIN_MAX, Again},
    breaker::Breaker,
    ollama,
    openai::{self, Kind, left_out},
    pace::{Pace, Went},
    read::{Refusal, Unread},
    shape::{self, Held},
};
use crate::{
    Completion, Counted, End, Health, LanguageModel, LanguageProfile, Limits, MESSAGE_TOKENS,
    Message, ModelError, Request, Shape, WRAPPING_TOKENS,
    language::estimated,
    remote::{call::Caller, retry},
};

/// Nothing is sampled; where a server does so all the same, it does so alike each time.
const SEED: u32 = 1;

/// Pause between two looks whether a server has loaded its model.
const LOADING_PAUSE: Duration = Duration::from_millis(250);

/// A prompt has more tokens than one for so many bytes, in any language and with any tokenizer,
/// where nothing is repeated; a server that counts fewer has cut it.
const TOKEN_BYTES_MAX: usize = 7;

/// Of a short prompt nothing is cut, and its count says little.
const COUNT_LEAST: usize = 64;

/// A language model on a server.
pub struct ChatModel {
    pub(super) server: ChatServer,
    pub(super) caller: Caller,
    /// As long as the server was not asked.
    profile: LanguageProfile,
    known: OnceLock<Known>,
    /// What holds an answer to its shape here, as a number of [`Held`].
    held: AtomicU8,
    /// What of a request the server would not take.
    left_out: AtomicU8,
    breaker: Breaker,
    pace: Pace,
    again: Again,
    /// When the last answer came: the model is loaded then.
    pub(super) answered: Mutex<Option<Instant>>,
}

/// What the server told about itself.
#[derive(Debug)]
pub(super) struct Known {
    pub profile: LanguageProfile,
    /// The model thinks before it answers, unless told not to.
    pub thinks: bool,
    /// Models that are there, some of them.
    pub models: Vec<String>,
}

/// Why a step of a call gave nothing.
pub(super) enum Broke {
    /// Another try would end alike, or part of an answer was given out.
    Here(ModelError),
    /// Another try may do.
    Again {
        reason: String,
        asked_for: Option<Duration>,
    },
    /// The server says that it loads the model.
    Loading(String),
    /// The request was refused for something that can be left out.
    Otherwise,
}

impl From<ModelError> for Broke {
    fn from(error: ModelError) -> Self {
        Self::Here(error)
    }
}

/// How a request is put; each refusal takes something away.
#[derive(Clone, Copy)]
struct Manner {
    held: Held,
    left_out: u8,
}

/// A request as it is sent, and what it should take.
pub(super) struct Asked {
    pub body: Value,
    /// Tokens as we count.
    tokens: usize,
    /// Tokens that it has at least.
    least: usize,
    /// Tokens of the answer at most.
    pub tokens_max: u32,
}

/// An answer as it came.
#[derive(Default)]
pub(super) struct Answer {
    pub text: String,
    /// Pieces that tokens came in.
    pub pieces: u32,
    /// Why it ended; `None` until it did.
    pub end: Option<End>,
    /// As the server counts.
    pub prompt_tokens: Option<u64>,
    /// As the server counts.
    pub completion_tokens: Option<u64>,
    /// When the first token came, from the request on.
    pub first_token: Option<Duration>,
}

impl ChatModel {
    /// A model on a server; nothing is asked yet.
    ///
    /// With `offline` only a server on this machine will do.
    ///
    /// # Errors
    /// [`ModelError::RemoteOffline`].
    pub fn new(server: ChatServer, offline: bool) -> Result<Self, ModelError> {
        let name = server.name();
        let caller = Caller::new(name.clone(), &server.endpoint, server.key.as_ref(), offline)?;
        let context_tokens = server.service.context_tokens();
        let profile = LanguageProfile {
            id: name,
            context_tokens: server.context_tokens.unwrap_or(context_tokens),
            counted: match server.service {
                ChatService::LlamaServer => Counted::Exactly,
                _ => Counted::Estimated,
            },
        };
        let at_once = server.at_once.unwrap_or(server.service.at_once());
        Ok(Self {
            caller,
            profile,
            known: OnceLock::new(),
            held: AtomicU8::new(Held::Schema as u8),
            left_out: AtomicU8::new(0),
            breaker: Breaker::default(),
            pace: Pace::new(at_once),
            again: Again::new(server.seed),
            answered: Mutex::default(),
            server,
        })
    }

    /// Asks the server whether it and the model are there, also when it was asked before.
    ///
    /// # Errors
    /// As [`LanguageModel::prepare`].
    pub fn look(&self, limits: &Limits) -> Result<(), ModelError> {
        let known = self.persist(limits, &mut || self.probe(&self.profile, limits))?;
        // What was found first stays: others may have built on it.
        let _ = self.known.set(known);
        Ok(())
    }

    pub(super) fn known(&self) -> Option<&Known> {
        self.known.get()
    }

    /// Does a step until it is done, fails for good, or was tried often enough.
    fn persist<T>(
        &self,
        limits: &Limits,
        step: &mut dyn FnMut() -> Result<T, Broke>,
    ) -> Result<T, ModelError> {
        self.breaker.admit(Instant::now()).map_err(|rest| {
            let seconds = rest.as_secs_f64().ceil();
            self.caller.unreachable(format!(
                "it failed too often and is left alone, for {seconds} s more"
            ))
        })?;
        self.again.call();
        let outcome = self.tried(limits, step);
        match &outcome {
            Err(ModelError::Unreachable { .. } | ModelError::BadAnswer { .. }) => {
                self.breaker.failed(Instant::now());
            }
            Err(ModelError::Cancelled | ModelError::DeadlinePassed | ModelError::Failed { .. }) => {
                self.breaker.let_go()
            }
            _ => self.breaker.worked(),
        }
        outcome
    }

    fn tried<T>(
        &self,
        limits: &Limits,
        step: &mut dyn FnMut() -> Result<T, Broke>,
    ) -> Result<T, ModelError> {
        let (mut tries, began) = (0, Instant::now());
        loop {
            let (reason, asked_for) = match step() {
                Ok(done) => return Ok(done),
                Err(Broke::Here(error)) => return Err(error),
                Err(Broke::Otherwise) => continue,
                Err(Broke::Loading(reason)) => {
                    if began.elapsed() > self.server.patience.loading {
                        return Err(self.caller.unreachable(reason));
                    }
                    retry::wait(LOADING_PAUSE, limits)?;
                    continue;
                }
                Err(Broke::Again {
                    reason, asked_for, ..
                }) => (reason, asked_for),
            };
            tries += 1;
            if tries > AGAIN_MAX || !self.again.take() {
                let told = format!("{reason} (tried {tries} times)");
                return Err(self.caller.unreachable(told));
            }
            let pause = self.again.pause(tries, asked_for, limits);
            let pause =
                pause.map_err(|why| self.caller.unreachable(format!("{reason}, and {why}")))?;
            retry::wait(pause, limits)?;
        }
    }

    /// Asks once, and reads the answer to its end.
    fn ask(
        &self,
        request: &Request,
        manner: &mut Manner,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<(Asked, Answer), Broke> {
        let asked = self.asked(request, *manner)?;
        let turn = self.pace.turn(limits)?;
        let outcome = self.read(&asked, limits, &mut |piece| {
            // What has to be checked first is given out at its end.
            if request.shape == Shape::Text {
                emit(piece);
            }
        });
        turn.went(&match &outcome {
            Ok(answer) => Went::Well(answer.first_token.unwrap_or_default()),
            Err(Unread::Refused { head, .. }) if matches!(head.status, 429 | 503 | 529) => {
                Went::TooMany
            }
            Err(_) => Went::Otherwise,
        });
        let (head, body) = match outcome {
            Ok(answer) => return Ok((asked, answer)),
            Err(Unread::Broke(broke)) => return Err(broke),
            Err(Unread::Refused { head, body }) => (head, body),
        };
        Err(match self.refusal(&head, &body) {
            Refusal::Broke(broke) => broke,
            Refusal::Request { lower, .. } if manner.gives_way(&lower, &request.shape) => {
                Broke::Otherwise
            }
            Refusal::Request { told, .. } => Broke::Here(self.caller.refused(told)),
        })
    }

    /// The request as it is sent, if it fits.
    fn asked(&self, request: &Request, manner: Manner) -> Result<Asked, ModelError> {
        let messages = shape::messages(request, manner.held);
        let texts: Vec<&str> = messages.iter().map(|one| &*one.text).collect();
        let joined = texts.join("\n");
        let marks = (messages.len() + 1) * MESSAGE_TOKENS;
        let text_tokens = self.count_tokens(&joined)?;
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
    fn checked(
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
                    if let (true, Some(weaker)) = (wrong.unheld, held.weaker()) {
                        // It takes the schema and does not care.
                        self.held.fetch_max(weaker as u8, Ordering::Relaxed);
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

    fn manner(&self) -> Manner {
        Manner {
            held: Held::of(self.held.load(Ordering::Relaxed)),
            left_out: self.left_out.load(Ordering::Relaxed),
        }
    }
}

impl LanguageModel for ChatModel {
    fn profile(&self) -> &LanguageProfile {
        self.known().map_or(&self.profile, |known| &known.profile)
    }

    fn prepare(&self, limits: &Limits) -> Result<(), ModelError> {
        limits.check()?;
        match self.known() {
            Some(_) => Ok(()),
            None => self.look(limits),
        }
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        limits.check()?;
        if request.messages.is_empty() {
            return Err(self.caller.failed("the request is empty"));
        }
        self.prepare(limits)?;
        let mut manner = self.manner();
        let (asked, answer) =
            self.persist(limits, &mut || self.ask(request, &mut manner, limits, emit))?;
        // Only what worked is remembered: a request may be refused for other reasons.
        self.held.fetch_max(manner.held as u8, Ordering::Relaxed);
        self.left_out.fetch_or(manner.left_out, Ordering::Relaxed);
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        *answered = Some(Instant::now());
        drop(answered);
        let completion = self.checked(request, manner.held, &asked, answer)?;
        if request.shape != Shape::Text {
            emit(&completion.text);
        }
        Ok(completion)
    }

    /// By the server's tokenizer where it has one to ask, else by the bytes of the text.
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        match self.server.service {
            ChatService::LlamaServer => self.tokenized(text),
            _ => Ok(estimated(text)),
        }
    }

    fn health(&self) -> Health {
        let ((at_once, running), (calls, retries)) = (self.pace.now(), self.again.counts());
        Health {
            circuit: self.breaker.circuit(),
            at_once,
            running,
            calls,
            retries,
        }
    }
}

impl Manner {
    /// Takes away what a server may have refused; false when there is nothing left to take away.
    fn gives_way(&mut self, refusal: &str, shape: &Shape) -> bool {
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
