//! What a cell says, as a typed value.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{Date, Number, Unit};

/// A typed value; the text stays where its span is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Nothing is written.
    #[default]
    Empty,
    /// A dash: nothing, said on purpose. 0 in sums and differences, left out of
    /// means and counts.
    Dash,
    /// A number, an amount, a share.
    Number(Number),
    /// From a number to a number of the same unit.
    Range(Box<(Number, Number)>),
    /// A day, a month, a year with a word that makes it one.
    Date(Date),
    /// Digits and letters that name a thing: never counted with.
    Code,
    /// Anything else.
    Text,
}

impl Value {
    /// Whether it is said in words as a name is: a text, or a quarter (`Q3 2025`).
    pub(super) fn is_worded(&self) -> bool {
        match self {
            Value::Text => true,
            Value::Date(date) => date.is_quarter(),
            _ => false,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<Number> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The number to count with: a dash is 0.
    pub fn amount(&self) -> Option<Decimal> {
        match self {
            Value::Number(number) => Some(number.value),
            Value::Dash => Some(Decimal::ZERO),
            _ => None,
        }
    }

    /// The unit of a number or a range.
    pub fn unit(&self) -> Unit {
        match self {
            Value::Number(number) => number.unit,
            Value::Range(range) => range.0.unit,
            _ => Unit::NONE,
        }
    }
}
