//! Tables as answers: one cell by its conditions, and folds over many rows.

pub mod answering;
pub mod choose;
mod difference;
mod figures;
pub mod filter;
pub mod flags;
pub mod fold;
mod headers;
pub mod look;
mod matrix;
pub mod notes;
pub mod operand;
pub mod pair;
pub mod prose;
mod steps;

pub use difference::before;
pub use headers::abbreviated;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use look::Looked;

use super::Exact;
use super::question::{Question, Term};
use super::scan::{Kind, Token};
use super::shelf::{Cells, Shelf};

/// Terms of a question that are looked for in cells: one bit each.
const TERMS_MAX: usize = 64;

/// A question beside the documents it is put to, with the cells that hold its
/// terms marked.
pub struct Desk<'a> {
    /// The question.
    pub question: &'a Question,
    /// The documents.
    pub shelf: &'a Shelf,
    marks: Arc<Marks>,
}

/// What a question marks on a shelf. A plan puts the same question several times: the
/// shelf keeps the last ones ([`Shelf::marks`]).
pub struct Marks {
    /// Whose they are.
    pub question: Question,
    /// For each distinct text of a cell, the terms it holds.
    holds: Vec<u64>,
    /// The terms that it stands for as a sign.
    means: Vec<u64>,
    /// For each, the share of its words that the question has.
    shares: Vec<f64>,
    /// The best cell of each table.
    looked: OnceLock<Vec<Looked>>,
}

impl<'a> Desk<'a> {
    /// Marks the cells.
    pub fn new(question: &'a Question, shelf: &'a Shelf) -> Desk<'a> {
        Desk {
            question,
            shelf,
            marks: shelf.marks(question, &|| Marks::read(question, shelf)),
        }
    }

    /// The best cell of each table, found by `look` the first time.
    fn looked(&self, look: impl FnOnce() -> Vec<Looked>) -> Vec<Looked> {
        self.marks.looked.get_or_init(look).clone()
    }

    /// The share of a cell's words that the question has, 0 to 1.
    pub fn share(&self, text: usize) -> f64 {
        self.marks.shares[text]
    }

    /// True when a cell's text holds a term.
    pub fn holds(&self, text: usize, term: usize) -> bool {
        term < TERMS_MAX && self.marks.holds[text] & (1 << term) != 0
    }

    /// True when a cell's text is a sign that stands for a term.
    pub fn means(&self, text: usize, term: usize) -> bool {
        term < TERMS_MAX && self.marks.means[text] & (1 << term) != 0
    }

    /// True for a rare word that one text alone of all cells holds.
    pub fn is_alone(&self, term: &Term) -> bool {
        let at = self
            .question
            .terms
            .iter()
            .position(|one| std::ptr::eq(one, term));
        let Some(bit) = at.filter(|at| *at < TERMS_MAX).map(|at| 1_u64 << at) else {
            return false;
        };
        let long = term.token.kind == Kind::Word && term.token.key.len() >= ALONE_MIN;
        long && self
            .marks
            .holds
            .iter()
            .filter(|mask| **mask & bit != 0)
            .count()
            == 1
    }

    /// True when a cell's text holds any term.
    pub fn holds_any(&self, text: usize) -> bool {
        self.marks.holds[text] != 0
    }
}

