//! What is asked of documents, with what, and what comes of it.

use index::{ChunkRecord, DocumentId, Snapshot};
use models::{Embedder, Limits};

use super::cache::Cache;
use super::conflict::Conflict;
use super::model::{Asked, Model, ModelReport};
use super::pyramid::Pyramid;
use super::segment::Source;
use super::state::{Finding, LevelReport, Segment, Stopped};
use crate::AnswerConfig;
use crate::answer::{Answer, Considered, Weights};
use crate::asked::Status;
use crate::fault::Fault;
use crate::route::Route;

/// What is wanted of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Whatever the question asks.
    Question,
    /// What they say from beginning to end.
    Summary,
    /// All places where a term stands.
    References,
    /// What each of several documents says about the same things.
    Comparison,
    /// Who and what they name, and how it belongs together.
    Entities,
}

impl Wish {
    /// Its name in arguments and output.
    pub fn as_str(self) -> &'static str {
        match self {
            Wish::Question => "question",
            Wish::Summary => "summary",
            Wish::References => "references",
            Wish::Comparison => "comparison",
            Wish::Entities => "entities",
        }
    }
}

/// Documents, and what is asked of them.
#[derive(Debug, Clone)]
pub struct AnalyzeRequest {
    /// The question; of references the term.
    pub question: String,
    /// Which documents, each once.
    pub documents: Vec<DocumentId>,
    /// What is wanted; `None` leaves question or summary to the router.
    pub wish: Option<Wish>,
    /// Sizes, thresholds, times.
    pub pyramid: Pyramid,
}

/// What an analysis may use.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The model of the library's vectors; `None` for words alone.
    pub embedder: Option<&'a dyn Embedder>,
    /// The language model that scores, reads and writes where it is wished; `None` for quotes.
    pub model: Option<Model<'a>>,
    /// What is known from earlier questions.
    pub cache: Option<&'a Cache>,
    /// How an answer is chosen.
    pub answer: &'a AnswerConfig,
    /// The fitted choice of sentences.
    pub weights: &'a Weights,
}

/// Tokens of the documents, and what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// Of all documents.
    pub tokens_total: u64,
    /// Of segments that were scored.
    pub tokens_scored: u64,
    /// Of what was read.
    pub tokens_read: u64,
    /// The tokenizer of a model counted them; else they are estimated from bytes.
    pub counted: bool,
}

/// What documents say, and what of them was read.
#[derive(Debug)]
pub struct Analysis {
    /// How it ended.
    pub status: Status,
    /// What was wanted.
    pub wish: Wish,
    /// What the router made of the question.
    pub route: Route,
    /// The answer; `None` where the documents have none.
    pub answer: Option<Answer>,
    /// Calibrated probability that it answers, 0 to 1.
    pub confidence: f64,
    /// Values from tables and lists that were considered, the likeliest first.
    pub considered: Vec<Considered>,
    /// The chunks nearest to the question among those that were read.
    pub nearest: Vec<ChunkRecord>,
    /// By level, those of question alone.
    pub levels: Vec<LevelReport>,
    /// All segments that were made, in that order.
    pub segments: Vec<Segment>,
    /// What segments say, in the order of reading.
    pub findings: Vec<Finding>,
    /// Places that contradict each other.
    pub conflicts: Vec<Conflict>,
    /// How much was read.
    pub coverage: Coverage,
    /// Why it ended early, where it did.
    pub stopped: Option<Stopped>,
    /// Spans that were read, by document: joined, in the order of the text.
    pub read: Vec<(DocumentId, text::Span)>,
    /// What a language model did, where one was to be asked.
    pub model: Option<ModelReport>,
    /// Steps that failed over a mistake of ours.
    pub faults: Vec<Fault>,
}

/// What is asked, of what, and with what.
pub(super) struct Asking<'a> {
    pub snapshot: &'a Snapshot,
    pub request: &'a AnalyzeRequest,
    pub means: &'a Means<'a>,
    pub limits: &'a Limits,
    pub sources: &'a [Source],
    pub route: Route,
}

impl<'a> Asking<'a> {
    /// The language model, where there is one and it is there; what came of looking for it.
    pub(super) fn model(&self) -> (Option<Asked<'a>>, Option<ModelReport>) {
        let Some(model) = &self.means.model else {
            return (None, None);
        };
        let mut report = ModelReport {
            name: model.model.profile().id.clone(),
            ..ModelReport::default()
        };
        match Asked::new(model, &self.request.question, self.means.cache, self.limits) {
            Ok(asked) => (Some(asked), Some(report)),
            Err(error) => {
                report.notes.push(error.to_string());
                (None, Some(report))
            }
        }
    }
}

pub(super) fn coverage(sources: &[Source]) -> Coverage {
    let chunks = || sources.iter().flat_map(|source| &source.chunks);
    let total = chunks().map(|chunk| u64::from(chunk.tokens)).sum();
    Coverage {
        tokens_total: total,
        tokens_scored: total,
        tokens_read: total,
        counted: chunks().all(|chunk| chunk.tokens_counted),
    }
}

/// An analysis for which all of the text was read, now or when it was added.
pub(super) fn told(
    wish: Wish,
    route: Route,
    answer: Option<Answer>,
    sources: &[Source],
    stopped: Option<Stopped>,
) -> Analysis {
    let whole = |source: &Source| (source.id.clone(), source.span(&(0..source.chunks.len())));
    Analysis {
        status: match (&answer, stopped) {
            (_, Some(_)) => Status::Partial,
            (Some(_), None) => Status::Answered,
            (None, None) => Status::NotFound,
        },
        wish,
        confidence: answer.as_ref().map_or(0.0, |one| one.confidence),
        route,
        answer,
        considered: Vec::new(),
        nearest: Vec::new(),
        levels: Vec::new(),
        segments: Vec::new(),
        findings: Vec::new(),
        conflicts: Vec::new(),
        coverage: coverage(sources),
        stopped,
        read: sources.iter().map(whole).collect(),
        model: None,
        faults: Vec::new(),
    }
}
