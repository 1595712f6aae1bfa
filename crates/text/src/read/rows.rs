//! Rows of sheets and tables to tables of the canonical text: which lines name
//! the table, which row names the columns, which columns are in use.
//!
//! Rows come one after the other and are not kept: only the first ones of each
//! block wait until its header is found.

mod header;
pub(super) mod row;
mod values;

use super::canvas::Canvas;
use crate::table::GridCell;
pub(super) use header::HeaderRows;
use row::line;
pub(super) use row::{Cell, Row, cell_text};
pub(super) use values::looks_like_value;

/// Rows that wait before the header and the columns of a block are decided.
const WAITING_MAX: usize = 40;

/// Columns that keep their place in every row. Cells further to the right are
/// written, but not under their header.
const COLUMNS_MAX: usize = 1_024;

/// Filled cells of a row that readers hand on; a sheet has no more columns.
pub(super) const CELLS_MAX: usize = 16_384;

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
