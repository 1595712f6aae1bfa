//! Whether a retrieval can tell how good it is, and what looking again brings.

use std::collections::BTreeSet;
use std::time::Duration;

use perusal::RetrieveConfig;
use perusal::index::{Filter, Snapshot};
use perusal::logistic::{Group, Logistic};
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{Quality, SearchRequest, Strategy, retrieve, retrieve_struck};

use crate::logistic::fit_validated;
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
pub struct RetrievalQuality {
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
) -> Result<Vec<RetrievalQuality>, EvalError> {
    questions
        .iter()
        .map(|question| {
            let request = SearchRequest {
                strategy: Strategy::Auto,
                ..SearchRequest::new(question.question.clone())
            };
            let found = retrieve(snapshot, embedder, &request, config, &Limits::none())?;
            Ok(RetrievalQuality {
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
pub fn fit(looked: &[RetrievalQuality]) -> Option<[f64; 5]> {
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
pub fn judged(looked: &[RetrievalQuality], training: bool) -> Vec<Judged> {
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

/// One reading of "made hard": what there is to be found, and what `auto` finds of it.
#[derive(Debug, Default, Clone, Copy)]
pub struct Recovery {
    /// Topics with something to be found.
    pub topics: usize,
    /// Right documents that the first way of looking has not among its first five.
    pub lost: usize,
    /// Of these, what `auto` has among its own, less what it loses.
    pub found: i64,
    /// Ways of looking that `auto` tried, over all topics.
    pub tried: usize,
    /// Time of `auto`, embedding included.
    pub time: Duration,
    /// Time of hybrid on the same topics.
    pub hybrid_time: Duration,
}

/// A set made hard in three ways, from what is easiest to find to what is hardest.
#[derive(Debug, Default)]
pub struct Hard {
    /// The set.
    pub name: String,
    /// The first way's right hits struck out of its list: the ways after it must notice
    /// and find them again.
    pub unlisted: Recovery,
    /// What hybrid lacks, nothing struck out.
    pub lacking: Recovery,
    /// Hybrid's right hits filtered out of the library, and with them what leads on from
    /// them to the others; what hybrid then finds of these is not counted.
    pub removed: Recovery,
}

/// Makes a set hard and looks again.
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
    let config = &RetrieveConfig {
        ladder: true,
        ..config.clone()
    };
    let looking = Looking {
        snapshot: &built.snapshot,
        embedder: builder.embedder,
        config,
    };
    let mut hard = Hard {
        name: name_of(&folders.questions),
        ..Hard::default()
    };
    for topic in &set.topics {
        let grades = set.qrels[&topic.id].iter();
        let right: BTreeSet<&str> = grades
            .filter(|(_, grade)| **grade > 0)
            .map(|(document, _)| document.as_str())
            .collect();
        let text = topic.text.as_str();
        let hybrid = looking.look(text, Strategy::Hybrid, &[], &BTreeSet::new())?;
        looking.unlisted(text, &right, &hybrid, &mut hard.unlisted)?;
        looking.beyond_hybrid(text, &right, &hybrid, &mut hard)?;
    }
    Ok(hard)
}

/// A library and how it is searched.
struct Looking<'a> {
    snapshot: &'a Snapshot,
    embedder: Option<&'a dyn Embedder>,
    config: &'a RetrieveConfig,
}

/// What one search found.
struct Seen {
    documents: BTreeSet<String>,
    tried: usize,
    time: Duration,
}

impl Seen {
    /// Those of some documents that it has.
    fn of<'d>(&self, documents: &BTreeSet<&'d str>) -> BTreeSet<&'d str> {
        let found = documents
            .iter()
            .filter(|one| self.documents.contains(**one));
        found.copied().collect()
    }
}

impl Looking<'_> {
    /// The first five hits; `struck` documents are lost to the first way of looking.
    fn look(
        &self,
        text: &str,
        strategy: Strategy,
        filters: &[Filter],
        struck: &BTreeSet<&str>,
    ) -> Result<Seen, EvalError> {
        self.look_by(self.config, text, (strategy, filters), struck)
    }

    fn look_by(
        &self,
        config: &RetrieveConfig,
        text: &str,
        (strategy, filters): (Strategy, &[Filter]),
        struck: &BTreeSet<&str>,
    ) -> Result<Seen, EvalError> {
        let request = SearchRequest {
            strategy,
            k: FOUND_AT,
            filters: filters.to_vec(),
            ..SearchRequest::new(text)
        };
        let path = |chunk| {
            let document = self.snapshot.document_of(chunk);
            document.map_or("", |document| document.path.as_str())
        };
        let found = retrieve_struck(
            self.snapshot,
            self.embedder,
            &request,
            config,
            &Limits::none(),
            &|chunk| struck.contains(path(chunk)),
        )?;
        Ok(Seen {
            documents: found
                .hits
                .iter()
                .map(|hit| path(hit.chunk).to_owned())
                .collect(),
            tried: found.attempts.len(),
            time: found.times.embed + found.times.search,
        })
    }

    /// Strikes the right hits of the first way out of its list.
    fn unlisted(
        &self,
        text: &str,
        right: &BTreeSet<&str>,
        hybrid: &Seen,
        recovery: &mut Recovery,
    ) -> Result<(), EvalError> {
        let once = RetrieveConfig {
            ladder: false,
            ..self.config.clone()
        };
        let first = self.look_by(&once, text, (Strategy::Auto, &[]), &BTreeSet::new())?;
        let struck = first.of(right);
        if !struck.is_empty() {
            let auto = self.look(text, Strategy::Auto, &[], &struck)?;
            let found = auto.of(&struck).len() as i64;
            recovery.add(struck.len(), found, &auto, hybrid);
        }
        Ok(())
    }

    /// Looks for what hybrid lacks, in the whole library and without its right hits.
    fn beyond_hybrid(
        &self,
        text: &str,
        right: &BTreeSet<&str>,
        hybrid: &Seen,
        hard: &mut Hard,
    ) -> Result<(), EvalError> {
        let struck = hybrid.of(right);
        let left: BTreeSet<&str> = right.difference(&struck).copied().collect();
        if left.is_empty() {
            return Ok(());
        }
        let none = BTreeSet::new();
        let auto = self.look(text, Strategy::Auto, &[], &none)?;
        hard.lacking
            .add(left.len(), auto.of(&left).len() as i64, &auto, hybrid);
        let filters: Vec<Filter> = struck
            .iter()
            .map(|document| Filter::parse(&format!("document != {document}")))
            .collect::<Result<_, _>>()
            .map_err(perusal::EngineError::from)?;
        let hybrid = self.look(text, Strategy::Hybrid, &filters, &none)?;
        let auto = self.look(text, Strategy::Auto, &filters, &none)?;
        let known = hybrid.of(&left).len();
        let gained = auto.of(&left).len() as i64 - known as i64;
        hard.removed.add(left.len() - known, gained, &auto, &hybrid);
        Ok(())
    }
}

impl Recovery {
    fn add(&mut self, lost: usize, found: i64, auto: &Seen, hybrid: &Seen) {
        self.topics += 1;
        self.lost += lost;
        self.found += found;
        self.tried += auto.tried;
        self.time += auto.time;
        self.hybrid_time += hybrid.time;
    }

    /// The sum of several sets'.
    pub fn sum(all: impl Iterator<Item = Recovery>) -> Recovery {
        all.fold(Recovery::default(), |sum, one| Recovery {
            topics: sum.topics + one.topics,
            lost: sum.lost + one.lost,
            found: sum.found + one.found,
            tried: sum.tried + one.tried,
            time: sum.time + one.time,
            hybrid_time: sum.hybrid_time + one.hybrid_time,
        })
    }

    /// Share of what was lost that `auto` finds, 0 to 1.
    pub fn share(&self) -> f64 {
        self.found as f64 / self.lost.max(1) as f64
    }

    /// Ways of looking a topic, in the mean.
    pub fn ways(&self) -> f64 {
        self.tried as f64 / self.topics.max(1) as f64
    }

    /// Time of `auto` by that of hybrid.
    pub fn cost(&self) -> f64 {
        self.time.as_secs_f64() / self.hybrid_time.as_secs_f64().max(1e-9)
    }
}
