//! Keys for what is looked up: the phrases of a question, and what a title names.

use super::mention::{WORDS_MAX, key};
use super::word::{Word, words};
use crate::lexicon::WordList;

/// Some neighbouring words of a text, as the key of what they may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Number of the first word, from 0.
    pub start: usize,
    /// Number of words.
    pub words: usize,
    /// The key.
    pub key: String,
    /// The key with the last word in the singular, where that differs.
    pub singular: Option<String>,
}

/// All runs of up to eight words, the longest first, then by place: whoever looks
/// them up takes the longest that names something.
///
/// ```
/// # use text::phrases;
/// let found = phrases("Who led Elena's surveys?");
/// assert_eq!(found[0].key, "who led elena surveys");
/// assert!(found.iter().any(|it| it.key == "elena" && it.start == 2));
/// ```
pub fn phrases(text: &str) -> Vec<Phrase> {
    let words = words(text);
    let longest = words.len().min(WORDS_MAX);
    (1..=longest)
        .rev()
        .flat_map(|length| words.windows(length).enumerate())
        .filter_map(|(start, run)| {
            let key = key(run)?;
            let singular = Some(singular(&key)).filter(|singular| *singular != key);
            Some(Phrase {
                start,
                words: run.len(),
                key,
                singular,
            })
        })
        .collect()
}

/// Keys of what a title or heading names: the whole, and the whole without a number
/// or an article before it, an addition in brackets, or what follows a comma.
///
/// ```
/// # use text::headline;
/// assert_eq!(headline("2.1 Base rates"), ["2.1 base rates", "base rates", "base rate"]);
/// assert_eq!(headline("The Zone (film)"), ["the zone film", "zone film", "the zone", "zone"]);
/// ```
pub fn headline(title: &str) -> Vec<String> {
    let without_brackets = match title.split_once('(') {
        Some((before, rest)) => match rest.split_once(')') {
            Some((_, behind)) => format!("{before}{behind}"),
            None => before.to_owned(),
        },
        None => title.to_owned(),
    };
    let whole = words(title);
    let bare = words(&without_brackets);
    let first = words(without_brackets.split(',').next().unwrap_or_default());
    let named = |words: &[Word]| {
        let numbers = words
            .iter()
            .take_while(|word| word.key.starts_with(|it: char| it.is_numeric()));
        let numbers = numbers.count();
        key(&words[numbers..]).filter(|key| key.chars().any(char::is_alphabetic))
    };
    let mut keys: Vec<String> = [key(&whole), named(&whole), named(&bare), named(&first)]
        .into_iter()
        .flatten()
        .flat_map(|key| {
            let bare = without_article(&key);
            std::iter::once(key).chain(bare)
        })
        .collect();
    if let Some(last) = keys.last() {
        keys.push(singular(last));
    }
    let mut seen: Vec<String> = Vec::with_capacity(keys.len());
    for key in keys {
        if !seen.contains(&key) {
            seen.push(key);
        }
    }
    seen
}

fn without_article(key: &str) -> Option<String> {
    let (first, rest) = key.split_once(' ')?;
    WordList::Articles.has(first).then(|| rest.to_owned())
}

/// A key with its last word in the singular, as English forms it; names keep theirs
/// where they are found as names.
pub(super) fn singular(key: &str) -> String {
    const LETTERS_MIN: usize = 4;
    let last = key.rsplit(' ').next().unwrap_or(key);
    let keeps = last.chars().count() < LETTERS_MIN
        || !last.ends_with('s')
        || ["ss", "us", "is"].iter().any(|end| last.ends_with(end));
    if keeps {
        return key.to_owned();
    }
    match key.strip_suffix("ies") {
        Some(stem) if last.len() > LETTERS_MIN => format!("{stem}y"),
        _ => key[..key.len() - 1].to_owned(),
    }
}
