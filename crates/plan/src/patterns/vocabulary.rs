//! The words that the ranker knows: those that several questions of its training
//! had. What it never learned about must not look like something that it did.

use super::asked::Asked;
use super::hash;
use crate::lexicon::OperatorMention;

/// Words and word pairs by their hashes, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Vocabulary {
    pub(super) known: Vec<u32>,
}

/// A question's words that are known.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    /// Each word once.
    pub(super) words: Vec<u64>,
    /// Each pair of neighbours once.
    pub(super) pairs: Vec<u64>,
    /// The word at each token; 0 where it is not known.
    pub(super) at: Vec<u64>,
    /// The question word with the word behind it, if that is known; else its kind.
    pub(super) asks: u64,
}

impl Vocabulary {
    /// A hash, if it is known.
    pub(super) fn known(&self, hash: u64) -> Option<u64> {
        self.known.binary_search(&short(hash)).ok().map(|_| hash)
    }

    /// The words of a question.
    pub(super) fn phrases(&self, asked: &Asked<'_>) -> Phrases {
        let (words, pairs) = said(asked);
        let at: Vec<u64> = words
            .iter()
            .map(|word| self.known(*word).unwrap_or(0))
            .collect();
        let pair = asked.asks_at.and_then(|at| pairs.get(at)).copied();
        let asks = pair
            .and_then(|pair| self.known(pair))
            .or_else(|| asked.asks_at.and_then(|first| at.get(first)).copied())
            .filter(|word| *word != 0)
            .unwrap_or_else(|| kind_of_question(asked));
        Phrases {
            words: once(at.iter().copied().filter(|word| *word != 0)),
            pairs: once(pairs.into_iter().filter_map(|pair| self.known(pair))),
            asks,
            at,
        }
    }
}

/// What kind of thing a question asks for: known in every language.
fn kind_of_question(asked: &Asked<'_>) -> u64 {
    let at = |one: &&OperatorMention| Some(one.tokens.start) == asked.asks_at;
    let kind = asked.question.operators.iter().find(at);
    kind.map_or(0, |one| hash::join(19, one.operator as u64))
}

fn once(words: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut all: Vec<u64> = words.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Hashes of a question's words and of its pairs of neighbours, in order.
pub(super) fn said(asked: &Asked<'_>) -> (Vec<u64>, Vec<u64>) {
    let tokens = &asked.question.tokens[..asked.length];
    let words: Vec<u64> = tokens
        .iter()
        .map(
            |token| match token.folded.starts_with(|c: char| c.is_ascii_digit()) {
                true => hash::of_text("#"),
                false => hash::of_text(&token.folded),
            },
        )
        .collect();
    let pairs = words.windows(2).map(|two| hash::join(two[0], two[1]));
    let pairs = pairs.collect();
    (words, pairs)
}

/// The hash of a word in a column's name.
pub(super) fn header(stem: &str) -> u64 {
    hash::join(17, hash::of_text(stem))
}

/// As it is stored.
pub(super) fn short(hash: u64) -> u32 {
    u32::try_from(hash >> 32).unwrap_or(0)
}
