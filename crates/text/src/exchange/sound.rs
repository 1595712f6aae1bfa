//! What later stages rely on in a document, checked where one comes in.

use crate::{Document, Section, Span, Table};

/// Checks every offset of a document: a later stage may cut its text by them.
///
/// The error says what does not hold.
pub(super) fn check(document: &Document) -> Result<(), &'static str> {
    let text = document.text.as_str();
    let mut after = 0;
    for page in &document.pages {
        if page.start < after || !text.is_char_boundary(page.start) {
            return Err("a page starts outside its place in the text");
        }
        after = page.start;
    }
    for (index, section) in document.sections.iter().enumerate() {
        check_section(text, index, section)?;
    }
    document
        .tables
        .iter()
        .try_for_each(|table| check_table(text, table))
}

fn check_section(text: &str, index: usize, section: &Section) -> Result<(), &'static str> {
    if !lies_in(text, section.span) {
        return Err("a section lies outside the text");
    }
    if !(1..=6).contains(&section.level) {
        return Err("a section has no level of 1 to 6");
    }
    match section.parent {
        Some(parent) if parent >= index => Err("a section stands before its parent"),
        _ => Ok(()),
    }
}

fn check_table(text: &str, table: &Table) -> Result<(), &'static str> {
    if !lies_in(text, table.span) {
        return Err("a table lies outside the text");
    }
    let inside = |row: &Span| table.span.contains(*row) && lies_in(text, *row);
    if table.rows.iter().all(inside) {
        return Ok(());
    }
    Err("a row lies outside its table")
}

fn lies_in(text: &str, span: Span) -> bool {
    span.start <= span.end && span.slice(text).is_some()
}
