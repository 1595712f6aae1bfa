//! The cells of a table as they are printed, page by page.

use super::{Cell, LogicalTable, Part, Value};
use crate::Span;

/// A cell where it is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedCell<'t> {
    /// Its page, 1-based.
    pub page: Option<u32>,
    /// From 0 on each page, header and group headings included.
    pub row: usize,
    /// From 0.
    pub column: usize,
    /// Rows it covers, at least 1.
    pub rows: usize,
    /// Columns it covers, at least 1.
    pub columns: usize,
    /// What it says, in canonical text.
    pub span: Span,
    /// Its value; `None` in headers and group headings.
    pub value: Option<&'t Value>,
}

impl LogicalTable {
    /// Its cells as they are printed; rows are counted from 0 on each page, so that
    /// two parts on one page follow each other.
    pub fn printed(&self) -> Vec<PrintedCell<'_>> {
        let mut printer = Printer {
            table: self,
            cells: Vec::new(),
            page: None,
            row: 0,
            band: 0,
        };
        for (index, part) in self.parts.iter().enumerate() {
            let next = self.parts.get(index + 1);
            let end = next.map_or(self.rows.len(), |next| next.first_row as usize);
            printer.part(index == 0, part, end);
        }
        printer.cells
    }
}

struct Printer<'t> {
    table: &'t LogicalTable,
    cells: Vec<PrintedCell<'t>>,
    page: Option<u32>,
    row: usize,
    /// The next group heading.
    band: usize,
}

impl<'t> Printer<'t> {
    /// Prints a part whose last row is the one before `end`.
    fn part(&mut self, first: bool, part: &'t Part, end: usize) {
        if first || self.page != part.page {
            self.page = part.page;
            self.row = 0;
        }
        for cell in &part.header {
            let row = self.row + usize::from(cell.row);
            let spans = (cell.rows.into(), cell.columns.into());
            self.push(cell.span, (row, cell.column.into()), spans, None);
        }
        let header = part.header.iter().map(|cell| cell.row + cell.rows);
        self.row += usize::from(header.max().unwrap_or(0));
        let mut merged = part.merged.as_slice();
        for row in part.first_row as usize..end {
            self.bands(row, None);
            // Those that end above are over.
            while merged
                .first()
                .is_some_and(|merged| (merged.row as usize + merged.rows as usize) <= row)
            {
                merged = &merged[1..];
            }
            self.body(merged, row);
            self.row += 1;
        }
        // At the foot of a page stand headings of rows on the next.
        self.bands(end, Some(part.span));
    }

    /// Prints the group headings above a row; where `within` is given, those in it.
    fn bands(&mut self, row: usize, within: Option<Span>) {
        while let Some(band) = self.table.bands.get(self.band)
            && band.row as usize <= row
            && within.is_none_or(|within| within.contains(band.span))
        {
            let place = (self.row, band.column.into());
            self.push(band.span, place, (1, band.columns.into()), None);
            self.row += 1;
            self.band += 1;
        }
    }

    fn body(&mut self, merged: &[super::Merged], row: usize) {
        let table = self.table;
        let near = merged
            .iter()
            .take_while(|merged| merged.row as usize <= row);
        let over: Vec<&super::Merged> = near
            .filter(|merged| row < merged.row as usize + merged.rows as usize)
            .collect();
        for (at, column) in table.columns.iter().enumerate() {
            let Some(cell) = column.cells.get(row).filter(|cell| !is_bare(cell)) else {
                continue;
            };
            let merged = over.iter().find(|merged| {
                let left = usize::from(merged.column);
                (left..left + usize::from(merged.columns)).contains(&at)
            });
            let place = (self.row, at);
            match merged {
                None => self.push(cell.span, place, (1, 1), Some(&cell.value)),
                Some(merged) if merged.row as usize == row && usize::from(merged.column) == at => {
                    let spans = (merged.rows as usize, merged.columns.into());
                    self.push(cell.span, place, spans, Some(&cell.value));
                }
                Some(_) => {}
            }
        }
    }

    fn push(
        &mut self,
        span: Span,
        (row, column): (usize, usize),
        (rows, columns): (usize, usize),
        value: Option<&'t Value>,
    ) {
        self.cells.push(PrintedCell {
            page: self.page,
            row,
            column,
            rows,
            columns,
            span,
            value,
        });
    }
}

/// Nothing printed and nothing said.
fn is_bare(cell: &Cell) -> bool {
    cell.span.is_empty() && cell.value == Value::Empty
}
