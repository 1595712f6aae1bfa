//! The cells of a page's table where they stand in canonical text.
//!
//! The text shows a header as one line, with a name over several columns
//! repeated in each; its cells are found in that line again, so that every span
//! holds exactly what the cell says.

use std::ops::Range;

use super::table::{Area, Name, PageTable, Row};
use super::values::{is_value, value_share};
use crate::Span;
use crate::row::BETWEEN_CELLS;
use crate::table::{Grid, GridCell};

/// Cells joined by ` | ` without the white space around, and where each stands.
pub(super) fn joined(cells: &[String]) -> (String, Vec<Range<usize>>) {
    let mut line = String::new();
    let mut places = Vec::with_capacity(cells.len());
    for (column, cell) in cells.iter().enumerate() {
        if column > 0 {
            line.push_str(BETWEEN_CELLS);
        }
        let cell = cell.trim().replace('\n', " ");
        places.push(line.len()..line.len() + cell.len());
        line.push_str(&cell);
    }
    let lead = line.len() - line.trim_start().len();
    for place in &mut places {
        *place = place.start.saturating_sub(lead)..place.end.saturating_sub(lead);
    }
    let length = line.trim_end().len();
    line.truncate(length);
    line.drain(..lead);
    (line, places)
}

/// Fills a grid with the header of a table; its line, with the columns at
/// `places`, stands at `start`.
pub(super) fn add_header(
    grid: &mut Grid,
    table: &PageTable,
    start: usize,
    places: &[Range<usize>],
) {
    let whole: Vec<Name>;
    let names = if table.names.is_empty() {
        whole = one_each(&table.header);
        &whole
    } else {
        &table.names
    };
    let mut cells: Vec<GridCell> = names
        .iter()
        .filter_map(|name| name_cell(name, table, start, places))
        .collect();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let rows = cells.iter().map(|cell| cell.row + cell.rows).max();
    grid.header_rows = rows.unwrap_or(0);
    grid.rows = grid.header_rows;
    grid.cells = cells;
}

fn one_each(header: &[String]) -> Vec<Name> {
    let name = |(column, text): (usize, &String)| Name {
        text: text.clone(),
        area: Area {
            row: 0,
            column,
            rows: 1,
            columns: 1,
        },
    };
    let named = header.iter().enumerate().map(name);
    named.filter(|name| !name.text.trim().is_empty()).collect()
}

/// The cell of a name: where one of its columns says it.
fn name_cell(
    name: &Name,
    table: &PageTable,
    start: usize,
    places: &[Range<usize>],
) -> Option<GridCell> {
    let text = name.text.trim();
    let columns = name.area.column..name.area.column + name.area.columns;
    let place = columns.clone().find_map(|column| {
        let said = table.header.get(column)?.trim();
        let place = places.get(column)?;
        // A column's own name is its last text, a group's name its first.
        let at = match columns.len() {
            1 => said.rfind(text)?,
            _ => said.find(text)?,
        };
        Some(Span::new(
            start + place.start + at,
            start + place.start + at + text.len(),
        ))
    })?;
    Some(GridCell {
        rows: small(name.area.rows),
        columns: u16::try_from(name.area.columns).unwrap_or(u16::MAX),
        ..GridCell::new(
            place,
            small(name.area.row),
            u16::try_from(name.area.column).unwrap_or(u16::MAX),
        )
    })
}

