//! Lines between two level rules.

use super::lines::{Cell, Line};
use super::table::cell_text;
use super::words::Word;

/// Ends of the rules of one table differ by less, in points.
pub(super) const ALIGNED: f32 = 4.0;

/// What stands between two rules.
pub(super) struct Band {
    pub(super) lines: Vec<Line>,
    pub(super) top: f32,
    pub(super) bottom: f32,
}

pub(super) fn cell_texts(line: &Line) -> Vec<String> {
    let text = |cell: &Cell| {
        let words: Vec<&Word> = line.words[cell.start..cell.end].iter().collect();
        cell_text(&words)
    };
    line.cells().iter().map(text).collect()
}
