//! `perusal eval qa`

mod report;
mod trust;
mod written;

use std::time::Instant;

use eval::qa::{GoldQuestion, read_questions};
use eval::questions::{Asking, Outcome, run_question};
use eval::{EvalError, LineLimits};
use perusal::answer::Weights;
use perusal::ask::Asked;
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
    if args.as_typed {
        let typed = questions.into_iter().map(GoldQuestion::as_typed);
        questions = typed.collect();
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
                object["judged"] = judged(gold, asked);
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

/// What a line of the predictions says of itself: whether the answer is right, whether the
/// best candidate or the best quote is, and the place of the first right candidate, from 1.
fn judged(gold: &GoldQuestion, asked: Result<&Asked, &EvalError>) -> serde_json::Value {
    let outcome = match asked {
        Ok(asked) => Outcome::of_asked(gold, asked),
        Err(error) => Outcome::of_fault(error),
    };
    json!({
        "right": outcome.right,
        "best_right": outcome.best_right,
        "first_right": outcome.first_right.map(|place| place + 1),
    })
}
