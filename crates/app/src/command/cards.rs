//! `perusal tables`: what can be queried.

use perusal::index::{Card, CardColumn, DocumentId, DocumentRecord, Filter, RelationId, Snapshot};
use perusal::tables::sql::{column_names, written};
use perusal::text::table::{Column, LogicalTable};
use serde_json::{Value, json};

use super::tables::{holds, kind};
use crate::cli::TablesArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{json as outside, library};

/// Columns of a card; a table of more is looked at itself.
const CARD_COLUMNS: usize = 64;
/// Columns shown on a terminal; the rest are counted.
const COLUMNS_SHOWN_MAX: usize = 20;

/// A relation as it is listed.
struct Listed<'s> {
    document: &'s DocumentRecord,
    /// Place among the relations of its document, from 1.
    number: u32,
    card: Card,
    /// For queries, one a column.
    names: Vec<String>,
}

/// Lists the relations of one document, or of all, in order of path and text.
pub fn run(context: &Context, args: &TablesArgs) -> Result<Code, Failure> {
    let snapshot = library::snapshot(context)?;
    let (documents, total) = documents(&snapshot, args)?;
    let listed = listed(&snapshot, &documents, args.limit)?;
    let output = &context.output;
    if output.json {
        output.object(&as_object(&listed, total))?;
    } else {
        for (at, one) in listed.iter().enumerate() {
            if at > 0 {
                output.line("")?;
            }
            tell(context, one)?;
        }
        if total > listed.len() {
            output.line(&format!("\n… and {} more", total - listed.len()))?;
            output.say("note: `--limit N` shows more; `perusal tables DOC` those of one document");
        }
    }
    if total == 0 {
        output.say("no tables or lists were found here");
        return Ok(Code::Nothing);
    }
    Ok(Code::Done)
}

/// The object of `tables --json`; shared with the server.
///
/// # Errors
/// No such document, or a library that cannot be read.
pub fn object(
    context: &Context,
    document: Option<&str>,
    limit: usize,
) -> Result<serde_json::Value, Failure> {
    let snapshot = library::snapshot(context)?;
    let args = TablesArgs {
        document: document.map(str::to_owned),
        filter: Vec::new(),
        limit,
    };
    let (documents, total) = documents(&snapshot, &args)?;
    let listed = listed(&snapshot, &documents, limit)?;
    Ok(as_object(&listed, total))
}

fn as_object(listed: &[Listed<'_>], total: usize) -> serde_json::Value {
    json!({
        "schema": outside::SCHEMA,
        "tables": listed.iter().map(of).collect::<Vec<_>>(),
        "total": total,
    })
}

/// Documents with relations, by path, and how many relations they have in all.
fn documents<'s>(
    snapshot: &'s Snapshot,
    args: &TablesArgs,
) -> Result<(Vec<&'s DocumentRecord>, usize), Failure> {
    let filters: Result<Vec<Filter>, _> =
        args.filter.iter().map(|text| Filter::parse(text)).collect();
    let scope = snapshot.scope(&filters?)?;
    let mut held = snapshot.relation_counts(&scope)?;
    if let Some(named) = &args.document {
        let wanted = library::find(snapshot.documents(), named)?;
        held.retain(|(document, _)| document.id == wanted.id);
    }
    let total = held.iter().map(|(_, count)| count).sum();
    Ok((
        held.into_iter().map(|(document, _)| document).collect(),
        total,
    ))
}

fn listed<'s>(
    snapshot: &Snapshot,
    documents: &[&'s DocumentRecord],
    limit: usize,
) -> Result<Vec<Listed<'s>>, Failure> {
    let mut listed = Vec::new();
    for document in documents {
        if listed.len() >= limit {
            break;
        }
        let cards = snapshot.cards_of(&document.id)?;
        let cards = cards.iter().cloned();
        for (ordinal, mut card) in (0..).zip(cards.take(limit - listed.len())) {
            if card.columns.len() >= CARD_COLUMNS {
                card.columns = all_columns(snapshot, &document.id, ordinal, card.columns)?;
            }
            let paths = card.columns.iter().map(|column| column.path.as_slice());
            listed.push(Listed {
                document,
                number: ordinal + 1,
                names: column_names(paths),
                card,
            });
        }
    }
    Ok(listed)
}

/// All columns of a wide table: those of its card, and the rest without samples.
fn all_columns(
    snapshot: &Snapshot,
    document: &DocumentId,
    ordinal: u32,
    mut known: Vec<CardColumn>,
) -> Result<Vec<CardColumn>, Failure> {
    let id = RelationId {
        document: document.clone(),
        ordinal,
    };
    let found = snapshot.relation_columns(&id, |paths, _| vec![false; paths.len()])?;
    let table: Option<LogicalTable> = found.map(|(_, table)| table);
    let columns = table.into_iter().flat_map(|table| table.columns);
    let column = |column: Column| CardColumn {
        path: column.path,
        kind: column.kind,
        unit: column.unit,
        scale: column.scale,
        key: column.key,
        samples: Vec::new(),
    };
    let rest: Vec<CardColumn> = columns.skip(known.len()).map(column).collect();
    known.extend(rest);
    Ok(known)
}

fn tell(context: &Context, one: &Listed<'_>) -> Result<(), Failure> {
    let output = &context.output;
    let card = &one.card;
    output.line(&output.bold(&printable(&written(&card.name))))?;
    let pages = match card.pages {
        Some((first, last)) if first == last => format!(", page {first}"),
        Some((first, last)) => format!(", pages {first} to {last}"),
        None => String::new(),
    };
    let title = card.title.as_ref();
    let title = title.map_or(String::new(), |title| format!(": {title}"));
    let rows = match card.rows {
        1 => "1 row".to_owned(),
        rows => format!("{rows} rows"),
    };
    let path = &one.document.path;
    output.line(&printable(&format!("  {path}{pages}, {rows}{title}")))?;
    let columns = one.names.iter().zip(&card.columns);
    for (name, column) in columns.take(COLUMNS_SHOWN_MAX) {
        let holds = holds(column.kind, column.unit, column.scale, column.key);
        let samples = samples(column);
        output.line(&printable(&format!("  - {name}: {holds}{samples}")))?;
    }
    let more = one.names.len().saturating_sub(COLUMNS_SHOWN_MAX);
    if more > 0 {
        output.line(&format!("  … and {more} more columns"))?;
    }
    Ok(())
}

/// ` (11,500 · 21,000)`; nothing where the cells are written nowhere.
fn samples(column: &CardColumn) -> String {
    let lines = column.samples.iter().map(|sample| {
        let words: Vec<&str> = sample.split_whitespace().collect();
        words.join(" ")
    });
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!(" ({})", lines.join(" · ")),
    }
}

fn of(one: &Listed<'_>) -> Value {
    let card = &one.card;
    let columns = one.names.iter().zip(&card.columns).map(|(name, column)| {
        json!({
            "name": name, "path": column.path, "type": kind(column.kind),
            "unit": column.unit.as_str(),
            "scale": 10_i64.checked_pow(u32::try_from(column.scale).unwrap_or(0)),
            "key": column.key, "samples": column.samples,
        })
    });
    json!({
        "name": card.name,
        "id": format!("{}#{}", one.document.id.as_str(), one.number),
        "document": one.document.path,
        "document_id": one.document.id.as_str(),
        "kind": card.kind,
        "title": card.title,
        "context": card.context,
        "pages": card.pages.map(|(first, last)| [first, last]),
        "rows": card.rows,
        "columns": columns.collect::<Value>(),
    })
}
