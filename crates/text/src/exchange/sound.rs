//! What later stages rely on in a document, checked where one comes in.

use crate::table::{Band, Column, LogicalTable, Merged, Note, Part, Row};
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
    for relation in &document.relations {
        check_relation(text, relation)?;
    }
    check_enumerated(document)?;
    check_boxes(document)?;
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

fn check_relation(text: &str, table: &LogicalTable) -> Result<(), &'static str> {
    let cells = table.columns.iter().flat_map(|column| &column.cells);
    let spans = cells
        .map(|cell| cell.span)
        .chain(table.rows.iter().map(|row| row.span))
        .chain(table.bands.iter().map(|band| band.span));
    all_lie_in(text, spans).ok_or("a cell lies outside the text")?;
    let parts = table.parts.iter().flat_map(|part| {
        let header = part.header.iter().map(|cell| cell.span);
        header.chain([part.span])
    });
    all_lie_in(text, parts).ok_or("a header lies outside the text")?;
    let rows = table.rows.len();
    let columns = table.columns.len();
    let is_row = |row: u32| (row as usize) < rows;
    let filled = |column: &Column| column.cells.len() == rows;
    if !table.columns.iter().all(filled) {
        return Err("a column has not a cell for each row");
    }
    let bands = table.bands.len();
    let banded = |row: &Row| row.band.is_none_or(|band| (band as usize) < bands);
    let nested = |(at, band): (usize, &Band)| {
        band.row as usize <= rows && band.parent.is_none_or(|parent| (parent as usize) < at)
    };
    if !table.rows.iter().all(banded) || !table.bands.iter().enumerate().all(nested) {
        return Err("a row stands under a heading that is not there");
    }
    let noted = |note: &Note| {
        note.row.is_none_or(is_row) && note.column.is_none_or(|at| usize::from(at) < columns)
    };
    let placed = |part: &Part| {
        let inside = |merged: &Merged| {
            let end = usize::from(merged.column) + usize::from(merged.columns);
            let last = merged.row as usize + merged.rows as usize;
            end <= columns && last <= rows && merged.rows > 0 && merged.columns > 0
        };
        part.first_row as usize <= rows && part.merged.iter().all(inside)
    };
    if table.parts.is_empty()
        || !table.parts.is_sorted_by_key(|part| part.first_row)
        || !table.parts.iter().all(placed)
        || !table.notes.iter().all(noted)
        || !table.odd_rows.iter().copied().all(is_row)
    {
        return Err("a part of a table names rows or columns that are not there");
    }
    Ok(())
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

fn check_boxes(document: &Document) -> Result<(), &'static str> {
    let pages = document.pages.len();
    if !document.boxes.is_empty() && document.boxes.len() != pages {
        return Err("not every page has its boxes of words");
    }
    for (page, packed) in document.boxes.iter().enumerate() {
        let span = document.page_span(page).unwrap_or_default();
        let words = packed.unpack(span).map_err(|_| "a box is of no word")?;
        let spans = words.iter().map(|word| word.span);
        all_lie_in(&document.text, spans).ok_or("a box cuts a character")?;
    }
    Ok(())
}

fn all_lie_in(text: &str, mut spans: impl Iterator<Item = Span>) -> Option<()> {
    spans.all(|span| lies_in(text, span)).then_some(())
}

fn lies_in(text: &str, span: Span) -> bool {
    span.start <= span.end && span.slice(text).is_some()
}
