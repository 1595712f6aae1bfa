//! `perusal ask`

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use perusal::RetrieveConfig;
use perusal::answer::{Citation, Mode, Weights};
use perusal::ask::{self, AskRequest, Asked, Status};
use perusal::converse::Reply;
use perusal::fault::{self, Fault};
use perusal::generate::Ended;
use perusal::index::Snapshot;
use perusal::index::state::State;
use perusal::models::{Embedder, Limits};
use perusal::route::{self, Decision, Kind, Shape, Third};
use perusal::session::Session;

use super::route::Router;
use super::search::{after_path, filters, tell_dropped, tell_web};
use super::writer::{self, Outcome, Tape, Writer};
use super::{Context, now};
use crate::cli::{AskArgs, AskOptions};
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{explain, json, library, optional};

/// Largest context file, in bytes.
const CONTEXT_BYTES_MAX: u64 = 1 << 20;

/// Answers one question.
pub fn run(context: &Context, args: &AskArgs) -> Result<Code, Failure> {
    let session = args.options.session.as_deref();
    let tape = Tape::of(&args.options.tape)?;
    one(context, &args.question, &args.options, session, &tape)
}

/// Answers one question of a session, or of none; shared with `chat`.
pub fn one(
    context: &Context,
    text: &str,
    options: &AskOptions,
    name: Option<&str>,
    tape: &Tape,
) -> Result<Code, Failure> {
    let started = Instant::now();
    let mut session = super::route::session(context, name)?;
    let router = Router::open(context, None)?;
    let deadline = options.deadline.unwrap_or(context.settings.ask_timeout);
    let limits = Limits {
        deadline: Some(started + deadline),
        cancel: context.cancel.clone(),
    };
    let writer = Writer::open(context, tape, options.extractive, &limits)?;
    let embedding = router.embedding(text, &limits);
    let mut question = session.question(text);
    question.declared = options.declared;
    question.embedding = embedding.as_deref();
    let sorter = writer.conversational();
    let third = sorter.as_ref().map(|model| Third {
        model,
        limits: &limits,
        history: &session.history,
    });
    let (config, classifiers) = (&context.settings.route, router.classifiers());
    let decision = route::decide_asking(&question, config, classifiers, third.as_ref())?;
    super::route::keep_violations(context);
    // Only a search looks into the library (RC-04).
    let (code, asked) = match &decision.kind {
        Kind::Retrieval(_) | Kind::Code(_) => {
            let snapshot = library::snapshot(&context.settings)?;
            let embedder = router.embedder_of(context, &snapshot)?;
            let documents = snapshot.statistics().documents;
            let search = Search {
                context,
                options,
                decision: decision.clone().of_library(Shape { documents }),
                text,
                resolved: route::reference::resolve(text, &session.history),
                started,
                writer: &writer,
            };
            let config = optional::retrieve_config(context, embedder.as_ref())?;
            let (code, asked) = search.run(&snapshot, embedder.as_deref(), &config)?;
            (code, Some(asked))
        }
        Kind::Conversational => {
            let last = session.last.as_ref();
            let reply = writer.converse(context, text, last, &limits);
            (
                tell_reply(context, text, &decision, &reply, &writer, started)?,
                None,
            )
        }
        Kind::Platform => {
            let given = options.context.as_deref().map(read_context).transpose()?;
            let known = given.as_deref();
            let reply = writer.account(context, text, known, &limits);
            (
                tell_reply(context, text, &decision, &reply, &writer, started)?,
                None,
            )
        }
    };
    if let Some(name) = name {
        super::router::record(context, name, text, question.previous, &decision);
        session.remember(decision.kind.question_type(), text, asked.as_ref());
        keep_session(context, name, &session);
    }
    Ok(code)
}

/// A question that goes to the library.
struct Search<'a> {
    context: &'a Context,
    options: &'a AskOptions,
    decision: Decision,
    text: &'a str,
    resolved: String,
    started: Instant,
    writer: &'a Writer,
}

