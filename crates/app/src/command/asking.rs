//! A question answered: what the command line, the demo and the server do alike.

use std::time::{Duration, Instant};

use perusal::RetrieveConfig;
use perusal::advise::Adviser;
use perusal::answer::Weights;
use perusal::ask::{self, AskRequest, Asked, Models, Status};
use perusal::converse::Reply;
use perusal::fault::{self, Fault};
use perusal::index::state::{State, TRACE_BYTES_MAX, TurnRow};
use perusal::index::{Filter, Patience, Snapshot};
use perusal::models::Limits;
use perusal::retrieve::Strategy;
use perusal::route::{self, Decision, LanguageLayer, QuestionType, RouteKind, Shape, contract};
use perusal::session::Session;
use serde_json::Value;

use super::route::Router;
use super::router::versions;
use super::sent::Sent;
use super::writer::{self, Outcome, Tape, Writer};
use crate::config::LanguageRole;
use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::{chosen, cluster, explain, json, library, optional};

/// A question and how it is to be answered.
#[derive(Debug, Clone)]
pub struct Asking<'a> {
    /// The question as it was put.
    pub text: &'a str,
    /// What kind of question it is said to be; `None` leaves that to the router.
    pub declared: Option<QuestionType>,
    /// Time for it; `None` takes that of the settings.
    pub deadline: Option<Duration>,
    /// No language model is asked.
    pub extractive: bool,
    /// Name of the language model that is asked; `None` for those of the settings.
    pub model: Option<&'a str>,
    /// How passages are found.
    pub strategy: Strategy,
    /// Hits; `None` takes the settings'.
    pub k: Option<usize>,
    /// Which documents may be looked at; all must hold.
    pub filters: Vec<Filter>,
    /// Chunks read around each hit; `None` for two.
    pub neighbors: Option<u32>,
    /// Tables and lists are asked, too.
    pub tables: bool,
    /// Who asks: the name of a token; empty for the user of this machine.
    pub owner: &'a str,
    /// The session it belongs to.
    pub session: Option<&'a str>,
    /// Where it belongs to none: questions of the same conversation before it, the oldest first.
    pub earlier: &'a [String],
    /// What is known about the account, for questions about it.
    pub account: Option<String>,
}

impl<'a> Asking<'a> {
    /// A question with all else as the settings have it.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            declared: None,
            deadline: None,
            extractive: false,
            model: None,
            strategy: Strategy::Auto,
            k: None,
            filters: Vec::new(),
            neighbors: None,
            tables: true,
            owner: "",
            session: None,
            earlier: &[],
            account: None,
        }
    }
}

