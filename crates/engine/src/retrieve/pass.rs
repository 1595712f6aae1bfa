//! One query through the arms.

use std::time::Instant;

use index::{ChunkId, Counts, FILTER_NODES_MAX, Filter, FilterOp, IndexError, Scope, Snapshot};
use models::{Embedder, Limits, ModelError, Role};

use super::arms::QueryVectors;
use super::language::{knows, usual_language};
use super::optional::{self, Outcome};
use super::request::{DEADLINE_PASSED, FAILED};
use super::weights::{Signals, peak, signals, weigh};
use super::{Arm, ArmList, Dropped, FusedHit, QueryText, StageTimes, Strategy, arms, fuse};
use crate::fault::contained;
use crate::{EngineError, Fusion, RetrieveConfig};

/// What all queries of one request share.
pub(super) struct Reading<'a> {
    pub snapshot: &'a Snapshot,
    pub embedder: Option<&'a dyn Embedder>,
    pub config: &'a RetrieveConfig,
    pub limits: &'a Limits,
    pub scope: &'a Scope,
    /// Sizes of the library: adding them up takes a look at every document.
    pub counts: &'a Counts,
    /// Hits each arm brings.
    pub depth: usize,
    /// Hits wanted.
    pub k: usize,
}

/// The lists of one query, weighted, and how they came about.
pub(super) struct Pass {
    pub query: QueryText,
    pub vectors: QueryVectors,
    pub lists: Vec<ArmList>,
    pub signals: Signals,
    pub dropped: Vec<Dropped>,
    pub times: StageTimes,
}

impl Pass {
    /// The ranking of its lists, scores from 0 to 1.
    pub fn fused(&self, snapshot: &Snapshot) -> Vec<FusedHit> {
        fuse(&self.lists, Fusion::Minmax, |chunk| snapshot.order(chunk))
    }
}

