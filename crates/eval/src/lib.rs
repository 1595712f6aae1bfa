//! Is it good: question sets, measures and the files that other tools read.
//!
//! The measures know nothing of the engine: they read gold data, are given
//! rankings and answers, and return numbers. The runners ask the engine and
//! hand its results to them. Every mean can be given with an
//! interval, because a difference inside the interval is no difference.

#![warn(missing_docs)]

pub mod analysis;
mod calibration;
pub mod denotation;
mod error;
pub mod experiment;
mod fit;
pub mod fusion;
pub mod gains;
mod halves;
mod interval;
pub mod judge;
pub mod ladder;
mod library;
mod lines;
mod logistic;
mod metrics;
pub mod mini;
mod optimise;
pub mod optional_shares;
pub mod qa;
pub mod questions;
mod random;
mod reliability;
mod retrieval;
pub mod routing;
mod runs;
pub mod stated;
pub mod tables;
mod topics;
pub mod tune;
pub mod written;

pub use calibration::{Judged, RiskPoint, auc, calibration_error, risk_at_coverage, risk_coverage};
pub use error::EvalError;
pub use fit::{Held, Observed, fit_head, hold, weights_json};
pub use halves::in_training;
pub use interval::{
    BOOTSTRAP_RESAMPLES, Interval, bootstrap_at, bootstrap_difference, bootstrap_gain,
    bootstrap_mean, percentile,
};
pub use library::{Builder, Built};
pub use lines::LineLimits;
pub use metrics::{Grades, RankingScores, mean_scores, mrr_at, ndcg_at, recall_at, score_ranking};
pub use random::sample;
pub use reliability::{
    RELIABILITY_BINS, Reliability, calibration_noise, equal_count_error, reliability,
};
pub use retrieval::{SetResult, StrategyResult, query_embedding_ms, run_set};
pub use runs::{RunLine, RunWriter};
pub use topics::{CorpusDocument, Qrels, SetFolders, Topic, TopicSet, corpus, sets_in};
