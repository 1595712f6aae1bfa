//! `perusal eval quality` and `perusal eval ladder`

use eval::ladder::{Hard, QUALITY_FEATURES, Recovery, fit, judged, look, made_hard};
use eval::qa::read_questions;
use eval::{LineLimits, auc, calibration_error, sets_in};
use serde_json::json;

use super::eval::{builder, models_of};
use crate::cli::{EvalFusionArgs, EvalQualityArgs};
use crate::context::Context;
use crate::embedder;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Prints how well the confidence of a search tells questions with an answer from
/// those without, and the weights that fit best.
pub fn run(context: &Context, args: &EvalQualityArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let questions = read_questions(&args.questions, LineLimits::default())?;
    let built = builder(context, &config.ingest, embedder.as_ref()).build_without(
        &args.docs,
        Some(&args.questions),
        &mut |_| {},
    )?;
    let looked = look(
        &built.snapshot,
        embedder.as_deref(),
        &config.retrieve,
        &questions,
    )?;
    let halves = [(true, "training half"), (false, "held-out half")].map(|(training, name)| {
        let judged = judged(&looked, training);
        (
            name,
            judged.len(),
            auc(&judged),
            calibration_error(&judged, 10),
        )
    });
    let poor = looked.iter().filter(|one| one.quality.is_poor()).count();
    let tried: usize = looked.iter().map(|one| one.tried).sum();
    let weights = fit(&looked);
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA,
            "halves": halves.iter().map(|(name, questions, auc, error)| json!({
                "name": name, "questions": questions, "auc": auc, "calibration_error": error,
            })).collect::<Vec<_>>(),
            "poor": poor,
            "tried": tried,
            "weights": weights,
        }))?;
        return Ok(Code::Done);
    }
    for (name, questions, auc, error) in &halves {
        let shown = |value: &Option<f64>| value.map_or("none".to_owned(), |v| format!("{v:.3}"));
        context.output.line(&format!(
            "{name}: {questions} questions, area under the curve {}, calibration error {}",
            shown(auc),
            shown(error)
        ))?;
    }
    context.output.line(&format!(
        "poor at first: {poor} of {}; ways of looking tried: {:.2} in the mean",
        looked.len(),
        tried as f64 / looked.len().max(1) as f64
    ))?;
    if let Some(weights) = weights {
        context.output.line(&format!(
            "best weights on the training half: {}; constant {:.3}",
            QUALITY_FEATURES
                .iter()
                .zip(weights)
                .map(|(name, weight)| format!("{name} {weight:.3}"))
                .collect::<Vec<_>>()
                .join(", "),
            weights[4]
        ))?;
    }
    Ok(Code::Done)
}

/// Prints what `auto` recovers on sets from which hybrid's finds are struck out.
pub fn ladder(context: &Context, args: &EvalFusionArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let builder = builder(context, &config.ingest, embedder.as_ref());
    let mut sets: Vec<Hard> = Vec::new();
    for folder in &args.folders {
        for folders in sets_in(folder, LineLimits::default())? {
            sets.push(made_hard(&folders, &builder, &config.retrieve)?);
        }
    }
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA,
            "sets": sets.iter().map(|set| json!({
                "name": set.name,
                "readings": readings(set).iter().map(|(name, one)| json!({
                    "reading": name, "topics": one.topics, "lost": one.lost,
                    "found": one.found, "recovered": one.share(), "ways": one.ways(),
                    "cost": one.cost(),
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        }))?;
        return Ok(Code::Done);
    }
    let all = Hard {
        name: "all".to_owned(),
        unlisted: Recovery::sum(sets.iter().map(|set| set.unlisted)),
        lacking: Recovery::sum(sets.iter().map(|set| set.lacking)),
        removed: Recovery::sum(sets.iter().map(|set| set.removed)),
    };
    for set in sets.iter().chain([&all]) {
        context.output.line(&format!("{}:", set.name))?;
        for (name, one) in readings(set) {
            context.output.line(&format!(
                "  {name:46} {:3} of {:4} documents of {:4} topics, {:3.0} %; {:.2} ways, {:.2} times hybrid's time",
                one.found,
                one.lost,
                one.topics,
                one.share() * 100.0,
                one.ways(),
                one.cost()
            ))?;
        }
    }
    Ok(Code::Done)
}

/// What was lost, and what `auto` found of it, in words.
fn readings(set: &Hard) -> [(&'static str, &Recovery); 3] {
    [
        ("struck out of the first way's list", &set.unlisted),
        ("lacking in hybrid's first five", &set.lacking),
        ("hybrid's right hits gone from the library", &set.removed),
    ]
}
