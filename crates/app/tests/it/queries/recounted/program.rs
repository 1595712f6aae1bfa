//! The second program: cells as they are printed, and plain loops over them.

use perusal::index::{Card, RelationId, Snapshot};
use perusal::tables::sql::column_names;
use perusal::text::Span;
use perusal::text::table::{
    Column as Printed, ColumnKind, Decimal, LogicalTable, TableKind, Unit, Value,
};

use super::question::{Keep, What};

/// A cell as the second program sees it.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain {
    Nothing,
    Dash,
    Number(Decimal),
    Other,
}

pub struct Cell {
    pub text: String,
    pub span: Span,
    pub plain: Plain,
    pub value: Value,
    /// Its number was read out of the text again.
    pub read: bool,
    /// The power of ten that its number is printed in.
    pub scale: i8,
}

pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    pub rows: usize,
}

pub struct Column {
    pub name: String,
    pub kind: ColumnKind,
    pub cells: Vec<Cell>,
}

/// All tables with a column of numbers.
pub fn tables(snapshot: &Snapshot) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut records: Vec<_> = snapshot.documents().iter().collect();
    records.sort_by(|a, b| a.path.cmp(&b.path));
    for record in records {
        let text = snapshot.full_text(&record.id).unwrap();
        let count = snapshot.cards_of(&record.id).unwrap().len();
        for ordinal in 0..count as u32 {
            let document = record.id.clone();
            let found = snapshot
                .relation(&RelationId { document, ordinal })
                .unwrap();
            let (card, table): (Card, LogicalTable) = found.unwrap();
            // By its readable name or by its place, which mean the same.
            let name = match ordinal % 2 {
                0 => format!("\"{}#{}\"", record.path, ordinal + 1),
                _ => quoted(&card.name),
            };
            let table = plain(name, &table, &text);
            if card.kind == TableKind::Table && table.numbers().next().is_some() && table.rows > 1 {
                tables.push(table);
            }
        }
    }
    assert!(!tables.is_empty());
    tables
}

fn quoted(name: &str) -> String {
    let parts: Vec<String> = name.split('.').map(|part| format!("\"{part}\"")).collect();
    parts.join(".")
}

fn plain(name: String, table: &LogicalTable, document: &str) -> Table {
    let width = width(table);
    let printed = &table.columns;
    let names = column_names(printed[..width].iter().map(|column| column.path.as_slice()));
    let mut columns: Vec<Column> = names
        .into_iter()
        .zip(printed)
        .map(|(name, column)| Column {
            name,
            kind: column.kind,
            cells: Vec::new(),
        })
        .collect();
    let mut rows = 0;
    // Blocks side by side stand below each other; the last is often shorter.
    for (first, block) in (0..).step_by(width).zip(printed.chunks(width)) {
        for row in 0..table.rows.len() {
            if first > 0 && block.iter().all(|column| column.cells[row].span.is_empty()) {
                continue;
            }
            rows += 1;
            let is_apart = is_apart(table, first, row, document);
            for (column, of_block) in columns.iter_mut().zip(block) {
                column.cells.push(cell(of_block, row, is_apart, document));
            }
        }
    }
    Table {
        name,
        columns,
        rows,
    }
}

/// Columns of a block, where a table is printed in several side by side, each with a column of
/// texts first; else all.
fn width(table: &LogicalTable) -> usize {
    let columns = &table.columns;
    let is_width = |width: &usize| {
        let again = |at: usize| columns[at].path == columns[at % width].path;
        let texts = |at: usize| columns[at].kind == ColumnKind::Text;
        columns.len().is_multiple_of(*width)
            && columns[..*width]
                .iter()
                .any(|column| !column.path.is_empty())
            && (0..columns.len()).all(again)
            && (0..columns.len()).step_by(*width).all(texts)
            && !(0..columns.len()).all(texts)
    };
    let half = columns.len() / 2;
    (2..=half).find(is_width).unwrap_or(columns.len().max(1))
}

