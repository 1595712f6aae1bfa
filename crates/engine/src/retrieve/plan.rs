//! One retrieval from request to ranking: the arms, what the strategy adds, and
//! their fusion.

use std::collections::BTreeMap;
use std::time::Instant;

use index::{ChunkId, Grade, Snapshot};
use models::{Embedder, Limits};

use super::pass::{Pass, Reading};
use super::{Arm, ArmList, Retrieval, SearchRequest, Strategy, added, arms, fuse, links, parts};
use crate::{EngineError, RetrieveConfig};

/// What the parts of a question add to a fused score, which is at most 1.
const PARTS_WEIGHT: f32 = 0.5;

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
    request.check()?;
    let scope = snapshot.scope(&request.filters)?;
    let statistics = snapshot.statistics();
    let reading = Reading {
        snapshot,
        embedder,
        config,
        limits,
        scope: &scope,
        depth: config.depth.max(request.k),
        k: request.k,
    };
    let mut pass = reading.pass(&request.query, request.strategy.arms())?;
    let started = Instant::now();
    let added = additions(&reading, &pass, request)?;
    let ran = ran(request.strategy, &added);
    if !added.is_empty() {
        pass.lists.extend(added);
        arms::complete(snapshot, &pass.query, &pass.vectors, &mut pass.lists)?;
    }
    let mut hits = fuse(&pass.lists, config.fusion, |chunk| snapshot.order(chunk));
    let candidates = hits.len();
    hits.truncate(request.k);
    let mut times = pass.times;
    times.search += started.elapsed();
    Ok(Retrieval {
        asked: request.strategy,
        ran,
        query: pass.query,
        vector: pass.vectors.dense,
        lists: pass.lists,
        signals: pass.signals,
        dropped: pass.dropped,
        fusion: config.fusion,
        selectivity: scope.selectivity(),
        dense_coverage: share(statistics.embedded_chunks, statistics.chunks),
        hits,
        candidates,
        times,
    })
}

/// The lists that a strategy puts beside those of the arms.
fn additions(
    reading: &Reading<'_>,
    pass: &Pass,
    request: &SearchRequest,
) -> Result<Vec<ArmList>, EngineError> {
    match request.strategy {
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
