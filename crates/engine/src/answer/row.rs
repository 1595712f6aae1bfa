//! A quoted row with its columns named, as the typed table has it.

use index::{DocumentId, RelationId, Snapshot};
use text::Span;
use text::table::TableKind;

use crate::EngineError;

/// Cells of a table that is loaded for one row of it, at most.
const CELLS_MAX: usize = 400_000;

/// A row of a table.
pub(super) struct Named {
    /// What its columns are called, bars between them.
    pub(super) columns: String,
    /// Its cells on one line, each behind the name of its column.
    pub(super) line: String,
}

/// The row of a typed table that a span lies in; none where the columns have no names,
/// or the table is too large to be loaded for it.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn named(
    snapshot: &Snapshot,
    document: &DocumentId,
    span: Span,
) -> Result<Option<Named>, EngineError> {
    for (ordinal, card) in (0..).zip(snapshot.cards_of(document)?.iter()) {
        let cells = card.rows as usize * card.columns.len();
        let holds = card.kind == TableKind::Table && card.span.overlaps(span);
        if !holds || cells > CELLS_MAX {
            continue;
        }
        let id = RelationId {
            document: document.clone(),
            ordinal,
        };
        let Some((_, table)) = snapshot.relation(&id)? else {
            continue;
        };
        let row = table.rows.partition_point(|row| row.span.end <= span.start);
        let names: Vec<String> = table
            .columns
            .iter()
            .map(text::table::Column::name)
            .collect();
        let is_named = names.iter().any(|name| !name.is_empty());
        if !is_named
            || !table
                .rows
                .get(row)
                .is_some_and(|row| row.span.overlaps(span))
        {
            continue;
        }
        let mut cells = Vec::new();
        let mut last = None;
        for (name, column) in names.iter().zip(&table.columns) {
            let Some(cell) = column.cells.get(row).filter(|cell| !cell.span.is_empty()) else {
                continue;
            };
            // A cell over several columns is said once.
            if last.replace(cell.span) == Some(cell.span) {
                continue;
            }
            let said = snapshot.text(document, cell.span)?;
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            cells.push(match name.is_empty() {
                true => said,
                false => format!("{name}: {said}"),
            });
        }
        return Ok(Some(Named {
            columns: names.join(" | "),
            line: cells.join(" | "),
        }));
    }
    Ok(None)
}
