//! A question as the grammar sees it, and how it meets the names of columns.

use std::collections::BTreeSet;

use text::Token;
use text::table::{Date, Value};

use super::hash;
use super::index::{ColumnIndex, GRAM_WORDS_MAX, Prepared, trigrams};
use crate::lexicon::Operator;
use crate::question::Question;

/// Tokens that are looked at: one bit each.
pub(super) const TOKENS_MAX: usize = 64;

/// From this overlap of trigrams on, two words are taken for kin.
const KIN_DICE: f64 = 0.55;

/// A question made ready.
#[derive(Debug)]
pub(super) struct Asked<'q> {
    pub(super) question: &'q Question,
    /// Tokens that count, at most [`TOKENS_MAX`].
    pub(super) length: usize,
    /// Bits of tokens with content that no operator phrase covers.
    pub(super) content: u64,
    /// Bits of stop words.
    pub(super) stops: u64,
    /// Bits of operator words.
    pub(super) operating: u64,
    pub(super) operators: BTreeSet<Operator>,
    /// First token of the question word, if any.
    pub(super) asks_at: Option<usize>,
    /// Tokens that say a month without a year: `in August`.
    pub(super) months: Vec<(usize, Date)>,
    /// Trigrams of each longer token.
    trigrams: Vec<Vec<u32>>,
}

/// How well a column's name is met by the question.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct NameMatch {
    /// 0 not at all, 1 by kin, 2 by a word of several, 3 by half, 4 by all words,
    /// 5 by all in order.
    pub(super) bucket: u8,
    /// Columns that are met better.
    pub(super) rank: u8,
    /// Tokens that meet it.
    pub(super) mask: u64,
    /// To compare by.
    pub(super) score: f64,
}

