//! From a question to a cited answer: the whole path, readable as a paragraph.

use std::time::{Duration, Instant};

use index::{ChunkRecord, Filter, Snapshot};
use models::{Embedder, Limits, ModelError};

use crate::answer::{self, Answer, Considered, Ground, Selection, Weights};
use crate::decide::{Decided, decide};
use crate::fault::{self, Fault, contained};
use crate::plan::{self, Meaning, PlanRequest, Planned};
use crate::question::Question;
use crate::retrieve::{self, Passage, Retrieval, SearchRequest, Strategy};
use crate::route::{self, Classifiers, Route, Shape};
use crate::{AnswerConfig, EngineError, RetrieveConfig, tables};

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
    pub tables: bool,
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
    /// What the router made of the question.
    pub route: Route,
    /// The plan and its steps; its answer, if it had one, is `answer`.
    pub plan: Planned,
    /// Values from tables and lists that were considered, the likeliest first, whatever
    /// was decided.
    pub considered: Vec<Considered>,
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
    /// Steps that failed over a mistake of ours; the answer rests on the others.
    pub faults: Vec<Fault>,
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
/// what could not be embedded any more is ranked by its words. A step that panics is left out
/// ([`Asked::faults`]).
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
    let (asked, faults) = fault::gather(|| {
        let (retrieve, answer) = (retrieve_config, answer_config);
        steps(
            snapshot, embedder, request, retrieve, answer, weights, limits,
        )
    });
    Ok(Asked { faults, ..asked? })
}

fn steps(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &AskRequest,
    retrieve_config: &RetrieveConfig,
    answer_config: &AnswerConfig,
    weights: &Weights,
    limits: &Limits,
) -> Result<Asked, EngineError> {
    let question = Question::read(snapshot, &request.question);
    let route = request.route.clone().unwrap_or_else(|| {
        let embedding = route::embedding(&request.question, embedder, limits);
        let question = route::Question {
            shape: Shape {
                documents: snapshot.statistics().documents,
            },
            embedding: embedding.as_deref(),
            ..route::Question::new(&request.question)
        };
        let name = embedder.map(|one| one.profile().name.as_str());
        route::of_search(&question, Classifiers::shipped(name))
    });
    let with = With {
        snapshot,
        embedder,
        request,
        question: &question,
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
        let plan = fault::beside(scope, "plan", || {
            let plan = planned(&with);
            if plan.as_ref().is_ok_and(Planned::decides) {
                choosing.cancel.cancel();
            }
            plan
        });
        let found = with.read(&question).and_then(|read| {
            let selection = match with.select(&question, &read, &choosing) {
                Err(EngineError::Model(ModelError::Cancelled)) if !limits.cancel.is_cancelled() => {
                    None
                }
                selection => selection?,
            };
            Ok((read, selection))
        });
        let passages = || Ok(Planned::passages(Vec::new(), None));
        (plan.join().unwrap_or_else(passages), found)
    });
    let mut plan = planned?;
    let (mut read, chosen) = found?;
    let considered = contained("tables", || with.consider(&read)).transpose()?;
    let considered = considered.unwrap_or_default();
    let mut selection = None;
    if !plan.decides() {
        let behind = contained("behind hops", || with.behind_hops(&mut plan));
        selection = match behind.transpose()?.flatten() {
            Some((resolved, chosen)) => {
                read = resolved;
                Some(chosen)
            }
            None => chosen,
        };
        if let Some(selection) = &mut selection {
            let whole = contained("whole list", || with.whole_list(&mut plan, selection));
            whole.transpose()?;
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
    let mut decided = Decided::Absent;
    let (answer, confidence, features, sentences) = match selection {
        Some(selection) => {
            decided = decide(&considered, &selection, &question);
            let sentences = ranked(&selection);
            let answer = match decided {
                Decided::Values => Some(tables::answer(&considered[0])),
                Decided::Quotes => selection.answer,
                Decided::Unsure | Decided::Absent => None,
            };
            let confidence = answer
                .as_ref()
                .map_or(selection.confidence, |answer| answer.confidence);
            (answer, confidence, selection.features, sentences)
        }
        None => {
            let confidence = from_plan.as_ref().map_or(0.0, |answer| answer.confidence);
            (from_plan, confidence, Vec::new(), Vec::new())
        }
    };
    let status = match &answer {
        _ if late => Status::Partial,
        Some(_) => Status::Answered,
        None if decided == Decided::Unsure => Status::Unsure,
        None => Status::NotFound,
    };
    if answer.is_none() {
        plan.note = plan.note.take().or_else(|| plan.missing.take());
    }
    Ok(Asked {
        status,
        route,
        plan,
        considered,
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
        faults: Vec::new(),
    })
}

/// What a question is asked with.
struct With<'a> {
    snapshot: &'a Snapshot,
    embedder: Option<&'a dyn Embedder>,
    request: &'a AskRequest,
    question: &'a Question,
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
    fn read(&self, question: &Question) -> Result<Read, EngineError> {
        let search = SearchRequest {
            query: question.text().to_owned(),
            strategy: self.request.strategy,
            suggested: Some(self.route.strategy),
            k: self.request.k,
            filters: self.request.filters.clone(),
            neighbors: self.request.neighbors,
        };
        let (snapshot, limits) = (self.snapshot, self.limits);
        let found = contained("search", || {
            let (embedder, config) = (self.embedder, self.retrieve);
            retrieve::retrieve_question(snapshot, embedder, question, &search, config, limits)
        });
        let retrieval = found.unwrap_or_else(|| Ok(Retrieval::nothing(&search, self.retrieve)))?;
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

    /// Chooses what to quote of it; `None` where that failed over a mistake.
    fn select(
        &self,
        question: &Question,
        read: &Read,
        limits: &Limits,
    ) -> Result<Option<Selection>, EngineError> {
        let found = answer::Found {
            retrieval: &read.retrieval,
            records: &read.records,
            passages: &read.passages,
        };
        let select = || {
            answer::select(
                self.snapshot,
                self.embedder,
                (question, self.route),
                &found,
                self.answer,
                self.weights,
                limits,
            )
        };
        contained("passages", select).transpose()
    }

    /// What typed tables and lists say.
    fn consider(&self, read: &Read) -> Result<Vec<Considered>, EngineError> {
        if !self.request.tables {
            return Ok(Vec::new());
        }
        tables::consider(
            self.snapshot,
            self.question,
            &self.request.filters,
            &read.records,
        )
    }

    /// The passages of the question that a plan resolved, where they answer it; the
    /// answer says what it rests on.
    fn behind_hops(&self, plan: &mut Planned) -> Result<Option<(Read, Selection)>, EngineError> {
        let Some(resolved) = plan.resolved.take() else {
            return Ok(None);
        };
        let question = Question::read(self.snapshot, &resolved.question);
        let read = self.read(&question)?;
        let Some(mut selection) = self.select(&question, &read, self.limits)? else {
            return Ok(None);
        };
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
    if !asked.tables {
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
        asked: with.question,
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
