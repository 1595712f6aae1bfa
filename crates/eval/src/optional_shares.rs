//! How good the shares of the optional arms are: none, the fixed ones, and shares that
//! follow the query, each chosen on the other sets, against an oracle.
//!
//! Shares that follow the query were no better than fixed ones, so that searches have
//! these, and what would follow is here alone.

use perusal::index::Snapshot;
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{Arm, ArmList, SearchRequest, Shares, Signals, Strategy, fuse, retrieve};
use perusal::{Fusion, RetrieveConfig};

use crate::metrics::ndcg_at;
use crate::retrieval::{documents, name_of};
use crate::topics::{SetFolders, TopicSet};
use crate::{Builder, EvalError, LineLimits};

/// Steps of a share from 0 to [`SHARE_MAX`].
const STEPS: usize = 5;
/// Chunks ranked for a query: what a search brings to the fusion.
const CHUNKS_RANKED: usize = 100;
/// Above it an arm is no voice among others.
const SHARE_MAX: f32 = 0.5;

/// The share of an optional arm by signals; the other arms divide the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OptionalShare {
    /// On prose.
    pub prose: f32,
    /// What a query of codes, and a text of figures, take from the share, 0 to 1.
    pub codes: f32,
    /// By what part the share grows where the arm's own list stands out fully and those
    /// of the keyword and the dense arm not at all.
    pub peak: f32,
}

impl OptionalShare {
    /// One share for every query.
    pub const fn fixed(share: f32) -> Self {
        Self {
            prose: share,
            codes: 0.0,
            peak: 0.0,
        }
    }

    /// The share of an arm whose list stands out by `own`, 0 to 1.
    pub fn of(&self, signals: &Signals, own: f32) -> f32 {
        let exact = signals.full_codes().max(signals.figures());
        let by_query = self.prose * (1.0 - self.codes * exact);
        let others = (signals.keyword_peak + signals.dense_peak) / 2.0;
        (by_query * (1.0 + self.peak * (own - others))).clamp(0.0, 1.0)
    }
}

/// The shares of the sparse and the late arm.
pub type Both = [OptionalShare; 2];

/// The queries of one set under every pair of shares, and what constants give there.
#[derive(Debug)]
pub struct OptionalSet {
    /// The set.
    pub name: String,
    queries: Vec<OptionalQuery>,
    /// nDCG@10 of each of [`OptionalSet::candidates`], in their order.
    by_candidate: Vec<f64>,
}

/// One query under every pair of shares.
#[derive(Debug)]
struct OptionalQuery {
    signals: Signals,
    /// nDCG@10 by step of the sparse arm's share, then of the late arm's.
    ndcg: Vec<f64>,
    /// Whether the arms took part, sparse and late.
    takes_part: [bool; 2],
}

impl OptionalQuery {
    fn at(&self, shares: &Both) -> f64 {
        let [sparse, late] = shares;
        let steps = [
            step(sparse.of(&self.signals, self.signals.sparse_peak)),
            step(late.of(&self.signals, self.signals.late_peak)),
        ];
        let of = |arm: usize| if self.takes_part[arm] { steps[arm] } else { 0 };
        self.ndcg[of(0) * (STEPS + 1) + of(1)]
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share is from 0 to 1"
)]
fn step(share: f32) -> usize {
    ((share / SHARE_MAX).clamp(0.0, 1.0) * STEPS as f32).round() as usize
}

#[expect(clippy::cast_precision_loss, reason = "a few steps")]
fn share_at(step: usize) -> f32 {
    SHARE_MAX * step as f32 / STEPS as f32
}

impl OptionalSet {
    /// Runs all arms that are on over every query of a set and fuses them at every pair of
    /// shares. Queries that no optional arm takes part in are left out.
    ///
    /// # Errors
    /// A set that cannot be read, a library that cannot be built or searched.
    pub fn measure(
        folders: &SetFolders,
        builder: &Builder<'_>,
        config: &RetrieveConfig,
    ) -> Result<OptionalSet, EvalError> {
        let limits = LineLimits::default();
        let set = TopicSet::read_crossed(&folders.documents, &folders.questions, limits)?;
        let built = builder.build(&folders.documents)?;
        let mut queries = Vec::new();
        for topic in &set.topics {
            let grades = &set.qrels[&topic.id];
            let ndcg = |ids: &[&str]| ndcg_at(ids, grades, 10);
            queries.extend(query(
                &built.snapshot,
                builder.embedder,
                &topic.text,
                config,
                ndcg,
            )?);
        }
        let mut set = OptionalSet {
            name: name_of(&folders.questions),
            queries,
            by_candidate: Vec::new(),
        };
        set.by_candidate = candidates().iter().map(|both| set.with(both)).collect();
        Ok(set)
    }

    /// Number of queries.
    pub fn queries(&self) -> usize {
        self.queries.len()
    }

    /// nDCG@10 with these shares.
    pub fn with(&self, shares: &Both) -> f64 {
        self.mean(|query| query.at(shares))
    }

    /// nDCG@10 when the best pair is known for each query.
    pub fn oracle(&self) -> f64 {
        self.mean(|query| query.ndcg.iter().copied().fold(0.0, f64::max))
    }

    fn mean(&self, of: impl Fn(&OptionalQuery) -> f64) -> f64 {
        self.queries.iter().map(of).sum::<f64>() / self.queries.len().max(1) as f64
    }
}

