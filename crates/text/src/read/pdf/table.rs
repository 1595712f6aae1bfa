//! A table of one page, however its cells were found.

use super::hyphens::Hyphens;
use super::leaders::shortened;
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
