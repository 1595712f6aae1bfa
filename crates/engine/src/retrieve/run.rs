//! One retrieval from request to ranking: the arms, what the strategy adds, their
//! fusion, and another way of looking where the result looks unsure.

use std::collections::BTreeMap;
use std::time::Instant;

use index::{ChunkId, Grade, Hit, Snapshot};
use models::{Embedder, Limits};

use super::pass::{Pass, Reading, step};
use super::{
    Arm, ArmList, Attempt, Dropped, RANKED_MAX, Retrieval, SearchRequest, Strategy, WebPassage,
    arms, corrected, estimate, fuse, graph, hierarchical, links, named_documents, parts, quality,
    rerank, shares, turns, web,
};
use crate::fault::contained;
use crate::question::{LibraryQuestion, Mentions, Split};
use crate::{EngineError, RetrieveConfig};

/// What the parts of a question add to a fused score, which is at most 1.
const PARTS_WEIGHT: f32 = 0.5;

/// What another way of looking must add to the confidence to be taken: below that the
/// first way is as likely to be the better one.
const CONFIDENCE_GAIN_MIN: f64 = 0.15;

/// Runs one request against one snapshot.
///
/// Without an embedder the hybrid strategy runs on keywords and says so in
/// [`Retrieval::dropped`]; the dense strategy alone is then an error. `auto` looks
/// again in other ways while the result looks unsure ([`super::Quality`]), each way
/// once, and keeps the best. A reranker, where one is set, reads the first hits of that
/// one again; where it cannot, the order stays and [`Retrieval::dropped`] says why.
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
    let question = LibraryQuestion::read(snapshot, &request.query);
    retrieve_question(snapshot, embedder, &question, request, config, limits)
}

/// As [`retrieve`], for a question that was taken apart already; the request's text is
/// that question's.
///
/// # Errors
/// As [`retrieve`].
pub fn retrieve_question(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    question: &LibraryQuestion,
    request: &SearchRequest,
    config: &RetrieveConfig,
    limits: &Limits,
) -> Result<Retrieval, EngineError> {
    let with = (snapshot, embedder, question);
    retrieve_struck_question(with, request, config, limits, &|_| false)
}

/// As [`retrieve`], as if the first way of looking had not found the chunks that are
/// `struck`: what the ways after it make of that shows whether they are worth their
/// time, since what a first way misses cannot be chosen otherwise.
///
/// # Errors
/// As [`retrieve`].
pub fn retrieve_struck(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &SearchRequest,
    config: &RetrieveConfig,
    limits: &Limits,
    struck: &dyn Fn(ChunkId) -> bool,
) -> Result<Retrieval, EngineError> {
    request.check()?;
    let question = LibraryQuestion::read(snapshot, &request.query);
    let with = (snapshot, embedder, &question);
    retrieve_struck_question(with, request, config, limits, struck)
}

