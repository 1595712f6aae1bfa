//! A relation: a typed table as queries see it.
//!
//! A table can be read in three ways. As it stands; by rows, where the rows'
//! labels become columns, since "net sales in 2019" is a column and a condition
//! in one table and a row and a column in another; and in long form, where each
//! cell is a row with its labels. All three share cells, so that what is cited
//! is the same. A table set in blocks side by side stands as if they were below each other.

mod blocks;
mod names;

use std::collections::BTreeSet;

use compact_str::CompactString;
use serde::{Deserialize, Serialize};
use text::Span;
use text::table::{
    Cell, Column, ColumnKind, Decimal, LogicalTable, TableKind, Unit, Value, is_per_something,
    kind_of,
};

pub use blocks::width_of_blocks;
use names::Names;
pub use names::{NAME_BYTES_MAX, identifier};

/// Most rows of a table that is also read by rows.
pub const BY_ROWS_MAX: usize = 64;

/// How a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// As it stands.
    AsIs,
    /// Rows become columns.
    ByRows,
    /// One row a cell: labels of row and column, value.
    Long,
}

/// A table, list or the like that can be asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    /// Readable, unique in its library: `ct_rate_pages.base_rates`.
    pub name: String,
    /// What it was in its document.
    pub kind: TableKind,
    /// How it is read.
    pub reading: Reading,
    /// Caption.
    pub title: Option<String>,
    /// Headings and lines around it, the nearest first.
    pub context: Vec<String>,
    /// How its document is called, by file and title; may be empty.
    pub document: String,
    /// In order, names unique.
    pub columns: Vec<RelationColumn>,
    /// In order of the document.
    pub rows: Vec<RelationRow>,
}

/// A column of a relation.
#[derive(Debug, Clone, PartialEq)]
pub struct RelationColumn {
    /// For queries: `[a-z0-9_]`, unique in the relation.
    pub name: String,
    /// As printed, the outermost first.
    pub path: Vec<String>,
    /// What most cells hold.
    pub kind: ColumnKind,
    /// Of all its numbers.
    pub unit: Unit,
    /// Its values tell rows apart.
    pub key: bool,
    /// One a row; empty where the column was not loaded.
    pub cells: Vec<RelationCell>,
}

/// A cell of a relation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RelationCell {
    /// As written; few cells are longer than what is held in place.
    pub text: CompactString,
    /// Typed.
    pub value: Value,
    /// Numbers are to be multiplied by ten to this power.
    pub scale: i8,
    /// In the document's canonical text; empty for a name made by a reading.
    pub span: Span,
}

/// What is known of a row beside its cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RelationRow {
    /// Group headings above it, the outermost first.
    pub bands: Vec<Box<str>>,
    /// It sums up others.
    pub total: bool,
    /// Page, 1-based.
    pub page: Option<u32>,
    /// Row of the table it was made from, from 0.
    pub source: u32,
}

impl RelationCell {
    /// The number to count with, its scale multiplied in; a dash is 0.
    pub fn amount(&self) -> Option<Decimal> {
        let value = self.value.amount()?;
        let power = Decimal::from(10_u64.checked_pow(u32::from(self.scale.unsigned_abs()))?);
        if self.scale < 0 {
            value.checked_div(power)
        } else {
            value.checked_mul(power)
        }
    }
}

impl Relation {
    /// A table as it stands. `text` is the canonical text of its document.
    pub fn new(name: impl Into<String>, table: &LogicalTable, text: &str) -> Relation {
        Relation::at(name, table, text, 0)
    }

    /// As [`Relation::new`], where `text` is the part of its document from byte `start` on.
    pub fn at(name: impl Into<String>, table: &LogicalTable, text: &str, start: usize) -> Relation {
        let cells = |at: usize| table.columns[at].cells.iter().cloned();
        Relation::of(name.into(), table, |at, column| {
            filled(cells(at), column.scale, text, start)
        })
    }

    /// As [`Relation::at`], but takes the table's cells, so that a large one is not held
    /// twice.
    pub fn taking(
        name: impl Into<String>,
        table: &mut LogicalTable,
        text: &str,
        start: usize,
    ) -> Relation {
        let columns = table.columns.iter_mut();
        let mut made: Vec<Vec<RelationCell>> = columns
            .map(|column| {
                let cells = std::mem::take(&mut column.cells);
                filled(cells.into_iter(), column.scale, text, start)
            })
            .collect();
        Relation::of(name.into(), table, |at, _| std::mem::take(&mut made[at]))
    }

