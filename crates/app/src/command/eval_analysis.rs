//! `perusal eval analysis`

use eval::analysis::{Analysing, Reached, Read, fit_scores, run_analysis};
use eval::qa::read_questions;
use eval::{BOOTSTRAP_RESAMPLES, LineLimits, bootstrap_mean, percentile};
use perusal::analyze::Pyramid;
use perusal::logistic::Logistic;
use serde_json::json;

use super::Context;
use super::eval::{builder, models_of};
use crate::cli::EvalAnalysisArgs;
use crate::failure::{Code, Failure};
use crate::{embedder, json as outside};

/// Seed of the intervals.
const SEED: u64 = 1;

/// Measures how much of the evidence is read, and of how much text.
pub fn run(context: &Context, args: &EvalAnalysisArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let questions = read_questions(&args.questions, LineLimits::default())?;
    let config = models_of(context, embedder.as_ref())?;
    let built = builder(context, &config.ingest, embedder.as_ref()).build_without(
        &args.docs,
        Some(&args.questions),
        &mut |_| {},
    )?;
    let pyramid = Pyramid::default();
    let with = Analysing {
        snapshot: &built.snapshot,
        embedder: embedder.as_deref(),
        pyramid: &pyramid,
        retrieve: &config.retrieve,
        answer: &context.settings.answer,
    };
    if args.fit {
        return fitted(context, fit_scores(&with, &questions)?.as_ref());
    }
    let mut results = Vec::new();
    for question in questions.iter().filter(|question| question.answerable) {
        if context.cancel.is_cancelled() {
            return Err(perusal::EngineError::Interrupted.into());
        }
        results.extend(run_analysis(&with, question)?);
    }
    report(context, &results)
}

/// Prints a fit as it stands in the code: over the raw parts.
fn fitted(context: &Context, fit: Option<&Logistic>) -> Result<Code, Failure> {
    let Some(fit) = fit else {
        context.output.line("no examples of both kinds")?;
        return Ok(Code::Nothing);
    };
    let mut bias = fit.bias;
    for (at, name) in fit.features.iter().enumerate() {
        let weight = fit.weights[at] / fit.deviations[at];
        bias -= weight * fit.means[at];
        context.output.line(&format!("{name} {weight:.3}"))?;
    }
    context.output.line(&format!("bias {bias:.3}"))?;
    Ok(Code::Done)
}

fn report(context: &Context, results: &[Read]) -> Result<Code, Failure> {
    let mut kinds: Vec<&str> = results.iter().map(|one| one.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut told = Vec::new();
    let all = ["all"].into_iter().chain(kinds);
    for kind in all {
        let of: Vec<&Read> = results
            .iter()
            .filter(|one| kind == "all" || one.kind == kind)
            .collect();
        told.push(group(context, kind, &of)?);
    }
    if context.output.json {
        let object = json!({"schema": outside::SCHEMA, "groups": told});
        context.output.object(&object)?;
    }
    Ok(match results.is_empty() {
        true => Code::Nothing,
        false => Code::Done,
    })
}

fn group(context: &Context, kind: &str, of: &[&Read]) -> Result<serde_json::Value, Failure> {
    type Arm = (&'static str, fn(&Read) -> Reached);
    const ARMS: [Arm; 3] = [
        ("analyze", |one| one.analysed),
        ("flat top-k, equal tokens", |one| one.flat),
        ("first 32k tokens", |one| one.truncated),
    ];
    let times: Vec<f64> = of.iter().map(|one| one.ms).collect();
    let (read, holding) = of.iter().fold((0, 0), |(read, holding), one| {
        (read + one.segments.0, holding + one.segments.1)
    });
    let median = percentile(&times, 50.0).unwrap_or_default();
    let precision = holding as f64 / f64::from(u32::try_from(read).unwrap_or(u32::MAX).max(1));
    let mut arms = Vec::new();
    if !context.output.json {
        let line = format!(
            "{kind}: {} questions; {median:.0} ms; of {read} segments read {holding} hold evidence \
             ({precision:.3})",
            of.len()
        );
        context.output.line(&context.output.bold(&line))?;
    }
    for (name, arm) in ARMS {
        let shares = of
            .iter()
            .map(|one| arm(one).found as f64 / one.total.max(1) as f64);
        let shares: Vec<f64> = shares.collect();
        let tokens: Vec<f64> = of.iter().map(|one| arm(one).tokens).collect();
        let tokens = tokens.iter().sum::<f64>() / tokens.len().max(1) as f64;
        let Some(found) = bootstrap_mean(&shares, BOOTSTRAP_RESAMPLES, SEED) else {
            continue;
        };
        if !context.output.json {
            context.output.line(&format!(
                "  {name:<26} evidence {:.3} ({:.3} to {:.3}), tokens {tokens:.3}",
                found.mean, found.low, found.high
            ))?;
        }
        arms.push(json!({
            "arm": name, "evidence": found.mean, "low": found.low, "high": found.high,
            "tokens": tokens,
        }));
    }
    Ok(json!({
        "type": kind, "questions": of.len(), "ms": median, "segments_read": read,
        "segments_with_evidence": holding, "arms": arms,
    }))
}
