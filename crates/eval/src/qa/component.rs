//! What a right answer is made of: parts that are scored one by one.
//!
//! A question file may say so (`"components":[{"kind":"number","answers":["$604"],
//! "weight":2}, …]`); a question that does not gets the parts of its type: a list its
//! items, a question whose answers are all required one part each, any other a
//! single part that one accepted answer fulfils.

use serde::Deserialize;

use super::reduced::Reduced;

/// One part of a right answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct Component {
    /// What has to be there.
    pub part: Part,
    /// Its share of the score beside the other parts: above 0.
    pub weight: f64,
}

/// What has to be in an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Items, of which the share that is there counts.
    List {
        /// The complete list.
        items: Vec<String>,
    },
    /// A number within [`super::NUMBER_TOLERANCE`], or one of the answers in words.
    Number {
        /// Each is right alone.
        answers: Vec<String>,
    },
    /// Words, whole and in whatever case.
    Contains {
        /// Each is right alone.
        answers: Vec<String>,
    },
}

/// A part as a question file gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    kind: Kind,
    items: Option<Vec<String>>,
    answers: Option<Vec<String>>,
    weight: Option<f64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    List,
    Number,
    Contains,
}

impl TryFrom<Written> for Component {
    type Error = String;

    fn try_from(written: Written) -> Result<Component, String> {
        let weight = written.weight.unwrap_or(1.0);
        if !(weight > 0.0 && weight.is_finite()) {
            return Err(format!(
                "expected a component's weight above 0, got {weight}"
            ));
        }
        let part = match (written.kind, written.items, written.answers) {
            (Kind::List, Some(items), None) => Part::List {
                items: texts(items)?,
            },
            (Kind::Number, None, Some(answers)) => Part::Number {
                answers: texts(answers)?,
            },
            (Kind::Contains, None, Some(answers)) => Part::Contains {
                answers: texts(answers)?,
            },
            (Kind::List, ..) => return Err("expected `items` alone for a list".to_owned()),
            (Kind::Number | Kind::Contains, ..) => {
                return Err("expected `answers` alone for a number or words".to_owned());
            }
        };
        Ok(Component { part, weight })
    }
}

/// At least one text, each with something to compare.
fn texts(texts: Vec<String>) -> Result<Vec<String>, String> {
    if texts.is_empty() || texts.iter().any(|text| Reduced::new(text).is_empty()) {
        return Err(format!(
            "expected texts with letters or digits in a component, got {texts:?}"
        ));
    }
    Ok(texts)
}

impl Component {
    pub(super) fn new(part: Part) -> Component {
        Component { part, weight: 1.0 }
    }
}
