//! A document's structure as `show` prints it: outline, series, lists,
//! contents, tables.

use perusal::index::Card;
use perusal::text::table::TableKind;
use perusal::text::{Contents, Document, List, Section, Series, Span, Table};
use serde_json::{Map, Value, json};

use crate::library::locator;

/// Sections listed to a person at most; `--json` has all.
const OUTLINE_SHOWN: usize = 60;
/// Series and tables of contents described to a person at most.
const DESCRIBED: usize = 12;

/// Adds `outline`, `series`, `lists`, `contents` and `tables` to an object.
/// `cards` are the document's: they know what columns are called.
pub fn insert(object: &mut Map<String, Value>, document: &Document, cards: &[Card]) {
    let text = |span: &Span| span.slice(&document.text).unwrap_or_default().to_owned();
    let lists = document
        .lists
        .iter()
        .map(|list| list_json(document, list, &text));
    let contents = document
        .contents
        .iter()
        .map(|contents| contents_json(document, contents, &text));
    let tables = document
        .tables
        .iter()
        .map(|table| table_json(document, table, cards));
    let outline = document
        .sections
        .iter()
        .map(|section| section_json(document, section));
    let series = document
        .series
        .iter()
        .map(|series| series_json(document, series));
    object.insert("outline".to_owned(), outline.collect());
    object.insert("series".to_owned(), series.collect());
    object.insert("lists".to_owned(), lists.collect());
    object.insert("contents".to_owned(), contents.collect());
    object.insert("table_structure".to_owned(), tables.collect());
}

fn span(span: Span) -> Value {
    json!({"start": span.start, "end": span.end})
}

fn pages(document: &Document, span: Span) -> Value {
    json!(document.pages_of(span).map(|(first, last)| [first, last]))
}

/// First and last row of its sheet.
fn rows(document: &Document, span: Span) -> Value {
    json!(document.rows_of(span).map(|(first, last)| [first, last]))
}

fn section_json(document: &Document, section: &Section) -> Value {
    json!({
        "title": section.title,
        "level": section.level,
        "span": span(section.span),
        "page": document.pages_of(section.span).map(|(first, _)| first),
        "rows": rows(document, section.span),
    })
}

fn series_json(document: &Document, series: &Series) -> Value {
    let members = series.members.iter().map(|member| {
        let section = document.sections.get(member.section);
        json!({
            "number": member.number,
            "section": member.section,
            "title": section.map(|section| &section.title),
            "page": section.and_then(|section| document.pages_of(section.span)).map(|pages| pages.0),
        })
    });
    json!({
        "noun": series.noun,
        "prefix": series.prefix,
        "members": members.collect::<Vec<_>>(),
    })
}

fn list_json(document: &Document, list: &List, text: &dyn Fn(&Span) -> String) -> Value {
    let items = list.items.iter().map(|item| {
        json!({
            "marker": item.marker,
            "depth": item.depth,
            "text": text(&item.span),
            "span": span(item.span),
        })
    });
    json!({
        "lead_in": list.lead_in.as_ref().map(text),
        "span": span(list.span),
        "pages": pages(document, list.span),
        "items": items.collect::<Vec<_>>(),
    })
}

fn contents_json(
    document: &Document,
    contents: &Contents,
    text: &dyn Fn(&Span) -> String,
) -> Value {
    let entries = contents.entries.iter().map(|entry| {
        json!({"title": text(&entry.title), "label": entry.label, "section": entry.section})
    });
    json!({
        "span": span(contents.span),
        "pages": pages(document, contents.span),
        "entries": entries.collect::<Vec<_>>(),
    })
}

fn table_json(document: &Document, table: &Table, cards: &[Card]) -> Value {
    let mut cards = cards.iter().filter(|card| card.kind == TableKind::Table);
    let card = cards.find(|card| card.span.overlaps(table.span));
    let columns = card.into_iter().flat_map(|card| &card.columns);
    let columns: Vec<String> = columns.map(|column| column.path.join(" ")).collect();
    json!({
        "title": table.title,
        "columns": columns,
        "rows": table.rows.len(),
        "labels": table.labels,
        "odd_rows": table.odd_rows,
        "continues": table.continues,
        "span": span(table.span),
        "pages": pages(document, table.span),
        "sheet_rows": rows(document, table.span),
    })
}

/// The structure in lines for people.
pub fn lines(document: &Document) -> Vec<String> {
    let mut lines = Vec::new();
    if !document.sections.is_empty() {
        lines.extend([String::new(), "Outline:".to_owned()]);
    }
    let sections = document.sections.iter().take(OUTLINE_SHOWN);
    lines.extend(sections.map(|section| section_line(document, section)));
    if document.sections.len() > OUTLINE_SHOWN {
        lines.push(format!(
            "  … and {} more",
            document.sections.len() - OUTLINE_SHOWN
        ));
    }
    if !document.series.is_empty() {
        lines.extend([String::new(), "Series:".to_owned()]);
    }
    lines.extend(document.series.iter().take(DESCRIBED).map(series_line));
    if !document.contents.is_empty() {
        lines.extend([String::new(), "Contents:".to_owned()]);
    }
    let contents = document.contents.iter().take(DESCRIBED);
    lines.extend(contents.map(|contents| contents_line(document, contents)));
    lines
}

fn section_line(document: &Document, section: &Section) -> String {
    let indent = "  ".repeat(usize::from(section.level));
    let starts_on = document
        .pages_of(section.span)
        .map(|(first, _)| (first, first));
    let rows = document.rows_of(section.span);
    let place = locator(Some(document.format), starts_on, rows);
    let gap = if place.is_empty() { "" } else { "  " };
    format!("{indent}{}{gap}{place}", section.title)
}

/// `Rule C-1 to C-35: 35 headings, no gap`
fn series_line(series: &Series) -> String {
    let (Some(first), Some(last)) = (series.members.first(), series.members.last()) else {
        return String::new();
    };
    let missing = (last.number - first.number) as usize + 1 - series.members.len();
    let gaps = match missing {
        0 => "no gap".to_owned(),
        some => format!("{some} numbers missing"),
    };
    let Series {
        noun,
        prefix,
        members,
    } = series;
    let name = format!("{noun} {prefix}");
    format!(
        "  {}{} to {prefix}{}: {} headings, {gaps}",
        name.trim_start(),
        first.number,
        last.number,
        members.len()
    )
}

fn contents_line(document: &Document, contents: &Contents) -> String {
    let page = document
        .pages_of(contents.span)
        .map_or(String::new(), |pages| format!("  p. {}", pages.0));
    let entries = contents.entries.len();
    let found = contents
        .entries
        .iter()
        .filter(|entry| entry.section.is_some())
        .count();
    format!("  {entries} entries, {found} of them found as sections{page}")
}
