//! A table of one page, however its cells were found.

use super::hyphens::Hyphens;
use super::leaders::shortened;
use super::values::is_value;
use super::words::Word;

/// Columns, header and rows of a table, with its place on the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct PageTable {
    /// Left and right edge of each column.
    pub(super) columns: Vec<(f32, f32)>,
    /// One text a column, joined from all header lines; empty without header.
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// Caption lines, from the top.
    pub(super) title: Vec<String>,
    /// Caption lines that stand inside the grid, so that no line beside it has them.
    pub(super) caption: Vec<String>,
    /// Rows with more cells than columns, or with a cell over several columns.
    pub(super) odd: u32,
    /// Some of its cells hold values; a table of texts has no header to pass on.
    pub(super) has_values: bool,
    /// Top and bottom, growing downward.
    pub(super) y0: f32,
    pub(super) y1: f32,
    /// Size most of its words have.
    pub(super) size: f32,
}

/// A line of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Row {
    /// One text a column, empty ones included.
    Cells(Vec<String>),
    /// A line across the table that names the rows below it.
    Label(String),
}

impl PageTable {
    pub(super) fn x0(&self) -> f32 {
        self.columns.first().map_or(0.0, |column| column.0)
    }

    pub(super) fn x1(&self) -> f32 {
        self.columns.last().map_or(0.0, |column| column.1)
    }
}

/// A column in which at least this share of the cells holds a single value
/// should hold no two...
const SINGLE_SHARE: f32 = 0.8;
/// ...where it has this many cells.
const SINGLE_MIN: usize = 4;

impl PageTable {
    /// Rows with two values in a column of single ones: cells that the page
    /// gives no way to tell apart.
    pub(super) fn doubled(&self) -> u32 {
        let cells = |row: &Row| match row {
            Row::Cells(cells) => cells.clone(),
            Row::Label(_) => Vec::new(),
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(cells).collect();
        let single: Vec<bool> = (0..self.columns.len())
            .map(|column| is_single(rows.iter().filter_map(|row| row.get(column))))
            .collect();
        let doubled = |row: &&Vec<String>| {
            let mut pairs = row.iter().zip(&single);
            pairs.any(|(cell, single)| *single && values(cell) > 1)
        };
        u32::try_from(rows.iter().filter(doubled).count()).unwrap_or(u32::MAX)
    }
}

/// Values in a cell of nothing but values; 0 in one with words.
fn values(cell: &str) -> usize {
    let number = |word: &str| is_value(word) && word.contains(|ch: char| ch.is_ascii_digit());
    let words = || cell.split_whitespace();
    if words().all(number) {
        words().count()
    } else {
        0
    }
}

fn is_single<'c>(cells: impl Iterator<Item = &'c String>) -> bool {
    let counts: Vec<usize> = cells
        .filter(|cell| !cell.is_empty())
        .map(|cell| values(cell))
        .collect();
    let single = counts.iter().filter(|count| **count == 1).count();
    counts.len() >= SINGLE_MIN && single as f32 >= SINGLE_SHARE * counts.len() as f32
}

impl Row {
    /// The row as one line of canonical text: cells separated by ` | `, a bar
    /// for each empty one, so that the third cell is always the third column.
    pub(super) fn line(&self) -> String {
        match self {
            Row::Label(text) => text.clone(),
            Row::Cells(cells) => joined_cells(cells),
        }
    }

    /// Bytes of text.
    pub(super) fn chars(&self) -> usize {
        match self {
            Row::Label(text) => text.len(),
            Row::Cells(cells) => cells.iter().map(String::len).sum(),
        }
    }

    /// Cells that hold something.
    pub(super) fn filled(&self) -> usize {
        match self {
            Row::Label(_) => 1,
            Row::Cells(cells) => cells.iter().filter(|cell| !cell.is_empty()).count(),
        }
    }
}

/// Cells joined by ` | `.
pub(super) fn joined_cells(cells: &[String]) -> String {
    cells.join(" | ").trim().to_owned()
}

/// The text of words given line by line: a bar in a cell would read as a
/// border, `$` belongs to the number after it, and a word broken at a line's
/// end is mended.
pub(super) fn cell_text(words: &[&Word]) -> String {
    // A cell is too short to learn compounds from; it drops no hyphen wrongly
    // more often than the text around it.
    let hyphens = Hyphens::default();
    let mut text = String::new();
    let mut last: Option<&Word> = None;
    for word in words {
        let wraps = last.is_some_and(|last| word.y - last.y > 0.5 * last.size);
        let money = last.is_some_and(|last| &*last.text == "$")
            && word.text.starts_with(|ch: char| ch.is_ascii_digit());
        let clean = word.text.replace('|', "¦");
        if wraps {
            hyphens.append(&mut text, &clean);
        } else {
            if !money && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&clean);
        }
        last = Some(word);
    }
    shortened(&text)
}
