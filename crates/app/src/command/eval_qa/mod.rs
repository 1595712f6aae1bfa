//! `perusal eval qa`

mod report;
mod trust;
mod written;

use std::time::Instant;

use eval::LineLimits;
use eval::qa::read_questions;
use eval::questions::{Asking, run_question};
use perusal::answer::Weights;
use serde_json::json;

use super::eval::{Predictions, builder, models_of};
use crate::cli::EvalQaArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::{embedder, json as outside};

/// Measures answers.
pub fn run(context: &Context, args: &EvalQaArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let mut questions = read_questions(&args.questions, LineLimits::default())?;
    if let Some(limit) = args.limit {
        let kept = eval::sample(questions.len(), limit, args.seed).into_iter();
        questions = kept.map(|at| questions[at].clone()).collect();
    }
    let config = models_of(context, embedder.as_ref())?;
    let built = builder(context, &config.ingest, embedder.as_ref()).build_without(
        &args.docs,
        Some(&args.questions),
        &mut |_| {},
    )?;
    let asking = Asking {
        snapshot: &built.snapshot,
        embedder: embedder.as_deref(),
        strategy: args.strategy,
        retrieve: &config.retrieve,
        answer: &context.settings.answer,
        weights: Weights::shipped(),
        tables: !args.no_tables,
        adviser: None,
    };
    if args.language.is_some() {
        return written::run(context, &args.tape, &asking, &questions);
    }
    let mut predictions = Predictions::create(args.predictions.as_deref())?;
    let mut results = Vec::new();
    for question in &questions {
        if context.cancel.is_cancelled() {
            return Err(perusal::EngineError::Interrupted.into());
        }
        let mut started = Instant::now();
        let result = run_question(&asking, question, &mut |gold, wording, asked| {
            let took = started.elapsed();
            predictions.write(|| {
                let mut object = match asked {
                    Ok(asked) => outside::asked(&built.snapshot, asked, "", took),
                    Err(error) => json!({"schema": outside::SCHEMA, "fault": error.to_string()}),
                };
                object["id"] = json!(gold.id);
                if wording > 0 {
                    object["paraphrase"] = json!(wording);
                }
                object
            });
            started = Instant::now();
        })?;
        results.push(result);
    }
    predictions.finish()?;
    report::report(context, &questions, &results)
}
