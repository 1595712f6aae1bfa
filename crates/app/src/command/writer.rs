//! The language models of one question: prose instead of quotes, the last layer of the router,
//! conversations and accounts. Where none is set, or one fails, everything works without.

use std::io::Write as _;

use perusal::answer::Mode;
use perusal::ask::{Asked, Status};
use perusal::converse::{self, Reply};
use perusal::generate::{self, Account, Ended, NotWritten, Usage, Written};
use perusal::index::Snapshot;
use perusal::models::remote::chat::ChatModel;
use perusal::models::{
    Allowance, Budget, Budgeted, LanguageModel, Limits, ModelError, Recording, Replay,
};
use perusal::session::LastAnswer;
use serde_json::{Value, json};

use super::Context;
use crate::cli::TapeArgs;
use crate::config::LanguageRole;
use crate::failure::Failure;
use crate::output::{Output, printable};

/// Whether models are asked, asked and recorded, or only repeated.
pub enum Tape {
    /// They are asked.
    Live,
    /// They are asked, and what was said is kept.
    Record(Recording),
    /// What was said before is said again; no server is asked.
    Replay(Replay),
}

impl Tape {
    /// What the flags say.
    pub fn of(args: &TapeArgs) -> Result<Self, Failure> {
        Ok(match (&args.record, &args.replay) {
            (Some(file), _) => Self::Record(Recording::create(file)?),
            (None, Some(file)) => Self::Replay(Replay::open(file)?),
            (None, None) => Self::Live,
        })
    }

