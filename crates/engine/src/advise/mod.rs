//! Small calls of a language model on the way of a question, each of which may be left out.
//!
//! A model may propose a query over tables ([`crate::tables::model`]). Everything that it says
//! is checked, has a bound, and is one input among others: what fails or is refused leaves the
//! question as it is without a model. Which calls are made is a setting each.

mod documents;
mod steps;
mod words;

pub(crate) use documents::{DOCUMENTS_MAX, choose as choose_documents};
pub use steps::{STEPS_MAX, Step};
pub(crate) use steps::{filled, finding, plan as plan_steps};
pub(crate) use words::expand;
pub use words::rewrite;

use models::{LanguageModel, Message};
use serde::{Deserialize, Serialize};

use crate::decide::VALUES_MIN;
use crate::prompts::{Prompts, window_left};

/// Bytes of a question that a model writes.
const SMALL_BYTES_MAX: usize = 2 * 1024;

/// What a model does for questions over tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plans {
    /// Nothing.
    #[default]
    Off,
    /// It writes a query.
    Write,
    /// It chooses among the best queries of the patterns.
    Choose,
}

impl Plans {
    /// Every way, in the order people are told of them.
    pub const ALL: [Self; 3] = [Self::Off, Self::Write, Self::Choose];

    /// Its name in settings and output.
    pub fn as_str(self) -> &'static str {
        match self {
            Plans::Off => "off",
            Plans::Write => "write",
            Plans::Choose => "choose",
        }
    }
}

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uses {
    /// For questions over tables.
    pub plans: Plans,
    /// It is asked for plans where the patterns are no surer than that, 0 to 1: a call takes
    /// seconds, and what the patterns are sure of is right more often than what it writes.
    pub plans_below: f64,
    /// Questions are split into steps, and later steps use what earlier ones found.
    pub steps: bool,
    /// Documents are chosen from those that were found.
    pub documents: bool,
    /// Other words are looked for, too.
    pub expand: bool,
    /// Follow-ups are rewritten so that they stand alone.
    pub rewrite: bool,
}

impl Default for Uses {
    fn default() -> Self {
        Self {
            plans: Plans::default(),
            plans_below: VALUES_MIN,
            steps: false,
            documents: false,
            expand: false,
            rewrite: false,
        }
    }
}

impl Uses {
    /// Whether there is anything to ask on the way of a question.
    pub fn any(&self) -> bool {
        self.plans != Plans::Off || self.searches()
    }

    /// Whether the search is helped.
    pub fn searches(&self) -> bool {
        self.steps || self.documents || self.expand
    }
}

/// Who is asked, with which words, and for what.
#[derive(Clone, Copy)]
pub struct Adviser<'a> {
    /// The model.
    pub model: &'a dyn LanguageModel,
    /// What it is asked.
    pub prompts: &'a Prompts,
    /// What for.
    pub uses: Uses,
}

/// A small call that came to nothing, or what it said: for traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// What was asked for: `steps`, `documents`, `expand`.
    pub asked_for: &'static str,
    /// What was said and taken.
    pub said: Vec<String>,
    /// Why nothing was taken.
    pub failed: Option<String>,
}

/// What a model did for the search of a question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Advised {
    /// The steps, where there are several.
    pub steps: Vec<Step>,
    /// Each call, in order.
    pub advice: Vec<Advice>,
}

/// The messages of a prompt, where they and a reply fit into the model's window.
fn rendered(
    adviser: &Adviser<'_>,
    prompt: &str,
    slots: &[(&str, &str)],
    reply: u32,
) -> Result<Vec<Message>, String> {
    let prompt = adviser.prompts.get(prompt);
    let messages = prompt.and_then(|prompt| prompt.render(slots));
    let messages = messages.map_err(|error| error.to_string())?;
    // A wrong answer is returned with the reason.
    if window_left(adviser.model, &messages, 2 * reply) == 0 {
        let window = adviser.model.profile().context_tokens;
        return Err(format!(
            "it does not fit into the {window} tokens of the model"
        ));
    }
    Ok(messages)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use models::scripted::Script;

    use super::*;

    static PROMPTS: LazyLock<Prompts> = LazyLock::new(Prompts::default);

    /// A scripted model that is asked for everything.
    pub(super) fn adviser(model: &Script) -> Adviser<'_> {
        Adviser {
            model,
            prompts: &PROMPTS,
            uses: Uses::default(),
        }
    }

    #[test]
    fn nothing_is_asked_unless_it_is_set() {
        assert!(!Uses::default().any());
        let steps = Uses {
            steps: true,
            ..Uses::default()
        };
        assert!(steps.any() && steps.searches());
    }
}
