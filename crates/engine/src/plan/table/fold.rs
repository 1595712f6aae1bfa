//! Folds over the rows that fulfil the question: how many, their sum, the
//! largest and the smallest.

use super::filter::{Rows, select};
use super::{Desk, counts, number};
use crate::plan::Exact;
use crate::plan::chain::Chain;
use crate::plan::question::Term;
use crate::plan::scan::Kind as TokenKind;
use crate::plan::shelf::Content;

/// What is done with the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// Counted.
    Count,
    /// The values of a column added.
    Sum,
    /// The row with the largest or smallest value.
    Extreme {
        /// The largest.
        largest: bool,
    },
}

/// A fold that was made.
#[derive(Debug, Clone)]
pub struct Folded {
    /// Index of the table.
    pub chain: usize,
    /// The rows it was made over.
    pub rows: Vec<usize>,
    /// The column of the values; `None` for a count.
    pub column: Option<usize>,
    /// The column that names the rows.
    pub names: Option<usize>,
    /// What was done.
    pub fold: Fold,
    /// The result.
    pub value: Exact,
    /// The rows that have it, for an extreme.
    pub at: Vec<usize>,
    /// Share of the question's weight that the table accounts for.
    pub covered: f64,
    /// Every number, code and date of the question was met.
    pub exact: bool,
    /// Terms that select rows.
    pub conditions: Vec<usize>,
    /// Terms that nothing meets.
    pub unmet: Vec<usize>,
}

/// The fold of the table that accounts for most of the question.
pub fn fold(desk: &Desk<'_>, fold: Fold) -> Option<Folded> {
    let mut best: Option<Folded> = None;
    for (index, chain) in desk.shelf.chains.iter().enumerate() {
        let made = match fold {
            Fold::Extreme { largest } => extreme(desk, index, chain, largest),
            Fold::Sum => sum(desk, index, chain),
            Fold::Count => count(desk, index, chain),
        };
        let Some(made) = made else { continue };
        let draft = |folded: &Folded| desk.shelf.books[desk.shelf.chains[folded.chain].book].draft;
        let better = best.as_ref().is_none_or(|best| {
            made.covered > best.covered + 1e-9
                || ((made.covered - best.covered).abs() <= 1e-9 && draft(&made) < draft(best))
        });
        if better {
            best = Some(made);
        }
    }
    best
}

/// Words that name the fold itself.
fn is_fold_word(term: &Term) -> bool {
    const WORDS: &[&str] = &[
        "total",
        "sum",
        "highest",
        "larg",
        "largest",
        "most",
        "lowest",
        "least",
        "smallest",
        "maximum",
        "minimum",
        "greatest",
        "fewest",
        "combin",
        "together",
        "zusamm",
        "overall",
        "altogether",
        "cheapest",
        "average",
        "biggest",
        "longest",
        "shortest",
        "suma",
        "summ",
        "insgesamt",
        "mayor",
        "menor",
        "hochst",
    ];
    WORDS.contains(&term.token.key.as_str())
}

/// The numeric column that the question names: most of its header, then the
/// leftmost.
fn value_column(desk: &Desk<'_>, chain: &Chain, beside: Option<usize>) -> Option<usize> {
    let numeric = (0..chain.columns.len()).filter(|at| {
        chain.columns[*at].numeric && Some(*at) != beside && holds_figures(desk, chain, *at)
    });
    let numeric: Vec<usize> = numeric.collect();
    let named = |at: usize| -> f64 {
        let keys = &chain.columns[at].keys;
        let asked = desk
            .question
            .wanted()
            .filter(|term| keys.contains(&term.token.key));
        let met: f64 = asked
            .map(|term| term.token.key.clone())
            .collect::<std::collections::BTreeSet<_>>()
            .len() as f64;
        let unasked = keys.iter().filter(|key| {
            desk.question
                .terms
                .iter()
                .all(|term| term.token.key != **key)
        });
        if met > 0.0 {
            met - 0.3 * unasked.count() as f64
        } else {
            0.0
        }
    };
    let best = numeric
        .iter()
        .copied()
        .rev()
        .max_by(|a, b| named(*a).total_cmp(&named(*b)));
    best.filter(|at| named(*at) > 0.0)
        .or_else(|| {
            numeric
                .iter()
                .copied()
                .find(|at| counts(&chain.columns[*at].name))
        })
        .or(match numeric.as_slice() {
            [only] => Some(*only),
            _ => None,
        })
}

/// Half of the filled cells at least hold one figure and no date.
fn holds_figures(desk: &Desk<'_>, chain: &Chain, at: usize) -> bool {
    let cells = chain.rows.iter().filter_map(|row| row.cells.get(at));
    let filled: Vec<usize> = cells
        .map(|cell| cell.text)
        .filter(|text| !desk.shelf.cells.facts(*text).tokens.is_empty())
        .collect();
    let figure = |text: &&usize| {
        let mut tokens = desk.shelf.cells.facts(**text).tokens.iter();
        number(desk.shelf, **text).is_some()
            && !tokens.any(|token| matches!(token.kind, TokenKind::Date(_)))
    };
    2 * filled.iter().filter(figure).count() >= filled.len()
}

