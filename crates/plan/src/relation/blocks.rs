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

#[cfg(test)]
mod tests {
    use text::Language;
    use text::table::{Grid, GridCell};

    use super::super::Relation;
    use super::width_of_blocks;

    #[test]
    fn names_that_come_again_are_blocks() {
        let paths = |names: &[&str]| -> Vec<Vec<String>> {
            let path = |name: &&str| Vec::from_iter((!name.is_empty()).then(|| (*name).to_owned()));
            names.iter().map(path).collect()
        };
        let width = |names: &[&str]| {
            let paths = paths(names);
            width_of_blocks(paths.iter().map(Vec::as_slice))
        };
        assert_eq!(width(&["", "Stores", "", "Stores"]), Some(2));
        assert_eq!(
            width(&["State", "Stores", "State", "Stores", "State", "Stores"]),
            Some(2)
        );
        assert_eq!(width(&["", "2019", "2018"]), None);
        assert_eq!(
            width(&["", "2019", "2018", "2019", "2018"]),
            None,
            "one column of labels"
        );
        assert_eq!(width(&["", "", "", ""]), None, "nothing is named");
        assert_eq!(width(&["Share", "Share"]), None, "a block has two columns");
    }

    #[test]
    fn blocks_stand_below_each_other() {
        let rows = [
            ["State", "Stores", "State", "Stores"],
            ["Alabama", "11", "Nebraska", "5"],
            ["Alaska", "2", "Nevada", "9"],
            ["Arizona", "22", "", ""],
        ];
        let (mut text, mut cells) = (String::new(), Vec::new());
        for (row, written) in (0..).zip(rows) {
            for (column, cell) in (0..).zip(written) {
                let span = text::Span::new(text.len(), text.len() + cell.len());
                text.push_str(cell);
                text.push('\n');
                if !cell.is_empty() {
                    cells.push(GridCell::new(span, row, column));
                }
            }
        }
        let grid = Grid {
            header_rows: 1,
            rows: 4,
            columns: 4,
            cells,
            ..Grid::default()
        };
        let relation = Relation::new("t", &grid.into_table(&text, Language::En), &text);
        let names: Vec<&str> = relation.columns.iter().map(|of| of.name.as_str()).collect();
        assert_eq!(names, ["state", "stores"]);
        let column = |at: usize| -> Vec<&str> {
            let cells = relation.columns[at].cells.iter();
            cells.map(|cell| cell.text.as_str()).collect()
        };
        assert_eq!(
            column(0),
            ["Alabama", "Alaska", "Arizona", "Nebraska", "Nevada"]
        );
        assert_eq!(column(1), ["11", "2", "22", "5", "9"]);
        let from: Vec<u32> = relation.rows.iter().map(|row| row.source).collect();
        assert_eq!(from, [0, 1, 2, 0, 1], "rows of the printed table");
    }
}
