//! What the names and rows of each table say whatever is asked: read once for all
//! questions.

use super::steps::{self, Steps};
use crate::plan::Exact;
use crate::plan::chain::{Chain, Row};
use crate::plan::scan::{Token, fold, scan};
use crate::plan::shelf::{Book, Cells};

/// Notes on a table.
#[derive(Debug)]
pub struct Notes {
    /// The tokens of each column's name.
    pub names: Vec<Vec<Token>>,
    /// The tokens of the last line of its title.
    pub title: Vec<Token>,
    /// Neighbouring columns that give the least and the most.
    pub stretches: Vec<(usize, usize)>,
    /// Columns that hold the ends of steps.
    pub steps: Vec<Steps>,
    /// Twelve columns are called by the numbers of the months.
    pub monthly: bool,
    /// The first column is of whole numbers that rise from row to row.
    pub keyed: bool,
}

impl Notes {
    /// Reads a table of a book.
    pub fn read(chain: &Chain, book: &Book, cells: &Cells) -> Notes {
        let stretches = stretches(chain);
        let mut steps = steps::all(cells, chain);
        steps.retain(|steps| {
            let mut pairs = stretches.iter();
            !pairs.any(|&(low, high)| low == steps.column || high == steps.column)
        });
        let names = chain.columns.iter();
        let title = chain.titles.last();
        Notes {
            names: names
                .map(|column| scan(&column.name, book.notation))
                .collect(),
            title: title.map_or_else(Vec::new, |line| scan(line, book.notation)),
            stretches,
            steps,
            monthly: monthly(chain),
            keyed: rises(cells, chain),
        }
    }
}

/// The title says months, and twelve columns are called by their numbers.
fn monthly(chain: &Chain) -> bool {
    const MONTHS: &[&str] = &["month", "mes", "mese", "monat", "monate"];
    let said = MONTHS
        .iter()
        .any(|word| chain.title_keys.contains(*word) || chain.intro_keys.contains(*word));
    let called = |month: u8| {
        let name = month.to_string();
        let mut columns = chain.columns.iter();
        columns.any(|column| column.name.trim() == name)
    };
    said && (1..=12).all(called)
}

/// Neighbouring columns that give the least and the most.
fn stretches(chain: &Chain) -> Vec<(usize, usize)> {
    const LOW: &[&str] = &[
        "min", "minimum", "low", "lower", "from", "least", "over", "desd", "von", "minimo", "ab",
    ];
    const HIGH: &[&str] = &[
        "max", "maximum", "high", "upper", "to", "through", "up", "hasta", "bis", "maximo",
    ];
    // Of `Length over all, feet over` the last word tells the end.
    let ends = |at: usize, words: &[&str]| {
        let name = fold(&chain.columns[at].name);
        let last = name
            .split(|c: char| !c.is_alphanumeric())
            .rfind(|word| !word.is_empty());
        last.is_some_and(|last| words.contains(&last))
    };
    let has = |at: usize, words: &[&str]| {
        chain.columns[at]
            .keys
            .iter()
            .any(|key| words.contains(&key.as_str()))
    };
    (1..chain.columns.len())
        .filter(|&at| {
            ends(at - 1, LOW) && ends(at, HIGH)
                || has(at - 1, LOW) && has(at, HIGH) && !has(at, LOW)
        })
        .map(|at| (at - 1, at))
        .collect()
}

/// The first column holds whole numbers, each larger than the one above.
fn rises(cells: &Cells, chain: &Chain) -> bool {
    let value = |row: &Row| {
        let cell = row.cells.first()?;
        let tokens = &cells.facts(cell.text).tokens;
        match tokens.as_slice() {
            [only] => only.value.filter(|value| value.places() == Some(0)),
            _ => None,
        }
    };
    let values: Vec<Option<Exact>> = chain.rows.iter().map(value).collect();
    values.len() >= 3
        && values[0].is_some()
        && values
            .windows(2)
            .all(|pair| pair[1].is_some() && pair[0] < pair[1])
}
