//! The tables and lists of a document as plans read them, for people who wonder why
//! one was not found.

use index::{DocumentId, Filter, FilterOp, Snapshot};

use super::shelf::Shelf;
use crate::EngineError;

/// A table with its parts joined.
#[derive(Debug)]
pub struct TableView {
    /// Its title lines, outermost first, with ` / ` between; may be empty.
    pub title: String,
    /// Names of its columns; a name may be empty.
    pub columns: Vec<String>,
    /// In order.
    pub rows: Vec<RowView>,
}

/// A row of a table.
#[derive(Debug)]
pub struct RowView {
    /// Page, slide or sheet, from 1; none where the format has none.
    pub page: Option<u32>,
    /// The band row that it stands under.
    pub band: Option<String>,
    /// Texts of its cells; a short row has fewer than there are columns.
    pub cells: Vec<String>,
}

/// A list of any kind that has a place of its own.
#[derive(Debug)]
pub struct ListView {
    /// What it is made of: `list`, `numbered headings`, …
    pub source: &'static str,
    /// What it is called.
    pub name: String,
    /// Its items, each behind its number or letter.
    pub items: Vec<String>,
}

/// The tables and lists of one document.
///
/// # Errors
/// A store that cannot be read.
pub fn structure(
    snapshot: &Snapshot,
    document: &DocumentId,
) -> Result<(Vec<TableView>, Vec<ListView>), EngineError> {
    let filters = [Filter {
        key: "document".to_owned(),
        op: FilterOp::Eq,
        values: vec![document.to_string()],
    }];
    let shelf = Shelf::read(snapshot, &filters, &|_| 0)?;
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let tables = shelf.chains.iter().map(|chain| {
        let book = &shelf.books[chain.book];
        let rows = chain.rows.iter().map(|row| RowView {
            page: book.pages(row.span).map(|(page, _)| page),
            band: row.label.map(|(span, _)| words(book.text(span))),
            cells: row
                .cells
                .iter()
                .map(|cell| words(book.text(cell.span)))
                .collect(),
        });
        TableView {
            title: chain.title(),
            columns: chain
                .columns
                .iter()
                .map(|column| column.name.clone())
                .collect(),
            rows: rows.collect(),
        }
    });
    let lists = shelf.lists().iter().map(|list| ListView {
        source: list.source.as_str(),
        name: list.name.clone(),
        items: list
            .items
            .iter()
            .map(|item| words(&format!("{} {}", item.label, item.text)))
            .collect(),
    });
    Ok((tables.collect(), lists.collect()))
}
