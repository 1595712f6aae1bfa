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
    /// The texts of the header one by one; where there are none, each column's
    /// text stands for itself.
    pub(super) names: Vec<Name>,
    pub(super) rows: Vec<Row>,
    /// Where the label of each row begins; NaN where it has none.
    pub(super) indents: Vec<f32>,
    /// Cells of rows that cover more than one row or column.
    pub(super) merged: Vec<Area>,
    /// Caption lines, from the top.
    pub(super) title: Vec<String>,
    /// Caption lines that stand inside the grid, so that no line beside it has them.
    pub(super) caption: Vec<String>,
    /// Rows with more cells than columns, or with a cell over several columns.
    pub(super) odd: u32,
    /// Some of its cells hold values; a table of texts has no header to pass on.
    pub(super) has_values: bool,
    /// Lines were drawn around its cells or between its rows.
    pub(super) ruled: bool,
    /// Top and bottom, growing downward.
    pub(super) y0: f32,
    pub(super) y1: f32,
    /// Size most of its words have.
    pub(super) size: f32,
}

/// A text of a header: over several columns, where it names all of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) area: Area,
}

/// Rows and columns that a cell covers; of a name, rows of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Area {
    pub(super) row: usize,
    pub(super) column: usize,
    /// At least 1.
    pub(super) rows: usize,
    /// At least 1.
    pub(super) columns: usize,
}

impl Area {
    /// Of what is left when `column` and the one after it are one.
    pub(super) fn join_at(&mut self, column: usize) {
        let end = self.column + self.columns;
        if self.column > column {
            self.column -= 1;
        }
        let end = if end > column + 1 { end - 1 } else { end };
        self.columns = end.saturating_sub(self.column).max(1);
    }
}

/// The header of texts given line by line from the top, each with the columns
/// that it is over: texts of neighbouring lines over the same columns are one
/// name, and a name reaches down to the next text below it.
pub(super) fn names(lines: &[Vec<(std::ops::Range<usize>, String)>]) -> Vec<Name> {
    let hyphens = Hyphens::default();
    let mut open: Vec<Name> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        for (columns, text) in line.iter().filter(|(_, text)| !text.is_empty()) {
            let over = |name: &Name| {
                name.area.column < columns.end
                    && columns.start < name.area.column + name.area.columns
            };
            // The lowest text above it, if it is over just these columns.
            let above = open.iter_mut().rev().find(|name| over(name));
            let same = |name: &&mut Name| {
                name.area.column == columns.start && name.area.columns == columns.len()
            };
            match above.filter(same) {
                Some(name) => {
                    // As `cell_text` joins the words of the whole column.
                    hyphens.append(&mut name.text, text);
                    name.area.rows = row - name.area.row + 1;
                }
                None => open.push(Name {
                    text: text.clone(),
                    area: Area {
                        row,
                        column: columns.start,
                        rows: 1,
                        columns: columns.len(),
                    },
                }),
            }
        }
    }
    settled(open)
}

/// Names with rows of the header for the lines they were printed on. A name under
/// others stands one row below them. One with nothing above begins in the first
/// row if it is printed beside the names there, else in the last; all without a
/// name below reach down to the last.
fn settled(mut names: Vec<Name>) -> Vec<Name> {
    let lines: Vec<Area> = names.iter().map(|name| name.area).collect();
    let over =
        |a: &Area, b: &Area| a.column < b.column + b.columns && b.column < a.column + a.columns;
    // In order of their lines, so that what is above has its level.
    let mut levels: Vec<Option<usize>> = Vec::with_capacity(lines.len());
    for own in &lines {
        let above = lines[..levels.len()].iter().zip(&levels);
        let above = above.filter(|(area, _)| area.row < own.row && over(area, own));
        let highest = above.map(|(_, level)| level.unwrap_or(0)).max();
        levels.push(highest.map(|level| level + 1));
    }
    let below = |own: &Area| {
        lines
            .iter()
            .any(|area| area.row > own.row && over(area, own))
    };
    let rows = 1 + levels.iter().flatten().max().copied().unwrap_or(0);
    // The lines on which names stand that have others below them.
    let tops = lines
        .iter()
        .zip(&levels)
        .filter(|(area, level)| level.is_none() && below(area));
    let first_lines = tops
        .map(|(area, _)| area.row + area.rows)
        .max()
        .unwrap_or(usize::MAX);
    for (name, level) in names.iter_mut().zip(&levels) {
        let own = name.area;
        let row = match level {
            Some(level) => *level,
            None if below(&own) || own.row < first_lines => 0,
            None => rows - 1,
        };
        let next = lines.iter().zip(&levels);
        let next = next.filter(|(area, _)| area.row > own.row && over(area, &own));
        let end = next.filter_map(|(_, level)| *level).min().unwrap_or(rows);
        name.area.row = row;
        name.area.rows = end.saturating_sub(row).max(1);
    }
    names.sort_by_key(|name| (name.area.row, name.area.column));
    names
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
