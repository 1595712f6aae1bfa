//! From a question to a cited answer: the whole path, readable as a paragraph.

mod advised;

use std::time::Instant;

use index::{ChunkRecord, Snapshot};
use models::{Embedder, Limits};

use crate::advise::{Advised, Adviser};
use crate::analyze;
pub use crate::asked::{AskRequest, Asked, RankedSentence, Status};

use crate::answer::{self, Answer, Considered, Selection, Weights};
use crate::decide::{Decided, decide};
use crate::fault::{self, contained};
use crate::question::LibraryQuestion;
use crate::retrieve::{self, Passage, Retrieval, SearchRequest, Strategy};
use crate::route::{self, Classifiers, Route, Shape};
use crate::tables::model::ModelPlan;
use crate::{AnswerConfig, EngineError, RetrieveConfig, tables};

/// The models of a question; each may be absent.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    /// What embeds it.
    pub embedder: Option<&'a dyn Embedder>,
    /// A language model that is asked on the way.
    pub adviser: Option<&'a Adviser<'a>>,
}

/// Answers one question from one snapshot, without a language model.
///
/// # Errors
/// See [`ask_with`].
pub fn ask(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &AskRequest,
    retrieve_config: &RetrieveConfig,
    answer_config: &AnswerConfig,
    weights: &Weights,
    limits: &Limits,
) -> Result<Asked, EngineError> {
    let models = Models {
        embedder,
        ..Models::default()
    };
    let (retrieve, answer) = (retrieve_config, answer_config);
    ask_with(snapshot, models, request, retrieve, answer, weights, limits)
}

/// Answers one question from one snapshot.
///
/// Past the deadline in `limits` the answer is what is there, marked partial:
/// what could not be embedded any more is ranked by its words. A step that panics is left out
/// ([`Asked::faults`]).
///
/// # Errors
/// See [`retrieve::retrieve`]; also a store that cannot be read.
pub fn ask_with(
    snapshot: &Snapshot,
    models: Models<'_>,
    request: &AskRequest,
    retrieve_config: &RetrieveConfig,
    answer_config: &AnswerConfig,
    weights: &Weights,
    limits: &Limits,
) -> Result<Asked, EngineError> {
    let (asked, faults) = fault::gather(|| {
        let (retrieve, answer) = (retrieve_config, answer_config);
        steps(snapshot, models, request, retrieve, answer, weights, limits)
    });
    Ok(Asked { faults, ..asked? })
}

fn steps(
    snapshot: &Snapshot,
    Models { embedder, adviser }: Models<'_>,
    request: &AskRequest,
    retrieve_config: &RetrieveConfig,
    answer_config: &AnswerConfig,
    weights: &Weights,
    limits: &Limits,
) -> Result<Asked, EngineError> {
    let question = LibraryQuestion::read(snapshot, &request.question);
    let route = request.route.clone().unwrap_or_else(|| {
        let embedding = route::embedding(&request.question, embedder, limits);
        let question = route::RouteInput {
            shape: Shape {
                documents: snapshot.counts().documents,
            },
            embedding: embedding.as_deref(),
            ..route::RouteInput::new(&request.question)
        };
        let name = embedder.map(|one| one.profile().name.as_str());
        route::of_search(&question, Classifiers::shipped(name))
    });
    let with = With {
        snapshot,
        embedder,
        adviser,
        request,
        question: &question,
        route: &route,
        retrieve: retrieve_config,
        answer: answer_config,
        weights,
        limits,
    };
    let started = Instant::now();
    let read = with.search_and_grow()?;
    // Neither needs the other, and choosing quotes waits for the embedder.
    let (considered, selection) = std::thread::scope(|scope| {
        let considered = fault::beside(scope, "tables", || with.consider(&read));
        let selection = with.select(&read);
        (considered.join().transpose(), selection)
    });
    let (considered, model_plan) = considered?.unwrap_or_default();
    let selection = selection?;
    let searched = read.retrieval.times.embed + read.retrieval.times.search;
    let answer_time = started.elapsed().saturating_sub(searched);
    let late = read.retrieval.is_late()
        || limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
    let Read {
        searched: searched_all,
        retrieval,
        advised,
        records,
        passages,
    } = read;
    let summary = contained("summary", || with.summary())
        .transpose()?
        .flatten();
    let decided = match &summary {
        Some(_) => Decided::Summary,
        None => decide(
            &considered,
            selection.as_ref(),
            &question.parsed,
            !records.is_empty(),
        ),
    };
    let quotes = selection.unwrap_or_else(Selection::nothing);
    let sentences = ranked(&quotes);
    let dense = quotes.evidence.dense;
    let (features, sure) = (quotes.features, quotes.confidence);
    let answer = match decided {
        Decided::Values => Some(tables::answer(&considered[0])),
        Decided::Summary => summary,
        Decided::Quotes => quotes.answer,
        Decided::Unsure | Decided::Absent => None,
    };
    let confidence = answer.as_ref().map_or(sure, |answer| answer.confidence);
    let status = match &answer {
        _ if late => Status::Partial,
        Some(_) => Status::Answered,
        // What was not looked for to the end is not missing.
        None if decided == Decided::Unsure || !searched_all => Status::Unsure,
        None => Status::NotFound,
    };
    Ok(Asked {
        status,
        expects: question.expects,
        route,
        code: request.code,
        considered,
        model_plan,
        advised,
        retrieval,
        records,
        passages,
        answer,
        confidence,
        features,
        sentences,
        dense,
        answer_time,
        faults: Vec::new(),
    })
}

