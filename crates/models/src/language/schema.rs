//! Whether JSON is what a JSON Schema allows.
//!
//! Read are the keywords that our own types make and that servers hold a model to: types, enums,
//! properties, items, alternatives, bounds, references within the schema. Others allow everything,
//! as the standard has it for what is not known.

use serde_json::{Map, Value};

/// Steps through references and alternatives that are followed: more than any type of ours has, and
/// a schema that refers to itself without end is given up.
const DEPTH_MAX: usize = 128;

/// Checks a value.
///
/// ```
/// use models::check_schema;
/// use serde_json::json;
///
/// let schema = json!({"type": "object", "properties": {"grade": {"type": "integer", "maximum": 3}},
///     "required": ["grade"]});
/// assert!(check_schema(&json!({"grade": 2}), &schema).is_ok());
/// let refused = check_schema(&json!({"grade": 7}), &schema).unwrap_err();
/// assert_eq!(refused, "`grade` is 7, at most 3 is allowed");
/// ```
///
/// # Errors
/// A sentence with the place and what is wrong there.
pub fn check(value: &Value, schema: &Value) -> Result<(), String> {
    Check { root: schema }.value(value, schema, "", 0)
}

struct Check<'s> {
    root: &'s Value,
}

impl Check<'_> {
    fn value(&self, value: &Value, schema: &Value, at: &str, depth: usize) -> Result<(), String> {
        if depth > DEPTH_MAX {
            return Err(format!("{} is nested too deeply", named(at)));
        }
        let schema = match schema {
            Value::Bool(false) => return Err(format!("{} is not allowed", named(at))),
            Value::Object(schema) => schema,
            _ => return Ok(()),
        };
        if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
            let pointed = path
                .strip_prefix('#')
                .and_then(|path| self.root.pointer(path));
            let pointed = pointed.ok_or_else(|| format!("the schema has no `{path}`"))?;
            self.value(value, pointed, at, depth + 1)?;
        }
        kind(value, schema, at)?;
        listed(value, schema, at)?;
        self.alternatives(value, schema, at, depth)?;
        match value {
            Value::Object(object) => self.object(object, schema, at, depth),
            Value::Array(items) => self.array(items, schema, at, depth),
            Value::String(text) => length(text.chars().count(), schema, STRING, at),
            Value::Number(number) => bounds(number.as_f64(), schema, at),
            Value::Null | Value::Bool(_) => Ok(()),
        }
    }

    fn alternatives(
        &self,
        value: &Value,
        schema: &Map<String, Value>,
        at: &str,
        depth: usize,
    ) -> Result<(), String> {
        let list = |name: &str| schema.get(name).and_then(Value::as_array);
        for each in list("allOf").into_iter().flatten() {
            self.value(value, each, at, depth + 1)?;
        }
        for name in ["anyOf", "oneOf"] {
            let Some(choices) = list(name) else { continue };
            let mut refusals = Vec::new();
            for choice in choices {
                refusals.push(self.value(value, choice, at, depth + 1).err());
            }
            let fitting = refusals.iter().filter(|refusal| refusal.is_none()).count();
            if fitting == 0 {
                // What the one refused for that comes nearest is not known; the first will do.
                let first = refusals.into_iter().flatten().next().unwrap_or_default();
                return Err(format!(
                    "{} is none of the alternatives: {first}",
                    named(at)
                ));
            }
            if name == "oneOf" && fitting > 1 {
                return Err(format!("{} is several of the alternatives", named(at)));
            }
        }
        Ok(())
    }

    fn object(
        &self,
        object: &Map<String, Value>,
        schema: &Map<String, Value>,
        at: &str,
        depth: usize,
    ) -> Result<(), String> {
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("`{}` is missing", below(at, name)));
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, value) in object {
            let at = below(at, name);
            let own = properties.and_then(|properties| properties.get(name));
            match own.or_else(|| schema.get("additionalProperties")) {
                Some(Value::Bool(false)) => return Err(format!("`{at}` is not asked for")),
                Some(schema) => self.value(value, schema, &at, depth + 1)?,
                None => {}
            }
        }
        Ok(())
    }

    fn array(
        &self,
        items: &[Value],
        schema: &Map<String, Value>,
        at: &str,
        depth: usize,
    ) -> Result<(), String> {
        length(items.len(), schema, ARRAY, at)?;
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let first = first.map_or(&[][..], Vec::as_slice);
        for (place, item) in items.iter().enumerate() {
            let schema = first.get(place).or_else(|| schema.get("items"));
            if let Some(schema) = schema {
                self.value(item, schema, &format!("{at}[{place}]"), depth + 1)?;
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            let twice = |place: usize| items[..place].contains(&items[place]);
            if let Some(place) = (1..items.len()).find(|&place| twice(place)) {
                return Err(format!("{} holds item {place} twice", named(at)));
            }
        }
        Ok(())
    }
}

