//! The language model of an analysis: what it may spend, how long, and what came of it.

use std::time::{Duration, Instant};

use index::DocumentId;
use models::{
    Allowance, Budget, Budgeted, Circuit, Completion, Health, LanguageModel, LanguageProfile,
    Limits, ModelError, Request, count_request,
};
use text::Language;

use super::cache::Cache;
use super::workers::{self, WORKERS_MAX};
use crate::generate::Usage;
use crate::prompts::Prompts;

/// What is kept back of the budget for the synthesis.
const KEPT_BACK: Allowance = Allowance {
    calls: 2,
    prompt_tokens: 8_000,
    completion_tokens: 2_000,
};
/// Share of the time left that reading may take; the rest is for the synthesis.
const READING_TIME: f64 = 0.7;
/// Share of the time left that scoring may take.
const SCORING_TIME: f64 = 0.3;
/// Share of the window that stays free, since tokens may be counted a little differently.
const SLACK: f64 = 0.05;
/// Bytes of a token, at the least.
const TOKEN_BYTES: usize = 3;
/// Different things that went wrong, of which is told.
pub(super) const NOTES_MAX: usize = 3;
/// Calls that are asked together.
pub(super) const WAVE: usize = 8;

/// A language model, and what it may take.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// The model.
    pub model: &'a dyn LanguageModel,
    /// What it is asked with.
    pub prompts: &'a Prompts,
    /// What all of its calls may take together.
    pub allowance: Allowance,
    /// Calls on their way at the same time, at most; `None` leaves that to the backend.
    pub workers: Option<usize>,
}

/// What a language model did.
#[derive(Debug, Clone, Default)]
pub struct ModelReport {
    /// Its name.
    pub name: String,
    /// Segments it was given.
    pub read: usize,
    /// Those of them that were known from an earlier question.
    pub cached: usize,
    /// Those it gave nothing usable for.
    pub failed: usize,
    /// Segments that were still to be given to it when time or the budget ended, by id.
    pub waiting: Vec<usize>,
    /// It wrote the answer.
    pub wrote: bool,
    /// Why it did less than it was to.
    pub notes: Vec<String>,
    /// What it took.
    pub usage: Usage,
}

/// A model in use.
pub(super) struct Asked<'a> {
    pub prompts: &'a Prompts,
    pub name: String,
    pub language: Language,
    pub question: &'a str,
    model: Estimating<'a>,
    workers: usize,
    cache: Option<&'a Cache>,
    budget: Budget,
    limits: Limits,
    /// Time for scoring and for reading ends earlier than all time.
    scoring_end: Option<Instant>,
    reading_end: Option<Instant>,
}

/// A request about a segment.
pub(super) struct Call {
    /// A hash of all that the answer depends on.
    pub key: String,
    /// The document it is about.
    pub document: DocumentId,
    /// What is asked.
    pub request: Request,
}

