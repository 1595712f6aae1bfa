//! What questions over tables come to.

/// What one question came to.
#[derive(Debug, Clone, PartialEq)]
pub struct TableResult {
    /// The question's id.
    pub id: String,
    /// The kind of answer.
    pub kind: String,
    /// What made the best candidate, where there is one.
    pub by: Option<String>,
    /// The best candidate denotes the gold values, whatever was decided.
    pub right: bool,
    /// One of the candidates does.
    pub oracle: bool,
    /// Confidence of the best candidate; 0 where there is none.
    pub confidence: f64,
    /// Values were stated.
    pub stated: bool,
    /// The gold table is among the first [`CARDS`](super::CARDS) relations; `None` over its own table.
    pub found: Option<bool>,
    /// What a language model proposed, where one was asked.
    pub proposed: Option<Proposed>,
    /// How long it took.
    pub milliseconds: f64,
    /// Why there is no outcome.
    pub fault: Option<String>,
}

/// What a model proposed for a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    /// How the patterns stand to it (`first`, `other`, `alone`, `unopposed`), else what
    /// became of it (`missing`, `failed`).
    pub case: &'static str,
    /// Its values are the gold ones.
    pub right: bool,
    /// Why it failed.
    pub reason: Option<String>,
}