    fn of(
        name: String,
        table: &LogicalTable,
        mut cells: impl FnMut(usize, &Column) -> Vec<RelationCell>,
    ) -> Relation {
        let mut names = Names::default();
        let columns = table
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| RelationColumn {
                name: names.unique(&column.name(), at),
                path: column.path.clone(),
                kind: column.kind,
                unit: column.unit,
                key: column.key,
                cells: cells(at, column),
            });
        let mut columns: Vec<RelationColumn> = columns.collect();
        let rows = (0..table.rows.len()).map(|at| RelationRow {
            bands: table.band_path(at).into_iter().map(Into::into).collect(),
            total: table.rows[at].total,
            page: table.page_of(at),
            source: u32::try_from(at).unwrap_or(u32::MAX),
        });
        let rows: Vec<RelationRow> = rows.collect();
        unscale_apart(&mut columns, &rows);
        let relation = Relation {
            name,
            kind: table.kind,
            reading: Reading::AsIs,
            title: table.title.clone(),
            context: table.context.clone(),
            document: String::new(),
            columns,
            rows,
        };
        match blocks::width(&table.columns) {
            Some(width) => blocks::below_each_other(relation, width),
            None => relation,
        }
    }

    /// The same with rows for columns: the first column's cells name the new
    /// columns, with their bands, and the old columns' names are the new first
    /// column. `None` for a table of one column, without names or too long.
    pub fn by_rows(&self) -> Option<Relation> {
        let named = self.columns.iter().any(|column| !column.path.is_empty());
        if self.reading != Reading::AsIs
            || self.columns.len() < 2
            || self.rows.is_empty()
            || self.rows.len() > BY_ROWS_MAX
            || !named
        {
            return None;
        }
        let (labels, values) = self.columns.split_first()?;
        let mut names = Names::default();
        let header = RelationColumn {
            name: names.unique("item", 0),
            path: Vec::new(),
            kind: kind_of_names(values),
            unit: Unit::NONE,
            key: true,
            cells: values.iter().map(name_cell).collect(),
        };
        let made = self.rows.iter().enumerate().map(|(at, row)| {
            let label = labels.cells.get(at).map_or("", |cell| &cell.text);
            let path: Vec<String> = row
                .bands
                .iter()
                .map(ToString::to_string)
                .chain((!label.is_empty()).then(|| label.to_owned()))
                .collect();
            let cells: Vec<RelationCell> = values
                .iter()
                .map(|column| column.cells.get(at).cloned().unwrap_or_default())
                .collect();
            RelationColumn {
                name: names.unique(&path.join(" "), at + 1),
                path,
                kind: kind_of_cells(&cells),
                unit: shared_unit(values.iter().map(|column| column.unit), &cells),
                key: false,
                cells,
            }
        });
        let columns: Vec<RelationColumn> = std::iter::once(header).chain(made).collect();
        let rows = (0..values.len()).map(|at| RelationRow {
            bands: Vec::new(),
            total: false,
            page: self.rows.first().and_then(|row| row.page),
            source: u32::try_from(at).unwrap_or(u32::MAX),
        });
        Some(Relation {
            name: format!("{}__by_rows", self.name),
            reading: Reading::ByRows,
            rows: rows.collect(),
            columns,
            ..self.head()
        })
    }

    /// The same in long form: label of the row (its bands in front), name of
    /// the column, value. `None` for a table of fewer than three columns.
    pub fn long(&self) -> Option<Relation> {
        if self.reading != Reading::AsIs || self.columns.len() < 3 {
            return None;
        }
        let (labels, values) = self.columns.split_first()?;
        let (mut items, mut periods, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            for column in values {
                let Some(cell) = column.cells.get(at) else {
                    continue;
                };
                if cell.value == Value::Empty {
                    continue;
                }
                items.push(labels.cells.get(at).cloned().unwrap_or_default());
                periods.push(name_cell(column));
                cells.push(cell.clone());
                rows.push(row.clone());
            }
        }
        let column = |name: &str, cells: Vec<RelationCell>| RelationColumn {
            name: name.to_owned(),
            path: vec![name.to_owned()],
            kind: kind_of_cells(&cells),
            unit: Unit::NONE,
            key: false,
            cells,
        };
        Some(Relation {
            name: format!("{}__long", self.name),
            reading: Reading::Long,
            columns: vec![
                column("item", items),
                column("name", periods),
                column("value", cells),
            ],
            rows,
            ..self.head()
        })
    }

    /// Index of a column by its name for queries.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    fn head(&self) -> Relation {
        Relation {
            name: self.name.clone(),
            kind: self.kind,
            reading: self.reading,
            title: self.title.clone(),
            context: self.context.clone(),
            document: self.document.clone(),
            columns: Vec::new(),
            rows: Vec::new(),
        }
    }
}

