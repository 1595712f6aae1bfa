//! From passages to an answer that quotes them.
//!
//! The extractive answer: the sentences or table rows that answer best, each
//! quoted from the store and cited with document, pages and span. Whether to
//! answer at all is a calibrated decision on features of the evidence; below
//! its threshold the answer is "not in your documents", with the nearest
//! passages named as such.

mod candidates;
mod cite;
mod confidence;
mod features;
mod select;
mod weights;

pub use candidates::{Candidate, Evidence};
pub use cite::{Citation, verify};
pub use confidence::{ANSWERABLE_FEATURES, answerable_features, set_ranked};
pub use features::{SENTENCE_FEATURES, sentence_features};
pub use select::{Found, Selection, select};
pub use weights::{Head, Weights};

/// How an answer was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Quotes joined in reading order.
    Extractive,
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
}
