//! `perusal eval mini`

mod asking;
mod fit;

use eval::mini::{MiniLibrary, MiniOutcome, MiniTotals, read_libraries, run_mini};
use eval::questions::Asking;
use serde_json::{Value, json};

use super::eval::{Predictions, builder, cache, models_of, share};
use crate::cli::EvalMiniArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::{embedder, json as outside};
use asking::asking;

/// Asks the questions of tiny libraries.
pub fn run(context: &Context, args: &EvalMiniArgs) -> Result<Code, Failure> {
    let mut libraries = Vec::new();
    for file in &args.files {
        libraries.extend(read_libraries(file)?);
    }
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let builder = builder(context, &config.ingest, embedder.as_ref());
    let embedder = embedder.as_deref();
    if let Some(out) = &args.fit {
        return fit::run(
            context,
            args,
            &libraries,
            (&builder, &config, embedder),
            out,
        );
    }
    let mut predictions = Predictions::create(args.predictions.as_deref())?;
    let mut all = MiniTotals::default();
    let mut told = Vec::new();
    for library in &libraries {
        let folder = library.write(&cache().join("mini"))?;
        let built = builder.build(&folder)?;
        let asking = asking(context, args, &config, &built.snapshot, embedder);
        let outcomes = outcomes(context, library, &asking, &mut predictions)?;
        let mut totals = MiniTotals::default();
        for (question, outcome) in library.questions.iter().zip(&outcomes) {
            totals.add(question, outcome);
            all.add(question, outcome);
        }
        if !context.output.json {
            print(context, library, &outcomes, &totals)?;
        }
        told.push(library_json(library, &outcomes, &totals));
    }
    predictions.finish()?;
    if context.output.json {
        context.output.object(&json!({
            "schema": outside::SCHEMA,
            "libraries": told,
            "all": totals_json(&all),
        }))?;
    } else {
        context.output.line(&totals_line("all", &all))?;
    }
    Ok(match all.faults.0 {
        0 => Code::Done,
        _ => Code::Nothing,
    })
}

fn outcomes(
    context: &Context,
    library: &MiniLibrary,
    asking: &Asking<'_>,
    predictions: &mut Predictions,
) -> Result<Vec<MiniOutcome>, Failure> {
    let mut outcomes = Vec::new();
    for question in &library.questions {
        if context.cancel.is_cancelled() {
            return Err(perusal::EngineError::Interrupted.into());
        }
        let started = std::time::Instant::now();
        outcomes.push(run_mini(asking, question, &mut |asked| {
            predictions.write(|| {
                let mut object = outside::asked(asking.snapshot, asked, "", started.elapsed());
                object["library"] = json!(library.name);
                object
            });
        })?);
    }
    Ok(outcomes)
}

fn word(outcome: &MiniOutcome) -> &str {
    match outcome {
        MiniOutcome::Right => "right",
        MiniOutcome::Wrong => "wrong",
        MiniOutcome::Declined => "declined",
        MiniOutcome::Failed(_) => "failed",
    }
}

/// Each question that did not come out as it should, then the sums.
fn print(
    context: &Context,
    library: &MiniLibrary,
    outcomes: &[MiniOutcome],
    totals: &MiniTotals,
) -> std::io::Result<()> {
    context.output.line(&totals_line(&library.name, totals))?;
    for (question, outcome) in library.questions.iter().zip(outcomes) {
        let wanted = match question.pattern {
            Some(_) => MiniOutcome::Right,
            None => MiniOutcome::Declined,
        };
        if let MiniOutcome::Failed(reason) = outcome {
            let line = format!("  failed: {}: {reason}", question.question);
            context.output.line(&line)?;
        } else if *outcome != wanted {
            let line = format!("  {}: {}", word(outcome), question.question);
            context.output.line(&line)?;
        }
    }
    Ok(())
}

fn totals_line(name: &str, totals: &MiniTotals) -> String {
    format!(
        "{name:12} answered rightly of the answerable {}; declined of the absent {}; failed {}",
        share(totals.right),
        share(totals.declined),
        share(totals.faults)
    )
}

fn totals_json(totals: &MiniTotals) -> Value {
    let part = |(count, of): (usize, usize)| json!({"count": count, "of": of});
    json!({
        "right": part(totals.right),
        "declined": part(totals.declined),
        "failed": part(totals.faults),
    })
}

fn library_json(library: &MiniLibrary, outcomes: &[MiniOutcome], totals: &MiniTotals) -> Value {
    let questions: Vec<Value> = library
        .questions
        .iter()
        .zip(outcomes)
        .map(|(question, outcome)| {
            json!({
                "question": question.question,
                "answerable": question.pattern.is_some(),
                "outcome": word(outcome),
                "reason": match outcome {
                    MiniOutcome::Failed(reason) => Some(reason),
                    _ => None,
                },
            })
        })
        .collect();
    json!({"name": library.name, "questions": questions, "totals": totals_json(totals)})
}
