//! An answer read to its end, and what comes in its place judged.
//!
//! Until the first token a request may be sent again; after it, part of the answer was given out,
//! and whatever breaks is an error. An answer without its end is none.

use std::time::{Duration, Instant};

use super::{
    ChatService,
    exchange::{Answer, Asked, Broke, Refusal, Unread},
    model::ChatModel,
    ollama, openai,
    stream::{Heard, Lines, Said},
};
use crate::language::{InOrder, Thinking};
use crate::{
    Limits, ModelError,
    remote::{
        client::Stream,
        request::{Broken, Head, Piece},
        wire,
    },
};

/// Body of a refusal that is read, and how long it may take.
const REFUSAL_BYTES_MAX: usize = 64 << 10;
const REFUSAL_TIME: Duration = Duration::from_secs(2);

/// What comes behind the end of an answer, such as its count, is waited for so long.
const AFTER_THE_END: Duration = Duration::from_millis(500);

/// The end of the connection's part for this answer, so that the next can use it.
const LAST_BYTES: Duration = Duration::from_millis(50);

/// Pieces that a token may come in: some servers send letters.
const PIECES_A_TOKEN: u32 = 8;

impl ChatModel {
    /// Sends a request, and reads the answer to its end.
    pub(super) fn read(
        &self,
        asked: &Asked,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Answer, Unread> {
        let body =
            serde_json::to_vec(&InOrder(&asked.body)).map_err(|error| self.caller.failed(error))?;
        let path = match self.server.service {
            ChatService::Ollama => ollama::PATH,
            ChatService::LlamaServer => "/v1/chat/completions",
            ChatService::OpenAi | ChatService::Alibaba => "/chat/completions",
        };
        let first_token = self.first_token_time(limits)?;
        let began = Instant::now();
        let opened = self.caller.client().open(path, body, limits);
        let mut reading = Reading {
            model: self,
            stream: opened.map_err(|broken| self.broken(broken, false))?,
            lines: Lines::default(),
            answer: Answer::default(),
            thinking: Thinking::default(),
            began,
            first_token,
            last_token: began,
            pieces_max: asked
                .tokens_max
                .saturating_mul(PIECES_A_TOKEN)
                .saturating_add(64),
        };
        reading.go_on(limits, emit)?;
        reading.end(emit)
    }

    /// What a broken connection is; `begun` once part of an answer was given out.
    pub(super) fn broken(&self, broken: Broken, begun: bool) -> Broke {
        match broken {
            Broken::Stopped(error) => Broke::Here(error),
            Broken::TooLarge(reason) => Broke::Here(self.caller.bad_answer(reason)),
            Broken::Here(reason) => Broke::Here(self.caller.unreachable(reason)),
            Broken::Again(reason) if begun => Broke::Here(self.caller.unreachable(reason)),
            Broken::Again(reason) => Broke::Again {
                reason,
                asked_for: None,
            },
        }
    }

    /// What a status that is no success is. Said is what can be changed about the request.
    pub(super) fn refusal(&self, head: &Head, body: &[u8]) -> Refusal {
        let (status, message) = (head.status, wire::message(body));
        let told = match &message {
            Some(message) => format!("status {status}, `{message}`"),
            None => format!("status {status}"),
        };
        let lower = message.unwrap_or_default().to_lowercase();
        let again = || Broke::Again {
            reason: told.clone(),
            asked_for: head.retry_after,
        };
        let here = |error| Refusal::Broke(Broke::Here(error));
        match status {
            300..=399 => {
                let to = head.location.as_deref().unwrap_or("another address");
                let reason = format!("it redirects to {to}, and redirects are not followed");
                here(self.caller.refused(reason))
            }
            401 | 403 => here(self.caller.key_refused(told)),
            404 if lower.contains("model") => {
                let known = self.known().map(|known| known.models.clone());
                let known = known.unwrap_or_default();
                here(self.caller.no_such_model(&self.server.model, known))
            }
            404 => here(self.caller.bad_answer(format!(
                "{told}: no such thing is there, so it may be another kind of server"
            ))),
            _ if wire::is_too_long(status, Some(&lower)) => here(self.caller.failed(told)),
            400 | 415 | 422 | 501 => Refusal::Request { told, lower },
            503 if lower.contains("loading") => Refusal::Broke(Broke::Loading(told)),
            408 | 425 | 429 | 500.. => Refusal::Broke(again()),
            _ => here(self.caller.refused(told)),
        }
    }
}

/// An answer that is being read.
struct Reading<'m> {
    model: &'m ChatModel,
    stream: Stream<'m>,
    lines: Lines,
    answer: Answer,
    thinking: Thinking,
    began: Instant,
    /// Longest time to the first token.
    first_token: Duration,
    last_token: Instant,
    pieces_max: u32,
}

