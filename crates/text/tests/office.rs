//! Office files and CSV: what is read of them, and what hostile ones do.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; it says which collection is absent, and times"
)]

#[path = "office/csv.rs"]
mod csv;
#[path = "office/docx.rs"]
mod docx;
#[path = "office/files.rs"]
mod files;
#[path = "office/hostile.rs"]
mod hostile;
#[path = "office/made.rs"]
mod made;
#[path = "office/pptx.rs"]
mod pptx;
#[path = "office/random.rs"]
mod random;
#[path = "office/sheets.rs"]
mod sheets;

use text::{Document, ReadError, ReadLimits, Span, Warning};

type Outcome = Result<(Document, Vec<Warning>), ReadError>;

fn read_as(name: &str, bytes: &[u8]) -> Outcome {
    text::read(bytes, name, &ReadLimits::default())
}

/// A document that reads without a warning.
fn clean(name: &str, bytes: &[u8]) -> Document {
    let (document, warnings) = read_as(name, bytes).expect(name);
    assert_eq!(warnings, [], "{name}");
    check(&document);
    document
}

/// Level and title of each section.
fn outline(document: &Document) -> Vec<(u8, &str)> {
    document
        .sections
        .iter()
        .map(|section| (section.level, section.title.as_str()))
        .collect()
}

/// The rows of a table with their numbers in the sheet.
fn rows(document: &Document, table: usize) -> Vec<(&str, Option<u32>)> {
    let table = &document.tables[table];
    let number = |index| {
        table
            .sheet_rows
            .as_ref()
            .and_then(|rows| rows.number(index))
    };
    table
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| (row.slice(&document.text).expect("a row"), number(index)))
        .collect()
}

/// Where a text stands.
fn span_of(document: &Document, text: &str) -> Span {
    let start = document
        .text
        .find(text)
        .unwrap_or_else(|| panic!("{text:?} is missing"));
    Span::new(start, start + text.len())
}

/// What holds for every document: spans lie in the text, on its characters, in
/// order, rows within their table, children within their parent.
fn check(document: &Document) {
    let text = &document.text;
    assert!(!text.trim().is_empty());
    assert!(document.pages.is_sorted_by_key(|page| page.start));
    for page in &document.pages {
        assert!(text.is_char_boundary(page.start), "page at {}", page.start);
    }
    for (index, section) in document.sections.iter().enumerate() {
        let body = section.span.slice(text).expect("a section");
        assert!(body.starts_with(&section.title), "{:?}", section.title);
        if let Some(parent) = section.parent {
            assert!(parent < index);
            assert!(document.sections[parent].span.contains(section.span));
        }
    }
    let mut end = 0;
    for table in &document.tables {
        assert!(table.span.start >= end, "tables overlap");
        end = table.span.end;
        assert!(table.span.slice(text).is_some());
        assert!(table.rows.is_sorted());
        for row in &table.rows {
            assert!(table.span.contains(*row));
            let row = row.slice(text).expect("a row");
            assert!(
                !row.contains('\n') && row.trim() == row && !row.is_empty(),
                "{row:?}"
            );
        }
        if let Some(rows) = &table.sheet_rows {
            let numbers: Vec<u32> = (0..table.rows.len())
                .filter_map(|row| rows.number(row))
                .collect();
            assert_eq!(numbers.len(), table.rows.len());
            assert!(numbers.iter().all(|&number| number > 0));
        }
    }
}
