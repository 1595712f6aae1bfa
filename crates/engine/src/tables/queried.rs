//! What a query gave, as a candidate.

use plan::query::Query;
use text::table::Decimal;

use super::sql::Queried;
use crate::answer::{Considered, Producer, ShownQuery, Value};

/// An outcome as a candidate of no confidence yet: its values row by row, each once.
pub(super) fn considered(queried: Queried, producer: Producer) -> Considered {
    let mut values: Vec<Value> = Vec::new();
    let rows = queried.outcome.rows.iter().zip(&queried.markers);
    for (value, markers) in rows.flat_map(|(row, markers)| row.iter().zip(markers)) {
        let said = Value {
            text: value.text.clone(),
            number: value.number.and_then(|number| scaled(number, value.scale)),
            unit: value.unit,
            scale: value.scale,
            citations: markers.clone(),
            names: None,
        };
        let known = values.iter().any(|one| one.text == said.text);
        if !known && !said.text.trim().is_empty() {
            values.push(said);
        }
    }
    let rows = queried.relations.iter().map(|one| one.rows).sum();
    Considered {
        values,
        citations: queried.citations,
        query: ShownQuery {
            sql: Query::to_string(&queried.query),
            relations: queried
                .relations
                .iter()
                .map(|one| one.name.clone())
                .collect(),
            producer,
        },
        operator: "query",
        expression: None,
        rows_read: rows,
        rows_total: rows,
        confidence: 0.0,
    }
}

/// A number with its scale multiplied in.
fn scaled(number: Decimal, scale: i8) -> Option<Decimal> {
    let power = Decimal::from(10_u64.checked_pow(u32::from(scale.unsigned_abs()))?);
    match scale < 0 {
        true => number.checked_div(power),
        false => number.checked_mul(power),
    }
}
