//! Made documents for tests.

use text::Document;

use super::shelf::{Book, Shelf, keys};

/// A document as a book.
pub fn book(document: Document) -> Book {
    let notation = super::scan::Notation::of(document.language);
    Book {
        id: "0123456789abcdef".into(),
        path: "made.md".to_owned(),
        name: keys("made", notation),
        notation,
        draft: (0, 0),
        document,
    }
}

/// Markdown documents on a shelf.
pub fn shelf(texts: &[&str]) -> Shelf {
    let books = texts.iter().map(|text| {
        let read = text::read(text.as_bytes(), "made.md", &text::ReadLimits::default());
        book(read.unwrap().0)
    });
    Shelf::of(books.collect(), 0)
}
