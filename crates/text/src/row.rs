//! How canonical text writes a row of a table: one line, its cells with [`BETWEEN_CELLS`] between
//! them, without white space at the ends.
//!
//! Readers write rows so, and a bar of a cell's own as `¦`, so that a written row comes apart into
//! the cells that it was made of. What a table says is in the typed cells of [`crate::table`]:
//! after the readers no row is taken apart, and a line is asked at most whether it is one.

/// What stands between two cells of a row.
pub(crate) const BETWEEN_CELLS: &str = " | ";

/// Whether a line is written as a row of two cells or more.
pub(crate) fn is_row(line: &str) -> bool {
    line.contains(BETWEEN_CELLS)
}