impl Search<'_> {
    fn run(
        &self,
        snapshot: &Snapshot,
        embedder: Option<&dyn Embedder>,
        config: &RetrieveConfig,
    ) -> Result<(Code, Asked), Failure> {
        let context = self.context;
        let retrieval = &self.options.retrieval;
        let request = AskRequest {
            question: self.resolved.clone(),
            route: self.decision.kind.route().cloned(),
            code: matches!(self.decision.kind, Kind::Code(_)),
            strategy: retrieval.strategy,
            k: context.settings.k,
            filters: filters(retrieval)?,
            neighbors: retrieval.neighbors.unwrap_or(2),
            tables: !self.options.no_tables,
        };
        let deadline = self
            .options
            .deadline
            .unwrap_or(context.settings.ask_timeout);
        let mut asked = answer(
            context,
            snapshot,
            embedder,
            config,
            &request,
            self.started + deadline,
        )?;
        let limits = Limits {
            deadline: Some(self.started + deadline),
            cancel: context.cancel.clone(),
        };
        let resolved = &self.resolved;
        let outcome = self
            .writer
            .write(context, snapshot, resolved, &mut asked, &limits);
        let total = self.started.elapsed();

        let trace = trace_id(snapshot, &request);
        let mut object = json::asked(snapshot, &asked, &trace, total);
        object["question"] = self.text.into();
        object["resolved"] = self.resolved.clone().into();
        object["route"] = json::decision(&self.decision, Some(asked.retrieval.ran.as_str()));
        object["explain"] = explain::as_json(snapshot, &asked.retrieval);
        json::add_faults(&mut object, &asked.faults);
        writer::add_outcome(&mut object, &outcome, self.writer.usage());
        record_trace(context, &trace, &object);
        if context.output.json {
            if !retrieval.explain
                && let Some(object) = object.as_object_mut()
            {
                object.remove("explain");
            }
            context.output.object(&object)?;
        } else {
            tell(context, snapshot, &asked, &outcome)?;
            if retrieval.explain {
                self.explain(snapshot, &asked, total)?;
            }
        }
        let code = match asked.status {
            Status::Answered => Code::Done,
            Status::Partial => Code::Partial,
            Status::Unsure | Status::NotFound => Code::Nothing,
        };
        Ok((code, asked))
    }

    fn explain(&self, snapshot: &Snapshot, asked: &Asked, total: Duration) -> Result<(), Failure> {
        let route = explain::decision(&self.decision);
        let found = explain::retrieval(snapshot, &asked.retrieval, &asked.records);
        let lines = route
            .into_iter()
            .chain(found)
            .chain(explain::considered(&asked.considered))
            .chain(explain::faults(&asked.faults))
            .chain(explain::answer(asked, total));
        for line in lines {
            self.context.output.line(&printable(&line))?;
        }
        Ok(())
    }
}

/// An answer that needed no search.
fn tell_reply(
    context: &Context,
    text: &str,
    decision: &Decision,
    (reply, mode): &(Reply, Mode),
    writer: &Writer,
    started: Instant,
) -> Result<Code, Failure> {
    let found = reply.text.is_some();
    if context.output.json {
        let mut object = json::replied(text, decision, reply, started.elapsed());
        object["answer"]["mode"] = mode.as_str().into();
        writer::add_outcome(&mut object, &Outcome::Quotes, writer.usage());
        context.output.object(&object)?;
    } else {
        match &reply.text {
            Some(text) => context.output.line(&printable(text))?,
            None => context.output.line(&context.output.bold("No answer."))?,
        }
        for (at, quote) in reply.quotes.iter().enumerate() {
            let locator = library::locator(None, quote.pages, None);
            let source = format!("[{}] {}{}", at + 1, quote.path, after_path(&locator));
            context.output.line(&printable(&source))?;
        }
        if let Some(note) = &reply.note {
            context.output.say(&format!("note: {note}"));
        }
        if decision.low_confidence {
            context
                .output
                .say("note: the router is not sure; `--type retrieval` searches your documents");
        }
    }
    Ok(if found { Code::Done } else { Code::Nothing })
}

