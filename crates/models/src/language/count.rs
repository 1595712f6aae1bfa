//! Tokens of a whole request.

use super::typed::instruction;
use super::{LanguageModel, MESSAGE_TOKENS, Request};
use crate::ModelError;

/// Tokens of a whole request as `model` counts them: messages, their marks, and what asks for the
/// shape.
///
/// # Errors
/// As [`LanguageModel::count_tokens`].
pub fn count_request(model: &dyn LanguageModel, request: &Request) -> Result<usize, ModelError> {
    let asking = instruction(&request.shape).unwrap_or_default();
    let texts = request.messages.iter().map(|one| &*one.text);
    let texts: Vec<&str> = texts.chain([&*asking]).collect();
    let marks = (request.messages.len() + 1) * MESSAGE_TOKENS;
    Ok(model.count_tokens(&texts.join("\n"))? + marks)
}
