//! Columns as lists: the values of the column that bears the noun asked for,
//! of the rows that fulfil the question's conditions.

use std::collections::BTreeSet;

use super::Ranked;
use super::candidate::{Candidate, Item, Source};
use super::score::Score;
use crate::plan::chain::{Chain, Row};
use crate::plan::question::Question;
use crate::plan::shelf::{Content, Shelf};
use crate::plan::table::Desk;
use crate::plan::table::filter::{Rows, select};

/// Values at least.
const VALUES_MIN: usize = 2;
/// A column whose header is the noun.
const HEADED: f64 = 0.15;

/// The columns that bear the noun, with their scores.
pub fn all(desk: &Desk<'_>) -> Vec<Ranked> {
    let (question, shelf) = (desk.question, desk.shelf);
    let Some(head) = question.head() else {
        return Vec::new();
    };
    let found = shelf.chains.iter().filter_map(|chain| {
        let column = named(question, shelf, chain, head)?;
        let rows = select(desk, chain, &[column])?;
        listed(question, shelf, chain, column, &rows)
    });
    found.collect()
}

/// The column whose header holds the noun, and most else of the question; of
/// equal ones the first.
fn named(question: &Question, shelf: &Shelf, chain: &Chain, head: &str) -> Option<usize> {
    let asked = |key: &&String| question.wanted().any(|term| term.token.key == **key);
    let named = chain
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.keys.contains(head));
    let best = named.rev().max_by(|(_, a), (_, b)| {
        let fit =
            |keys: &BTreeSet<String>| (keys.iter().filter(asked).count(), usize::MAX - keys.len());
        fit(&a.keys).cmp(&fit(&b.keys))
    });
    let (at, column) = best?;
    if !column.numeric {
        return Some(at);
    }
    // `Fees` lists what is charged for, not the amounts.
    (0..chain.columns.len())
        .rev()
        .filter(|at| !chain.columns[*at].numeric)
        .max_by_key(|at| words(shelf, chain, *at))
}

/// Words in the first cells of a column.
fn words(shelf: &Shelf, chain: &Chain, column: usize) -> usize {
    let cells = chain
        .rows
        .iter()
        .take(20)
        .filter_map(|row| row.cells.get(column));
    cells
        .map(|cell| {
            shelf
                .cells
                .facts(cell.text)
                .tokens
                .iter()
                .filter(|token| !token.is_constant())
                .count()
        })
        .sum()
}

fn listed(
    question: &Question,
    shelf: &Shelf,
    chain: &Chain,
    column: usize,
    rows: &Rows,
) -> Option<Ranked> {
    let book = &shelf.books[chain.book];
    let each = each(question, chain, column);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut items = Vec::new();
    for &at in &rows.rows {
        let row = &chain.rows[at];
        let Some(text) = value(shelf, chain, row, column) else {
            continue;
        };
        let second = each.and_then(|each| value(shelf, chain, row, each));
        let text = match second {
            Some(second) => format!("{text}: {second}"),
            None => text,
        };
        let folded: String = text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        if seen.insert(folded) {
            items.push(Item {
                label: String::new(),
                text,
                span: row.span,
            });
        }
    }
    if items.len() < VALUES_MIN && rows.conditions.is_empty() {
        return None;
    }
    let mut candidate = Candidate::new(Source::Column, chain.book, items);
    candidate.name = name(chain, column, book.path.as_str());
    candidate.read = Some((chain.rows.len(), "rows"));
    let score = Score {
        total: rows.covered + HEADED,
        covered: rows.covered,
        headed: true,
        exact: rows.exact,
    };
    (!candidate.items.is_empty()).then_some(Ranked { candidate, score })
}

fn name(chain: &Chain, column: usize, path: &str) -> String {
    let title = chain.titles.last().map_or(path, String::as_str);
    format!("{} in {title}", chain.columns[column].name)
}

fn value(shelf: &Shelf, chain: &Chain, row: &Row, column: usize) -> Option<String> {
    let cell = row.cells.get(column)?;
    let filled = shelf.cells.facts(cell.text).content != Content::Empty;
    let text = shelf.books[chain.book].text(cell.span);
    filled.then(|| {
        super::candidate::tidy(text)
            .trim_end_matches('.')
            .to_owned()
    })
}

/// `… and with how many employees each`: the numeric column that is asked for
/// beside the items.
fn each(question: &Question, chain: &Chain, column: usize) -> Option<usize> {
    let words: Vec<&str> = question.text.split(|c: char| !c.is_alphabetic()).collect();
    let each = words.iter().any(|word| {
        matches!(
            *word,
            "each" | "respectively" | "jeweils" | "respectivamente"
        )
    });
    let numeric = |at: &usize| *at != column && chain.columns[*at].numeric;
    let all: Vec<usize> = (0..chain.columns.len()).filter(numeric).collect();
    let named = all.iter().copied().find(|at| {
        let keys = &chain.columns[*at].keys;
        question.wanted().any(|term| keys.contains(&term.token.key))
    });
    let counts = all
        .iter()
        .copied()
        .find(|at| crate::plan::table::counts(&chain.columns[*at].name));
    each.then(|| named.filter(|at| !dates(chain, *at)).or(counts))
        .flatten()
}

fn dates(chain: &Chain, column: usize) -> bool {
    chain.columns[column].name.to_lowercase().contains("date")
}
