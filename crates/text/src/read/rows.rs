//! Rows of sheets and tables to tables of the canonical text: which lines name
//! the table, which row names the columns, which columns are in use.
//!
//! Rows come one after the other and are not kept: only the first ones of each
//! block wait until its header is found.

mod header;
mod values;

use super::canvas::{Canvas, cell_text};
use crate::Span;
use crate::row::BETWEEN_CELLS;
use crate::table::{Grid, GridCell};
pub(super) use header::HeaderRows;
pub(super) use values::looks_like_value;

/// Rows that wait before the header and the columns of a block are decided.
const WAITING_MAX: usize = 40;

/// Columns that keep their place in every row. Cells further to the right are
/// written, but not under their header.
const COLUMNS_MAX: usize = 1_024;

/// Filled cells of a row that readers hand on; a sheet has no more columns.
pub(super) const CELLS_MAX: usize = 16_384;

/// A filled cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// Its column, from 0.
    pub(super) column: u32,
    /// What it shows, on one line.
    pub(super) text: String,
    /// True for a number, a date, a truth value: what a header seldom holds.
    pub(super) is_value: bool,
    /// True for the further cells of one that is merged to the right: they
    /// repeat its text, which counts in a header and is not written in a row.
    pub(super) is_spanned: bool,
    /// True for a cell that is merged down from the row above: its text is
    /// written again, but it is the same cell.
    pub(super) is_repeated: bool,
}

impl Cell {
    /// A cell; `None` when it shows nothing.
    pub(super) fn new(column: u32, text: &str, is_value: bool) -> Option<Self> {
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
pub(super) struct Row {
    /// Its number in the sheet, from 1; `None` for tables that are in no sheet.
    pub(super) number: Option<u32>,
    pub(super) cells: Vec<Cell>,
    /// It has more or fewer values than its table has columns.
    pub(super) is_odd: bool,
}

impl Row {
    fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.is_spanned).count()
    }
}

/// The header of a block, for the next block of the same columns.
#[derive(Debug, Clone)]
struct Header {
    columns: Vec<u32>,
    text: String,
    cells: Vec<GridCell>,
}

/// Writes the rows of one sheet or table.
pub(super) struct Rows<'c> {
    canvas: &'c mut Canvas,
    known: HeaderRows,
    /// A caption that stands above.
    title: Option<String>,
    /// The first rows of the open block.
    waiting: Vec<Row>,
    /// Columns of the open block once it is decided.
    columns: Option<Vec<u32>>,
    last_number: u32,
    before: Option<Header>,
}

impl<'c> Rows<'c> {
    /// Rows go to `canvas`; `known` says what the file itself tells of headers.
    pub(super) fn new(canvas: &'c mut Canvas, known: HeaderRows) -> Self {
        Self {
            title: canvas.title_above(),
            canvas,
            known,
            waiting: Vec::new(),
            columns: None,
            last_number: 0,
            before: None,
        }
    }

    /// Takes the next row. An empty row, or a gap in the numbers, ends a block.
    pub(super) fn push(&mut self, row: Row) {
        if row.cells.is_empty() {
            return;
        }
        if let Some(number) = row.number {
            if number > self.last_number.saturating_add(1) {
                self.end_block();
            }
            self.last_number = number;
        }
        if self.known.is_first(row.number) && !matches!(self.known, HeaderRows::First(_)) {
            // A table begins here, whatever stands right above it.
            self.end_block();
        }
        match &self.columns {
            Some(columns) => self.canvas.row(&line(&row, columns), row.number),
            None => {
                self.waiting.push(row);
                if self.waiting.len() >= WAITING_MAX {
                    self.open_block();
                }
            }
        }
    }

    /// True once nothing more is taken.
    pub(super) fn is_full(&self) -> bool {
        self.canvas.is_full()
    }

    /// Writes what still waits.
    pub(super) fn finish(mut self) {
        self.end_block();
    }

    fn end_block(&mut self) {
        if self.columns.is_none() {
            self.open_block();
        }
        if self.columns.take().is_some() {
            self.canvas.close_table();
        }
    }

    /// Decides title, header and columns from the rows that wait, and writes them.
    fn open_block(&mut self) {
        let mut rows = std::mem::take(&mut self.waiting);
        let widest = rows.iter().map(Row::filled).max().unwrap_or(0);
        let titles = rows
            .iter()
            .take_while(|row| widest > 1 && row.filled() == 1 && !self.known.is_first(row.number))
            .count();
        // A last one has nothing below that it could be the title of.
        for row in rows.drain(..titles.min(rows.len().saturating_sub(1))) {
            self.write_title(&row);
        }
        if rows.is_empty() {
            return;
        }
        if let [row] = &rows[..]
            && row.filled() == 1
            && row.number.is_some()
            && !self.canvas.is_full()
        {
            // A line by itself: the title of what follows, or a note.
            return self.write_lone(row);
        }
        self.write_block(&rows);
    }

    fn write_title(&mut self, row: &Row) {
        let text = line(row, &[]).text;
        self.canvas.paragraph(&text);
        self.title = Some(text);
    }

    /// A row that stands alone is a table of its own, so that it can be cited
    /// by its row, and may name the block below.
    fn write_lone(&mut self, row: &Row) {
        let line = line(row, &[]);
        self.canvas.open_table(None, None);
        self.canvas.row(&line, row.number);
        self.canvas.close_table();
        self.title = Some(line.text).filter(|_| !row.cells[0].is_value);
    }

    fn write_block(&mut self, rows: &[Row]) {
        let columns = columns(rows);
        let count = self.known.count(rows);
        let (heads, body) = rows.split_at(count);
        let title = self.title.take();
        let own = (count > 0).then(|| Header {
            text: header::names(heads, &columns),
            columns: columns.clone(),
            cells: Vec::new(),
        });
        let taken_over = self.before.clone().filter(|before| {
            let fits = |column| before.columns.binary_search(column).is_ok();
            own.is_none() && columns.len() > 1 && columns.iter().all(fits)
        });
        let is_own = own.is_some();
        let mut header = own.or(taken_over);
        let columns = header
            .as_ref()
            .map_or(columns, |header| header.columns.clone());
        let names = header.as_ref().map(|header| header.text.clone());
        self.canvas.open_table(title, names);
        for row in heads {
            self.canvas.header_row(&line(row, &columns), row.number);
        }
        match &mut header {
            Some(header) if is_own => header.cells = self.canvas.header_cells(),
            Some(header) => self.canvas.name_by(header.cells.clone()),
            None => {}
        }
        for row in body {
            self.canvas.row(&line(row, &columns), row.number);
        }
        if count == 0 && header::is_bare(rows) {
            // Names alone: a table without rows.
            self.canvas.end_header();
        }
        self.before = header;
        self.columns = Some(columns);
    }
}

/// The columns in which some of the rows have a cell, in order.
fn columns(rows: &[Row]) -> Vec<u32> {
    let mut columns: Vec<u32> = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| cell.column))
        .collect();
    columns.sort_unstable();
    columns.dedup();
    columns.truncate(COLUMNS_MAX);
    columns
}

/// A row as one line of text, and where its cells stand in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Line {
    pub(super) text: String,
    /// In order; merged and repeated ones once each.
    pub(super) cells: Vec<LineCell>,
    is_odd: bool,
}

/// A cell of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LineCell {
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
    pub(super) fn fill(&self, grid: &mut Grid, start: usize, lead: usize) {
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
fn line(row: &Row, columns: &[u32]) -> Line {
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