/// Adds a row, whose line stands at `start`, with its cells at `places`. `index`
/// is its place among the rows of the table.
pub(super) fn add_row(
    grid: &mut Grid,
    table: &PageTable,
    index: usize,
    start: usize,
    places: &[Range<usize>],
) {
    let row = grid.rows;
    grid.rows += 1;
    grid.indents.resize(row as usize, f32::NAN);
    let indent = table.indents.get(index).copied();
    grid.indents.push(indent.unwrap_or(f32::NAN));
    let width = u16::try_from(table.columns.len()).unwrap_or(u16::MAX);
    if matches!(table.rows[index], Row::Label(_)) {
        let Some(place) = places.first() else { return };
        let span = Span::new(start + place.start, start + place.end);
        grid.cells.push(GridCell {
            columns: width.max(1),
            ..GridCell::new(span, row, 0)
        });
        return;
    }
    for (column, place) in places
        .iter()
        .enumerate()
        .filter(|(_, place)| !place.is_empty())
    {
        let span = Span::new(start + place.start, start + place.end);
        let at = |area: &&Area| area.row == index && area.column == column;
        let area = table.merged.iter().find(at);
        grid.cells.push(GridCell {
            rows: area.map_or(1, |area| small(area.rows)),
            columns: area.map_or(1, |area| u16::try_from(area.columns).unwrap_or(1)),
            ..GridCell::new(span, row, u16::try_from(column).unwrap_or(u16::MAX))
        });
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Rows from which texts that come again tell a column of kinds from chance.
const SORTED_ROWS_MIN: usize = 6;

/// Whether most of these texts were said before, as the states of a list of companies.
pub(super) fn come_again<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let mut filled: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    let count = filled.len();
    filled.sort_unstable();
    filled.dedup();
    count >= SORTED_ROWS_MIN && filled.len() > 1 && filled.len() * 2 <= count
}

/// Whether what was laid out in columns is a table: not the legend or axis of a
/// chart, a list of abbreviations, a form.
pub(super) fn is_table(table: &PageTable) -> bool {
    if table.ruled {
        return !is_box(table);
    }
    let rows: Vec<&Vec<String>> = table
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Cells(cells) => Some(cells),
            Row::Label(_) => None,
        })
        .collect();
    let column = |at: usize| {
        rows.iter()
            .filter_map(move |row| row.get(at).map(String::as_str))
    };
    let shares: Vec<f32> = (0..table.columns.len())
        .map(|at| value_share(column(at)))
        .collect();
    let named = !table.header.is_empty();
    let texts = shares.iter().filter(|share| **share < 0.5).count();
    // Texts that come again and again sort the rows that they stand in.
    let is_sorted = (1..table.columns.len()).any(|at| come_again(column(at)));
    // Labels beside texts; figures that nothing names.
    let is_form = !named
        && !is_sorted
        && table.columns.len() == 2
        && shares.last().is_some_and(|last| *last < 0.5);
    let is_bare = !named && texts == 0;
    // Texts side by side that nothing names, none of them a measure: `61 dB(A)`; labels
    // beside nothing.
    let is_measured = (1..shares.len()).any(|at| {
        let filled = column(at).filter(|cell| !cell.is_empty());
        let (figures, texts): (Vec<&str>, Vec<&str>) =
            filled.partition(|cell| cell.starts_with(|first: char| first.is_ascii_digit()));
        figures.len() > 1 && figures.len() > texts.len()
    });
    let is_layout = !named && texts == shares.len() && !is_measured && !is_sorted;
    let held = |at: &usize| column(*at).any(|cell| !cell.is_empty());
    let is_list = (0..table.columns.len()).filter(held).count() < 2;
    // Several figures in a name are an axis.
    let figures = |name: &&String| {
        let words: Vec<&str> = name.split_whitespace().collect();
        words.len() > 2 && words.iter().all(|word| is_value(word))
    };
    let on_axis = table.header.iter().any(|name| figures(&name));
    let filled: usize = rows
        .iter()
        .map(|row| row.iter().filter(|cell| !cell.is_empty()).count())
        .sum();
    let sparse = filled * 10 < rows.len() * table.columns.len() * 4;
    let is_line = rows.len() < 2;
    !is_form
        && !is_layout
        && !is_list
        && !is_bare
        && !on_axis
        && !sparse
        && !is_line
        && !is_axis(&rows)
}

/// Words of a cell in the middle, from which lines around texts are a layout.
const PROSE_WORDS: usize = 25;
/// Filled cells of a table with lines around them at least.
const FILLED_MIN: usize = 4;

/// Lines around prose, or around next to nothing.
fn is_box(table: &PageTable) -> bool {
    let named = table.header.iter().filter(|name| !name.is_empty()).count();
    let cells = table.rows.iter().flat_map(|row| match row {
        Row::Cells(cells) => cells.as_slice(),
        Row::Label(text) => std::slice::from_ref(text),
    });
    let mut words: Vec<usize> = cells
        .filter(|cell| !cell.is_empty())
        .map(|cell| cell.split_whitespace().count())
        .collect();
    words.sort_unstable();
    let middle = words.get(words.len() / 2).copied().unwrap_or(0);
    words.len() + named < FILLED_MIN || middle > PROSE_WORDS
}

/// Rows that say the same in each column, most of them figures in even steps: the
/// axes of charts side by side.
fn is_axis(rows: &[&Vec<String>]) -> bool {
    let same = |row: &&&Vec<String>| {
        let mut filled = row.iter().filter(|cell| !cell.is_empty());
        let first = filled.next();
        row.len() > 1 && filled.clone().count() > 0 && filled.all(|cell| Some(cell) == first)
    };
    let alike = rows.iter().filter(same).count();
    alike >= 3 && alike * 10 >= rows.len() * 8
}
