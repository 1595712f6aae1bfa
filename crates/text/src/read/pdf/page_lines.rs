//! The lines of a page on the way to its layout.

use super::footnote_marks::FootnoteMarks;
use super::lines::Line;
use super::rulings::Rule;
use super::table::PageTable;

/// The lines of a page on the way to its layout.
#[derive(Debug, Default)]
pub(super) struct PageLines {
    pub(super) lines: Vec<Line>,
    pub(super) tables: Vec<PageTable>,
    /// Ruled lines from side to side.
    pub(super) rules: Vec<Rule>,
    /// Wider than high, as read.
    pub(super) wide: bool,
    /// Raised marks of footnotes.
    pub(super) marks: FootnoteMarks,
}
