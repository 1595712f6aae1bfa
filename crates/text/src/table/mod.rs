//! Typed tables: what a document holds in rows and columns, as values.
//!
//! A reader knows cells; it hands them over here once, and nothing after it
//! parses text again. A [`LogicalTable`] is one table over all its pages. Its
//! columns know how they are called, over several header rows, and what they
//! hold; its rows know the group headings above them and whether they are
//! totals. Lists, numbered series, sections and documents take the same form,
//! so that whatever answers from tables answers from these.
//!
//! Every cell keeps the span of canonical text that it stands in, and that span
//! holds the cell's text: citations need no search.

mod amount;
mod bands;
mod build;
mod calendar;
mod columns;
mod date;
mod grid;
mod head;
mod indent;
mod name;
mod notes;
mod number;
mod pack;
mod printed;
mod quarter;
mod read;
mod relate;
mod scale;
mod total;
mod value;

use serde::{Deserialize, Serialize};

pub use amount::unit_named;
pub(crate) use calendar::date_word;
pub use columns::kind_of;
pub use date::{Date, month};
pub use grid::{Grid, GridCell};
pub use head::opens_with_year;
pub use name::{NAME_BYTES_MAX, document_name, names};
pub use number::{Number, Unit};
pub use pack::{PackError, pack, unpack, unpack_columns};
pub use printed::PrintedCell;
pub use quarter::{is_of_quarter, names_quarter};
pub(crate) use relate::complete;
pub use rust_decimal::Decimal;
pub use scale::is_per_something;
pub use value::Value;

use crate::Span;

/// Typed cells of a document at most; rows beyond are in its text only. A cell
/// takes 48 bytes, and a reader has 512 MB for all it does.
pub const CELLS_MAX: usize = 3_000_000;

/// The part of a file that the warning about cells beyond [`CELLS_MAX`] names.
pub const CELLS_PART: &str = "tables";

/// What a relation was in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableKind {
    /// A table with rows and columns.
    Table,
    /// The items of a list: number, text, level.
    List,
    /// Headings that count, as `Rule C-1 …`: number, title, pages.
    Series,
    /// The sections of a document.
    Sections,
    /// The documents of a library.
    Documents,
    /// What sentences of a passage state: words around, date, value, sentence.
    Statements,
}

/// One table over all its pages and parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LogicalTable {
    /// What it was.
    pub kind: TableKind,
    /// Its caption, or the line above it that names it.
    pub title: Option<String>,
    /// Facts about every row, the nearest first: enclosing headings, running
    /// lines of its pages, the lines between title and header.
    pub context: Vec<String>,
    /// In order, with their cells.
    pub columns: Vec<Column>,
    /// In order of the document.
    pub rows: Vec<Row>,
    /// Group headings between rows, in order.
    pub bands: Vec<Band>,
    /// Footnotes of cells and columns.
    pub notes: Vec<Note>,
    /// One for each page or stretch of text it stands on; at least one.
    pub parts: Vec<Part>,
    /// Rows whose cells do not fit the columns: read with care.
    pub odd_rows: Vec<u32>,
}

/// A column: how it is called, what it holds, its cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Names from the outermost spanning header to its own; empty where the
    /// table has no header.
    pub path: Vec<String>,
    /// What most of its cells hold.
    pub kind: ColumnKind,
    /// The unit that all its numbers have, from cells or header.
    pub unit: Unit,
    /// Numbers are to be multiplied by ten to this power: 3 for thousands.
    pub scale: i8,
    /// Its values tell the rows apart.
    pub key: bool,
    /// One a row; empty in a table whose columns were loaded in part.
    pub cells: Vec<Cell>,
}

/// What most cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Nothing.
    Empty,
    /// Numbers, amounts, shares, ranges of these.
    Number,
    /// Days, months, years.
    Date,
    /// Identifiers: never counted with.
    Code,
    /// Anything else.
    Text,
}

