//! `perusal eval`

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use eval::{
    BOOTSTRAP_RESAMPLES, Builder, LineLimits, SetResult, bootstrap_difference, run_set, sets_in,
};
use perusal::models::Embedder;
use perusal::retrieve::Strategy;
use perusal::{IngestConfig, RetrieveConfig};
use serde_json::json;

use super::Context;
use crate::cli::{EvalCommand, EvalRetrievalArgs};
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::{embedder, optional};

/// Measures retrieval or answers.
pub fn run(context: &Context, command: &EvalCommand) -> Result<Code, Failure> {
    match command {
        EvalCommand::Retrieval(args) => retrieval(context, args),
        EvalCommand::Qa(args) => super::eval_qa::run(context, args),
        EvalCommand::Routing(args) => super::eval_routing::run(context, args),
        EvalCommand::Experiment(args) => super::eval_experiment::run(context, args),
    }
}

fn retrieval(context: &Context, args: &EvalRetrievalArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let strategies = strategies(&args.strategy, embedder.is_some(), &config.retrieve)?;
    let builder = builder(context, &config.ingest, embedder.as_ref());
    let mut results = Vec::new();
    let mut sets = Vec::new();
    for folder in &args.folders {
        sets.extend(sets_in(folder, LineLimits::default())?);
    }
    for folders in &sets {
        let result = run_set(folders, &strategies, &builder, &config.retrieve)?;
        if let (Some(path), Some(last)) = (&args.run, result.strategies.last()) {
            last.write_run(path)?;
        }
        if !context.output.json {
            print_set(context, &result)?;
        }
        results.push(result);
    }
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA,
            "model": embedder.as_ref().map(|embedder| embedder.profile().id.clone()),
            "sets": results.iter().map(set_json).collect::<Vec<_>>(),
        }))?;
    } else {
        // A question on documents of another language is another task.
        let own: Vec<&SetResult> = results.iter().filter(|result| !result.crossed).collect();
        if own.len() > 1 {
            print_means(context, &own)?;
        }
    }
    Ok(Code::Done)
}

/// The settings of both sides, with the models of the optional arms that are on.
pub(super) struct Configs {
    pub ingest: IngestConfig,
    pub retrieve: RetrieveConfig,
}

pub(super) fn models_of(
    context: &Context,
    embedder: Option<&Arc<dyn Embedder>>,
) -> Result<Configs, Failure> {
    Ok(Configs {
        ingest: optional::ingest_config(context, embedder)?,
        retrieve: optional::retrieve_config(context, embedder)?,
    })
}

/// Folder of libraries and outcomes that evaluations keep.
pub(super) fn cache() -> PathBuf {
    crate::config::xdg("XDG_CACHE_HOME", ".cache").join("eval")
}

pub(super) fn builder<'a>(
    context: &Context,
    ingest: &'a IngestConfig,
    embedder: Option<&'a Arc<dyn Embedder>>,
) -> Builder<'a> {
    Builder {
        cache: cache(),
        ingest,
        embedder: embedder.map(|embedder| embedder.as_ref()),
        cancel: context.cancel.clone(),
    }
}

fn strategies(name: &str, dense: bool, config: &RetrieveConfig) -> Result<Vec<Strategy>, Failure> {
    if name == "all" {
        let runs = [
            (Strategy::Keyword, true),
            (Strategy::Dense, dense),
            (Strategy::Sparse, config.sparse.is_some()),
            (Strategy::Late, config.late.is_some()),
            (
                Strategy::Hybrid,
                dense || config.sparse.is_some() || config.late.is_some(),
            ),
        ];
        let runs = runs.into_iter().filter(|(_, runs)| *runs);
        return Ok(runs.map(|(strategy, _)| strategy).collect());
    }
    match Strategy::parse(name) {
        Some(strategy) => Ok(vec![strategy]),
        None => Err(Failure::Usage {
            message: format!("`{name}` is no strategy"),
            hint: "`--strategy all`, or one of keyword, dense, sparse, late, hybrid".to_owned(),
        }),
    }
}