fn retrieve_struck_question(
    (snapshot, embedder, question): (&Snapshot, Option<&dyn Embedder>, &LibraryQuestion),
    request: &SearchRequest,
    config: &RetrieveConfig,
    limits: &Limits,
    struck: &dyn Fn(ChunkId) -> bool,
) -> Result<Retrieval, EngineError> {
    request.check()?;
    let scope = snapshot.scope(&request.filters)?;
    let counts = snapshot.counts();
    let reading = Reading {
        snapshot,
        embedder,
        config,
        limits,
        scope: &scope,
        counts: &counts,
        depth: config.depth.max(request.k),
        k: request.k,
    };
    let started = Instant::now();
    let pass = reading.pass_of(question.query.clone(), request.strategy.arms())?;
    let keep = |chunk| !struck(chunk);
    let mut kept = assemble(
        &reading,
        &pass,
        (question, request),
        (request.strategy, &keep),
    )?;
    let mut attempts = vec![Attempt {
        kept: true,
        ..attempt(&reading, &kept)?
    }];
    if request.strategy == Strategy::Auto {
        for rung in rungs(&reading, request) {
            let unsure = |attempt: &Attempt| attempt.quality.wants_another();
            if !attempts.iter().all(unsure) || limits.check().is_err() {
                break;
            }
            let tried = contained("search: another way", || {
                let tried = assemble(&reading, &pass, (question, request), (rung, &|_| true))?;
                // Where what it needs was not made, nothing was looked at another way.
                if tried.ran != rung {
                    return Ok(None);
                }
                let attempt = attempt(&reading, &tried)?;
                Ok::<_, EngineError>(Some((tried, attempt)))
            });
            let Some((tried, mut attempt)) = tried.transpose()?.flatten() else {
                continue;
            };
            if better(&attempt, &attempts) {
                attempts.iter_mut().for_each(|attempt| attempt.kept = false);
                attempt.kept = true;
                kept = tried;
            }
            attempts.push(attempt);
        }
    }
    kept.estimates = estimate::estimates(&reading, &pass.query)?;
    kept.attempts = attempts;
    kept.times.search = started.elapsed().saturating_sub(kept.times.embed);
    if let Some(settings) = &config.rerank {
        let rerank = |kept: &mut _| rerank::rerank(snapshot, kept, settings, limits);
        let mut dropped = Vec::new();
        step(Arm::Rerank, &mut dropped, || rerank(&mut kept))?;
        kept.dropped.extend(dropped);
        let behind = kept.hits.drain(request.k.min(kept.hits.len())..);
        let behind: Vec<ChunkId> = behind.map(|hit| hit.chunk).collect();
        kept.further.splice(0..0, behind);
        kept.further.truncate(RANKED_MAX.saturating_sub(request.k));
    }
    Ok(kept)
}

/// Further ways of looking after the first one, each once: what the router suggests,
/// through sections and over the graph where all are to be tried, and in the web where
/// that is set up.
fn rungs(reading: &Reading<'_>, request: &SearchRequest) -> Vec<Strategy> {
    let suggested = |rung| request.suggested == Some(rung);
    let mut rungs = vec![Strategy::Hierarchical, Strategy::Graph];
    rungs.retain(|&rung| reading.config.ladder || suggested(rung));
    if reading.config.web.is_some() {
        rungs.push(Strategy::Web);
    }
    rungs.sort_by_key(|&rung| !suggested(rung));
    rungs
}

fn attempt(reading: &Reading<'_>, retrieval: &Retrieval) -> Result<Attempt, EngineError> {
    Ok(Attempt {
        strategy: retrieval.ran,
        quality: quality::quality(reading, retrieval)?,
        kept: false,
    })
}

/// Whether an attempt is clearly better than the one that is kept so far.
fn better(attempt: &Attempt, known: &[Attempt]) -> bool {
    let kept = known.iter().find(|attempt| attempt.kept);
    let confidence = kept.map_or(0.0, |kept| kept.quality.confidence);
    attempt.quality.confidence >= confidence + CONFIDENCE_GAIN_MIN
}

