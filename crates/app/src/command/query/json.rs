//! `query --json`: rows, the cells each value came from, the citations.

use std::collections::BTreeMap;

use perusal::tables::sql::{Asked, CellRef, OutcomeColumn, Output, Queried, explain};
use serde_json::{Value, json};

use crate::json::{SCHEMA, citation};

/// Cells that are printed, of all values; `total` counts all there are.
const CELLS_MAX: usize = 100_000;

/// The object that is printed; `sql` is the query as it was given.
pub fn object(queried: &Queried, sql: &str, explained: bool) -> Value {
    let outcome = &queried.outcome;
    let mut cells = Cells::default();
    let rows: Vec<Value> = outcome
        .rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let values = row.iter().enumerate();
            values
                .map(|(column, output)| value(queried, &mut cells, (at, column), output))
                .collect()
        })
        .collect();
    let mut object = json!({
        "schema": SCHEMA,
        "sql": sql,
        "columns": outcome.columns.iter().map(column).collect::<Vec<_>>(),
        "rows": rows,
        "rows_total": outcome.rows_total,
        "relations": queried.relations.iter().map(relation).collect::<Vec<_>>(),
        "lineage": {
            "cells": cells.listed.iter().map(|one| cell(queried, one)).collect::<Vec<_>>(),
            "total": cells.total,
        },
        "citations": queried.citations.iter().map(citation).collect::<Vec<_>>(),
        "notes": notes(queried),
    });
    if explained {
        object["explain"] = json!({
            "query": queried.query,
            "steps": outcome.steps,
            "lines": explain(queried),
        });
    }
    object
}

/// Cells in the order in which values have them, each once.
#[derive(Default)]
struct Cells {
    listed: Vec<CellRef>,
    places: BTreeMap<CellRef, usize>,
    total: u64,
}

impl Cells {
    /// The places of a value's cells in the list, as far as there is room.
    fn add(&mut self, output: &Output) -> Vec<usize> {
        self.total += output.lineage.total;
        let mut places = Vec::new();
        for cell in &output.lineage.cells {
            if let Some(known) = self.places.get(cell) {
                places.push(*known);
            } else if self.listed.len() < CELLS_MAX {
                places.push(self.listed.len());
                self.places.insert(*cell, self.listed.len());
                self.listed.push(*cell);
            }
        }
        places
    }
}

/// `cells` are places in `lineage.cells`, of at most 64 cells; `cells_total` counts
/// all that the value came from.
fn value(queried: &Queried, cells: &mut Cells, at: (usize, usize), output: &Output) -> Value {
    let row = queried.markers.get(at.0);
    json!({
        "text": output.text,
        "number": output.whole().map(|number| number.normalize().to_string()),
        "citations": row.and_then(|row| row.get(at.1)).cloned().unwrap_or_default(),
        "cells": cells.add(output),
        "cells_total": output.lineage.total,
    })
}

fn column(column: &OutcomeColumn) -> Value {
    json!({
        "name": column.name,
        "type": column.kind,
        "unit": column.unit.as_str(),
        "scale": 10_i64.checked_pow(u32::try_from(column.scale).unwrap_or(0)),
    })
}

fn relation(asked: &Asked) -> Value {
    json!({
        "name": asked.name,
        "id": format!("{}#{}", asked.id.document.as_str(), asked.id.ordinal + 1),
        "document": asked.path,
        "document_id": asked.id.document.as_str(),
        "pages": asked.pages.map(|(first, last)| [first, last]),
        "rows": asked.rows,
    })
}

/// Rows count from 1, as `row` does in a query; a row taken as a whole has no column.
fn cell(queried: &Queried, cell: &CellRef) -> Value {
    let asked = queried.relations.get(cell.relation);
    let column = cell.column.and_then(|column| asked?.columns.get(column));
    json!({
        "table": asked.map(|asked| &asked.name),
        "row": u64::from(cell.row) + 1,
        "column": column,
        "span": {"start": cell.span.start, "end": cell.span.end},
    })
}

/// What was not asked, and what was left out of values.
pub(super) fn notes(queried: &Queried) -> Vec<String> {
    let outcome = &queried.outcome;
    let mut notes: Vec<String> = Vec::new();
    for asked in &queried.relations {
        let cut = asked.cut.as_ref();
        let note =
            cut.map(|reason| format!("{}: {reason}; rows behind them are not asked", asked.path));
        notes.extend(note.filter(|note| !notes.contains(note)));
    }
    if outcome.left_out > 0 {
        notes.push(format!(
            "cells that hold something else than a number, left out of sums and the like: {}",
            outcome.left_out
        ));
    }
    if outcome.divided_by_zero {
        notes.push("a division by zero left a value empty".to_owned());
    }
    notes
}
