//! A row with its cells, and as one line of text.

use crate::Span;
use crate::read::plain::is_kept;
use crate::row::BETWEEN_CELLS;
use crate::table::{Grid, GridCell};

/// A filled cell.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::read) struct Cell {
    /// Its column, from 0.
    pub(in crate::read) column: u32,
    /// What it shows, on one line.
    pub(in crate::read) text: String,
    /// True for a number, a date, a truth value: what a header seldom holds.
    pub(in crate::read) is_value: bool,
    /// True for the further cells of one that is merged to the right: they
    /// repeat its text, which counts in a header and is not written in a row.
    pub(in crate::read) is_spanned: bool,
    /// True for a cell that is merged down from the row above: its text is
    /// written again, but it is the same cell.
    pub(in crate::read) is_repeated: bool,
}

impl Cell {
    /// A cell; `None` when it shows nothing.
    pub(in crate::read) fn new(column: u32, text: &str, is_value: bool) -> Option<Self> {
        let text = cell_text(text);
        (!text.is_empty()).then_some(Self {
            column,
            text,
            is_value,
            is_spanned: false,
            is_repeated: false,
        })
    }
}

/// A row with its filled cells in order of column.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::read) struct Row {
    /// Its number in the sheet, from 1; `None` for tables that are in no sheet.
    pub(in crate::read) number: Option<u32>,
    pub(in crate::read) cells: Vec<Cell>,
    /// It has more or fewer values than its table has columns.
    pub(in crate::read) is_odd: bool,
}

impl Row {
    pub(super) fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.is_spanned).count()
    }
}

/// A row as one line of text, and where its cells stand in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::read) struct Line {
    pub(in crate::read) text: String,
    /// In order; merged and repeated ones once each.
    pub(in crate::read) cells: Vec<LineCell>,
    is_odd: bool,
}

/// A cell of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::read) struct LineCell {
    start: usize,
    end: usize,
    column: u16,
    columns: u16,
    is_repeated: bool,
}

impl Line {
    fn push(&mut self, cell: &Cell, column: usize) {
        let start = self.text.len();
        self.text.push_str(&cell.text);
        self.cells.push(LineCell {
            start,
            end: self.text.len(),
            column: u16::try_from(column).unwrap_or(u16::MAX),
            columns: 1,
            is_repeated: cell.is_repeated,
        });
    }

    /// Adds the cells to a grid as its next row. The line without its first
    /// `lead` bytes was written at `start`.
    pub(in crate::read) fn fill(&self, grid: &mut Grid, start: usize, lead: usize) {
        let row = grid.rows;
        grid.rows += 1;
        if self.is_odd {
            grid.odd.push(row);
        }
        for cell in &self.cells {
            let end = cell.column.saturating_add(cell.columns);
            grid.columns = grid.columns.max(end);
            if cell.is_repeated && reaches(grid, row, cell.column) {
                continue;
            }
            let span = Span::new(start + cell.start - lead, start + cell.end - lead);
            grid.cells.push(GridCell {
                columns: cell.columns,
                ..GridCell::new(span, row, cell.column)
            });
        }
    }
}

/// Lets the cell above reach down to this row; false where there is none.
fn reaches(grid: &mut Grid, row: u32, column: u16) -> bool {
    // Of the rows just above: a cell that reaches to there, or stands there.
    let above = grid
        .cells
        .iter_mut()
        .rev()
        .take(REACH_CELLS_MAX)
        .find(|cell| {
            let over = cell.column <= column && column - cell.column < cell.columns;
            over && cell.row < row && cell.row + cell.rows >= row
        });
    if let Some(cell) = above {
        cell.rows = row - cell.row + 1;
        return true;
    }
    false
}

/// Cells looked back at for the one that is merged down.
const REACH_CELLS_MAX: usize = 20_000;

/// A row as one line: a cell for each column up to the last filled one, and
/// cells of other columns after them.
pub(super) fn line(row: &Row, columns: &[u32]) -> Line {
    let mut line = Line {
        is_odd: row.is_odd,
        ..Line::default()
    };
    let mut cells = row.cells.iter().filter(|cell| !cell.is_spanned).peekable();
    let mut others: Vec<&Cell> = Vec::new();
    for (index, &column) in columns.iter().enumerate() {
        while let Some(cell) = cells.next_if(|cell| cell.column < column) {
            others.push(cell);
        }
        if cells.peek().is_none() {
            break;
        }
        if index > 0 {
            line.text.push_str(BETWEEN_CELLS);
        }
        if let Some(cell) = cells.next_if(|cell| cell.column == column) {
            line.push(cell, index);
        }
    }
    for (column, cell) in (columns.len()..).zip(others.into_iter().chain(cells)) {
        if !line.text.is_empty() {
            line.text.push_str(BETWEEN_CELLS);
        }
        line.push(cell, column);
        line.is_odd |= !columns.is_empty();
    }
    spread(row, columns, &mut line);
    line
}

/// Lets cells cover the columns that are merged into them.
fn spread(row: &Row, columns: &[u32], line: &mut Line) {
    for cell in row.cells.iter().filter(|cell| cell.is_spanned) {
        let Ok(at) = columns.binary_search(&cell.column) else {
            continue;
        };
        let before = |own: &&mut LineCell| usize::from(own.column) < at;
        if let Some(own) = line.cells.iter_mut().rev().find(before) {
            let reach = at + 1 - usize::from(own.column);
            own.columns = own.columns.max(u16::try_from(reach).unwrap_or(u16::MAX));
        }
    }
}

/// The text of a cell on one line: a bar in it would read as a border.
pub(in crate::read) fn cell_text(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let before = cell.len();
        if before > 0 {
            cell.push(' ');
        }
        let kept = word.chars().filter(|&character| is_kept(character));
        cell.extend(kept.map(|character| if character == '|' { '¦' } else { character }));
        if cell.len() <= before + 1 && before > 0 {
            cell.truncate(before);
        }
    }
    cell
}
