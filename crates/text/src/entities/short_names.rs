//! Short names that stand for longer ones of the same document: an acronym for
//! the words beside which it is explained, a last word for the one name that ends
//! with it.

use std::collections::BTreeMap;

use super::mention::{Mention, key};
use super::word::{Casing, Shape, Word};

/// Letters of an acronym.
const ACRONYM: std::ops::RangeInclusive<usize> = 2..=8;
/// Words of a person's name, or of one used like it.
const FULL_NAME: std::ops::RangeInclusive<usize> = 2..=4;
/// Most words that an acronym leaves out between two of its letters.
const SKIPPED_MAX: usize = 2;

/// Adds to each mention of a short name the longer one it stands for.
pub(super) fn add(text: &str, words: &[Word], casing: &Casing<'_>, found: &mut Vec<Mention>) {
    let mut meant = explained(text, words, casing);
    for (last, full) in last_words(found) {
        meant.entry(last).or_insert(full);
    }
    let longer: Vec<Mention> = found
        .iter()
        .filter_map(|mention| {
            let entity = meant.get(&mention.entity)?.clone();
            Some(Mention {
                span: mention.span,
                entity,
            })
        })
        .collect();
    found.extend(longer);
}

/// Acronyms by the words they were explained with: `Public Works Office (PWO)`, `PWO
/// (Public Works Office)`.
fn explained(text: &str, words: &[Word], casing: &Casing<'_>) -> BTreeMap<String, String> {
    let mut meant = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        let letters = word.key.chars().count();
        if word.shape != Shape::Capitals || !ACRONYM.contains(&letters) {
            continue;
        }
        let opened = |from: usize, to: usize| text.get(from..to).is_some_and(|gap| gap == " (");
        let closed = |end: usize| text.get(end..).is_some_and(|rest| rest.starts_with(')'));
        let before = at.checked_sub(1).map(|before| &words[before]);
        let next = words.get(at + 1);
        let long =
            if before.is_some_and(|before| opened(before.end, word.start)) && closed(word.end) {
                spelt_before(&words[..at], &word.key, casing)
            } else if next.is_some_and(|next| opened(word.end, next.start)) {
                spelt_after(&words[at + 1..], &word.key, casing)
                    .filter(|long| long.last().is_some_and(|last| closed(last.end)))
            } else {
                None
            };
        if let Some(long) = long.and_then(key) {
            meant.entry(word.key.clone()).or_insert(long);
        }
    }
    meant
}

/// The words just before whose initials spell an acronym.
fn spelt_before<'w>(words: &'w [Word], acronym: &str, casing: &Casing<'_>) -> Option<&'w [Word]> {
    let mut letters: Vec<char> = acronym.chars().collect();
    let mut skipped = 0;
    for (at, word) in words.iter().enumerate().rev() {
        if word.key.chars().next() == letters.last().copied() {
            letters.pop();
            skipped = 0;
        } else if casing.is_stop(&word.key) && skipped < SKIPPED_MAX {
            skipped += 1;
        } else {
            return None;
        }
        if letters.is_empty() {
            return Some(&words[at..]);
        }
    }
    None
}

/// The words just behind whose initials spell an acronym.
fn spelt_after<'w>(words: &'w [Word], acronym: &str, casing: &Casing<'_>) -> Option<&'w [Word]> {
    let mut letters = acronym.chars().peekable();
    let mut skipped = 0;
    for (at, word) in words.iter().enumerate() {
        if word.key.chars().next() == letters.peek().copied() {
            letters.next();
            skipped = 0;
        } else if casing.is_stop(&word.key) && skipped < SKIPPED_MAX {
            skipped += 1;
        } else {
            return None;
        }
        if letters.peek().is_none() {
            return Some(&words[..=at]);
        }
    }
    None
}

/// Last words of names of several words, where only one name has that last word.
fn last_words(found: &[Mention]) -> BTreeMap<String, String> {
    let mut full: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for mention in found {
        let words = mention.entity.split(' ').count();
        let Some((_, last)) = mention.entity.rsplit_once(' ') else {
            continue;
        };
        if !FULL_NAME.contains(&words) {
            continue;
        }
        full.entry(last)
            .and_modify(|known| {
                if *known != Some(mention.entity.as_str()) {
                    *known = None;
                }
            })
            .or_insert(Some(&mention.entity));
    }
    full.into_iter()
        .filter_map(|(last, full)| Some((last.to_owned(), full?.to_owned())))
        .collect()
}
