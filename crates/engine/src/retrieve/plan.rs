//! One retrieval from request to fused ranking, with everything EXPLAIN shows.

use std::time::{Duration, Instant};

use index::{ChunkId, Filter, Scope, Snapshot};
use models::{Embedder, Limits, ModelError, Role};
use text::Language;

use super::arms::QueryVectors;
use super::language::{crossed_share, knows, usual_language};
use super::optional::{self, Outcome};
use super::{Arm, ArmList, FusedHit, QueryText, Strategy, arms, fuse};
use crate::{EngineError, Fusion, RetrieveConfig};

/// Longest question, in bytes.
pub const QUERY_BYTES_MAX: usize = 8 * 1024;
/// Most hits a ranking gives; the outside allows people 100, evaluations need more.
const HITS_MAX: usize = 1_000;
/// Why an arm is missing from a late answer.
pub(super) const DEADLINE_PASSED: &str = "the deadline passed";
/// Share of the dense arm on prose.
const DENSE_WEIGHT_PROSE: f32 = 0.5;
/// Share of the dense arm on pages of figures: small embedders see numbers as
/// noise, and above 0.3 the arm costs more than it brings there.
const DENSE_WEIGHT_FIGURES: f32 = 0.2;
/// Share of the dense arm where passages are in another language than the question:
/// words find names and figures there, and little else.
const DENSE_WEIGHT_CROSSED: f32 = 0.9;
/// Share of digits among letters and digits from which a text counts as
/// figures; between the two the weight falls in a line.
const DIGIT_SHARE_PROSE: f32 = 0.06;
const DIGIT_SHARE_FIGURES: f32 = 0.20;

/// What is looked for, and how.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// The question or keywords.
    pub query: String,
    /// How to look.
    pub strategy: Strategy,
    /// Hits wanted, 1 to 1,000.
    pub k: usize,
    /// All must hold.
    pub filters: Vec<Filter>,
    /// Chunks each hit grows by, on either side.
    pub neighbors: u32,
}

impl Retrieval {
    /// True when the deadline kept an arm from taking part.
    pub fn is_late(&self) -> bool {
        self.dropped
            .iter()
            .any(|dropped| dropped.reason == DEADLINE_PASSED)
    }
}

impl SearchRequest {
    /// A request with the defaults of `search`.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            strategy: Strategy::Auto,
            k: 10,
            filters: Vec::new(),
            neighbors: 0,
        }
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
    /// Making the query's vector.
    pub embed: Duration,
    /// Scoring and fusing.
    pub search: Duration,
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
    /// Its vector, when one was made.
    pub vector: Option<Vec<f32>>,
    /// The lists that were fused.
    pub lists: Vec<ArmList>,
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
    /// Chunks in the fused ranking before it was cut to `k`.
    pub candidates: usize,
    /// Time by stage.
    pub times: StageTimes,
}

/// Runs one request against one snapshot.
///
/// Without an embedder the hybrid strategy runs on keywords and says so in
/// [`Retrieval::dropped`]; the dense strategy alone is then an error.
///
/// # Errors
/// An empty or overlong query, a bad filter, an embedder other than the
/// library's, a damaged store.
pub fn retrieve(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &SearchRequest,
    config: &RetrieveConfig,
    limits: &Limits,
) -> Result<Retrieval, EngineError> {
    check(request)?;
    let query = QueryText::new(&request.query, usual_language(snapshot));
    let scope = snapshot.scope(&request.filters)?;
    let ran = request.strategy.runs_as();
    let statistics = snapshot.statistics();
    let dense_coverage = share(statistics.embedded_chunks, statistics.chunks);
    let mut times = StageTimes::default();
    let mut dropped = Vec::new();

    let started = Instant::now();
    let vector = match dense_refusal(snapshot, embedder, &query, ran)? {
        None => match embedder.map(|embedder| embed(embedder, &request.query, limits)) {
            None => None,
            Some(Ok(vector)) => Some(vector),
            // A late answer rests on keywords, and says so.
            Some(Err(EngineError::Model(ModelError::DeadlinePassed))) => {
                dropped.push(Dropped {
                    arm: Arm::Dense,
                    reason: DEADLINE_PASSED.to_owned(),
                });
                None
            }
            // So does one whose model's server is down; dense retrieval by name cannot.
            Some(Err(EngineError::Model(error @ ModelError::Unreachable { .. })))
                if ran == Strategy::Hybrid =>
            {
                dropped.push(Dropped {
                    arm: Arm::Dense,
                    reason: error.to_string(),
                });
                None
            }
            Some(Err(error)) => return Err(error),
        },
        Some(reason) if ran == Strategy::Dense => return Err(EngineError::NoVectors { reason }),
        Some(reason) => {
            if ran == Strategy::Hybrid {
                dropped.push(Dropped {
                    arm: Arm::Dense,
                    reason,
                });
            }
            None
        }
    };
    let language = query.language.code();
    let sparse = optional_query(Arm::Sparse, ran, config, &mut dropped, || {
        let arm = config.sparse.as_ref();
        optional::sparse_query(snapshot, arm, &request.query, language, limits)
    })?;
    let late = optional_query(Arm::Late, ran, config, &mut dropped, || {
        let arm = config.late.as_ref();
        optional::late_query(snapshot, arm, &request.query, language, limits)
    })?;
    times.embed = started.elapsed();

    let started = Instant::now();
    let vectors = QueryVectors {
        dense: vector,
        sparse,
    };
    let depth = config.depth.max(request.k);
    let mut lists = run_arms(snapshot, &query, &vectors, &scope, ran, depth, config)?;
    weigh(snapshot, query.language, &mut lists, config)?;
    if let Some(late) = late {
        add_late(snapshot, &mut lists, &late, ran, request.k, config)?;
    }
    let mut hits = fuse(&lists, config.fusion, |chunk| snapshot.order(chunk));
    let candidates = hits.len();
    hits.truncate(request.k);
    times.search = started.elapsed();
    Ok(Retrieval {
        asked: request.strategy,
        ran,
        query,
        vector: vectors.dense,
        lists,
        dropped,
        fusion: config.fusion,
        selectivity: scope.selectivity(),
        dense_coverage,
        hits,
        candidates,
        times,
    })
}