    /// The model of a role, as the settings name it; `None` where none is set. No server is asked
    /// before there is something to ask, unless all is kept.
    pub fn open(
        &self,
        context: &Context,
        role: LanguageRole,
        limits: &Limits,
    ) -> Result<Option<Box<dyn LanguageModel>>, Failure> {
        let Some(server) = context.settings.language.server(role)? else {
            return Ok(None);
        };
        if let Self::Replay(replay) = self {
            return Ok(Some(Box::new(replay.model(&server.name())?)));
        }
        let opened = ChatModel::new(server, context.offline).and_then(|model| {
            let model: Box<dyn LanguageModel> = Box::new(model);
            Ok(match self {
                Self::Record(recording) => Box::new(recording.of(model, limits)?),
                _ => model,
            })
        });
        match opened {
            Ok(model) => Ok(Some(model)),
            Err(error @ (ModelError::RemoteOffline { .. } | ModelError::Unreachable { .. })) => {
                let note = format!("note: {error}: answers are quotes");
                context.output.say(&note);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The models of a question and what they may spend together.
pub struct Writer {
    main: Option<Box<dyn LanguageModel>>,
    conversational: Option<Box<dyn LanguageModel>>,
    budget: Budget,
}

/// What became of an answer that a model was to write.
pub enum Outcome {
    /// No model was asked, or there was nothing to write.
    Quotes,
    /// It is written, and checked.
    Written(Box<Written>),
    /// The quotes are the answer, and why.
    Fallen(NotWritten),
}

impl Writer {
    /// The models that the settings name, or none where quotes are wanted.
    pub fn open(
        context: &Context,
        tape: &Tape,
        extractive: bool,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let open = |role| match extractive {
            true => Ok(None),
            false => tape.open(context, role, limits),
        };
        Ok(Self {
            main: open(LanguageRole::Main)?,
            conversational: open(LanguageRole::Conversational)?,
            budget: Budget::new(Allowance::ASK, limits.deadline),
        })
    }

    /// The model of conversations, of the account and of the router's last layer: what is asked
    /// there never names the main model unless it is the only one.
    pub fn conversational(&self) -> Option<Budgeted<'_>> {
        let model = self.conversational.as_deref()?;
        Some(self.budget.on(model))
    }

    /// The name of the model that writes answers.
    pub fn model(&self) -> Option<&str> {
        let model = self.main.as_deref()?;
        Some(&model.profile().id)
    }

    /// What was spent so far.
    pub fn usage(&self) -> Usage {
        let spent = self.budget.spent();
        Usage {
            calls: spent.calls,
            prompt_tokens: spent.prompt_tokens,
            completion_tokens: spent.completion_tokens,
        }
    }

    /// Writes an answer out; what was asked then holds it in place of the quotes. Prose goes to
    /// `hear` while it comes.
    pub fn write(
        &self,
        context: &Context,
        snapshot: &Snapshot,
        question: &str,
        asked: &mut Asked,
        limits: &Limits,
        hear: &mut dyn FnMut(&str),
    ) -> Outcome {
        let Some(model) = self.main.as_deref() else {
            return Outcome::Quotes;
        };
        let model = self.budget.on(model);
        let config = &context.settings.generate;
        // A computed value may have to be taken back when it does not come back unchanged.
        let live = asked
            .answer
            .as_ref()
            .is_some_and(|answer| answer.values.is_empty());
        let written = generate::write(
            asked,
            question,
            snapshot,
            &model,
            config,
            limits,
            &mut |piece| {
                if live {
                    hear(piece);
                }
            },
        );
        match written {
            Ok(written) => {
                if written.end == Ended::Stopped {
                    asked.status = Status::Partial;
                }
                asked.answer = Some(written.answer.clone());
                Outcome::Written(Box::new(written))
            }
            Err(NotWritten::Nothing) => Outcome::Quotes,
            Err(reason) => Outcome::Fallen(reason),
        }
    }

    /// The last answer in another form: by the model, else its quotes.
    pub fn converse(
        &self,
        context: &Context,
        text: &str,
        last: Option<&LastAnswer>,
        limits: &Limits,
    ) -> (Reply, Mode) {
        let quotes = || converse::conversational(text, last);
        let prompts = &context.settings.generate.prompts;
        match self.conversational().zip(last) {
            Some((model, last)) => {
                let written = generate::conversational(text, last, &model, prompts, limits);
                fallen(&context.output, written, quotes)
            }
            None => (quotes(), Mode::Extractive),
        }
    }

    /// About the account: by the model, else what is known.
    pub fn account(
        &self,
        context: &Context,
        text: &str,
        known: Option<&str>,
        limits: &Limits,
    ) -> (Reply, Mode) {
        let quoted = || converse::platform(known);
        let prompts = &context.settings.generate.prompts;
        match self.conversational().zip(known) {
            Some((model, known)) => {
                let written = generate::platform(text, Account(known), &model, prompts, limits);
                fallen(&context.output, written, quoted)
            }
            None => (quoted(), Mode::Extractive),
        }
    }
}

/// A written reply, or the one without a model and why; and how it was made.
fn fallen(
    output: &Output,
    written: Result<(Reply, Usage), NotWritten>,
    instead: impl FnOnce() -> Reply,
) -> (Reply, Mode) {
    match written {
        Ok((reply, _)) => (reply, Mode::Generated),
        Err(reason) => {
            output.say(&format!("note: no model wrote this: {reason}"));
            (instead(), Mode::Extractive)
        }
    }
}

/// A piece of prose at once; a closed output is nobody to tell.
pub fn print(piece: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(printable(piece).as_bytes());
    let _ = stdout.flush();
}

/// Adds to an answer's object how it was written.
pub fn add_outcome(object: &mut Value, outcome: &Outcome, usage: Usage) {
    object["usage"] = json!({
        "llm_calls": usage.calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
    });
    match outcome {
        Outcome::Quotes => {}
        Outcome::Written(written) => {
            let unsupported = written.unsupported.iter();
            object["answer"]["unsupported"] = unsupported
                .map(|(text, problem)| json!({"text": text, "reason": problem.as_str()}))
                .collect();
            object["answer"]["not_read"] = json!(written.left_out);
        }
        Outcome::Fallen(reason) => {
            if let Some(notes) = object["notes"].as_array_mut() {
                notes.push(fell(reason).into());
            }
        }
    }
}

/// Why the quotes are the answer.
pub fn fell(reason: &NotWritten) -> String {
    let mend = match reason {
        NotWritten::Model(ModelError::Unreachable { .. }) => {
            "; `perusal models ls` says whether it answers, `models.first_token_timeout_ms` how \
             long is waited for it"
        }
        _ => "",
    };
    format!("the language model wrote no answer, these are the quotes: {reason}{mend}")
}