/// Fuses the lists of a pass with those that a strategy adds, as far as their chunks are
/// to be kept.
fn assemble(
    reading: &Reading<'_>,
    pass: &Pass,
    (question, request): (&LibraryQuestion, &SearchRequest),
    (strategy, keep): (Strategy, &dyn Fn(ChunkId) -> bool),
) -> Result<Retrieval, EngineError> {
    let Reading {
        snapshot,
        config,
        scope,
        counts,
        ..
    } = *reading;
    let about = question.mentions.as_ref();
    let added = additions(reading, pass, (about, request), strategy)?;
    let ran = ran(strategy, &added);
    let mut dropped = pass.dropped.clone();
    dropped.extend(added.dropped);
    let mut lists = pass.lists.clone();
    if !added.lists.is_empty() {
        lists.extend(added.lists);
        arms::complete(snapshot, &pass.query, &pass.vectors, &mut lists)?;
    }
    for list in &mut lists {
        list.hits.retain(|hit| keep(hit.chunk));
    }
    let mut hits = fuse(&lists, config.fusion, |chunk| snapshot.order(chunk));
    let split = question.split();
    let sides = split.as_ref().and_then(Split::documents);
    if let (Some(sides), Strategy::Auto | Strategy::MultiQuery) = (sides, strategy) {
        turns::in_turn(&mut hits, sides, |hit| {
            let record = snapshot.document_of(hit.chunk)?;
            Some(record.id.clone())
        });
    }
    let candidates = hits.len();
    // The reranker may bring up what would be cut off.
    let reranked = config.rerank.as_ref().map_or(0, |rerank| rerank.depth);
    let kept = request.k.max(reranked);
    let further = hits.iter().skip(kept).map(|hit| hit.chunk);
    let further = further.take(RANKED_MAX.saturating_sub(kept)).collect();
    hits.truncate(kept);
    Ok(Retrieval {
        asked: request.strategy,
        ran,
        query: pass.query.clone(),
        naming: about.map(|about| about.terms.clone()).unwrap_or_default(),
        misspelled: question.misspelled.clone(),
        vector: pass.vectors.dense.clone(),
        estimates: Vec::new(),
        lists,
        signals: pass.signals,
        dropped,
        fusion: config.fusion,
        selectivity: scope.selectivity(),
        dense_coverage: share(counts.embedded_chunks, counts.chunks),
        hits,
        further,
        web: added.web,
        candidates,
        attempts: Vec::new(),
        reranked: None,
        times: pass.times,
    })
}

/// What a strategy puts beside the lists of the arms.
#[derive(Default)]
struct Additions {
    lists: Vec<ArmList>,
    web: Vec<WebPassage>,
    dropped: Vec<Dropped>,
}

impl Additions {
    /// Takes the lists that a step brings.
    fn take<L: IntoIterator<Item = ArmList>>(
        &mut self,
        arm: Arm,
        work: impl FnOnce() -> Result<L, EngineError>,
    ) -> Result<(), EngineError> {
        let lists = step(arm, &mut self.dropped, work)?;
        self.lists.extend(lists.into_iter().flatten());
        Ok(())
    }

    fn drop(&mut self, arm: Arm, reason: String) {
        self.dropped.push(Dropped { arm, reason });
    }
}

/// Runs what a strategy adds. A strategy whose data was not made adds nothing and
/// says why.
fn additions(
    reading: &Reading<'_>,
    pass: &Pass,
    (about, request): (Option<&Mentions>, &SearchRequest),
    strategy: Strategy,
) -> Result<Additions, EngineError> {
    let mut added = Additions::default();
    match strategy {
        Strategy::Auto | Strategy::MultiQuery => {
            added.take(Arm::Parts, || by_parts(reading, pass))?;
            if let Some(about) = about {
                added.take(Arm::Within, || {
                    named_documents::list(reading, about, &request.filters)
                })?;
            }
            added.take(Arm::Corrected, || {
                corrected::list(reading, &pass.query, &request.filters)
            })?;
            added.take(Arm::Linked, || links::lists(reading, pass))?;
            // Where documents call each other by name, what lies behind the names helps.
            let linked = added.lists.iter().any(|list| list.arm == Arm::Linked);
            if strategy == Strategy::Auto && linked {
                added.take(Arm::Graph, || {
                    Ok(over_the_graph(reading, pass)?.unwrap_or_default())
                })?;
            }
        }
        Strategy::Hierarchical => added.take(Arm::Sections, || through_sections(reading, pass))?,
        Strategy::Graph => {
            let graph = || over_the_graph(reading, pass);
            match step(Arm::Graph, &mut added.dropped, graph)? {
                None => {}
                Some(Ok(lists)) => added.lists.extend(lists),
                Some(Err(reason)) => added.drop(Arm::Graph, reason),
            }
        }
        Strategy::Web => {
            let mut dropped = Vec::new();
            let web = || search_the_web(reading, pass, &mut added);
            step(Arm::Web, &mut dropped, web)?;
            added.dropped.extend(dropped);
        }
        _ => {}
    }
    Ok(added)
}

