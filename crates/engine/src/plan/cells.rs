//! What stands in the cells of tables, each text once.

use std::collections::HashMap;

use super::bounds::{self, Bounds};
use super::scan::{Kind, Notation, Token, scan};

/// The distinct texts of cells, tokenised once.
#[derive(Default)]
pub struct Cells {
    /// The index of each text, by how numbers are written in it: with a point, with a comma.
    known: [HashMap<String, usize>; 2],
    facts: Vec<Facts>,
}

/// What is known of the text of a cell.
#[derive(Debug)]
pub struct Facts {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// For each token whether it stands in brackets.
    pub bracketed: Vec<bool>,
    /// For each token the number of commas, semicolons and slashes before it: what a cell
    /// names side by side.
    pub parts: Vec<usize>,
    /// It says in words or by a dash that there is nothing: `no fee`, `none`.
    pub nothing: bool,
    /// What it holds.
    pub content: Content,
    /// The stretch of numbers it stands for.
    pub bounds: Option<Bounds>,
    /// It writes a calculation out: its last number is the result.
    pub result: bool,
    /// The tokens of what its document says that it means, where it is a sign.
    pub meaning: Vec<Token>,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing, or a dash.
    Empty,
    /// One number, amount, percentage, code, letter or date, with a unit at most.
    Value,
    /// Words.
    Words,
}

impl Cells {
    /// The index of a cell's text.
    pub fn add(&mut self, text: &str, notation: Notation) -> usize {
        self.add_explained(text, "", notation)
    }

    /// The index of a cell's text that is a sign with a meaning; of one with none if that is
    /// empty.
    pub fn add_explained(&mut self, text: &str, meaning: &str, notation: Notation) -> usize {
        let comma = usize::from(notation == Notation::Comma);
        let key = || format!("{text}\n{meaning}");
        let known = match meaning {
            "" => self.known[comma].get(text),
            _ => self.known[comma].get(&key()),
        };
        if let Some(&known) = known {
            return known;
        }
        let tokens = scan(text, notation);
        let facts = Facts {
            content: content(text, &tokens),
            bounds: bounds::of_cell(text, &tokens),
            result: text.contains('='),
            bracketed: bracketed(text, &tokens),
            parts: tokens
                .iter()
                .map(|token| text[..token.start].matches([',', ';', '/']).count())
                .collect(),
            nothing: NOTHING.contains(&text.trim().to_lowercase().as_str()),
            meaning: scan(meaning, notation),
            tokens,
        };
        self.facts.push(facts);
        let key = if meaning.is_empty() {
            text.to_owned()
        } else {
            key()
        };
        self.known[comma].insert(key, self.facts.len() - 1);
        self.facts.len() - 1
    }

    /// What is known of a text by its index.
    pub fn facts(&self, index: usize) -> &Facts {
        &self.facts[index]
    }

    /// What is known of each text.
    pub fn all(&self) -> impl Iterator<Item = &Facts> {
        self.facts.iter()
    }

    /// Number of distinct texts.
    pub fn len(&self) -> usize {
        self.facts.len()
    }
}

/// For each token whether a bracket is open before it.
fn bracketed(text: &str, tokens: &[Token]) -> Vec<bool> {
    let open = |token: &Token| {
        let before = &text[..token.start];
        before.matches('(').count() > before.matches(')').count()
    };
    tokens.iter().map(open).collect()
}

/// Cells that say that there is nothing to pay.
const NOTHING: &[&str] = &[
    "no fee",
    "no charge",
    "free",
    "none",
    "waived",
    "gratis",
    "frei",
    "keine",
    "–",
    "-",
    "—",
];

/// Words that say of a number what it is in, not what it is.
const UNITS_MAX: usize = 1;

fn content(text: &str, tokens: &[Token]) -> Content {
    if tokens.is_empty() {
        // A sign of its own, such as a tick, is a value; a dash is none.
        let signs = text
            .trim()
            .chars()
            .filter(|c| !matches!(c, '-' | '–' | '—' | '.' | '_'));
        return if signs.count() == 0 {
            Content::Empty
        } else {
            Content::Value
        };
    }
    let constants = tokens.iter().filter(|token| token.is_constant()).count();
    let words = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .count();
    let flag = matches!(
        text.trim().to_lowercase().as_str(),
        "yes" | "no" | "n/a" | "na" | "none" | "x" | "si" | "sí" | "ja" | "nein"
    );
    if flag || (constants == 1 && words <= UNITS_MAX) {
        Content::Value
    } else {
        Content::Words
    }
}
