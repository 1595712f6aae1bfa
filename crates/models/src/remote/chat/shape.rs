//! How an answer is held to its shape: by the server, which is given a schema or told to write JSON,
//! or by words alone. Whatever the server promises, the answer is checked.

use serde_json::{Value, json};

use crate::{
    Message, Request, Shape, Speaker,
    language::{instruction, parsed},
};

/// What holds an answer to its shape, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Held {
    /// The server, by a schema.
    Schema,
    /// The server, to JSON of any kind; the rest by words.
    Json,
    /// Words of the request.
    Words,
}

impl Held {
    pub(super) fn of(number: u8) -> Self {
        match number {
            0 => Self::Schema,
            1 => Self::Json,
            _ => Self::Words,
        }
    }

    /// What is left when a server refuses this.
    pub(super) fn weaker(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Json),
            Self::Json => Some(Self::Words),
            Self::Words => None,
        }
    }
}

/// Name of the field around an answer that is no object: servers want one.
const FIELD: &str = "answer";

/// Why a text is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub reason: String,
    /// Nothing held it to anything.
    pub unheld: bool,
}

/// The schema that a server is given for a shape; `None` for text.
pub(super) fn schema(shape: &Shape) -> Option<Value> {
    match shape {
        Shape::Text => None,
        Shape::OneOf(words) => Some(around(json!({"type": "string", "enum": words}))),
        Shape::Json(schema) if is_object(schema) => Some(schema.clone()),
        Shape::Json(schema) => Some(around(schema.clone())),
    }
}

fn is_object(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
}

fn around(mut inner: Value) -> Value {
    // References begin at the root.
    let shared = inner.as_object_mut().and_then(|own| own.remove("$defs"));
    let mut outer = json!({
        "type": "object", "properties": {FIELD: inner}, "required": [FIELD],
        "additionalProperties": false,
    });
    if let Some(shared) = shared {
        outer["$defs"] = shared;
    }
    outer
}

/// The conversation, with the words that ask for the shape where the server cannot be held to it.
pub(super) fn messages(request: &Request, held: Held) -> Vec<Message> {
    let mut messages = request.messages.clone();
    let words = match held {
        Held::Schema => None,
        Held::Json => schema(&request.shape).and_then(|schema| instruction(&Shape::Json(schema))),
        Held::Words => instruction(&request.shape),
    };
    let Some(words) = words else {
        return messages;
    };
    match messages.first_mut() {
        Some(first) if first.speaker == Speaker::System => {
            first.text = format!("{}\n\n{words}", first.text);
        }
        _ => messages.insert(0, Message::new(Speaker::System, words)),
    }
    messages
}

/// The answer in a text: one of the words, or JSON.
pub(super) fn answer(shape: &Shape, held: Held, text: &str) -> Result<String, Wrong> {
    let wrong = |reason: String| Wrong {
        unheld: serde_json::from_str::<Value>(unfenced(text)).is_err(),
        reason,
    };
    let bare = unfenced(text);
    match shape {
        Shape::Text => Ok(text.to_owned()),
        Shape::OneOf(words) if words.iter().any(|word| word == text.trim()) => {
            Ok(text.trim().to_owned())
        }
        Shape::OneOf(_) if held == Held::Words => {
            Err(wrong("it is none of the choices".to_owned()))
        }
        Shape::Json(inner) if held == Held::Words || is_object(inner) => {
            parsed(bare, inner).map_err(wrong)?;
            Ok(bare.to_owned())
        }
        Shape::OneOf(_) | Shape::Json(_) => {
            let schema = schema(shape).unwrap_or_default();
            let value = parsed(bare, &schema).map_err(wrong)?;
            Ok(match &value[FIELD] {
                Value::String(word) if matches!(shape, Shape::OneOf(_)) => word.clone(),
                other => other.to_string(),
            })
        }
    }
}

/// A text without white space around it and without the fence that models like to put around JSON.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix("```json")
        .or_else(|| text.strip_prefix("```"))
        .and_then(|text| text.strip_suffix("```"));
    inner.map_or(text, str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_of() -> Shape {
        Shape::OneOf(vec!["red".to_owned(), "blue".to_owned()])
    }

    #[test]
    fn a_choice_comes_in_any_of_the_ways_it_was_asked_for_and_no_other() {
        let told = |held, text| answer(&one_of(), held, text).map_err(|wrong| wrong.reason);
        for (held, text) in [
            (Held::Schema, "{\"answer\": \"red\"}"),
            (Held::Json, "```json\n{\"answer\": \"red\"}\n```"),
            (Held::Schema, " red\n"),
            (Held::Words, "red"),
        ] {
            assert_eq!(told(held, text).as_deref(), Ok("red"), "{text}");
        }
        for (held, text) in [
            (Held::Schema, "{\"answer\": \"green\"}"),
            (Held::Schema, "It is red."),
            (Held::Words, "{\"answer\": \"red\"}"),
            (Held::Words, "red, I think"),
            (Held::Words, ""),
        ] {
            assert!(told(held, text).is_err(), "{text}");
        }
        let wrong = answer(&one_of(), Held::Schema, "It is red.").expect_err("words");
        assert!(wrong.unheld);
    }

    #[test]
    fn json_that_is_no_object_travels_in_one() {
        let list = json!({"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}});
        let shape = Shape::Json(list);
        let sent = schema(&shape).expect("a schema");
        assert_eq!(sent["$defs"]["n"]["type"], "integer");
        let told = answer(&shape, Held::Schema, "{\"answer\": [1, 2]}");
        assert_eq!(told.as_deref(), Ok("[1,2]"));
        assert!(answer(&shape, Held::Schema, "{\"answer\": [\"x\"]}").is_err());
        assert_eq!(answer(&shape, Held::Words, "[1]").as_deref(), Ok("[1]"));
    }

    #[test]
    fn words_ask_for_what_the_server_does_not_hold() {
        let request = Request {
            messages: vec![Message::new(Speaker::User, "Which?")],
            tokens_max: 5,
            shape: one_of(),
        };
        assert_eq!(messages(&request, Held::Schema), request.messages);
        let asked = messages(&request, Held::Words);
        assert_eq!(asked[0].speaker, Speaker::System);
        assert!(asked[0].text.ends_with("red, blue"), "{}", asked[0].text);
        let asked = messages(&request, Held::Json);
        assert!(asked[0].text.contains("JSON") && asked[0].text.contains("enum"));
    }
}