/// What a question is asked with.
struct With<'a> {
    snapshot: &'a Snapshot,
    embedder: Option<&'a dyn Embedder>,
    adviser: Option<&'a Adviser<'a>>,
    request: &'a AskRequest,
    question: &'a LibraryQuestion,
    route: &'a Route,
    retrieve: &'a RetrieveConfig,
    answer: &'a AnswerConfig,
    weights: &'a Weights,
    limits: &'a Limits,
}

/// What was found for a question, as it is read.
struct Read {
    /// Whether the search came to its end.
    searched: bool,
    retrieval: Retrieval,
    advised: Advised,
    records: Vec<ChunkRecord>,
    passages: Vec<Passage>,
}

impl With<'_> {
    /// What the documents that are meant say as a whole, where that is asked for: those that
    /// the question names, else the only one there is.
    fn summary(&self) -> Result<Option<Answer>, EngineError> {
        let wanted = &self.route.wanted;
        if wanted.strategy != Some(Strategy::Analyze) || self.request.strategy != Strategy::Auto {
            return Ok(None);
        }
        let named = self.question.mentions.as_ref().map(|one| &one.ids);
        let scope = self.snapshot.scope(&self.request.filters)?;
        let mut meant = Vec::new();
        for document in self.snapshot.documents() {
            if named.is_some_and(|named| !named.contains(&document.id)) {
                continue;
            }
            let first = self.snapshot.chunk_range(&document.id, 0, 0)?;
            let first = first
                .first()
                .map(|chunk| self.snapshot.in_scope(&scope, chunk.id));
            if first.transpose()?.unwrap_or(false) {
                meant.push(document.id.clone());
            }
            // Of many documents nobody asked for one.
            if meant.len() > analyze::DOCUMENTS_MAX {
                return Ok(None);
            }
        }
        analyze::summary(
            self.snapshot,
            &meant,
            wanted.confidence.unwrap_or_default(),
            1,
        )
    }

    /// Searches for a question and grows its hits.
    fn search_and_grow(&self) -> Result<Read, EngineError> {
        let search = SearchRequest {
            query: self.question.text().to_owned(),
            strategy: self.request.strategy,
            suggested: Some(self.route.strategy),
            k: self.request.k,
            filters: self.request.filters.clone(),
            neighbors: self.request.neighbors,
        };
        let (snapshot, limits) = (self.snapshot, self.limits);
        let found = contained("search", || {
            let (embedder, config) = (self.embedder, self.retrieve);
            retrieve::retrieve_question(snapshot, embedder, self.question, &search, config, limits)
        });
        let searched = found.is_some();
        let mut retrieval =
            found.unwrap_or_else(|| Ok(Retrieval::nothing(&search, self.retrieve)))?;
        let advised = self.advise(&mut retrieval)?;
        let ids: Vec<_> = retrieval.hits.iter().map(|hit| hit.chunk).collect();
        let records = snapshot.chunks(&ids)?;
        let neighbors = self.request.neighbors;
        let passages = retrieve::expand(snapshot, &retrieval.hits, &records, neighbors)?;
        Ok(Read {
            searched,
            retrieval,
            advised,
            records,
            passages,
        })
    }

    /// Chooses what to quote of it; `None` where that failed over a mistake.
    fn select(&self, read: &Read) -> Result<Option<Selection>, EngineError> {
        let found = answer::Found {
            retrieval: &read.retrieval,
            records: &read.records,
            passages: &read.passages,
        };
        let select = || {
            answer::select(
                self.snapshot,
                self.embedder,
                (self.question, self.route.surely_list),
                &found,
                self.answer,
                self.weights,
                self.limits,
            )
        };
        contained("passages", select).transpose()
    }

    /// What typed tables and lists say.
    fn consider(&self, read: &Read) -> Result<(Vec<Considered>, Option<ModelPlan>), EngineError> {
        if !self.request.tables {
            return Ok((Vec::new(), None));
        }
        let (snapshot, question) = (self.snapshot, self.question);
        let further = snapshot.chunks(&read.retrieval.further)?;
        let records = &[read.records.as_slice(), further.as_slice()].concat();
        let filters = &self.request.filters;
        match self.adviser {
            Some(adviser) => {
                let limits = self.limits;
                tables::consider_with(snapshot, question, filters, records, adviser, limits)
            }
            None => Ok((
                tables::consider(snapshot, question, filters, records)?,
                None,
            )),
        }
    }
}

/// The sentences of a selection, in the order in which they would be quoted.
fn ranked(selection: &Selection) -> Vec<RankedSentence> {
    let ranked = selection.ranked.iter();
    ranked
        .map(|one| RankedSentence {
            candidate: selection.evidence.candidates[one.index].clone(),
            score: one.score,
            features: one.features.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests;
