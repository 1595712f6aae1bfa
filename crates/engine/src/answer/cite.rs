//! Citations: a quote, where it stands, and the proof that it stands there.

use index::{DocumentId, Snapshot};
use text::{Document, Format, Span};

use crate::EngineError;

/// A quote and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Citation {
    /// Number in the answer's text, from 1.
    pub marker: usize,
    /// The document.
    pub document: DocumentId,
    /// Its path as added.
    pub path: String,
    /// What kind of file it is.
    pub format: Format,
    /// First and last page; `None` for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// First and last row of its sheet, which `section` names; `None` for what
    /// stands in no sheet.
    pub rows: Option<(u32, u32)>,
    /// Headings above it, outermost first.
    pub section: Vec<String>,
    /// Where it stands in the canonical text.
    pub span: Span,
    /// The text that stands there, byte for byte.
    pub quote: String,
    /// For a table row: its column headers, joined by ` | `.
    pub columns: Option<String>,
}

/// Reads the span of a citation from the store again and compares.
///
/// # Errors
/// [`EngineError::QuoteNotFound`] when the quote is not there, byte for byte,
/// on the pages and in the rows given.
pub fn verify(snapshot: &Snapshot, citation: &Citation) -> Result<(), EngineError> {
    let structure = snapshot.structure(&citation.document)?;
    verify_in(snapshot, &structure, citation)
}

/// As [`verify`], with the document's structure already read: an answer of many
/// citations reads it once.
///
/// # Errors
/// See [`verify`].
pub fn verify_in(
    snapshot: &Snapshot,
    structure: &Document,
    citation: &Citation,
) -> Result<(), EngineError> {
    let stored = snapshot.text(&citation.document, citation.span)?;
    let in_place = structure.pages_of(citation.span) == citation.pages
        && structure.rows_of(citation.span) == citation.rows;
    if stored == citation.quote && in_place && !stored.is_empty() {
        return Ok(());
    }
    Err(EngineError::QuoteNotFound {
        document: citation.path.clone(),
        start: citation.span.start,
        end: citation.span.end,
    })
}
