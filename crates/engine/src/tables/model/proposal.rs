//! What a model came to.

use models::ModelError;

use crate::answer::Considered;
use crate::prompts::PromptError;

/// What a model came to: values, or why there are none.
pub(super) enum Proposal {
    Query(Box<Considered>),
    /// Of the candidates by its place.
    Chosen(usize),
    Missing(String),
    Failed(String),
}

pub(super) fn failed(error: &ModelError) -> Proposal {
    Proposal::Failed(error.to_string())
}

pub(super) fn unasked(error: &PromptError) -> Proposal {
    Proposal::Failed(error.to_string())
}
