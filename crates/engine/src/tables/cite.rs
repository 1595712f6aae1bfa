//! From cells to citations.

use std::sync::Arc;

use index::Snapshot;
use plan::patterns::{self, CellPlace, Prepared};
use plan::relation::Relation;
use text::Span;
use text::table::{Decimal, TableKind};

use super::Found;
use super::sql::told_apart;
use crate::EngineError;
use crate::answer::{self, Citation, Considered, Producer, ShownQuery, Value};

/// Citations of one answer: each row once, then the first rows.
const CITATIONS_MAX: usize = 8;
/// Bytes of a row that is quoted whole; of a longer one the cell is.
const ROW_BYTES_MAX: usize = 600;

/// Cites cells.
pub(super) struct Citer<'a> {
    snapshot: &'a Snapshot,
    found: &'a [Found],
}

impl<'a> Citer<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, found: &'a [Found]) -> Self {
        Self { snapshot, found }
    }

    /// A candidate with its values cited. It names its relation by place among the
    /// `prepared`, of which `from` says which found one each was made of.
    pub(super) fn considered(
        &mut self,
        candidate: &patterns::Candidate,
        prepared: &[Arc<Prepared>],
        from: &[usize],
    ) -> Result<Considered, EngineError> {
        let relation = prepared[candidate.relation].relation();
        let one = &self.found[from[candidate.relation]];
        let mut citations: Vec<Citation> = Vec::new();
        let mut values = Vec::new();
        for value in &candidate.values {
            let mut markers = Vec::new();
            for place in &value.cells {
                let column = relation.columns.get(usize::from(place.column));
                let cell = column.and_then(|column| column.cells.get(place.row as usize));
                let span = cell.map_or(Span::default(), |cell| cell.span);
                if let Some(marker) = self.cite(one, span, &mut citations)?
                    && !markers.contains(&marker)
                {
                    markers.push(marker);
                }
            }
            let place = value.cells.first();
            values.push(Value {
                text: match relation.kind {
                    // Lines of running text break anywhere.
                    TableKind::Statements => on_one_line(&value.text),
                    _ => value.text.clone(),
                },
                number: amount(value),
                unit: value.value.unit(),
                scale: value.scale,
                citations: markers,
                names: place.and_then(|place| numbered(relation, *place)),
            });
        }
        Ok(Considered {
            values,
            citations,
            query: ShownQuery {
                sql: told_apart(self.snapshot, one, &candidate.sql)?,
                relations: vec![one.relation.name.clone()],
                producer: Producer::Patterns,
            },
            operator: candidate.operator,
            expression: candidate.expression.clone(),
            rows_read: prepared[candidate.relation].rows_read(),
            rows_total: relation.rows.len(),
            confidence: candidate.probability,
        })
    }

    /// The marker of the citation that holds a cell; `None` beyond the last citation and
    /// for what stands nowhere.
    fn cite(
        &mut self,
        one: &Found,
        cell: Span,
        citations: &mut Vec<Citation>,
    ) -> Result<Option<usize>, EngineError> {
        if cell.is_empty() {
            return Ok(None);
        }
        let span = row_of(one, cell);
        let known = citations
            .iter()
            .find(|known| known.document == one.id.document && known.span == span);
        if let Some(known) = known {
            return Ok(Some(known.marker));
        }
        if citations.len() >= CITATIONS_MAX {
            return Ok(None);
        }
        let citation = self.citation(one, span, citations.len() + 1)?;
        let marker = citation.marker;
        citations.push(citation);
        Ok(Some(marker))
    }

    fn citation(
        &mut self,
        one: &Found,
        span: Span,
        marker: usize,
    ) -> Result<Citation, EngineError> {
        let document = &one.id.document;
        let structure = self.snapshot.structure(document)?;
        let headings = structure.section_at(span.start);
        let section = headings.map(|index| structure.heading_path(index));
        let path = self.snapshot.document(document)?.path.clone();
        let names: Vec<String> = one
            .table
            .columns
            .iter()
            .map(text::table::Column::name)
            .collect();
        let named = names.iter().any(|name| !name.is_empty());
        let citation = Citation {
            marker,
            document: document.clone(),
            path,
            format: structure.format,
            pages: structure.pages_of(span),
            rows: structure.rows_of(span),
            section: section
                .unwrap_or_default()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            span,
            quote: self.snapshot.text(document, span)?,
            columns: named.then(|| names.join(" | ")),
        };
        answer::verify(self.snapshot, &citation)?;
        Ok(citation)
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a number of a series is the number of: `Rating Perils` of `C-2`. In a list the number
/// alone says nothing to a reader.
fn numbered(relation: &Relation, place: CellPlace) -> Option<String> {
    let of_series = matches!(relation.kind, TableKind::Series | TableKind::Sections);
    if !of_series || place.column != 0 {
        return None;
    }
    let cells = &relation.columns.get(1)?.cells;
    let title = cells.get(place.row as usize)?.text.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// The names of the row that a candidate's first cell stands in.
pub(super) fn label(candidate: &patterns::Candidate, relation: &Relation) -> String {
    let place = candidate.lineage.first();
    let label = place.and_then(|place| {
        let cells = &relation.columns.first()?.cells;
        cells.get(place.row as usize)
    });
    label.map_or(String::new(), |cell| cell.text.to_string())
}

/// The number of a value, its scale multiplied in.
fn amount(value: &patterns::PatternValue) -> Option<Decimal> {
    let number = value.value.number()?.value;
    let power = Decimal::from(10_u64.checked_pow(u32::from(value.scale.unsigned_abs()))?);
    if value.scale < 0 {
        number.checked_div(power)
    } else {
        number.checked_mul(power)
    }
}

/// The row that a cell stands in, where it is short enough to be quoted.
fn row_of(one: &Found, cell: Span) -> Span {
    let rows = one.table.rows.iter().map(|row| row.span);
    rows.filter(|row| row.contains(cell) && row.len() <= ROW_BYTES_MAX)
        .min_by_key(|row| row.len())
        .unwrap_or(cell)
}
