//! Where the columns of a table without ruled lines begin and end.

use super::lines::{Cell, Line};
use super::values::{is_list_marker, is_value};
use super::words::Word;

/// Rows that show a strip between values and their units at least.
const UNIT_ROWS_MIN: usize = 6;
/// Width of that strip at least, in sizes: less than a space, since it is there in
/// every row.
const UNIT_GAP_MIN: f32 = 0.1;

/// Columns from the rows of the commonest cell count, the smaller one of two:
/// words driven apart in a cell make false cells, never too few. `hang` tells lines
/// that leave cells of the row above empty, which say nothing of their number.
pub(super) fn columns(
    lines: &[Line],
    cells: &[Vec<Cell>],
    kinds: &[StripKind],
    hang: &[bool],
) -> Vec<(f32, f32)> {
    let rows: Vec<&Vec<Cell>> = cells
        .iter()
        .zip(kinds)
        .zip(hang)
        .filter(|((cells, kind), hangs)| **kind != StripKind::Single && cells.len() > 1 && !**hangs)
        .map(|((cells, _), _)| cells)
        .collect();
    let mut counts: Vec<usize> = rows.iter().map(|cells| cells.len()).collect();
    counts.sort_unstable();
    let frequency = |count: usize| counts.iter().filter(|other| **other == count).count();
    let best = counts
        .iter()
        .copied()
        .rev()
        .max_by_key(|&count| (frequency(count), std::cmp::Reverse(count)));
    let Some(best) = best else { return Vec::new() };
    let best = wider(lines, cells, kinds, best);
    let mut columns: Vec<(f32, f32)> = Vec::new();
    for row in rows.iter().filter(|cells| cells.len() == best) {
        if columns.is_empty() {
            columns = row.iter().map(|cell| (cell.x0, cell.x1)).collect();
        }
        for (column, cell) in columns.iter_mut().zip(row.iter()) {
            if cell.x0 < column.1 && column.0 < cell.x1 {
                *column = (column.0.min(cell.x0), column.1.max(cell.x1));
            }
        }
    }
    apart(columns)
}

/// Rows that show more columns than most others at least.
const WIDER_ROWS_MIN: usize = 2;

/// The number of cells of rows that have more values side by side than the
/// commonest rows have cells, where there are such: shares of two years out of
/// three leave a column empty.
fn wider(lines: &[Line], cells: &[Vec<Cell>], kinds: &[StripKind], best: usize) -> usize {
    let values = |at: usize| {
        let value = |cell: &&Cell| match &lines[at].words[cell.start..cell.end] {
            [only] => is_value(&only.text) && only.text.contains(|c: char| c.is_ascii_digit()),
            // A share with its sign apart.
            [only, sign] => is_value(&only.text) && &*sign.text == "%",
            _ => false,
        };
        cells[at].iter().filter(value).count()
    };
    let mut counts: Vec<usize> = (0..cells.len())
        .filter(|&at| kinds[at] == StripKind::Data && cells[at].len() > best)
        .filter(|&at| values(at) + 1 >= cells[at].len() && values(at) > 1)
        .map(|at| cells[at].len())
        .collect();
    counts.sort_unstable();
    let most = counts
        .chunk_by(|a, b| a == b)
        .filter(|same| same.len() >= WIDER_ROWS_MIN);
    most.map(|same| same[0]).max().unwrap_or(best)
}

/// Parts columns of a value and a word after it, printed closely, where the strip
/// between the two stays white down all rows.
pub(super) fn part_units(lines: &[Line], columns: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let part = |column: (f32, f32)| match unit_strip(lines, column) {
        Some((left, right)) => vec![(column.0, left), (right, column.1)],
        None => vec![column],
    };
    columns.into_iter().flat_map(part).collect()
}

/// Rows that show strips between values in one column at least.
const VALUE_ROWS_MIN: usize = 3;

/// Parts columns of figures that are printed as closely as words, where each row
/// has as many and the strips between them stay white. Groups of three figures
/// after a blank are thousands of one number.
pub(super) fn part_values(lines: &[Line], columns: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let part = |column: (f32, f32)| value_columns(lines, column).unwrap_or_else(|| vec![column]);
    columns.into_iter().flat_map(part).collect()
}

