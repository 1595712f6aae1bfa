//! Central sentences: those nearest to the middle of a text's sentences.
//!
//! The middle is the sum of all sentences as vectors of words, rare words
//! counting more (the centroid method of Radev et al., 2004). It picks nearly
//! what ranking by pairwise likeness picks (TextRank), in time linear in the text.

use std::collections::{HashMap, HashSet};

use text::{Document, Span};

use super::reading::Read;
use super::terms::lemmas_once;

/// How long a summary may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Length {
    /// Characters of all sentences together.
    pub characters: usize,
    /// Number of sentences.
    pub sentences: usize,
}

/// Words of a sentence worth quoting.
const WORDS: std::ops::RangeInclusive<usize> = 6..=60;
/// Where words have no spaces between them, its characters.
const UNSPACED_CHARS: std::ops::RangeInclusive<usize> = 12..=150;
/// Content words without which a sentence says nothing.
const LEMMAS_MIN: usize = 3;
/// What the first sentence gets on top, falling with its number.
const EARLY_BONUS: f64 = 0.3;
/// Sentences after which that has halved.
const EARLY_SENTENCES: f64 = 4.0;
/// What a sentence gets for holding the words of the headings.
const HEADING_BONUS: f64 = 0.3;
/// Sentences that share more of their words say the same.
const SHARED_MAX: f64 = 0.5;

/// A sentence that may be quoted.
struct Choice {
    span: Span,
    characters: usize,
    lemmas: Vec<u32>,
    score: f64,
}

/// The most central sentences that fit, in reading order.
pub(super) fn central(
    document: &Document,
    sentences: &[Read],
    headings: &HashSet<u32>,
    length: Length,
) -> Vec<Span> {
    let lemmas: Vec<Vec<u32>> = sentences
        .iter()
        .map(|read| lemmas_once(&read.words))
        .collect();
    let mut choices = choices(document, sentences, &lemmas, is_prose);
    if choices.is_empty() {
        // A text of lists and labels is told by those.
        choices = self::choices(document, sentences, &lemmas, is_quotable);
    }
    score(&mut choices, &lemmas, headings);
    choices.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.span.cmp(&b.span)));
    let mut chosen: Vec<&Choice> = Vec::new();
    let mut left = length.characters;
    for choice in &choices {
        if chosen.len() == length.sentences {
            break;
        }
        let repeats = |other: &&Choice| shared(&other.lemmas, &choice.lemmas) > SHARED_MAX;
        if choice.characters <= left && !chosen.iter().any(repeats) {
            left -= choice.characters;
            chosen.push(choice);
        }
    }
    let mut spans: Vec<Span> = chosen.into_iter().map(|choice| choice.span).collect();
    spans.sort_unstable();
    spans
}

fn choices(
    document: &Document,
    sentences: &[Read],
    lemmas: &[Vec<u32>],
    fits: fn(&Read, &str) -> bool,
) -> Vec<Choice> {
    sentences
        .iter()
        .zip(lemmas)
        .filter_map(|(read, lemmas)| {
            let sentence = read.span.slice(&document.text)?;
            fits(read, sentence).then(|| Choice {
                span: read.span,
                characters: sentence.chars().count(),
                lemmas: lemmas.clone(),
                score: 0.0,
            })
        })
        .collect()
}

/// A whole sentence of running text.
fn is_prose(read: &Read, sentence: &str) -> bool {
    const CLOSING: [char; 8] = ['"', '\'', '”', '’', '»', ')', ']', '」'];
    let ends = sentence
        .trim_end_matches(CLOSING)
        .ends_with(['.', '!', '?', '。', '！', '？', '…']);
    let begins = sentence
        .chars()
        .find(|c| c.is_alphanumeric())
        .is_some_and(|c| !c.is_lowercase());
    let fits = WORDS.contains(&sentence.split_whitespace().take(WORDS.end() + 1).count())
        || (!sentence.is_ascii() && UNSPACED_CHARS.contains(&sentence.chars().count()));
    ends && begins && fits && is_quotable(read, sentence) && mostly_letters(sentence)
}

fn mostly_letters(sentence: &str) -> bool {
    let letters = sentence.chars().filter(|c| c.is_alphabetic()).count();
    let printed = sentence.chars().filter(|c| !c.is_whitespace()).count();
    4 * letters >= 3 * printed
}

fn is_quotable(read: &Read, _: &str) -> bool {
    !read.row
        && read
            .words
            .iter()
            .filter(|word| word.lemma.is_some())
            .count()
            >= LEMMAS_MIN
}

/// Likeness to the middle of all sentences, 0 to 1, and what comes on top.
#[expect(clippy::cast_precision_loss, reason = "counts of sentences and words")]
fn score(choices: &mut [Choice], lemmas: &[Vec<u32>], headings: &HashSet<u32>) {
    let mut holding: HashMap<u32, u32> = HashMap::new();
    for &lemma in lemmas.iter().flatten() {
        *holding.entry(lemma).or_insert(0) += 1;
    }
    let sentences = lemmas.len() as f64;
    for choice in choices.iter_mut() {
        let (mut dot, mut square) = (0.0, 0.0);
        for lemma in &choice.lemmas {
            let holding = f64::from(holding.get(lemma).copied().unwrap_or(1));
            let rarity = (sentences / holding).ln_1p();
            dot += holding * rarity * rarity;
            square += rarity * rarity;
        }
        choice.score = dot / square.sqrt().max(f64::MIN_POSITIVE);
    }
    let most = choices
        .iter()
        .map(|choice| choice.score)
        .fold(f64::MIN_POSITIVE, f64::max);
    for (number, choice) in choices.iter_mut().enumerate() {
        let named = choice
            .lemmas
            .iter()
            .filter(|lemma| headings.contains(lemma))
            .count();
        let heading = named as f64 / (headings.len().clamp(1, 5) as f64);
        choice.score = choice.score / most
            + EARLY_BONUS / (1.0 + number as f64 / EARLY_SENTENCES)
            + HEADING_BONUS * heading.min(1.0);
    }
}

/// Share of the words of the shorter sentence that are in the other; both sorted.
#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn shared(a: &[u32], b: &[u32]) -> f64 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let both = short
        .iter()
        .filter(|lemma| long.binary_search(lemma).is_ok())
        .count();
    both as f64 / short.len().max(1) as f64
}
