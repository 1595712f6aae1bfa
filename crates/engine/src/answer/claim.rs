//! What a sentence says: its words, its numbers, and what it denies; and whether another sentence
//! says otherwise.

use std::collections::BTreeSet;

use plan::lexicon::{Lexicon, Operator};
use text::{Language, Term, TermKind, folded, terms, tokens};

/// What a number or a code weighs beside a word.
const NUMBER_WEIGHT: f64 = 2.0;
/// Words behind a "not" that it may deny.
const DENIED_WORDS: usize = 3;

/// Words that two sentences share which are of the same thing, and their share of all words.
const SAME_WORDS_MIN: usize = 2;
pub(super) const SAME_SHARE_MIN: f64 = 0.6;

/// What two sentences of the same thing say differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// A number, a date, a code.
    Number,
    /// One says "not".
    Denial,
}

impl Contradiction {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Contradiction::Number => "number",
            Contradiction::Denial => "denial",
        }
    }
}

/// A text with what is compared of it.
#[derive(Debug, Clone)]
pub struct Read {
    /// All terms, parts of codes too.
    pub(crate) all: BTreeSet<String>,
    /// Words, codes and numbers, each once.
    pub(crate) content: BTreeSet<String>,
    /// Those with digits: numbers, codes, and the digits inside of them.
    pub(crate) numbers: BTreeSet<String>,
    /// Words that a "not" stands before.
    pub(crate) denied: BTreeSet<String>,
    /// It says "not" somewhere.
    pub(crate) denies: bool,
}

impl Read {
    /// Reads a text in a language.
    pub fn new(text: &str, language: Language) -> Read {
        let terms = terms(text, language);
        let has_digit = |term: &Term| term.text.chars().any(|c| c.is_ascii_digit());
        let parted: BTreeSet<u32> = terms
            .iter()
            .filter(|term| term.kind == TermKind::Part)
            .map(|term| term.position)
            .collect();
        let told = |term: &&Term| match term.kind {
            TermKind::Number | TermKind::Part => true,
            TermKind::Identifier => !parted.contains(&term.position),
            TermKind::Word | TermKind::Bigram => false,
        };
        let numbers = terms.iter().filter(told).filter(|term| has_digit(term));
        let numbers = numbers.map(|term| term.text.clone()).collect();
        let Denials { words, denied } = Denials::of(text, language);
        let content = terms.iter().filter(|term| term.kind != TermKind::Part);
        let content = content.map(|term| term.text.clone());
        let content = content.filter(|term| !words.contains(term)).collect();
        Read {
            all: terms.iter().map(|term| term.text.clone()).collect(),
            content,
            numbers,
            denied,
            denies: !words.is_empty(),
        }
    }

    /// How many content words it has.
    pub fn words(&self) -> usize {
        self.content.len()
    }

    /// With the terms of another text.
    #[must_use]
    pub fn joined(mut self, other: &Read) -> Read {
        self.all.extend(other.all.iter().cloned());
        self
    }

    /// The share of its words that another text holds, too, 0 to 1; 0 where it has none.
    pub fn share_in(&self, other: &Read) -> f64 {
        let shared = self.content.intersection(&other.all).count();
        shared as f64 / self.content.len().max(1) as f64
    }

    /// What it says differently from another text of the same things: one number where that has
    /// another, or a "not" on one side. Texts that share few words, or differ in several numbers,
    /// may well be of different things.
    pub fn contradicts(&self, other: &Read) -> Option<Contradiction> {
        let words = |read: &Read| -> BTreeSet<String> {
            read.content.difference(&read.numbers).cloned().collect()
        };
        let (ours, theirs) = (words(self), words(other));
        let shared = ours.intersection(&theirs).count();
        let all = ours.union(&theirs).count();
        if shared < SAME_WORDS_MIN || (shared as f64) < SAME_SHARE_MIN * all as f64 {
            return None;
        }
        let ours_alone = self.numbers.difference(&other.numbers).count();
        let theirs_alone = other.numbers.difference(&self.numbers).count();
        match (ours_alone, theirs_alone) {
            (1, 1) => Some(Contradiction::Number),
            (0, 0) if self.denies != other.denies => Some(Contradiction::Denial),
            _ => None,
        }
    }

    /// Whether each of its numbers stands in another text or in a list.
    pub fn numbers_in(&self, other: &Read, also: &BTreeSet<String>) -> bool {
        let mut numbers = self.numbers.iter();
        numbers.all(|number| other.all.contains(number) || also.contains(number))
    }

    /// What a term of it weighs: a number or a code more than a word.
    pub(crate) fn weight(&self, term: &str) -> f64 {
        if self.numbers.contains(term) {
            NUMBER_WEIGHT
        } else {
            1.0
        }
    }
}

/// What a text denies.
struct Denials {
    /// The words that deny, as terms.
    words: BTreeSet<String>,
    /// Terms of the words behind them.
    denied: BTreeSet<String>,
}

impl Denials {
    fn of(text: &str, language: Language) -> Denials {
        let tokens = tokens(text, language);
        let of = |first: usize, end: usize| -> Vec<String> {
            let first = tokens.get(first);
            let last = end.checked_sub(1).and_then(|last| tokens.get(last));
            let span = first.zip(last).map(|(a, b)| a.span.start..b.span.end);
            let words = span.and_then(|span| text.get(span)).unwrap_or_default();
            let plain = words.split_whitespace().map(folded);
            plain
                .chain(terms(words, language).into_iter().map(|term| term.text))
                .collect()
        };
        let mentions = Lexicon::of(language).operators(&tokens);
        let nots = mentions.iter().filter(|one| one.operator == Operator::Not);
        let (mut words, mut denied) = (BTreeSet::new(), BTreeSet::new());
        for not in nots.map(|one| &one.tokens) {
            words.extend(of(not.start, not.end));
            denied.extend(of(not.end, (not.end + DENIED_WORDS).min(tokens.len())));
        }
        Denials { words, denied }
    }
}
