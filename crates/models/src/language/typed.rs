//! Answers that are values of a type of ours: one type makes the schema of the request, the words
//! that ask for it, and the check of the answer.

use std::marker::PhantomData;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::order::{InOrder, ordered};
use super::{Completion, End, LanguageModel, Message, Request, Shape, Speaker, schema};
use crate::{Limits, ModelError};

/// Bytes of an answer of another shape that are shown to the model again.
const RETURNED_BYTES_MAX: usize = 4 << 10;

/// A type as a model is asked for it.
///
/// ```
/// use models::{Shape, Typed};
///
/// #[derive(Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
/// struct Grade {
///     /// 0 for useless, 3 for complete.
///     #[schemars(range(max = 3))]
///     grade: u8,
///     why: Option<String>,
/// }
///
/// let typed = Typed::<Grade>::new();
/// assert_eq!(
///     typed.description(),
///     "{\"grade\": whole number from 0 to 3 (0 for useless, 3 for complete.), \
///      \"why\": text or null}"
/// );
/// let grade = typed.parse("{\"grade\": 2, \"why\": null}").unwrap();
/// assert_eq!(grade, Grade { grade: 2, why: None });
/// let refused = typed.parse("{\"grade\": 4, \"why\": null}").unwrap_err();
/// assert_eq!(refused, "`grade` is 4, at most 3 is allowed");
/// ```
#[derive(Clone, Debug)]
pub struct Typed<T> {
    schema: Value,
    of: PhantomData<fn() -> T>,
}

impl<T: JsonSchema + DeserializeOwned> Default for Typed<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: JsonSchema + DeserializeOwned> Typed<T> {
    /// The type's schema, as strict as servers want it: every field is there, be it null, and no
    /// other.
    #[must_use]
    pub fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        let mut schema = Value::from(settings.into_generator().into_root_schema_for::<T>());
        tighten(&mut schema);
        Self {
            schema,
            of: PhantomData,
        }
    }

    /// What to ask for in [`Request::shape`].
    #[must_use]
    pub fn shape(&self) -> Shape {
        Shape::Json(self.schema.clone())
    }

    /// The type in words, for a prompt, with what its doc comments say.
    #[must_use]
    pub fn description(&self) -> String {
        described(&self.schema)
    }

    /// The value of an answer.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn parse(&self, text: &str) -> Result<T, String> {
        let value = parsed(text, &self.schema)?;
        serde_json::from_value(value).map_err(|error| error.to_string())
    }
}

/// JSON that a schema allows, of a text that is nothing else.
pub(crate) fn parsed(text: &str, schema: &Value) -> Result<Value, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    schema::check(&value, schema)?;
    Ok(value)
}

/// Words that ask for a shape, for models whose server cannot hold them to it.
pub(crate) fn instruction(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Text => None,
        Shape::OneOf(words) => Some(format!(
            "Answer with exactly one of these and nothing else: {}",
            words.join(", ")
        )),
        Shape::Json(schema) => {
            let schema = serde_json::to_string(&InOrder(schema)).unwrap_or_default();
            Some(format!(
                "Answer with JSON that keeps to this JSON Schema, and with nothing else: {schema}"
            ))
        }
    }
}

/// Forbids other fields, asks for all there are, and takes out what only Rust knows.
fn tighten(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            for known_to_rust in ["format", "title", "default"] {
                object.retain(|name, value| name != known_to_rust || !value.is_string());
            }
            object.remove("default");
            if let Some(Value::Object(properties)) = object.get("properties") {
                // As the type has them, those that need not be there behind the others.
                let names = ordered(properties, object.get("required"));
                let names = names.into_iter().map(|(name, _)| Value::from(name.clone()));
                let names = Value::Array(names.collect());
                object.insert("required".to_owned(), names);
                object
                    .entry("additionalProperties")
                    .or_insert(Value::Bool(false));
            }
            object.values_mut().for_each(tighten);
        }
        Value::Array(items) => items.iter_mut().for_each(tighten),
        _ => {}
    }
}

