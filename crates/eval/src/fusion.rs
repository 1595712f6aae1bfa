//! How good the weights of the fusion are: against the best fixed ones, and
//! against a choice by an oracle for each query.
//!
//! The fitted constants of [`Shares`] are chosen from a grid by the mean of the
//! sets' means. That they are no memory of these sets is shown by leaving each
//! out: its figure is then that of the constants chosen on the others.

use std::path::Path;

use perusal::index::Snapshot;
use perusal::models::{Embedder, Limits};
use perusal::probe::known_items;
use perusal::retrieve::{
    Arm, ArmList, FusedHit, SearchRequest, Shares, Signals, Strategy, fuse, retrieve,
};
use perusal::{Fusion, RetrieveConfig};

use crate::gains::{evidence_found, files_built};
use crate::metrics::ndcg_at;
use crate::retrieval::{CHUNKS_RANKED, documents, name_of};
use crate::topics::{SetFolders, TopicSet};
use crate::{Builder, EvalError, LineLimits};

/// Steps of the dense arm's share from 0 to 1.
pub const STEPS: usize = 20;

/// The queries of one set, each under every share of the dense arm.
#[derive(Debug)]
pub struct FusionSet {
    /// The set.
    pub name: String,
    /// Its queries.
    pub queries: Vec<FusionQuery>,
    /// How much more of its own passages the dense arm finds than the keyword arm:
    /// the difference of their mean reciprocal ranks, -1 to 1.
    pub probed: f64,
}

/// One query under every share.
#[derive(Debug)]
pub struct FusionQuery {
    /// What the share may depend on.
    pub signals: Signals,
    /// nDCG@10, or the share of evidence found, at a share of 0, 1/20, … 1.
    pub value: Vec<f64>,
    /// The same by reciprocal ranks of both lists.
    pub by_rank: f64,
}

impl FusionQuery {
    /// nDCG@10 at the step nearest to a share.
    fn at(&self, share: f32) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share is from 0 to 1"
        )]
        let step = (share.clamp(0.0, 1.0) * STEPS as f32).round() as usize;
        self.value[step.min(STEPS)]
    }

    fn best(&self) -> f64 {
        self.value.iter().copied().fold(0.0, f64::max)
    }
}

impl FusionSet {
    /// Runs the keyword and the dense arm on every query of a set and fuses them at
    /// every share.
    ///
    /// # Errors
    /// A set that cannot be read, a library that cannot be built or searched.
    pub fn measure(
        folders: &SetFolders,
        builder: &Builder<'_>,
        config: &RetrieveConfig,
    ) -> Result<FusionSet, EvalError> {
        let limits = LineLimits::default();
        let set = TopicSet::read_crossed(&folders.documents, &folders.questions, limits)?;
        let built = builder.build(&folders.documents)?;
        let mut queries = Vec::new();
        for topic in &set.topics {
            let grades = &set.qrels[&topic.id];
            let ndcg = |hits: &[FusedHit]| {
                let ranked = documents(&built.snapshot, hits)?;
                let ids: Vec<&str> = ranked.iter().map(|(id, _)| id.as_str()).collect();
                Ok(ndcg_at(&ids, grades, 10))
            };
            let searched = (&built.snapshot, builder.embedder, topic.text.as_str());
            queries.extend(query(searched, config, ndcg)?);
        }
        let probed = probe(&built.snapshot, builder.embedder, config)?;
        Ok(FusionSet {
            name: name_of(&folders.questions),
            queries,
            probed,
        })
    }

    /// The same of questions about files, see [`files_of`](crate::gains::files_of): in place of
    /// nDCG counts which share of the evidence the first ten hits hold.
    ///
    /// # Errors
    /// As [`FusionSet::measure`].
    pub fn of_files(
        folder: &Path,
        builder: &Builder<'_>,
        config: &RetrieveConfig,
    ) -> Result<FusionSet, EvalError> {
        let (snapshot, questions) = files_built(folder, builder)?;
        let mut queries = Vec::new();
        for gold in &questions {
            let found = |hits: &[FusedHit]| evidence_found(&snapshot, gold, hits);
            let searched = (&snapshot, builder.embedder, gold.question.as_str());
            queries.extend(query(searched, config, found)?);
        }
        Ok(FusionSet {
            name: name_of(folder),
            queries,
            probed: probe(&snapshot, builder.embedder, config)?,
        })
    }

    /// The mean over the queries of what `of` says of each.
    fn mean(&self, of: impl Fn(&FusionQuery) -> f64) -> f64 {
        self.queries.iter().map(of).sum::<f64>() / self.queries.len().max(1) as f64
    }

    /// nDCG@10 with these constants.
    pub fn with(&self, shares: &Shares) -> f64 {
        self.mean(|query| query.at(shares.dense(&query.signals)))
    }

    /// nDCG@10 with one share for every query.
    pub fn fixed(&self, share: f32) -> f64 {
        self.mean(|query| query.at(share))
    }

    /// nDCG@10 by reciprocal rank fusion.
    pub fn by_rank(&self) -> f64 {
        self.mean(|query| query.by_rank)
    }

