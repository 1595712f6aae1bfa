//! From a question to a cited answer: the whole path, readable as a paragraph.

use std::time::{Duration, Instant};

use index::{ChunkRecord, Filter, Snapshot};
use models::{Embedder, Limits};

use crate::answer::{self, Answer, Ground, Selection, Weights};
use crate::plan::{self, PlanRequest, Planned};
use crate::retrieve::{self, Passage, Retrieval, SearchRequest, Strategy};
use crate::route::{self, Classifiers, Question, Route, Shape};
use crate::{AnswerConfig, EngineError, RetrieveConfig};

/// A question and how to answer it.
#[derive(Debug, Clone)]
pub struct AskRequest {
    /// The question, its references resolved.
    pub question: String,
    /// What the router made of it; `None` searches in any case.
    pub route: Option<Route>,
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
    pub plan: bool,
}

impl AskRequest {
    /// A request with the defaults of `ask`.
    pub fn new(question: impl Into<String>) -> Self {
        Self {
            question: question.into(),
            route: None,
            strategy: Strategy::Auto,
            k: 10,
            filters: Vec::new(),
            neighbors: 2,
            plan: true,
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
    /// Not in the documents.
    NotFound,
}

impl Status {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Answered => "answered",
            Status::Partial => "partial",
            Status::NotFound => "not_found",
        }
    }
}

/// An answered question and all that led to it.
#[derive(Debug)]
pub struct Asked {
    /// How it ended.
    pub status: Status,
    /// What the router made of the question.
    pub route: Route,
    /// The plan and its steps; its answer, if it had one, is `answer`.
    pub plan: Planned,
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
    /// Sentences by their log-odds, best first: for training and EXPLAIN.
    pub sentences: Vec<RankedSentence>,
    /// Whether the arms included vectors.
    pub dense: bool,
    /// What kind of document the best passage is from; prose where a plan answered.
    pub ground: Ground,
    /// Time to choose and verify quotes.
    pub answer_time: Duration,
}

/// A sentence with its score and features.
#[derive(Debug, Clone)]
pub struct RankedSentence {
    /// The sentence or row.
    pub candidate: answer::Candidate,
    /// Log-odds that it belongs to the answer.
    pub logit: f64,
    /// Named in [`answer::SENTENCE_FEATURES`].
    pub features: Vec<f64>,
}

/// Answers one question from one snapshot.
///
/// Past the deadline in `limits` the answer is what is there, marked partial:
/// what could not be embedded any more is ranked by its words.
///
/// # Errors
/// See [`retrieve::retrieve`]; also a store that cannot be read.
pub fn ask(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &AskRequest,
    retrieve_config: &RetrieveConfig,
    answer_config: &AnswerConfig,
    weights: &Weights,
    limits: &Limits,
) -> Result<Asked, EngineError> {
    let route = request.route.clone().unwrap_or_else(|| {
        let embedding = route::embedding(&request.question, embedder, limits);
        let question = Question {
            shape: Shape {
                documents: snapshot.statistics().documents,
            },
            embedding: embedding.as_deref(),
            ..Question::new(&request.question)
        };
        let name = embedder.map(|one| one.profile().name.as_str());
        route::of_search(&question, Classifiers::shipped(name))
    });
    let search = SearchRequest {
        query: request.question.clone(),
        strategy: request.strategy,
        suggested: Some(route.strategy),
        k: request.k,
        filters: request.filters.clone(),
        neighbors: request.neighbors,
    };
    let retrieval = retrieve::retrieve(snapshot, embedder, &search, retrieve_config, limits)?;
    let ids: Vec<_> = retrieval.hits.iter().map(|hit| hit.chunk).collect();
    let records = snapshot.chunks(&ids)?;
    let passages = retrieve::expand(snapshot, &retrieval.hits, &records, request.neighbors)?;

    let started = Instant::now();
    let mut plan = planned(snapshot, request, &route)?;
    let from_plan = plan.answer.take();
    let decided = from_plan.is_some() || plan.declines();
    let selection = if decided {
        None
    } else {
        let found = answer::Found {
            retrieval: &retrieval,
            records: &records,
            passages: &passages,
        };
        Some(answer::select(
            snapshot,
            embedder,
            &route,
            &found,
            answer_config,
            weights,
            limits,
        )?)
    };
    let late = retrieval.is_late()
        || limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
    let dense = selection
        .as_ref()
        .is_some_and(|selection| selection.evidence.dense);
    let ground = selection
        .as_ref()
        .map_or(Ground::default(), |selection| selection.evidence.ground);
    let (answer, confidence, features, sentences) = match selection {
        Some(selection) => {
            let sentences = ranked(&selection);
            let Selection {
                answer,
                confidence,
                features,
                ..
            } = selection;
            (answer, confidence, features, sentences)
        }
        None => {
            let confidence = from_plan.as_ref().map_or(0.0, |answer| answer.confidence);
            (from_plan, confidence, Vec::new(), Vec::new())
        }
    };
    let status = match &answer {
        _ if late => Status::Partial,
        Some(_) => Status::Answered,
        None => Status::NotFound,
    };
    Ok(Asked {
        status,
        route,
        plan,
        retrieval,
        records,
        passages,
        answer,
        confidence,
        features,
        sentences,
        dense,
        ground,
        answer_time: started.elapsed(),
    })
}

fn planned(
    snapshot: &Snapshot,
    request: &AskRequest,
    route: &Route,
) -> Result<Planned, EngineError> {
    if !request.plan {
        return Ok(Planned::passages(Vec::new(), None));
    }
    let request = PlanRequest {
        question: &request.question,
        filters: &request.filters,
        enumerates: route.enumeration,
    };
    plan::run(snapshot, &request)
}

/// The sentences of a selection, best first.
fn ranked(selection: &Selection) -> Vec<RankedSentence> {
    let ranked = selection.ranked.iter();
    ranked
        .map(|(index, logit, features)| RankedSentence {
            candidate: selection.evidence.candidates[*index].clone(),
            logit: *logit,
            features: features.clone(),
        })
        .collect()
}
