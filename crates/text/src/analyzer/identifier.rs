//! Names with digits or inner punctuation: whole, and in parts.

use super::fold::{fold, greek_name};
use super::stem::TERM_CHARS_MAX;
use super::{number, stem};
use crate::Language;
use crate::lexicon::WordList;

/// A cluster taken apart.
pub(super) struct Identifier<'t> {
    /// The normalised whole; `None` where the punctuation only lists words (`and/or`).
    pub whole: Option<String>,
    /// In order; empty where the whole is one word (`U.S.`).
    pub parts: Vec<Part<'t>>,
}

/// A part that is analysed like a word or number of its own.
pub(super) enum Part<'t> {
    /// Letters.
    Word(&'t str),
    /// Digits as written, and the number they give.
    Number(&'t str, String),
}

/// Takes apart what the scanner found to be held together by punctuation or digits.
pub(super) fn split(text: &str, language: Language) -> Identifier<'_> {
    let pieces = pieces(text);
    if is_abbreviation(&pieces) {
        let whole: String = pieces.iter().filter_map(Piece::letters).collect();
        let lower = whole.to_lowercase();
        let word = whole == lower && WordList::Stop.has_in(language, &lower);
        return Identifier {
            whole: (!word).then_some(lower),
            parts: Vec::new(),
        };
    }
    let whole = names_one_thing(&pieces)
        .then(|| whole(text, &pieces, language))
        .flatten();
    Identifier {
        whole,
        parts: parts(&pieces, language),
    }
}

/// A run of one kind of characters.
enum Piece<'t> {
    Letters(&'t str),
    /// Digits with inner `.`, `,` or `'`.
    Digits(&'t str),
    Joiner(char),
}

impl<'t> Piece<'t> {
    fn letters(&self) -> Option<&'t str> {
        match self {
            Piece::Letters(letters) => Some(letters),
            Piece::Digits(_) | Piece::Joiner(_) => None,
        }
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            digits_length(rest)
        } else if is_joiner(first) {
            first.len_utf8()
        } else {
            rest.find(|character: char| {
                character.is_ascii_digit() || (is_joiner(character) && character != '\'')
            })
            .unwrap_or(rest.len())
        };
        let (piece, following) = rest.split_at(length);
        pieces.push(match first {
            '0'..='9' => Piece::Digits(piece),
            _ if is_joiner(first) => Piece::Joiner(first),
            _ => Piece::Letters(piece),
        });
        rest = following;
    }
    pieces
}

fn is_joiner(character: char) -> bool {
    character.is_ascii_punctuation() || character == '–'
}

/// Length of the digits at the start of `text`, separators before further digits included.
fn digits_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 0;
    while let Some(byte) = bytes.get(length) {
        let separator = matches!(byte, b'.' | b',' | b'\'')
            && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        if !byte.is_ascii_digit() && !separator {
            break;
        }
        length += 1;
    }
    length
}

/// `U.S`, `e.g`, `Ph.D`: one or two letters each, points between.
fn is_abbreviation(pieces: &[Piece<'_>]) -> bool {
    pieces.len() > 1
        && pieces.iter().all(|piece| match piece {
            Piece::Letters(letters) => letters.chars().nth(2).is_none(),
            Piece::Joiner(joiner) => *joiner == '.',
            Piece::Digits(_) => false,
        })
}

/// Whether the punctuation makes one name rather than a list of words.
fn names_one_thing(pieces: &[Piece<'_>]) -> bool {
    let short = pieces
        .iter()
        .filter_map(Piece::letters)
        .all(|word| word.chars().nth(1).is_none());
    pieces.iter().any(|piece| match piece {
        Piece::Digits(_) => true,
        Piece::Letters(_) => false,
        Piece::Joiner('/') => short,
        Piece::Joiner('.') => !ends_with_title_case(pieces),
        Piece::Joiner(_) => true,
    })
}

/// A capital after a point starts a sentence whose space is missing: `end.Next`.
fn ends_with_title_case(pieces: &[Piece<'_>]) -> bool {
    let Some(Piece::Letters(last)) = pieces.last() else {
        return false;
    };
    last.starts_with(char::is_uppercase) && last.ends_with(char::is_lowercase)
}

/// The whole in the form all its spellings share: hyphens beside a letter are
/// left out (`HO-4`, `HO4`), between digits they stay (`12-34` is not `1234`).
/// `None` when it is too long to be a name.
fn whole(text: &str, pieces: &[Piece<'_>], language: Language) -> Option<String> {
    if text.chars().nth(TERM_CHARS_MAX).is_some() {
        return None;
    }
    let mut whole = String::with_capacity(text.len());
    let mut only_words = true;
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Letters(letters) => {
                let lower = letters.to_lowercase().replace('\'', "");
                whole.push_str(greek_name(&lower).unwrap_or(&lower));
            }
            Piece::Digits(digits) => {
                only_words = false;
                whole.push_str(digits);
            }
            Piece::Joiner('-' | '_' | '–') => {
                let digits = |at: Option<&Piece<'_>>| matches!(at, Some(Piece::Digits(_)));
                let before = index.checked_sub(1).and_then(|before| pieces.get(before));
                if digits(before) && digits(pieces.get(index + 1)) {
                    whole.push('-');
                }
            }
            Piece::Joiner(joiner) => {
                only_words = false;
                whole.push(*joiner);
            }
        }
    }
    if only_words {
        whole = stem::stem(&whole, language).into_owned();
    }
    Some(fold(&whole).into_owned())
}

fn parts<'t>(pieces: &[Piece<'t>], language: Language) -> Vec<Part<'t>> {
    let mut parts = Vec::with_capacity(pieces.len());
    let mut after_digits = false;
    for piece in pieces {
        match piece {
            // `21st`, `1990s`.
            Piece::Letters("st" | "nd" | "rd" | "th" | "s") if after_digits => {}
            Piece::Letters(letters) => parts.push(Part::Word(letters)),
            Piece::Digits(digits) => match number::parse(digits, language) {
                Some(number) => parts.push(Part::Number(digits, number)),
                None => parts.extend(digits.split(['.', ',', '\'']).filter_map(|digits| {
                    Some(Part::Number(digits, number::parse(digits, language)?))
                })),
            },
            Piece::Joiner(_) => {}
        }
        after_digits = matches!(piece, Piece::Digits(_));
    }
    parts
}
