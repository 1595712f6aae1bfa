//! Text into terms, the same way for indexing and for querying.
//!
//! A term is what the keyword index stores and looks up. Prose becomes stemmed
//! words; what people type to name one thing (`HO-4`, `p-value`,
//! `report_2024.pdf`, `$750,000`) becomes one term for the whole and one for
//! each part, so that it is found in any spelling and still outranks its parts.
//!
//! Forms are chosen so that spellings meet: `HO-4` and `HO4` share the whole,
//! `HO 4` shares the parts; `e-mail` meets `email`; `$750,000` meets `750000`.
//! The price is that `re-sign` meets `resign`.

mod fold;
mod form;
mod identifier;
mod number;
mod scan;
mod stem;
mod token;

use crate::Language;
use fold::normalize;
use identifier::Part;
use scan::{Mark, Scanner, Token as Scanned};
use stem::TERM_CHARS_MAX;
pub use token::{Token, TokenKind, tokens};

// Typed tables read digits as terms do.
pub(crate) use number::parse as plain_number;
// Language detection counts the same words in the same form.
pub(crate) use fold::fold;

/// Stored in every index; terms of different versions must not be mixed.
pub const ANALYZER_VERSION: &str = "3";

/// One entry of the keyword index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The normalised form that is stored and looked up: lower case, without
    /// accents, 1 to 64 characters.
    pub text: String,
    /// Counts the words of the text from 0, dropped stop words included. An
    /// identifier stands where its first part stands; its parts follow one
    /// after the other, so that phrases keep their order.
    pub position: u32,
    /// How the form was made.
    pub kind: TermKind,
}

/// How a term was made from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TermKind {
    /// A word, stemmed by language.
    Word,
    /// A name with digits, punctuation or capitals that make it one: `ho4`, `r&d`, `us`.
    Identifier,
    /// A number in plain notation: `750000`, `1.14`.
    Number,
    /// A part of an identifier, in the form it would have alone.
    Part,
    /// Two neighbouring characters of a script that is written without spaces.
    Bigram,
}

/// A word as names are compared: in lower case, without accents.
pub fn folded(word: &str) -> String {
    fold::fold(&word.to_lowercase()).into_owned()
}

/// The terms of a text, in order of position.
///
/// `language` decides stop words, stemming and whether `1.140` is a fraction
/// or a thousand. A text is found only by terms made under the language it was
/// indexed with: give a document's own language when indexing, and that of the
/// documents searched (else the question's) when querying. Where the two may
/// differ, look up the terms of both. Identifiers are the same in every
/// language but for the stems of hyphenated words.
///
/// Time is linear in the length of the text.
pub fn terms(text: &str, language: Language) -> Vec<Term> {
    // Prose gives about one term for seven bytes.
    let mut sink = Sink {
        terms: Vec::with_capacity(text.len() / 7),
        position: 0,
        language,
    };
    for line in text.split('\n') {
        sink.line(&normalize(line));
    }
    sink.terms
}

/// Collects terms and counts positions.
struct Sink {
    terms: Vec<Term>,
    position: u32,
    language: Language,
}

impl Sink {
    /// Adds the terms of a line.
    fn line(&mut self, text: &str) {
        for token in Scanner::new(text) {
            match token {
                Scanned::Unspaced(run) => self.bigrams(run),
                Scanned::Word { text, name } => self.word(text, name, TermKind::Word),
                Scanned::Cluster { text, mark } => self.cluster(text, mark),
            }
        }
    }

    /// Adds a term at the current position.
    fn push(&mut self, mut text: String, kind: TermKind) {
        if text.len() > TERM_CHARS_MAX
            && let Some((end, _)) = text.char_indices().nth(TERM_CHARS_MAX)
        {
            text.truncate(end);
            text.shrink_to_fit();
        }
        if !text.is_empty() {
            self.terms.push(Term {
                text,
                position: self.position,
                kind,
            });
        }
    }

    fn advance(&mut self) {
        self.position = self.position.saturating_add(1);
    }

    /// Adds one alphabetic word, unless it is a stop word that is no name.
    fn word(&mut self, word: &str, name: bool, kind: TermKind) {
        let form = form::form(word, self.language);
        if !form.stop {
            self.push(form.greek.unwrap_or(&form.stem).to_owned(), kind);
        } else if name {
            self.push(form.folded.to_string(), TermKind::Identifier);
        }
        self.advance();
    }

    /// Adds what has digits or inner punctuation: numbers, codes, compounds, addresses.
    fn cluster(&mut self, text: &str, mark: Option<Mark>) {
        if let Some(number) = number::parse(text, self.language) {
            match mark {
                Some(Mark::Section) => self.push(format!("§{number}"), TermKind::Identifier),
                Some(Mark::Percent) => self.push(format!("{number}%"), TermKind::Identifier),
                None => {}
            }
            self.number(text, number, TermKind::Number);
            return;
        }
        let identifier = identifier::split(text, self.language);
        let kind = if identifier.whole.is_some() {
            TermKind::Part
        } else {
            TermKind::Word
        };
        if let Some(whole) = identifier.whole {
            self.push(whole, TermKind::Identifier);
        }
        if identifier.parts.is_empty() {
            self.advance();
        }
        for part in identifier.parts {
            match part {
                Part::Word(word) => self.word(word, false, kind),
                Part::Number(written, number) => self.number(written, number, TermKind::Part),
            }
        }
    }

    /// Adds a number; with leading zeros (`007`, a zip code) also as written.
    fn number(&mut self, written: &str, number: String, kind: TermKind) {
        if written.len() > 1
            && written.starts_with('0')
            && written.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.push(written.to_owned(), TermKind::Identifier);
        }
        self.push(number, kind);
        self.advance();
    }

    /// Adds every two neighbouring characters, or the only one.
    fn bigrams(&mut self, run: &str) {
        let mut characters = run.chars();
        let Some(mut previous) = characters.next() else {
            return;
        };
        if run.len() == previous.len_utf8() {
            self.push(previous.to_string(), TermKind::Bigram);
        }
        for character in characters {
            self.push(String::from_iter([previous, character]), TermKind::Bigram);
            self.advance();
            previous = character;
        }
        self.advance();
    }
}
