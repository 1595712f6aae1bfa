//! Whether a table goes on from the one before it, and what it takes over.

use super::table::PageTable;
use crate::lexicon::WordList;
use crate::table::{Grid, GridCell};

/// The header cells of a table, its own or those of the one that names it.
pub(super) fn names_of(parts: &[Grid]) -> Vec<GridCell> {
    let Some(first) = parts.first() else {
        return Vec::new();
    };
    let header = first.cells.iter();
    let header = header.take_while(|cell| cell.row < first.header_rows);
    match first.header_rows {
        0 => first.named_by.clone(),
        _ => header.copied().collect(),
    }
}

/// Whether a table under `title` goes on from one called `above`: but for the
/// numbers of pages and a word that says so, both are the same.
pub(super) fn is_same_title(above: Option<&str>, title: &str) -> bool {
    let letters = |title: &str| -> String {
        let folded = crate::folded(title);
        folded.chars().filter(|c| c.is_alphabetic()).collect()
    };
    let (above, title) = (letters(above.unwrap_or_default()), letters(title));
    above == title
        || WordList::Continued
            .words()
            .iter()
            .any(|word| title.ends_with(word) || title.starts_with(word))
}

/// The columns of a table stand under those of the last one.
pub(super) fn in_line(before: &[(f32, f32)], table: &PageTable) -> bool {
    before.len() == table.columns.len()
        && before.iter().zip(&table.columns).all(|(a, b)| {
            let overlap = a.1.min(b.1) - a.0.max(b.0);
            overlap > 0.4 * (a.1 - a.0).min(b.1 - b.0)
        })
}

/// Edges of columns that are one differ by less, in points.
const SAME_EDGE: f32 = 3.0;

/// The columns of a table share an edge or their middles with those of the last one.
pub(super) fn in_place(before: &[(f32, f32)], table: &PageTable) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SAME_EDGE;
    let same = |(a, b): (&(f32, f32), &(f32, f32))| {
        near(a.0, b.0) || near(a.1, b.1) || near((a.0 + a.1) / 2.0, (b.0 + b.1) / 2.0)
    };
    let mut pairs = before.iter().zip(&table.columns).skip(1);
    before.len() > 1 && in_line(before, table) && pairs.all(same)
}
