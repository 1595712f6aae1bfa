//! `perusal ask`

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use perusal::answer::{Citation, Mode};
use perusal::ask::{Asked, Status};
use perusal::converse::Reply;
use perusal::generate::Ended;
use perusal::index::Snapshot;
use perusal::route::Decision;
use serde_json::{Value, json};

use super::asking::{self, Answered, Asking, Heard, Told};
use super::search::{after_path, filters, tell_notes, tell_web};
use super::writer::{self, Outcome, Tape};
use crate::cli::{AskArgs, AskOptions};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{explain, json as outside, language, library};

/// Largest context file, in bytes.
const CONTEXT_BYTES_MAX: u64 = 1 << 20;

/// Answers one question.
pub fn run(context: &Context, args: &AskArgs) -> Result<Code, Failure> {
    let session = args.options.session.as_deref();
    let tape = Tape::of(&args.options.tape)?;
    if args.jsonl {
        return stream(context, &args.question, &args.options, session, &tape);
    }
    one(context, &args.question, &args.options, session, &tape)
}

/// The question as it is to be answered.
fn asking<'a>(
    text: &'a str,
    options: &AskOptions,
    session: Option<&'a str>,
) -> Result<Asking<'a>, Failure> {
    let retrieval = &options.retrieval;
    Ok(Asking {
        declared: options.declared,
        deadline: options.deadline,
        extractive: options.extractive,
        strategy: retrieval.strategy,
        filters: filters(retrieval)?,
        neighbors: retrieval.neighbors,
        tables: !options.no_tables,
        session,
        account: options.context.as_deref().map(read_context).transpose()?,
        ..Asking::new(text)
    })
}

/// Answers a question as events, one object a line; the last holds what `--json` prints.
fn stream(
    context: &Context,
    text: &str,
    options: &AskOptions,
    session: Option<&str>,
    tape: &Tape,
) -> Result<Code, Failure> {
    let asking = asking(text, options, session)?;
    let mut broken = None;
    let mut say = |object: Value| {
        let line = context.output.line(&object.to_string());
        broken = line.err().or(broken.take());
    };
    let mut written = false;
    let answered = asking::answer(context, &asking, tape, &mut |heard| {
        written |= matches!(heard, Heard::Piece(_));
        say(event(&heard));
    })?;
    let mut object = answered.object;
    // Quotes are there at once.
    if !written && let Some(text) = object["answer"]["text"].as_str() {
        say(json!({"event": "text", "text": text}));
    }
    if !options.retrieval.explain
        && let Some(object) = object.as_object_mut()
    {
        object.remove("explain");
    }
    object["event"] = "done".into();
    say(object);
    broken.map_or(Ok(answered.code), |error| Err(error.into()))
}

fn event(heard: &Heard<'_>) -> Value {
    match heard {
        Heard::Decided(decision) => {
            json!({"event": "route", "route": outside::decision(decision, None)})
        }
        Heard::Found(found) => {
            let answer = found.answer.iter();
            let citations = answer.flat_map(|one| one.citations.iter().map(outside::citation));
            json!({
                "event": "sources",
                "strategy": found.retrieval.ran.as_str(),
                "citations": citations.collect::<Vec<Value>>(),
            })
        }
        Heard::Piece(piece) => json!({"event": "text", "text": piece}),
    }
}

/// Answers one question of a session, or of none, and prints it; shared with `chat`.
pub fn one(
    context: &Context,
    text: &str,
    options: &AskOptions,
    name: Option<&str>,
    tape: &Tape,
) -> Result<Code, Failure> {
    let asking = asking(text, options, name)?;
    let mut printed = false;
    let answered = asking::answer(context, &asking, tape, &mut |heard| {
        if let Heard::Piece(piece) = heard
            && !context.output.json
        {
            printed = true;
            writer::print(piece);
        }
    })?;
    if printed {
        writer::print("\n");
    }
    show(context, options, answered, printed)
}

fn show(
    context: &Context,
    options: &AskOptions,
    answered: Answered,
    printed: bool,
) -> Result<Code, Failure> {
    let Answered {
        mut object,
        told,
        code,
        decision,
        total,
    } = answered;
    let explained = options.retrieval.explain;
    if context.output.json {
        if !explained && let Some(object) = object.as_object_mut() {
            object.remove("explain");
        }
        context.output.object(&object)?;
        return Ok(code);
    }
    match &told {
        Told::Search {
            snapshot,
            asked,
            outcome,
        } => {
            if let Outcome::Written(written) = outcome
                && !printed
            {
                context.output.line(&printable(&written.answer.text))?;
            }
            tell(context, snapshot, asked, outcome)?;
            let quoted = matches!(outcome, Outcome::Quotes) && asked.answer.is_some();
            if quoted
                && !options.extractive
                && let Some(offer) = language::offer_once(context)
            {
                context.output.say(&printable(&format!(
                    "note: answers can be written out by a language model: {offer}"
                )));
            }
            if explained {
                explain_search(context, (snapshot, asked), &decision, total)?;
            }
        }
        Told::Reply(reply) => tell_reply(context, &decision, reply)?,
    }
    Ok(code)
}

fn explain_search(
    context: &Context,
    (snapshot, asked): (&Snapshot, &Asked),
    decision: &Decision,
    total: Duration,
) -> Result<(), Failure> {
    let route = explain::decision(decision);
    let found = explain::retrieval(snapshot, &asked.retrieval, &asked.records);
    let lines = route
        .into_iter()
        .chain(found)
        .chain(explain::considered(&asked.considered))
        .chain(explain::faults(&asked.faults))
        .chain(explain::answer(asked, total));
    for line in lines {
        context.output.line(&printable(&line))?;
    }
    Ok(())
}

/// An answer that needed no search.
fn tell_reply(context: &Context, decision: &Decision, reply: &Reply) -> Result<(), Failure> {
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
    Ok(())
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

/// Prints an answer with its sources; shared with the demo.
pub fn tell(
    context: &Context,
    snapshot: &Snapshot,
    asked: &Asked,
    outcome: &Outcome,
) -> Result<(), Failure> {
    tell_notes(context, &asked.retrieval);
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
    /// Characters of each.
    const CHARS_MAX: usize = 160;
    if asked.records.is_empty() {
        return Ok(());
    }
    context.output.line(heading)?;
    let mut places = library::Places::new(snapshot);
    for (record, at) in outside::nearest_passages(asked) {
        let place = after_path(&places.of(record)?.locator());
        let path = library::path_of(snapshot, &record.document);
        let rest = &record.text[at..];
        let shown: String = rest.chars().take(CHARS_MAX).collect();
        let more = if shown.len() < rest.len() { " …" } else { "" };
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        context
            .output
            .line(&printable(&format!("  {path}{place}: {shown}{more}")))?;
    }
    Ok(())
}

/// Time for a question of the demo.
pub const DEMO_DEADLINE: Duration = Duration::from_secs(30);
