//! `perusal eval analysis`

mod answers;
mod scoring;

use std::path::{Path, PathBuf};

use eval::analysis::{
    Analysing, Example, Reached, Read, fit_segments, precision_at, run_analysis, segment_examples,
};
use eval::qa::{GoldQuestion, read_questions};
use eval::{BOOTSTRAP_RESAMPLES, LineLimits, bootstrap_mean, percentile};
use serde_json::json;

use super::analyze::levels_of;
use super::eval::{builder, models_of};
use crate::cli::EvalAnalysisArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::{embedder, json as outside};
use answers::SEED;

/// Measures how much of the evidence is read, and of how much text.
pub fn run(context: &Context, args: &EvalAnalysisArgs) -> Result<Code, Failure> {
    if args.questions.len() != args.docs.len() {
        return Err(Failure::Usage {
            message: format!(
                "{} question files, but {} folders of documents",
                args.questions.len(),
                args.docs.len()
            ),
            hint: "give `--docs` once for each file".to_owned(),
        });
    }
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let pyramid = levels_of(context, args.levels.as_deref())?;
    let mut code = Code::Done;
    let mut fitted = Vec::new();
    for (file, docs) in args.questions.iter().zip(&args.docs) {
        let mut questions = read_questions(file, LineLimits::default())?;
        questions.truncate(args.questions_max.unwrap_or(usize::MAX));
        let built = builder(context, &config.ingest, embedder.as_ref()).build_without(
            docs,
            Some(file),
            &mut |_| {},
        )?;
        let with = Analysing {
            snapshot: &built.snapshot,
            embedder: embedder.as_deref(),
            pyramid: &pyramid,
            retrieve: &config.retrieve,
            answer: &context.settings.answer,
        };
        if args.fit.is_some() {
            let examples = segment_examples(&with, &questions, args.by_tokens)?;
            fitted.push((file, examples));
            continue;
        }
        if args.questions.len() > 1 && !context.output.json {
            context.output.line(&file.display().to_string())?;
        }
        let ended = match (args.answers, args.segments.is_empty()) {
            (true, _) => {
                let ingest = &config.ingest;
                answers::run(context, &with, ingest, embedder.as_ref(), &questions)?
            }
            (false, false) => scoring::run(context, &with, &questions, &args.segments)?,
            (false, true) => report(context, &measured(context, &with, &questions)?)?,
        };
        if let nothing @ Code::Nothing = ended {
            code = nothing;
        }
    }
    match &args.fit {
        Some(out) => fit(context, &fitted, out, args.by_tokens),
        None => Ok(code),
    }
}

fn measured(
    context: &Context,
    with: &Analysing<'_>,
    questions: &[GoldQuestion],
) -> Result<Vec<Read>, Failure> {
    let mut results = Vec::new();
    for question in questions.iter().filter(|question| question.answerable) {
        if context.cancel.is_cancelled() {
            return Err(perusal::EngineError::Interrupted.into());
        }
        results.extend(run_analysis(with, question)?);
    }
    Ok(results)
}

/// What a fit on the other sets gives on each, then the fit on all of them.
fn fit(
    context: &Context,
    sets: &[(&PathBuf, Vec<Example>)],
    out: &Path,
    by_tokens: bool,
) -> Result<Code, Failure> {
    for (at, (file, held_out)) in sets.iter().enumerate() {
        let others = sets.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<Example> = others.flat_map(|(_, (_, set))| set.clone()).collect();
        let Some(fit) = fit_segments(&others, by_tokens) else {
            continue;
        };
        for least in [0.5, 0.8, 0.9] {
            let (sure, precision, recall) = precision_at(&fit, held_out, least);
            context.output.line(&format!(
                "{}, fitted on the others: {sure} segments from {least}, precision \
                 {precision:.3}, recall {recall:.3}",
                file.display()
            ))?;
        }
    }
    let all: Vec<Example> = sets.iter().flat_map(|(_, set)| set.clone()).collect();
    let Some(fit) = fit_segments(&all, by_tokens) else {
        context.output.line("no examples of both kinds")?;
        return Ok(Code::Nothing);
    };
    let mut text = serde_json::to_string_pretty(&fit).unwrap_or_default();
    text.push('\n');
    std::fs::write(out, text).map_err(|error| Failure::Usage {
        message: format!("{}: {error}", out.display()),
        hint: "`--fit` names the file to write".to_owned(),
    })?;
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
            "{kind}: {} questions; {median:.0} ms; of {read} segments read whole {holding} hold evidence \
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
        let read: f64 = of.iter().map(|one| arm(one).tokens * one.tokens).sum();
        let tokens = read / of.iter().map(|one| one.tokens).sum::<f64>().max(1.0);
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
