//! `perusal show DOC --tables`: the relations of a document.

use std::collections::BTreeMap;

use perusal::index::{Card, DocumentRecord, RelationId, Snapshot};
use perusal::tables::sql::written;
use perusal::text::table::{
    Column, ColumnKind, LogicalTable, Number, PrintedCell, TableKind, Unit, Value,
};
use serde_json::{Value as Json, json};

use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json as outside;
use crate::output::printable;

/// Notes told in full.
const NOTES_SHOWN_MAX: usize = 20;
/// Odd rows named one by one; the rest are counted.
const ODD_SHOWN_MAX: usize = 12;

/// A relation with its card.
type Relation = (Card, LogicalTable);

/// Prints the relations of a document: columns with types and units for people,
/// cells too as JSON. `text` is the document's.
pub fn run(
    context: &Context,
    snapshot: &Snapshot,
    record: &DocumentRecord,
    text: &str,
) -> Result<Code, Failure> {
    let relations = relations(snapshot, record)?;
    let output = &context.output;
    if output.json {
        output.object(&as_object(record, &relations, text))?;
        return Ok(Code::Done);
    }
    for (index, relation) in relations.iter().enumerate() {
        if index > 0 {
            output.line("")?;
        }
        tell(context, relation)?;
    }
    Ok(Code::Done)
}

/// The object of `show DOC --tables --json`; shared with the server.
///
/// # Errors
/// A library that cannot be read.
pub fn object(snapshot: &Snapshot, record: &DocumentRecord) -> Result<Json, Failure> {
    let text = snapshot.full_text(&record.id)?;
    Ok(as_object(record, &relations(snapshot, record)?, &text))
}

fn relations(snapshot: &Snapshot, record: &DocumentRecord) -> Result<Vec<Relation>, Failure> {
    let count = u32::try_from(snapshot.cards_of(&record.id)?.len()).unwrap_or(u32::MAX);
    let mut relations = Vec::new();
    for ordinal in 0..count {
        let document = record.id.clone();
        relations.extend(snapshot.relation(&RelationId { document, ordinal })?);
    }
    Ok(relations)
}

fn as_object(record: &DocumentRecord, relations: &[Relation], text: &str) -> Json {
    let mut object = outside::document(record);
    object.insert("schema".to_owned(), json!(outside::SCHEMA));
    // Lists, numbered headings and sections have the same form, in a place of
    // their own: they are no tables to a reader.
    let (tables, others): (Vec<&Relation>, Vec<&Relation>) = relations
        .iter()
        .partition(|(_, table)| table.kind == TableKind::Table);
    for (name, relations) in [("tables", tables), ("lists", others)] {
        let relations = relations.into_iter().map(|relation| of(relation, text));
        object.insert(name.to_owned(), relations.collect());
    }
    Json::Object(object)
}

fn tell(context: &Context, (card, table): &Relation) -> Result<(), Failure> {
    let output = &context.output;
    output.line(&output.bold(&printable(&written(&card.name))))?;
    if let Some(title) = &table.title {
        output.line(&printable(&format!("  {title}")))?;
    }
    let pages = pages(table).map_or(String::new(), |(first, last)| {
        if first == last {
            format!(", page {first}")
        } else {
            format!(", pages {first} to {last}")
        }
    });
    output.line(&format!("  {} rows{pages}", table.rows.len()))?;
    for column in &table.columns {
        output.line(&printable(&format!("  - {}", column_line(column))))?;
    }
    for (mark, said) in notes(table) {
        output.line(&printable(&format!("  note {mark}: {said}")))?;
    }
    if !table.odd_rows.is_empty() {
        let shown = table.odd_rows.iter().take(ODD_SHOWN_MAX);
        // People count from 1.
        let shown: Vec<String> = shown.map(|row| (row + 1).to_string()).collect();
        let more = table.odd_rows.len().saturating_sub(ODD_SHOWN_MAX);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        output.line(&format!(
            "  odd rows, to be read with care: {}{more}",
            shown.join(", ")
        ))?;
    }
    Ok(())
}

/// What the marks of a table say, each once.
fn notes(table: &LogicalTable) -> BTreeMap<&str, &str> {
    let said = table.notes.iter().filter(|note| !note.text.is_empty());
    said.filter(|note| !note.mark.is_empty())
        .map(|note| (note.mark.as_str(), note.text.as_str()))
        .take(NOTES_SHOWN_MAX)
        .collect()
}

/// `Sales 2020: number, USD, in thousands, key`.
fn column_line(column: &Column) -> String {
    let name = column.path.join(" / ");
    let name = if name.is_empty() { "(no name)" } else { &name };
    let holds = holds(column.kind, column.unit, column.scale, column.key);
    format!("{name}: {holds}")
}

/// `number, USD, in thousands, key`.
pub(super) fn holds(kind: ColumnKind, unit: Unit, scale: i8, key: bool) -> String {
    let mut parts = vec![self::kind(kind).to_owned()];
    if !unit.is_none() {
        parts.push(unit.as_str().to_owned());
    }
    parts.extend(self::scale(scale));
    if key {
        parts.push("key".to_owned());
    }
    parts.join(", ")
}

/// `in thousands`; nothing for numbers that stand as they are.
pub(super) fn scale(scale: i8) -> Option<String> {
    Some(match scale {
        0 => return None,
        3 => "in thousands".to_owned(),
        6 => "in millions".to_owned(),
        9 => "in billions".to_owned(),
        scale => format!("times ten to the {scale}"),
    })
}

pub(super) fn kind(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Empty => "empty",
        ColumnKind::Number => "number",
        ColumnKind::Date => "date",
        ColumnKind::Code => "code",
        ColumnKind::Text => "text",
    }
}

fn pages(table: &LogicalTable) -> Option<(u32, u32)> {
    Some((table.parts.first()?.page?, table.parts.last()?.page?))
}

fn of((card, table): &Relation, text: &str) -> Json {
    let columns = table.columns.iter().map(|column| {
        json!({
            "path": column.path, "type": kind(column.kind), "unit": column.unit.as_str(),
            "scale": column.scale, "key": column.key,
        })
    });
    json!({
        "name": card.name,
        "kind": table.kind,
        "title": table.title,
        "context": table.context,
        "pages": pages(table).map(|(first, last)| [first, last]),
        "columns": columns.collect::<Json>(),
        "rows": table.rows.len(),
        "odd_rows": table.odd_rows,
        "notes": table.notes,
        "cells": printed(table, text),
    })
}

fn printed(table: &LogicalTable, text: &str) -> Json {
    let cell = |cell: &PrintedCell<'_>| {
        let mut object = json!({
            "page": cell.page, "row": cell.row, "column": cell.column,
            "text": cell.span.slice(text).unwrap_or_default(),
            "header": cell.value.is_none(), "value": cell.value.and_then(typed),
        });
        for (name, count) in [("rows", cell.rows), ("columns", cell.columns)] {
            if count > 1 {
                object[name] = json!(count);
            }
        }
        object
    };
    table.printed().iter().map(cell).collect()
}

/// A value for programs: `{"number": "12.5", "unit": "%"}`; none for text.
fn typed(value: &Value) -> Option<Json> {
    let number =
        |number: &Number| json!({"number": number.value.to_string(), "unit": number.unit.as_str()});
    Some(match value {
        Value::Empty | Value::Text => return None,
        Value::Dash => json!({"dash": true}),
        Value::Number(value) => number(value),
        Value::Range(range) => json!({"from": number(&range.0), "to": number(&range.1)}),
        Value::Date(date) => json!({"date": date.to_string()}),
        Value::Code => json!({"code": true}),
    })
}