impl Reading<'_> {
    fn go_on(&mut self, limits: &Limits, emit: &mut dyn FnMut(&str)) -> Result<(), Unread> {
        loop {
            let piece = match self.stream.next(self.until(), limits) {
                Ok(piece) => piece,
                // What breaks behind the end takes nothing from the answer.
                Err(Broken::Again(_) | Broken::Here(_)) if self.answer.end.is_some() => {
                    return Ok(());
                }
                Err(broken) => return Err(self.model.broken(broken, self.begun()).into()),
            };
            match piece {
                Some(Piece::Head(head)) if (200..=299).contains(&head.status) => {}
                Some(Piece::Head(head)) => {
                    let body = self.refusal_body(limits)?;
                    return Err(Unread::Refused { head, body });
                }
                Some(Piece::Bytes(bytes)) => {
                    self.lines.push(&bytes);
                    while let Some(heard) = self.next_heard()? {
                        if self.take(heard, emit)? {
                            let _ = self.stream.next(Instant::now() + LAST_BYTES, limits);
                            return Ok(());
                        }
                    }
                }
                Some(Piece::End) => {
                    let rest = self.lines.rest().map(|rest| self.heard(rest));
                    let rest = rest.map_err(|reason| self.model.caller.bad_answer(reason))?;
                    self.take(rest, emit)?;
                    return self.ended();
                }
                None if self.answer.end.is_some() => return Ok(()),
                None => return Err(self.silent().into()),
            }
        }
    }

    /// The whole answer, with what was held back.
    fn end(mut self, emit: &mut dyn FnMut(&str)) -> Result<Answer, Unread> {
        let rest = std::mem::take(&mut self.thinking).rest();
        let rest = rest.map_err(|reason| self.model.caller.bad_answer(reason))?;
        if !rest.is_empty() {
            self.answer.text.push_str(&rest);
            emit(&rest);
        }
        Ok(self.answer)
    }

    /// When something has to come at the latest.
    fn until(&self) -> Instant {
        let patience = &self.model.server.patience;
        let next = if self.answer.end.is_some() {
            self.last_token + AFTER_THE_END
        } else if self.begun() {
            self.last_token + patience.between_tokens
        } else {
            self.began + self.first_token
        };
        next.min(self.began + patience.whole)
    }

    fn begun(&self) -> bool {
        self.answer.first_token.is_some()
    }

    fn silent(&self) -> ModelError {
        let patience = &self.model.server.patience;
        let (what, time) = if self.began.elapsed() >= patience.whole {
            ("no end of the answer", patience.whole)
        } else if self.begun() {
            ("no further token", patience.between_tokens)
        } else {
            ("no token", self.first_token)
        };
        let reason = format!("{what} within {} s", time.as_secs_f64());
        self.model.caller.unreachable(reason)
    }

    fn ended(&self) -> Result<(), Unread> {
        match self.answer.end {
            Some(_) => Ok(()),
            None => {
                let reason = "the answer ended before it was whole".to_owned();
                Err(self.model.caller.bad_answer(reason).into())
            }
        }
    }

    fn next_heard(&mut self) -> Result<Option<Heard>, ModelError> {
        let service = self.model.server.service;
        let line = self.lines.next();
        let line = line.map_err(|reason| self.model.caller.bad_answer(reason))?;
        Ok(line.map(|line| heard(service, line)))
    }

    fn heard(&self, line: &str) -> Heard {
        heard(self.model.server.service, line)
    }

    /// Takes what a line says; true after the last one.
    fn take(&mut self, heard: Heard, emit: &mut dyn FnMut(&str)) -> Result<bool, Broke> {
        let caller = &self.model.caller;
        match heard {
            Heard::Nothing => Ok(false),
            Heard::Bad(reason) => Err(caller.bad_answer(reason).into()),
            Heard::Broke(told) if self.begun() => Err(caller
                .bad_answer(format!("it broke off with `{told}`"))
                .into()),
            Heard::Broke(told) if wire::is_too_long(400, Some(&told)) => {
                Err(caller.failed(told).into())
            }
            Heard::Broke(told) => Err(Broke::Again {
                reason: format!("it answered `{told}`"),
                asked_for: None,
            }),
            Heard::Said(said) => self.said(said, emit),
        }
    }

    fn said(&mut self, said: Said, emit: &mut dyn FnMut(&str)) -> Result<bool, Broke> {
        let answer = &mut self.answer;
        if said.thought || !said.text.is_empty() {
            self.last_token = Instant::now();
            answer.first_token.get_or_insert(self.began.elapsed());
            answer.pieces += 1;
            if answer.pieces > self.pieces_max {
                let reason = "it goes on beyond the tokens that were asked for".to_owned();
                return Err(self.model.caller.bad_answer(reason).into());
            }
        }
        let text = self.thinking.push(&said.text);
        if !text.is_empty() {
            answer.text.push_str(&text);
            emit(&text);
        }
        if said.end.is_some() {
            self.last_token = Instant::now();
            answer.end = said.end;
        }
        answer.prompt_tokens = said.prompt_tokens.or(answer.prompt_tokens);
        answer.completion_tokens = said.completion_tokens.or(answer.completion_tokens);
        if said.last && answer.end.is_none() {
            let reason = "the answer ended before it was whole".to_owned();
            return Err(self.model.caller.bad_answer(reason).into());
        }
        Ok(said.last)
    }

    /// The body of a refusal, as far as it comes.
    fn refusal_body(&mut self, limits: &Limits) -> Result<Vec<u8>, Broke> {
        let until = Instant::now() + REFUSAL_TIME;
        let mut body = Vec::new();
        while body.len() < REFUSAL_BYTES_MAX {
            match self.stream.next(until, limits) {
                Ok(Some(Piece::Bytes(bytes))) => body.extend(bytes),
                Err(Broken::Stopped(error)) => return Err(error.into()),
                _ => break,
            }
        }
        Ok(body)
    }
}

fn heard(service: ChatService, line: &str) -> Heard {
    match service {
        ChatService::Ollama => ollama::heard(line),
        ChatService::LlamaServer | ChatService::OpenAi | ChatService::Alibaba => {
            openai::heard(line)
        }
    }
}
