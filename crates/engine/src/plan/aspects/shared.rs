//! What things have in common when the question names no aspect: headings under
//! them, and first cells of rows.

use text::Span;

use super::cell::{Cell, is_heading};
use super::thing::Thing;
use crate::plan::scan::scan;
use crate::plan::shelf::Book;
use crate::plan::work::Work;

/// A label that all things have, with what each has under it.
#[derive(Debug)]
pub struct Shared {
    /// As the first thing writes it.
    pub label: String,
    /// By thing.
    pub cells: Vec<Cell>,
}

/// A label of one thing.
struct Labelled {
    key: String,
    label: String,
    cell: Cell,
}

/// The labels that all things have, those under which they differ first, each in the
/// first thing's order.
pub fn shared(work: &Work<'_>, things: &[Thing]) -> Vec<Shared> {
    let all: Vec<Vec<Labelled>> = things.iter().map(|thing| labels(work, thing)).collect();
    let Some((first, others)) = all.split_first() else {
        return Vec::new();
    };
    let mut differing = Vec::new();
    let mut equal = Vec::new();
    for one in first {
        let found: Option<Vec<Cell>> = others
            .iter()
            .map(|labels| {
                let same = labels.iter().find(|other| other.key == one.key)?;
                Some(same.cell.clone())
            })
            .collect();
        let Some(found) = found else { continue };
        let cells: Vec<Cell> = std::iter::once(one.cell.clone()).chain(found).collect();
        let mut texts = cells
            .iter()
            .zip(things)
            .map(|(cell, thing)| said(&work.shelf.books[thing.book], cell.span));
        let same = texts
            .next()
            .is_some_and(|text| texts.all(|other| other == text));
        let into = if same { &mut equal } else { &mut differing };
        into.push(Shared {
            label: one.label.clone(),
            cells,
        });
    }
    differing.append(&mut equal);
    differing
}

/// A text whose spacing does not count.
fn said(book: &Book, span: Span) -> String {
    book.text(span)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Headings under a thing with the first sentence below each, and rows by their
/// first cell; each label once.
fn labels(work: &Work<'_>, thing: &Thing) -> Vec<Labelled> {
    let book = &work.shelf.books[thing.book];
    let document = &book.document;
    let mut found: Vec<Labelled> = Vec::new();
    let mut add = |label: &str, cell: Cell| {
        let key = label_key(book, label);
        if !key.is_empty() && !found.iter().any(|known| known.key == key) {
            found.push(Labelled {
                key,
                label: label.to_owned(),
                cell,
            });
        }
    };
    for chain in &work.shelf.chains {
        for row in chain.rows.iter().filter(|_| chain.book == thing.book) {
            if let Some(first) = row.cells.first()
                && thing.span.contains(row.span)
                && row.cells.len() > 1
            {
                add(book.text(first.span), Cell::of(document, row.span));
            }
        }
    }
    for section in &document.sections {
        let below = thing.span.contains(section.span) && section.span != thing.span;
        if let Some(first) = first_sentence(book, section.span).filter(|_| below) {
            add(&section.title, Cell::of(document, first));
        }
    }
    found
}

/// The first sentence below a heading.
fn first_sentence(book: &Book, section: Span) -> Option<Span> {
    /// Enough for a heading and the sentence below it, in characters.
    const OPENING: usize = 2000;
    let text = book.text(section);
    let end = text.char_indices().nth(OPENING).map_or(text.len(), |c| c.0);
    let sentences = text::sentences(&text[..end], book.document.language);
    sentences
        .into_iter()
        .map(|span| Span::new(section.start + span.start, section.start + span.end))
        .find(|span| !is_heading(&book.document, *span))
}

/// A label without marks, numbers of its heading and case; empty where it has no words.
fn label_key(book: &Book, label: &str) -> String {
    let words = scan(label, book.notation)
        .into_iter()
        .filter(|token| !token.is_constant())
        .map(|token| token.key);
    words.collect::<Vec<_>>().join(" ")
}