fn value_columns(lines: &[Line], column: (f32, f32)) -> Option<Vec<(f32, f32)>> {
    let figure = |word: &&Word| word.text.contains(|c: char| c.is_ascii_digit());
    let rows: Vec<Vec<&Word>> = lines
        .iter()
        .filter(|line| line.cells().len() > 1)
        .map(|line| {
            let words = line.words.iter();
            let inside = words.filter(|w| column.0 <= w.center() && w.center() <= column.1);
            inside.collect()
        })
        .filter(|words: &Vec<&Word>| !words.is_empty())
        .collect();
    let valued = |words: &&Vec<&Word>| words.iter().all(|word| is_value(&word.text));
    let filled: Vec<&Vec<&Word>> = rows.iter().filter(valued).collect();
    let count = filled.iter().map(|words| words.len()).max()?;
    let full: Vec<&&Vec<&Word>> = filled.iter().filter(|row| row.len() == count).collect();
    let clear = count > 1
        && full.len() >= VALUE_ROWS_MIN
        && full.len() * 10 >= rows.len() * 7
        && full
            .iter()
            .all(|row| row.iter().filter(|word| figure(word)).count() * 2 > count);
    if !clear {
        return None;
    }
    let place = |at: usize| {
        let left = full.iter().map(|row| row[at].x0).fold(f32::MAX, f32::min);
        let right = full.iter().map(|row| row[at].x1).fold(f32::MIN, f32::max);
        (left, right)
    };
    let places: Vec<(f32, f32)> = (0..count).map(place).collect();
    let size = lines.first()?.size;
    let parted = places
        .windows(2)
        .all(|pair| pair[1].0 - pair[0].1 > UNIT_GAP_MIN * size);
    let thousands = (1..count).any(|at| {
        full.iter()
            .all(|row| is_group(&row[at].text) && row[at - 1].text.len() <= 4)
    });
    (parted && !thousands).then_some(places)
}

/// Three figures, perhaps with a fraction: what follows a blank between thousands.
fn is_group(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3 && (word.len() == 3 || word[3..].starts_with([',', '.']))
}

/// A value that a unit may follow: the number before an item is none.
pub(super) fn is_amount(word: &str) -> bool {
    is_value(word) && !is_list_marker(word)
}

/// The strip between values and units in a column of them.
fn unit_strip<'l>(lines: &'l [Line], column: (f32, f32)) -> Option<(f32, f32)> {
    let inside = |line: &'l Line| -> Vec<&'l Word> {
        let words = line.words.iter();
        words
            .filter(|word| column.0 <= word.center() && word.center() <= column.1)
            .collect()
    };
    let rows: Vec<Vec<&Word>> = lines.iter().map(inside).collect();
    let pairs: Vec<&Vec<&Word>> = rows
        .iter()
        .filter(|words| words.len() > 1 && is_amount(&words[0].text) && !is_amount(&words[1].text))
        .collect();
    let filled = rows.iter().filter(|words| !words.is_empty()).count();
    // What is the same in each row, as a company's name before those of its
    // subsidiaries, is no amount.
    let varies = pairs.iter().any(|words| words[0].text != pairs[0][0].text);
    if !varies || pairs.len() < UNIT_ROWS_MIN || pairs.len() * 10 < filled * 7 {
        return None;
    }
    let left = pairs
        .iter()
        .map(|words| words[0].x1)
        .fold(f32::MIN, f32::max);
    let right = pairs
        .iter()
        .map(|words| words[1].x0)
        .fold(f32::MAX, f32::min);
    let size = lines.first()?.size;
    // Units that all begin at one place are a column; after a number they begin
    // where it ends.
    let begins = pairs
        .iter()
        .map(|words| words[1].x0)
        .fold(f32::MIN, f32::max);
    let level = begins - right < 0.15 * size;
    (level && right - left > UNIT_GAP_MIN * size).then_some((left, right))
}

/// Cuts overlapping columns at the middle of their overlap.
fn apart(mut columns: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    for index in 1..columns.len() {
        if columns[index - 1].1 > columns[index].0 {
            let middle = (columns[index - 1].1 + columns[index].0) / 2.0;
            columns[index - 1].1 = middle;
            columns[index].0 = middle;
        }
    }
    columns
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StripKind {
    /// Several cells, some of them values.
    Data,
    /// Several cells, all of words.
    Texts,
    /// One cell, or a line that cannot be part of a table.
    Single,
}
