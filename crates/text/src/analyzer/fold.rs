//! Characters that stand for one another.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// Brings a line to compatibility form (NFKC: `ﬁ` is `fi`, `²` is `2`, full
/// width is plain) with one kind of hyphen and apostrophe and without invisible
/// characters. A fixed space between digits becomes an apostrophe, which
/// [`super::number`] reads as a separator of thousands.
pub(super) fn normalize(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len());
    let mut characters = text
        .chars()
        .filter(|&character| !is_invisible(character))
        .peekable();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        let between_digits =
            previous.is_ascii_digit() && characters.peek().is_some_and(char::is_ascii_digit);
        match character {
            '\u{a0}' | '\u{202f}' | '\u{2009}' if between_digits => visible.push('\''),
            // NFKC would glue these to their neighbours: `Tradetm`, `11/2`.
            '™' | '℠' => visible.push(' '),
            '¼'..='¾' | '⅐'..='⅞' => visible.extend([' ', character]),
            _ => visible.push(character),
        }
        previous = character;
    }
    let composed = visible.nfkc().map(|character| match character {
        '\u{2010}' | '\u{2011}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{02bc}' | '\u{2032}' => '\'',
        '\u{2044}' => '/',
        other => other,
    });
    Cow::Owned(composed.collect())
}

/// Soft hyphens, joiners, marks of direction and variation: they split a word
/// for a machine and for nobody else.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Drops accents from lower-case text. Marks of scripts in which they are
/// letters of their own (Devanagari vowels, say) stay.
pub(crate) fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ı' => folded.push('i'),
            // A letter of its own, not an accented one.
            'й' => folded.push('й'),
            _ if has_accents(character) => decompose_canonical(character, |part| {
                if !is_combining_mark(part) {
                    folded.push(part);
                }
            }),
            _ if is_accent(character) => {}
            _ => folded.push(character),
        }
    }
    Cow::Owned(folded)
}

/// Latin, Greek and Cyrillic letters, which compose with accents.
fn has_accents(character: char) -> bool {
    matches!(character, '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}')
}

/// Accents of these scripts, and the vowel points of Hebrew and Arabic, which
/// most texts leave out.
fn is_accent(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{652}' | '\u{670}')
}

/// The name of a word that is one Greek letter: `α` is written out as often as not.
pub(super) fn greek_name(word: &str) -> Option<&'static str> {
    const NAMES: [&str; 25] = [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
        "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon",
        "phi", "chi", "psi", "omega",
    ];
    let mut characters = word.chars();
    let index = u32::from(characters.next()?).checked_sub(u32::from('α'))?;
    let name = NAMES.get(usize::try_from(index).ok()?)?;
    characters.next().is_none().then_some(*name)
}
