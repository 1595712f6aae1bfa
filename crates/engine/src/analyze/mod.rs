//! Long documents, read best first.
//!
//! A document is cut into segments on several levels ([`Pyramid`]), all from the same chunks.
//! Every segment is scored, the likeliest are read, those in between are opened: cut by the
//! next level and scored again. Whenever time or the budget ends, the most valuable part
//! has been read, and the analysis says what was not.
//!
//! A summary needs none of that: the sentences that are most central to each document and
//! its sections were found when it was added.

mod cache;
mod close;
mod compare;
mod conflict;
mod entities;
mod excerpt;
mod grade;
mod inquiry;
mod model;
mod overview;
mod pyramid;
mod read;
mod references;
mod run;
mod score;
mod segment;
mod state;
mod summary;
mod tokens;
mod workers;

use index::{ChunkRecord, DocumentId, Snapshot};
use models::{Embedder, Limits};

pub use cache::Cache;
pub use conflict::Conflict;
pub use model::{Model, ModelReport};
pub use pyramid::{LEVELS_MAX, Level, OlderWeights, Pyramid, PyramidError, Scoring};
pub use read::{Finding, ReadBy};
pub use score::{FEATURES, FEATURES_BY_TOKENS, FEATURES_BY_WORDS, Parts, Signal};
pub use state::{LevelReport, Segment, SegmentState, Stopped};
pub(crate) use summary::{DOCUMENTS_MAX, summary};

use crate::answer::{Answer, Considered, Weights};
use crate::ask::Status;
use crate::fault::{self, Fault};
use crate::retrieve::{QUERY_BYTES_MAX, Strategy};
use crate::route::{self, Classifiers, Granularity, Route, Shape};
use crate::{AnswerConfig, EngineError};
use model::Asked;
use segment::Source;

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

/// Reads documents for a question, best first, until it is answered, the budget is used or
/// `limits` end it; a report of a level goes to `tell` whenever something happened on it.
///
/// # Errors
/// An empty or too long question, settings that fail [`Pyramid::check`], a document that
/// is not there, a store that cannot be read.
pub fn analyze(
    snapshot: &Snapshot,
    request: &AnalyzeRequest,
    means: &Means<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    if request.question.trim().is_empty() {
        return Err(EngineError::QueryEmpty);
    }
    if request.question.len() > QUERY_BYTES_MAX {
        return Err(EngineError::QueryTooLong {
            limit: QUERY_BYTES_MAX,
            got: request.question.len(),
        });
    }
    let work = || steps(snapshot, request, means, limits, tell);
    let (analysis, faults) = fault::gather(work);
    Ok(Analysis {
        faults,
        ..analysis?
    })
}

/// Cuts documents into segments of the first level and scores them, no more: for measuring.
///
/// # Errors
/// As [`analyze`].
pub fn scored(
    snapshot: &Snapshot,
    request: &AnalyzeRequest,
    means: &Means<'_>,
    limits: &Limits,
) -> Result<(LevelReport, Vec<Segment>, Granularity), EngineError> {
    let route = routed(request, means.embedder, limits);
    let granularity = route.granularity;
    let sources = sources(snapshot, request)?;
    let asking = Asking {
        snapshot,
        request,
        means,
        limits,
        sources: &sources,
        route,
    };
    let (level, segments) = inquiry::scored(&asking)?;
    Ok((level, segments, granularity))
}

fn sources(snapshot: &Snapshot, request: &AnalyzeRequest) -> Result<Vec<Source>, EngineError> {
    let documents = request.documents.iter();
    documents.map(|id| Source::open(snapshot, id)).collect()
}

fn steps(
    snapshot: &Snapshot,
    request: &AnalyzeRequest,
    means: &Means<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let route = routed(request, means.embedder, limits);
    let sources = sources(snapshot, request)?;
    let asks_summary = route.wanted.strategy == Some(Strategy::Analyze);
    let wish = request.wish.unwrap_or(match asks_summary {
        true => Wish::Summary,
        false => Wish::Question,
    });
    if sources.is_empty() {
        // Time was over before a document was there.
        return Ok(told(wish, route, None, &sources, Some(Stopped::Deadline)));
    }
    let asking = Asking {
        snapshot,
        request,
        means,
        limits,
        sources: &sources,
        route,
    };
    match wish {
        Wish::Question => inquiry::question(asking, tell),
        Wish::Summary => overview::overview(asking, tell),
        Wish::References => {
            let found = references::references(snapshot, &sources, &request.question, limits)?;
            let (answer, whole) = found;
            let stopped = (!whole).then_some(Stopped::Deadline);
            Ok(told(wish, asking.route, answer, &sources, stopped))
        }
        Wish::Comparison => compare::comparison(asking, tell),
        Wish::Entities => entities::entities(asking),
    }
}

/// What is asked, of what, and with what.
struct Asking<'a> {
    snapshot: &'a Snapshot,
    request: &'a AnalyzeRequest,
    means: &'a Means<'a>,
    limits: &'a Limits,
    sources: &'a [Source],
    route: Route,
}

impl<'a> Asking<'a> {
    /// The language model, where there is one and it is there; what came of looking for it.
    fn model(&self) -> (Option<Asked<'a>>, Option<ModelReport>) {
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

fn routed(request: &AnalyzeRequest, embedder: Option<&dyn Embedder>, limits: &Limits) -> Route {
    let embedding = route::embedding(&request.question, embedder, limits);
    let question = route::Question {
        shape: Shape {
            documents: request.documents.len(),
        },
        embedding: embedding.as_deref(),
        ..route::Question::new(&request.question)
    };
    let name = embedder.map(|one| one.profile().name.as_str());
    route::of_search(&question, Classifiers::shipped(name))
}

fn coverage(sources: &[Source]) -> Coverage {
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
fn told(
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

#[cfg(test)]
mod tests;
