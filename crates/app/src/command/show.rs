//! `perusal show`

use perusal::index::{Correction, DocumentRecord, State, Summary};
use perusal::text::{Document, Report};
use serde_json::{Value, json};

use super::{summaries, tables};
use crate::cli::ShowArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{json as outside, library, structure};

/// Shows one document: what was read, its outline and a summary, or its text.
pub fn run(context: &Context, args: &ShowArgs) -> Result<Code, Failure> {
    let snapshot = library::snapshot(context)?;
    let record = library::find(snapshot.documents(), &args.document)?;
    if matches!(record.state, State::Failed { .. }) {
        return failed(context, record);
    }
    let mut document = (*snapshot.structure(&record.id)?).clone();
    document.text = snapshot.full_text(&record.id)?;
    if args.text && !context.output.json {
        use std::io::Write;
        std::io::stdout()
            .lock()
            .write_all(document.text.as_bytes())?;
        return Ok(Code::Done);
    }
    if args.tables {
        return tables::run(context, &snapshot, record, &document.text);
    }
    let summary = snapshot.summaries(&record.id)?.document;
    let correction = snapshot.correction(&record.id)?;
    if context.output.json {
        context
            .output
            .object(&object(context, &args.document, args.text)?)?;
    } else {
        tell(context, record, &document, &summary, correction.as_ref())?;
    }
    Ok(Code::Done)
}

/// The object of `show --json`; shared with the server.
///
/// # Errors
/// No such document, or a library that cannot be read.
pub fn object(context: &Context, named: &str, text: bool) -> Result<Value, Failure> {
    let snapshot = library::snapshot(context)?;
    let record = library::find(snapshot.documents(), named)?;
    let mut object = outside::document(record);
    object.insert("schema".to_owned(), json!(outside::SCHEMA));
    if matches!(record.state, State::Failed { .. }) {
        return Ok(Value::Object(object));
    }
    let mut document = (*snapshot.structure(&record.id)?).clone();
    document.text = snapshot.full_text(&record.id)?;
    let summary = snapshot.summaries(&record.id)?.document;
    let correction = snapshot.correction(&record.id)?;
    let cards = snapshot.cards_of(&record.id)?;
    structure::insert(&mut object, &document, &cards);
    let summary = summaries::summary_json(&document, &summary);
    object.insert("summary".to_owned(), summary);
    let correction = summaries::correction_json(record, correction.as_ref());
    object.insert("correction".to_owned(), correction);
    if text {
        object.insert("text".to_owned(), json!(document.text));
    }
    Ok(Value::Object(object))
}

fn failed(context: &Context, record: &DocumentRecord) -> Result<Code, Failure> {
    if context.output.json {
        let mut object = outside::document(record);
        object.insert("schema".to_owned(), json!(outside::SCHEMA));
        context.output.object(&serde_json::Value::Object(object))?;
    } else if let State::Failed { reason } = &record.state {
        context
            .output
            .line(&printable(&format!("{}\nfailed: {reason}", record.path)))?;
    }
    Ok(Code::Done)
}

/// What was found in the document, and what of it needs care.
fn read_line(report: &Report) -> String {
    let mut line = format!(
        "{} sections, {} lists, {} tables with {} rows",
        report.sections, report.lists, report.tables, report.table_rows
    );
    let cares = [
        (
            report.odd_rows as usize,
            "rows that do not fit their columns",
        ),
        (report.pages_without_text.len(), "pages without text"),
        (report.pages_unmapped.len(), "pages with unknown characters"),
        (
            report.pages_unreadable.len(),
            "pages that could not be read",
        ),
    ];
    for (count, what) in cares.into_iter().filter(|(count, _)| *count > 0) {
        line.push_str(&format!(", {count} {what}"));
    }
    line
}

fn tell(
    context: &Context,
    record: &DocumentRecord,
    document: &Document,
    summary: &Summary,
    correction: Option<&Correction>,
) -> Result<(), Failure> {
    let output = &context.output;
    output.line(&output.bold(&printable(&record.path)))?;
    let title = record.title.as_deref().unwrap_or("without a title");
    output.line(&printable(&format!("{title}  ({})", record.id.as_str())))?;
    let pages = record.pages.map_or(String::new(), |pages| {
        format!("{pages} {}s, ", document.format.page_noun())
    });
    output.line(&format!(
        "{pages}{} characters, {} chunks, {} with vectors, language {}",
        record.characters,
        record.chunks,
        record.embedded_chunks,
        record.language.code()
    ))?;
    output.line(&read_line(&record.report))?;
    for warning in &record.warnings {
        output.line(&printable(&format!("warning: {warning}")))?;
    }
    summaries::tell_summary(context, record, document, summary, correction)?;
    for line in structure::lines(document) {
        output.line(&printable(&line))?;
    }
    Ok(())
}
