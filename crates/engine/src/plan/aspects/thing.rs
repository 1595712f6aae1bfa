//! What a name in a comparison stands for: a document or a section.

use std::collections::BTreeSet;

use text::Span;

use crate::plan::shelf::{Book, Shelf, keys};
use crate::plan::work::Work;

/// Words of a heading beyond those of the name; a longer one speaks of more.
const FURTHER_WORDS_MAX: usize = 6;

/// Words that say what kind of thing a name is for; they need not stand in it.
const KINDS: [&str; 14] = [
    "document",
    "file",
    "edition",
    "version",
    "section",
    "chapter",
    "part",
    "dokument",
    "datei",
    "abschnitt",
    "kapitel",
    "documento",
    "sección",
    "capítulo",
];

/// A document, or a section of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// As the question calls it, without an article.
    pub name: String,
    /// Index of the document.
    pub book: usize,
    /// What of it is meant.
    pub span: Span,
    /// The section's heading; `None` for a document.
    pub heading: Option<String>,
}

/// What all names stand for: all documents, or all sections; `None` where one is
/// not found, or could be several.
pub fn things(work: &Work<'_>, names: &[String]) -> Option<Vec<Thing>> {
    let all = |find: &dyn Fn(&Work<'_>, &str) -> Option<Thing>| {
        let found: Option<Vec<Thing>> = names.iter().map(|name| find(work, name)).collect();
        found.filter(|things| {
            let places: BTreeSet<(usize, Span)> =
                things.iter().map(|one| (one.book, one.span)).collect();
            places.len() == things.len()
        })
    };
    all(&document).or_else(|| all(&section))
}

/// The document that is called so: by its path or title, with what its first page
/// opens with.
fn document(work: &Work<'_>, name: &str) -> Option<Thing> {
    let wanted = content(work, name);
    let fits = |book: &&(usize, &Book)| {
        wanted.iter().all(|key| book.1.name.contains(key))
            && wanted.iter().any(|key| book.1.title.contains(key))
    };
    let books: Vec<(usize, &Book)> = work.shelf.books.iter().enumerate().collect();
    let found: Vec<&(usize, &Book)> = books.iter().filter(fits).collect();
    let rank = |book: &Book| {
        let open = wanted.iter().filter(|key| !book.title.contains(*key));
        (open.count(), book.draft)
    };
    let best = single(&found, |(_, book)| rank(book)).filter(|_| !wanted.is_empty())?;
    Some(Thing {
        name: name.to_owned(),
        book: best.0,
        span: Span::new(0, best.1.document.text.len()),
        heading: None,
    })
}

/// The section whose heading holds the name.
fn section(work: &Work<'_>, name: &str) -> Option<Thing> {
    let wanted = content(work, name);
    let mut found = Vec::new();
    for (index, book) in work.shelf.books.iter().enumerate() {
        for section in &book.document.sections {
            let title = keys(&section.title, book.notation);
            let further = title.len().saturating_sub(wanted.len());
            if further <= FURTHER_WORDS_MAX && wanted.iter().all(|key| title.contains(key)) {
                found.push((index, section, (further, book.draft)));
            }
        }
    }
    let best = single(&found, |(_, _, rank)| *rank).filter(|_| !wanted.is_empty())?;
    Some(Thing {
        name: name.to_owned(),
        book: best.0,
        span: best.1.span,
        heading: Some(best.1.title.clone()),
    })
}

/// The one with the lowest rank, if no other has it too.
fn single<T, K: Ord>(found: &[T], rank: impl Fn(&T) -> K) -> Option<&T> {
    let best = found.iter().min_by_key(|one| rank(one))?;
    let equal = found.iter().filter(|one| rank(one) == rank(best)).count();
    (equal == 1).then_some(best)
}

/// Keys of the words of a name that tell it from others.
fn content(work: &Work<'_>, name: &str) -> BTreeSet<String> {
    let kinds: BTreeSet<String> = KINDS
        .iter()
        .map(|kind| crate::plan::scan::stem(kind))
        .collect();
    let all: BTreeSet<String> = work
        .read(name, false)
        .terms
        .into_iter()
        .filter(|term| term.weight > 0.0)
        .map(|term| term.token.key)
        .collect();
    let told: BTreeSet<String> = all.difference(&kinds).cloned().collect();
    if told.is_empty() { all } else { told }
}

impl Thing {
    /// Its name in a heading of the answer.
    pub fn title<'a>(&'a self, shelf: &'a Shelf) -> &'a str {
        match &self.heading {
            Some(heading) => heading,
            None => &shelf.books[self.book].path,
        }
    }
}