/// The hits of the arms, as the strategies take them.
fn direct(reading: &Reading<'_>, pass: &Pass) -> Vec<Hit> {
    let fused = pass.fused(reading.snapshot).into_iter();
    fused
        .map(|hit| Hit {
            chunk: hit.chunk,
            score: hit.score,
        })
        .collect()
}

fn through_sections(reading: &Reading<'_>, pass: &Pass) -> Result<Vec<ArmList>, EngineError> {
    let hits = hierarchical::sections(
        reading.snapshot,
        &pass.query,
        pass.vectors.dense.as_deref(),
        (reading.config.sections, &direct(reading, pass)),
        reading.scope,
        reading.depth,
    )?;
    let weight = beside_the_arms(hierarchical::SECTION_SHARE);
    Ok(added_list(reading, Arm::Sections, weight, &hits))
}

fn over_the_graph(
    reading: &Reading<'_>,
    pass: &Pass,
) -> Result<Result<Vec<ArmList>, String>, EngineError> {
    let seeds = direct(reading, pass);
    let (snapshot, scope) = (reading.snapshot, reading.scope);
    let found = graph::graph(snapshot, &pass.query, &seeds, scope, reading.depth)?;
    Ok(found.map(|mut hits| {
        // Shares of a walk are small numbers of any size.
        let most = hits.first().map_or(1.0, |hit| hit.score);
        hits.iter_mut().for_each(|hit| hit.score /= most);
        let weight = beside_the_arms(graph::GRAPH_SHARE);
        added_list(reading, Arm::Graph, weight, &hits)
    }))
}

/// Results of the web stand apart: they have no place among scores of documents.
fn search_the_web(
    reading: &Reading<'_>,
    pass: &Pass,
    added: &mut Additions,
) -> Result<(), EngineError> {
    let Some(search) = &reading.config.web else {
        let reason = "no search endpoint is set: `web.enabled = true` and `web.endpoint`";
        added.drop(Arm::Web, reason.to_owned());
        return Ok(());
    };
    match web::results(search.get(), &pass.query.text, reading.k, reading.limits) {
        Ok(found) => added.web = found,
        Err(error @ EngineError::Web(_)) => added.drop(Arm::Web, error.to_string()),
        Err(error) => return Err(error),
    }
    Ok(())
}

/// What a list with this share in a fusion weighs where the arms together weigh 1.
fn beside_the_arms(share: f32) -> f32 {
    share / (1.0 - share)
}

fn added_list(reading: &Reading<'_>, arm: Arm, weight: f32, hits: &[Hit]) -> Vec<ArmList> {
    // They look around what the arms found.
    let like = (arm, weight, Grade::Approximate);
    let hits = hits.iter().map(|hit| (hit.chunk, hit.score));
    let list = shares::list(reading.snapshot, like, hits);
    Vec::from_iter((!list.hits.is_empty()).then_some(list))
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
    let like = (Arm::Parts, PARTS_WEIGHT, Grade::Exact);
    Ok(vec![shares::list(reading.snapshot, like, best)])
}

/// What a retrieval is called by what took part: a strategy that added nothing ran as
/// its arms.
fn ran(asked: Strategy, added: &Additions) -> Strategy {
    let by = |arms: &[Arm]| added.lists.iter().any(|list| arms.contains(&list.arm));
    match asked {
        Strategy::Auto
            if by(&[
                Arm::Parts,
                Arm::Within,
                Arm::Corrected,
                Arm::Named,
                Arm::Linked,
            ]) =>
        {
            Strategy::MultiQuery
        }
        Strategy::MultiQuery => asked,
        Strategy::Hierarchical if by(&[Arm::Sections]) => asked,
        Strategy::Graph if by(&[Arm::Graph]) => asked,
        Strategy::Web if !added.web.is_empty() => asked,
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
