//! What an answer says as values: what a program reads.

use text::table::{Decimal, Unit};

use super::Citation;

/// One value of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// As a person would read it.
    pub text: String,
    /// The number, its scale multiplied in, where it is one.
    pub number: Option<Decimal>,
    /// What it counts.
    pub unit: Unit,
    /// The power of ten that its table prints numbers in: 6 for millions.
    pub scale: i8,
    /// Markers of its citations.
    pub citations: Vec<usize>,
    /// Of a number in a series: what it is the number of. Of one of two values that are
    /// compared: whose it is.
    pub names: Option<String>,
}

/// Who proposed a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Producer {
    /// The grammar over words of the question.
    Patterns,
    /// A language model.
    Model,
    /// A person wrote it.
    Person,
}

impl Producer {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Producer::Patterns => "patterns",
            Producer::Model => "model",
            Producer::Person => "person",
        }
    }
}

/// A query over relations, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownQuery {
    /// In the query language.
    pub sql: String,
    /// Names of the relations it reads.
    pub relations: Vec<String>,
    /// Who proposed it.
    pub producer: Producer,
}

/// Values that were considered, whatever was decided about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Considered {
    /// The denotation.
    pub values: Vec<Value>,
    /// Where its values stand, verified; markers count from 1 here.
    pub citations: Vec<Citation>,
    /// What gives them.
    pub query: ShownQuery,
    /// What is done to get them: `project`, `count`, `percent_change`.
    pub operator: &'static str,
    /// The calculation, where two cells make the value: `450 − 400 = 50`.
    pub expression: Option<String>,
    /// Rows of the relations that were looked at.
    pub rows_read: usize,
    /// Rows that these relations have; more where one is too large to be looked at whole.
    pub rows_total: usize,
    /// Probability that they are what was asked for, 0 to 1.
    pub confidence: f64,
}