    /// nDCG@10 when the best share is known for each query.
    pub fn oracle(&self) -> f64 {
        self.mean(FusionQuery::best)
    }
}

/// Questions that a library is probed with.
const PROBES: usize = 200;

/// What known items say of the dense arm beside the keyword arm.
fn probe(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    config: &RetrieveConfig,
) -> Result<f64, EvalError> {
    let worth = known_items(snapshot, embedder, config, PROBES, &Limits::none())?;
    let of = |strategy| {
        let arm = worth.iter().find(|arm| arm.strategy == strategy);
        arm.map_or(0.0, |arm| arm.mrr)
    };
    Ok(of(Strategy::Dense) - of(Strategy::Keyword))
}

/// How far the probes of libraries order them as their best fixed shares do: Kendall's
/// tau, -1 to 1, over the pairs that differ in both.
pub fn probes_agree(sets: &[&FusionSet]) -> f64 {
    let best: Vec<f32> = sets.iter().map(|set| best_fixed(&[*set])).collect();
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (a, one) in sets.iter().enumerate() {
        for (b, other) in sets.iter().enumerate().skip(a + 1) {
            let by_share = f64::from(best[a] - best[b]);
            let by_probe = one.probed - other.probed;
            if by_share.abs() > 1e-6 && by_probe.abs() > 1e-6 {
                sum += (by_share * by_probe).signum();
                pairs += 1.0;
            }
        }
    }
    if pairs > 0.0 { sum / pairs } else { 0.0 }
}

/// One query at every share; `None` where an arm took no part.
fn query(
    (snapshot, embedder, text): (&Snapshot, Option<&dyn Embedder>, &str),
    config: &RetrieveConfig,
    value: impl Fn(&[FusedHit]) -> Result<f64, EvalError>,
) -> Result<Option<FusionQuery>, EvalError> {
    let request = SearchRequest {
        strategy: Strategy::Hybrid,
        k: CHUNKS_RANKED,
        ..SearchRequest::new(text)
    };
    let retrieval = retrieve(snapshot, embedder, &request, config, &Limits::none())?;
    let mut lists: Vec<ArmList> = retrieval.lists;
    lists.retain(|list| matches!(list.arm, Arm::Keyword | Arm::Dense));
    if lists.len() < 2 {
        return Ok(None);
    }
    let mut by_share = Vec::with_capacity(STEPS + 1);
    for step in 0..=STEPS {
        let dense = share_at(step);
        weigh(&mut lists, dense);
        let hits = fuse(&lists, Fusion::Minmax, |chunk| snapshot.order(chunk));
        by_share.push(value(&hits)?);
    }
    weigh(&mut lists, 0.5);
    let by_rank = value(&fuse(&lists, Fusion::Rrf, |chunk| snapshot.order(chunk)))?;
    Ok(Some(FusionQuery {
        signals: retrieval.signals,
        value: by_share,
        by_rank,
    }))
}

/// Gives the dense arm its share, and the keyword arm the rest.
fn weigh(lists: &mut [ArmList], dense: f32) {
    for list in lists {
        list.weight = match list.arm {
            Arm::Dense => dense,
            _ => 1.0 - dense,
        };
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few steps")]
fn share_at(step: usize) -> f32 {
    step as f32 / STEPS as f32
}

/// Mean of the sets' means.
pub fn mean_over(sets: &[&FusionSet], of: impl Fn(&FusionSet) -> f64) -> f64 {
    sets.iter().map(|set| of(set)).sum::<f64>() / sets.len().max(1) as f64
}

/// The share that is best for all queries of these sets.
pub fn best_fixed(sets: &[&FusionSet]) -> f32 {
    let shares = (0..=STEPS).map(share_at);
    best(shares, |share| mean_over(sets, |set| set.fixed(*share))).unwrap_or(0.5)
}

/// The constants that are best for these sets, of a grid around the shipped ones.
/// That of texts in another language, of which there are too few, stays as it is.
pub fn best_shares(sets: &[&FusionSet]) -> Shares {
    let mut grid = Vec::new();
    for prose in [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7] {
        for figures in [0.0, 0.15, 0.3, 0.45] {
            for codes in [0.0, 0.3, 0.6, 0.9] {
                for peak in [0.0, 0.5, 1.0, 1.5, 2.0] {
                    grid.push(Shares {
                        prose,
                        figures,
                        codes,
                        peak,
                        ..Shares::FITTED
                    });
                }
            }
        }
    }
    best(grid.into_iter(), |shares| {
        mean_over(sets, |set| set.with(shares))
    })
    .unwrap_or(Shares::FITTED)
}

/// The first of those with the highest value.
fn best<T>(candidates: impl Iterator<Item = T>, value: impl Fn(&T) -> f64) -> Option<T> {
    let mut best: Option<(T, f64)> = None;
    for candidate in candidates {
        let value = value(&candidate);
        if best.as_ref().is_none_or(|(_, known)| value > *known) {
            best = Some((candidate, value));
        }
    }
    best.map(|(candidate, _)| candidate)
}
