//! Several documents side by side: a table of aspects and documents, each cell a quote with its
//! citation. What no table can be made of is read like any question.

use index::DocumentId;

use super::inquiry::question;
use super::run::Stopped;
use super::{Analysis, Asking, LevelReport, Wish, told};
use crate::EngineError;
use crate::fault::contained;
use crate::plan::{COMPARED_MAX, side_by_side};
use crate::question::Question;

/// Compares documents.
pub(super) fn comparison(
    asking: Asking<'_>,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let snapshot = asking.snapshot;
    let documents: Vec<DocumentId> = asking
        .request
        .documents
        .iter()
        .take(COMPARED_MAX)
        .cloned()
        .collect();
    if documents.len() < 2 || asking.limits.check().is_err() {
        return question(asking, tell);
    }
    let asked = Question::read(snapshot, &asking.request.question);
    let table = contained("comparison", || side_by_side(snapshot, &documents, &asked));
    let Some(table) = table.transpose()?.flatten() else {
        return question(asking, tell);
    };
    let sources = &asking.sources[..documents.len()];
    let left_out = asking.sources.len() > documents.len();
    // The words of all of it were searched; documents that no column is left for were not.
    let stopped = left_out.then_some(Stopped::Budget);
    let mut analysis = told(
        Wish::Comparison,
        asking.route,
        Some(table.answer),
        sources,
        stopped,
    );
    analysis.confidence = table.filled as f64 / table.cells.max(1) as f64;
    Ok(analysis)
}
