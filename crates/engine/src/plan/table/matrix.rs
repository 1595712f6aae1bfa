//! Tables that cross the same names: distances, fares, zones from one place to another.

use super::Desk;
use crate::plan::chain::Chain;
use crate::plan::scan::Token;

/// Names at least.
const NAMES_MIN: usize = 3;
/// Share of the rows whose name is a column, too.
const SHARE: f64 = 0.6;

/// A row, a column, and the terms that found them with the columns they were met in.
pub type Crossing = (usize, usize, Vec<(usize, usize)>);

/// The row of the name that the question says first and the column of the other one;
/// with the terms that are met and the columns whose cells meet them.
pub fn crossing(desk: &Desk<'_>, chain: &Chain) -> Option<Crossing> {
    if !is_square(desk, chain) {
        return None;
    }
    let named = |tokens: &[Token]| said(desk, tokens);
    let rows = chain.rows.iter().enumerate().filter_map(|(at, row)| {
        let cell = row.cells.first()?;
        Some((named(&desk.shelf.cells.facts(cell.text).tokens)?, at))
    });
    let mut rows: Vec<(Vec<usize>, usize)> = rows.collect();
    rows.sort();
    let (first, row) = rows.first()?.clone();
    let notation = desk.shelf.books[chain.book].notation;
    let columns = (1..chain.columns.len()).filter_map(|at| {
        let tokens = crate::plan::scan::scan(&chain.columns[at].name, notation);
        Some((named(&tokens)?, at))
    });
    let mut columns: Vec<(Vec<usize>, usize)> = columns.collect();
    columns.retain(|(terms, _)| *terms != first);
    columns.sort();
    let [(second, column)] = columns.as_slice() else {
        return None;
    };
    let met = first.iter().map(|term| (*term, 0));
    let met = met.chain(second.iter().map(|term| (*term, *column)));
    Some((row, *column, met.collect()))
}

/// Most rows are called like a column.
fn is_square(desk: &Desk<'_>, chain: &Chain) -> bool {
    let names: Vec<String> = chain
        .columns
        .iter()
        .skip(1)
        .map(|column| column.name.to_lowercase())
        .filter(|name| !name.is_empty())
        .collect();
    let book = &desk.shelf.books[chain.book];
    let crossed = chain.rows.iter().filter(|row| {
        let name = row
            .cells
            .first()
            .map(|cell| book.text(cell.span).to_lowercase());
        name.is_some_and(|name| names.contains(&name))
    });
    #[expect(clippy::cast_precision_loss, reason = "counts of names")]
    let enough = crossed.count() as f64 >= SHARE * chain.rows.len() as f64;
    names.len() >= NAMES_MIN && chain.rows.len() >= NAMES_MIN && enough
}

/// The terms of the question that say a whole name, one behind the other.
fn said(desk: &Desk<'_>, name: &[Token]) -> Option<Vec<usize>> {
    let terms = &desk.question.terms;
    let width = name.len();
    let starts = 0..(terms.len() + 1).checked_sub(width).filter(|_| width > 0)?;
    let same = |from: &usize| {
        let said = terms[*from..*from + width].iter();
        said.zip(name)
            .all(|(term, token)| super::filter::same(&term.token, token))
    };
    starts
        .into_iter()
        .find(same)
        .map(|from| (from..from + width).collect())
}
