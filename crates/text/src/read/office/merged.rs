//! Merged cells: the value stands in the first one only, and is meant for all.

use std::collections::BTreeMap;

use super::place::Area;
use super::xml::{Token, Xml};
use crate::read::rows::Cell;

/// Merged areas that are looked at; each may be asked for in every row.
const AREAS_MAX: usize = 20_000;

/// An area of more columns is a title across the sheet.
const WIDTH_MAX: u32 = 64;

/// Cells that may be repeated in a sheet: areas that overlap could ask for billions.
const REPEATS_MAX: usize = 1_000_000;

/// A text of more bytes is not repeated in each row that it is merged over.
const REPEATED_BYTES_MAX: usize = 200;

/// The merged areas of a sheet while its rows go by.
#[derive(Debug, Default)]
pub(super) struct MergedCells {
    /// By their first row.
    to_come: BTreeMap<u32, Vec<Area>>,
    /// Those that the last row was in, with the cell that they repeat.
    open: Vec<(Area, Cell)>,
    count: usize,
    repeats: usize,
}

impl MergedCells {
    /// The areas of an XLSX sheet, which lists them behind the cells.
    pub(super) fn of_sheet(text: &str) -> Self {
        let mut merged = Self::default();
        let Some(list) = text
            .rfind("mergeCells>")
            .and_then(|end| text[..end].rfind("mergeCells"))
            .and_then(|start| text[..start].rfind('<'))
        else {
            return merged;
        };
        let mut xml = Xml::new(&text[list..]);
        while let Some(token) = xml.next() {
            match token {
                Token::Open(element) if element.name() == "mergeCell" => {
                    let area = element.attribute("ref").and_then(|area| Area::parse(&area));
                    if let Some(area) = area {
                        merged.add(area);
                    }
                }
                Token::Close(end) if end.name() == "mergeCells" => break,
                _ => {}
            }
        }
        merged
    }

    /// Adds an area, unless there are too many already.
    pub(super) fn add(&mut self, area: Area) {
        if self.count < AREAS_MAX {
            self.count += 1;
            self.to_come.entry(area.first.row).or_default().push(area);
        }
    }

    /// Adds to the cells of a row those that merged areas repeat: down the rows
    /// as cells of their own, to the right as spanned ones.
    pub(super) fn fill(&mut self, row: u32, cells: &mut Vec<Cell>) {
        self.open.retain(|(area, _)| area.last.row >= row);
        let later = self.to_come.split_off(&row.saturating_add(1));
        let due = std::mem::replace(&mut self.to_come, later);
        for area in due.into_values().flatten() {
            let cell = cells
                .iter()
                .find(|cell| area.first.row == row && cell.column == area.first.column)
                .cloned();
            self.open.extend(cell.map(|cell| (area, cell)));
        }
        // An empty row stays one.
        let repeating: &[(Area, Cell)] = if cells.is_empty() {
            &[]
        } else {
            &self.open[..]
        };
        for (area, cell) in repeating {
            if self.repeats > REPEATS_MAX {
                break;
            }
            self.repeats += 1;
            let before = cells.len();
            repeat(area, cell, row, cells);
            self.repeats += cells.len() - before;
        }
        cells.sort_by_key(|cell| cell.column);
        // A cell of the row's own goes before one that is repeated.
        cells.dedup_by_key(|cell| cell.column);
    }
}

fn repeat(area: &Area, cell: &Cell, row: u32, cells: &mut Vec<Cell>) {
    if row > area.first.row && cell.text.len() <= REPEATED_BYTES_MAX {
        cells.push(Cell {
            is_repeated: true,
            ..cell.clone()
        });
    }
    if area.last.column - area.first.column < WIDTH_MAX {
        let rest = area.first.column + 1..=area.last.column;
        cells.extend(rest.map(|column| Cell {
            column,
            is_spanned: true,
            ..cell.clone()
        }));
    }
}
