//! Plain text: any encoding, headings by their form, pages by form feeds.

mod decode;
mod outline;

pub(super) use decode::{decode, decode_as, is_kept, looks_like_utf16};
pub(super) use outline::{Heading, sections};

use super::{ReadError, Warning};
use crate::{Document, Format, Page};

/// Reads plain text.
///
/// The canonical text is the file's own, decoded, with `\n` for every kind of
/// line break and without control characters. A form feed ends a page and
/// becomes a line break.
pub fn read(bytes: &[u8]) -> Result<(Document, Vec<Warning>), ReadError> {
    let (decoded, warnings) = decode(bytes);
    if decoded.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    let (text, pages) = paged(decoded);
    let sections = sections(&outline::headings(&text), text.len());
    let title = outline::title(&text).map(str::to_owned);
    let mut document = Document {
        pages,
        sections,
        ..Document::from_text(text, Format::Plain)
    };
    document.metadata.title = title;
    Ok((document, warnings))
}

/// Takes form feeds out of a text and tells where its pages start; no pages
/// where there are no form feeds. One at the end starts no page.
fn paged(text: String) -> (String, Vec<Page>) {
    if !text.trim_end().contains('\u{c}') {
        return (text.replace('\u{c}', "\n"), Vec::new());
    }
    let mut joined = String::with_capacity(text.len());
    let mut pages = Vec::new();
    for page in text.trim_end().split('\u{c}') {
        if !joined.is_empty() && !joined.ends_with('\n') {
            joined.push('\n');
        }
        pages.push(Page {
            start: joined.len(),
            ..Page::default()
        });
        joined.push_str(page);
    }
    joined.push('\n');
    (joined, pages)
}
