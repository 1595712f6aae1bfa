//! The documents that a question is about, chosen from a short list by id.

use models::{End, Limits, Request, Shape, check_schema};
use serde_json::{Value, json};

use super::{Adviser, rendered};

/// Documents of a short list.
pub const DOCUMENTS_MAX: usize = 12;
/// Tokens of an answer: a sentence and the ids.
const REPLY_TOKENS: u32 = 160;

/// Places in the list of those that are meant, in the order of the list. `told` has a line for each
/// document: path, title, summary. An id that is not of the list cannot come through: the schema
/// names them all, and it is checked again.
///
/// # Errors
/// Why none are chosen, in a sentence: our own order stands.
pub fn choose(
    question: &str,
    told: &[String],
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<Vec<usize>, String> {
    let ids: Vec<String> = (1..=told.len())
        .map(|number| format!("d{number}"))
        .collect();
    let lines: Vec<String> = ids
        .iter()
        .zip(told)
        .map(|(id, line)| format!("{id}: {line}"))
        .collect();
    let slots = [("question", question), ("evidence", &*lines.join("\n"))];
    let messages = rendered(adviser, "documents", &slots, REPLY_TOKENS)?;
    let schema = schema(&ids);
    let request = Request {
        messages,
        tokens_max: REPLY_TOKENS,
        shape: Shape::Json(schema.clone()),
    };
    let answered = adviser.model.complete(&request, limits, &mut |_| {});
    let answered = answered.map_err(|error| error.to_string())?;
    if answered.end == End::Cut {
        return Err("it was cut".to_owned());
    }
    let value: Value = serde_json::from_str(&answered.text).map_err(|error| error.to_string())?;
    check_schema(&value, &schema)?;
    let named: Vec<&str> = value["documents"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let chosen = ids
        .iter()
        .enumerate()
        .filter(|(_, id)| named.contains(&id.as_str()));
    match chosen.map(|(at, _)| at).collect::<Vec<_>>() {
        none if none.is_empty() => Err("it names no document".to_owned()),
        chosen => Ok(chosen),
    }
}

/// Reasons before ids: what is written first is thought of first.
fn schema(ids: &[String]) -> Value {
    json!({
        "type": "object",
        "properties": {
            "reasoning": {"type": "string"},
            "documents": {"type": "array", "items": {"type": "string", "enum": ids}},
        },
        "required": ["reasoning", "documents"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use models::scripted::Script;

    use super::super::tests::adviser;
    use super::*;

    #[test]
    fn ids_of_the_list_alone_come_through() {
        let told = [
            "lease.md: a lease".to_owned(),
            "rates.csv: rates".to_owned(),
        ];
        let ask = |said: &str| {
            let script = Script::new([("", said)]);
            choose(
                "How high is the rent?",
                &told,
                &adviser(&script),
                &Limits::none(),
            )
        };
        let said = r#"{"reasoning": "rent", "documents": ["d2", "d1", "d2"]}"#;
        assert_eq!(ask(said), Ok(vec![0, 1]));
        assert_eq!(
            ask(r#"{"reasoning": "", "documents": ["d2"]}"#),
            Ok(vec![1])
        );
        for wrong in [
            r#"{"reasoning": "", "documents": ["d3"]}"#,
            r#"{"reasoning": "", "documents": ["d1", "d11"]}"#,
            r#"{"reasoning": "", "documents": []}"#,
            r#"{"documents": ["d1"]}"#,
            "d1",
        ] {
            assert!(ask(wrong).is_err(), "{wrong}");
        }
        // Reasons come first.
        let schema = schema(&["d1".to_owned()]).to_string();
        assert!(schema.find("reasoning").is_some());
    }
}