fn check(request: &SearchRequest) -> Result<(), EngineError> {
    if request.query.trim().is_empty() {
        return Err(EngineError::QueryEmpty);
    }
    if request.query.len() > QUERY_BYTES_MAX {
        return Err(EngineError::QueryTooLong {
            limit: QUERY_BYTES_MAX,
            got: request.query.len(),
        });
    }
    if request.k > HITS_MAX {
        return Err(EngineError::TooManyHits {
            limit: HITS_MAX,
            got: request.k,
        });
    }
    Ok(())
}

/// Why the dense arm takes no part, if it does not.
fn dense_refusal(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    query: &QueryText,
    ran: Strategy,
) -> Result<Option<String>, EngineError> {
    if matches!(ran, Strategy::Keyword | Strategy::Sparse) {
        return Ok(Some("another arm was asked for".to_owned()));
    }
    let Some(embedder) = embedder else {
        return Ok(Some("no embedding model is installed".to_owned()));
    };
    let Some(built_with) = snapshot.identity().embedder.clone() else {
        return Ok(Some("the library holds no vectors".to_owned()));
    };
    let profile = embedder.profile();
    if built_with != profile.id {
        return Err(EngineError::EmbedderMismatch {
            built_with,
            configured: profile.id.clone(),
        });
    }
    if snapshot.statistics().embedded_chunks == 0 {
        return Ok(Some("the library holds no vectors yet".to_owned()));
    }
    if !knows(profile.languages.as_deref(), query.language) && ran != Strategy::Dense {
        return Ok(Some(format!(
            "{} does not know the language of the question",
            profile.name
        )));
    }
    Ok(None)
}

fn embed(embedder: &dyn Embedder, query: &str, limits: &Limits) -> Result<Vec<f32>, EngineError> {
    let mut embeddings = embedder.embed(&[query], Role::Query, limits)?;
    Ok(embeddings
        .pop()
        .map(|embedding| embedding.vector)
        .unwrap_or_default())
}

/// What an optional arm looks for: made when the arm was asked for by name, or
/// is switched on in a hybrid search. By name it must be possible.
fn optional_query<T>(
    arm: Arm,
    ran: Strategy,
    config: &RetrieveConfig,
    dropped: &mut Vec<Dropped>,
    make: impl FnOnce() -> Outcome<T>,
) -> Result<Option<T>, EngineError> {
    let (alone, switched_on) = match arm {
        Arm::Sparse => (Strategy::Sparse, config.sparse.is_some()),
        Arm::Late => (Strategy::Late, config.late.is_some()),
        Arm::Keyword | Arm::Dense => return Ok(None),
    };
    if ran != alone && !(ran == Strategy::Hybrid && switched_on) {
        return Ok(None);
    }
    match make()? {
        Ok(query) => Ok(Some(query)),
        Err(reason) if ran == alone => Err(EngineError::NoArm { arm, reason }),
        Err(reason) => {
            dropped.push(Dropped { arm, reason });
            Ok(None)
        }
    }
}

