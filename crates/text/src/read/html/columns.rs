//! The rows of a table as columns: cells over several of them, and cells that reach down.

use super::cells::Place;
use super::tree::{NodeId, Tree};
use crate::read::flow::Piece;

/// Most columns of a table; further cells are joined to the last.
const COLUMNS_MAX: usize = 256;

/// A cell over several rows is repeated when it has at most this many bytes.
pub const REPEATED_BYTES_MAX: usize = 200;

/// A row of a table.
pub struct Row {
    pub cells: Vec<NodeId>,
    /// It names the columns.
    pub is_header: bool,
}

/// One column of a row.
pub struct Column {
    pub line: Piece,
    /// It belongs to the cell before it.
    pub continues: bool,
    pub place: Place,
}

/// Cells that reach down into the rows below, by column.
#[derive(Default)]
pub struct Grid {
    /// Rows still to fill, and with what.
    reaching: Vec<(usize, String)>,
}

impl Grid {
    /// The columns of a row; `line` gives a cell's content as one line.
    pub fn row(&mut self, tree: &Tree, row: &Row, line: impl Fn(NodeId) -> Piece) -> Vec<Column> {
        let mut columns = Vec::new();
        for &cell in &row.cells {
            self.fill(&mut columns);
            let wide = span(tree, cell, "colspan", COLUMNS_MAX);
            let high = span(tree, cell, "rowspan", usize::MAX);
            let content = line(cell);
            self.reach(columns.len(), wide, high, &content);
            put(&mut columns, content);
            for _ in 1..wide.min(COLUMNS_MAX.saturating_sub(columns.len())) {
                columns.push(Column {
                    line: Piece::default(),
                    continues: true,
                    place: Place::Right,
                });
            }
        }
        self.fill(&mut columns);
        columns
    }

    /// Adds the cells from above that come next.
    fn fill(&mut self, columns: &mut Vec<Column>) {
        while let Some((rows, text)) = self.reaching.get_mut(columns.len())
            && *rows > 0
        {
            *rows -= 1;
            columns.push(Column {
                line: Piece {
                    text: text.clone(),
                    ..Piece::default()
                },
                continues: text.is_empty(),
                place: Place::Down,
            });
        }
    }

    fn reach(&mut self, column: usize, wide: usize, high: usize, line: &Piece) {
        if high < 2 {
            return;
        }
        let end = (column + wide).min(COLUMNS_MAX);
        if self.reaching.len() < end {
            self.reaching.resize(end, (0, String::new()));
        }
        for at in column..end {
            let repeated = at == column && line.text.len() <= REPEATED_BYTES_MAX;
            let text = if repeated { line.text.as_str() } else { "" };
            self.reaching[at] = (high - 1, text.to_owned());
        }
    }
}

/// Adds a cell; beyond the last column, what would be lost is joined to it.
fn put(columns: &mut Vec<Column>, line: Piece) {
    if columns.len() < COLUMNS_MAX {
        columns.push(Column {
            line,
            continues: false,
            place: Place::Own,
        });
    } else if let Some(last) = columns.last_mut().filter(|_| !line.text.is_empty()) {
        last.line.text.push(' ');
        last.line.text.push_str(&line.text);
    }
}

/// How many columns or rows a cell takes, from 1; 0 means all that follow.
fn span(tree: &Tree, cell: NodeId, name: &str, max: usize) -> usize {
    let written = tree
        .attribute(cell, name)
        .and_then(|value| value.trim().parse().ok());
    match written {
        Some(0) if name == "rowspan" => max,
        Some(count) => std::cmp::Ord::clamp(count, 1, max),
        None => 1,
    }
}
