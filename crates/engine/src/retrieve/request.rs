//! What is asked of a retrieval, and what comes back.

use std::collections::BTreeSet;
use std::time::Duration;

use index::{ChunkId, Filter};
use text::Language;

use super::{Arm, ArmList, Attempt, FusedHit, QueryText, Signals, Strategy, WebPassage};
use crate::question::Misspelled;
use crate::{EngineError, Fusion, RetrieveConfig};

/// Longest question, in bytes.
pub const QUERY_BYTES_MAX: usize = 8 * 1024;

/// Hits and chunks behind them, at most.
pub const RANKED_MAX: usize = 50;
/// Most hits a ranking gives; the outside allows people 100, evaluations need more.
const HITS_MAX: usize = 1_000;
/// Why an arm is missing from a late answer.
pub(super) const DEADLINE_PASSED: &str = "the deadline passed";
/// Why an arm is missing that failed over a mistake of ours.
pub(super) const FAILED: &str = "it failed over a mistake in Perusal";

/// What is looked for, and how.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// The question or keywords.
    pub query: String,
    /// How to look.
    pub strategy: Strategy,
    /// What the router made of the question; used by [`Strategy::Auto`] alone.
    pub suggested: Option<Strategy>,
    /// Hits wanted, 1 to 1,000.
    pub k: usize,
    /// All must hold.
    pub filters: Vec<Filter>,
    /// Chunks each hit grows by, on either side.
    pub neighbors: u32,
}

impl SearchRequest {
    /// A request with the defaults of `search`.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            strategy: Strategy::Auto,
            suggested: None,
            k: 10,
            filters: Vec::new(),
            neighbors: 0,
        }
    }

    pub(super) fn check(&self) -> Result<(), EngineError> {
        if self.query.trim().is_empty() {
            return Err(EngineError::QueryEmpty);
        }
        if self.query.len() > QUERY_BYTES_MAX {
            return Err(EngineError::QueryTooLong {
                limit: QUERY_BYTES_MAX,
                got: self.query.len(),
            });
        }
        if self.k > HITS_MAX {
            return Err(EngineError::TooManyHits {
                limit: HITS_MAX,
                got: self.k,
            });
        }
        Ok(())
    }
}

/// An arm that did not take part, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The arm.
    pub arm: Arm,
    /// A sentence for people.
    pub reason: String,
}

/// Time spent by stage.
#[derive(Debug, Clone, Copy, Default)]
pub struct StageTimes {
    /// Making the query's vectors.
    pub embed: Duration,
    /// Scoring and fusing.
    pub search: Duration,
    /// Reading the best hits again.
    pub rerank: Duration,
}

impl StageTimes {
    /// From the query's vectors to the ranking.
    pub fn ranked(&self) -> Duration {
        self.search + self.rerank
    }
}

/// What read the best hits again, and what of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reranked {
    /// The model's name.
    pub model: String,
    /// Passages that were longer than the model's window, and read in part.
    pub cut: usize,
}

/// The result of one retrieval and how it came about.
#[derive(Debug, Clone)]
pub struct Retrieval {
    /// What was asked for.
    pub asked: Strategy,
    /// What ran.
    pub ran: Strategy,
    /// The query as the arms saw it.
    pub query: QueryText,
    /// Terms of the query that only name documents.
    pub naming: BTreeSet<String>,
    /// Words of the query that no document holds, and that were read as others.
    pub misspelled: Vec<Misspelled>,
    /// Its vector, when one was made.
    pub vector: Option<Vec<f32>>,
    /// What the arms were expected to score.
    pub estimates: Vec<Estimate>,
    /// The lists that were fused, and that of the reranker.
    pub lists: Vec<ArmList>,
    /// What their weights depend on.
    pub signals: Signals,
    /// Arms that took no part.
    pub dropped: Vec<Dropped>,
    /// How the lists were fused.
    pub fusion: Fusion,
    /// Share of the visible chunks that the filters leave, 0 to 1.
    pub selectivity: f64,
    /// Share of the visible chunks that have vectors, 0 to 1.
    pub dense_coverage: f64,
    /// The best `k`, best first.
    pub hits: Vec<FusedHit>,
    /// Chunks behind the hits in the same order, so many that both together are
    /// [`RANKED_MAX`] at most: what tables and lists are looked for in.
    pub further: Vec<ChunkId>,
    /// What a search of the web gave, apart from the library's own.
    pub web: Vec<WebPassage>,
    /// Chunks in the fused ranking before it was cut to `k`.
    pub candidates: usize,
    /// The ways of looking that were tried, in order; one of them was kept.
    pub attempts: Vec<Attempt>,
    /// The model that ordered the first hits anew, where one did.
    pub reranked: Option<Reranked>,
    /// Time by stage.
    pub times: StageTimes,
}

impl Retrieval {
    /// A retrieval that found nothing, because it failed over a mistake of ours.
    pub(crate) fn nothing(request: &SearchRequest, config: &RetrieveConfig) -> Retrieval {
        Retrieval {
            asked: request.strategy,
            ran: request.strategy.arms(),
            query: QueryText {
                text: request.query.clone(),
                language: Language::En,
                terms: Vec::new(),
                codes: Vec::new(),
            },
            naming: BTreeSet::new(),
            misspelled: Vec::new(),
            vector: None,
            estimates: Vec::new(),
            lists: Vec::new(),
            signals: Signals::default(),
            dropped: Vec::new(),
            fusion: config.fusion,
            selectivity: 1.0,
            dense_coverage: 0.0,
            hits: Vec::new(),
            further: Vec::new(),
            web: Vec::new(),
            candidates: 0,
            attempts: Vec::new(),
            reranked: None,
            times: StageTimes::default(),
        }
    }

    /// The chunks of the hits and those behind them, best first.
    pub fn chunks(&self) -> Vec<ChunkId> {
        let hits = self.hits.iter().map(|hit| hit.chunk);
        hits.chain(self.further.iter().copied()).collect()
    }

    /// True when the deadline kept an arm from taking part.
    pub fn is_late(&self) -> bool {
        self.dropped
            .iter()
            .any(|dropped| dropped.reason == DEADLINE_PASSED)
    }
}

/// How many chunks an arm is expected to score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The arm.
    pub arm: Arm,
    /// Chunks; actual ones are [`super::ArmList::candidates`].
    pub candidates: f64,
}
