//! How canonical text writes a row of a table: one line, its cells with [`BETWEEN_CELLS`] between
//! them, without white space at the ends.
//!
//! Readers write rows so, and a bar of a cell's own as `¦`, so that a written row comes apart into
//! the cells that it was made of. What a table says is in the typed cells of [`crate::table`]; this
//! is for those who see lines alone, as the analyzer does, and nothing else takes a row apart.

/// What stands between two cells of a row.
pub(crate) const BETWEEN_CELLS: &str = " | ";

/// Whether a line is written as a row of two cells or more.
pub(crate) fn is_row(line: &str) -> bool {
    line.contains(BETWEEN_CELLS)
}

/// What stands between the marks of a row, in order; the whole line where it is no row. The mark of
/// an empty first or last cell stays with its neighbour.
pub(crate) fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(BETWEEN_CELLS)
}

/// The cells of a row, empty ones included, without white space around them.
pub(crate) fn all_cells(row: &str) -> impl Iterator<Item = &str> {
    row.split('|').map(str::trim)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_row_comes_apart_into_its_cells(
            written in prop::collection::vec("[a-z$%.]{0,6}( [a-z¦]{1,4})?", 1..6)
        ) {
            let cells: Vec<&str> = written.iter().map(|cell| cell.trim()).collect();
            let row = cells.join(BETWEEN_CELLS);
            let found: Vec<&str> = all_cells(row.trim()).collect();
            prop_assert_eq!(&found, &cells);
            if cells.iter().all(|cell| !cell.is_empty()) {
                prop_assert_eq!(super::cells(&row).collect::<Vec<_>>(), cells);
            }
        }
    }
}