fn query(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    text: &str,
    config: &RetrieveConfig,
    ndcg: impl Fn(&[&str]) -> f64,
) -> Result<Option<OptionalQuery>, EvalError> {
    let request = SearchRequest {
        strategy: Strategy::Hybrid,
        k: CHUNKS_RANKED,
        ..SearchRequest::new(text)
    };
    let retrieval = retrieve(snapshot, embedder, &request, config, &Limits::none())?;
    let mut lists: Vec<ArmList> = retrieval.lists;
    let has = |arm| lists.iter().any(|list: &ArmList| list.arm == arm);
    let takes_part = [has(Arm::Sparse), has(Arm::Late)];
    let dense = if has(Arm::Dense) {
        Shares::FITTED.dense(&retrieval.signals)
    } else {
        0.0
    };
    if takes_part == [false, false] {
        return Ok(None);
    }
    let mut by_shares = Vec::with_capacity((STEPS + 1) * (STEPS + 1));
    for sparse in 0..=STEPS {
        for late in 0..=STEPS {
            let apart = [(sparse, takes_part[0]), (late, takes_part[1])];
            if apart
                .iter()
                .any(|(step, takes_part)| *step > 0 && !takes_part)
            {
                by_shares.push(0.0);
                continue;
            }
            weigh(&mut lists, dense, share_at(sparse), share_at(late));
            let hits = fuse(&lists, Fusion::Minmax, |chunk| snapshot.order(chunk));
            let ranked = documents(snapshot, &hits)?;
            let ids: Vec<&str> = ranked.iter().map(|(id, _)| id.as_str()).collect();
            by_shares.push(ndcg(&ids));
        }
    }
    Ok(Some(OptionalQuery {
        signals: retrieval.signals,
        ndcg: by_shares,
        takes_part,
    }))
}

/// As a search weighs its lists.
fn weigh(lists: &mut [ArmList], dense: f32, sparse: f32, late: f32) {
    for list in lists {
        list.weight = (1.0 - late)
            * match list.arm {
                Arm::Keyword => (1.0 - dense) * (1.0 - sparse),
                Arm::Dense => dense * (1.0 - sparse),
                Arm::Sparse => sparse,
                _ => 0.0,
            };
        if list.arm == Arm::Late {
            list.weight = late;
        }
    }
}

/// Constants that are chosen from, the fixed ones in front.
pub fn candidates() -> Vec<Both> {
    let shares = [0.0, 0.1, 0.2, 0.3, 0.4];
    let arm = |following: bool| {
        let mut arm = Vec::new();
        for prose in shares {
            for codes in [0.0, 0.5, 1.0] {
                for peak in [0.0, -2.0, -1.0, 1.0, 2.0, 3.0] {
                    let fixed = codes == 0.0 && peak == 0.0;
                    // A share of nothing follows nothing.
                    if fixed || (following && prose > 0.0) {
                        arm.push(OptionalShare { prose, codes, peak });
                    }
                }
            }
        }
        arm
    };
    let pairs = |following| {
        let (sparse, late): (Vec<_>, Vec<_>) = (arm(following), arm(following));
        let all = sparse.into_iter();
        all.flat_map(move |sparse| late.clone().into_iter().map(move |late| [sparse, late]))
            .collect::<Vec<Both>>()
    };
    let mut all = pairs(false);
    all.extend(pairs(true));
    all
}

/// How many of [`candidates`] are the same for every query.
pub fn fixed_candidates() -> usize {
    let is_fixed = |both: &Both| both.iter().all(|one| one.codes == 0.0 && one.peak == 0.0);
    candidates()
        .iter()
        .take_while(|both| is_fixed(both))
        .count()
}

/// The best of the first `among` candidates by the mean over sets; the first of equals.
pub fn best(sets: &[&OptionalSet], among: usize) -> Both {
    let all = candidates();
    let mean = |at: usize| sets.iter().map(|set| set.by_candidate[at]).sum::<f64>();
    let mut best = 0;
    for at in 1..among.min(all.len()) {
        if mean(at) > mean(best) + 1e-9 {
            best = at;
        }
    }
    all[best]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fall_with_codes_and_follow_what_stands_out() {
        let share = OptionalShare {
            prose: 0.2,
            codes: 1.0,
            peak: 1.0,
        };
        let prose = Signals::default();
        let of_codes = Signals {
            codes: 1.0,
            ..prose
        };
        assert!((share.of(&prose, 0.0) - 0.2).abs() < 1e-6);
        assert!(share.of(&of_codes, 0.0) < 1e-6);
        assert!((share.of(&prose, 0.5) - 0.3).abs() < 1e-6);
        assert!((OptionalShare::fixed(0.2).of(&of_codes, 1.0) - 0.2).abs() < 1e-6);
    }

    #[test]
    fn the_candidates_begin_with_fixed_ones() {
        let all = candidates();
        let fixed = &all[..fixed_candidates()];
        let pair = [OptionalShare::fixed(0.2), OptionalShare::fixed(0.3)];
        assert!(fixed.contains(&pair) && fixed.len() < all.len());
        for both in fixed {
            assert!(
                both.iter()
                    .all(|one| *one == OptionalShare::fixed(one.prose))
            );
        }
    }
}
