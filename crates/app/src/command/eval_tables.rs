//! `perusal eval tables`

mod adviser;

use std::collections::BTreeMap;
use std::path::Path;

use eval::LineLimits;
use eval::qa::read_questions;
use eval::tables::{
    COVERAGES, PoolFiles, PoolQuestion, TableFigures, TableResult, TableRun, figures, read_tables,
};
use perusal::answer::Weights;
use serde_json::{Value, json};

use super::eval::{Predictions, builder, models_of, reliability_line, share};
use crate::cli::EvalTablesArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::{embedder, json as outside};

/// Measures what is denoted on questions over tables.
pub fn run(context: &Context, args: &EvalTablesArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let asked = adviser::open(context, args)?;
    let adviser = asked.as_ref().map(|asked| asked.adviser(context, args));
    let run = TableRun {
        builder: builder(context, &config.ingest, embedder.as_ref()),
        strategy: args.strategy,
        retrieve: &config.retrieve,
        answer: &context.settings.answer,
        weights: Weights::shipped(),
        adviser: adviser.as_ref(),
    };
    if let Some(folder) = &args.pools {
        return pools(&run, args, folder);
    }
    let mut predictions = Predictions::create(args.predictions.as_deref())?;
    let mut sets = Vec::new();
    let mut failed = 0;
    for folder in &args.folders {
        let mut set = read_tables(folder, &args.part, LineLimits::default())?;
        let of_all = set.questions.len();
        if let Some(limit) = args.limit {
            set.keep(limit, args.seed);
        }
        let mut seen = |question: &eval::tables::TableQuestion,
                        snapshot: &perusal::index::Snapshot,
                        asked: &perusal::ask::Asked,
                        result: &TableResult| {
            predictions.write(|| {
                let took = std::time::Duration::from_secs_f64(result.milliseconds / 1000.0);
                let mut object = outside::asked(snapshot, asked, "", took);
                object["id"] = json!(question.id);
                object["right"] = json!(result.right);
                object
            });
        };
        let results = match args.pooled {
            true => run.pooled(&set, &mut seen)?,
            false => run.alone(&set, &mut seen)?,
        };
        let measured = figures(&results);
        failed += measured.faults;
        if context.output.json {
            let mut object = set_json(&set.name, of_all, &measured, &results);
            adviser::add(&mut object, &results);
            sets.push(object);
        } else {
            print(context, &set.name, of_all, &measured, &results)?;
            adviser::print(context, &results)?;
        }
    }
    predictions.finish()?;
    if context.output.json {
        context.output.object(&json!({
            "schema": outside::SCHEMA,
            "pooled": args.pooled,
            "sets": sets,
        }))?;
    }
    Ok(match failed {
        0 => Code::Done,
        _ => Code::Nothing,
    })
}

/// Writes the pools of sets of tables and of folders of documents.
fn pools(run: &TableRun<'_>, args: &EvalTablesArgs, folder: &Path) -> Result<Code, Failure> {
    let mut files = PoolFiles::create(folder)?;
    for folder in &args.folders {
        let mut set = read_tables(folder, &args.part, LineLimits::default())?;
        if let Some(limit) = args.limit {
            set.keep(limit, args.seed);
        }
        match args.few {
            true => run.pools_of_few(&set, args.seed, &mut files)?,
            false => run.pools(&set, &mut files)?,
        }
    }
    for (file, documents) in &args.questions {
        let file = Path::new(file);
        let built = run
            .builder
            .build_without(documents, Some(file), &mut |_| {})?;
        let name = file.parent().and_then(Path::file_name).unwrap_or_default();
        let name = name.to_string_lossy();
        let questions: Vec<PoolQuestion> = read_questions(file, LineLimits::default())?
            .iter()
            .flat_map(|one| PoolQuestion::of_documents(&name, one))
            .collect();
        files.write(&built.snapshot, &questions, run.retrieve)?;
    }
    Ok(Code::Done)
}

fn print(
    context: &Context,
    name: &str,
    of_all: usize,
    of: &TableFigures,
    results: &[TableResult],
) -> std::io::Result<()> {
    let output = &context.output;
    let denotation = of.denotation.map_or("none".to_owned(), |one| {
        format!("{:.3} [{:.3}, {:.3}]", one.mean, one.low, one.high)
    });
    output.line(&format!(
        "{name}: {} of {of_all} questions; denotation {denotation}; oracle {}",
        of.questions,
        share((of.oracle, of.questions))
    ))?;
    if let Some(found) = of.found {
        output.line(&format!(
            "gold table among the first {} relations: {}",
            eval::tables::CARDS,
            share(found)
        ))?;
    }
    let precision = COVERAGES
        .iter()
        .zip(of.precision)
        .map(|(share, precision)| {
            let precision = precision.map_or("none".to_owned(), |one| format!("{one:.3}"));
            format!("{:.0} % {precision}", share * 100.0)
        });
    output.line(&format!(
        "precision at coverage: {}",
        precision.collect::<Vec<_>>().join(", ")
    ))?;
    let (stated, right) = of.stated;
    output.line(&format!(
        "answered {}, right among them {}; calibration error of candidates {}",
        share((stated, of.questions)),
        share((right, stated)),
        reliability_line(of.reliability)
    ))?;
    for (title, counts) in [("answer", &of.by_kind), ("by", &of.by_producer)] {
        for (name, count) in counts {
            output.line(&format!("  {title} {name:14} {}", share(*count)))?;
        }
    }
    output.line(&format!(
        "a question: p50 {:.1} ms, p95 {:.1} ms; failed: {}",
        of.p50_ms,
        of.p95_ms,
        share((of.faults, of.questions))
    ))?;
    for (id, reason) in faults(results) {
        output.line(&format!("  {id}: {reason}"))?;
    }
    Ok(())
}

fn faults(results: &[TableResult]) -> impl Iterator<Item = (&str, &str)> {
    results
        .iter()
        .filter_map(|one| Some((one.id.as_str(), one.fault.as_deref()?)))
}

fn set_json(name: &str, of_all: usize, of: &TableFigures, results: &[TableResult]) -> Value {
    let counts = |counts: &BTreeMap<String, (usize, usize)>| {
        let named = counts
            .iter()
            .map(|(name, (right, all))| (name.clone(), json!({"right": right, "questions": all})));
        Value::Object(named.collect())
    };
    let precision = COVERAGES.iter().zip(of.precision);
    let precision = precision.map(|(share, precision)| (format!("at_{share}"), json!(precision)));
    let failed: Vec<Value> = faults(results)
        .map(|(id, reason)| json!({"question": id, "reason": reason}))
        .collect();
    json!({
        "name": name,
        "questions": of.questions,
        "questions_of_set": of_all,
        "denotation": of.denotation,
        "oracle": of.oracle,
        "found": of.found.map(|(found, all)| json!({"count": found, "of": all})),
        "precision": Value::Object(precision.collect()),
        "answered": of.stated.0,
        "answered_right": of.stated.1,
        "calibration": of.reliability,
        "by_answer": counts(&of.by_kind),
        "by_producer": counts(&of.by_producer),
        "p50_ms": of.p50_ms,
        "p95_ms": of.p95_ms,
        "failed": failed,
    })
}
