//! From passages to an answer that quotes them.
//!
//! The extractive answer: the sentences or table rows that answer best, each
//! quoted from the store and cited with document, pages and span. Whether to
//! answer at all is a calibrated decision on features of the evidence; below
//! its threshold the answer is "not in your documents", with the nearest
//! passages named as such.

mod candidates;
mod choice;
mod cite;
mod claim;
mod confidence;
mod designations;
mod differ;
mod draft;
mod evidence;
mod features;
mod labels;
mod meaning;
mod nearness;
mod pieces;
mod row;
mod scale;
mod select;
mod value;
mod weights;
mod whole;

pub use choice::Choice;
pub use cite::{Citation, verify, verify_in};
pub use claim::{Contradiction, Read};
pub use confidence::{ANSWERABLE_FEATURES, answerable_features, set_ranked};
pub use differ::Differs;
pub use evidence::{Candidate, Evidence, Found, Ground, Names, Ranked};
pub use features::{SENTENCE_FEATURES, sentence_features};
pub use meaning::{AskedWord, Sayings};
pub use select::{FURTHER_ODDS_SHARE, Selection, select};
pub use value::{Considered, Producer, ShownQuery, Value};
pub use weights::{Head, Weights};

pub(crate) use differ::QUESTION_SHARE_MIN;
pub(crate) use draft::{asks_for_draft, is_draft};
pub(crate) use features::said_of;
pub(crate) use select::{cited, cited_span};

/// How an answer was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Quotes joined in reading order.
    Extractive,
    /// Prose of a language model, each sentence checked against what it cites.
    Generated,
}

impl Mode {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Mode::Extractive => "extractive",
            Mode::Generated => "generated",
        }
    }
}

/// An answer with its citations.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The text, with markers `[1]`.
    pub text: String,
    /// How it was made.
    pub mode: Mode,
    /// Calibrated probability that the evidence answers, 0 to 1.
    pub confidence: f64,
    /// In order of marker, each verified against the store.
    pub citations: Vec<Citation>,
    /// For a list: its items, in order.
    pub items: Vec<AnswerItem>,
    /// For a list, a count or a sum: how much was read.
    pub completeness: Option<Completeness>,
    /// The value stated, where it is one: a cell, a result, a name.
    pub value: Option<String>,
    /// The calculation behind the value: `293 × 2.061 = 603.873`.
    pub expression: Option<String>,
    /// Its denotation: the values it states, none where it only quotes.
    pub values: Vec<Value>,
    /// The query that gave them.
    pub query: Option<ShownQuery>,
    /// Of its citations those that contradict each other; the text says so, with both quotes.
    pub differs: Vec<Differs>,
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerItem {
    /// Its number or code, apart from its text; may be empty.
    pub label: String,
    /// Its text.
    pub text: String,
    /// The marker of its citation.
    pub citation: usize,
}

/// How much was read, in units of what was counted: numbers of a series, rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completeness {
    /// Units that were found or read.
    pub units_read: usize,
    /// Units there are.
    pub units_total: usize,
    /// Items or rows that answer.
    pub matches: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_called_as_the_outside_knows_them() {
        assert_eq!(Mode::Extractive.as_str(), "extractive");
        assert_eq!(Mode::Generated.as_str(), "generated");
    }
}
