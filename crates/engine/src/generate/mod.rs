//! Prose instead of quotes, by a language model that is believed in nothing.
//!
//! The engine has decided before that there is an answer, and what it rests on; the model only
//! writes. Each of its sentences is traced to the sentences that bear it out, and cites these; what
//! nothing bears out is marked or left out. Values and lists that were computed must come back
//! unchanged. Where anything fails, the quotes are the answer, and it is said why.

mod differ;
mod pack;
mod reply;
mod sentences;
mod support;
mod weave;
mod written;

use index::Snapshot;
use models::{Completion, End, LanguageModel, Limits, Message, ModelError, Request, Shape};
use text::Language;

pub use crate::answer::{Contradiction, Differs, Read};
pub use crate::prompts::{Prompt, PromptError, Prompts, built_in};
pub use reply::{Account, conversational, platform};
pub use support::Problem;
pub use weave::{Woven, weave};
pub use written::Unsupported;

pub(crate) use weave::is_borne;

use crate::EngineError;
use crate::answer::{Answer, Citation, Mode};
use crate::asked::Asked;
use crate::prompts::{SLACK, language_name, tokens};
use written::{Writing, computed};

/// Tokens of an answer.
const ANSWER_TOKENS: u32 = 512;
/// Tokens of evidence, however large a model's window is: more is slower and not better.
const EVIDENCE_TOKENS_MAX: usize = 6_000;
/// Values that a model puts into a sentence; a longer list stands as the engine made it.
const VALUES_WRITTEN_MAX: usize = 3;

/// How to write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GenerateConfig {
    /// What a model is asked.
    pub prompts: Prompts,
    /// What becomes of a sentence that nothing bears out.
    pub unsupported: Unsupported,
}

/// What a model wrote, checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The answer, in mode [`Mode::Generated`].
    pub answer: Answer,
    /// Sentences that nothing bears out, as the model wrote them, and why.
    pub unsupported: Vec<(String, Problem)>,
    /// Citations that contradict each other; the text says so, with both quotes.
    pub differs: Vec<Differs>,
    /// Places of passages that the model was not given for want of room.
    pub left_out: Vec<String>,
    /// Why it ended.
    pub end: Ended,
    /// What it took.
    pub usage: Usage,
}

/// Why a model wrote no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It had no more to say.
    Complete,
    /// At the longest answer.
    Cut,
    /// It was interrupted, or the deadline passed.
    Stopped,
}

/// What calls of a model took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Calls.
    pub calls: u64,
    /// Tokens of requests.
    pub prompt_tokens: u64,
    /// Tokens of answers.
    pub completion_tokens: u64,
}

impl Usage {
    /// A call that was stopped tells no tokens.
    fn unknown() -> Usage {
        Usage {
            calls: 1,
            ..Usage::default()
        }
    }

    fn of(completion: &Completion) -> Usage {
        Usage {
            calls: 1,
            prompt_tokens: completion.prompt_tokens.into(),
            completion_tokens: completion.completion_tokens.into(),
        }
    }
}

/// Why the quotes are the answer, though a model was asked.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// There is no answer that could be written out, or it is a list, which stands as it is.
    #[error("there is nothing to write")]
    Nothing,
    /// The model failed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Its window holds no passage.
    #[error("no passage fits into the {window} tokens of the model")]
    Window {
        /// Tokens of prompt and answer together.
        window: usize,
    },
    /// The prompt cannot be used.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// Nothing of what the model wrote is borne out.
    #[error("nothing that the model wrote is found in the documents")]
    Unsupported,
    /// A computed value did not come back as it was.
    #[error("the model did not repeat the value `{0}`")]
    Value(String),
    /// A citation could not be verified.
    #[error(transparent)]
    Store(#[from] EngineError),
}

