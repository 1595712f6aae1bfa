//! Columns that say yes or no of each row: "who has paid", "which rooms are not heated".

use std::collections::BTreeSet;

use super::super::asked::Asked;
use super::super::form::{Predicate, Test};
use super::super::index::{COLUMNS_MAX, Prepared};
use super::shared::span;
use crate::lexicon::{Lexicon, Operator};

/// A test for each column of marks whose name the question has: the rows marked yes, or those
/// marked no where it denies.
pub(super) fn tests(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let wanted = !asked.any(&[Operator::Not]);
    let columns = (0..table.columns.len().min(COLUMNS_MAX)).filter_map(|at| u16::try_from(at).ok());
    columns
        .filter_map(|column| {
            let (start, end) = named(asked, table, column)?;
            let texts = marked(table, column, wanted)?;
            let mut rows: Vec<u32> = texts
                .iter()
                .flat_map(|text| table.rows_of(column, *text))
                .collect();
            rows.sort_unstable();
            Some(Predicate {
                column: Some(column),
                test: Test::Marked(texts),
                span: span(start, end),
                rows,
            })
        })
        .collect()
}

/// Where a question has at least half of a column's name, a word with content among it.
fn named(asked: &Asked<'_>, table: &Prepared, column: u16) -> Option<(usize, usize)> {
    let name = &table.columns[usize::from(column)].name;
    let tokens = &asked.question.tokens[..asked.length];
    let met = |stem: &String| tokens.iter().position(|token| token.stem == *stem);
    let places: Vec<usize> = name.iter().filter_map(met).collect();
    let content = places.iter().any(|at| asked.stops & (1 << at) == 0);
    if !content || places.len() * 2 < name.len() {
        return None;
    }
    let (first, last) = (*places.iter().min()?, *places.iter().max()?);
    // Words of a name may stand apart; a long stretch is not all its own.
    Some((first, (last + 1).min(first + name.len() + 2)))
}

/// The texts of a column's cells that say so; `None` where it has anything but marks.
fn marked(table: &Prepared, column: u16, wanted: bool) -> Option<Vec<u32>> {
    let index = &table.columns[usize::from(column)];
    let cells = &table.relation().columns[usize::from(column)].cells;
    let mut known = BTreeSet::new();
    let mut texts = Vec::new();
    for (text, cell) in index.cells.iter().zip(cells) {
        if table.texts[*text as usize].empty || !known.insert(*text) {
            continue;
        }
        if Lexicon::mark(&cell.text)? == wanted {
            texts.push(*text);
        }
    }
    (!texts.is_empty()).then_some(texts)
}