impl Marks {
    fn read(question: &Question, shelf: &Shelf) -> Marks {
        let terms = || question.terms.iter().take(TERMS_MAX).enumerate();
        let initials: Vec<(usize, String)> = terms()
            .filter_map(|(at, term)| Some((at, initials(question, term)?)))
            .collect();
        // A word is met by the same word alone; what may be met by other signs is compared.
        let plain = |token: &Token| matches!(token.kind, Kind::Word | Kind::Letter);
        let mut words: HashMap<&str, u64> = HashMap::new();
        for (at, term) in terms().filter(|(_, term)| plain(&term.token)) {
            *words.entry(&term.token.key).or_default() |= 1 << at;
        }
        let signs: Vec<(usize, &Token)> = terms()
            .map(|(at, term)| (at, &term.token))
            .filter(|(_, token)| !plain(token) || token.value.is_some())
            .collect();
        let mut holds = Vec::with_capacity(shelf.cells.len());
        let mut means = Vec::with_capacity(shelf.cells.len());
        let mut shares = Vec::with_capacity(shelf.cells.len());
        for text in 0..shelf.cells.len() {
            let facts = shelf.cells.facts(text);
            let (mut mask, mut found, mut all) = (0_u64, 0, 0);
            // What stands in brackets explains the rest: `Youth (16 - 25)`.
            let (mut outer_found, mut outer) = (0, 0);
            // Words found and words of the part that the cell is named by most.
            let mut parts: Vec<(i32, i32)> = Vec::new();
            for (at, (token, inside)) in facts.tokens.iter().zip(&facts.bracketed).enumerate() {
                let held = if plain(token) {
                    words.get(token.key.as_str()).copied().unwrap_or(0)
                } else {
                    let same = signs.iter().filter(|(_, sign)| filter::same(sign, token));
                    same.fold(0, |mask, (index, _)| mask | (1 << index))
                };
                mask |= held;
                if !is_small(&token.key) {
                    all += 1;
                    found += i32::from(held != 0);
                    parts.resize(parts.len().max(facts.parts[at] + 1), (0, 0));
                    let part = &mut parts[facts.parts[at]];
                    *part = (part.0 + i32::from(held != 0), part.1 + 1);
                    outer += i32::from(!inside);
                    outer_found += i32::from(!inside && held != 0);
                }
            }
            let meant = facts.meaning.iter().filter(|token| !is_small(&token.key));
            let meant = meant.filter_map(|token| words.get(token.key.as_str()));
            means.push(meant.fold(0, |mask, held| mask | held));
            for (at, letters) in &initials {
                if let Some(words) = spelled_out(&shelf.cells.facts(text).tokens, letters) {
                    mask |= 1 << at;
                    found = (found + words).min(all);
                }
            }
            holds.push(mask);
            let share = f64::from(found) / f64::from(all.max(1));
            let whole = outer > 0 && outer_found == outer;
            let listed =
                parts.len() > 2 && parts.iter().any(|(found, all)| *all > 0 && found == all);
            let share = if listed { share.max(LISTED) } else { share };
            shares.push(if whole { share.max(OUTER) } else { share });
        }
        Marks {
            question: question.clone(),
            holds,
            means,
            shares,
            looked: OnceLock::new(),
        }
    }
}

/// Letters of a word at least that may name a row alone.
const ALONE_MIN: usize = 3;
/// Share of a cell of which all is said but what stands in brackets.
const OUTER: f64 = 0.95;
/// Share of a cell that lists several names, one of which is said.
const LISTED: f64 = 0.8;
/// Letters of an abbreviation at least and at most.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=5;

/// The letters of a word in capitals, which may stand for several words: `CFO`.
fn initials(question: &Question, term: &Term) -> Option<String> {
    let raw = &question.text[term.token.start..term.token.end];
    let capitals = raw.bytes().all(|byte| byte.is_ascii_uppercase());
    (capitals && INITIALS.contains(&raw.len()) && term.weight > 0.0).then(|| raw.to_lowercase())
}

/// How many words in succession open with the letters, if they do.
fn spelled_out(tokens: &[Token], letters: &str) -> Option<i32> {
    let words: String = tokens
        .iter()
        .map(|token| match token.kind {
            Kind::Word => token.key.chars().next().unwrap_or(' '),
            _ => ' ',
        })
        .collect();
    words
        .contains(letters)
        .then(|| i32::try_from(letters.len()).unwrap_or(0))
}

/// The number in a cell: the only one, or the result behind `=`.
pub fn number(shelf: &Shelf, text: usize) -> Option<Exact> {
    number_in(&shelf.cells, text)
}

fn number_in(cells: &Cells, text: usize) -> Option<Exact> {
    let facts = cells.facts(text);
    let mut numbers = facts.tokens.iter().filter(|token| token.is_number());
    let first = numbers.next()?;
    match numbers.next_back() {
        None => first.value,
        Some(last) => last.value.filter(|_| facts.result),
    }
}

/// True for a column that counts: `No. of`, `Number`, `#`, `Anzahl`.
pub fn counts(name: &str) -> bool {
    let lower = name.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or_default();
    lower.contains('#')
        || matches!(
            first.trim_end_matches('.'),
            "no" | "number"
                | "count"
                | "qty"
                | "quantity"
                | "num"
                | "nr"
                | "anzahl"
                | "cantidad"
                | "número"
                | "nº"
                | "n.º"
        )
}

/// Words that join others and tell no cell from another.
pub fn is_small(key: &str) -> bool {
    matches!(
        key,
        "of" | "th"
            | "the"
            | "a"
            | "an"
            | "per"
            | "and"
            | "or"
            | "to"
            | "in"
            | "for"
            | "on"
            | "with"
            | "at"
            | "by"
            | "d"
            | "de"
            | "la"
            | "el"
            | "y"
            | "und"
            | "der"
            | "die"
            | "das"
            | "von"
            | "inc"
            | "llc"
            | "ltd"
            | "co"
            | "gmbh"
            | "sa"
    )
}