/// Writes the answer to a question out. `emit` is given checked sentences with their markers as
/// they come, a line break before those that begin a line.
///
/// # Errors
/// [`NotWritten`]: the answer that is there stands.
pub fn write(
    asked: &Asked,
    question: &str,
    snapshot: &Snapshot,
    model: &dyn LanguageModel,
    config: &GenerateConfig,
    limits: &Limits,
    emit: &mut dyn FnMut(&str),
) -> Result<Written, NotWritten> {
    let answer = asked.answer.as_ref().ok_or(NotWritten::Nothing)?;
    if answer.values.len() > VALUES_WRITTEN_MAX || answer.items.len() > VALUES_WRITTEN_MAX {
        return Err(NotWritten::Nothing);
    }
    let code = asked.code;
    let prompt = config.prompts.get(if code { "code" } else { "answer" })?;
    let facts = facts(answer);
    let language = Language::detect(question);
    let slots = |evidence: &str| {
        prompt.render(&[
            ("question", question),
            ("facts", &facts),
            ("language", language_name(language)),
            ("evidence", evidence),
        ])
    };
    // Its window is known from here on.
    model.prepare(limits)?;
    let window = model.profile().context_tokens;
    let fixed: usize = slots("")?
        .iter()
        .map(|message| tokens(model, &message.text))
        .sum();
    let free = (window as f64 * (1.0 - SLACK)) as usize;
    let room = free.saturating_sub(fixed + ANSWER_TOKENS as usize);
    let packed = pack::pack(asked, snapshot, model, room.min(EVIDENCE_TOKENS_MAX));
    if packed.given.is_empty() {
        return Err(NotWritten::Window { window });
    }
    let mut writing = Writing::new(asked, question, &packed, config.unsupported, language);
    let cancel = limits.cancel.part();
    let within = Limits {
        cancel: cancel.clone(),
        ..limits.clone()
    };
    let outcome = complete(model, slots(&packed.text)?, &within, &mut |piece| {
        writing.push(piece, emit);
        if writing.repeats() {
            cancel.cancel();
        }
    });
    let (usage, end) = match outcome {
        Ok(completion) if completion.end == End::Cut => (Usage::of(&completion), Ended::Cut),
        Ok(completion) => (Usage::of(&completion), Ended::Complete),
        // It goes round in circles: the answer is as long as it gets.
        Err(ModelError::Cancelled) if writing.repeats() && !limits.cancel.is_cancelled() => {
            (Usage::unknown(), Ended::Cut)
        }
        // What was written until then was checked, and stands.
        Err(ModelError::Cancelled | ModelError::DeadlinePassed) if writing.has_borne() => {
            (Usage::unknown(), Ended::Stopped)
        }
        Err(error) => return Err(error.into()),
    };
    let mut drawn = writing.finish(end != Ended::Complete, emit);
    if drawn.borne == 0 {
        return Err(NotWritten::Unsupported);
    }
    if let Some(lost) = answer.values.iter().find(|value| !drawn.says(&value.text)) {
        return Err(NotWritten::Value(lost.text.clone()));
    }
    let before = computed(answer).len();
    let differs = match code {
        true => Vec::new(),
        false => differ::add(asked, question, language, before, &mut drawn, emit),
    };
    let citations = citations(asked, answer, snapshot, &drawn.cited)?;
    Ok(Written {
        answer: Answer {
            text: drawn.text,
            mode: Mode::Generated,
            citations,
            ..answer.clone()
        },
        unsupported: drawn.unsupported,
        differs,
        left_out: packed.left_out,
        end,
        usage,
    })
}

/// One call, its answer in pieces.
fn complete(
    model: &dyn LanguageModel,
    messages: Vec<Message>,
    limits: &Limits,
    emit: &mut dyn FnMut(&str),
) -> Result<Completion, ModelError> {
    let request = Request {
        messages,
        tokens_max: ANSWER_TOKENS,
        shape: Shape::Text,
    };
    model.complete(&request, limits, emit)
}

/// The computed values as the prompt tells them.
fn facts(answer: &Answer) -> String {
    if answer.values.is_empty() {
        return String::new();
    }
    let texts: Vec<&str> = answer
        .values
        .iter()
        .map(|value| value.text.as_str())
        .collect();
    format!(
        "The answer was computed: {}. State it exactly so, in a sentence.\n\n",
        texts.join("; ")
    )
}

/// Citations in order of marker: those of computed values first, as they are, then the sentences
/// that the prose rests on.
fn citations(
    asked: &Asked,
    answer: &Answer,
    snapshot: &Snapshot,
    cited: &[usize],
) -> Result<Vec<Citation>, EngineError> {
    let mut all = computed(answer).to_vec();
    for sentence in cited {
        let candidate = &asked.sentences[*sentence].candidate;
        all.push(crate::answer::cited(snapshot, candidate, all.len() + 1)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