fn kind(value: &Value, schema: &Map<String, Value>, at: &str) -> Result<(), String> {
    let names: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    if names.iter().any(|name| is_a(value, name)) {
        return Ok(());
    }
    let got = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    Err(format!(
        "{} is {got}, not {}",
        named(at),
        names.join(" or ")
    ))
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        // 2.0 is whole, too.
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

fn listed(value: &Value, schema: &Map<String, Value>, at: &str) -> Result<(), String> {
    let other = |allowed: &Value| Err(format!("{} is {value}, allowed is {allowed}", named(at)));
    match (schema.get("enum"), schema.get("const")) {
        (Some(allowed @ Value::Array(values)), _) if !values.contains(value) => other(allowed),
        (_, Some(only)) if only != value => other(only),
        _ => Ok(()),
    }
}

fn bounds(number: Option<f64>, schema: &Map<String, Value>, at: &str) -> Result<(), String> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let number = number.unwrap_or(f64::NAN);
    let refused = |word: &str, bound: f64| {
        Err(format!(
            "{} is {number}, {word} {bound} is allowed",
            named(at)
        ))
    };
    match (bound("minimum"), bound("maximum")) {
        (Some(least), _) if number < least => return refused("at least", least),
        (_, Some(most)) if number > most => return refused("at most", most),
        _ => {}
    }
    match (bound("exclusiveMinimum"), bound("exclusiveMaximum")) {
        (Some(least), _) if number <= least => refused("more than", least),
        (_, Some(most)) if number >= most => refused("less than", most),
        _ => Ok(()),
    }
}

/// Keywords for a length, and what is counted.
const STRING: [&str; 3] = ["minLength", "maxLength", "characters"];
const ARRAY: [&str; 3] = ["minItems", "maxItems", "items"];

fn length(
    count: usize,
    schema: &Map<String, Value>,
    [least, most, what]: [&str; 3],
    at: &str,
) -> Result<(), String> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
    let count = count as u64;
    let refused =
        |word: &str, bound: u64| Err(format!("{} has {count} {what}, {word} {bound}", named(at)));
    match (bound(least), bound(most)) {
        (Some(least), _) if count < least => refused("at least", least),
        (_, Some(most)) if count > most => refused("at most", most),
        _ => Ok(()),
    }
}

fn below(at: &str, name: &str) -> String {
    match at {
        "" => name.to_owned(),
        at => format!("{at}.{name}"),
    }
}

fn named(at: &str) -> String {
    match at {
        "" => "the answer".to_owned(),
        at => format!("`{at}`"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_schema_forbids_is_told_with_its_place() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["ids", "kind"],
            "properties": {
                "ids": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/id"}},
                "kind": {"enum": ["a", "b"]},
                "part": {"anyOf": [{"type": "null"}, {"type": "number", "exclusiveMinimum": 0}]},
                "why": {"type": "string", "minLength": 2},
            },
            "$defs": {"id": {"type": "integer", "minimum": 1}},
        });
        let told = |value| check(&value, &schema).err().unwrap_or_default();
        assert_eq!(told(json!({"ids": [1, 2], "kind": "a", "part": null})), "");
        assert_eq!(told(json!([])), "the answer is an array, not object");
        assert_eq!(told(json!({"ids": []})), "`kind` is missing");
        let cases = [
            (
                json!({"ids": [1, 0], "kind": "a"}),
                "`ids[1]` is 0, at least 1 is allowed",
            ),
            (
                json!({"ids": [1.5], "kind": "a"}),
                "`ids[0]` is a number, not integer",
            ),
            (
                json!({"ids": [1, 2, 3], "kind": "a"}),
                "`ids` has 3 items, at most 2",
            ),
            (
                json!({"ids": [], "kind": "c"}),
                "`kind` is \"c\", allowed is [\"a\",\"b\"]",
            ),
            (
                json!({"ids": [], "kind": "a", "more": 1}),
                "`more` is not asked for",
            ),
            (
                json!({"ids": [], "kind": "a", "why": "x"}),
                "`why` has 1 characters, at least 2",
            ),
            (
                json!({"ids": [], "kind": "a", "part": 0}),
                "`part` is none of the alternatives",
            ),
        ];
        for (value, expected) in cases {
            let told = told(value.clone());
            assert!(told.starts_with(expected), "{value}: {told}");
        }
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let endless = json!({"$ref": "#"});
        assert!(check(&json!(1), &endless).is_err());
        let list = json!({"type": ["object", "null"], "properties": {"next": {"$ref": "#"}}});
        let value = json!({"next": {"next": null}});
        assert!(check(&value, &list).is_ok());
        assert!(check(&json!({"next": {"next": 1}}), &list).is_err());
        assert!(check(&json!(1), &json!({"$ref": "#/nowhere"})).is_err());
    }
}
