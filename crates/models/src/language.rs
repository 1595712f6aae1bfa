//! The seam for whatever writes text.

use crate::{Limits, ModelError};

/// What a language model is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageProfile {
    /// Identity for traces: provider and name, or name and digest of a file.
    pub id: String,
    /// Tokens of prompt and answer together that it takes at most.
    pub context_tokens: usize,
}

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// Instructions.
    System,
    /// The one who asks.
    User,
    /// The model, in an earlier turn.
    Model,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Shape {
    /// Anything.
    #[default]
    Text,
    /// One of these words and nothing else.
    OneOf(Vec<String>),
}

/// What is asked of a language model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The conversation, oldest first; never empty.
    pub messages: Vec<Message>,
    /// Tokens of the answer at most.
    pub tokens_max: u32,
    /// What the answer must look like.
    pub shape: Shape,
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The model had no more to say.
    Complete,
    /// [`Request::tokens_max`] was reached.
    Cut,
}

/// What a language model wrote, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The answer.
    pub text: String,
    /// Why it ended.
    pub end: End,
    /// Tokens of the request.
    pub prompt_tokens: u32,
    /// Tokens of the answer, at most [`Request::tokens_max`].
    pub completion_tokens: u32,
}

/// Writes text.
///
/// The same request gives the same answer where the model can promise it: nothing is sampled. The
/// pieces given to `emit`, in order, are the text. An answer keeps to [`Request::shape`], or the
/// call fails; a request that does not fit [`LanguageProfile::context_tokens`] fails and is never
/// cut in silence.
pub trait LanguageModel: Send + Sync {
    /// What the model is.
    fn profile(&self) -> &LanguageProfile;

    /// Answers; `emit` is given the text as it comes.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`] or [`ModelError::DeadlinePassed`] as `limits` say;
    /// [`ModelError::Failed`] for a request that is too long, an answer of another shape, or a
    /// model that fails.
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
}
