//! A conversation as the tokens that a model knows it by.

use llama_cpp_2::model::{LlamaChatMessage, LlamaChatTemplate, LlamaModel};
use llama_cpp_2::token::LlamaToken;

use crate::{Message, Speaker};

/// The form of a conversation where a model brings none, or one that llama.cpp does not know.
const USUAL: &str = "chatml";

/// The form of a model's conversations.
pub(super) fn template(model: &LlamaModel) -> Result<LlamaChatTemplate, String> {
    let own = model.chat_template(None);
    let known = own.ok().filter(|own| marks(model, own, 1).is_some());
    known.map_or_else(
        || LlamaChatTemplate::new(USUAL).map_err(|error| error.to_string()),
        Ok,
    )
}

/// The tokens of a conversation, up to where the model is to speak. What messages say is plain
/// text in it, whatever it looks like.
pub(super) fn tokens(
    model: &LlamaModel,
    template: &LlamaChatTemplate,
    messages: &[Message],
) -> Result<Vec<LlamaToken>, String> {
    let speakers: Vec<Speaker> = messages.iter().map(|one| one.speaker).collect();
    let usual = || {
        let usual = LlamaChatTemplate::new(USUAL).ok()?;
        between(model, &usual, &speakers)
    };
    let marks = between(model, template, &speakers)
        .or_else(usual)
        .ok_or("its template cannot write this conversation")?;
    let vocabulary = model.vocab();
    let mut tokens = Vec::new();
    for (at, mark) in marks.iter().enumerate() {
        let begins = at == 0 && vocabulary.should_add_bos();
        tokens.extend(vocabulary.tokenize(mark.as_bytes(), begins, true));
        if let Some(message) = messages.get(at) {
            tokens.extend(vocabulary.tokenize(message.text.as_bytes(), false, false));
        }
    }
    Ok(tokens)
}

/// What stands around the messages of a conversation of so many turns of the user.
fn marks(model: &LlamaModel, template: &LlamaChatTemplate, turns: usize) -> Option<Vec<String>> {
    between(model, template, &vec![Speaker::User; turns])
}

/// What a template puts before, between and behind messages; `None` where it leaves one out or
/// turns their order.
fn between(
    model: &LlamaModel,
    template: &LlamaChatTemplate,
    speakers: &[Speaker],
) -> Option<Vec<String>> {
    let place = |at: usize| format!("PERUSAL-{at}-TEXT");
    let said = speakers.iter().enumerate().map(|(at, speaker)| {
        let role = match speaker {
            Speaker::System => "system",
            Speaker::User => "user",
            Speaker::Model => "assistant",
        };
        LlamaChatMessage::new(role.to_owned(), place(at)).ok()
    });
    let said: Vec<LlamaChatMessage> = said.collect::<Option<_>>()?;
    let written = model.apply_chat_template(template, &said, true).ok()?;
    let mut rest = written.as_str();
    let mut marks = Vec::with_capacity(speakers.len() + 1);
    for at in 0..speakers.len() {
        let (before, behind) = rest.split_once(&place(at))?;
        marks.push(before.to_owned());
        rest = behind;
    }
    marks.push(rest.to_owned());
    Some(marks)
}
