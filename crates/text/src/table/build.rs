//! From a grid of cells, as a reader knows it, to a typed table.

use super::{
    Cell, Column, ColumnKind, HeaderCell, LogicalTable, Part, Row, TableKind, Unit, Value,
};
use crate::{Language, Span};

/// Shares of a column's cells that must agree for it to have a type.
const AGREE_SHARE: f64 = 0.6;

/// A cell as a reader knows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GridCell {
    /// As written, white space collapsed.
    pub text: String,
    /// Where, in canonical text.
    pub span: Span,
}

/// A table as a reader knows it: header rows, then body rows, all of the same
/// number of cells; merged cells repeated.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// The caption.
    pub title: Option<String>,
    /// The outermost header row first.
    pub header: Vec<Vec<GridCell>>,
    /// In order.
    pub rows: Vec<Vec<GridCell>>,
    /// The page it is on.
    pub page: Option<u32>,
}

impl Grid {
    /// Types the cells and columns.
    pub fn into_table(self, language: Language) -> LogicalTable {
        let width = self
            .header
            .iter()
            .chain(&self.rows)
            .map(Vec::len)
            .max()
            .unwrap_or(0);
        let columns = (0..width).map(|at| self.column(at, language)).collect();
        let rows: Vec<Row> = self.rows.iter().map(|cells| row(cells)).collect();
        let all = || self.header.iter().chain(&self.rows).flatten();
        let start = all().map(|cell| cell.span.start).min().unwrap_or(0);
        let end = all().map(|cell| cell.span.end).max().unwrap_or(start);
        let part = Part {
            span: Span::new(start, end),
            page: self.page,
            header: self.header_cells(),
            first_row: 0,
            merged: Vec::new(),
        };
        let mut table = LogicalTable {
            kind: TableKind::Table,
            title: self.title,
            context: Vec::new(),
            columns,
            rows,
            bands: Vec::new(),
            notes: Vec::new(),
            parts: vec![part],
            odd_rows: Vec::new(),
        };
        choose_key(&mut table);
        table
    }

    fn column(&self, at: usize, language: Language) -> Column {
        let mut path: Vec<String> = Vec::new();
        for row in &self.header {
            let name = row.get(at).map_or("", |cell| cell.text.trim());
            if !name.is_empty() && path.last().is_none_or(|last| last != name) {
                path.push(name.to_owned());
            }
        }
        let cells: Vec<Cell> = self
            .rows
            .iter()
            .map(|row| {
                row.get(at).map_or_else(Cell::default, |cell| Cell {
                    span: cell.span,
                    value: Value::read(&cell.text, language),
                })
            })
            .collect();
        let kind = Column::kind_of(cells.iter().map(|cell| &cell.value));
        Column {
            unit: shared_unit(&cells),
            scale: 0,
            key: false,
            path,
            kind,
            cells,
        }
    }

    fn header_cells(&self) -> Vec<HeaderCell> {
        let mut cells = Vec::new();
        for (row, header) in self.header.iter().enumerate() {
            for (column, cell) in header.iter().enumerate() {
                let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) else {
                    continue;
                };
                if !cell.text.trim().is_empty() {
                    cells.push(HeaderCell {
                        text: cell.text.clone(),
                        span: cell.span,
                        row,
                        column,
                        rows: 1,
                        columns: 1,
                    });
                }
            }
        }
        cells
    }
}

fn row(cells: &[GridCell]) -> Row {
    const TOTALS: [&str; 8] = [
        "total",
        "totals",
        "subtotal",
        "sum",
        "gesamt",
        "summe",
        "insgesamt",
        "suma",
    ];
    let filled = || cells.iter().filter(|cell| !cell.text.trim().is_empty());
    let start = filled().map(|cell| cell.span.start).min().unwrap_or(0);
    let end = filled().map(|cell| cell.span.end).max().unwrap_or(start);
    let label = filled().next().map_or("", |cell| cell.text.as_str());
    let first = label
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty())
        .map(crate::folded);
    Row {
        span: Span::new(start, end),
        band: None,
        total: first.is_some_and(|word| TOTALS.contains(&word.as_str())),
    }
}

impl Column {
    /// What most of the filled cells are; text where no kind has most.
    pub fn kind_of<'v>(values: impl Iterator<Item = &'v Value>) -> ColumnKind {
        let mut counts = [0_usize; 4];
        for value in values {
            match value {
                Value::Empty | Value::Dash => {}
                Value::Number(_) | Value::Range(_) => counts[0] += 1,
                Value::Date(_) => counts[1] += 1,
                Value::Code => counts[2] += 1,
                Value::Text => counts[3] += 1,
            }
        }
        let filled: usize = counts.iter().sum();
        if filled == 0 {
            return ColumnKind::Empty;
        }
        let kinds = [
            ColumnKind::Number,
            ColumnKind::Date,
            ColumnKind::Code,
            ColumnKind::Text,
        ];
        #[expect(clippy::cast_precision_loss, reason = "counts of cells")]
        let enough = |count: usize| count as f64 >= AGREE_SHARE * filled as f64;
        kinds
            .into_iter()
            .zip(counts)
            .find(|(_, count)| enough(*count))
            .map_or(ColumnKind::Text, |(kind, _)| kind)
    }
}

/// The unit that all numbers share which have one.
fn shared_unit(cells: &[Cell]) -> Unit {
    let mut units = cells
        .iter()
        .map(|cell| cell.value.unit())
        .filter(|unit| !unit.is_none());
    let first = units.next().unwrap_or_default();
    if units.all(|unit| unit == first) {
        first
    } else {
        Unit::NONE
    }
}

/// The first column whose filled cells all differ, numbers last.
fn choose_key(table: &mut LogicalTable) {
    let distinct =
        |column: &Column| {
            let mut seen = std::collections::BTreeSet::new();
            column.cells.iter().all(|cell| {
                !matches!(cell.value, Value::Empty | Value::Dash) && seen.insert(cell.span)
            }) && !column.cells.is_empty()
        };
    let rank = |column: &Column| match column.kind {
        ColumnKind::Code | ColumnKind::Text | ColumnKind::Date => 0,
        ColumnKind::Number | ColumnKind::Empty => 1,
    };
    let key = (0..table.columns.len())
        .filter(|at| distinct(&table.columns[*at]))
        .min_by_key(|at| (rank(&table.columns[*at]), *at));
    if let Some(key) = key {
        table.columns[key].key = true;
    }
}
