//! Cells of a table as a reader knows them.

use crate::Span;

/// A cell as a reader knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GridCell {
    /// Its text in canonical text, without white space around it.
    pub span: Span,
    /// Its row, from 0 at the first header row.
    pub row: u32,
    /// Its column, from 0.
    pub column: u16,
    /// Rows it covers, at least 1.
    pub rows: u32,
    /// Columns it covers, at least 1.
    pub columns: u16,
    /// Bytes at its end that are a raised footnote mark, with the space before it: no
    /// part of what the cell says, but a note on it.
    pub mark: u8,
}

impl GridCell {
    /// A cell of one row and column.
    pub fn new(span: Span, row: u32, column: u16) -> Self {
        Self {
            span,
            row,
            column,
            rows: 1,
            columns: 1,
            mark: 0,
        }
    }

    pub(super) fn covers_row(&self, row: u32) -> bool {
        self.row <= row && row - self.row < self.rows
    }
}

/// A table, or what stands of it on one page, as a reader knows it: header rows,
/// then body rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// The caption, or the line above that names it.
    pub title: Option<String>,
    /// Lines between title and header, the nearest first.
    pub context: Vec<String>,
    /// The page it is on; `None` where pages are told by the text's offsets.
    pub page: Option<u32>,
    /// How many of the first rows name the columns.
    pub header_rows: u32,
    /// Rows in all.
    pub rows: u32,
    /// Columns.
    pub columns: u16,
    /// In order of row and column; none with an empty span.
    pub cells: Vec<GridCell>,
    /// Header cells of a table above, which name these columns too.
    pub named_by: Vec<GridCell>,
    /// Rows that name the rows below them, as told by the reader; rising.
    pub bands: Vec<u32>,
    /// Rows whose cells do not fit the columns; rising.
    pub odd: Vec<u32>,
    /// Where the label of each row begins from the left, in points; NaN or missing where that
    /// is not known.
    pub indents: Vec<f32>,
}

/// Counts of rows fit: a document has at most [`super::CELLS_MAX`] cells.
pub(super) fn count(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}
