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
    for (index, table) in document.tables.iter().enumerate() {
        check_table(text, index, table)?;
    }
    check_enumerated(document)?;
    let links = document.links.iter().map(|link| link.span);
    all_lie_in(text, links).ok_or("a link lies outside the text")
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

fn check_table(text: &str, index: usize, table: &Table) -> Result<(), &'static str> {
    if !lies_in(text, table.span) {
        return Err("a table lies outside the text");
    }
    let inside = |row: &Span| table.span.contains(*row) && lies_in(text, *row);
    if !table.rows.iter().all(inside) {
        return Err("a row lies outside its table");
    }
    if table.labels.iter().any(|&label| label >= table.rows.len()) {
        return Err("a label is a row that is not there");
    }
    let runs = table.sheet_rows.iter().flat_map(|rows| &rows.runs);
    let firsts = runs.map(|run| run.row);
    if !firsts.clone().is_sorted_by(|a, b| a < b) || firsts.max() >= Some(table.rows.len()) {
        return Err("a stretch of sheet rows is not in its place");
    }
    match table.continues {
        Some(before) if before >= index => Err("a table goes on from one that follows it"),
        _ => Ok(()),
    }
}

fn check_enumerated(document: &Document) -> Result<(), &'static str> {
    let text = document.text.as_str();
    let lists = document.lists.iter().flat_map(|list| {
        let items = list.items.iter().map(|item| item.span);
        items.chain(list.lead_in).chain([list.span])
    });
    all_lie_in(text, lists).ok_or("a list lies outside the text")?;
    let contents = document.contents.iter().flat_map(|contents| {
        let titles = contents.entries.iter().map(|entry| entry.title);
        titles.chain([contents.span])
    });
    all_lie_in(text, contents).ok_or("a table of contents lies outside the text")?;
    let entries = document
        .contents
        .iter()
        .flat_map(|contents| &contents.entries);
    let members = document.series.iter().flat_map(|series| &series.members);
    let named = entries
        .filter_map(|entry| entry.section)
        .chain(members.map(|member| member.section));
    if named
        .into_iter()
        .any(|section| section >= document.sections.len())
    {
        return Err("a list names a section that is not there");
    }
    Ok(())
}

fn all_lie_in(text: &str, mut spans: impl Iterator<Item = Span>) -> Option<()> {
    spans.all(|span| lies_in(text, span)).then_some(())
}

fn lies_in(text: &str, span: Span) -> bool {
    span.start <= span.end && span.slice(text).is_some()
}