/// A cell: where its text stands, and what it says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cell {
    /// In canonical text, without the white space around it. A merged cell has
    /// the same span in every row and column it covers.
    pub span: Span,
    /// Its typed value.
    pub value: Value,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Row {
    /// From its first cell to its last.
    pub span: Span,
    /// The innermost group heading above it.
    pub band: Option<u32>,
    /// It sums up other rows.
    pub total: bool,
}

/// A heading inside a table, over the rows below it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
    /// The band it belongs under.
    pub parent: Option<u32>,
    /// Index of the first row below it.
    pub row: u32,
    /// First column it is printed over.
    pub column: u16,
    /// Columns it is printed over, at least 1.
    pub columns: u16,
}

/// A footnote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// `1`, `a`, `*`.
    pub mark: String,
    /// What it says; empty where the text was not found.
    pub text: String,
    /// Row it is on; `None` for a note on a column or the table.
    pub row: Option<u32>,
    /// Column it is on.
    pub column: Option<u16>,
}

/// A stretch of a table on one page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Part {
    /// From its header, or first row, to its last row.
    pub span: Span,
    /// Its page, 1-based; `None` in formats without pages.
    pub page: Option<u32>,
    /// Header cells printed here, in order of row and column.
    pub header: Vec<HeaderCell>,
    /// First row in this part.
    pub first_row: u32,
    /// Body cells over several rows or columns.
    pub merged: Vec<Merged>,
}

/// A cell of a header, where it is printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeaderCell {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
    /// From 0, within the header.
    pub row: u16,
    /// First column it is over.
    pub column: u16,
    /// Rows it covers, at least 1.
    pub rows: u16,
    /// Columns it covers, at least 1.
    pub columns: u16,
}

/// A body cell over several rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    /// First row of the table.
    pub row: u32,
    /// First column.
    pub column: u16,
    /// Rows it covers, at least 1.
    pub rows: u32,
    /// Columns it covers, at least 1.
    pub columns: u16,
}

impl Column {
    /// Its names joined, the outermost first.
    pub fn name(&self) -> String {
        self.path.join(" ")
    }
}

impl LogicalTable {
    /// From its first part to its last.
    pub fn span(&self) -> Span {
        let start = self.parts.first().map_or(0, |part| part.span.start);
        let end = self.parts.last().map_or(start, |part| part.span.end);
        Span::new(start, end.max(start))
    }

    /// The texts of the bands above a row, the outermost first.
    pub fn band_path(&self, row: usize) -> Vec<&str> {
        let mut path = Vec::new();
        let mut next = self.rows.get(row).and_then(|row| row.band);
        while let Some(band) = next.and_then(|index| self.bands.get(index as usize)) {
            path.push(band.text.as_str());
            // A parent stands before its child, so that this ends.
            next = band.parent.filter(|parent| Some(*parent) < next);
        }
        path.reverse();
        path
    }

    /// Moves every place by what `moved` says of it: the text became part of another.
    pub(crate) fn shift(&mut self, moved: impl Fn(usize) -> usize) {
        let span = |span: &mut Span| *span = Span::new(moved(span.start), moved(span.end));
        for cell in self.columns.iter_mut().flat_map(|column| &mut column.cells) {
            if !cell.span.is_empty() {
                span(&mut cell.span);
            }
        }
        self.rows.iter_mut().for_each(|row| span(&mut row.span));
        self.bands.iter_mut().for_each(|band| span(&mut band.span));
        for part in &mut self.parts {
            span(&mut part.span);
            part.header.iter_mut().for_each(|cell| span(&mut cell.span));
        }
    }

    /// The page of a row, 1-based.
    pub fn page_of(&self, row: usize) -> Option<u32> {
        let following = self
            .parts
            .partition_point(|part| part.first_row as usize <= row);
        self.parts.get(following.checked_sub(1)?)?.page
    }
}

#[cfg(test)]
mod tests;
