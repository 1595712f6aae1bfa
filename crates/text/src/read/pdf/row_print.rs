//! How the lines of a row stand to each other in print.

use super::words::Word;

/// Lines of one cell are no farther apart, in sizes.
pub(super) const STEP_MAX: f32 = 1.5;

/// Texts of one cell or column begin at the same place, up to this many points.
pub(super) const SAME_EDGE: f32 = 1.5;

/// The further lines of a first cell may be set in by this many sizes.
pub(super) const HANGING: f32 = 2.5;

/// A space between words, at least, in sizes.
const SPACE: f32 = 0.2;

/// Words a cell of a table holds at most.
pub(super) const CELL_WORDS_MAX: usize = 14;

pub(super) fn append<'w>(row: &mut [Vec<&'w Word>], more: Vec<Vec<&'w Word>>) {
    for (cell, words) in row.iter_mut().zip(more) {
        cell.extend(words);
    }
}

pub(super) fn same_print(bold: bool, size: f32, other_bold: bool, other_size: f32) -> bool {
    bold == other_bold && (size / other_size - 1.0).abs() < 0.07
}

/// The next word would not have fitted after the last one.
pub(super) fn is_full(last: &Word, next: &Word, right: f32) -> bool {
    last.x1 + SPACE * last.size + next.width() > right
}
