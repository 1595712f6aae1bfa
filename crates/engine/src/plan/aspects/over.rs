//! Documents that are given, side by side: the question says what of them is compared, not which
//! they are.

use index::{DocumentId, Filter, FilterOp, Snapshot};
use text::Span;

use super::compared::{ASPECTS_MAX, named_aspects, readings};
use super::thing::{self, Thing};
use super::{in_common, named, write};
use crate::EngineError;
use crate::answer::Answer;
use crate::plan::PlanRequest;
use crate::plan::work::Work;
use crate::question::Question;

/// Documents side by side, at most: a table of more columns cannot be read.
pub const COMPARED_MAX: usize = 8;

/// Documents side by side.
pub struct SideBySide {
    /// A table, each cell with its citation.
    pub answer: Answer,
    /// Cells that hold a quote.
    pub filled: usize,
    /// All cells.
    pub cells: usize,
}

/// Compares documents by the aspects that a question names, else by what they share in headings
/// and rows; `None` where nothing is found.
///
/// # Errors
/// A store that cannot be read, a quote that is not in it.
pub fn over(
    snapshot: &Snapshot,
    documents: &[DocumentId],
    asked: &Question,
) -> Result<Option<SideBySide>, EngineError> {
    let ids = documents.iter().map(|id| id.as_str().to_owned());
    let filters = [Filter {
        key: "document".to_owned(),
        op: FilterOp::In,
        values: ids.collect(),
    }];
    let request = PlanRequest {
        question: asked.text(),
        asked,
        filters: &filters,
        enumerates: false,
        meaning: None,
    };
    let work = Work::new(snapshot, &request)?;
    let things: Vec<Thing> = documents
        .iter()
        .filter_map(|id| work.shelf.books.iter().position(|book| book.id == *id))
        .map(|book| Thing {
            name: work.shelf.books[book].path.clone(),
            book,
            span: Span::new(0, work.shelf.books[book].document.text.len()),
            heading: None,
        })
        .collect();
    let aspects = aspects(&work, asked.text());
    let mut lines = match aspects.is_empty() {
        true => in_common(&work, &things),
        false => named(&work, &things, &aspects)?,
    };
    lines.truncate(ASPECTS_MAX);
    let filled = lines.iter().flat_map(|line| &line.cells).flatten().count();
    if filled == 0 {
        return Ok(None);
    }
    Ok(Some(SideBySide {
        answer: write(&work, &things, &lines)?,
        filled,
        cells: lines.len() * things.len(),
    }))
}

/// What is compared: the aspects of a reading that names some; things that are no documents are
/// terms that all documents are asked about.
fn aspects(work: &Work<'_>, question: &str) -> Vec<String> {
    let readings = readings(question);
    let known = |things: &[String]| thing::things(work, things).is_some();
    if let Some(reading) = readings.iter().find(|one| known(&one.things)) {
        return reading.aspects.clone();
    }
    let named = named_aspects(question);
    if !named.is_empty() {
        return named;
    }
    readings
        .into_iter()
        .next()
        .map_or(Vec::new(), |one| one.things)
}
