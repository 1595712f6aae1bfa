//! What stands around tables, and the other relations of a document: its lists,
//! headings that count, sections.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::columns::unfilled;
use super::grid::count;
use super::{Cell, Column, LogicalTable, Number, Part, Row, TableKind, Unit, Value};
use super::{columns, notes, scale};
use crate::{Document, Section, Span};

/// Lines of context kept for a table...
const CONTEXT_MAX: usize = 10;
/// ...and bytes of each.
const CONTEXT_BYTES_MAX: usize = 240;
/// How far behind a table its notes may stand, in lines and bytes.
const NOTE_LINES_MAX: usize = 24;
const NOTE_BYTES_MAX: usize = 4_000;
/// A text that is a value is no longer, in bytes.
const VALUE_BYTES_MAX: usize = 80;

/// Gives the tables their context, notes, units and scales, and adds the
/// relations that are no tables. The tables are those the reader found.
pub(crate) fn complete(document: &mut Document) {
    let mut relations = std::mem::take(&mut document.relations);
    for table in &mut relations {
        settle(document, table);
    }
    relations.extend(document.lists.iter().map(|list| of_list(document, list)));
    let series = document.series.iter();
    relations.extend(series.map(|series| of_series(document, series)));
    relations.extend(of_sections(document));
    relations.sort_by_key(|table| (table.span().start, table.kind));
    document.relations = relations;
}

fn settle(document: &Document, table: &mut LogicalTable) {
    for part in &mut table.parts {
        if part.page.is_none() {
            part.page = document.pages_of(part.span).map(|(first, _)| first);
        }
    }
    let own = std::mem::take(&mut table.context);
    table.context = context(document, table.span(), table.title.as_deref(), own);
    find_notes(&document.text, table);
    scale::apply(table);
}

/// Lines above, headings and running lines, the nearest first.
fn context(
    document: &Document,
    span: Span,
    title: Option<&str>,
    above: Vec<String>,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut add = |line: &str| {
        let line = line.trim();
        let cut = line[..line.floor_char_boundary(CONTEXT_BYTES_MAX)].to_owned();
        let new = !lines.contains(&cut) && title != Some(line);
        if new && !line.is_empty() && lines.len() < CONTEXT_MAX {
            lines.push(cut);
        }
    };
    above.iter().for_each(|line| add(line));
    if let Some(section) = document.section_at(span.start) {
        let path = document.heading_path(section);
        path.into_iter().rev().for_each(&mut add);
    }
    if let Some((page, _)) = document.pages_of(Span::new(span.start, span.start)) {
        let running = document.pages.get(page as usize - 1);
        running
            .iter()
            .flat_map(|page| &page.context)
            .for_each(|line| add(line));
    }
    lines
}

/// A note whose mark, raised in print, is one of the table's: no text shows that it is.
fn raised<'l>(line: &'l str, table: &LogicalTable) -> Option<(&'l str, &'l str)> {
    let (mark, said) = line.trim().split_once(char::is_whitespace)?;
    let known = table.notes.iter().any(|note| note.mark == mark);
    known.then(|| (mark, said.trim()))
}

/// The texts of notes that stand below the table.
fn find_notes(text: &str, table: &mut LogicalTable) {
    let wanted = |note: &super::Note| note.text.is_empty() && !note.mark.is_empty();
    if !table.notes.iter().any(wanted) {
        return;
    }
    let start = table.span().end.min(text.len());
    let end = text.floor_char_boundary(start.saturating_add(NOTE_BYTES_MAX));
    let below = text.get(start..end).unwrap_or_default();
    let mut found: BTreeMap<&str, &str> = BTreeMap::new();
    for line in below.lines().take(NOTE_LINES_MAX) {
        if let Some((mark, said)) = notes::opening(line).or_else(|| raised(line, table)) {
            found.entry(mark).or_insert(said);
        }
    }
    for note in table.notes.iter_mut().filter(|note| wanted(note)) {
        if let Some(said) = found.get(note.mark.as_str()) {
            note.text = (*said).to_owned();
        }
    }
}

/// A column being filled.
fn column(name: &str) -> Column {
    unfilled(vec![name.to_owned()])
}

fn written(document: &Document, span: Span) -> Cell {
    let said = span.slice(&document.text).unwrap_or_default();
    let value = match said.len() {
        0 => return Cell::default(),
        1..=VALUE_BYTES_MAX => Value::read(said, document.language),
        _ => Value::Text,
    };
    Cell { span, value }
}

/// A number that is printed nowhere: a level, a page.
fn counted(number: u32) -> Cell {
    let value = Decimal::from(number);
    let unit = Unit::NONE;
    Cell {
        span: Span::default(),
        value: Value::Number(Number { value, unit }),
    }
}

fn relation(
    document: &Document,
    kind: TableKind,
    title: Option<String>,
    columns: Vec<Column>,
    spans: Vec<Span>,
) -> LogicalTable {
    let mut parts: Vec<Part> = Vec::new();
    for (row, span) in spans.iter().enumerate() {
        let page = document.pages_of(*span).map(|(first, _)| first);
        match parts.last_mut() {
            Some(part) if part.page == page => part.span.end = part.span.end.max(span.end),
            _ => parts.push(Part {
                span: *span,
                page,
                first_row: count(row),
                ..Part::default()
            }),
        }
    }
    let row = |span| Row {
        span,
        ..Row::default()
    };
    let first = spans.first().copied().unwrap_or_default();
    let mut table = LogicalTable {
        kind,
        context: context(document, first, title.as_deref(), Vec::new()),
        title,
        columns,
        rows: spans.into_iter().map(row).collect(),
        bands: Vec::new(),
        notes: Vec::new(),
        parts,
        odd_rows: Vec::new(),
    };
    columns::describe(&mut table, &document.text);
    table
}

