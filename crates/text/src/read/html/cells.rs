//! The cells of a page's table, as it is written row by row.

use crate::Span;
use crate::table::{Grid, GridCell};

/// Which cell a column of a row belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// One that starts here.
    Own,
    /// The one to its left.
    Right,
    /// One of a row above.
    Down,
}

/// A column of a row where it was written.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// Its text, from the start of its row.
    pub span: Span,
    /// Which cell it belongs to.
    pub place: Place,
    /// Bytes at its end that are a raised mark.
    pub mark: u8,
}

/// The cells of a table as they are written.
#[derive(Default)]
pub struct Cells {
    /// What was added.
    pub grid: Grid,
    /// For each column the last cell over it, by index.
    over: Vec<Option<usize>>,
}

impl Cells {
    /// Adds a row that was written at `start`. Names that stand below rows are
    /// printed again for the reader's sake, and are no row.
    pub fn add(&mut self, columns: &[Placed], start: usize, is_header: bool) {
        let grid = &mut self.grid;
        if is_header && grid.rows > grid.header_rows {
            return;
        }
        let row = grid.rows;
        grid.rows += 1;
        grid.header_rows += u32::from(is_header);
        let width = u16::try_from(columns.len()).unwrap_or(u16::MAX);
        grid.columns = grid.columns.max(width);
        self.over.resize(self.over.len().max(columns.len()), None);
        let mut last = None;
        for (column, placed) in (0_u16..).zip(columns) {
            let Placed { span, place, mark } = *placed;
            let over = &mut self.over[usize::from(column)];
            match place {
                Place::Own if span.is_empty() => (*over, last) = (None, None),
                Place::Own => {
                    let span = Span::new(start + span.start, start + span.end);
                    last = Some(grid.cells.len());
                    *over = last;
                    grid.cells.push(GridCell {
                        mark,
                        ..GridCell::new(span, row, column)
                    });
                }
                Place::Right => {
                    *over = last;
                    if let Some(cell) = last.and_then(|last| grid.cells.get_mut(last)) {
                        cell.columns = column - cell.column + 1;
                    }
                }
                Place::Down => {
                    if let Some(cell) = over.and_then(|over| grid.cells.get_mut(over)) {
                        cell.rows = row - cell.row + 1;
                    }
                }
            }
        }
    }
}
