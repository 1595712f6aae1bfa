//! Rows set apart by white space, each of which takes several lines.
//!
//! In a table of texts a row may have as many lines as its longest cell, and nothing but a
//! wider step tells where the next one begins. Several such rows in turn, whose first lines
//! begin in the same places, say so.

use super::lines::{Cell, Line};
use super::row_print::CELL_WORDS_MAX;
use super::values::is_value;
use super::words::Word;

/// Rows in turn that show it, at least.
const ROWS_MIN: usize = 3;
/// Cells of the first line of a row, at least.
const CELLS_MIN: usize = 3;
/// Lines of a row, at most.
const LINES_MAX: usize = 16;
/// Lines of one row are no farther apart, in sizes...
const CLOSE: f32 = 1.5;
/// ...and the next row is farther by so much.
const APART: f32 = 1.25;
/// Places that are one, in points.
const SAME_PLACE: f32 = 3.0;
/// Lines of a cell may be set in by so many sizes.
const SET_IN: f32 = 2.5;

/// For each line, whether it belongs to the row whose first line is above it.
pub(super) fn rest_of_rows(lines: &[Line], cells: &[Vec<Cell>]) -> Vec<bool> {
    let mut flags = vec![false; lines.len()];
    let rows = rows(lines);
    let mut from = 0;
    while from < rows.len() {
        let alike = |pair: &&[std::ops::Range<usize>]| {
            is_row(lines, cells, &pair[1])
                && begin_alike(&cells[pair[0].start], &cells[pair[1].start])
        };
        let first = is_row(lines, cells, &rows[from]);
        let more = rows[from..].windows(2).take_while(alike).count();
        let end = from + 1 + if first { more } else { 0 };
        let several = rows[from..end].iter().filter(|row| row.len() > 1).count();
        if end - from >= ROWS_MIN && several > 1 {
            let all = rows[from..end].iter();
            all.for_each(|row| flags[row.start + 1..row.end].fill(true));
        }
        from = end;
    }
    flags
}

/// Lines that stand close to each other, and apart from all others.
fn rows(lines: &[Line]) -> Vec<std::ops::Range<usize>> {
    let mut rows: Vec<std::ops::Range<usize>> = Vec::new();
    for at in 0..lines.len() {
        let step = |at: usize| lines[at].y - lines[at - 1].y;
        let close = |at: usize| step(at) <= CLOSE * lines[at].size && step(at) > 0.0;
        match rows.last_mut() {
            Some(row) if close(at) && !is_below_names(lines, at) => row.end = at + 1,
            _ => rows.push(at..at + 1),
        }
    }
    // A row of one line says nothing of its step; one that stands closer to the next than
    // APART is none.
    let steps = |row: &std::ops::Range<usize>| {
        (row.start + 1..row.end)
            .map(|at| lines[at].y - lines[at - 1].y)
            .fold(0.0, f32::max)
    };
    let widest = rows.iter().map(steps).fold(0.0, f32::max);
    rows.retain(|row| {
        let apart = || lines[row.start].y - lines[row.start - 1].y > APART * widest;
        let before = row.start == 0 || is_below_names(lines, row.start) || apart();
        before && row.len() <= LINES_MAX
    });
    rows
}

/// Whether a line that is not bold comes below one that is: a row below names of columns.
fn is_below_names(lines: &[Line], at: usize) -> bool {
    at > 0 && lines[at - 1].is_bold() && !lines[at].is_bold()
}

/// A first line of several cells, and below it lines that go on in some of them.
fn is_row(lines: &[Line], cells: &[Vec<Cell>], row: &std::ops::Range<usize>) -> bool {
    let first = &cells[row.start];
    let words = |at: usize, cell: &Cell| -> Vec<&Word> {
        lines[at].words[cell.start..cell.end].iter().collect()
    };
    let short = first
        .iter()
        .all(|cell| cell.end - cell.start <= CELL_WORDS_MAX);
    let goes_on = |at: usize| {
        cells[at].len() <= first.len()
            && cells[at].iter().all(|cell| {
                let above = first.iter().rfind(|other| other.x0 < cell.x0 + SAME_PLACE);
                above.is_some_and(|above| {
                    let values = words(at, cell).iter().all(|word| is_value(&word.text));
                    let figures = words(row.start, above).iter().all(|word| is_value(&word.text));
                    cell.x0 - above.x0 < SET_IN * lines[at].size && !(values && figures)
                })
            })
            // The label alone goes on only beside another cell's text.
            && (cells[at].len() > 1 || cells[at].iter().all(|cell| cell.x0 > first[0].x1))
    };
    first.len() >= CELLS_MIN && short && (row.start + 1..row.end).all(goes_on)
}

/// Most cells of two first lines begin at the same places.
fn begin_alike(a: &[Cell], b: &[Cell]) -> bool {
    let same = |cell: &&Cell| {
        a.iter()
            .any(|other| (other.x0 - cell.x0).abs() < SAME_PLACE)
    };
    b.iter().filter(same).count() * 10 >= a.len().max(b.len()) * 6
}
