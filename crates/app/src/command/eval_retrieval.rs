//! `perusal eval retrieval`

use std::fmt::Write as _;

use eval::{
    BOOTSTRAP_RESAMPLES, LineLimits, SetResult, StrategyResult, bootstrap_difference, gains,
    run_set, sets_in,
};
use perusal::RetrieveConfig;
use perusal::retrieve::Strategy;
use serde_json::json;

use super::eval::{builder, models_of};
use super::eval_gains;
use crate::cli::EvalRetrievalArgs;
use crate::context::Context;
use crate::embedder;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Seed of the intervals.
const SEED: u64 = 17;

/// Runs strategies on sets in BEIR layout.
pub fn run(context: &Context, args: &EvalRetrievalArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let strategies = strategies(
        &args.strategy,
        embedder.is_some(),
        config.ingest.graph,
        &config.retrieve,
    )?;
    let builder = builder(context, &config.ingest, embedder.as_ref());
    let mut results = Vec::new();
    let mut sets = Vec::new();
    let mut files = Vec::new();
    for folder in &args.folders {
        // Pages are right there, not documents, so that only gains are told.
        if args.gains && gains::files_of(folder).is_some() {
            files.push(folder);
        } else {
            sets.extend(sets_in(folder, LineLimits::default())?);
        }
    }
    let mut gained = Vec::new();
    for folders in &sets {
        let result = run_set(folders, &strategies, &builder, &config.retrieve)?;
        if let (Some(path), Some(last)) = (&args.run, result.strategies.last()) {
            last.write_run(path)?;
        }
        if !context.output.json {
            print_set(context, &result)?;
        }
        if args.gains {
            gained.push(gains::of_set(&result, &folders.questions)?);
        }
        results.push(result);
    }
    for folder in files {
        let of_files = gains::of_files(folder, &strategies, &builder, &config.retrieve)?;
        gained.push(of_files);
    }
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA,
            "model": embedder.as_ref().map(|embedder| embedder.profile().id.clone()),
            "sets": results.iter().map(set_json).collect::<Vec<_>>(),
            "gains": eval_gains::as_json(&gained),
        }))?;
    } else {
        // A question on documents of another language is another task.
        let own: Vec<&SetResult> = results.iter().filter(|result| !result.crossed).collect();
        if own.len() > 1 {
            print_means(context, &own)?;
        }
        if args.gains {
            eval_gains::print(context, &gained)?;
        }
    }
    Ok(Code::Done)
}

fn strategies(
    name: &str,
    dense: bool,
    graph: bool,
    config: &RetrieveConfig,
) -> Result<Vec<Strategy>, Failure> {
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
            (Strategy::MultiQuery, true),
            (Strategy::Hierarchical, true),
            (Strategy::Graph, graph),
            (Strategy::Auto, true),
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
        "  strategy      nDCG@10 [95 % interval]   recall@5  @10    @100   MRR@10  p50 ms  p95 ms",
    )?;
    for one in &result.strategies {
        context.output.line(&format!(
            "  {:12}  {:.4} [{:.3}, {:.3}]     {:.4}   {:.4} {:.4} {:.4}  {:6.2}  {:6.2}",
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
        if one.on_keywords > 0 {
            context.output.line(&format!(
                "  {:12}  {} questions on keywords, in a language that its model does not know",
                one.strategy.as_str(),
                one.on_keywords
            ))?;
        }
    }
    if let [first, others @ ..] = result.strategies.as_slice() {
        for other in others {
            print_difference(context, first, other)?;
        }
    }
    Ok(())
}

/// How far a strategy lies from the first one, topic by topic.
fn print_difference(
    context: &Context,
    first: &StrategyResult,
    other: &StrategyResult,
) -> Result<(), Failure> {
    let against = |ours: &[f64], baseline: &[f64]| {
        bootstrap_difference(ours, baseline, BOOTSTRAP_RESAMPLES, SEED)
    };
    let ndcg = against(&other.by_topic, &first.by_topic)?;
    let recall = against(&other.recall_5_by_topic, &first.recall_5_by_topic)?;
    let (Some(ndcg), Some(recall)) = (ndcg, recall) else {
        return Ok(());
    };
    context.output.line(&format!(
        "  {:12} − {}: nDCG@10 {:+.4} [{:+.3}, {:+.3}], recall@5 {:+.4} [{:+.3}, {:+.3}]",
        other.strategy.as_str(),
        first.strategy.as_str(),
        ndcg.mean,
        ndcg.low,
        ndcg.high,
        recall.mean,
        recall.low,
        recall.high
    ))?;
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
    let recall = |result: &SetResult, at: usize| result.strategies[at].scores.recall_5;
    let mean = |of: &dyn Fn(&SetResult) -> f64| {
        results.iter().map(|result| of(result)).sum::<f64>() / results.len() as f64
    };
    for (at, strategy) in names.iter().enumerate() {
        context.output.line(&format!(
            "  {:12}  nDCG@10 {:.4}  recall@5 {:.4}",
            strategy.as_str(),
            mean(&|result| ndcg(result, at)),
            mean(&|result| recall(result, at))
        ))?;
    }
    let arms = [Strategy::Keyword, Strategy::Dense];
    let is_arm = |strategy: &Strategy| arms.contains(strategy);
    for (at, strategy) in names.iter().enumerate() {
        if is_arm(strategy) {
            continue;
        }
        let mut line = format!("  {} against the better arm:", strategy.as_str());
        for result in results {
            let single = names.iter().enumerate().filter(|(_, name)| is_arm(name));
            let best = single
                .map(|(at, _)| ndcg(result, at))
                .fold(f64::NEG_INFINITY, f64::max);
            if best.is_finite() {
                let _ = write!(line, " {} {:+.4};", result.name, ndcg(result, at) - best);
            }
        }
        context.output.line(line.trim_end_matches(';'))?;
    }
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
            "on_keywords": one.on_keywords,
            "p50_ms": one.p50_ms,
            "p95_ms": one.p95_ms,
        })).collect::<Vec<_>>(),
    })
}
