//! Technical phrases: neighbouring lower-case words that come back in a document.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::mention::{Mention, mention};
use super::phrase::singular;
use super::word::{Casing, Shape, Word};

/// Words of a phrase.
const WORDS: std::ops::RangeInclusive<usize> = 2..=3;
/// Times a phrase must stand in the document.
const RETURNS: u32 = 2;
/// Shortest word of a phrase, in letters.
const LETTERS_MIN: usize = 3;
/// Most phrases of a document: so many, and one more for so many of its words.
const TERMS_MIN: usize = 24;
const WORDS_A_TERM: usize = 100;

/// Phrases without words that say nothing, each of its places.
///
/// Counted by hash, so that a long text costs a few bytes a word; two phrases that
/// share one would only pass for returning.
pub(super) fn terms(words: &[Word], casing: &Casing<'_>) -> Vec<Mention> {
    let text = Counted::of(words, casing);
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for place in text.places() {
        *counts.entry(text.hash(place)).or_insert(0) += 1;
    }
    counts.retain(|_, count| *count >= RETURNS);
    let kept = best(&text, &counts, TERMS_MIN + words.len() / WORDS_A_TERM);
    text.places()
        .filter(|&place| kept.contains(&text.hash(place)))
        .filter_map(|(start, length)| mention(&words[start..start + length]))
        .map(|mention| Mention {
            entity: singular(&mention.entity),
            ..mention
        })
        .collect()
}

/// First word and number of words of a phrase.
type Place = (usize, usize);

/// The words of a text as phrases are counted by them.
struct Counted<'w> {
    words: &'w [Word],
    /// Whether a word may be part of a phrase.
    fits: Vec<bool>,
    /// Hash of a word within a phrase, and of its singular at the end of one.
    hashes: Vec<(u64, u64)>,
}

impl Counted<'_> {
    fn of<'w>(words: &'w [Word], casing: &Casing<'_>) -> Counted<'w> {
        let fits: Vec<bool> = words.iter().map(|word| fits(word, casing)).collect();
        let hashes = words.iter().zip(&fits).map(|(word, &fits)| {
            if fits {
                (hash(&word.key), hash(&singular(&word.key)))
            } else {
                (0, 0)
            }
        });
        Counted {
            words,
            hashes: hashes.collect(),
            fits,
        }
    }

    /// Every candidate.
    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let starts = (0..self.words.len()).filter(|&start| self.fits[start]);
        starts.flat_map(move |start| {
            let joined = |at: &usize| self.fits[*at] && self.words[*at].close;
            let rest = (start + 1..self.words.len()).take(*WORDS.end() - 1);
            let longest = 1 + rest.take_while(joined).count();
            (*WORDS.start()..=longest).map(move |length| (start, length))
        })
    }

    /// The same for the singular and the plural.
    fn hash(&self, (start, length): Place) -> u64 {
        /// Of Knuth's multiplicative hashing: 2⁶⁴ by the golden ratio.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let last = start + length - 1;
        let within = self.hashes[start..last].iter().map(|(inner, _)| *inner);
        within
            .chain([self.hashes[last].1])
            .fold(length as u64, |sum, word| {
                (sum ^ word).wrapping_mul(SPREAD).rotate_left(29)
            })
    }
}

fn fits(word: &Word, casing: &Casing<'_>) -> bool {
    word.shape == Shape::Lower
        && word.key.chars().count() >= LETTERS_MIN
        && !casing.is_stop(&word.key)
        // Adverbs end no phrase and start none that is a thing.
        && !word.key.ends_with("ly")
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// The phrases that return most, without those that only stand within a longer one.
fn best(text: &Counted<'_>, counts: &HashMap<u64, u32>, most: usize) -> HashSet<u64> {
    let mut swallowed: HashMap<u64, u32> = HashMap::new();
    let mut first: Vec<(u32, usize, u64)> = Vec::new();
    let mut seen: HashSet<u64> = HashSet::new();
    for (start, length) in text.places() {
        let whole = text.hash((start, length));
        let Some(&count) = counts.get(&whole).filter(|_| seen.insert(whole)) else {
            continue;
        };
        first.push((count, start, whole));
        if length > *WORDS.start() {
            for part in [(start, length - 1), (start + 1, length - 1)] {
                let around = swallowed.entry(text.hash(part)).or_insert(0);
                *around = count.max(*around);
            }
        }
    }
    first.retain(|(count, _, phrase)| swallowed.get(phrase) != Some(count));
    first.sort_unstable_by_key(|&(count, start, phrase)| (Reverse(count), start, phrase));
    first.truncate(most);
    first.into_iter().map(|(_, _, phrase)| phrase).collect()
}
