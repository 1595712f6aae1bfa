//! What a text names, told without a model: names, codes, quoted terms, and
//! technical phrases that come back.
//!
//! A name is a run of capitalised words; a word that is capitalised only where
//! sentences start is told apart by how the document writes it elsewhere. German
//! capitalises every noun, so a single one counts there only where it returns.
//! Lower-case phrases count where they return in the document; which of them are
//! rare in a whole library is known to whoever has seen it.
//!
//! Entities are named by a key that spellings share: lower case, without accents
//! and possessives, words joined by one space. Everything depends on the document
//! alone, so the result is the same on any thread and in any order of adding.

mod mention;
mod name;
mod phrase;
mod short_names;
mod term;
mod word;

#[cfg(test)]
mod tests;

pub use mention::Mention;
pub use phrase::{Phrase, headline, phrases};

use crate::Document;
use word::Casing;

/// Grows with every change that gives other entities.
pub const ENTITIES_VERSION: u32 = 1;

/// What a document names, in order of place; a name that stands for a longer one
/// of the same document gives both.
///
/// ```
/// # use text::{Document, Format, mentions};
/// let text = "The survey was led by Elena de la Torre. It covers site AMEC-1343.";
/// let found = mentions(&Document::from_text(text, Format::Plain));
/// let keys: Vec<&str> = found.iter().map(|found| found.entity.as_str()).collect();
/// assert_eq!(keys, ["elena de la torre", "amec-1343"]);
/// ```
pub fn mentions(document: &Document) -> Vec<Mention> {
    let text = document.text.as_str();
    let words = word::words(text);
    let casing = Casing::of(&words, document.language);
    let mut found = name::names(&words, &casing);
    found.extend(name::codes(&words));
    found.extend(name::quoted(text, &casing));
    found.extend(term::terms(&words, &casing));
    short_names::add(text, &words, &casing, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}
