//! A half-open byte range of a document's canonical text.

use serde::{Deserialize, Serialize};

/// Bytes `start..end` of a canonical text; both ends lie on character
/// boundaries of the text they were made for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span of bytes `start..end`. An end before the start gives an empty span.
    pub fn new(start: usize, end: usize) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// True when the span holds no byte.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// True when `other` lies wholly inside.
    pub fn contains(&self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// True when the two share at least one byte.
    pub fn overlaps(&self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The part of `text` under the span, or `None` when it lies outside or
    /// cuts a character.
    ///
    /// ```
    /// # use text::Span;
    /// assert_eq!(Span::new(0, 5).slice("alpha beta"), Some("alpha"));
    /// assert_eq!(Span::new(6, 99).slice("alpha beta"), None);
    /// ```
    pub fn slice<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.get(self.start..self.end)
    }
}