impl Reading<'_> {
    /// Runs the arms of `ran` (one arm by name, or [`Strategy::Hybrid`]) on a text.
    ///
    /// Without an embedder the hybrid strategy runs on keywords and says so in
    /// [`Pass::dropped`]; the dense strategy alone is then an error.
    pub fn pass(&self, text: &str, ran: Strategy) -> Result<Pass, EngineError> {
        self.pass_of(QueryText::new(text, usual_language(self.snapshot)), ran)
    }

    /// As [`Reading::pass`], for a text whose terms were made already.
    pub fn pass_of(&self, query: QueryText, ran: Strategy) -> Result<Pass, EngineError> {
        let mut dropped = Vec::new();
        let started = Instant::now();
        let vectors = self.vectors(&query, ran, &mut dropped)?;
        let language = query.language.code();
        let late = optional_query(Arm::Late, ran, self.config, &mut dropped, || {
            let arm = self.config.late.as_ref();
            optional::late_query(self.snapshot, arm, &query.text, language, self.limits)
        })?;
        let embed = started.elapsed();

        let started = Instant::now();
        let mut lists = self.run_arms(&query, &vectors, ran, &mut dropped)?;
        let mut signals = signals(self.snapshot, &query, &lists)?;
        weigh(&signals, &mut lists, self.config);
        if let Some(late) = late {
            let peak = step(Arm::Late, &mut dropped, || {
                self.add_late(&mut lists, &late, ran)
            })?;
            signals.late_peak = peak.unwrap_or_default();
        }
        Ok(Pass {
            query,
            vectors,
            lists,
            signals,
            dropped,
            times: StageTimes {
                embed,
                search: started.elapsed(),
                ..StageTimes::default()
            },
        })
    }

    /// The hits of a text in some documents alone, best first, at most as many as an arm brings,
    /// and the scope of these documents; `None` where the filters leave no room for one more.
    pub fn within(
        &self,
        filters: &[Filter],
        documents: Vec<String>,
        text: &str,
    ) -> Result<Option<(Scope, Vec<FusedHit>)>, EngineError> {
        let nodes: usize = filters.iter().map(|filter| 1 + filter.values.len()).sum();
        if nodes + 1 + documents.len() > FILTER_NODES_MAX {
            return Ok(None);
        }
        let own = Filter {
            key: "document".to_owned(),
            op: FilterOp::In,
            values: documents,
        };
        let scope = self.snapshot.scope(&[filters, &[own]].concat())?;
        let narrowed = Reading {
            scope: &scope,
            ..*self
        };
        let mut hits = narrowed.pass(text, Strategy::Hybrid)?.fused(self.snapshot);
        hits.truncate(self.depth);
        Ok(Some((scope, hits)))
    }

    /// Makes the vectors that the arms of `ran` look for.
    fn vectors(
        &self,
        query: &QueryText,
        ran: Strategy,
        dropped: &mut Vec<Dropped>,
    ) -> Result<QueryVectors, EngineError> {
        let mut drop_dense = |reason| {
            let arm = Arm::Dense;
            dropped.push(Dropped { arm, reason });
        };
        let dense = match self.dense_refusal(query, ran)? {
            None => match self
                .embedder
                .map(|one| contained("search: embed", || embed(one, &query.text, self.limits)))
            {
                None => None,
                Some(None) => {
                    drop_dense(FAILED.to_owned());
                    None
                }
                Some(Some(Ok(vector))) => Some(vector),
                // A late answer rests on keywords, and says so.
                Some(Some(Err(EngineError::Model(ModelError::DeadlinePassed)))) => {
                    drop_dense(DEADLINE_PASSED.to_owned());
                    None
                }
                // So does one whose model's server is down; dense retrieval by name cannot.
                Some(Some(Err(EngineError::Model(error @ ModelError::Unreachable { .. }))))
                    if ran == Strategy::Hybrid =>
                {
                    drop_dense(error.to_string());
                    None
                }
                Some(Some(Err(error))) => return Err(error),
            },
            Some(reason) if ran == Strategy::Dense => {
                return Err(EngineError::NoVectors { reason });
            }
            Some(reason) => {
                if ran == Strategy::Hybrid {
                    drop_dense(reason);
                }
                None
            }
        };
        let sparse = optional_query(Arm::Sparse, ran, self.config, dropped, || {
            let arm = self.config.sparse.as_ref();
            let language = query.language.code();
            optional::sparse_query(self.snapshot, arm, &query.text, language, self.limits)
        })?;
        Ok(QueryVectors { dense, sparse })
    }

    /// Why the dense arm takes no part, if it does not.
    fn dense_refusal(
        &self,
        query: &QueryText,
        ran: Strategy,
    ) -> Result<Option<String>, EngineError> {
        if matches!(ran, Strategy::Keyword | Strategy::Sparse) {
            return Ok(Some("another arm was asked for".to_owned()));
        }
        let Some(embedder) = self.embedder else {
            return Ok(Some("no embedding model is installed".to_owned()));
        };
        let Some(built_with) = self.snapshot.identity().embedder.clone() else {
            return Ok(Some("the library holds no vectors".to_owned()));
        };
        let profile = embedder.profile();
        if built_with != profile.id {
            return Err(EngineError::EmbedderMismatch {
                built_with,
                configured: profile.id.clone(),
            });
        }
        if self.counts.embedded_chunks == 0 {
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

    fn run_arms(
        &self,
        query: &QueryText,
        vectors: &QueryVectors,
        ran: Strategy,
        dropped: &mut Vec<Dropped>,
    ) -> Result<Vec<ArmList>, EngineError> {
        let Self {
            snapshot,
            scope,
            depth,
            config,
            ..
        } = *self;
        let mut lists = Vec::new();
        if !matches!(ran, Strategy::Dense | Strategy::Sparse) {
            let keyword = || Ok(arms::keyword(snapshot, query, scope, depth)?);
            lists.extend(step(Arm::Keyword, dropped, keyword)?);
        }
        if let Some(vector) = &vectors.dense {
            let dense = || match arms::dense(snapshot, vector, scope, depth, config.scan) {
                // Words alone, where the cluster of the vectors cannot be reached.
                Err(error @ IndexError::Unreachable { .. }) if ran == Strategy::Hybrid => {
                    Ok(Err(error.to_string()))
                }
                found => Ok(Ok(found?)),
            };
            match step(Arm::Dense, dropped, dense)? {
                Some(Err(reason)) => dropped.push(Dropped {
                    arm: Arm::Dense,
                    reason,
                }),
                found => lists.extend(found.and_then(Result::ok)),
            }
        }
        if let Some(vector) = &vectors.sparse {
            let sparse = || optional::sparse(snapshot, vector, scope, depth);
            lists.extend(step(Arm::Sparse, dropped, sparse)?);
        }
        if lists.len() > 1 {
            arms::complete(snapshot, query, vectors, &mut lists)?;
        }
        Ok(lists)
    }

    /// Scores the best of the fused order again by their tokens: one more list, or
    /// the only one when the arm was asked for by name. Gives how far it stands out.
    fn add_late(
        &self,
        lists: &mut Vec<ArmList>,
        query: &[f32],
        ran: Strategy,
    ) -> Result<f32, EngineError> {
        let Self {
            snapshot, config, ..
        } = *self;
        let fused = fuse(lists, config.fusion, |chunk| snapshot.order(chunk));
        let candidates: Vec<ChunkId> = fused
            .iter()
            .take(optional::LATE_CANDIDATES.max(self.k))
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
        let stands_out = peak(&late);
        lists.push(late);
        Ok(stands_out)
    }
}

/// Does what brings the list of an arm. An arm that fails over a mistake takes no part.
pub(super) fn step<T>(
    arm: Arm,
    dropped: &mut Vec<Dropped>,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<Option<T>, EngineError> {
    let done = contained(&format!("search: {}", arm.as_str()), work);
    if done.is_none() {
        let reason = FAILED.to_owned();
        dropped.push(Dropped { arm, reason });
    }
    done.transpose()
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
        _ => return Ok(None),
    };
    if ran != alone && !(ran == Strategy::Hybrid && switched_on) {
        return Ok(None);
    }
    let Some(made) = step(arm, dropped, make)? else {
        return Ok(None);
    };
    match made {
        Ok(query) => Ok(Some(query)),
        Err(reason) if ran == alone => Err(EngineError::NoArm { arm, reason }),
        Err(reason) => {
            dropped.push(Dropped { arm, reason });
            Ok(None)
        }
    }
}
