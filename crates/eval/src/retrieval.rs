//! Runs a retrieval set through the engine and measures it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use perusal::index::Snapshot;
use perusal::models::{Embedder, Limits, Role};
use perusal::retrieve::{Retrieval, SearchRequest, Strategy, retrieve};
use perusal::{EngineError, RetrieveConfig};

use crate::library::Builder;
use crate::metrics::{RankingScores, mean_scores, score_ranking};
use crate::topics::{SetFolders, TopicSet};
use crate::{
    BOOTSTRAP_RESAMPLES, EvalError, Interval, LineLimits, RunLine, RunWriter, bootstrap_mean,
    percentile,
};

/// Chunks ranked for a topic: enough that the first 100 documents are among
/// them when documents have a few chunks each.
pub(crate) const CHUNKS_RANKED: usize = 400;
/// Documents of a run.
const RUN_DEPTH: usize = 100;
/// Seed of the intervals.
const SEED: u64 = 17;

/// How one strategy did on one set.
#[derive(Debug, Clone)]
pub struct StrategyResult {
    /// The strategy.
    pub strategy: Strategy,
    /// Means over the judged topics.
    pub scores: RankingScores,
    /// nDCG@10 with its interval.
    pub ndcg: Interval,
    /// nDCG@10 of each topic, in order.
    pub by_topic: Vec<f64>,
    /// Recall@5 of each topic, in order.
    pub recall_5_by_topic: Vec<f64>,
    /// Topics that the strategy's one arm could not take, in a language that its model does
    /// not know: keywords were searched instead.
    pub on_keywords: usize,
    /// Milliseconds of a query without its embedding.
    pub p50_ms: f64,
    /// The same for the slowest twentieth.
    pub p95_ms: f64,
    /// Ranked documents of each topic, for a run file.
    ranked: Vec<(String, Vec<(String, f32)>)>,
}

/// All strategies on one set.
#[derive(Debug, Clone)]
pub struct SetResult {
    /// The folder's name; for questions on the documents of another folder, both.
    pub name: String,
    /// Questions on the documents of another folder.
    pub crossed: bool,
    /// Documents in the corpus.
    pub documents: usize,
    /// Chunks they were cut into.
    pub chunks: u64,
    /// Judged topics.
    pub topics: usize,
    /// Seconds to build the library; `None` when it was cached.
    pub index_seconds: Option<f64>,
    /// Bytes of the store for each chunk.
    pub bytes_per_chunk: f64,
    /// In the order asked for.
    pub strategies: Vec<StrategyResult>,
}

impl SetResult {
    /// The judged topics, in the order of the values by topic.
    pub fn topic_ids(&self) -> impl Iterator<Item = &str> {
        let first = self.strategies.first();
        let ranked = first.into_iter().flat_map(|one| &one.ranked);
        ranked.map(|(topic, _)| topic.as_str())
    }
}

/// Runs `strategies` on a set.
///
/// # Errors
/// A set that cannot be read, a library that cannot be built or searched.
pub fn run_set(
    folders: &SetFolders,
    strategies: &[Strategy],
    builder: &Builder<'_>,
    config: &RetrieveConfig,
) -> Result<SetResult, EvalError> {
    let SetFolders {
        documents,
        questions,
    } = folders;
    let set = TopicSet::read_crossed(documents, questions, LineLimits::default())?;
    let built = builder.build(documents)?;
    let config = RetrieveConfig {
        depth: config.depth.max(CHUNKS_RANKED),
        ..config.clone()
    };
    let strategies = strategies
        .iter()
        .map(|&strategy| run_strategy(&set, strategy, &built.snapshot, builder.embedder, &config))
        .collect::<Result<_, _>>()?;
    Ok(SetResult {
        name: if folders.is_crossed() {
            format!("{} on {}", name_of(questions), last_of(documents))
        } else {
            name_of(documents)
        },
        crossed: folders.is_crossed(),
        documents: set.corpus.len(),
        chunks: built.snapshot.counts().chunks,
        topics: set.topics.len(),
        index_seconds: built.seconds,
        bytes_per_chunk: built.bytes_per_chunk,
        strategies,
    })
}