fn described(schema: &Value) -> String {
    let Some(schema) = schema.as_object() else {
        return "anything".to_owned();
    };
    let list = |name: &str| schema.get(name).and_then(Value::as_array);
    if let Some(values) = list("enum") {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" or ");
    }
    if let Some(only) = schema.get("const") {
        return only.to_string();
    }
    if let Some(choices) = list("anyOf").or_else(|| list("oneOf")) {
        let choices: Vec<String> = choices.iter().map(described).collect();
        return choices.join(" or ");
    }
    match schema.get("type") {
        Some(Value::String(name)) => of_type(name, schema),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names
                .map(|name| of_type(name, schema))
                .collect::<Vec<_>>()
                .join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn of_type(name: &str, schema: &Map<String, Value>) -> String {
    match name {
        "object" => fields(schema),
        "array" => {
            let items = schema.get("items").map_or("…".to_owned(), described);
            let most = schema.get("maxItems").and_then(Value::as_u64);
            let most = most.map_or(String::new(), |most| format!(" ({most} at most)"));
            format!("[{items}, …]{most}")
        }
        "string" => "text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "integer" => format!("whole number{}", range(schema)),
        "number" => format!("number{}", range(schema)),
        other => other.to_owned(),
    }
}

fn fields(schema: &Map<String, Value>) -> String {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required");
    let properties = properties.map(|properties| ordered(properties, required));
    let fields = properties.into_iter().flatten().map(|(name, schema)| {
        let about = schema.get("description").and_then(Value::as_str);
        let about = about.map_or(String::new(), |about| {
            let line: Vec<&str> = about.split_whitespace().collect();
            format!(" ({})", line.join(" "))
        });
        format!("\"{name}\": {}{about}", described(schema))
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
}

fn range(schema: &Map<String, Value>) -> String {
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (Some(least), None) => format!(" from {least}"),
        (None, Some(most)) => format!(" up to {most}"),
        (None, None) => String::new(),
    }
}

/// What is asked, without the shape, which the type gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedRequest {
    /// The conversation, oldest first; never empty.
    pub messages: Vec<Message>,
    /// Tokens of the answer at most.
    pub tokens_max: u32,
}

/// A value, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedAnswer<T> {
    /// What the model answered.
    pub value: T,
    /// The answer it came with.
    pub completion: Completion,
    /// What was wrong with the first answer, where there was a second.
    pub returned: Option<String>,
}

/// Asks for a value. An answer of another shape, or one that `check` refuses, is returned to the
/// model once with what is wrong; what to do after that is the caller's.
///
/// # Errors
/// [`ModelError::WrongShape`] when the second answer is wrong, too, else as
/// [`LanguageModel::complete`].
pub fn ask_typed<T: JsonSchema + DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &TypedRequest,
    limits: &Limits,
    check: &dyn Fn(&T) -> Result<(), String>,
) -> Result<TypedAnswer<T>, ModelError> {
    let typed = Typed::<T>::new();
    let mut asked = Request {
        messages: request.messages.clone(),
        tokens_max: request.tokens_max,
        shape: typed.shape(),
    };
    let once = |asked: &Request| -> Result<(T, Completion), ModelError> {
        let completion = model.complete(asked, limits, &mut |_| {})?;
        let value = match completion.end {
            End::Complete => typed.parse(&completion.text),
            End::Cut => Err("it was cut".to_owned()),
        };
        let value = value.and_then(|value| check(&value).map(|()| value));
        match value {
            Ok(value) => Ok((value, completion)),
            Err(reason) => Err(ModelError::WrongShape {
                name: model.profile().id.clone(),
                reason,
                answer: completion.text,
            }),
        }
    };
    let (reason, answer) = match once(&asked) {
        Err(ModelError::WrongShape { reason, answer, .. }) => (reason, answer),
        outcome => {
            return outcome.map(|(value, completion)| TypedAnswer {
                value,
                completion,
                returned: None,
            });
        }
    };
    asked.messages.extend(returned(&answer, &reason));
    once(&asked).map(|(value, completion)| TypedAnswer {
        value,
        completion,
        returned: Some(reason),
    })
}