fn run_arms(
    snapshot: &Snapshot,
    query: &QueryText,
    vectors: &QueryVectors,
    scope: &Scope,
    ran: Strategy,
    depth: usize,
    config: &RetrieveConfig,
) -> Result<Vec<ArmList>, EngineError> {
    let mut lists = Vec::new();
    if !matches!(ran, Strategy::Dense | Strategy::Sparse) {
        lists.push(arms::keyword(snapshot, query, scope, depth)?);
    }
    if let Some(vector) = &vectors.dense {
        lists.push(arms::dense(snapshot, vector, scope, depth, config.scan)?);
    }
    if let Some(vector) = &vectors.sparse {
        lists.push(optional::sparse(snapshot, vector, scope, depth)?);
    }
    if lists.len() > 1 {
        arms::complete(snapshot, query, vectors, &mut lists)?;
    }
    Ok(lists)
}

/// Scores the best of the fused order again by their tokens: one more list, or
/// the only one when the arm was asked for by name.
fn add_late(
    snapshot: &Snapshot,
    lists: &mut Vec<ArmList>,
    query: &[f32],
    ran: Strategy,
    k: usize,
    config: &RetrieveConfig,
) -> Result<(), EngineError> {
    let fused = fuse(lists, config.fusion, |chunk| snapshot.order(chunk));
    let candidates: Vec<ChunkId> = fused
        .iter()
        .take(optional::LATE_CANDIDATES.max(k))
        .map(|hit| hit.chunk)
        .collect();
    let mut late = optional::late(snapshot, query, &candidates)?;
    if ran == Strategy::Late {
        lists.clear();
    } else if let Some(arm) = &config.late {
        late.weight = arm.weight;
        for list in lists.iter_mut() {
            list.weight *= 1.0 - arm.weight;
        }
    }
    lists.push(late);
    Ok(())
}

/// Sets each list's share. A list that stands alone has all of it.
fn weigh(
    snapshot: &Snapshot,
    asked: Language,
    lists: &mut [ArmList],
    config: &RetrieveConfig,
) -> Result<(), EngineError> {
    if lists.len() < 2 {
        return Ok(());
    }
    let takes_part = |arm| lists.iter().any(|list| list.arm == arm);
    let dense = match config.dense_weight {
        _ if !takes_part(Arm::Dense) => 0.0,
        Some(weight) => weight.clamp(0.0, 1.0),
        None => {
            let plain = dense_weight(digit_share(snapshot, lists)?);
            let crossed = crossed_share(snapshot, asked, lists);
            plain + crossed * (DENSE_WEIGHT_CROSSED - plain)
        }
    };
    let sparse = match &config.sparse {
        Some(arm) if takes_part(Arm::Sparse) => arm.weight,
        _ => 0.0,
    };
    for list in lists {
        list.weight = match list.arm {
            Arm::Keyword => (1.0 - dense) * (1.0 - sparse),
            Arm::Dense => dense * (1.0 - sparse),
            Arm::Sparse => sparse,
            // It joins later.
            Arm::Late => 0.0,
        };
    }
    Ok(())
}

/// The dense arm's share for text with this share of digits.
fn dense_weight(digit_share: f32) -> f32 {
    let span = DIGIT_SHARE_FIGURES - DIGIT_SHARE_PROSE;
    let figures = ((digit_share - DIGIT_SHARE_PROSE) / span).clamp(0.0, 1.0);
    DENSE_WEIGHT_PROSE + figures * (DENSE_WEIGHT_FIGURES - DENSE_WEIGHT_PROSE)
}

/// Digits among letters and digits in the best chunks of each list.
fn digit_share(snapshot: &Snapshot, lists: &[ArmList]) -> Result<f32, EngineError> {
    const LOOKED_AT: usize = 5;
    let best: Vec<_> = lists
        .iter()
        .filter(|list| list.arm != Arm::Sparse)
        .flat_map(|list| list.hits.iter().take(LOOKED_AT).map(|h| h.chunk))
        .collect();
    let (mut digits, mut all) = (0usize, 0usize);
    for chunk in snapshot.chunks(&best)? {
        for byte in chunk.text.bytes().filter(u8::is_ascii_alphanumeric) {
            all += 1;
            digits += usize::from(byte.is_ascii_digit());
        }
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share of a few thousand characters"
    )]
    Ok(if all == 0 {
        0.0
    } else {
        digits as f32 / all as f32
    })
}

#[expect(clippy::cast_precision_loss, reason = "a share for people")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_lower_the_dense_share() {
        assert!((dense_weight(0.0) - DENSE_WEIGHT_PROSE).abs() < 1e-6);
        assert!((dense_weight(0.9) - DENSE_WEIGHT_FIGURES).abs() < 1e-6);
        assert!(dense_weight(0.1) > dense_weight(0.15));
    }
}
