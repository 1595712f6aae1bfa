//! Words of a question that may name a document.

use std::collections::{BTreeMap, BTreeSet};

use plan::question::Question;
use text::{Token, TokenKind};

use super::names::NameWords;

/// Letters of words that are written as one in a name: `bestbuy` for `Best Buy`.
const JOINED_CHARS_MIN: usize = 5;
/// Words that may be written as one.
const JOINED_WORDS_MAX: usize = 3;
/// Letters of a word that opens a name written as one, and of what follows.
pub(super) const OPENING_CHARS_MIN: usize = 3;
/// Letters of the start of a name's word that stands for all of it.
const SHORTENED_CHARS_MIN: usize = 4;
/// Digits of a year.
const YEAR_DIGITS: usize = 4;

/// Words of a question that may be of a name, with what they are written as.
pub(super) struct Asked {
    /// By folded form, with the tokens.
    pub(super) words: BTreeMap<String, BTreeSet<usize>>,
    /// Words written as one, with their tokens.
    pub(super) joined: BTreeMap<String, BTreeSet<usize>>,
    /// Forms of either without an `s` at the end, with the tokens that end in it.
    pub(super) without_s: BTreeMap<String, BTreeSet<usize>>,
    /// Tokens that are written like a name.
    pub(super) named: BTreeSet<usize>,
    /// No capitals are written: all words may be names.
    pub(super) lower: bool,
    /// Words that may open a name that is written as one.
    openings: BTreeSet<String>,
}

impl Asked {
    pub(super) fn of(question: &Question) -> Asked {
        let tokens = &question.tokens;
        // Who writes no capitals at all gives no sign of a name.
        let lower = !question.text.chars().any(char::is_uppercase);
        let mut asked = Asked {
            words: BTreeMap::new(),
            joined: BTreeMap::new(),
            without_s: BTreeMap::new(),
            named: BTreeSet::new(),
            lower,
            openings: BTreeSet::new(),
        };
        for (at, token) in tokens.iter().enumerate() {
            if !may_name(token) {
                continue;
            }
            let form = form(token);
            if let Some(single) = without_s(&form) {
                asked.words.entry(single.clone()).or_default().insert(at);
                asked.without_s.entry(single).or_default().insert(at);
            }
            asked.words.entry(form).or_default().insert(at);
            let capital = question.text[token.span.start..].starts_with(char::is_uppercase);
            let code = token.folded.contains(|c: char| c.is_ascii_digit())
                && !is_short_number(&token.folded);
            if capital && at > 0 || code || lower {
                asked.named.insert(at);
            }
            let operates = question
                .operators
                .iter()
                .any(|one| one.tokens.contains(&at));
            let long = token.folded.chars().count() >= OPENING_CHARS_MIN;
            if asked.named.contains(&at) && long && !operates {
                asked.openings.insert(token.folded.clone());
            }
        }
        for length in 2..=JOINED_WORDS_MAX {
            for (at, window) in tokens.windows(length).enumerate() {
                let joined: String = window.iter().map(form).collect();
                if joined.chars().count() < JOINED_CHARS_MIN {
                    continue;
                }
                let places = at..at + length;
                if let Some(single) = without_s(&joined) {
                    let last = at + length - 1;
                    asked
                        .without_s
                        .entry(single.clone())
                        .or_default()
                        .insert(last);
                    asked
                        .joined
                        .entry(single)
                        .or_default()
                        .extend(places.clone());
                }
                asked.joined.entry(joined).or_default().extend(places);
            }
        }
        asked
    }

    /// Where the question has most of a name's word from its start, written like a name: `Pepsi`
    /// for `PepsiCo`.
    pub(super) fn shortened(&self, word: &str) -> impl Iterator<Item = usize> {
        let begins = self.words.iter();
        let begins = begins.filter(|(asked, _)| word.starts_with(asked.as_str()));
        let words = begins.filter(|(asked, _)| {
            let letters = word.chars().count();
            let of_them = asked.chars().count();
            let most = of_them >= SHORTENED_CHARS_MIN && of_them * 3 >= letters * 2;
            most && of_them < letters
        });
        let places = words.flat_map(|(_, places)| places).copied();
        places
            .filter(|at| self.named.contains(at))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Whether a word of one of the names may be a name written as one word, of which the
    /// question has the first.
    pub(super) fn opens_one_of(&self, names: &NameWords) -> bool {
        !self.openings.is_empty() && names.long.iter().any(|word| self.opens(word))
    }

    /// Of a word in its folded form.
    fn opens(&self, word: &str) -> bool {
        let rest = |opening: &String| word.strip_prefix(opening.as_str()).map(str::len);
        let long = |rest: usize| rest >= OPENING_CHARS_MIN;
        let mut openings = self.openings.iter();
        openings.any(|one| rest(one).is_some_and(long)) && !self.joined.contains_key(word)
    }

    /// A name with spaces between its words: what it writes as one word is taken apart as
    /// the document's beginning writes it, where the question has the first of these words.
    pub(super) fn spaced(&self, name: &str, beginning: impl FnOnce() -> String) -> String {
        let spaced = spaces(name);
        let opens = |word: &str| self.opens(&text::folded(word));
        if !spaced.split_whitespace().any(opens) {
            return spaced;
        }
        let beginning = text::folded(&beginning());
        let written: Vec<&str> = beginning
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let apart = |word: &str| {
            let folded = text::folded(word);
            let mut lengths = 2..=JOINED_WORDS_MAX;
            let found = lengths.find_map(|length| {
                let mut all = written.windows(length);
                all.find(|words| words.concat() == folded)
            });
            found
                .filter(|_| self.opens(&folded))
                .map_or(word.to_owned(), |words| words.join(" "))
        };
        let words: Vec<String> = spaced.split_whitespace().map(apart).collect();
        words.join(" ")
    }
}

/// A word with content, of two letters at least, or with a digit.
pub(super) fn may_name(token: &Token) -> bool {
    let long = token.folded.chars().nth(1).is_some();
    !token.stop && (long || token.kind != TokenKind::Word) && !is_short_number(&token.folded)
}

pub(super) fn form(token: &Token) -> String {
    match token.kind {
        TokenKind::Word => token.folded.clone(),
        TokenKind::Number | TokenKind::Percent | TokenKind::Code => token.stem.clone(),
    }
}

/// A form that ends in `s` without it: many write `3Ms` for `3M's`.
pub(super) fn without_s(form: &str) -> Option<String> {
    let single = form.strip_suffix('s').filter(|one| one.len() > 1);
    single.map(str::to_owned)
}

/// `26` of `26 kg` names no document, `2026` may.
fn is_short_number(word: &str) -> bool {
    word.len() < YEAR_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A name of a file as words.
pub(super) fn spaces(name: &str) -> String {
    name.replace(['_', '-'], " ")
}
