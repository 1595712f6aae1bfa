//! JSON whose schemas list their fields in the order in which they are to be written.
//!
//! A server that holds a model to a schema has it write the fields in that order, and what is
//! written first is what the rest follows from: a reason before its grade, what a text says before
//! how sure that is. Maps here are sorted by their keys, so the order is that of `required`.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};

/// A value that is written with the fields of its schemas in the order of their `required`.
pub(crate) struct InOrder<'v>(pub &'v Value);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(object) => {
                let mut map = to.serialize_map(Some(object.len()))?;
                for (name, value) in object {
                    match value {
                        Value::Object(fields) if name == "properties" => {
                            map.serialize_entry(name, &Fields(fields, object.get("required")))?;
                        }
                        value => map.serialize_entry(name, &InOrder(value))?,
                    }
                }
                map.end()
            }
            Value::Array(items) => {
                let mut list = to.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&InOrder(item))?;
                }
                list.end()
            }
            plain => plain.serialize(to),
        }
    }
}

/// The fields of a schema, and the names of those that are required.
struct Fields<'v>(&'v Map<String, Value>, Option<&'v Value>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in ordered(self.0, self.1) {
            map.serialize_entry(name, &InOrder(value))?;
        }
        map.end()
    }
}

/// Fields in the order of the names that are required, the others behind them by name.
pub(crate) fn ordered<'v>(
    fields: &'v Map<String, Value>,
    required: Option<&'v Value>,
) -> Vec<(&'v String, &'v Value)> {
    let required: Vec<&str> = required
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut all: Vec<(&String, &Value)> = fields.iter().collect();
    let place = |name: &str| required.iter().position(|one| *one == name);
    all.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_come_in_the_order_of_what_is_required() {
        let schema = json!({
            "type": "object",
            "properties": {
                "grade": {"type": "integer"},
                "why": {"type": "string"},
                "also": {"items": {"properties": {"a": {}, "b": {}}, "required": ["b", "a"]}},
            },
            "required": ["why", "grade"],
        });
        let written = serde_json::to_string(&InOrder(&json!({"schema": schema}))).unwrap();
        let place = |name: &str| written.find(&format!("\"{name}\":")).unwrap();
        assert!(place("why") < place("grade") && place("grade") < place("also"));
        assert!(place("b") < place("a"), "{written}");
        let read: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(read["schema"], schema, "nothing else is another");
    }
}
