//! `perusal show`

use perusal::index::{Correction, DocumentRecord, State, Summary};
use perusal::text::Document;
use serde_json::json;

use super::{Context, summaries};
use crate::cli::ShowArgs;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{json as outside, library};

/// Shows one document: what was read, its outline and a summary, or its text.
pub fn run(context: &Context, args: &ShowArgs) -> Result<Code, Failure> {
    let snapshot = library::snapshot(&context.settings)?;
    let record = library::find(snapshot.documents(), &args.document)?;
    if matches!(record.state, State::Failed { .. }) {
        return failed(context, record);
    }
    let mut document = snapshot.structure(&record.id)?;
    document.text = snapshot.full_text(&record.id)?;
    if args.text && !context.output.json {
        use std::io::Write;
        std::io::stdout()
            .lock()
            .write_all(document.text.as_bytes())?;
        return Ok(Code::Done);
    }
    let summary = snapshot.summaries(&record.id)?.document;
    let correction = snapshot.correction(&record.id)?;
    if context.output.json {
        let mut object = outside::document(record);
        object.insert("schema".to_owned(), json!(outside::SCHEMA));
        object.insert("outline".to_owned(), outline_json(&document));
        object.insert(
            "summary".to_owned(),
            summaries::summary_json(&document, &summary),
        );
        object.insert(
            "correction".to_owned(),
            summaries::correction_json(record, correction.as_ref()),
        );
        object.insert("report".to_owned(), report(record, &document));
        if args.text {
            object.insert("text".to_owned(), json!(document.text));
        }
        context.output.object(&serde_json::Value::Object(object))?;
    } else {
        tell(context, record, &document, &summary, correction.as_ref())?;
    }
    Ok(Code::Done)
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

fn outline_json(document: &Document) -> serde_json::Value {
    let sections = document.sections.iter().map(|section| {
        json!({
            "title": section.title,
            "level": section.level,
            "span": {"start": section.span.start, "end": section.span.end},
            "page": document.pages_of(section.span).map(|(first, _)| first),
        })
    });
    serde_json::Value::Array(sections.collect())
}

/// What was read, and what was not.
fn report(record: &DocumentRecord, document: &Document) -> serde_json::Value {
    json!({
        "pages": record.pages,
        "pages_without_text": pages_without_text(document),
        "characters": record.characters,
        "tables": document.tables.len(),
        "table_rows": document.tables.iter().map(|table| table.rows.len()).sum::<usize>(),
        "sections": document.sections.len(),
        "warnings": record.warnings,
    })
}

fn pages_without_text(document: &Document) -> Vec<usize> {
    let ends = document
        .pages
        .iter()
        .skip(1)
        .map(|page| page.start)
        .chain([document.text.len()]);
    document
        .pages
        .iter()
        .zip(ends)
        .enumerate()
        .filter(|(_, (page, end))| {
            document
                .text
                .get(page.start..*end)
                .is_none_or(|text| text.trim().is_empty())
        })
        .map(|(index, _)| index + 1)
        .collect()
}

fn tell(
    context: &Context,
    record: &DocumentRecord,
    document: &Document,
    summary: &Summary,
    correction: Option<&Correction>,
) -> Result<(), Failure> {
    const OUTLINE_SHOWN: usize = 60;
    let output = &context.output;
    output.line(&output.bold(&printable(&record.path)))?;
    let title = record.title.as_deref().unwrap_or("without a title");
    output.line(&printable(&format!("{title}  ({})", record.id.as_str())))?;
    let pages = record
        .pages
        .map_or(String::new(), |pages| format!("{pages} pages, "));
    output.line(&format!(
        "{pages}{} characters, {} sections, {} tables, {} chunks, {} with vectors, language {}",
        record.characters,
        document.sections.len(),
        document.tables.len(),
        record.chunks,
        record.embedded_chunks,
        record.language.code()
    ))?;
    for warning in &record.warnings {
        output.line(&printable(&format!("warning: {warning}")))?;
    }
    summaries::tell_summary(context, record, document, summary, correction)?;
    if !document.sections.is_empty() {
        output.line("\nOutline:")?;
    }
    for section in document.sections.iter().take(OUTLINE_SHOWN) {
        let indent = "  ".repeat(usize::from(section.level));
        let page = document
            .pages_of(section.span)
            .map_or(String::new(), |p| format!("  p. {}", p.0));
        output.line(&printable(&format!("{indent}{}{page}", section.title)))?;
    }
    if document.sections.len() > OUTLINE_SHOWN {
        output.line(&format!(
            "  … and {} more",
            document.sections.len() - OUTLINE_SHOWN
        ))?;
    }
    Ok(())
}
