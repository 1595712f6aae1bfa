//! Tables of text documents and slides while they are read, merged cells and
//! tables within cells included.

use std::collections::BTreeMap;

use crate::read::canvas::Canvas;
use crate::read::rows::{Cell, HeaderRows, Row, Rows, cell_text, looks_like_value};

/// Columns that a cell may span; Word allows 63 columns, PowerPoint 75.
const SPAN_MAX: u32 = 75;

/// A cell as it is written.
#[derive(Debug, Clone, Default)]
struct OpenCell {
    text: String,
    span: u32,
    /// `Some(true)` starts a merge down the rows, `Some(false)` goes on with it.
    merge: Option<bool>,
    /// It lies under the cell to its left, which spans it.
    is_covered: bool,
}

/// A table that is being read.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenTable {
    rows: Vec<Vec<(u32, OpenCell)>>,
    /// Leading rows that repeat on each page.
    heads: usize,
    row: Vec<(u32, OpenCell)>,
    column: u32,
    is_head: bool,
    expects_head: bool,
    is_deleted: bool,
    cell: OpenCell,
    /// Texts that merges repeat further down, by column.
    merged: BTreeMap<u32, String>,
}

impl OpenTable {
    pub(super) fn start_row(&mut self) {
        self.row.clear();
        self.column = 0;
        self.is_head = false;
        self.is_deleted = false;
    }

    /// Columns that the row leaves out at its start.
    pub(super) fn indent_row(&mut self, columns: u32) {
        self.column = columns.min(SPAN_MAX);
    }

    pub(super) fn mark_head(&mut self) {
        self.is_head = true;
    }

    /// The first row is known to be a header.
    pub(super) fn expect_head(&mut self) {
        self.expects_head = true;
    }

    /// The row was deleted with changes tracked.
    pub(super) fn delete_row(&mut self) {
        self.is_deleted = true;
    }

    pub(super) fn end_row(&mut self) {
        if self.is_deleted {
            return;
        }
        let is_head = self.is_head || self.expects_head && self.rows.is_empty();
        self.heads += usize::from(is_head && self.heads == self.rows.len());
        self.rows.push(std::mem::take(&mut self.row));
    }

    pub(super) fn start_cell(&mut self) {
        self.cell = OpenCell::default();
    }

    pub(super) fn span(&mut self, columns: u32) {
        self.cell.span = columns;
    }

    pub(super) fn merge(&mut self, starts: bool) {
        self.cell.merge = Some(starts);
    }

    /// The cell to the left spans the open one.
    pub(super) fn cover(&mut self) {
        self.cell.is_covered = true;
    }

    /// Adds a paragraph to the open cell.
    pub(super) fn text(&mut self, text: &str) {
        if !self.cell.text.is_empty() && !text.is_empty() {
            self.cell.text.push('\n');
        }
        self.cell.text.push_str(text);
    }

    pub(super) fn end_cell(&mut self) {
        let mut cell = std::mem::take(&mut self.cell);
        if cell.is_covered {
            return;
        }
        cell.span = cell.span.clamp(1, SPAN_MAX);
        match cell.merge {
            Some(false) => {
                if let Some(above) = self.merged.get(&self.column) {
                    cell.text.clone_from(above);
                }
            }
            Some(true) => {
                self.merged.insert(self.column, cell.text.clone());
            }
            None => {
                self.merged.remove(&self.column);
            }
        }
        let column = self.column;
        self.column = self.column.saturating_add(cell.span);
        self.row.push((column, cell));
    }

    /// Ends what a file that breaks off has left open.
    pub(super) fn end_open(&mut self) {
        if !self.cell.text.is_empty() {
            self.end_cell();
        }
        if !self.row.is_empty() {
            self.end_row();
        }
    }

    /// True for a frame around text: no row has more than one cell.
    fn is_frame(&self) -> bool {
        self.rows.iter().all(|row| row.len() <= 1)
    }

    /// Writes the table.
    pub(super) fn write(self, canvas: &mut Canvas) {
        if self.is_frame() {
            for (_, cell) in self.rows.iter().flatten() {
                canvas.paragraph(&cell.text);
            }
            return;
        }
        let known = match self.heads {
            0 => HeaderRows::Unknown,
            heads => HeaderRows::First(heads),
        };
        let mut rows = Rows::new(canvas, known);
        for row in &self.rows {
            rows.push(Row {
                number: None,
                cells: row
                    .iter()
                    .flat_map(|(column, cell)| cells(*column, cell))
                    .collect(),
                ..Row::default()
            });
        }
        rows.finish();
    }

    /// The table as text within a cell of another one: `a, b; c, d`.
    pub(super) fn flattened(&self) -> String {
        let between = if self.is_frame() { "\n" } else { "; " };
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|row| {
                let cells = row.iter().map(|(_, cell)| cell_text(&cell.text));
                cells
                    .filter(|cell| !cell.is_empty())
                    .collect::<Vec<_>>()
                    .join(", ")
            })
            .filter(|row| !row.is_empty())
            .collect();
        rows.join(between)
    }
}

/// A cell, and the spanned ones beside it.
fn cells(column: u32, cell: &OpenCell) -> Vec<Cell> {
    let Some(mut first) = Cell::new(column, &cell.text, looks_like_value(&cell.text)) else {
        return Vec::new();
    };
    first.is_repeated = cell.merge == Some(false);
    let spanned = (1..cell.span).map(|offset| Cell {
        column: column.saturating_add(offset),
        is_spanned: true,
        ..first.clone()
    });
    std::iter::once(first.clone())
        .chain(spanned.collect::<Vec<_>>())
        .collect()
}
