//! Whether a retrieval can tell how good it is, and what looking again brings.

use std::time::Duration;

use perusal::RetrieveConfig;
use perusal::index::{Filter, Snapshot};
use perusal::logistic::{Group, Logistic, fit_validated};
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{Quality, SearchRequest, Strategy, retrieve};

use crate::qa::GoldQuestion;
use crate::retrieval::name_of;
use crate::topics::{SetFolders, TopicSet};
use crate::{Builder, EvalError, Judged, LineLimits, in_training};

/// What the confidence of a retrieval rests on, in order.
pub const QUALITY_FEATURES: [&str; 4] = [
    "relevance",
    "share of terms found",
    "best cosine",
    "agreement of the arms",
];

/// The quality of one question's retrieval, and whether there is an answer.
#[derive(Debug)]
pub struct Looked {
    /// The question's id.
    pub id: String,
    /// What came of the first way of looking.
    pub quality: Quality,
    /// Whether the documents hold an answer.
    pub answerable: bool,
    /// Ways of looking that were tried.
    pub tried: usize,
}

/// Looks for every question as `search` does.
///
/// # Errors
/// A library that cannot be searched.
pub fn look(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    config: &RetrieveConfig,
    questions: &[GoldQuestion],
) -> Result<Vec<Looked>, EvalError> {
    questions
        .iter()
        .map(|question| {
            let request = SearchRequest {
                strategy: Strategy::Auto,
                ..SearchRequest::new(question.question.clone())
            };
            let found = retrieve(snapshot, embedder, &request, config, &Limits::none())?;
            Ok(Looked {
                id: question.id.clone(),
                quality: found
                    .attempts
                    .first()
                    .map(|attempt| attempt.quality)
                    .unwrap_or_default(),
                answerable: question.answerable,
                tried: found.attempts.len(),
            })
        })
        .collect()
}

/// Weights of the confidence, fitted on the training half: one a feature, and the
/// constant, on features as they are.
/// `None` when all questions of the half are of one kind.
pub fn fit(looked: &[Looked]) -> Option<[f64; 5]> {
    let groups: Vec<Group> = looked
        .iter()
        .filter(|one| in_training(&one.id))
        .map(|one| vec![(one.quality.features().to_vec(), one.answerable)])
        .collect();
    Some(plain(&fit_validated(&QUALITY_FEATURES, &groups)?.model))
}

/// Weights of features that are not standardised.
fn plain(model: &Logistic) -> [f64; 5] {
    let mut plain = [0.0; 5];
    plain[4] = model.bias;
    for at in 0..4 {
        plain[at] = model.weights[at] / model.deviations[at];
        plain[4] -= plain[at] * model.means[at];
    }
    plain
}

/// Confidence and answerability of one half.
pub fn judged(looked: &[Looked], training: bool) -> Vec<Judged> {
    looked
        .iter()
        .filter(|one| in_training(&one.id) == training)
        .map(|one| Judged {
            confidence: one.quality.confidence,
            right: one.answerable,
        })
        .collect()
}

/// Hits that count as found.
const FOUND_AT: usize = 5;

/// A set made hard: what plain hybrid finds is struck out, and the rest is looked for.
#[derive(Debug, Default)]
pub struct Hard {
    /// The set.
    pub name: String,
    /// Topics of which something is left to be found.
    pub topics: usize,
    /// Documents that are left.
    pub left: usize,
    /// Of these, what hybrid finds when it looks again.
    pub by_hybrid: usize,
    /// What `auto` finds.
    pub by_auto: usize,
    /// What `auto` finds when nothing is struck out, and leads on to the rest.
    pub by_auto_in_whole: usize,
    /// Ways of looking that `auto` tried, over all topics.
    pub tried: usize,
    /// Time of both, embedding included.
    pub hybrid_time: Duration,
    /// See [`Hard::hybrid_time`].
    pub auto_time: Duration,
}

/// Strikes out the documents among hybrid's first five that are right, and looks for
/// those that are left, with the struck ones filtered away.
///
/// # Errors
/// A set that cannot be read, a library that cannot be built or searched.
pub fn made_hard(
    folders: &SetFolders,
    builder: &Builder<'_>,
    config: &RetrieveConfig,
) -> Result<Hard, EvalError> {
    let limits = LineLimits::default();
    let set = TopicSet::read_crossed(&folders.documents, &folders.questions, limits)?;
    let built = builder.build(&folders.documents)?;
    let snapshot = &built.snapshot;
    let look = |text: &str, strategy, filters: &[Filter]| {
        let request = SearchRequest {
            strategy,
            k: FOUND_AT,
            filters: filters.to_vec(),
            ..SearchRequest::new(text)
        };
        let found = retrieve(
            snapshot,
            builder.embedder,
            &request,
            config,
            &Limits::none(),
        )?;
        let documents = found
            .hits
            .iter()
            .filter_map(|hit| snapshot.document_of(hit.chunk));
        let paths: Vec<String> = documents.map(|document| document.path.clone()).collect();
        Ok::<_, EvalError>((paths, found))
    };
    let mut hard = Hard {
        name: name_of(&folders.questions),
        ..Hard::default()
    };
    for topic in &set.topics {
        let grades = &set.qrels[&topic.id];
        let right: Vec<&String> = grades
            .iter()
            .filter(|(_, grade)| **grade > 0)
            .map(|(document, _)| document)
            .collect();
        let (first, _) = look(&topic.text, Strategy::Hybrid, &[])?;
        let (struck, left): (Vec<&String>, Vec<&String>) = right
            .into_iter()
            .partition(|document| first.contains(document));
        if left.is_empty() {
            continue;
        }
        let filters: Vec<Filter> = struck
            .iter()
            .map(|document| Filter::parse(&format!("document != {document}")))
            .collect::<Result<_, _>>()
            .map_err(perusal::EngineError::from)?;
        let (again, hybrid) = look(&topic.text, Strategy::Hybrid, &filters)?;
        let (other, auto) = look(&topic.text, Strategy::Auto, &filters)?;
        let found = |paths: &[String]| left.iter().filter(|one| paths.contains(one)).count();
        hard.topics += 1;
        hard.left += left.len();
        hard.by_hybrid += found(&again);
        hard.by_auto += found(&other);
        hard.by_auto_in_whole += found(&look(&topic.text, Strategy::Auto, &[])?.0);
        hard.tried += auto.attempts.len();
        hard.hybrid_time += hybrid.times.embed + hybrid.times.search;
        hard.auto_time += auto.times.embed + auto.times.search;
    }
    Ok(hard)
}

impl Hard {
    /// Share of what hybrid's first five lack that `auto` has among its own.
    pub fn recovered_in_whole(&self) -> f64 {
        self.by_auto_in_whole as f64 / self.left.max(1) as f64
    }

    /// Share of what hybrid does not find that `auto` finds, the rest struck out.
    pub fn recovered(&self) -> f64 {
        let missed = self.left.saturating_sub(self.by_hybrid);
        let gained = self.by_auto as f64 - self.by_hybrid as f64;
        if missed == 0 {
            0.0
        } else {
            gained / missed as f64
        }
    }

    /// Time of `auto` by that of hybrid.
    pub fn cost(&self) -> f64 {
        self.auto_time.as_secs_f64() / self.hybrid_time.as_secs_f64().max(1e-9)
    }
}
