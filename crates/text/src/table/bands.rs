//! Rows that are not rows: group headings between them.

use std::collections::BTreeMap;

use super::grid::count;
use super::total::is_total;
use super::{Grid, GridCell, LogicalTable, Value};
use crate::Language;

/// Share of the other rows that fill more than one cell, for a row of one cell
/// to be a heading.
const FULL_SHARE: f64 = 0.6;
/// A heading over rows has no more bytes.
const BAND_BYTES_MAX: usize = 200;

/// The body rows of a grid that name the rows below them: those the reader told,
/// and those with a text in the first column alone, where other rows have more.
pub(super) fn of(grid: &Grid, headed: u32, text: &str) -> Vec<u32> {
    let body = grid.cells.partition_point(|cell| cell.row < headed);
    let rows = by_row(&grid.cells[body..], headed, grid.rows);
    let filled = rows.iter().filter(|cells| !cells.is_empty()).count();
    let full = rows.iter().filter(|cells| cells.len() > 1).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    let mostly_full = grid.columns > 1 && full as f64 >= FULL_SHARE * filled as f64;
    let merged: Vec<&GridCell> = grid.cells.iter().filter(|cell| cell.rows > 1).collect();
    let reached = |row: u32| {
        let into = |cell: &&&GridCell| cell.row < row && row - cell.row < cell.rows;
        merged.iter().any(|cell| into(&cell))
    };
    let mut bands = Vec::new();
    for (row, cells) in (headed..).zip(&rows) {
        let told = grid.bands.binary_search(&row).is_ok();
        let next = rows
            .get((row - headed) as usize + 1)
            .copied()
            .unwrap_or_default();
        let alone =
            mostly_full && matches!(cells, [only] if is_heading(only, text)) && !reached(row);
        // A heading has rows below it; the last line is a note or a row.
        let leads = (row - headed) as usize + 1 < rows.len() && !next.is_empty();
        if (told && leads) || (alone && leads && grid.odd.binary_search(&row).is_err()) {
            bands.push(row);
        }
    }
    // At the end headings without rows would head nothing.
    while bands.last().is_some_and(|last| *last + 1 >= grid.rows) {
        bands.pop();
    }
    bands
}

fn by_row(cells: &[GridCell], first: u32, end: u32) -> Vec<&[GridCell]> {
    let mut rest = cells;
    let rows = first..end.max(first);
    rows.map(|row| {
        let own = rest.partition_point(|cell| cell.row <= row);
        let (cells, after) = rest.split_at(own);
        rest = after;
        cells
    })
    .collect()
}

fn is_heading(cell: &GridCell, text: &str) -> bool {
    let said = cell.span.slice(text).unwrap_or_default();
    cell.column == 0
        && cell.rows == 1
        && said.len() <= BAND_BYTES_MAX
        && Value::read(said, Language::En).is_worded()
        && !is_total(said)
}

/// Bands that follow one another at once are each under the one before. The same
/// words again stand where they stood; a band that others follow at once is an
/// outer one; any other stands beside the one before it, but `LIABILITIES` is not under
/// `ASSETS`.
pub(super) fn nest(table: &mut LogicalTable) {
    let mut known: BTreeMap<String, Option<u32>> = BTreeMap::new();
    for at in 0..table.bands.len() {
        let band = &table.bands[at];
        let before = at.checked_sub(1).map(|before| &table.bands[before]);
        let directly = before.is_some_and(|before| before.row == band.row);
        let leads = table
            .bands
            .get(at + 1)
            .is_some_and(|next| next.row == band.row);
        let parent = if directly {
            at.checked_sub(1).map(count)
        } else if let Some(known) = known.get(&band.text) {
            *known
        } else if leads {
            None
        } else {
            let outer = before.and_then(|before| before.parent);
            let capitals = |of: &u32| {
                let outer = &table.bands[*of as usize].text;
                opens_in_capitals(outer) && opens_in_capitals(&band.text)
            };
            outer.filter(|outer| !capitals(outer))
        };
        known.insert(band.text.clone(), parent);
        table.bands[at].parent = parent;
    }
}

fn opens_in_capitals(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let letters = || first.chars().filter(|ch| ch.is_alphabetic());
    letters().count() > 2 && letters().all(char::is_uppercase)
}