/// An answer of the model and what is wrong with it, as the next turns of a conversation.
fn returned(answer: &str, reason: &str) -> [Message; 2] {
    let start = &answer[..answer.floor_char_boundary(RETURNED_BYTES_MAX)];
    // Some servers refuse a message without text.
    let start = if start.trim().is_empty() { "-" } else { start };
    let told = format!("This answer cannot be used: {reason}. Answer again, rightly this time.");
    [
        Message::new(Speaker::Model, start),
        Message::new(Speaker::User, told),
    ]
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::scripted::Script;

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Person,
        Place,
    }

    /// What a text names.
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Named {
        /// As it stands
        /// in the text.
        name: String,
        kind: Kind,
        #[serde(default)]
        pages: Option<Vec<u32>>,
    }

    fn request() -> TypedRequest {
        TypedRequest {
            messages: vec![Message::new(Speaker::User, "What is named?")],
            tokens_max: 50,
        }
    }

    #[test]
    fn schema_and_description_come_from_the_type() {
        let typed = Typed::<Named>::new();
        let Shape::Json(schema) = typed.shape() else {
            unreachable!("JSON")
        };
        // As declared: what is written first is what the rest follows from.
        assert_eq!(schema["required"], json!(["name", "kind", "pages"]));
        assert_eq!(schema["additionalProperties"], json!(false));
        assert_eq!(
            schema["properties"]["kind"]["enum"],
            json!(["person", "place"])
        );
        assert!(!schema.to_string().contains("uint32"), "{schema}");
        let described = typed.description();
        assert!(
            described.contains("\"name\": text (As it stands in the text.)"),
            "{described}"
        );
        assert!(
            described.contains("\"kind\": \"person\" or \"place\""),
            "{described}"
        );
        assert!(
            described.contains("[whole number from 0, …]"),
            "{described}"
        );
    }

    #[test]
    fn what_is_no_value_of_the_type_is_refused() {
        let typed = Typed::<Named>::new();
        let good = r#"{"name": "Ada", "kind": "person", "pages": [1]}"#;
        assert_eq!(typed.parse(good).map(|named| named.kind), Ok(Kind::Person));
        for bad in [
            "",
            "Ada",
            "{\"name\": \"Ada\"}",
            r#"{"name": "Ada", "kind": "thing", "pages": null}"#,
            r#"{"name": "Ada", "kind": "person", "pages": [-1]}"#,
            r#"{"name": "Ada", "kind": "person", "pages": null, "age": 36}"#,
            r#"{"name": "Ada", "kind": "person", "pages": null} and more"#,
        ] {
            assert!(typed.parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_wrong_answer_is_returned_once_with_what_is_wrong() {
        let good = r#"{"name": "Ada", "kind": "person", "pages": null}"#;
        let wrong = r#"{"name": "Ada", "kind": "ship", "pages": null}"#;
        let script = Script::new([("cannot be used", good), ("", wrong)]);
        let answer = ask_typed::<Named>(&script, &request(), &Limits::none(), &|_| Ok(()));
        let answer = answer.expect("the second answer");
        assert_eq!(answer.value.name, "Ada");
        assert!(
            answer
                .returned
                .expect("the first")
                .contains("`kind` is \"ship\"")
        );
        let asked = script.asked();
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[1].messages[1].text, wrong);

        let check = |named: &Named| match named.name.as_str() {
            "Ada" => Err("Ada is not in the text".to_owned()),
            _ => Ok(()),
        };
        let script = Script::new([("", good)]);
        let error = ask_typed::<Named>(&script, &request(), &Limits::none(), &check);
        let error = error.expect_err("refused twice");
        assert!(matches!(error, ModelError::WrongShape { .. }), "{error}");
        assert!(
            error.to_string().contains("Ada is not in the text"),
            "{error}"
        );
        assert_eq!(script.asked().len(), 2, "once and no more");
    }
}
