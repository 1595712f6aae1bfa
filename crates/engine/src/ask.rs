//! From a question to a cited answer: the whole path, readable as a paragraph.

use std::time::{Duration, Instant};

use index::{ChunkRecord, Filter, Snapshot};
use models::{Embedder, Limits, ModelError};

use crate::answer::{self, Answer, Ground, Selection, Weights};
use crate::plan::{self, Meaning, PlanRequest, Planned};
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
    /// Sentences in the order in which they would be quoted: for training and EXPLAIN.
    pub sentences: Vec<RankedSentence>,
    /// Whether the arms included vectors.
    pub dense: bool,
    /// What kind of document the best passage is from; prose where a plan answered.
    pub ground: Ground,
    /// Time beyond the search: the plan, and to choose and verify quotes.
    pub answer_time: Duration,
}

/// A sentence with its score and features.
#[derive(Debug, Clone)]
pub struct RankedSentence {
    /// The sentence or row.
    pub candidate: answer::Candidate,
    /// Log-odds that it belongs to the answer: what the decision rests on.
    pub logit: f64,
    /// By which it is quoted; only differences mean anything.
    pub score: f64,
    /// Named in [`answer::SENTENCE_FEATURES`].
    pub features: Vec<f64>,
    /// Named in [`answer::choice_features`].
    pub choice: Vec<f64>,
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
    let with = With {
        snapshot,
        embedder,
        request,
        route: &route,
        retrieve: retrieve_config,
        answer: answer_config,
        weights,
        limits,
    };
    let started = Instant::now();
    // The plan reads tables and lists while the passages are searched for and read: where
    // it has the answer, nothing more is chosen of them.
    let choosing = Limits {
        deadline: limits.deadline,
        cancel: limits.cancel.part(),
    };
    let (planned, found) = std::thread::scope(|scope| {
        let plan = scope.spawn(|| {
            let plan = planned(&with);
            if plan.as_ref().is_ok_and(Planned::decides) {
                choosing.cancel.cancel();
            }
            plan
        });
        let found = with.read(&request.question).and_then(|read| {
            let selection = match with.select(&read, &choosing) {
                Err(EngineError::Model(ModelError::Cancelled)) if !limits.cancel.is_cancelled() => {
                    None
                }
                selection => Some(selection?),
            };
            Ok((read, selection))
        });
        let plan = plan.join();
        (
            plan.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            found,
        )
    });
    let mut plan = planned?;
    let (mut read, chosen) = found?;
    let mut selection = None;
    if !plan.decides() {
        selection = match with.behind_hops(&mut plan)? {
            Some((resolved, chosen)) => {
                read = resolved;
                Some(chosen)
            }
            None => chosen,
        };
        if let Some(selection) = &mut selection {
            with.whole_list(&mut plan, selection)?;
        }
    }
    let from_plan = plan.answer.take();
    let searched = read.retrieval.times.embed + read.retrieval.times.search;
    let answer_time = started.elapsed().saturating_sub(searched);
    let late = read.retrieval.is_late()
        || limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
    let Read {
        retrieval,
        records,
        passages,
    } = read;
    let evidence = selection.as_ref().map(|selection| &selection.evidence);
    let dense = evidence.is_some_and(|evidence| evidence.dense);
    let ground = evidence.map_or(Ground::default(), |evidence| evidence.ground);
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
    if answer.is_none() {
        plan.note = plan.note.take().or_else(|| plan.missing.take());
    }
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
        answer_time,
    })
}

/// What a question is asked with.
struct With<'a> {
    snapshot: &'a Snapshot,
    embedder: Option<&'a dyn Embedder>,
    request: &'a AskRequest,
    route: &'a Route,
    retrieve: &'a RetrieveConfig,
    answer: &'a AnswerConfig,
    weights: &'a Weights,
    limits: &'a Limits,
}

/// What was found for a question, as it is read.
struct Read {
    retrieval: Retrieval,
    records: Vec<ChunkRecord>,
    passages: Vec<Passage>,
}

impl With<'_> {
    /// Searches for a question and grows its hits.
    fn read(&self, question: &str) -> Result<Read, EngineError> {
        let search = SearchRequest {
            query: question.to_owned(),
            strategy: self.request.strategy,
            suggested: Some(self.route.strategy),
            k: self.request.k,
            filters: self.request.filters.clone(),
            neighbors: self.request.neighbors,
        };
        let (snapshot, limits) = (self.snapshot, self.limits);
        let retrieval =
            retrieve::retrieve(snapshot, self.embedder, &search, self.retrieve, limits)?;
        let ids: Vec<_> = retrieval.hits.iter().map(|hit| hit.chunk).collect();
        let records = snapshot.chunks(&ids)?;
        let neighbors = self.request.neighbors;
        let passages = retrieve::expand(snapshot, &retrieval.hits, &records, neighbors)?;
        Ok(Read {
            retrieval,
            records,
            passages,
        })
    }

    /// Chooses what to quote of it.
    fn select(&self, read: &Read, limits: &Limits) -> Result<Selection, EngineError> {
        let found = answer::Found {
            retrieval: &read.retrieval,
            records: &read.records,
            passages: &read.passages,
        };
        answer::select(
            self.snapshot,
            self.embedder,
            self.route,
            &found,
            self.answer,
            self.weights,
            limits,
        )
    }

    /// The passages of the question that a plan resolved, where they answer it; the
    /// answer says what it rests on.
    fn behind_hops(&self, plan: &mut Planned) -> Result<Option<(Read, Selection)>, EngineError> {
        let Some(resolved) = plan.resolved.take() else {
            return Ok(None);
        };
        let read = self.read(&resolved.question)?;
        let mut selection = self.select(&read, self.limits)?;
        let Some(answer) = selection.answer.take() else {
            return Ok(None);
        };
        plan.rest_on_passages(&resolved.question, &answer);
        let answer = plan::told(answer, &resolved.findings);
        selection.confidence = answer.confidence;
        selection.answer = Some(answer);
        Ok(Some((read, selection)))
    }

    /// In place of the best sentences the list that they are of, where a list is asked for.
    fn whole_list(&self, plan: &mut Planned, selection: &mut Selection) -> Result<(), EngineError> {
        let Some(quoted) = selection.answer.as_ref().filter(|_| plan.unlisted) else {
            return Ok(());
        };
        let question = &self.request.question;
        if let Some(list) = plan::list_of(self.snapshot, plan, question, quoted)? {
            selection.answer = Some(list);
        }
        Ok(())
    }
}

fn planned(with: &With<'_>) -> Result<Planned, EngineError> {
    let asked = with.request;
    if !asked.plan {
        return Ok(Planned::passages(Vec::new(), None));
    }
    let usable = |embedder: &&dyn Embedder| {
        asked.strategy != Strategy::Keyword && retrieve::knows_question(*embedder, &asked.question)
    };
    let meaning = with.embedder.filter(usable).map(|embedder| Meaning {
        embedder,
        limits: with.limits,
    });
    let request = PlanRequest {
        question: &asked.question,
        filters: &asked.filters,
        enumerates: with.route.enumeration,
        meaning,
    };
    plan::run(with.snapshot, &request)
}

/// The sentences of a selection, in the order in which they would be quoted.
fn ranked(selection: &Selection) -> Vec<RankedSentence> {
    let ranked = selection.ranked.iter();
    ranked
        .map(|one| RankedSentence {
            candidate: selection.evidence.candidates[one.index].clone(),
            logit: one.logit,
            score: one.score,
            features: one.features.clone(),
            choice: one.choice.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests;
