//! Values as a person would say them.

use crate::answer::{Answer, AnswerItem, Completeness, Considered, Mode, Value};

/// Values on one line; more become a list.
const ONE_LINE_MAX: usize = 3;

/// The answer that states values.
pub fn answer(considered: &Considered) -> Answer {
    let values = &considered.values;
    let list = values.len() > ONE_LINE_MAX;
    let lines: Vec<String> = if list {
        values
            .iter()
            .map(|value| format!("- {}", said(value)))
            .collect()
    } else {
        vec![values.iter().map(said).collect::<Vec<_>>().join("; ")]
    };
    let items = values
        .iter()
        .filter(|_| values.len() > 1)
        .map(|value| AnswerItem {
            label: String::new(),
            text: value.text.clone(),
            citation: value.citations.first().copied().unwrap_or(0),
        });
    Answer {
        text: lines.join("\n"),
        mode: Mode::Extractive,
        confidence: considered.confidence,
        citations: considered.citations.clone(),
        items: items.collect(),
        completeness: list.then_some(Completeness {
            units_read: considered.rows_read,
            units_total: considered.rows_read,
            matches: values.len(),
        }),
        value: (values.len() == 1).then(|| values[0].text.clone()),
        expression: None,
        values: values.clone(),
        query: Some(considered.query.clone()),
    }
}

/// A value with its unit and the markers of its citations.
fn said(value: &Value) -> String {
    let scale = match value.scale {
        3 => " thousand",
        6 => " million",
        9 => " billion",
        _ => "",
    };
    let unit = value.unit.as_str();
    let text = &value.text;
    let mut said = if unit.is_empty() || text.contains(unit) || has_sign(text) {
        format!("{text}{scale}")
    } else if unit == "%" {
        format!("{text}%")
    } else {
        format!("{text}{scale} {unit}")
    };
    for marker in &value.citations {
        said.push_str(&format!(" [{marker}]"));
    }
    said
}

/// The text shows a currency already.
fn has_sign(text: &str) -> bool {
    text.contains(['$', '€', '£', '¥', '%'])
}
