//! Tables printed in several blocks side by side.
//!
//! Lists that are long and narrow are often set in two or three blocks, each with the same
//! names: `State | Stores | State | Stores`. Their rows are rows of one relation.

use text::table::{Column, ColumnKind};

use super::{Relation, RelationRow};

/// Columns of one block, where the names of all columns come again block by block.
///
/// `paths` are the printed names. A block has two columns at least, of which one has a name.
pub fn width_of_blocks<'p>(paths: impl ExactSizeIterator<Item = &'p [String]>) -> Option<usize> {
    let paths: Vec<&[String]> = paths.collect();
    let comes_again = |width: &usize| {
        let (first, rest) = paths.split_at(*width);
        let named = first.iter().any(|path| !path.is_empty());
        named && paths.len().is_multiple_of(*width) && rest.chunks(*width).all(|next| next == first)
    };
    (2..=paths.len() / 2).find(comes_again)
}

/// As [`width_of_blocks`], where each block opens with a column of texts.
pub(super) fn width(columns: &[Column]) -> Option<usize> {
    let width = width_of_blocks(columns.iter().map(|column| column.path.as_slice()))?;
    let labels = |at: usize| columns[at].kind == ColumnKind::Text;
    let labelled = (0..columns.len()).step_by(width).all(labels);
    // Labels beside texts are two columns of labels.
    let values = (0..columns.len()).any(|at| !labels(at));
    (labelled && values).then_some(width)
}

/// The same with its blocks of `width` columns below each other, from the left.
pub(super) fn below_each_other(mut relation: Relation, width: usize) -> Relation {
    let rows = std::mem::take(&mut relation.rows);
    let mut blocks = std::mem::take(&mut relation.columns).into_iter();
    let mut columns: Vec<_> = blocks.by_ref().take(width).collect();
    let mut all: Vec<RelationRow> = rows.clone();
    let rest: Vec<_> = blocks.collect();
    for block in rest.chunks(width) {
        for (at, row) in rows.iter().enumerate() {
            let cells = || block.iter().map(|column| column.cells.get(at));
            // The last block is often shorter. Without cells loaded nothing says so.
            let empty = cells().all(|cell| cell.is_some_and(|cell| cell.text.is_empty()));
            if empty {
                continue;
            }
            all.push(row.clone());
            for (column, cell) in columns.iter_mut().zip(cells()) {
                column.cells.extend(cell.cloned());
            }
        }
    }
    Relation {
        columns,
        rows: all,
        ..relation
    }
}
