//! `perusal eval analysis --answers`: how near the answers are, beside those of the beginning of the
//! documents and of all of their parts.

use eval::analysis::{Analysing, Answered, Answers, ByModel, beginnings, run_answers};
use eval::qa::GoldQuestion;
use eval::{BOOTSTRAP_RESAMPLES, bootstrap_mean, percentile};
use perusal::analyze::Model;
use perusal::models::{Allowance, Embedder, Limits};
use serde_json::json;
use tempfile::TempDir;

use super::super::eval::builder;
use super::super::writer::Tape;
use crate::config::LanguageRole;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json as outside;

/// Seed of the intervals.
pub(super) const SEED: u64 = 1;

/// Answers all questions in each way and tells how near they are.
pub fn run(
    context: &Context,
    with: &Analysing<'_>,
    ingest: &perusal::IngestConfig,
    embedder: Option<&std::sync::Arc<dyn Embedder>>,
    questions: &[GoldQuestion],
) -> Result<Code, Failure> {
    let folder = TempDir::new()?;
    for (name, text) in beginnings(with.snapshot)? {
        // Text alone is left of it, whatever it was; the name stays that of the document.
        std::fs::write(folder.path().join(name), text)?;
    }
    let built = builder(context, ingest, embedder).build(folder.path())?;
    let truncated = Analysing {
        snapshot: &built.snapshot,
        ..*with
    };
    let language = Tape::Live.open(context, LanguageRole::Main, &Limits::none())?;
    if let Some(model) = language.as_deref() {
        model
            .prepare(&Limits::none())
            .map_err(perusal::EngineError::from)?;
    }
    let model = language.as_deref().map(|model| Model {
        model,
        prompts: &context.settings.generate.prompts,
        allowance: Allowance::ANALYZE,
        workers: with.pyramid.workers(&model.profile().id),
    });
    let mut all = Vec::new();
    for question in questions.iter().filter(|question| question.answerable) {
        if context.cancel.is_cancelled() {
            return Err(perusal::EngineError::Interrupted.into());
        }
        all.extend(run_answers(with, &truncated, question, model)?);
    }
    let code = report(context, &all)?;
    tell_model(context, &all)?;
    Ok(code)
}

/// What the language model did, where one was asked.
fn tell_model(context: &Context, all: &[Answers]) -> Result<(), Failure> {
    let by_model: Vec<ByModel> = all.iter().filter_map(|one| one.by_model).collect();
    if by_model.is_empty() || context.output.json {
        return Ok(());
    }
    let sum = |of: fn(&ByModel) -> usize| by_model.iter().map(of).sum::<usize>();
    context.output.line(&format!(
        "  the model read {} segments, {} of them without use, in {} calls, and wrote {} of {} \
         answers",
        sum(|one| one.segments.0),
        sum(|one| one.segments.1),
        by_model.iter().map(|one| one.calls).sum::<u64>(),
        sum(|one| usize::from(one.wrote)),
        by_model.len(),
    ))?;
    Ok(())
}

fn report(context: &Context, all: &[Answers]) -> Result<Code, Failure> {
    type Arm = (&'static str, fn(&Answers) -> Answered);
    const ARMS: [Arm; 5] = [
        ("analyze", |one| one.analysed),
        ("its surest findings", |one| one.surest),
        ("first 32k tokens", |one| one.truncated),
        ("map-reduce over all", |one| one.reduced),
        ("analyze with the model", |one| {
            one.by_model.map_or(Answered::default(), |one| one.answered)
        }),
    ];
    let has_model = all.iter().any(|one| one.by_model.is_some());
    let mut arms = Vec::new();
    if !context.output.json {
        let line = format!("answers to {} questions", all.len());
        context.output.line(&context.output.bold(&line))?;
    }
    let arms_known = ARMS.len() - usize::from(!has_model);
    for (name, arm) in ARMS.into_iter().take(arms_known) {
        let of = |value: fn(&Answered) -> f64| -> Vec<f64> {
            all.iter().map(|one| value(&arm(one))).collect()
        };
        let mean = |values: &[f64]| bootstrap_mean(values, BOOTSTRAP_RESAMPLES, SEED);
        let (recall, f1) = (of(|one| one.nearness.recall), of(|one| one.nearness.f1));
        let (Some(recall), Some(f1)) = (mean(&recall), mean(&f1)) else {
            continue;
        };
        let answered = of(|one| f64::from(u8::from(one.answered)));
        let share = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let tokens = of(|one| one.tokens);
        let ms = percentile(&of(|one| one.ms), 50.0).unwrap_or_default();
        if !context.output.json {
            context.output.line(&format!(
                "  {name:<22} words of the answer {:.3} ({:.3} to {:.3}), F1 {:.3} ({:.3} to \
                 {:.3}), answered {:.3}, tokens {:.3}, {ms:.0} ms",
                recall.mean,
                recall.low,
                recall.high,
                f1.mean,
                f1.low,
                f1.high,
                share(&answered),
                share(&tokens),
            ))?;
        }
        arms.push(json!({
            "arm": name, "recall": recall.mean, "recall_low": recall.low,
            "recall_high": recall.high, "f1": f1.mean, "f1_low": f1.low, "f1_high": f1.high,
            "answered": share(&answered), "tokens": share(&tokens), "ms": ms,
        }));
    }
    if context.output.json {
        let object = json!({"schema": outside::SCHEMA, "questions": all.len(), "answers": arms});
        context.output.object(&object)?;
    }
    Ok(match all.is_empty() {
        true => Code::Nothing,
        false => Code::Done,
    })
}
