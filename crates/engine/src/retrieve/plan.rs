//! One retrieval from request to ranking: the arms, what the strategy adds, their
//! fusion, and another way of looking where the result looks poor.

use std::collections::BTreeMap;
use std::time::Instant;

use index::{ChunkId, Grade, Snapshot};
use models::{Embedder, Limits};

use super::pass::{Pass, Reading};
use super::{
    Arm, ArmList, Attempt, Dropped, Retrieval, SearchRequest, Strategy, added, arms, estimate,
    fuse, links, parts, quality,
};
use crate::{EngineError, RetrieveConfig};

/// What the parts of a question add to a fused score, which is at most 1.
const PARTS_WEIGHT: f32 = 0.5;

/// Runs one request against one snapshot.
///
/// Without an embedder the hybrid strategy runs on keywords and says so in
/// [`Retrieval::dropped`]; the dense strategy alone is then an error. `auto` looks
/// again in other ways while the result looks poor ([`super::Quality`]), each way
/// once, and keeps the best.
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
    request.check()?;
    let scope = snapshot.scope(&request.filters)?;
    let reading = Reading {
        snapshot,
        embedder,
        config,
        limits,
        scope: &scope,
        depth: config.depth.max(request.k),
        k: request.k,
    };
    let started = Instant::now();
    let pass = reading.pass(&request.query, request.strategy.arms())?;
    let mut kept = assemble(&reading, &pass, request, request.strategy)?;
    let mut attempts = vec![attempt(&reading, &kept)?];
    if request.strategy == Strategy::Auto && config.ladder {
        for rung in rungs(request, kept.ran) {
            let poor = attempts.iter().all(|attempt| attempt.quality.is_poor());
            if !poor || limits.check().is_err() {
                break;
            }
            let tried = assemble(&reading, &pass, request, rung)?;
            let attempt = attempt(&reading, &tried)?;
            if better(&attempt, &attempts) {
                kept = tried;
            }
            attempts.push(attempt);
        }
    }
    mark_best(&mut attempts);
    kept.attempts = attempts;
    kept.times.search = started.elapsed().saturating_sub(kept.times.embed);
    Ok(kept)
}

/// Further ways of looking, those that have not been taken.
fn rungs(request: &SearchRequest, ran: Strategy) -> impl Iterator<Item = Strategy> {
    let suggested = request.suggested;
    [
        Strategy::MultiQuery,
        Strategy::Hierarchical,
        Strategy::Graph,
    ]
    .into_iter()
    .filter(move |&rung| rung != ran && Some(rung) != suggested && rung != Strategy::MultiQuery)
}

fn attempt(reading: &Reading<'_>, retrieval: &Retrieval) -> Result<Attempt, EngineError> {
    Ok(Attempt {
        strategy: retrieval.ran,
        quality: quality::quality(reading.snapshot, retrieval)?,
        kept: false,
    })
}

fn better(attempt: &Attempt, known: &[Attempt]) -> bool {
    let best = known.iter().map(|attempt| attempt.quality.confidence);
    attempt.quality.confidence > best.fold(f64::NEG_INFINITY, f64::max)
}

/// Marks the first of those with the highest confidence.
fn mark_best(attempts: &mut [Attempt]) {
    let mut best = 0;
    for (at, attempt) in attempts.iter().enumerate() {
        if attempt.quality.confidence > attempts[best].quality.confidence {
            best = at;
        }
    }
    if let Some(best) = attempts.get_mut(best) {
        best.kept = true;
    }
}

/// Fuses the lists of a pass with those that a strategy adds.
fn assemble(
    reading: &Reading<'_>,
    pass: &Pass,
    request: &SearchRequest,
    strategy: Strategy,
) -> Result<Retrieval, EngineError> {
    let Reading {
        snapshot,
        config,
        scope,
        ..
    } = *reading;
    let statistics = snapshot.statistics();
    let mut dropped = pass.dropped.clone();
    let added = additions(reading, pass, request, strategy, &mut dropped)?;
    let ran = ran(strategy, &added);
    let mut lists = pass.lists.clone();
    if !added.is_empty() {
        lists.extend(added);
        arms::complete(snapshot, &pass.query, &pass.vectors, &mut lists)?;
    }
    let mut hits = fuse(&lists, config.fusion, |chunk| snapshot.order(chunk));
    let candidates = hits.len();
    hits.truncate(request.k);
    Ok(Retrieval {
        asked: request.strategy,
        ran,
        query: pass.query.clone(),
        vector: pass.vectors.dense.clone(),
        estimates: estimate::estimates(snapshot, &pass.query, scope)?,
        lists,
        signals: pass.signals,
        dropped,
        fusion: config.fusion,
        selectivity: scope.selectivity(),
        dense_coverage: share(statistics.embedded_chunks, statistics.chunks),
        hits,
        candidates,
        attempts: Vec::new(),
        times: pass.times,
    })
}

/// The lists that a strategy puts beside those of the arms.
fn additions(
    reading: &Reading<'_>,
    pass: &Pass,
    request: &SearchRequest,
    strategy: Strategy,
    _dropped: &mut Vec<Dropped>,
) -> Result<Vec<ArmList>, EngineError> {
    let _ = request;
    match strategy {
        Strategy::Auto | Strategy::MultiQuery => {
            let mut lists = by_parts(reading, pass)?;
            lists.extend(links::lists(reading, pass)?);
            Ok(lists)
        }
        _ => Ok(Vec::new()),
    }
}

/// What the parts of the question find, each on its own: a chunk is as good as it
/// is for the part that it fits best.
fn by_parts(reading: &Reading<'_>, pass: &Pass) -> Result<Vec<ArmList>, EngineError> {
    let parts = parts(&pass.query.text);
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let mut best: BTreeMap<ChunkId, f32> = BTreeMap::new();
    for part in &parts {
        let found = reading.pass(part, Strategy::Hybrid)?;
        for hit in found.fused(reading.snapshot).iter().take(reading.depth) {
            let share = best.entry(hit.chunk).or_insert(0.0);
            *share = share.max(hit.score);
        }
    }
    let list = added::list(
        reading.snapshot,
        Arm::Parts,
        PARTS_WEIGHT,
        Grade::Exact,
        &best,
    );
    Ok(vec![list])
}

/// What a retrieval is called by what took part.
fn ran(asked: Strategy, added: &[ArmList]) -> Strategy {
    let by = |arms: &[Arm]| added.iter().any(|list| arms.contains(&list.arm));
    match asked {
        Strategy::Auto if by(&[Arm::Parts, Arm::Named, Arm::Linked]) => Strategy::MultiQuery,
        Strategy::MultiQuery => Strategy::MultiQuery,
        other => other.arms(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share for people")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}
