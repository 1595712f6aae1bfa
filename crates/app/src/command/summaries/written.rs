//! `perusal summaries build --model`: summaries that a language model writes, and how they are shown.

use perusal::index::{Cluster, Snapshot, Writer, WrittenSummary, WrittenTopic};
use perusal::models::Limits;
use perusal::summarize::written::{Built, Writing, write};
use perusal::text::Document;
use serde_json::{Value, json};

use crate::cli::SummariesBuildArgs;
use crate::command::writer::Tape;
use crate::config::LanguageRole;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::output::printable;

/// Failures that are told one by one.
const FAILED_TOLD: usize = 10;

/// Has summaries written, document by document; a run that was stopped goes on with the next.
pub(super) fn build(
    context: &Context,
    args: &SummariesBuildArgs,
    writer: &mut Writer,
) -> Result<Code, Failure> {
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let opened = Tape::of(&args.tape)?.open(context, LanguageRole::Summaries, &limits)?;
    let Some(model) = opened else {
        return Err(Failure::Usage {
            message: "no language model can be asked".to_owned(),
            hint: "`--model ollama:NAME` names one, or `models.summaries` does".to_owned(),
        });
    };
    let writing = Writing {
        model: &*model,
        prompts: &context.settings.generate.prompts,
        documents_max: args.limit.unwrap_or(usize::MAX),
        limits: &limits,
    };
    let built = write(writer, &writing, &mut |at, all, path| {
        let line = format!("{at} of {all}: {path}");
        context.output.say(&printable(&line));
    })?;
    tell(context, &model.profile().id, &built)
}

fn tell(context: &Context, model: &str, built: &Built) -> Result<Code, Failure> {
    let output = &context.output;
    if output.json {
        let failed = built.failed.iter();
        let failed: Vec<Value> = failed
            .map(|(of, reason)| json!({"of": of, "reason": reason}))
            .collect();
        output.object(&json!({
            "schema": SCHEMA, "model": model, "documents": built.documents,
            "sections": built.sections, "topics": built.topics, "left": built.left,
            "failed": failed,
        }))?;
    } else {
        output.line(&printable(&format!(
            "{model} wrote summaries of {} documents and {} of their sections, {} clusters have \
             its topics; {} documents are left",
            built.documents, built.sections, built.topics, built.left
        )))?;
        for (of, reason) in built.failed.iter().take(FAILED_TOLD) {
            output.line(&printable(&format!("  as before: {of}: {reason}")))?;
        }
        if let Some(more) = built.failed.len().checked_sub(FAILED_TOLD + 1) {
            output.line(&format!("  and {} more", more + 1))?;
        }
    }
    Ok(match (built.left, built.documents) {
        (0, _) => Code::Done,
        (_, 0) => Code::Nothing,
        _ => Code::Partial,
    })
}

/// Summaries that models wrote, with the sentences that they rest on.
pub(super) fn as_json(document: &Document, written: &[WrittenSummary]) -> Value {
    let summaries = written.iter().map(|one| {
        let section = one.section.and_then(|at| document.sections.get(at));
        let rests_on = one.spans.iter().map(|span| {
            json!({
                "text": span.slice(&document.text),
                "span": {"start": span.start, "end": span.end},
                "pages": document.pages_of(*span).map(|(first, last)| [first, last]),
            })
        });
        json!({
            "section": section.map(|section| &section.title), "text": one.text,
            "rests_on": rests_on.collect::<Vec<_>>(), "model": one.model, "prompt": one.prompt,
        })
    });
    summaries.collect()
}

/// For people, below a heading that says who wrote it.
pub(super) fn tell_one(
    context: &Context,
    written: &[WrittenSummary],
    section: Option<usize>,
    indent: &str,
) -> Result<(), Failure> {
    if let Some(one) = written.iter().find(|one| one.section == section) {
        let text = one.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = format!("{indent}{text} (written by {})", one.model);
        context.output.line(&printable(&line))?;
    }
    Ok(())
}

/// What a model calls a cluster.
pub(super) fn topic(
    snapshot: &Snapshot,
    cluster: &Cluster,
) -> Result<Option<WrittenTopic>, Failure> {
    let mut documents = cluster.documents.clone();
    documents.sort_unstable();
    let topics = snapshot.written_topics()?;
    Ok(topics.into_iter().find(|one| one.documents == documents))
}
