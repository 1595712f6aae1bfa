//! How good the weights of the fusion are: against the best fixed ones, and
//! against a choice by an oracle for each query.
//!
//! The fitted constants of [`Shares`] are chosen from a grid by the mean of the
//! sets' means. That they are no memory of these sets is shown by leaving each
//! out: its figure is then that of the constants chosen on the others.

use perusal::index::Snapshot;
use perusal::models::{Embedder, Limits};
use perusal::probe::known_items;
use perusal::retrieve::{Arm, ArmList, SearchRequest, Shares, Signals, Strategy, fuse, retrieve};
use perusal::{Fusion, RetrieveConfig};

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
    /// nDCG@10 at a share of 0, 1/20, … 1.
    pub ndcg: Vec<f64>,
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
        self.ndcg[step.min(STEPS)]
    }

    fn best(&self) -> f64 {
        self.ndcg.iter().copied().fold(0.0, f64::max)
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
            let found = query(
                &built.snapshot,
                builder.embedder,
                &topic.text,
                config,
                |ids| ndcg_at(ids, grades, 10),
            )?;
            queries.extend(found);
        }
        let probed = probe(&built.snapshot, builder.embedder, config)?;
        Ok(FusionSet {
            name: name_of(&folders.questions),
            queries,
            probed,
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
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    text: &str,
    config: &RetrieveConfig,
    ndcg: impl Fn(&[&str]) -> f64,
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
        for list in &mut lists {
            list.weight = if list.arm == Arm::Dense {
                dense
            } else {
                1.0 - dense
            };
        }
        let hits = fuse(&lists, Fusion::Minmax, |chunk| snapshot.order(chunk));
        let ranked = documents(snapshot, &hits)?;
        let ids: Vec<&str> = ranked.iter().map(|(id, _)| id.as_str()).collect();
        by_share.push(ndcg(&ids));
    }
    Ok(Some(FusionQuery {
        signals: retrieval.signals,
        ndcg: by_share,
    }))
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
/// Those of texts that the sets have too few of stay as they are.
pub fn best_shares(sets: &[&FusionSet]) -> Shares {
    let mut grid = Vec::new();
    for prose in [0.4, 0.45, 0.5, 0.55, 0.6] {
        for codes in [0.0, 0.3, 0.6, 0.9] {
            for peak in [0.0, 0.5, 1.0, 1.5, 2.0] {
                grid.push(Shares {
                    prose,
                    codes,
                    peak,
                    ..Shares::FITTED
                });
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
