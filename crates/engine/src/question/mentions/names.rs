//! The words of documents' names, taken apart once for a version of a library: every question is
//! compared with all of them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Bound;
use std::sync::Arc;

use index::{DocumentRecord, Snapshot};
use text::Language;

use super::asked::{OPENING_CHARS_MIN, form, may_name, spaces};

/// The words of the two names of a document.
pub(super) struct NameWords {
    /// Of each name, in the form in which words are compared.
    pub(super) forms: [Vec<Box<str>>; 2],
    /// Words of both, folded, that are long enough to be two written as one.
    pub(super) long: Vec<Box<str>>,
}

impl NameWords {
    pub(super) fn of(names: [&str; 2]) -> NameWords {
        let long = names
            .iter()
            .flat_map(|name| name.split(|c: char| matches!(c, '_' | '-') || c.is_whitespace()))
            .filter(|word| word.len() >= 2 * OPENING_CHARS_MIN)
            .map(|word| text::folded(word).into())
            .collect();
        let forms = names.map(|name| {
            let words = text::tokens(&spaces(name), Language::Other).into_iter();
            let words = words.filter(may_name);
            words.map(|word| form(&word).into()).collect()
        });
        NameWords { forms, long }
    }
}

/// Those of each document of a version, in its order, and who has which.
pub(super) struct OfAll {
    pub(super) documents: Vec<NameWords>,
    /// The documents by the forms of their names.
    holders: BTreeMap<Box<str>, Vec<usize>>,
}

impl OfAll {
    pub(super) fn new(documents: Vec<NameWords>) -> OfAll {
        let mut holders: BTreeMap<Box<str>, Vec<usize>> = BTreeMap::new();
        for (at, names) in documents.iter().enumerate() {
            for form in names.forms.iter().flatten() {
                holders.entry(form.clone()).or_default().push(at);
            }
        }
        OfAll { documents, holders }
    }

    /// The words of the names of all documents.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<OfAll> {
        let Ok(all) = snapshot.derived(|| {
            let documents = snapshot.documents().iter();
            let of = |record| NameWords::of(names(record));
            Ok::<_, Infallible>(OfAll::new(documents.map(of).collect()))
        });
        all
    }

    /// Documents that have a form in their names, or one that begins so.
    pub(super) fn holders<'a>(&'a self, form: &'a str) -> impl Iterator<Item = usize> + 'a {
        let from = (Bound::Included(form), Bound::Unbounded);
        let begins = self.holders.range::<str, _>(from);
        let begins = begins.take_while(move |(other, _)| other.starts_with(form));
        begins.flat_map(|(_, holders)| holders).copied()
    }
}

/// The words of names as one question reads them.
pub(super) struct Names<'a> {
    pub(super) all: &'a OfAll,
    /// Of the documents whose names it reads otherwise: what they write as one word is taken apart.
    pub(super) spaced: BTreeMap<usize, NameWords>,
}

impl Names<'_> {
    pub(super) fn of(&self, document: usize) -> &NameWords {
        let own = self.spaced.get(&document);
        own.unwrap_or(&self.all.documents[document])
    }

    /// How many documents there are.
    pub(super) fn count(&self) -> usize {
        self.all.documents.len()
    }
}

/// A document's file, without its ending, and its title.
pub(super) fn names(record: &DocumentRecord) -> [&str; 2] {
    let path = record.path.rsplit('/').next().unwrap_or_default();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    [stem, record.title.as_deref().unwrap_or_default()]
}
