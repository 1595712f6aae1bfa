//! `perusal ls`

use perusal::index::{DocumentRecord, State};
use serde_json::json;

use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{json as outside, library};

/// Lists the documents in order of path.
pub fn run(context: &Context) -> Result<Code, Failure> {
    let snapshot = library::snapshot(context)?;
    let mut documents: Vec<&DocumentRecord> = snapshot.documents().iter().collect();
    documents.sort_by(|a, b| (&a.path, &a.id).cmp(&(&b.path, &b.id)));
    if context.output.json {
        let list: Vec<_> = documents
            .iter()
            .map(|record| outside::document(record))
            .collect();
        context
            .output
            .object(&json!({"schema": outside::SCHEMA, "documents": list}))?;
        return Ok(Code::Done);
    }
    for record in &documents {
        context.output.line(&printable(&line(record)))?;
    }
    if documents.is_empty() {
        context
            .output
            .say("the library is empty: `perusal add PATH` adds documents");
        return Ok(Code::Nothing);
    }
    Ok(Code::Done)
}

fn line(record: &DocumentRecord) -> String {
    let pages = record
        .pages
        .map_or(String::new(), |pages| format!("{pages} pages, "));
    let state = match &record.state {
        State::Ready if record.embedded_chunks < record.chunks => {
            format!(
                "{pages}{} chunks, {} with vectors",
                record.chunks, record.embedded_chunks
            )
        }
        State::Ready => format!("{pages}{} chunks", record.chunks),
        State::Failed { reason } => format!("failed: {reason}"),
    };
    let warnings = match record.warnings.len() {
        0 => String::new(),
        1 => ", 1 warning".to_owned(),
        many => format!(", {many} warnings"),
    };
    let short = record.id.as_str().get(..8).unwrap_or(record.id.as_str());
    format!("{short}  {}  ({state}{warnings})", record.path)
}
