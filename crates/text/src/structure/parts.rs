//! Lists, series and tables of contents, as a document holds them.

use serde::{Deserialize, Serialize};

use crate::Span;

/// Longest lead-in, in bytes; of a longer paragraph its last sentence.
pub(super) const LEAD_IN_BYTES_MAX: usize = 300;

/// Items one under the other, by bullets, numbers or letters.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct List {
    /// The line or sentence right above that announces the items.
    pub lead_in: Option<Span>,
    /// From the first item's marker to the end of the last item.
    pub span: Span,
    /// At least two, in order.
    pub items: Vec<ListItem>,
}

/// One item of a [`List`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListItem {
    /// What it is called by: `•`, `3.`, `(b)`.
    pub marker: String,
    /// The item's own text, without the marker and without nested items.
    pub span: Span,
    /// 0 for the outermost.
    pub depth: u8,
}

/// Headings that are called by one word and rising numbers, as `Rule C-1` to
/// `Rule C-35`. A number left out or printed nowhere is missing here too, so
/// that gaps show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// The word before the number as first printed; empty for bare numbers.
    pub noun: String,
    /// What stands before the counting part of each number: `C-`, `1.2.`, or nothing.
    pub prefix: String,
    /// At least three, in order of the text, numbers rising.
    pub members: Vec<SeriesMember>,
}

/// A heading of a [`Series`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesMember {
    /// Its number; letters and Roman numerals count from 1.
    pub number: u32,
    /// Index into [`Document::sections`].
    pub section: usize,
}

/// A table of contents, of figures, of exhibits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// From the first entry to the end of the last.
    pub span: Span,
    /// At least three, in order.
    pub entries: Vec<ContentsEntry>,
}

/// One line of [`Contents`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentsEntry {
    /// The title, its number included.
    pub title: Span,
    /// The page as printed there: `17`, `iv`, `A-3`.
    pub label: String,
    /// Index of the section with this title, if there is one.
    pub section: Option<usize>,
}

/// The lines of a text with their first bytes, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let at = start;
        start += line.len() + 1;
        (at, line)
    })
}

/// The line, or where it is a long paragraph, its last sentence.
pub(super) fn last_sentence(text: &str, line: Span) -> Span {
    let words = line.slice(text).unwrap_or_default();
    if line.len() <= LEAD_IN_BYTES_MAX {
        return line;
    }
    let cut = words
        .trim_end_matches(['.', ':'])
        .rfind(". ")
        .map_or(0, |at| at + 2);
    Span::new(line.start + cut, line.end)
}