fn print_set(context: &Context, result: &SetResult) -> Result<(), Failure> {
    let built = result
        .index_seconds
        .map_or("cached".to_owned(), |s| format!("{s:.1} s"));
    context.output.line(&format!(
        "{}: {} documents, {} chunks, {} judged topics; index {built}, {:.0} bytes a chunk",
        result.name, result.documents, result.chunks, result.topics, result.bytes_per_chunk
    ))?;
    context.output.line(
        "  strategy   nDCG@10 [95 % interval]   recall@5  @10    @100   MRR@10  p50 ms  p95 ms",
    )?;
    for one in &result.strategies {
        context.output.line(&format!(
            "  {:9}  {:.4} [{:.3}, {:.3}]     {:.4}   {:.4} {:.4} {:.4}  {:6.2}  {:6.2}",
            one.strategy.as_str(),
            one.ndcg.mean,
            one.ndcg.low,
            one.ndcg.high,
            one.scores.recall_5,
            one.scores.recall_10,
            one.scores.recall_100,
            one.scores.mrr_10,
            one.p50_ms,
            one.p95_ms
        ))?;
    }
    if let [first, .., last] = result.strategies.as_slice()
        && let Ok(Some(difference)) =
            bootstrap_difference(&last.by_topic, &first.by_topic, BOOTSTRAP_RESAMPLES, 17)
    {
        context.output.line(&format!(
            "  {} − {}: {:+.4} [{:+.3}, {:+.3}]",
            last.strategy.as_str(),
            first.strategy.as_str(),
            difference.mean,
            difference.low,
            difference.high
        ))?;
    }
    Ok(())
}

/// Means over the sets, and how far hybrid lies from the best arm on each.
fn print_means(context: &Context, results: &[&SetResult]) -> Result<(), Failure> {
    context
        .output
        .line(&format!("mean over {} sets:", results.len()))?;
    let names: Vec<Strategy> = results[0]
        .strategies
        .iter()
        .map(|one| one.strategy)
        .collect();
    let ndcg = |result: &SetResult, at: usize| result.strategies[at].scores.ndcg_10;
    for (at, strategy) in names.iter().enumerate() {
        let mean =
            results.iter().map(|result| ndcg(result, at)).sum::<f64>() / results.len() as f64;
        context
            .output
            .line(&format!("  {:9}  {mean:.4}", strategy.as_str()))?;
    }
    let Some(hybrid) = names
        .iter()
        .position(|strategy| *strategy == Strategy::Hybrid)
    else {
        return Ok(());
    };
    let mut line = String::from("  hybrid against the better arm:");
    for result in results {
        let best = (0..names.len())
            .filter(|at| *at != hybrid)
            .map(|at| ndcg(result, at))
            .fold(f64::NEG_INFINITY, f64::max);
        if best.is_finite() {
            let _ = write!(
                line,
                " {} {:+.4};",
                result.name,
                ndcg(result, hybrid) - best
            );
        }
    }
    context.output.line(line.trim_end_matches(';'))?;
    Ok(())
}

fn set_json(result: &SetResult) -> serde_json::Value {
    json!({
        "name": result.name,
        "documents": result.documents,
        "chunks": result.chunks,
        "topics": result.topics,
        "index_seconds": result.index_seconds,
        "bytes_per_chunk": result.bytes_per_chunk,
        "strategies": result.strategies.iter().map(|one| json!({
            "strategy": one.strategy.as_str(),
            "ndcg_10": one.scores.ndcg_10,
            "ndcg_10_interval": [one.ndcg.low, one.ndcg.high],
            "recall_5": one.scores.recall_5,
            "recall_10": one.scores.recall_10,
            "recall_100": one.scores.recall_100,
            "mrr_10": one.scores.mrr_10,
            "p50_ms": one.p50_ms,
            "p95_ms": one.p95_ms,
        })).collect::<Vec<_>>(),
    })
}