impl<'a> Asked<'a> {
    /// Looks whether the model is there.
    pub(super) fn new(
        model: &Model<'a>,
        question: &'a str,
        cache: Option<&'a Cache>,
        limits: &Limits,
    ) -> Result<Asked<'a>, ModelError> {
        let scoring_end = part(limits, SCORING_TIME);
        model.model.prepare(&until(limits, scoring_end))?;
        Ok(Asked {
            prompts: model.prompts,
            name: model.model.profile().id.clone(),
            language: Language::detect(question),
            question,
            model: Estimating(model.model),
            workers: model.workers.unwrap_or(WORKERS_MAX),
            cache,
            budget: Budget::new(model.allowance, limits.deadline),
            limits: limits.clone(),
            scoring_end,
            reading_end: part(limits, READING_TIME),
        })
    }

    /// What may be spent on reading, half of it on scoring.
    pub(super) fn reading(&self) -> Budget {
        self.budget.keeping(KEPT_BACK)
    }

    /// See [`Asked::reading`].
    pub(super) fn scoring(&self, most: Allowance) -> Budget {
        self.budget.keeping(Allowance {
            calls: most.calls / 2,
            prompt_tokens: most.prompt_tokens / 2,
            completion_tokens: most.completion_tokens / 2,
        })
    }

    /// The model with all that is left, for the synthesis.
    pub(super) fn whole(&self) -> Budgeted<'_> {
        self.budget.on(&self.model)
    }

    pub(super) fn limits_of_scoring(&self) -> Limits {
        until(&self.limits, self.scoring_end)
    }

    /// Time for reading, and no longer than `most` from now.
    pub(super) fn limits_of_reading(&self, most: Duration) -> Limits {
        let end = Instant::now().checked_add(most);
        until(&until(&self.limits, self.reading_end), end)
    }

    /// All time that is left.
    pub(super) fn limits_of_writing(&self) -> Limits {
        self.limits.clone()
    }

    pub(super) fn usage(&self) -> Usage {
        let spent = self.budget.spent();
        Usage {
            calls: spent.calls,
            prompt_tokens: spent.prompt_tokens,
            completion_tokens: spent.completion_tokens,
        }
    }

    /// Whether the backend failed too often to be asked again.
    pub(super) fn is_given_up(&self) -> bool {
        self.model.health().circuit == Circuit::Open
    }

    /// Tokens of text that fit beside `fixed` ones and an answer, at most `most`.
    pub(super) fn room(&self, fixed: usize, answer: u32, most: usize) -> usize {
        let free = (self.model.profile().context_tokens as f64 * (1.0 - SLACK)) as usize;
        free.saturating_sub(fixed + answer as usize).min(most)
    }

    pub(super) fn tokens(&self, text: &str) -> usize {
        estimated(text)
    }

    /// How many of these calls, from the first on, `budget` surely pays for. None is on its way
    /// when this is asked, so it is the same with any number of workers.
    pub(super) fn paid(&self, calls: &[Call], budget: &Budget) -> usize {
        let left = budget.left();
        let (mut prompt, mut completion) = (0_u64, 0_u64);
        let fits = |call: &&Call| {
            let Ok(tokens) = count_request(&self.model, &call.request) else {
                return false;
            };
            prompt += tokens as u64;
            completion += u64::from(call.request.tokens_max) + 2 * models::WRAPPING_TOKENS as u64;
            prompt <= left.prompt_tokens && completion <= left.completion_tokens
        };
        let calls = calls
            .iter()
            .take(usize::try_from(left.calls).unwrap_or(usize::MAX));
        calls.take_while(fits).count()
    }

    /// Makes calls, several at the same time; answers in their order.
    pub(super) fn ask(
        &self,
        calls: &[Call],
        budget: &Budget,
        limits: &Limits,
    ) -> Vec<Result<String, ModelError>> {
        let model = budget.on(&self.model);
        let one = |call: &Call| {
            let completion = model.complete(&call.request, limits, &mut |_| {})?;
            Ok(completion.text)
        };
        let answers = workers::each(calls, self.workers, "analyze: model", one);
        let panicked = || ModelError::Failed {
            name: self.name.clone(),
            reason: "a mistake of ours".to_owned(),
        };
        let answers = answers.into_iter();
        answers
            .map(|answer| answer.unwrap_or_else(|| Err(panicked())))
            .collect()
    }

    /// What an earlier question left.
    pub(super) fn known<T: serde::de::DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.cache.and_then(|cache| cache.find(key))
    }

    /// Leaves something for later questions.
    pub(super) fn keep<T: serde::Serialize>(&self, values: &[(String, DocumentId, T)]) {
        if let Some(cache) = self.cache {
            cache.keep(values);
        }
    }

    /// Of chunks in the order of their worth those that fit into so many tokens; in the order of
    /// the text.
    pub(super) fn fitting<'t>(
        &self,
        texts: impl Iterator<Item = (usize, &'t str)>,
        room: usize,
    ) -> Vec<usize> {
        let (mut left, mut kept) = (room, Vec::new());
        for (chunk, text) in texts {
            let size = self.tokens(text);
            if size <= left {
                left -= size;
                kept.push(chunk);
            }
        }
        kept.sort_unstable();
        kept
    }
}

/// A model whose tokens are counted by the bytes: a server that is asked to count a hundred texts
/// may hang on each of them, without an end. It counts too many for nearly all texts, so that what
/// is reserved suffices; what a call took is what the server says.
struct Estimating<'m>(&'m dyn LanguageModel);

impl LanguageModel for Estimating<'_> {
    fn profile(&self) -> &LanguageProfile {
        self.0.profile()
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        self.0.complete(request, limits, emit)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(estimated(text))
    }

    fn health(&self) -> Health {
        self.0.health()
    }
}

/// Tokens of a text, by its bytes.
fn estimated(text: &str) -> usize {
    text.len().div_ceil(TOKEN_BYTES)
}

/// Where an excerpt stands, in one line for a prompt.
pub(super) fn place(path: &str, section: &[String]) -> String {
    let place = format!("{path}, {}", section.join(" › "));
    place.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A share of the time left from now on.
fn part(limits: &Limits, share: f64) -> Option<Instant> {
    let now = Instant::now();
    let left = limits.deadline?.saturating_duration_since(now);
    now.checked_add(left.mul_f64(share))
}

/// Limits that end earlier.
fn until(limits: &Limits, end: Option<Instant>) -> Limits {
    Limits {
        deadline: [limits.deadline, end].into_iter().flatten().min(),
        cancel: limits.cancel.clone(),
    }
}
