//! What is said of an answer to programs written for OpenAI, in the parts that both of its forms
//! have.

use serde_json::{Value, json};

/// Said where the documents have no answer: clients show what stands in the message.
const NOT_FOUND: &str = "Not in your documents.";
const UNSURE: &str = "Not sure: nothing in your documents surely answers it.";

/// What is said of an answer, in the parts that both forms have.
pub struct Parting {
    /// The text.
    pub text: String,
    /// Each marker in it with the place it cites.
    pub annotations: Vec<Value>,
    /// Tokens.
    pub usage: Value,
    /// What only we have.
    pub extra: Value,
}

impl Parting {
    /// Of the object of `ask`.
    pub fn of(object: &Value) -> Self {
        Self {
            text: content(object),
            annotations: annotations(object),
            usage: usage(object),
            extra: extra(object),
        }
    }
}

/// The text of an answer, or why there is none.
pub fn content(object: &Value) -> String {
    match (object["answer"]["text"].as_str(), object["status"].as_str()) {
        (Some(text), _) => text.to_owned(),
        (None, Some("unsure")) => UNSURE.to_owned(),
        _ => NOT_FOUND.to_owned(),
    }
}

/// Tokens, as these clients count them.
pub fn usage(object: &Value) -> Value {
    let count = |name: &str| object["usage"][name].as_u64().unwrap_or_default();
    let (prompt, completion) = (count("prompt_tokens"), count("completion_tokens"));
    json!({
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    })
}

/// Each marker in the text with the place it cites.
pub fn annotations(object: &Value) -> Vec<Value> {
    let text = content(object);
    let citations = object["answer"]["citations"]
        .as_array()
        .into_iter()
        .flatten();
    let noted = citations.filter_map(|citation| {
        let marker = format!("[{}]", citation["marker"]);
        let start = text.find(&marker)?;
        let start = text[..start].chars().count();
        let document = citation["document_id"].as_str().unwrap_or_default();
        let page = citation["pages"][0].as_u64();
        let page = page.map_or(String::new(), |page| format!("#page={page}"));
        Some(json!({
            "type": "url_citation",
            "url_citation": {
                "start_index": start,
                "end_index": start + marker.chars().count(),
                "url": format!("/documents/{document}{page}"),
                "title": citation["document"],
            },
        }))
    });
    noted.collect()
}

/// What only we have.
pub fn extra(object: &Value) -> Value {
    json!({
        "status": object["status"],
        "citations": object["answer"]["citations"],
        "values": object["answer"]["values"],
        "confidence": object["answer"]["confidence"],
        "trace": object["trace"],
    })
}
