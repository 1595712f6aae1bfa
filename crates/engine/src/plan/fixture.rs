//! Made documents for tests.

use text::Document;

use super::shelf::{Book, keys};

/// A document as a book.
pub fn book(document: Document) -> Book {
    let notation = super::scan::Notation::of(document.language);
    Book {
        id: "0123456789abcdef".into(),
        path: "made.md".to_owned(),
        called: String::new(),
        name: keys("made", notation),
        title: keys("made", notation),
        notation,
        opening: Vec::new(),
        draft: (0, 0),
        entries: Vec::new(),
        document,
    }
}
