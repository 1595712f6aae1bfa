//! Words as entities are made of: with their place, their capitals and a key.

use std::collections::HashMap;

use crate::Language;
use crate::analyzer::fold;
use crate::lexicon::WordList;

/// Longest word, in bytes; what is longer is no word and splits its neighbours.
const WORD_BYTES_MAX: usize = 60;

/// A line at least this long, in bytes, goes on in the next one: a shorter one is
/// a heading or an entry, whose last word belongs to nothing that follows.
const WRAPPED_LINE_MIN: usize = 40;

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `Heron`, `McNeil`
    Capital,
    /// `NASA`, `USGS`; two letters or more.
    Capitals,
    /// `heron`
    Lower,
    /// Starts with a digit.
    Digit,
}

/// A word of a text.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub start: usize,
    pub end: usize,
    pub shape: Shape,
    /// Holds a digit as well as a capital letter: `C-7`.
    pub code: bool,
    /// Starts a sentence, a line, a cell or a quote.
    pub initial: bool,
    /// Follows the word before with nothing but a space, or a line wrapped there.
    pub close: bool,
    /// Bytes of the line before the word's end.
    line: usize,
    /// Lower case, without accents, possessive and inner full stops.
    pub key: String,
}

impl Word {
    /// Starts with a capital letter.
    pub(super) fn is_capital(&self) -> bool {
        matches!(self.shape, Shape::Capital | Shape::Capitals)
    }
}

/// The words of a text, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut line_start = 0;
    let mut at = 0;
    while let Some(offset) = text[at..].find(char::is_alphanumeric) {
        let start = at + offset;
        let end = word_end(text, start);
        let gap = &text[at..start];
        if let Some(newline) = gap.rfind('\n') {
            line_start = at + newline + 1;
        }
        let written = &text[start..end];
        let key = key_of(written);
        if written.len() > WORD_BYTES_MAX || key.is_empty() {
            at = end;
            continue;
        }
        let before = words.last();
        words.push(Word {
            start,
            end,
            shape: shape(written),
            code: is_code(written),
            initial: before.is_none_or(|before| starts_anew(gap, before, written)),
            close: before.is_some_and(|before| before.end == at && is_close(gap, before)),
            line: end - line_start,
            key,
        });
        at = end;
    }
    words
}

/// One past the word that starts here: letters, digits, and single marks between
/// two of them.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut letters = 0_usize;
    let mut rest = text[start..].char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        if character.is_alphanumeric() || is_mark(character) {
            letters += 1;
            end = start + at + character.len_utf8();
            continue;
        }
        let joins = match character {
            '\'' | '’' | '-' | '‐' | '‑' | '&' | '_' => true,
            // `U.S.`, not the end of a sentence without a space behind it.
            '.' if letters == 1 => true,
            '.' | ',' => {
                let digits = |it: Option<char>| it.is_some_and(char::is_numeric);
                digits(text[..start + at].chars().next_back())
                    && digits(rest.peek().map(|(_, next)| *next))
            }
            _ => false,
        };
        let followed = rest.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if !joins || !followed {
            break;
        }
        letters = 0;
    }
    end
}

/// An accent that stands behind its letter.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

fn shape(written: &str) -> Shape {
    let mut letters = written.chars().filter(|it| it.is_alphabetic());
    let Some(first) = written.chars().next() else {
        return Shape::Lower;
    };
    if first.is_numeric() {
        Shape::Digit
    } else if !first.is_uppercase() {
        Shape::Lower
    } else if written.chars().count() > 1 && letters.all(char::is_uppercase) {
        Shape::Capitals
    } else {
        Shape::Capital
    }
}

fn is_code(written: &str) -> bool {
    let digit = written.chars().any(char::is_numeric);
    digit && written.chars().any(char::is_uppercase)
}

fn starts_anew(gap: &str, before: &Word, written: &str) -> bool {
    let initials = before.shape == Shape::Capital && before.end - before.start <= 3;
    if gap.contains([
        '!', '?', ':', ';', '|', '•', '"', '“', '„', '«', '¿', '¡', '\t',
    ]) {
        return true;
    }
    if gap.contains('.') {
        // `J. Smith` and `Dr. Smith` go on.
        return !(initials
            && gap == ". "
            && written.chars().next().is_some_and(char::is_uppercase));
    }
    gap.contains('\n') && !wraps(gap, before)
}

fn wraps(gap: &str, before: &Word) -> bool {
    before.line >= WRAPPED_LINE_MIN && gap.matches('\n').count() == 1 && gap.trim().is_empty()
}

fn is_close(gap: &str, before: &Word) -> bool {
    let initials = before.shape == Shape::Capital && before.end - before.start <= 3;
    matches!(gap, " " | "\u{a0}" | " & ") || (gap == ". " && initials) || wraps(gap, before)
}

/// The key of one word as written.
pub(super) fn key_of(written: &str) -> String {
    let lower = written
        .to_lowercase()
        .replace('’', "'")
        .replace(['‐', '‑'], "-");
    let bare = lower.strip_suffix("'s").unwrap_or(&lower);
    let folded = fold(bare).replace('\'', "");
    if folded.contains(char::is_numeric) {
        return folded;
    }
    folded.replace('.', "")
}

/// How a document writes its words, and which of them say nothing.
pub(super) struct Casing<'w> {
    pub language: Language,
    /// By key: written small, and written with a capital within a sentence.
    seen: HashMap<&'w str, (u32, u32)>,
}

impl<'w> Casing<'w> {
    pub(super) fn of(words: &'w [Word], language: Language) -> Casing<'w> {
        let mut seen: HashMap<&str, (u32, u32)> = HashMap::new();
        for word in words {
            let counts = match word.shape {
                Shape::Lower => (1, 0),
                Shape::Capital | Shape::Capitals if !word.initial => (0, 1),
                Shape::Capital | Shape::Capitals | Shape::Digit => continue,
            };
            let entry = seen.entry(&word.key).or_insert((0, 0));
            *entry = (entry.0 + counts.0, entry.1 + counts.1);
        }
        Casing { language, seen }
    }

    /// Written small elsewhere, and not more often with a capital within sentences.
    pub(super) fn is_common(&self, key: &str) -> bool {
        let (lower, upper) = self.counts(key);
        lower > upper
    }

    /// Times a word is written small, and with a capital within a sentence.
    pub(super) fn counts(&self, key: &str) -> (u32, u32) {
        self.seen.get(key).copied().unwrap_or((0, 0))
    }

    /// Carries no meaning of its own, in the document's language or in English,
    /// which names of any document are in.
    pub(super) fn is_stop(&self, key: &str) -> bool {
        [self.language, Language::En]
            .iter()
            .any(|&language| WordList::Stop.has_in(language, key))
    }
}
