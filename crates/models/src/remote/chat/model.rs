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

use super::{
    ChatServer, ChatService,
    again::{AGAIN_MAX, Again},
    breaker::Breaker,
    exchange::{Answer, Asked, Broke, Manner, Refusal, Unread},
    pace::{Pace, Went},
    shape::Held,
};
use crate::{
    Completion, Counted, Health, LanguageModel, LanguageProfile, Limits, ModelError, Request,
    Shape,
    language::estimated,
    remote::{call::Caller, retry},
};

/// Pause between two looks whether a server has loaded its model.
const LOADING_PAUSE: Duration = Duration::from_millis(250);

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
    /// It is Ollama's `/v1`, which cuts what does not fit in silence.
    pub cuts_silently: bool,
    /// Models that are there, some of them.
    pub models: Vec<String>,
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

    /// Whether the server, as far as it was asked, cuts what does not fit in silence: Ollama's
    /// `/v1` does, and cannot be told a window.
    #[must_use]
    pub fn cuts_silently(&self) -> bool {
        let by_address = self.server.is_ollamas_v1();
        self.known().map_or(by_address, |known| known.cuts_silently)
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
        let asked = self.asked(request, *manner, limits)?;
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

    fn manner(&self) -> Manner {
        Manner {
            held: Held::of(self.held.load(Ordering::Relaxed)),
            left_out: self.left_out.load(Ordering::Relaxed),
        }
    }

    /// The server takes the schema and does not care: it is held to its shape by something else
    /// from then on.
    pub(super) fn does_not_hold(&self, held: Held) {
        if let Some(weaker) = held.weaker() {
            self.held.fetch_max(weaker as u8, Ordering::Relaxed);
        }
    }

    /// Tokens of a text, by the server's tokenizer where it has one to ask, else by its bytes.
    pub(super) fn tokens(&self, text: &str, limits: &Limits) -> Result<usize, ModelError> {
        match self.server.service {
            ChatService::LlamaServer => self.tokenized(text, limits),
            _ => Ok(estimated(text)),
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

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.tokens(text, &Limits::none())
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
