//! `perusal eval qa`

mod report;
mod trust;
mod written;

use std::time::Instant;

use eval::qa::{GoldQuestion, read_questions};
use eval::questions::{Asking, run_question};
use eval::{LineLimits, fit_choice, fit_heads, weights_json};
use perusal::answer::{Heads, Weights};
use perusal::index::Snapshot;
use perusal::models::Embedder;
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
    let weights = match &args.fit {
        None => Weights::shipped().clone(),
        Some(path) => {
            let mut further = Vec::new();
            for (file, folder) in &args.fit_with {
                let file = std::path::Path::new(file);
                let builder = builder(context, &config.ingest, embedder.as_ref());
                let built = builder.build_without(folder, Some(file), &mut |_| {})?;
                further.push((built.snapshot, read_questions(file, LineLimits::default())?));
            }
            let mut sets = vec![(&built.snapshot, questions.as_slice())];
            sets.extend(
                further
                    .iter()
                    .map(|(snapshot, set)| (snapshot, set.as_slice())),
            );
            let askings = |embedder| askings(context, args, &config.retrieve, embedder, &sets);
            let known = Weights::shipped();
            let fit = if args.fit_choice {
                fit_choice
            } else {
                fit_heads
            };
            let keyword = fit(&askings(None), &known.keyword)?;
            let dense = match embedder.as_deref() {
                Some(embedder) => fit(&askings(Some(embedder)), &known.dense)?,
                None => known.dense.clone(),
            };
            written(context, path, dense, keyword)?
        }
    };
    let asking = Asking {
        snapshot: &built.snapshot,
        embedder: embedder.as_deref(),
        strategy: args.strategy,
        retrieve: &config.retrieve,
        answer: &context.settings.answer,
        weights: &weights,
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

/// How each set is asked for fitting: its passages alone, with or without vectors.
fn askings<'a>(
    context: &'a Context,
    args: &EvalQaArgs,
    retrieve: &'a perusal::RetrieveConfig,
    embedder: Option<&'a dyn Embedder>,
    sets: &[(&'a Snapshot, &'a [GoldQuestion])],
) -> Vec<(Asking<'a>, &'a [GoldQuestion])> {
    let asking = |snapshot| Asking {
        snapshot,
        embedder,
        strategy: args.strategy,
        retrieve,
        answer: &context.settings.answer,
        weights: Weights::shipped(),
        tables: false,
        adviser: None,
    };
    let sets = sets.iter();
    sets.map(|(snapshot, questions)| (asking(*snapshot), *questions))
        .collect()
}

/// Writes fitted heads, and gives them as weights.
fn written(
    context: &Context,
    path: &std::path::Path,
    dense: Heads,
    keyword: Heads,
) -> Result<Weights, Failure> {
    let made =
        "perusal eval qa --fit: each kind of document on the training half of the first set and \
                all of the others; --fit-choice: which sentence is quoted, on whole sets"
            .to_owned();
    let json = weights_json(dense, keyword, made);
    std::fs::write(path, &json)?;
    context.output.say(&format!("wrote {}", path.display()));
    Weights::parse(&json).map_err(|message| Failure::Usage {
        message,
        hint: "fit again with this version".to_owned(),
    })
}
