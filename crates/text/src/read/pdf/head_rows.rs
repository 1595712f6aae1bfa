//! Names of columns that were taken for rows.
//!
//! Where lines above the names look like rows, the names are found by what they
//! are not: the cells below them are figures, and theirs are words.

use std::ops::Range;

use super::periods::is_period;
use super::table::{self, PageTable, Row};
use super::values::is_value;

/// Names stand in one of so many first rows.
const ROWS_MAX: usize = 6;
/// Share of a column's cells that are values where it is one of values.
const VALUES_SHARE: f32 = 0.6;

/// Makes a row of words over rows of values the header of a table without one;
/// what stands above it is a caption.
pub(super) fn find_header(table: &mut PageTable) {
    if !table.header.is_empty() || table.rows.len() < 4 {
        return;
    }
    let valued = value_columns(table);
    if valued.is_empty() {
        return;
    }
    let first = table
        .rows
        .iter()
        .take(ROWS_MAX)
        .position(|row| has_values(row, &valued));
    let Some(names) = first.and_then(|first| first.checked_sub(1)) else {
        return;
    };
    if !names_all(&table.rows[names], &valued, table.columns.len()) {
        return;
    }
    // Names over several columns stand right above.
    let upper = table.rows[..names].iter().rev();
    let upper = upper
        .take_while(|row| matches!(row, Row::Cells(_)) && row.filled() > 1)
        .count();
    let rows: Vec<Row> = table.rows.drain(..=names).collect();
    table.indents.drain(..rows.len().min(table.indents.len()));
    let (captions, header) = rows.split_at(names - upper);
    table.caption.extend(captions.iter().map(text));
    let lines: Vec<Vec<(Range<usize>, String)>> = header.iter().map(line).collect();
    let mut parts = vec![Vec::new(); table.columns.len()];
    for (columns, text) in lines.iter().flatten().filter(|(_, text)| !text.is_empty()) {
        parts[columns.start].push(text.clone());
    }
    table.header = parts.iter().map(|parts| parts.join(" ")).collect();
    table.names = table::names(&lines);
}

/// The columns that hold values in most rows.
fn value_columns(table: &PageTable) -> Vec<usize> {
    let share = |column: &usize| {
        let cells = table.rows.iter().filter_map(|row| cell(row, *column));
        let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        let values = cells.iter().filter(|cell| is_figure(cell)).count();
        values > 2 && values as f32 >= VALUES_SHARE * cells.len() as f32
    };
    (0..table.columns.len()).filter(share).collect()
}

/// A value that is no year or date.
fn is_figure(text: &str) -> bool {
    is_value(text) && !is_period(text)
}

fn cell(row: &Row, column: usize) -> Option<&str> {
    match row {
        Row::Cells(cells) => cells.get(column).map(String::as_str),
        Row::Label(_) => None,
    }
}

fn has_values(row: &Row, valued: &[usize]) -> bool {
    let value = |column: &&usize| cell(row, **column).is_some_and(is_figure);
    valued.iter().filter(value).count() * 2 > valued.len()
}

/// A name for each column of values, and for nearly all columns.
fn names_all(row: &Row, valued: &[usize], width: usize) -> bool {
    let named = |column: &usize| {
        cell(row, *column).is_some_and(|text| !text.is_empty() && !is_figure(text))
    };
    valued.iter().all(named) && row.filled() + 1 >= width
}

fn text(row: &Row) -> String {
    match row {
        Row::Label(text) => text.clone(),
        Row::Cells(cells) => {
            let filled = cells.iter().filter(|cell| !cell.is_empty());
            filled.map(String::as_str).collect::<Vec<_>>().join(" ")
        }
    }
}

fn line(row: &Row) -> Vec<(Range<usize>, String)> {
    match row {
        Row::Cells(cells) => {
            let cells = cells.iter().enumerate();
            cells.map(|(at, cell)| (at..at + 1, cell.clone())).collect()
        }
        Row::Label(_) => Vec::new(),
    }
}
