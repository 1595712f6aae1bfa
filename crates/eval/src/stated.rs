//! What an answer states and what was considered: the one place that knows how the
//! engine says it.

use perusal::ask::{Asked, Status};

use crate::denotation::Value;

/// An answer that was considered.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// What it denotes.
    pub values: Vec<Value>,
    /// Its probability of being right, 0 to 1.
    pub confidence: f64,
    /// What made it.
    pub by: String,
}

/// In what form a question was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Declined, or not decided.
    Nothing,
    /// With values: a cell, a result, a name.
    Values,
    /// With the items of a list.
    List,
    /// With quotes that state nothing by themselves.
    Quotes,
}

impl Form {
    /// Whether something was stated that is right or wrong by itself.
    pub fn states(self) -> bool {
        matches!(self, Form::Values | Form::List)
    }
}

/// The form of an answer. What is not of status `answered` states nothing.
pub fn form(asked: &Asked) -> Form {
    match &asked.answer {
        Some(answer) if asked.status == Status::Answered => match answer.values.len() {
            0 => Form::Quotes,
            1 => Form::Values,
            _ => Form::List,
        },
        _ => Form::Nothing,
    }
}

/// The values stated; nothing where only quotes are.
pub fn stated(asked: &Asked) -> Vec<Value> {
    let values = asked.answer.iter().flat_map(|answer| &answer.values);
    values.map(typed).collect()
}

/// A value of the engine as it is compared: its number with its scale where it has one.
pub fn typed(value: &perusal::answer::Value) -> Value {
    match &value.number {
        Some(number) if value.unit.as_str() == "%" => Value::parse(&format!("{number}%")),
        Some(number) => Value::parse(&number.to_string()),
        None => Value::parse(&value.text),
    }
}

/// What was considered, the best first, whatever was decided; where tables gave
/// nothing, the first line of what was quoted.
pub fn candidates(asked: &Asked) -> Vec<Candidate> {
    let considered = asked.considered.iter().map(|one| Candidate {
        values: one.values.iter().map(typed).collect(),
        confidence: one.confidence,
        by: "query".to_owned(),
    });
    let mut found: Vec<Candidate> = considered.collect();
    if let (true, Some(answer)) = (found.is_empty(), &asked.answer) {
        let line = answer.text.lines().next().unwrap_or_default();
        found.push(Candidate {
            values: vec![Value::parse(without_marker(line))],
            confidence: asked.confidence,
            by: "passages".to_owned(),
        });
    }
    found
}

/// A line without the marker that ends it.
fn without_marker(line: &str) -> &str {
    let line = line.trim_end();
    let marker = line.rfind(" [").filter(|_| line.ends_with(']'));
    marker.map_or(line, |at| line[..at].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_no_part_of_a_value() {
        assert_eq!(without_marker("Wolfe Tones [1]"), "Wolfe Tones");
        assert_eq!(without_marker("from [2011] on"), "from [2011] on");
    }
}