fn run_strategy(
    set: &TopicSet,
    strategy: Strategy,
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    config: &RetrieveConfig,
) -> Result<StrategyResult, EvalError> {
    let mut scores = Vec::new();
    let mut times = Vec::new();
    let mut ranked = Vec::new();
    let (mut on_keywords, mut refused) = (0, None);
    for topic in &set.topics {
        let request = SearchRequest {
            strategy,
            k: CHUNKS_RANKED,
            ..SearchRequest::new(topic.text.clone())
        };
        let (retrieval, error) = retrieve_or_keywords(snapshot, embedder, request, config)?;
        on_keywords += usize::from(error.is_some());
        refused = error.or(refused);
        times.push(retrieval.times.ranked().as_secs_f64() * 1000.0);
        let documents = documents(snapshot, &retrieval.hits)?;
        let ids: Vec<&str> = documents.iter().map(|(id, _)| id.as_str()).collect();
        scores.push(score_ranking(&ids, &set.qrels[&topic.id]));
        ranked.push((topic.id.clone(), documents));
    }
    // An arm that answers no question is not there at all.
    if let Some(error) = refused.filter(|_| on_keywords == set.topics.len()) {
        return Err(error.into());
    }
    let by_topic: Vec<f64> = scores.iter().map(|score| score.ndcg_10).collect();
    let none = Interval {
        mean: 0.0,
        low: 0.0,
        high: 0.0,
    };
    Ok(StrategyResult {
        strategy,
        scores: mean_scores(&scores),
        ndcg: bootstrap_mean(&by_topic, BOOTSTRAP_RESAMPLES, SEED).unwrap_or(none),
        by_topic,
        recall_5_by_topic: scores.iter().map(|score| score.recall_5).collect(),
        on_keywords,
        p50_ms: percentile(&times, 50.0).unwrap_or(0.0),
        p95_ms: percentile(&times, 95.0).unwrap_or(0.0),
        ranked,
    })
}

/// Retrieves; where the strategy's one arm does not know the question's language, by keywords,
/// with the reason.
pub(crate) fn retrieve_or_keywords(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: SearchRequest,
    config: &RetrieveConfig,
) -> Result<(Retrieval, Option<EngineError>), EvalError> {
    match retrieve(snapshot, embedder, &request, config, &Limits::none()) {
        Err(error @ EngineError::NoArm { .. }) => {
            let request = SearchRequest {
                strategy: Strategy::Keyword,
                ..request
            };
            let found = retrieve(snapshot, embedder, &request, config, &Limits::none())?;
            Ok((found, Some(error)))
        }
        found => Ok((found?, None)),
    }
}

/// Documents in order of their best chunk.
pub(crate) fn documents(
    snapshot: &Snapshot,
    hits: &[perusal::retrieve::FusedHit],
) -> Result<Vec<(String, f32)>, EvalError> {
    let mut seen = BTreeSet::new();
    let mut documents = Vec::new();
    for hit in hits {
        let Some(document) = snapshot.document_of(hit.chunk) else {
            continue;
        };
        if seen.insert(document.path.clone()) {
            documents.push((document.path.clone(), hit.score));
        }
        if documents.len() == RUN_DEPTH {
            break;
        }
    }
    Ok(documents)
}

impl StrategyResult {
    /// Writes the ranking of each topic as a TREC run.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write_run(&self, path: &Path) -> Result<(), EvalError> {
        let file = std::fs::File::create(path).map_err(|error| EvalError::io(path, error))?;
        let out = std::io::BufWriter::new(file);
        let mut writer = RunWriter::new(out, path, &format!("perusal-{}", self.strategy.as_str()))?;
        for (topic, documents) in &self.ranked {
            let lines: Vec<RunLine<'_>> = documents
                .iter()
                .map(|(document, score)| RunLine {
                    document,
                    score: *score,
                })
                .collect();
            writer.topic(topic, &lines)?;
        }
        writer.finish()?;
        Ok(())
    }
}

/// Time to embed one query, in milliseconds: median over the topics of a set.
///
/// # Errors
/// A set that cannot be read, a model that fails.
pub fn query_embedding_ms(folder: &Path, embedder: &dyn Embedder) -> Result<f64, EvalError> {
    const TOPICS: usize = 50;
    let set = TopicSet::read(folder, LineLimits::default())?;
    let mut times = Vec::new();
    for topic in set.topics.iter().take(TOPICS) {
        let started = Instant::now();
        embedder
            .embed(&[&topic.text], Role::Query, &Limits::none())
            .map_err(EngineError::from)?;
        times.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(percentile(&times, 50.0).unwrap_or(0.0))
}

fn last_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The last parts of a path that tell sets apart.
pub(crate) fn name_of(folder: &Path) -> String {
    let full = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let parts: Vec<String> = full
        .components()
        .rev()
        .take(2)
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    match parts.as_slice() {
        // A folder named for a language says little without its parent.
        [name, parent] if name.len() <= 3 => format!("{parent}/{name}"),
        [name, ..] => name.clone(),
        [] => String::new(),
    }
}
