//! How questions are asked, and what tables show of what is found.

use perusal::advise::Adviser;
use perusal::answer::Weights;
use perusal::index::Snapshot;
use perusal::models::Embedder;
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, RetrieveConfig};

/// Numbers of hits that the tables show.
pub const DEPTHS: [usize; 3] = [5, 10, 20];

/// Numbers of first documents that the tables show.
pub const DOCUMENTS: [usize; 3] = [1, 3, 5];

/// How the questions are asked.
pub struct Asking<'a> {
    /// The library.
    pub snapshot: &'a Snapshot,
    /// What embeds questions, if anything.
    pub embedder: Option<&'a dyn Embedder>,
    /// How to look.
    pub strategy: Strategy,
    /// Settings of retrieval.
    pub retrieve: &'a RetrieveConfig,
    /// Settings of the answer.
    pub answer: &'a AnswerConfig,
    /// Weights of the answer.
    pub weights: &'a Weights,
    /// Values and lists are answered from tables.
    pub tables: bool,
    /// A language model that is asked on the way, if any.
    pub adviser: Option<&'a Adviser<'a>>,
}
