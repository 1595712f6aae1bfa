//! Lines read as one.

/// Lines read as one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) size: f32,
    pub(super) bold: bool,
    /// Its first line is in letters of one width.
    pub(super) typewriter: bool,
    /// Lines it was printed on.
    pub(super) lines: usize,
    /// More white space above than between its lines.
    pub(super) apart: bool,
    /// A line of a table of contents.
    pub(super) contents: bool,
    /// Stretches of its first line between wide gaps.
    pub(super) cells: usize,
    /// Its last line is full, so that it may go on in the next column.
    pub(super) open: bool,
    /// Centre of its first line.
    pub(super) center: f32,
}
