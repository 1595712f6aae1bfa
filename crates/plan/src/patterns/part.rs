//! Parts of a cell as text.

use super::cell;
use super::form::Part;
use super::index::Prepared;

/// A part of a cell as text.
pub(super) fn part_text(table: &Prepared, row: u32, column: u16, part: Part) -> String {
    let cell = table.cell(row, column);
    let text = &table.relation.columns[usize::from(column)].cells[row as usize].text;
    let number = |number: Option<text::table::Decimal>| {
        number
            .map(|one| one.normalize().to_string())
            .unwrap_or_default()
    };
    match part {
        Part::Cell => text.to_string(),
        Part::First => number(cell.first),
        Part::Second => number(cell.second),
        Part::Year => cell.year.map(|year| year.to_string()).unwrap_or_default(),
        Part::Before => cell::before(cell, text).to_owned(),
    }
}
