//! The language models of one question: prose instead of quotes, the last layer of the router,
//! conversations and accounts. Where none is set, or one fails, everything works without.

use std::io::Write as _;
use std::sync::Arc;

use perusal::advise::{self, Adviser};
use perusal::answer::Mode;
use perusal::ask::{Asked, Status};
use perusal::converse::{self, Reply};
use perusal::generate::{self, Account, Ended, NotWritten, Usage, Written};
use perusal::index::Snapshot;
use perusal::models::{
    Allowance, Budget, Budgeted, LanguageModel, Limits, ModelError, Recording, Replay,
};
use perusal::route::reference;
use perusal::session::{LastAnswer, Session};
use perusal::tables::model::Agreed;
use serde_json::{Value, json};

use super::sent::Sent;
use crate::cli::TapeArgs;
use crate::config::{LanguageRole, LanguageSource};
use crate::context::Context;
use crate::failure::Failure;
use crate::language;
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
        let Some(source) = context.settings.language.source(role)? else {
            return Ok(None);
        };
        if let Self::Replay(replay) = self {
            return Ok(Some(Box::new(replay.model(&source.name())?)));
        }
        // One server is told of once.
        if let Some(server) = source.server()
            && server.is_ollamas_v1()
            && role != LanguageRole::Conversational
        {
            let (silent, better) = (language::silent(server), language::better(server));
            context.output.say(&format!("note: {silent}; {better}"));
        }
        self.open_source(context, &source, limits)
    }

    /// The model of a server or a file.
    ///
    /// # Errors
    /// As [`Tape::open`].
    pub fn open_source(
        &self,
        context: &Context,
        source: &LanguageSource,
        limits: &Limits,
    ) -> Result<Option<Box<dyn LanguageModel>>, Failure> {
        let opened = source.open(context.offline).and_then(|model| {
            Ok(match self {
                Self::Record(recording) => Box::new(recording.of(model, limits)?),
                _ => model,
            })
        });
        match opened {
            Ok(model) => Ok(Some(model)),
            Err(
                error @ (ModelError::RemoteOffline { .. }
                | ModelError::Unreachable { .. }
                | ModelError::BadModel { .. }
                | ModelError::Failed { .. }),
            ) => {
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
    sent: Arc<Sent>,
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
    /// The models that the settings name, or `chosen` for all that a question needs; none where
    /// quotes are wanted.
    pub fn open(
        context: &Context,
        tape: &Tape,
        (extractive, chosen): (bool, Option<&LanguageSource>),
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let sent = Arc::new(Sent::default());
        let open = |role: LanguageRole| {
            let model = match (extractive, chosen) {
                (true, _) => None,
                (false, Some(source)) => tape.open_source(context, source, limits)?,
                (false, None) => tape.open(context, role, limits)?,
            };
            Ok::<_, Failure>(model.map(|model| sent.of(role.as_str(), model)))
        };
        let main = open(LanguageRole::Main)?;
        let name = |role| context.settings.language.name(role);
        let same =
            chosen.is_some() || name(LanguageRole::Main) == name(LanguageRole::Conversational);
        // What failed is told once, and not tried again.
        let conversational = match main.is_none() && same {
            true => None,
            false => open(LanguageRole::Conversational)?,
        };
        Ok(Self {
            main,
            conversational,
            budget: Budget::new(Allowance::ASK, limits.deadline),
            sent: Arc::clone(&sent),
        })
    }

    /// What was asked so far, word by word.
    pub fn sent(&self) -> &Sent {
        &self.sent
    }

    /// The model of conversations, of the account and of the router's last layer: what is asked
    /// there never names the main model unless it is the only one.
    pub fn conversational(&self) -> Option<Budgeted<'_>> {
        let model = self.conversational.as_deref()?;
        Some(self.budget.on(model))
    }

    /// The main model, where there is one.
    pub fn main(&self) -> Option<Budgeted<'_>> {
        let model = self.main.as_deref()?;
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

/// A model that is asked on the way of a question, where the settings want that.
pub fn adviser<'a>(context: &'a Context, model: &'a dyn LanguageModel) -> Adviser<'a> {
    Adviser {
        model,
        prompts: &context.settings.generate.prompts,
        uses: context.settings.advice,
    }
}

/// A follow-up as a question that stands alone, where the settings want that of a model; else, and
/// where it fails, as `resolved` by rules.
pub fn rewritten(
    output: &Output,
    text: &str,
    resolved: String,
    session: &Session,
    adviser: Option<&Adviser<'_>>,
    limits: &Limits,
) -> String {
    let Some(adviser) = adviser.filter(|one| one.uses.rewrite) else {
        return resolved;
    };
    let mut earlier: Vec<String> = session
        .history
        .entries()
        .iter()
        .map(|entry| entry.topic().to_owned())
        .collect();
    if let Some(last) = &session.last {
        earlier.push(last.question.clone());
    }
    // What stands alone is asked as it is.
    let follows = resolved != text || reference::refers(text);
    if earlier.is_empty() || !follows {
        return resolved;
    }
    match advise::rewrite(text, &earlier, adviser, &limits.half()) {
        Ok(question) => question,
        Err(reason) => {
            output.say(&format!("note: no model rewrote the question: {reason}"));
            resolved
        }
    }
}

/// Adds to an answer's object what a model proposed on the way.
pub fn add_advice(object: &mut Value, asked: &Asked) {
    let advised = &asked.advised;
    if !advised.advice.is_empty() {
        let advice = advised
            .advice
            .iter()
            .map(|one| json!({"asked_for": one.asked_for, "said": one.said, "failed": one.failed}));
        object["advice"] = advice.collect();
    }
    if !advised.steps.is_empty() {
        let id = |number: usize| format!("s{number}");
        let steps = advised.steps.iter().enumerate().map(|(at, step)| {
            let needs: Vec<String> = step.needs.iter().map(|need| id(*need)).collect();
            json!({"id": id(at + 1), "query": step.question, "expects": "finding",
                "documents": step.documents, "needs": needs, "finding": step.finding})
        });
        object["plan"]["steps"] = steps.collect();
        object["plan"]["combine"] = true.into();
    }
    if let Some(plan) = &asked.model_plan {
        let (state, told) = plan.state.told();
        object["model_plan"] = json!({
            "asked_for": plan.plans.as_str(), "sql": plan.sql, "state": state, "told": told,
            "agrees": plan.agreed.map(Agreed::as_str),
        });
    }
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
            let differs = written.differs.iter();
            object["answer"]["differs"] = differs.map(crate::json::differs).collect();
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
