//! Lines of one text between the rows of a grid that no line parts: the rest of the row
//! above, the beginning of the row below, or a heading.
//!
//! A label that takes several lines has its figures in the first of them or in the last,
//! as the page's author liked it.

use super::row_print::is_full;
use super::ruled_band::{filled, is_data};
use super::words::Word;

/// A line's words by column.
type Cells<'w> = Vec<Vec<&'w Word>>;

/// Where a line of one text belongs.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tail {
    /// The row above goes on in it.
    Above,
    /// It goes on in the line below.
    Below,
    /// Neither.
    Alone,
}

/// The rows of lines given from the top.
pub(super) fn rows_with_tails(parts: Vec<Cells<'_>>) -> Vec<Cells<'_>> {
    let tails: Vec<Option<Tail>> = (0..parts.len()).map(|at| tail(&parts, at)).collect();
    let mut rows: Vec<Cells<'_>> = Vec::new();
    // The line before goes on in this one.
    let mut open = false;
    for (part, tail) in parts.into_iter().zip(tails) {
        let joins = open || tail == Some(Tail::Above);
        match rows.last_mut().filter(|_| joins) {
            Some(row) => row
                .iter_mut()
                .zip(part)
                .for_each(|(cell, more)| cell.extend(more)),
            None => rows.push(part),
        }
        open = tail == Some(Tail::Below);
    }
    rows
}

/// What a line of one text is; `None` for any other.
fn tail(parts: &[Cells<'_>], at: usize) -> Option<Tail> {
    let part = &parts[at];
    if filled(part) != 1 || is_data(part) {
        return None;
    }
    let column = part.iter().position(|cell| !cell.is_empty())?;
    let before = at.checked_sub(1).map(|above| &parts[above][column]);
    let after = parts.get(at + 1).map(|below| &below[column]);
    // What stands beside labels belongs to the label above it.
    if column > 0 && parts.iter().any(|other| !other[0].is_empty()) {
        return Some(Tail::Above);
    }
    let own = &part[column];
    let begins_within = |words: &Vec<&Word>| {
        let first = words.first().and_then(|word| word.text.chars().next());
        first.is_some_and(|first| first.is_lowercase() || first == '(')
    };
    let full = |line: Option<&Vec<&Word>>, next: Option<&Vec<&Word>>| {
        let ends = line.and_then(|words| words.last());
        let first = next.and_then(|words| words.first());
        matches!((ends, first), (Some(last), Some(next)) if found_no_room(parts, column, last, next))
    };
    let (above, below) = (full(before, Some(own)), full(Some(own), after));
    Some(match (above, below) {
        _ if before.is_some() && begins_within(own) => Tail::Above,
        _ if after.is_some_and(begins_within) => Tail::Below,
        (true, _) => Tail::Above,
        (false, true) => Tail::Below,
        (false, false) => Tail::Alone,
    })
}

/// Whether a text of a column ended after `last` because `next` found no room there, where
/// the column's other texts end. The longest of them tells nothing.
fn found_no_room(parts: &[Cells<'_>], column: usize, last: &Word, next: &Word) -> bool {
    let others = parts.iter().filter_map(|part| part[column].last());
    let others = others.filter(|other| !std::ptr::eq(**other, last));
    let right = others.map(|other| other.x1).fold(f32::MIN, f32::max);
    last.x1 <= right && is_full(last, next, right)
}
