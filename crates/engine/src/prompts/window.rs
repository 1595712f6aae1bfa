//! What fits into the window of a model.

use models::{LanguageModel, MESSAGE_TOKENS, Message};

/// Share of the window that stays free, since tokens may be counted a little differently.
pub(crate) const SLACK: f64 = 0.05;
/// Bytes of a token, at the least, where no tokenizer says better.
const BYTES_A_TOKEN: usize = 3;

/// Tokens of a text, over-estimated where the model cannot count.
pub(crate) fn tokens(model: &dyn LanguageModel, text: &str) -> usize {
    model
        .count_tokens(text)
        .unwrap_or_else(|_| text.len().div_ceil(BYTES_A_TOKEN))
}

/// Tokens that are left in a model's window beside messages and an answer.
pub(crate) fn window_left(model: &dyn LanguageModel, messages: &[Message], reply: u32) -> usize {
    let window = model.profile().context_tokens;
    let free = (window as f64 * (1.0 - SLACK)) as usize;
    let taken: usize = messages
        .iter()
        .map(|message| tokens(model, &message.text) + MESSAGE_TOKENS)
        .sum();
    free.saturating_sub(taken + reply as usize)
}