fn read_context(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let unreadable = |reason: String| Failure::Usage {
        message: format!("{}: {reason}", path.display()),
        hint: "`--context` names a text file of at most 1 MB".to_owned(),
    };
    std::fs::File::open(path)
        .and_then(|file| file.take(CONTEXT_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > CONTEXT_BYTES_MAX {
        return Err(unreadable(format!("more than {CONTEXT_BYTES_MAX} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Keeps the session; a read-only library still answers.
fn keep_session(context: &Context, name: &str, session: &Session) {
    let store = &context.settings.store;
    if !store.is_dir() {
        return;
    }
    let kept = session
        .to_text()
        .map_err(Failure::from)
        .and_then(|text| Ok(State::open(store)?.keep_session(name, &text, now())?));
    if let Err(error) = kept {
        context
            .output
            .say(&format!("note: the session was not kept: {error}"));
    }
}

/// Asks with the settings in force; shared with the demo.
pub fn answer(
    context: &Context,
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    config: &RetrieveConfig,
    request: &AskRequest,
    deadline: Instant,
) -> Result<Asked, Failure> {
    let limits = Limits {
        deadline: Some(deadline),
        cancel: context.cancel.clone(),
    };
    let asked = ask::ask(
        snapshot,
        embedder,
        request,
        config,
        &context.settings.answer,
        Weights::shipped(),
        &limits,
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

/// Keeps the trace; a read-only library still answers. Shared with `analyze`.
pub fn record_trace(context: &Context, id: &str, object: &serde_json::Value) {
    let kept = State::open(&context.settings.store)
        .and_then(|state| state.record_trace(id, &object.to_string(), now()));
    if let Err(error) = kept {
        context
            .output
            .say(&format!("note: the trace was not kept: {error}"));
    }
}

/// Prints an answer with its sources; shared with the demo.
pub fn tell(
    context: &Context,
    snapshot: &Snapshot,
    asked: &Asked,
    outcome: &Outcome,
) -> Result<(), Failure> {
    tell_dropped(context, &asked.retrieval);
    let output = &context.output;
    let Some(answer) = &asked.answer else {
        unanswered(context, snapshot, asked)?;
        return tell_web(context, &asked.retrieval);
    };
    if let Outcome::Written(written) = outcome {
        if written.end == Ended::Stopped {
            output.say("note: the model was stopped; this is what it had written until then");
        }
    } else if asked.status == Status::Partial {
        output.line(
            "The deadline passed; the answer rests on keywords and what was read until then.",
        )?;
    }
    if let Outcome::Fallen(reason) = outcome {
        output.say(&format!("note: {}", writer::fell(reason)));
    }
    // What a model wrote was printed while it came.
    if !matches!(outcome, Outcome::Written(_)) {
        for line in answer.text.lines() {
            output.line(&printable(line))?;
        }
    }
    output.line("")?;
    for citation in &answer.citations {
        output.line(&printable(&source(citation)))?;
    }
    let how = match answer.mode {
        Mode::Extractive => "quotes verified",
        Mode::Generated => "written by a model, each sentence checked against its quotes",
    };
    output.line(&output.dim(&format!("confidence {:.2}, {how}", answer.confidence)))?;
    tell_web(context, &asked.retrieval)
}

/// Where a citation stands, as a line; shared with `analyze`.
pub fn source(citation: &Citation) -> String {
    let section = if citation.section.is_empty() {
        String::new()
    } else {
        format!(", {}", citation.section.join(" › "))
    };
    let locator = library::locator(Some(citation.format), citation.pages, citation.rows);
    format!(
        "[{}] {}{}{section}",
        citation.marker,
        citation.path,
        after_path(&locator)
    )
}

/// What is said where nothing is stated: what was considered, and the passages that
/// come nearest, as what they are.
fn unanswered(context: &Context, snapshot: &Snapshot, asked: &Asked) -> Result<(), Failure> {
    /// Values that are shown without a claim, and what they must be worth.
    const SHOWN: usize = 3;
    const SHOWN_FROM: f64 = 0.1;
    let output = &context.output;
    if asked.status != Status::Unsure {
        output.line(&output.bold("Not in your documents."))?;
        return nearest(
            context,
            snapshot,
            asked,
            "The nearest passages, which do not answer it:",
        );
    }
    output.line(&output.bold("Not sure: nothing here surely answers it."))?;
    let likely = asked.considered.iter().take(SHOWN);
    for one in likely.filter(|one| one.confidence >= SHOWN_FROM && !one.values.is_empty()) {
        let values: Vec<&str> = one.values.iter().map(|value| value.text.as_str()).collect();
        let from = one.citations.first().map(source).unwrap_or_default();
        let line = format!(
            "  {} ({:.0} %) {from}",
            values.join("; "),
            100.0 * one.confidence
        );
        output.line(&printable(&line))?;
    }
    nearest(context, snapshot, asked, "What comes nearest:")
}

fn nearest(
    context: &Context,
    snapshot: &Snapshot,
    asked: &Asked,
    heading: &str,
) -> Result<(), Failure> {
    const SHOWN: usize = 3;
    if asked.records.is_empty() {
        return Ok(());
    }
    context.output.line(heading)?;
    let mut places = library::Places::new(snapshot);
    for record in asked.records.iter().take(SHOWN) {
        let place = after_path(&places.of(record)?.locator());
        let path = library::path_of(snapshot, &record.document);
        let start: String = record.text.chars().take(120).collect();
        let start = start.split_whitespace().collect::<Vec<_>>().join(" ");
        context
            .output
            .line(&printable(&format!("  {path}{place}: {start} …")))?;
    }
    Ok(())
}

/// Time for a question of the demo.
pub const DEMO_DEADLINE: Duration = Duration::from_secs(30);
