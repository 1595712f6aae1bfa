//! `perusal ask`

use std::time::{Duration, Instant};

use perusal::answer::{Citation, Weights};
use perusal::ask::{self, AskRequest, Asked, Status};
use perusal::index::Snapshot;
use perusal::index::state::State;
use perusal::models::{Embedder, Limits};

use super::search::{after_path, filters, tell_dropped};
use super::{Context, now};
use crate::cli::AskArgs;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{explain, json, library};

/// Answers one question.
pub fn run(context: &Context, args: &AskArgs) -> Result<Code, Failure> {
    let started = Instant::now();
    let request = AskRequest {
        question: args.question.clone(),
        strategy: args.retrieval.strategy,
        k: context.settings.k,
        filters: filters(&args.retrieval)?,
        neighbors: args.retrieval.neighbors.unwrap_or(2),
        plan: !args.no_plan,
    };
    let (snapshot, embedder) = library::reader(&context.settings, &context.output)?;
    let deadline = args.deadline.unwrap_or(context.settings.ask_timeout);
    let asked = answer(
        context,
        &snapshot,
        embedder.as_deref(),
        &request,
        started + deadline,
    )?;
    let total = started.elapsed();

    let trace = trace_id(&snapshot, &request);
    let mut object = json::asked(&snapshot, &asked, &trace, total);
    object["explain"] = explain::as_json(&snapshot, &asked.retrieval);
    record_trace(context, &trace, &object);
    if context.output.json {
        if !args.retrieval.explain
            && let Some(object) = object.as_object_mut()
        {
            object.remove("explain");
        }
        context.output.object(&object)?;
    } else {
        tell(context, &snapshot, &asked)?;
        if args.retrieval.explain {
            let lines = explain::retrieval(&snapshot, &asked.retrieval, &asked.records);
            let plan = explain::plan(&asked.plan);
            for line in lines
                .into_iter()
                .chain(plan)
                .chain(explain::answer(&asked, total))
            {
                context.output.line(&printable(&line))?;
            }
        }
    }
    Ok(match asked.status {
        Status::Answered => Code::Done,
        Status::Partial => Code::Partial,
        Status::NotFound => Code::Nothing,
    })
}

/// Asks with the settings in force; shared with the demo.
pub fn answer(
    context: &Context,
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &AskRequest,
    deadline: Instant,
) -> Result<Asked, Failure> {
    let limits = Limits {
        deadline: Some(deadline),
        cancel: context.cancel.clone(),
    };
    Ok(ask::ask(
        snapshot,
        embedder,
        request,
        &context.settings.retrieve,
        &context.settings.answer,
        Weights::shipped(),
        &limits,
    )?)
}

/// Equal question, library and settings have an equal trace.
fn trace_id(snapshot: &Snapshot, request: &AskRequest) -> String {
    let told = format!("{} {request:?}", snapshot.version().0);
    perusal::content_hash(told.as_bytes())[..16].to_owned()
}

/// Keeps the trace; a read-only library still answers.
fn record_trace(context: &Context, id: &str, object: &serde_json::Value) {
    let kept = State::open(&context.settings.store)
        .and_then(|state| state.record_trace(id, &object.to_string(), now()));
    if let Err(error) = kept {
        context
            .output
            .say(&format!("note: the trace was not kept: {error}"));
    }
}

/// Prints an answer with its sources; shared with the demo.
pub fn tell(context: &Context, snapshot: &Snapshot, asked: &Asked) -> Result<(), Failure> {
    tell_dropped(context, &asked.retrieval);
    let output = &context.output;
    let Some(answer) = &asked.answer else {
        output.line(&output.bold("Not in your documents."))?;
        if let Some(note) = &asked.plan.note {
            output.line(&printable(note))?;
        }
        nearest(context, snapshot, asked)?;
        return Ok(());
    };
    if asked.status == Status::Partial {
        output.line(
            "The deadline passed; the answer rests on keywords and what was read until then.",
        )?;
    }
    if let Some(note) = &asked.plan.note {
        output.line(&printable(note))?;
    }
    for line in answer.text.lines() {
        output.line(&printable(line))?;
    }
    output.line("")?;
    for citation in &answer.citations {
        output.line(&printable(&source(citation)))?;
    }
    output.line(&output.dim(&format!(
        "confidence {:.2}, quotes verified",
        answer.confidence
    )))?;
    Ok(())
}

fn source(citation: &Citation) -> String {
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

fn nearest(context: &Context, snapshot: &Snapshot, asked: &Asked) -> Result<(), Failure> {
    const SHOWN: usize = 3;
    if asked.records.is_empty() {
        return Ok(());
    }
    context
        .output
        .line("The nearest passages, which do not answer it:")?;
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