fn of_list(document: &Document, list: &crate::List) -> LogicalTable {
    let lead_in = list
        .lead_in
        .and_then(|span| span.slice(&document.text))
        .map(|line| line.trim().trim_end_matches(':').trim_end().to_owned())
        .filter(|line| !line.is_empty())
        .or_else(|| heading_of(document, list));
    let mut number = column("number");
    let mut said = column(lead_in.as_deref().unwrap_or("text"));
    let mut level = column("level");
    let mut spans = Vec::new();
    for item in &list.items {
        let marker = marker_span(&document.text, item);
        number
            .cells
            .push(marker.map_or_else(Cell::default, |span| Cell {
                span,
                value: Value::Code,
            }));
        said.cells.push(written(document, item.span));
        level.cells.push(counted(u32::from(item.depth)));
        let start = marker.map_or(item.span.start, |marker| marker.start);
        spans.push(Span::new(start, item.span.end));
    }
    let columns = vec![number, said, level];
    relation(document, TableKind::List, lead_in, columns, spans)
}

/// The heading that a list stands under where no line announces it: `Ingredients`.
fn heading_of(document: &Document, list: &crate::List) -> Option<String> {
    let start = list.items.first()?.span.start;
    let mut inner = document.sections.iter().rev();
    let around = inner.find(|one| one.span.start < start && start < one.span.end)?;
    let title = around.title.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// Where an item's marker stands: right before its text.
fn marker_span(text: &str, item: &crate::ListItem) -> Option<Span> {
    let before = text.get(..item.span.start)?.trim_end();
    let marked = !item.marker.is_empty() && before.ends_with(&item.marker);
    marked.then(|| Span::new(before.len() - item.marker.len(), before.len()))
}

fn of_series(document: &Document, series: &crate::Series) -> LogicalTable {
    let mut number = column(if series.noun.is_empty() {
        "number"
    } else {
        &series.noun
    });
    let (mut title, mut page) = (column("title"), column("page"));
    let mut spans = Vec::new();
    for member in &series.members {
        let Some(section) = document.sections.get(member.section) else {
            continue;
        };
        let span = heading(&document.text, section);
        let (code, rest) = numbered(&document.text, span, !series.noun.is_empty());
        number.cells.push(Cell {
            span: code,
            value: Value::Code,
        });
        title.cells.push(written(document, rest));
        page.cells.push(page_of(document, span));
        spans.push(span);
    }
    let name = (!series.noun.is_empty()).then(|| series.noun.clone());
    let columns = vec![number, title, page];
    relation(document, TableKind::Series, name, columns, spans)
}

fn of_sections(document: &Document) -> Option<LogicalTable> {
    if document.sections.len() < 2 {
        return None;
    }
    let (mut title, mut level, mut page) = (column("title"), column("level"), column("page"));
    let mut spans = Vec::new();
    for section in &document.sections {
        let span = heading(&document.text, section);
        title.cells.push(Cell {
            span,
            value: Value::Text,
        });
        level.cells.push(counted(u32::from(section.level)));
        page.cells.push(page_of(document, span));
        spans.push(span);
    }
    let columns = vec![title, level, page];
    let title = Some("sections".to_owned());
    let mut table = relation(document, TableKind::Sections, title, columns, spans);
    table.context.clear();
    Some(table)
}

fn page_of(document: &Document, span: Span) -> Cell {
    match document.pages_of(span) {
        Some((first, _)) => counted(first),
        None => Cell::default(),
    }
}

/// Where a section's title stands, which may be broken over lines; its first
/// line where the title is written otherwise.
fn heading(text: &str, section: &Section) -> Span {
    let start = section.span.start;
    let rest = section.span.slice(text).unwrap_or_default();
    let mut end = 0;
    let mut said = rest.char_indices().filter(|(_, c)| !c.is_whitespace());
    let meets = section
        .title
        .chars()
        .filter(|c| !c.is_whitespace())
        .all(|wanted| match said.next() {
            Some((at, c)) if c == wanted => {
                end = at + c.len_utf8();
                true
            }
            _ => false,
        });
    if !meets || end == 0 {
        end = rest.find('\n').unwrap_or(rest.len());
    }
    let line = &rest[..end];
    let lead = line.len() - line.trim_start().len();
    Span::new(start + lead, start + line.trim_end().len())
}

/// The number of a heading that counts, and its text behind it.
fn numbered(text: &str, heading: Span, after_noun: bool) -> (Span, Span) {
    let said = heading.slice(text).unwrap_or_default();
    let mut from = 0;
    if after_noun {
        let noun = said.find(char::is_whitespace).unwrap_or(0);
        from = noun + (said[noun..].len() - said[noun..].trim_start().len());
    }
    let rest = &said[from..];
    let end = from + rest.find(char::is_whitespace).unwrap_or(rest.len());
    let code = said[from..end].trim_end_matches(['.', ':', ')', '–', '-', '—']);
    let skip = |c: char| c.is_whitespace() || matches!(c, '.' | ':' | '–' | '-' | '—' | ')');
    let title = said[end..].trim_start_matches(skip);
    let title_start = heading.end - title.len();
    (
        Span::new(heading.start + from, heading.start + from + code.len()),
        Span::new(title_start, heading.end),
    )
}
