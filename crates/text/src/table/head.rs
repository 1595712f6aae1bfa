//! Rows of names that a page shows like rows of data.
//!
//! A page says nowhere which of its rows are names. Those that each page repeats are;
//! so are rows of words or years above figures, where nothing names the columns yet, and
//! a row below the names that goes on in them: `(in millions) | 2021 | Decrease`.

use super::{Grid, GridCell, Value};
use crate::Language;

/// Rows of names in all, at most.
const ROWS_MAX: u32 = 6;
/// A column of figures has this many at least, in tenths of its filled cells.
const FIGURES_TENTHS: usize = 6;

/// How many rows below the header of the first part are names too. `named`: there are
/// names already. The same number of rows is taken off each part that repeats them.
pub(super) fn rows_below(parts: &[Grid], named: bool, text: &str, language: Language) -> u32 {
    let Some(first) = parts.first().filter(|first| first.page.is_some()) else {
        return 0;
    };
    let rows = Rows {
        parts,
        text,
        language,
    };
    let repeated = rows.repeated(first);
    if repeated > 0 {
        return repeated;
    }
    match named {
        true => rows.continued(first),
        false => rows.leading(first),
    }
}

/// Whether a part opens, below its header, with the rows that the first part has there.
pub(super) fn repeats(first: &Grid, part: &Grid, rows: u32, text: &str) -> bool {
    (0..rows).all(|row| {
        let (a, b) = (row_of(first, row), row_of(part, row));
        !a.is_empty() && same(a, b, text)
    })
}

struct Rows<'a> {
    parts: &'a [Grid],
    text: &'a str,
    language: Language,
}

impl Rows<'_> {
    /// Rows of words with which every part opens.
    fn repeated(&self, first: &Grid) -> u32 {
        if self.parts.len() < 2 {
            return 0;
        }
        let is_name = |row: &u32| {
            let cells = row_of(first, *row);
            let words = |cell: &GridCell| {
                let value = self.value(cell);
                value.is_worded() || value == Value::Code
            };
            let again = |part: &Grid| same(cells, row_of(part, *row), self.text);
            cells.len() > 1 && cells.iter().all(words) && self.parts.iter().all(again)
        };
        let rows = (0..ROWS_MAX).take_while(is_name).map(|row| row + 1);
        let rows = rows.last().unwrap_or(0);
        // A table that says the same on each page is none of its names.
        let left = |part: &Grid| part.rows > part.header_rows + rows;
        if self.parts.iter().all(left) { rows } else { 0 }
    }

    /// Where nothing names the columns: rows without figures above the first with some,
    /// up to the last of them that says something beside its label.
    fn leading(&self, first: &Grid) -> u32 {
        let beside = |row: u32| row_of(first, row).iter().filter(|cell| cell.column > 0);
        let figures = |row: u32| beside(row).any(|cell| self.is_figure(cell));
        let most = ROWS_MAX.min((first.rows - first.header_rows).saturating_sub(1));
        let Some(data) = (0..=most).find(|row| figures(*row)) else {
            return 0;
        };
        let last = (0..data).rev().find(|row| beside(*row).next().is_some());
        let names = last.map_or(0, |row| row + 1);
        let over_figures = |cell: &GridCell| self.is_of_figures(cell.column, names);
        // Words over words are a row of these.
        let names_figures = (0..names).any(|row| beside(row).any(over_figures));
        if names_figures { names } else { 0 }
    }

    /// Below names: rows without labels of their own, words or years where the column has
    /// figures. A remark in brackets may run over several of them.
    fn continued(&self, first: &Grid) -> u32 {
        let mut open = false;
        for row in 0..ROWS_MAX {
            let cells = row_of(first, row);
            let label = cells.iter().find(|cell| cell.column == 0);
            let label = label.map_or("", |cell| self.said(cell));
            let remark = open || label.starts_with('(');
            open = remark && !label.ends_with(')');
            let names = (label.is_empty() || remark) && self.is_of_names(first, row);
            if !names || first.header_rows + row >= ROWS_MAX {
                return row;
            }
        }
        ROWS_MAX
    }

    /// Whether words or years stand in a row, above figures, and rows follow.
    fn is_of_names(&self, first: &Grid, row: u32) -> bool {
        let beside = || row_of(first, row).iter().filter(|cell| cell.column > 0);
        let over = |cell: &GridCell| self.is_of_figures(cell.column, row + 1);
        first.rows > first.header_rows + row + 1
            && beside().count() > 1
            && beside().all(|cell| !self.is_figure(cell) && !is_absent(self.said(cell)))
            && beside().any(over)
    }

    /// Most cells of a column hold figures, its first rows aside.
    fn is_of_figures(&self, column: u16, below: u32) -> bool {
        let cells = self.parts.iter().flat_map(|part| {
            let body = part.header_rows + below;
            let cells = part.cells.iter();
            cells.filter(move |cell| cell.row >= body && cell.column == column)
        });
        let (mut filled, mut figures) = (0, 0);
        for cell in cells {
            filled += 1;
            figures += usize::from(self.is_figure(cell));
        }
        figures > 1 && figures * 10 >= filled * FIGURES_TENTHS
    }

    fn said(&self, cell: &GridCell) -> &str {
        cell.span.slice(self.text).unwrap_or_default()
    }

    fn value(&self, cell: &GridCell) -> Value {
        Value::read(self.said(cell), self.language)
    }

    /// A number that is no year, or a dash. Ranges head columns: `1–90`.
    fn is_figure(&self, cell: &GridCell) -> bool {
        match self.value(cell) {
            Value::Number(_) => !opens_with_year(self.said(cell)),
            Value::Dash => true,
            Value::Empty | Value::Range(_) | Value::Date(_) | Value::Code | Value::Text => false,
        }
    }
}

/// The cells of a row below the header.
fn row_of(part: &Grid, row: u32) -> &[GridCell] {
    let row = part.header_rows + row;
    let start = part.cells.partition_point(|cell| cell.row < row);
    let end = part.cells.partition_point(|cell| cell.row <= row);
    &part.cells[start..end]
}

fn same(a: &[GridCell], b: &[GridCell], text: &str) -> bool {
    let mut pairs = a.iter().zip(b);
    a.len() == b.len()
        && pairs.all(|(a, b)| a.column == b.column && a.span.slice(text) == b.span.slice(text))
}

/// Words that stand for a figure that is not there.
fn is_absent(text: &str) -> bool {
    const ABSENT: [&str; 8] = ["n/a", "na", "n.a.", "nm", "n.m.", "none", "nil", "k.a."];
    ABSENT.contains(&text.to_lowercase().as_str())
}

/// Whether a text opens with a year and no figure: `2019`, `2019 €m`, not `2,019` or `2019%`.
pub fn opens_with_year(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = text.as_bytes().get(digits).copied().unwrap_or(b' ');
    digits == 4
        && (text.starts_with("19") || text.starts_with("20"))
        && !matches!(behind, b',' | b'.' | b'%')
}
