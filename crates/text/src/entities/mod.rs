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

mod alias;
mod name;
mod phrase;
mod term;
mod word;

#[cfg(test)]
mod tests;

pub use phrase::{Phrase, headline, phrases};

use crate::{Document, Span};
use word::{Casing, Word};

/// Grows with every change that gives other entities.
pub const ENTITIES_VERSION: u32 = 1;

/// Most words of an entity: longer runs of capitals are headlines.
const WORDS_MAX: usize = 8;
/// Longest key, in bytes.
const KEY_BYTES_MAX: usize = 120;

/// A place where a text names something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// Where the name stands.
    pub span: Span,
    /// Key of what is named.
    pub entity: String,
}

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
    alias::add(text, &words, &casing, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

/// The key of neighbouring words; `None` where it would name nothing or too much.
fn key(words: &[Word]) -> Option<String> {
    if words.is_empty() || words.len() > WORDS_MAX {
        return None;
    }
    let parts: Vec<&str> = words.iter().map(|word| word.key.as_str()).collect();
    let key = parts.join(" ");
    let letters = key.chars().filter(|it| it.is_alphanumeric()).count();
    (letters >= 2 && key.len() <= KEY_BYTES_MAX).then_some(key)
}

/// A mention of neighbouring words.
fn mention(words: &[Word]) -> Option<Mention> {
    let (first, last) = (words.first()?, words.last()?);
    Some(Mention {
        span: Span::new(first.start, last.end),
        entity: key(words)?,
    })
}