impl<'q> Asked<'q> {
    /// Makes a question ready.
    pub(super) fn new(question: &'q Question) -> Asked<'q> {
        let length = question.tokens.len().min(TOKENS_MAX);
        let tokens = &question.tokens[..length];
        let bits = |test: &dyn Fn(usize) -> bool| {
            (0..length)
                .filter(|at| test(*at))
                .fold(0_u64, |mask, at| mask | 1 << at)
        };
        let covered = |at: usize| {
            question
                .operators
                .iter()
                .any(|one| one.tokens.contains(&at))
        };
        let is_wh = |operator| {
            use Operator::{Count, HowLong, HowMuch, What, When, Where, Which, Who};
            matches!(
                operator,
                Count | HowLong | HowMuch | What | When | Where | Which | Who
            )
        };
        let mut wh = question.operators.iter().filter(|one| is_wh(one.operator));
        Asked {
            question,
            length,
            content: bits(&|at| !tokens[at].stop && !covered(at)),
            stops: bits(&|at| tokens[at].stop),
            operating: bits(&covered),
            operators: question.operators.iter().map(|one| one.operator).collect(),
            asks_at: wh
                .next()
                .map(|one| one.tokens.start)
                .filter(|at| *at < length),
            months: months(question, length),
            trigrams: tokens
                .iter()
                .map(|token| match token.folded.len() >= 4 {
                    true => trigrams(&token.folded),
                    false => Vec::new(),
                })
                .collect(),
        }
    }

    /// Whether one of the operators may be asked for.
    pub(super) fn any(&self, operators: &[Operator]) -> bool {
        operators.iter().any(|one| self.operators.contains(one))
    }

    /// The bits of a stretch of tokens.
    pub(super) fn mask(start: usize, end: usize) -> u64 {
        (start..end.min(TOKENS_MAX)).fold(0, |mask, at| mask | 1 << at)
    }

    /// Hashes of stretches of stems, the longest first at each place: start, end,
    /// hash.
    pub(super) fn grams(&self) -> Vec<(usize, usize, u64)> {
        let mut found = Vec::new();
        for start in 0..self.length {
            let mut hash = 0;
            let tokens = self.question.tokens[..self.length].iter().skip(start);
            for (more, token) in tokens.take(GRAM_WORDS_MAX).enumerate() {
                hash = hash::join(hash, hash::of_text(&token.stem));
                found.push((start, start + more + 1, hash));
            }
        }
        found
    }

    /// How each column's name is met.
    pub(super) fn names(&self, table: &Prepared) -> Vec<NameMatch> {
        let mut met: Vec<NameMatch> = table
            .columns
            .iter()
            .map(|column| self.name(column))
            .collect();
        let scores: Vec<f64> = met.iter().map(|one| one.score).collect();
        for one in &mut met {
            let better = scores.iter().filter(|score| **score > one.score).count();
            one.rank = u8::try_from(better.min(9)).unwrap_or(9);
        }
        met
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    fn name(&self, column: &ColumnIndex) -> NameMatch {
        let name = &column.name;
        let (mask, words) = self.meets(name);
        let (above, words_above) = self.meets(&column.above);
        let share_above = words_above as f64 / column.above.len().max(1) as f64;
        let strong = mask & !self.stops;
        if strong == 0 {
            let mut kin = self.kin(&column.trigrams);
            let above = above & !self.stops;
            if kin.bucket == 0 && above != 0 {
                kin = NameMatch {
                    bucket: 2,
                    rank: 0,
                    mask: above,
                    score: share_above / 2.0,
                };
            }
            return kin;
        }
        let share = words as f64 / name.len() as f64;
        let run = (0..self.length).any(|at| self.runs(at, name));
        let bucket = match share {
            _ if run => 5,
            all if all >= 1.0 => 4,
            half if half >= 0.5 => 3,
            _ => 2,
        };
        let score = f64::from(strong.count_ones()) * share + f64::from(u8::from(run)) * 0.5;
        NameMatch {
            bucket,
            rank: 0,
            mask: strong | above & !self.stops,
            score: score + share_above * 0.4,
        }
    }

    /// Tokens that are among some words, and how many of these are met.
    fn meets(&self, words: &[String]) -> (u64, usize) {
        let tokens = &self.question.tokens[..self.length];
        let mut mask = 0_u64;
        let mut met = 0;
        for word in words {
            let places = (0..self.length).filter(|at| tokens[*at].stem == *word);
            let of_word = places.fold(0_u64, |mask, at| mask | 1 << at);
            met += usize::from(of_word & !mask != 0);
            mask |= of_word;
        }
        (mask, met)
    }

    /// Whether words follow each other from a token on.
    fn runs(&self, at: usize, words: &[String]) -> bool {
        let tokens = self.question.tokens.get(at..at + words.len());
        tokens.is_some_and(|tokens| {
            let mut both = tokens.iter().zip(words);
            at + words.len() <= self.length && both.all(|(token, word)| token.stem == *word)
        })
    }

    fn kin(&self, grams: &[Vec<u32>]) -> NameMatch {
        let mut best = NameMatch::default();
        for gram in grams {
            for (at, token) in self.trigrams.iter().enumerate() {
                let alike = dice(gram, token);
                if alike >= KIN_DICE && alike > best.score * 2.0 && self.stops & (1 << at) == 0 {
                    best = NameMatch {
                        bucket: 1,
                        rank: 0,
                        mask: 1 << at,
                        score: alike / 2.0,
                    };
                }
            }
        }
        best
    }
}

/// Shared trigrams, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "counts of trigrams")]
pub(super) fn dice(a: &[u32], b: &[u32]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|one| b.binary_search(one).is_ok()).count();
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}

/// Tokens outside of dates that say a month.
fn months(question: &Question, length: usize) -> Vec<(usize, Date)> {
    let dated = |at: usize| question.dates.iter().any(|one| one.tokens.contains(&at));
    let tokens = question.tokens[..length].iter().enumerate();
    let month = |(at, token): (usize, &Token)| match Value::read(&token.folded, question.language) {
        Value::Date(date) if date.month != 0 && !dated(at) => Some((at, date)),
        _ => None,
    };
    tokens.filter_map(month).collect()
}
