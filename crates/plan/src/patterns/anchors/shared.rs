//! What all kinds of conditions need.

use super::super::asked::Asked;
use super::super::form::Compare;
use super::super::index::{Prepared, Shape};
use crate::lexicon::Operator;

/// Most numbers and dates of a question that are compared with.
pub(super) const NUMBERS_MAX: usize = 4;

/// The ways in which a question compares.
pub(super) fn compares(asked: &Asked<'_>) -> Vec<Compare> {
    use Operator::{After, AtLeast, AtMost, Before, Less, More, Not};
    let mut found = vec![Compare::Equal];
    if asked.any(&[More, After, Not]) {
        found.push(Compare::More);
    }
    if asked.any(&[AtLeast, More, After]) {
        found.push(Compare::AtLeast);
    }
    if asked.any(&[Less, Before, Not]) {
        found.push(Compare::Less);
    }
    if asked.any(&[AtMost, Less, Before]) {
        found.push(Compare::AtMost);
    }
    found
}

pub(super) fn sortable<'t>(
    table: &'t Prepared,
    shapes: &'t [Shape],
) -> impl Iterator<Item = u16> + 't {
    let columns = table.columns.iter().enumerate().take(64);
    columns
        .filter(|(_, column)| column.shape.is_some_and(|shape| shapes.contains(&shape)))
        .filter_map(|(at, _)| u16::try_from(at).ok())
}

pub(super) fn rows_where(table: &Prepared, passes: impl Fn(u32) -> bool) -> Vec<u32> {
    (0..table.rows)
        .filter(|row| passes(*row) && !table.is_total(*row))
        .collect()
}

pub(super) fn span(start: usize, end: usize) -> (u8, u8) {
    let small = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
    (small(start), small(end))
}
