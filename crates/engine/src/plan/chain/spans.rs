//! Cells that go on over several rows: a territory printed once, before the first of its
//! constructions. The rows below it have nothing in its column, and mean the same.

use std::collections::BTreeSet;

use super::{Cell, Chain, Row};
use crate::plan::shelf::Book;

/// Columns at the left that may say what several rows are of.
const KEY_COLUMNS: usize = 2;
/// Groups of rows at least.
const GROUPS_MIN: usize = 2;
/// Share of the groups that hold a name of another group in the next column, at least.
const ALIKE_MIN: f64 = 0.6;
/// Cells that repeat the one above.
const DITTO: &[&str] = &[
    "\"", "″", "''", "„", "”", "ditto", "do.", "idem", "íd.", "dto.",
];

/// Repeats in the rows below what stands once for all of them.
pub fn fill(chain: &mut Chain, book: &Book) {
    repeat_marked(chain, book);
    for at in 0..KEY_COLUMNS {
        if !goes_on(chain, at) {
            break;
        }
        let mut above: Option<Cell> = None;
        for row in &mut chain.rows {
            let starts_anew = row.opens || row.cells[..at].iter().any(|cell| cell.span.is_empty());
            let Some(cell) = row.cells.get_mut(at) else {
                continue;
            };
            match above {
                Some(known) if cell.span.is_empty() && !starts_anew => *cell = known,
                _ => above = (!cell.span.is_empty()).then_some(*cell),
            }
        }
    }
}

/// Puts what stands above in the place of a mark that says so.
fn repeat_marked(chain: &mut Chain, book: &Book) {
    for at in 1..chain.rows.len() {
        let (before, rest) = chain.rows.split_at_mut(at);
        let (Some(above), Some(row)) = (before.last(), rest.first_mut()) else {
            continue;
        };
        for (cell, known) in row.cells.iter_mut().zip(&above.cells) {
            if is_ditto(book.text(cell.span)) {
                *cell = *known;
            }
        }
    }
}

fn is_ditto(text: &str) -> bool {
    // The longest mark; most cells need no look.
    text.len() <= "ditto".len() && DITTO.contains(&text.to_lowercase().as_str())
}

/// True where the rows fall into groups by a column of which only the first row of each is
/// filled: the next column says what tells the rows of a group apart, and says much the same in
/// the next group.
fn goes_on(chain: &Chain, at: usize) -> bool {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for row in chain.rows.iter().filter(|row| !row.opens) {
        let Some(name) = filled(row, at + 1) else {
            return false;
        };
        match (filled(row, at), groups.last_mut()) {
            (Some(_), _) => groups.push(vec![name.text]),
            (None, Some(group)) => group.push(name.text),
            (None, None) => return false,
        }
    }
    let several = groups.iter().filter(|group| group.len() > 1).count();
    // In most tables every row is filled.
    if groups.len() < GROUPS_MIN || several < GROUPS_MIN {
        return false;
    }
    let sets: Vec<BTreeSet<usize>> = groups.iter().map(|g| g.iter().copied().collect()).collect();
    // Within a group each row has a name of its own.
    let distinct = groups
        .iter()
        .zip(&sets)
        .all(|(g, set)| g.len() == set.len());
    let shared = |at: &usize| {
        let mut others = sets.iter().enumerate().filter(|(other, _)| other != at);
        others.any(|(_, other)| !other.is_disjoint(&sets[*at]))
    };
    let alike = (0..sets.len()).filter(shared).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of groups")]
    let share = alike as f64 / groups.len().max(1) as f64;
    distinct && share >= ALIKE_MIN
}

/// A cell of a row, where something stands in it.
fn filled(row: &Row, at: usize) -> Option<&Cell> {
    row.cells.get(at).filter(|cell| !cell.span.is_empty())
}