/// What is known while a question is answered, in this order.
pub enum Heard<'e> {
    /// Where it goes.
    Decided(&'e Decision),
    /// What the documents give, before a model writes a word.
    Found(&'e Asked),
    /// A piece of what a model writes.
    Piece(&'e str),
}

/// A question's answer.
pub struct Answered {
    /// The object of `ask --json`, with `explain`.
    pub object: Value,
    /// The same for people.
    pub told: Told,
    /// How it ended.
    pub code: Code,
    /// Where it went.
    pub decision: Decision,
    /// How long it took.
    pub total: Duration,
}

/// An answer as it was made.
pub enum Told {
    /// From documents.
    Search {
        /// The state of the library.
        snapshot: Snapshot,
        /// What was found and answered.
        asked: Box<Asked>,
        /// Whether a model wrote it.
        outcome: Outcome,
    },
    /// Without a search.
    Reply(Reply),
}

/// Answers a question of a session, or of none, and keeps its trace.
///
/// # Errors
/// A library or a model that cannot be used; an empty or too long question.
pub fn answer(
    context: &Context,
    asking: &Asking<'_>,
    tape: &Tape,
    hear: &mut dyn FnMut(Heard<'_>),
) -> Result<Answered, Failure> {
    let started = Instant::now();
    let mut session = match asking.session {
        None if !asking.earlier.is_empty() => Session::after(asking.earlier),
        name => super::route::session(context, name)?,
    };
    let router = Router::open(context, None)?;
    let deadline = asking.deadline.unwrap_or(context.settings.ask_timeout);
    let limits = Limits {
        deadline: Some(started + deadline),
        cancel: context.cancel.clone(),
    };
    let model = asking.model.map(|name| chosen::of_name(context, name));
    let model = model.transpose()?;
    let by = (asking.extractive, model.as_ref());
    let writer = Writer::open(context, tape, by, &limits)?;
    let followed = router.followed(context, &session, asking.text, &limits)?;
    let text = followed.as_deref().unwrap_or(asking.text);
    let embedding = router.embedding(text, &limits);
    let mut question = session.question(text);
    question.declared = asking.declared;
    question.account_unknown = asking.account.is_none();
    question.embedding = embedding.as_deref();
    let previous = question.previous;
    let sorter = writer.conversational();
    let third = sorter.as_ref().map(|model| LanguageLayer {
        model,
        limits: &limits,
        history: &session.history,
    });
    let (config, classifiers) = (&context.settings.route, router.classifiers());
    let decision = route::decide_asking(&question, config, classifiers, third.as_ref())?;
    super::route::keep_violations(context);
    hear(Heard::Decided(&decision));
    let this = This {
        context,
        asking,
        started,
        writer: &writer,
        limits: &limits,
    };
    // Only a search looks into the library (RC-04).
    let mut answered = match &decision.kind {
        RouteKind::Retrieval(_) | RouteKind::Code(_) => {
            let resolved = followed.unwrap_or_else(|| session.referred(asking.text));
            let main = writer.main();
            let adviser = main.as_ref().map(|model| writer::adviser(context, model));
            let resolved = writer::rewritten(
                &context.output,
                asking.text,
                resolved,
                &session,
                adviser.as_ref(),
                &limits,
            );
            this.search(&router, decision, resolved, adviser.as_ref(), hear)?
        }
        RouteKind::Conversational => {
            let last = session.last.as_ref();
            let reply = writer.converse(context, asking.text, last, &limits);
            this.reply(decision, reply)
        }
        RouteKind::Platform => {
            let known = asking.account.as_deref();
            let reply = writer.account(context, asking.text, known, &limits);
            this.reply(decision, reply)
        }
    };
    let served = contract::Served {
        searched: matches!(answered.told, Told::Search { .. }),
        main_asked: writer.sent().asked(LanguageRole::Main.as_str()),
    };
    contract::check_served(answered.decision.kind.question_type(), served);
    super::route::keep_violations(context);
    keep(context, asking, &mut answered, writer.sent());
    if let Some(name) = asking.session {
        let decision = &answered.decision;
        super::router::record(context, name, asking.text, previous, decision);
        let asked = match &answered.told {
            Told::Search { asked, .. } => Some(asked.as_ref()),
            Told::Reply(_) => None,
        };
        session.remember(decision.kind.question_type(), asking.text, asked);
        keep_session(context, name, &session);
    }
    Ok(answered)
}

/// A question on its way.
struct This<'a> {
    context: &'a Context,
    asking: &'a Asking<'a>,
    started: Instant,
    writer: &'a Writer,
    limits: &'a Limits,
}

impl This<'_> {
    /// A question that goes to the library; `resolved` is its text without references.
    fn search(
        &self,
        router: &Router,
        decision: Decision,
        resolved: String,
        adviser: Option<&Adviser<'_>>,
        hear: &mut dyn FnMut(Heard<'_>),
    ) -> Result<Answered, Failure> {
        let (context, asking) = (self.context, self.asking);
        let mut snapshot = library::snapshot(context)?;
        snapshot.heed(Patience {
            deadline: self.limits.deadline,
            ..cluster::patience(context)
        });
        let embedder = router.embedder_of(context, &snapshot)?;
        let documents = snapshot.counts().documents;
        let decision = decision.of_library(Shape { documents });
        let config = optional::retrieve_config(context, embedder.as_ref())?;
        let request = AskRequest {
            question: resolved.clone(),
            route: decision.kind.route().cloned(),
            code: matches!(decision.kind, RouteKind::Code(_)),
            strategy: asking.strategy,
            k: asking.k.unwrap_or(context.settings.k),
            filters: asking.filters.clone(),
            neighbors: asking.neighbors.unwrap_or(2),
            tables: asking.tables,
        };
        let (limits, embedder) = (self.limits, embedder.as_deref());
        let models = Models { embedder, adviser };
        let mut asked = of_library(context, &snapshot, models, &config, &request, limits)?;
        cluster::tell_degraded(context, &snapshot);
        hear(Heard::Found(&asked));
        let outcome = self.writer.write(
            context,
            &snapshot,
            &resolved,
            &mut asked,
            limits,
            &mut |piece| {
                hear(Heard::Piece(piece));
            },
        );
        let total = self.started.elapsed();

        let trace = trace_id(&snapshot, &request);
        let mut object = json::asked(&snapshot, &asked, &trace, total);
        object["question"] = asking.text.into();
        object["resolved"] = resolved.into();
        object["route"] = json::decision(&decision, Some(asked.retrieval.ran.as_str()));
        object["explain"] = explain::as_json(&snapshot, &asked.retrieval);
        json::add_faults(&mut object, &asked.faults);
        writer::add_advice(&mut object, &asked);
        writer::add_outcome(&mut object, &outcome, self.writer.usage());
        if matches!(outcome, Outcome::Written(_)) {
            object["answer"]["model"] = self.writer.model().into();
        }
        let code = match asked.status {
            Status::Answered => Code::Done,
            Status::Partial => Code::Partial,
            Status::Unsure | Status::NotFound => Code::Nothing,
        };
        let asked = Box::new(asked);
        Ok(Answered {
            object,
            told: Told::Search {
                snapshot,
                asked,
                outcome,
            },
            code,
            decision,
            total,
        })
    }

    /// An answer that needed no search.
    fn reply(&self, decision: Decision, (reply, mode): (Reply, perusal::answer::Mode)) -> Answered {
        let total = self.started.elapsed();
        let mut object = json::replied(self.asking.text, &decision, &reply, total);
        object["answer"]["mode"] = mode.as_str().into();
        writer::add_outcome(&mut object, &Outcome::Quotes, self.writer.usage());
        Answered {
            object,
            code: match reply.text {
                Some(_) => Code::Done,
                None => Code::Nothing,
            },
            told: Told::Reply(reply),
            decision,
            total,
        }
    }
}

/// Keeps the session; a read-only library still answers.
fn keep_session(context: &Context, name: &str, session: &Session) {
    let store = &context.settings.store;
    if !store.is_dir() {
        return;
    }
    let kept = session.to_text().map_err(Failure::from).and_then(|text| {
        let keep = |state: &State| state.keep_session(name, &text, now());
        Ok(context.warm.with_state(store, keep)?)
    });
    if let Err(error) = kept {
        context
            .output
            .say(&format!("note: the session was not kept: {error}"));
    }
}

/// Asks a library with the settings in force; shared with the demo.
pub fn of_library(
    context: &Context,
    snapshot: &Snapshot,
    models: Models<'_>,
    config: &RetrieveConfig,
    request: &AskRequest,
    limits: &Limits,
) -> Result<Asked, Failure> {
    let asked = ask::ask_with(
        snapshot,
        models,
        request,
        config,
        &context.settings.answer,
        Weights::shipped(),
        limits,
    )?;
    count_faults(context, &asked.faults);
    Ok(asked)
}

/// Counts what failed and says so; shared with `search`.
pub fn count_faults(context: &Context, faults: &[Fault]) {
    if faults.is_empty() {
        return;
    }
    context.output.say(
        "note: a step failed over a mistake in Perusal; the rest answered, and `perusal doctor` \
         says where it was",
    );
    if let Err(error) = fault::count(&context.settings.store, faults, now()) {
        context
            .output
            .say(&format!("note: the fault was not counted: {error}"));
    }
}

/// Equal question, library and settings have an equal trace.
fn trace_id(snapshot: &Snapshot, request: &AskRequest) -> String {
    let told = format!("{} {request:?}", snapshot.version().0);
    perusal::content_hash(told.as_bytes())[..16].to_owned()
}

/// Keeps the trace of an answer, with what models were asked, and who asked for it.
fn keep(context: &Context, asking: &Asking<'_>, answered: &mut Answered, sent: &Sent) {
    let object = &mut answered.object;
    // What is known of an account is not kept.
    if matches!(answered.told, Told::Reply(_))
        && !matches!(answered.decision.kind, RouteKind::Platform)
    {
        let told = format!("reply {} {}", asking.text, object["answer"]["text"]);
        object["trace"] = perusal::content_hash(told.as_bytes())[..16].into();
    }
    keep_turn(context, (asking.owner, asking.session), object, sent);
}

/// Keeps an answer under its trace, and that it was asked for; a read-only library still
/// answers. Shared with `analyze`. `object` is that of `ask --json`; what models were asked goes
/// into the trace and nowhere else.
pub fn keep_turn(
    context: &Context,
    (owner, session): (&str, Option<&str>),
    object: &Value,
    sent: &Sent,
) {
    if let Some(hear) = &context.answered {
        hear(object);
    }
    let store = &context.settings.store;
    if !store.is_dir() {
        return;
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let turn = TurnRow {
        owner: owner.to_owned(),
        session: session.map(str::to_owned),
        question: text(&object["question"]).unwrap_or_default(),
        trace: text(&object["trace"]),
        status: text(&object["status"]).unwrap_or_default(),
        strategy: text(&object["route"]["strategy"]),
        asked: now(),
        total_ms: object["timings_ms"]["total"].as_f64().unwrap_or_default(),
    };
    let kept = context.warm.with_state(store, |state| {
        if let Some(id) = &turn.trace {
            let mut trace = object.clone();
            trace["router_weights"] = versions::in_use(store).into();
            let alone = trace.to_string();
            let whole = sent.told(owner).map(|prompts| {
                trace["prompts"] = prompts;
                trace.to_string()
            });
            // The way of an answer is worth more than what models were asked.
            let fits = whole.filter(|text| text.len() <= TRACE_BYTES_MAX);
            state.record_trace(id, fits.as_ref().unwrap_or(&alone), turn.asked)?;
        }
        state.record_turn(&turn)
    });
    if let Err(error) = kept {
        context
            .output
            .say(&format!("note: the trace was not kept: {error}"));
    }
}