fn cell(column: &Printed, row: usize, is_apart: bool, document: &str) -> Cell {
    let cell = &column.cells[row];
    let text = cell.span.slice(document).unwrap_or_default();
    let own = number_in(text);
    let (plain, read) = match &cell.value {
        Value::Empty => (Plain::Nothing, false),
        Value::Dash => (Plain::Dash, false),
        // Read again; what only the reader can read is taken over, and counted.
        Value::Number(number) if own == Some(number.value.normalize()) => {
            (own.map_or(Plain::Other, Plain::Number), true)
        }
        Value::Number(number) => (Plain::Number(number.value), false),
        Value::Range(_) | Value::Date(_) | Value::Code | Value::Text => (Plain::Other, false),
    };
    Cell {
        text: text.to_owned(),
        span: cell.span,
        plain,
        value: cell.value.clone(),
        read,
        scale: match is_apart || cell.value.unit() == Unit::PERCENT {
            true => 0,
            false => column.scale,
        },
    }
}

/// What is printed per something is in no millions, nor is what stands below such a heading.
fn is_apart(table: &LogicalTable, labels: usize, row: usize, document: &str) -> bool {
    let label = table
        .columns
        .get(labels)
        .map(|column| column.cells[row].span);
    let label = label
        .and_then(|span| span.slice(document))
        .unwrap_or_default();
    let bands = table.band_path(row);
    let names = [label, bands.last().copied().unwrap_or_default()];
    let mut words = names
        .iter()
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    words.any(|word| ["per", "je"].contains(&word.to_lowercase().as_str()))
}

/// A number as an English report prints it: `$ (1,234.5)`, `8.6 %`.
fn number_in(text: &str) -> Option<Decimal> {
    let minus =
        text.contains('(') || text.contains('-') || text.contains('−') || text.contains('–');
    let digits: String = text
        .chars()
        .filter(|c| !" \u{a0}$€£%(),-−–+".contains(*c))
        .collect();
    let number = Decimal::from_str_exact(&digits).ok()?.normalize();
    Some(if minus { -number } else { number })
}

impl Table {
    pub fn kept(&self, keep: &Keep) -> Vec<usize> {
        let holds = |row: &usize| match keep {
            Keep::All => true,
            Keep::AtLeast(column, least) => {
                let cell = &self.columns[*column].cells[*row].plain;
                matches!(cell, Plain::Number(number) if number >= least)
            }
            Keep::Labelled(column, text) => {
                let cell = &self.columns[*column].cells[*row];
                cell.value == Value::Text && folded(&cell.text) == folded(text)
            }
            Keep::Between(from, to) => (*from..=*to).contains(row),
        };
        (0..self.rows).filter(holds).collect()
    }

    pub fn value(&self, what: What, rows: &[usize]) -> Option<Decimal> {
        let cells = |column: usize| {
            rows.iter()
                .map(move |row| &self.columns[column].cells[*row])
        };
        let numbers = |column: usize| -> Vec<Decimal> {
            let number = |cell: &Cell| match cell.plain {
                Plain::Number(number) => Some(scaled(number, cell.scale)),
                _ => None,
            };
            cells(column).filter_map(number).collect()
        };
        match what {
            What::Cells(column) => numbers(column).first().copied(),
            What::Difference(left, right) => {
                let side = |column: usize| {
                    let cell = cells(column).next()?;
                    match cell.plain {
                        Plain::Number(number) => Some(scaled(number, cell.scale)),
                        Plain::Dash => Some(Decimal::ZERO),
                        Plain::Nothing | Plain::Other => None,
                    }
                };
                Some(side(left)? - side(right)?)
            }
            What::CountRows => Some(Decimal::from(rows.len())),
            What::Count(column) => {
                let held = cells(column)
                    .filter(|cell| !matches!(cell.plain, Plain::Nothing | Plain::Dash));
                Some(Decimal::from(held.count()))
            }
            What::Sum(column) => {
                let dashes = cells(column).any(|cell| cell.plain == Plain::Dash);
                let numbers = numbers(column);
                (dashes || !numbers.is_empty()).then(|| numbers.iter().sum())
            }
            What::Avg(column) => {
                let numbers = numbers(column);
                let sum: Decimal = numbers.iter().sum();
                sum.checked_div(Decimal::from(numbers.len()))
            }
            What::Min(column) => numbers(column).into_iter().min(),
            What::Max(column) => numbers(column).into_iter().max(),
        }
    }
}

fn scaled(number: Decimal, scale: i8) -> Decimal {
    (0..scale).fold(number, |number, _| number * Decimal::TEN)
}

fn folded(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}