/// Cells with what they say, where `text` is the part of their document from `start` on.
fn filled(
    cells: impl Iterator<Item = Cell>,
    scale: i8,
    text: &str,
    start: usize,
) -> Vec<RelationCell> {
    let written = |span: Span| {
        let (from, to) = (span.start.checked_sub(start)?, span.end.checked_sub(start)?);
        text.get(from..to)
    };
    let cell = |cell: Cell| RelationCell {
        text: written(cell.span).unwrap_or_default().into(),
        value: cell.value,
        scale,
        span: cell.span,
    };
    cells.map(cell).collect()
}

/// A scale for a whole column does not speak of what stands in its rows per something (`Net
/// income per share` in a statement in millions), nor of percentages.
fn unscale_apart(columns: &mut [RelationColumn], rows: &[RelationRow]) {
    let Some((labels, values)) = columns.split_first_mut() else {
        return;
    };
    let scaled = |column: &RelationColumn| column.cells.iter().any(|cell| cell.scale != 0);
    if !values.iter().any(scaled) {
        return;
    }
    for (at, row) in rows.iter().enumerate() {
        let label = labels.cells.get(at).map_or("", |cell| &cell.text);
        let nearest = row.bands.last().map_or("", |band| band);
        let per = [label, nearest]
            .iter()
            .any(|name| is_per_something(&text::folded(name)));
        for column in values.iter_mut() {
            if let Some(cell) = column.cells.get_mut(at)
                && (per || cell.value.unit() == Unit::PERCENT)
            {
                cell.scale = 0;
            }
        }
    }
}

/// A column's printed name as a cell that can be compared.
fn name_cell(column: &RelationColumn) -> RelationCell {
    let text = column.path.join(" ");
    RelationCell {
        value: Value::read(&text, text::Language::En),
        text: text.into(),
        ..RelationCell::default()
    }
}

fn kind_of_names(columns: &[RelationColumn]) -> ColumnKind {
    let cells: Vec<RelationCell> = columns.iter().map(name_cell).collect();
    kind_of_cells(&cells)
}

fn kind_of_cells(cells: &[RelationCell]) -> ColumnKind {
    kind_of(cells.iter().map(|cell| &cell.value))
}

/// The one unit that columns or cells say.
fn shared_unit(columns: impl Iterator<Item = Unit>, cells: &[RelationCell]) -> Unit {
    let said: BTreeSet<Unit> = columns
        .chain(cells.iter().map(|cell| cell.value.unit()))
        .filter(|unit| !unit.is_none())
        .collect();
    match said.len() {
        1 => said.first().copied().unwrap_or_default(),
        _ => Unit::NONE,
    }
}

#[cfg(test)]
mod tests {
    use text::Language;
    use text::table::{Grid, GridCell};

    use super::{Reading, Relation};

    /// A table whose cells stand one after the other in a made text.
    fn relation(rows: &[&[&str]]) -> Relation {
        let mut text = String::new();
        let mut cells = Vec::new();
        for (row, written) in (0..).zip(rows) {
            for (column, cell) in (0..).zip(*written) {
                let start = text.len();
                text.push_str(cell);
                if !cell.is_empty() {
                    let span = text::Span::new(start, text.len());
                    cells.push(GridCell::new(span, row, column));
                }
                text.push('\n');
            }
        }
        let grid = Grid {
            header_rows: 1,
            rows: u32::try_from(rows.len()).unwrap_or(0),
            columns: u16::try_from(rows[0].len()).unwrap_or(0),
            cells,
            ..Grid::default()
        };
        Relation::new("t", &grid.into_table(&text, Language::En), &text)
    }

    #[test]
    fn a_scale_speaks_neither_of_what_is_per_something_nor_of_shares() {
        let csv = "(in millions),2022,2021\nNet income,$4756,$4822\n\
                   Diluted net income per share,10.10,10.02\nEffective tax rate,21%,15%\n";
        let limits = text::ReadLimits::default();
        let (document, _) = text::read(csv.as_bytes(), "income.csv", &limits).expect("a table");
        let table = Relation::new("t", &document.relations[0], &document.text);
        let scales = table.columns[1].cells.iter().map(|cell| cell.scale);
        assert_eq!(scales.collect::<Vec<_>>(), [6, 0, 0]);
    }

    #[test]
    fn a_table_is_read_three_ways() {
        let table = relation(&[
            &["", "2018", "2019"],
            &["Net sales", "10", "12"],
            &["Cost", "7", "8"],
        ]);
        let turned = table.by_rows().expect("two rows");
        assert_eq!(turned.reading, Reading::ByRows);
        let cost = turned.column("cost").expect("a row is a column");
        assert_eq!(&*turned.columns[cost].cells[1].text, "8");
        assert_eq!(&*turned.columns[0].cells[1].text, "2019");
        let long = table.long().expect("three columns");
        assert_eq!(long.rows.len(), 4);
        assert_eq!(&*long.columns[1].cells[3].text, "2019");
    }
}