/// Rows that sum up others are no members.
fn is_sum_row(desk: &Desk<'_>, chain: &Chain, row: usize) -> bool {
    let cells = chain.rows[row].cells.iter().take(2);
    cells
        .flat_map(|cell| &desk.shelf.cells.facts(cell.text).tokens)
        .any(|token| {
            matches!(
                token.key.as_str(),
                "total" | "subtotal" | "sum" | "summ" | "gesamt" | "suma"
            )
        })
}

fn folded(index: usize, rows: Rows, fold: Fold, value: Exact) -> Folded {
    Folded {
        chain: index,
        column: None,
        names: None,
        fold,
        value,
        at: Vec::new(),
        covered: rows.covered,
        exact: rows.exact,
        conditions: rows.conditions,
        unmet: rows.unmet,
        rows: rows.rows,
    }
}

fn extreme(desk: &Desk<'_>, index: usize, chain: &Chain, largest: bool) -> Option<Folded> {
    let noun = &desk.question.noun;
    let names = (0..chain.columns.len()).find(|at| {
        noun.iter()
            .any(|word| chain.columns[*at].keys.contains(word))
    })?;
    let column = value_column(desk, chain, Some(names))?;
    let mut rows = select(desk, chain, &[names, column])?;
    rows.rows.retain(|row| !is_sum_row(desk, chain, *row));
    without_fold_words(desk, &mut rows);
    let value = |row: &usize| number(desk.shelf, chain.rows[*row].cells.get(column)?.text);
    let values: Vec<(usize, Exact)> = rows
        .rows
        .iter()
        .filter_map(|row| Some((*row, value(row)?)))
        .collect();
    let best = values.iter().map(|(_, value)| *value);
    let best = if largest { best.max() } else { best.min() }?;
    let at: Vec<usize> = values
        .iter()
        .filter(|(_, value)| *value == best)
        .map(|(row, _)| *row)
        .collect();
    (values.len() > 1).then_some(Folded {
        column: Some(column),
        names: Some(names),
        at,
        rows: values.iter().map(|(row, _)| *row).collect(),
        ..folded(index, rows, Fold::Extreme { largest }, best)
    })
}

fn sum(desk: &Desk<'_>, index: usize, chain: &Chain) -> Option<Folded> {
    let column = value_column(desk, chain, None)?;
    let mut rows = select(desk, chain, &[column])?;
    rows.rows.retain(|row| !is_sum_row(desk, chain, *row));
    without_fold_words(desk, &mut rows);
    let value = |row: &usize| number(desk.shelf, chain.rows[*row].cells.get(column)?.text);
    let values: Vec<(usize, Exact)> = rows
        .rows
        .iter()
        .filter_map(|row| Some((*row, value(row)?)))
        .collect();
    let sum = values
        .iter()
        .try_fold(Exact::ZERO, |sum, (_, value)| sum.plus(*value))?;
    (values.len() > 1).then_some(Folded {
        column: Some(column),
        rows: values.iter().map(|(row, _)| *row).collect(),
        ..folded(index, rows, Fold::Sum, sum)
    })
}

/// Rows are counted where the noun is what a row is of: it stands in a header
/// that is no figure's, or in the title.
fn count(desk: &Desk<'_>, index: usize, chain: &Chain) -> Option<Folded> {
    let head = desk.question.head()?;
    let named = |at: &usize| chain.columns[*at].keys.contains(head) && !chain.columns[*at].numeric;
    let column = (0..chain.columns.len()).find(named);
    if column.is_none() && !chain.title_keys.contains(head) {
        return None;
    }
    let figure = (0..chain.columns.len()).any(|at| {
        chain.columns[at].keys.contains(head)
            && chain.columns[at].numeric
            && !is_date(desk, chain, at)
    });
    let mut rows = select(desk, chain, &column.into_iter().collect::<Vec<_>>())?;
    rows.rows.retain(|row| !is_sum_row(desk, chain, *row));
    // Where the row of a total is the only one that fits, there is nothing to count.
    if figure || rows.conditions.is_empty() || rows.rows.is_empty() {
        return None;
    }
    let value = Exact::whole(i64::try_from(rows.rows.len()).ok()?);
    Some(folded(index, rows, Fold::Count, value))
}

pub(super) fn is_date(desk: &Desk<'_>, chain: &Chain, column: usize) -> bool {
    let first = chain.rows.first().and_then(|row| row.cells.get(column));
    first.is_some_and(|cell| {
        let facts = desk.shelf.cells.facts(cell.text);
        facts.content != Content::Words
            && facts
                .tokens
                .iter()
                .any(|token| matches!(token.kind, TokenKind::Date(_)))
    })
}

/// `highest` and `total` are what is done, and count as met.
fn without_fold_words(desk: &Desk<'_>, rows: &mut Rows) {
    let all: f64 = desk.question.wanted().map(|term| term.weight).sum();
    // `The two parts` are the two rows.
    let count = i64::try_from(rows.rows.len()).ok().map(Exact::whole);
    let is_fold = |index: &usize| {
        let term = &desk.question.terms[*index];
        is_fold_word(term) || term.token.value.is_some() && term.token.value == count
    };
    let met: f64 = rows
        .unmet
        .iter()
        .filter(|index| is_fold(index))
        .map(|index| desk.question.terms[*index].weight)
        .sum();
    rows.unmet.retain(|index| !is_fold(index));
    rows.covered = (rows.covered + met / all.max(f64::MIN_POSITIVE)).min(1.0);
}
