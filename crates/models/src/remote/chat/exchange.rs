//! What goes to a server and what comes back, before either is judged.

use std::time::Duration;

use serde_json::Value;

use super::shape::Held;
use crate::{End, ModelError, remote::request::Head};

/// How a request is put; each refusal takes something away.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub held: Held,
    /// Bits of [`left_out`](super::openai::left_out).
    pub left_out: u8,
}

/// A request as it is sent, and what it should take.
pub(super) struct Asked {
    pub body: Value,
    /// Tokens as we count.
    pub tokens: usize,
    /// Tokens that it has at least.
    pub least: usize,
    /// Tokens of the answer at most.
    pub tokens_max: u32,
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

/// What came in the place of an answer.
pub(super) enum Unread {
    Broke(Broke),
    Refused { head: Head, body: Vec<u8> },
}

impl From<Broke> for Unread {
    fn from(broke: Broke) -> Self {
        Self::Broke(broke)
    }
}

impl From<ModelError> for Unread {
    fn from(error: ModelError) -> Self {
        Self::Broke(error.into())
    }
}

/// What a refusal is about.
pub(super) enum Refusal {
    Broke(Broke),
    /// The request: it may be taken in another form.
    Request {
        told: String,
        /// What the server said, in lower case.
        lower: String,
    },
}
