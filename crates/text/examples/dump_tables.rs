//! x
use text::ReadLimits;
fn main() {
    let mut out = Vec::new();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok((document, _)) = text::read(&bytes, &path, &ReadLimits::default()) else {
            continue;
        };
        for (at, table) in document.relations.iter().enumerate() {
            if table.kind != text::table::TableKind::Table {
                continue;
            }
            let cells: Vec<_> = table.printed().iter().map(|c| serde_json::json!({
                "page": c.page, "row": c.row, "column": c.column, "rows": c.rows, "columns": c.columns,
                "text": c.span.slice(&document.text).unwrap_or_default(), "header": c.value.is_none()})).collect();
            let columns: Vec<_> = table.columns.iter().map(|c| serde_json::json!({"path": c.path, "type": format!("{:?}", c.kind).to_lowercase()})).collect();
            out.push(serde_json::json!({"file": path, "name": format!("{at}"), "kind": "table", "title": table.title, "columns": columns,
              "rows": table.rows.len(), "odd_rows": table.odd_rows, "notes": table.notes, "cells": cells,
              "pages": table.parts.first().and_then(|p| p.page).map(|f| [f, table.parts.last().and_then(|p| p.page).unwrap_or(f)])}));
        }
    }
    println!("{}", serde_json::Value::from(out));
}
