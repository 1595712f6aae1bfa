//! The cells that a value came from.

use text::Span;

use super::machine::{Machine, Row};
use crate::query::QueryError;
use crate::query::node::{Node, Place};
use crate::query::outcome::{CellRef, Lineage};

impl<'a> Machine<'a> {
    /// Adds the cells of a value, in the order of its expression. Of a `CASE`
    /// these are the conditions up to the one that holds, and what it gives; of
    /// an aggregate the cells of its rows, of `MIN` and `MAX` those of the best.
    pub(super) fn trace(
        &'a self,
        node: &'a Node<'a>,
        row: &Row<'_, 'a>,
        lineage: &mut Lineage,
    ) -> Result<(), QueryError> {
        self.budget.step(1)?;
        match node {
            Node::Cell { place, column } => self.trace_cell(*place, Some(*column), row, lineage),
            Node::About { place, .. } => self.trace_cell(*place, None, row, lineage),
            Node::Constant(_) => {}
            Node::Aggregate(at) => {
                let value = row.group.and_then(|group| group.values.get(*at));
                if let Some((_, cells)) = value {
                    lineage.extend(cells);
                }
            }
            Node::Case {
                branches,
                otherwise,
            } => {
                let taken = self.branch(node, row)?;
                for (condition, value) in branches {
                    self.trace(condition, row, lineage)?;
                    if taken.is_some_and(|taken| std::ptr::eq(taken, value)) {
                        return self.trace(value, row, lineage);
                    }
                }
                if let Some(otherwise) = otherwise {
                    self.trace(otherwise, row, lineage)?;
                }
            }
            Node::Neighbor { of, rows } => {
                if let Some(row) = super::eval::neighbor(row, *rows) {
                    self.trace(of, &row, lineage)?;
                }
            }
            Node::Scalar(body) => {
                let first = self.tables[*body]
                    .get()
                    .and_then(|table| table.rows.first());
                if let Some(output) = first.and_then(|row| row.first()) {
                    lineage.extend(&output.lineage);
                }
            }
            Node::InQuery {
                value,
                body,
                exact,
                said,
            } => {
                self.trace(value, row, lineage)?;
                let datum = self.eval(value, row)?;
                let found = self.place_in(&datum, *body, *exact, *said)?;
                if let (Some(found), Some(table)) = (found, self.tables[*body].get()) {
                    lineage.extend(&table.rows[found][0].lineage);
                }
            }
            other => {
                for child in other.children() {
                    self.trace(child, row, lineage)?;
                }
            }
        }
        Ok(())
    }

    fn trace_cell(
        &self,
        place: Place,
        column: Option<usize>,
        row: &Row<'_, 'a>,
        lineage: &mut Lineage,
    ) {
        let Some(number) = row.tuples.at(row.at).get(place.slot) else {
            return;
        };
        let span = match column {
            Some(column) => {
                let column = &self.prepared.relations[place.relation].columns[column];
                let cell = column.cells.get(*number as usize);
                cell.map_or_else(Span::default, |cell| cell.span)
            }
            None => self.row_span(place.relation, *number),
        };
        lineage.push(CellRef {
            relation: place.relation,
            row: *number,
            column,
            span,
        });
    }

    /// From the first to the last of the cells of a row that are loaded.
    pub(super) fn row_span(&self, relation: usize, row: u32) -> Span {
        let columns = self.prepared.relations[relation].columns.iter();
        let spans = columns
            .filter_map(|column| column.cells.get(row as usize))
            .map(|cell| cell.span)
            .filter(|span| !span.is_empty());
        spans
            .reduce(|all, span| Span::new(all.start.min(span.start), all.end.max(span.end)))
            .unwrap_or_default()
    }
}
