//! Whether a point passes a filter.

use qdrant_client::qdrant::condition::ConditionOneOf;
use qdrant_client::qdrant::r#match::MatchValue;
use qdrant_client::qdrant::{Condition, FieldCondition, Filter, PointStruct, Value, value};
use tonic::Status;

/// Whether a point passes; an error for what this server does not know.
pub fn passes(point: &PointStruct, filter: &Filter) -> Result<bool, Status> {
    let all = |conditions: &[Condition]| {
        let mut all = true;
        for condition in conditions {
            all &= holds(point, condition)?;
        }
        Ok::<bool, Status>(all)
    };
    let any = |conditions: &[Condition]| {
        let mut any = false;
        for condition in conditions {
            any |= holds(point, condition)?;
        }
        Ok::<bool, Status>(any)
    };
    Ok(all(&filter.must)?
        && !any(&filter.must_not)?
        && (filter.should.is_empty() || any(&filter.should)?))
}

fn holds(point: &PointStruct, condition: &Condition) -> Result<bool, Status> {
    match condition.condition_one_of.as_ref() {
        Some(ConditionOneOf::Field(field)) => Ok(values(point, &field.key)
            .iter()
            .any(|value| fits(value, field))),
        Some(ConditionOneOf::HasId(ids)) => {
            Ok(point.id.as_ref().is_some_and(|id| ids.has_id.contains(id)))
        }
        Some(ConditionOneOf::Filter(filter)) => passes(point, filter),
        _ => Err(Status::unimplemented("this condition")),
    }
}

fn values(point: &PointStruct, key: &str) -> Vec<Value> {
    match point.payload.get(key).and_then(|value| value.kind.clone()) {
        None => Vec::new(),
        Some(value::Kind::ListValue(list)) => list.values,
        Some(kind) => vec![Value { kind: Some(kind) }],
    }
}

fn fits(value: &Value, field: &FieldCondition) -> bool {
    let number = match value.kind {
        Some(value::Kind::IntegerValue(number)) => Some(number as f64),
        Some(value::Kind::DoubleValue(number)) => Some(number),
        _ => None,
    };
    if let Some(range) = &field.range {
        return number.is_some_and(|number| {
            range.lt.is_none_or(|bound| number < bound)
                && range.lte.is_none_or(|bound| number <= bound)
                && range.gt.is_none_or(|bound| number > bound)
                && range.gte.is_none_or(|bound| number >= bound)
        });
    }
    let text = match &value.kind {
        Some(value::Kind::StringValue(text)) => Some(text),
        _ => None,
    };
    let whole = match value.kind {
        Some(value::Kind::IntegerValue(number)) => Some(number),
        _ => None,
    };
    match field
        .r#match
        .as_ref()
        .and_then(|it| it.match_value.as_ref())
    {
        Some(MatchValue::Keyword(wanted)) => text == Some(wanted),
        Some(MatchValue::Keywords(wanted)) => text.is_some_and(|it| wanted.strings.contains(it)),
        Some(MatchValue::Integer(wanted)) => whole == Some(*wanted),
        Some(MatchValue::Integers(wanted)) => whole.is_some_and(|it| wanted.integers.contains(&it)),
        _ => false,
    }
}
