//! Typed tables as the readers make them: names of columns, values, spans.

#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "relations/csv.rs"]
mod csv;
#[path = "relations/marked_up.rs"]
mod marked_up;

use text::table::{LogicalTable, TableKind, Value};
use text::{Document, ReadLimits, read};

fn document(name: &str, bytes: &[u8]) -> Document {
    let (document, _) = read(bytes, name, &ReadLimits::default()).expect("it can be read");
    check(&document);
    document
}

/// The tables of a document that are tables.
fn tables(document: &Document) -> Vec<&LogicalTable> {
    let is_table = |table: &&LogicalTable| table.kind == TableKind::Table;
    document.relations.iter().filter(is_table).collect()
}

/// A table as text: names, then rows; values with their types.
fn shown(document: &Document, table: &LogicalTable) -> Vec<String> {
    let names: Vec<String> = table
        .columns
        .iter()
        .map(|column| column.path.join("/"))
        .collect();
    let mut lines = vec![names.join("; ")];
    for row in 0..table.rows.len() {
        let cells = table.columns.iter().map(|column| {
            let cell = &column.cells[row];
            let said = cell.span.slice(&document.text).unwrap_or("?");
            match &cell.value {
                Value::Empty => String::new(),
                Value::Dash => "–".to_owned(),
                Value::Number(number) => format!("{}{}", number.value, number.unit.as_str()),
                Value::Range(range) => format!("{}..{}", range.0.value, range.1.value),
                Value::Date(date) => date.to_string(),
                Value::Code => format!("#{said}"),
                Value::Text => said.to_owned(),
            }
        });
        let line = cells.collect::<Vec<_>>().join("; ");
        let band = table.band_path(row).join("/");
        lines.push(if band.is_empty() {
            line
        } else {
            format!("[{band}] {line}")
        });
    }
    lines
}

/// What every relation of every document keeps.
fn check(document: &Document) {
    for table in &document.relations {
        for column in &table.columns {
            assert_eq!(column.cells.len(), table.rows.len());
            for cell in &column.cells {
                let said = cell.span.slice(&document.text).expect("inside the text");
                assert_eq!(said, said.trim(), "no white space around");
                if !said.is_empty() {
                    assert!(!said.contains(" | "), "{said:?} is one cell");
                    assert_ne!(cell.value, Value::Empty, "{said:?} is read");
                }
            }
        }
        for part in &table.parts {
            for cell in &part.header {
                assert_eq!(cell.span.slice(&document.text), Some(cell.text.as_str()));
            }
        }
        let packed = text::table::pack(table).expect("it is packed");
        let again = text::table::unpack(&packed, text::table::CELLS_MAX).expect("and unpacked");
        assert_eq!(&again, table);
    }
}
