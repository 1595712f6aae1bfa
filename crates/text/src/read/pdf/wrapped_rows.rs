//! Rows whose texts go on in the lines below them.

use super::column_names::nearest;
use super::lines::Line;
use super::table::{Row, cell_text};
use super::words::Word;

/// The words of a line by column.
pub(super) fn by_column<'l>(line: &'l Line, columns: &[(f32, f32)]) -> Vec<Vec<&'l Word>> {
    let mut cells: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    for word in &line.words {
        let column = nearest(columns, word.center());
        cells[column].push(word);
    }
    cells
}

/// The rows of lines between two rules: each begins with a line that fills the first column, or
/// most of the others.
pub(super) fn rows(lines: &[Line], columns: &[(f32, f32)]) -> Vec<Row> {
    let mut rows: Vec<Result<Vec<Vec<&Word>>, String>> = Vec::new();
    // Lines of a row that stand above the one with its first cell.
    let mut waiting: Vec<Vec<Vec<&Word>>> = Vec::new();
    for line in lines {
        let cells = by_column(line, columns);
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        if line.cells().len() == 1 && filled > 1 {
            rows.push(Err(line.text()));
            continue;
        }
        let begins = !cells[0].is_empty() || filled * 2 > columns.len();
        match rows.last_mut() {
            _ if begins => {
                let mut row = empty(columns);
                waiting
                    .drain(..)
                    .chain([cells])
                    .for_each(|part| append(&mut row, part));
                rows.push(Ok(row));
            }
            Some(Ok(row)) => append(row, cells),
            _ => waiting.push(cells),
        }
    }
    if !waiting.is_empty() {
        let mut row = empty(columns);
        waiting.into_iter().for_each(|part| append(&mut row, part));
        rows.push(Ok(row));
    }
    let told = |row: Result<Vec<Vec<&Word>>, String>| match row {
        Ok(cells) => Row::Cells(cells.iter().map(|cell| cell_text(cell)).collect()),
        Err(label) => Row::Label(label),
    };
    rows.into_iter().map(told).collect()
}

fn empty<'w>(columns: &[(f32, f32)]) -> Vec<Vec<&'w Word>> {
    vec![Vec::new(); columns.len()]
}

fn append<'w>(row: &mut [Vec<&'w Word>], more: Vec<Vec<&'w Word>>) {
    for (cell, words) in row.iter_mut().zip(more) {
        cell.extend(words);
    }
}
