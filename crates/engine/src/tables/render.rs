//! Values as a person would say them.

use super::sides;
use crate::answer::{Answer, AnswerItem, Completeness, Considered, Mode, Value};

/// Values on one line; more become a list.
const ONE_LINE_MAX: usize = 3;

/// The answer that states values.
pub fn answer(considered: &Considered) -> Answer {
    let values = &considered.values;
    let compares = considered.operator == sides::OPERATOR;
    let list = values.len() > ONE_LINE_MAX && !compares;
    let lines: Vec<String> = if compares {
        compared(values)
    } else if list {
        values
            .iter()
            .map(|value| match &value.names {
                Some(title) => format!("- {} {title}{}", value.text, marked(value)),
                None => format!("- {}", said(value)),
            })
            .collect()
    } else {
        vec![values.iter().map(said).collect::<Vec<_>>().join("; ")]
    };
    let items = values.iter().filter(|_| values.len() > 1).map(|value| {
        let (label, text) = match &value.names {
            Some(side) if compares => (side.clone(), value.text.clone()),
            Some(title) => (value.text.clone(), title.clone()),
            None => (String::new(), value.text.clone()),
        };
        AnswerItem {
            label,
            text,
            citation: value.citations.first().copied().unwrap_or(0),
        }
    });
    let calculation = considered.expression.iter().cloned();
    let text: Vec<String> = lines.into_iter().chain(calculation).collect();
    Answer {
        text: text.join("\n"),
        mode: Mode::Extractive,
        confidence: considered.confidence,
        citations: considered.citations.clone(),
        items: items.collect(),
        completeness: list.then_some(Completeness {
            units_read: considered.rows_read,
            units_total: considered.rows_total,
            matches: values.len(),
        }),
        value: (values.len() == 1).then(|| values[0].text.clone()),
        expression: considered.expression.clone(),
        values: values.clone(),
        query: Some(considered.query.clone()),
        differs: Vec::new(),
    }
}

/// What two values come to, and both on one line: `3M`, `3M: 3,193 [1]; Best Buy: 789 [2]`.
fn compared(values: &[Value]) -> Vec<String> {
    let (sides, verdicts): (Vec<&Value>, Vec<&Value>) =
        values.iter().partition(|value| value.names.is_some());
    let named = |value: &&Value| {
        let name = value.names.as_deref().unwrap_or_default();
        format!("{name}: {}", said(value))
    };
    let both: Vec<String> = sides.iter().map(named).collect();
    // Beside both the calculation says what they make.
    let verdicts = verdicts.into_iter().filter_map(|value| match value.number {
        Some(_) => sides.is_empty().then(|| said(value)),
        None => Some(value.text.clone()),
    });
    let lines = verdicts.chain([both.join("; ")]);
    lines.filter(|line| !line.is_empty()).collect()
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
    let said = if unit.is_empty() || text.contains(unit) || has_sign(text) || in_words(value) {
        format!("{text}{scale}")
    } else if unit == "%" {
        format!("{text}%")
    } else {
        format!("{text}{scale} {unit}")
    };
    said + &marked(value)
}

/// The markers of a value's citations, each behind a space.
fn marked(value: &Value) -> String {
    let markers = value.citations.iter();
    markers.map(|marker| format!(" [{marker}]")).collect()
}

/// The text says a currency by its name: `48 Euro`.
fn in_words(value: &Value) -> bool {
    value.unit.is_currency() && value.text.contains(char::is_alphabetic)
}

/// The text shows a currency already.
fn has_sign(text: &str) -> bool {
    text.contains(['$', '€', '£', '¥', '%'])
}
