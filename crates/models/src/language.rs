//! The seam for whatever writes text.
//!
//! What the calls of one question may take together is a [`Budget`]; an answer of a type of ours is
//! asked for with [`ask_typed`]; a run is kept and repeated by a [`Recording`] and a [`Replay`].

mod budget;
mod count;
mod order;
mod record;
mod replay;
mod schema;
mod thinking;
mod typed;

pub use budget::{Allowance, Budget, Budgeted};
pub use count::count_request;
pub(crate) use order::InOrder;
pub use record::{Recorder, Recording};
pub use replay::{Replay, Replayed};
pub use schema::check as check_schema;
pub(crate) use thinking::Thinking;
pub use typed::{Typed, TypedAnswer, TypedRequest, ask_typed};
pub(crate) use typed::{instruction, parsed};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Limits, ModelError};

/// What a language model is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageProfile {
    /// Identity for traces: provider and name, or name and digest of a file.
    pub id: String,
    /// Tokens of prompt and answer together that it takes at most.
    pub context_tokens: usize,
    /// How [`LanguageModel::count_tokens`] counts.
    pub counted: Counted,
}

/// How tokens were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// By the model's own tokenizer.
    Exactly,
    /// By the bytes of the text: for nearly all texts too many.
    Estimated,
}

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// Instructions.
    System,
    /// The one who asks.
    User,
    /// The model, in an earlier turn.
    Model,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who says it.
    pub speaker: Speaker,
    /// What is said.
    pub text: String,
}

impl Message {
    /// A message.
    pub fn new(speaker: Speaker, text: impl Into<String>) -> Self {
        Self {
            speaker,
            text: text.into(),
        }
    }
}

/// What an answer must look like.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Anything.
    #[default]
    Text,
    /// One of these words and nothing else.
    OneOf(Vec<String>),
    /// JSON that this JSON Schema allows, and nothing else; [`Typed`] makes one from a type.
    Json(Value),
}

/// What is asked of a language model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The conversation, oldest first; never empty.
    pub messages: Vec<Message>,
    /// Tokens of the answer at most.
    pub tokens_max: u32,
    /// What the answer must look like.
    pub shape: Shape,
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The model had no more to say.
    Complete,
    /// [`Request::tokens_max`] was reached.
    Cut,
}

/// What a language model wrote, and what it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// The answer.
    pub text: String,
    /// Why it ended.
    pub end: End,
    /// Tokens of the request.
    pub prompt_tokens: u32,
    /// Tokens of the answer, at most [`Request::tokens_max`]; a choice or JSON may take
    /// [`WRAPPING_TOKENS`] more, for what is put around it on the way.
    pub completion_tokens: u32,
    /// How both were counted.
    pub counted: Counted,
}

/// Tokens of the quotes, braces and names around an answer of a shape.
pub const WRAPPING_TOKENS: u32 = 24;

/// Tokens that a conversation's form puts around each message: marks, and who says it.
pub const MESSAGE_TOKENS: usize = 8;

/// How a backend is, as far as is known without asking it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Health {
    /// Whether it is asked at all.
    pub circuit: Circuit,
    /// Calls that may be on their way at the same time; 0 where nothing bounds them.
    pub at_once: usize,
    /// Calls that are on their way.
    pub running: usize,
    /// Calls so far.
    pub calls: u64,
    /// Requests that were sent again.
    pub retries: u64,
}

/// Whether a backend is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Circuit {
    /// It is.
    #[default]
    Closed,
    /// It failed too often; calls fail at once.
    Open,
    /// One call looks whether it works again, others fail at once.
    Probing,
}

/// Writes text.
///
/// The same request gives the same answer where the model can promise it: nothing is sampled. The
/// pieces given to `emit`, in order, are the text. An answer keeps to [`Request::shape`], or the
/// call fails; a request that does not fit [`LanguageProfile::context_tokens`] fails and is never
/// cut in silence. What a failed call emitted is no answer.
pub trait LanguageModel: Send + Sync {
    /// What the model is. On a server it is final after [`LanguageModel::prepare`].
    fn profile(&self) -> &LanguageProfile;

    /// Looks whether the model is there and how much it takes, where that must be asked of a
    /// server. The first call does so, too; who fills the window asks before.
    ///
    /// # Errors
    /// As [`LanguageModel::complete`].
    fn prepare(&self, _limits: &Limits) -> Result<(), ModelError> {
        Ok(())
    }

    /// Answers; `emit` is given the text as it comes.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`] or [`ModelError::DeadlinePassed`] as `limits` say;
    /// [`ModelError::Failed`] for a request that is too long, or a model that fails;
    /// [`ModelError::WrongShape`] for an answer of another shape; of a server
    /// [`ModelError::Unreachable`], [`ModelError::Refused`], [`ModelError::BadAnswer`],
    /// [`ModelError::KeyRefused`], [`ModelError::NoSuchModel`].
    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError>;

    /// Tokens of a text.
    ///
    /// # Errors
    /// [`ModelError::Failed`] when the tokenizer fails.
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError>;

    /// How the backend is, as far as is known without asking it.
    fn health(&self) -> Health {
        Health::default()
    }
}

/// Bytes of a token where no tokenizer can be asked: prose has four and more, tables and code about
/// three, so that for nearly all texts too many are counted.
const TOKEN_BYTES: usize = 3;

/// Tokens of a text, by its bytes.
pub(crate) fn estimated(text: &str) -> usize {
    text.len().div_ceil(TOKEN_BYTES)
}
