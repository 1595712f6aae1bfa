//! A question that is to be answered, and what comes of it.

use std::time::Duration;

use index::{ChunkRecord, Filter};

use crate::advise::Advised;
use crate::answer::{self, Answer, Considered};
use crate::fault::Fault;
use crate::question::Expects;
use crate::retrieve::{Passage, Retrieval, Strategy};
use crate::route::Route;
use crate::tables::model::ModelPlan;

/// A question and how to answer it.
#[derive(Debug, Clone)]
pub struct AskRequest {
    /// The question, its references resolved.
    pub question: String,
    /// What the router made of it; `None` searches in any case.
    pub route: Option<Route>,
    /// The router sorted it as code.
    pub code: bool,
    /// How to look; [`Strategy::Auto`] leaves it to the route.
    pub strategy: Strategy,
    /// Hits to read.
    pub k: usize,
    /// All must hold.
    pub filters: Vec<Filter>,
    /// Chunks each hit grows by, on either side.
    pub neighbors: u32,
    /// Lists, tables and calculations are answered from the structure of the
    /// documents; without it only passages are read.
    pub tables: bool,
}

impl AskRequest {
    /// A request with the defaults of `ask`.
    pub fn new(question: impl Into<String>) -> Self {
        Self {
            question: question.into(),
            route: None,
            code: false,
            strategy: Strategy::Auto,
            k: 10,
            filters: Vec::new(),
            neighbors: 2,
            tables: true,
        }
    }
}

/// How a question ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// With an answer.
    Answered,
    /// With what was read before the deadline.
    Partial,
    /// Something may answer, too little to state it: what was considered and the
    /// nearest passages are shown as that.
    Unsure,
    /// Not in the documents.
    NotFound,
}

impl Status {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Answered => "answered",
            Status::Partial => "partial",
            Status::Unsure => "unsure",
            Status::NotFound => "not_found",
        }
    }
}

/// An answered question and all that led to it.
#[derive(Debug)]
pub struct Asked {
    /// How it ended.
    pub status: Status,
    /// What its answer should hold.
    pub expects: Expects,
    /// What the router made of the question.
    pub route: Route,
    /// Code is asked for.
    pub code: bool,
    /// Values from tables and lists that were considered, the likeliest first, whatever
    /// was decided.
    pub considered: Vec<Considered>,
    /// What a language model proposed of them, where one was asked.
    pub model_plan: Option<ModelPlan>,
    /// What a language model did for the search.
    pub advised: Advised,
    /// What was found.
    pub retrieval: Retrieval,
    /// The hits' chunks, in their order.
    pub records: Vec<ChunkRecord>,
    /// What was read.
    pub passages: Vec<Passage>,
    /// The answer; `None` when it is not in the documents.
    pub answer: Option<Answer>,
    /// Calibrated probability that the evidence answers, 0 to 1.
    pub confidence: f64,
    /// Features of the decision to answer, named in
    /// [`answer::ANSWERABLE_FEATURES`].
    pub features: Vec<f64>,
    /// Sentences in the order in which they would be quoted: for training and EXPLAIN.
    pub sentences: Vec<RankedSentence>,
    /// Whether the arms included vectors.
    pub dense: bool,
    /// Time beyond the search: to ask relations, to choose and verify quotes.
    pub answer_time: Duration,
    /// Steps that failed over a mistake of ours; the answer rests on the others.
    pub faults: Vec<Fault>,
}

/// A sentence with its score and features.
#[derive(Debug, Clone)]
pub struct RankedSentence {
    /// The sentence or row.
    pub candidate: answer::Candidate,
    /// By which it is quoted; only differences mean anything.
    pub score: f64,
    /// Named in [`answer::SENTENCE_FEATURES`].
    pub features: Vec<f64>,
}
