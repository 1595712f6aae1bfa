//! `perusal eval routing`

use std::io::Write as _;
use std::path::Path;

use eval::routing::{
    DEVELOPMENT, Item, Measured, Router, Split, curve, document_questions, measure, measure_public,
    measure_references, measure_steadiness, read_folder, read_items, unsearched_of,
};
use perusal::models::Embedder;
use serde_json::{Value, json};

use super::router::versions;
use super::{eval_labelled as labelled, route};
use crate::cli::EvalRoutingArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Thresholds of the printed curve.
const THRESHOLDS: [f64; 7] = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/// Measures the router on labelled questions, or the same machinery on public sets.
pub fn run(context: &Context, args: &EvalRoutingArgs) -> Result<Code, Failure> {
    let other = args.weights.as_deref().map(versions::weights).transpose()?;
    let opened = route::Router::open(context, other)?;
    let classifiers = opened.classifiers();
    let router = Router {
        classifiers,
        // Crosswise the weights are trained anew, whether this build has some or not.
        embedder: opened
            .embedder()
            .filter(|_| args.leave_out.is_some() || classifiers.meaning.is_some()),
        config: &context.settings.route,
    };
    if !context.output.json {
        let reads = router
            .embedder
            .map_or("words alone", |one| &one.profile().id);
        context.output.line(&format!("the router reads {reads}"))?;
    }
    let predictions = args.predictions.as_deref();
    let mut objects = Vec::new();
    if let Some(others) = &args.leave_out {
        objects.extend(labelled::leave_out(context, args, others, &router)?);
    } else if let Some(decides) = args.task {
        for file in &args.files {
            objects.push(labelled::file(context, args, (file, decides), &router)?);
        }
    } else if args.files.is_empty() {
        let mut items = read_folder(&args.data)?;
        items.retain(|item| item.split() == Split::HoldOut);
        objects.push(own(context, "hold-out", &items, &router, predictions)?);
        objects.push(steadiness(context, &items, &router)?);
        let development = args.data.join(DEVELOPMENT);
        if development.is_file() {
            let items = read_items(&development)?;
            objects.push(own(context, "development", &items, &router, None)?);
        }
        objects.extend(references(context, &args.data)?);
    }
    let measured = args.files.iter().filter(|_| args.task.is_none());
    for file in measured {
        objects.push(if file.join("train.jsonl").is_file() {
            public(context, file, opened.embedder())?
        } else if file.is_dir() {
            documents(context, file, &router)?
        } else {
            let name = file.display().to_string();
            own(context, &name, &read_items(file)?, &router, predictions)?
        });
    }
    if context.output.json {
        context
            .output
            .object(&json!({"schema": SCHEMA, "sets": objects}))?;
    }
    Ok(Code::Done)
}

/// Whether the hold-out is decided the same when it is put a little differently.
fn steadiness(context: &Context, items: &[Item], router: &Router<'_>) -> Result<Value, Failure> {
    let all = measure_steadiness(items.iter(), router)?;
    if !context.output.json {
        context
            .output
            .line("put differently: same type, list or none as before")?;
        for one in &all {
            context.output.line(&format!(
                "  {:14}  {:.3}  {:.3}   of {}",
                one.change.name(),
                one.kind.value(),
                one.enumeration.value(),
                one.kind.whole
            ))?;
        }
    }
    let rows = all.iter().map(|one| {
        json!({
            "change": one.change.name(), "questions": one.kind.whole,
            "same_type": one.kind.value(), "same_list": one.enumeration.value(),
        })
    });
    Ok(json!({"set": "put differently", "rows": rows.collect::<Vec<_>>()}))
}

/// References to what was asked before, where the folder has them.
fn references(context: &Context, folder: &Path) -> Result<Option<Value>, Failure> {
    let path = folder.join("references.jsonl");
    if !path.is_file() {
        return Ok(None);
    }
    let measured = measure_references(&path)?;
    let (right, whole) = (measured.right.part, measured.right.whole);
    if !context.output.json {
        context.output.line(&format!(
            "references: {right} of {whole} resolved as wanted"
        ))?;
    }
    let wrong = measured.wrong.iter();
    let wrong: Vec<Value> = wrong
        .map(|(id, resolved)| json!({"id": id, "resolved": resolved}))
        .collect();
    Ok(Some(json!({
        "set": "references", "questions": whole, "right": measured.right.value(), "wrong": wrong,
    })))
}

/// Real questions about documents: how many would not be searched for, or told as a whole
/// document.
fn documents(context: &Context, folder: &Path, router: &Router<'_>) -> Result<Value, Failure> {
    let questions = document_questions(folder)?;
    let lost = unsearched_of(questions.iter().map(String::as_str), router)?;
    if !context.output.json {
        context.output.line(&format!(
            "{}: {} questions about documents, not searched for {} ({:.4}), after an answer {} \
             ({:.4}), of these by a rule {}; told as a whole document {}",
            folder.display(),
            questions.len(),
            lost.alone.part,
            lost.alone.value(),
            lost.after_an_answer.part,
            lost.after_an_answer.value(),
            lost.by_rule,
            lost.as_whole
        ))?;
    }
    Ok(json!({
        "set": folder.display().to_string(),
        "questions": questions.len(),
        "unsearched": lost.alone.part,
        "unsearched_after_an_answer": lost.after_an_answer.part,
        "unsearched_by_rule": lost.by_rule,
        "told_as_whole": lost.as_whole,
    }))
}

fn public(
    context: &Context,
    folder: &Path,
    embedder: Option<&dyn Embedder>,
) -> Result<Value, Failure> {
    let result = measure_public(folder, embedder)?;
    if !context.output.json {
        context.output.line(&format!(
            "{}: right {:.4} of {}, macro F1 {:.4}, calibration error {:.3}, trained on {}",
            folder.display(),
            result.right.value(),
            result.right.whole,
            result.macro_f1,
            result.calibration_error.unwrap_or_default(),
            result.trained
        ))?;
    }
    Ok(json!({
        "set": folder.display().to_string(),
        "trained": result.trained,
        "right": result.right.value(),
        "questions": result.right.whole,
        "macro_f1": result.macro_f1,
        "calibration_error": result.calibration_error,
    }))
}

fn own(
    context: &Context,
    name: &str,
    items: &[Item],
    router: &Router<'_>,
    predictions: Option<&Path>,
) -> Result<Value, Failure> {
    told(context, name, &measure(items.iter(), router)?, predictions)
}

fn told(
    context: &Context,
    name: &str,
    measured: &Measured<'_>,
    predictions: Option<&Path>,
) -> Result<Value, Failure> {
    if let Some(path) = predictions {
        write_predictions(path, measured)?;
    }
    if !context.output.json {
        print(context, name, measured)?;
    }
    Ok(object(name, measured))
}

fn print(context: &Context, name: &str, measured: &Measured<'_>) -> Result<(), Failure> {
    let output = &context.output;
    output.line(&format!("{name}: {} questions", measured.decided.len()))?;
    output.line(
        "  language  type   intent  granularity  list precision  recall  strategy  layer 3  right among the rest  unsearched",
    )?;
    for (language, row) in &measured.rows {
        output.line(&format!(
            "  {language:8}  {:.3}  {:.3}   {:.3}        {:.3}           {:.3}   {:.3}     {:.3}    {:.3}                 {} of {}",
            row.kind.value(),
            row.intent.value(),
            row.granularity.value(),
            row.enumeration_precision.value(),
            row.enumeration_recall.value(),
            row.strategy.value(),
            row.undecided.value(),
            row.kept_right.value(),
            row.unsearched.part,
            row.unsearched.whole
        ))?;
    }
    for (title, shares) in [("type", &measured.by_kind), ("intent", &measured.by_intent)] {
        let told: Vec<String> = shares
            .iter()
            .map(|(label, share)| format!("{label} {:.3} of {}", share.value(), share.whole))
            .collect();
        output.line(&format!("  {title}: {}", told.join(", ")))?;
    }
    output.line(&format!(
        "  calibration error {:.3}, {:.0} µs a decision",
        measured.calibration_error.unwrap_or_default(),
        measured.time.as_secs_f64() * 1e6
    ))?;
    for (threshold, undecided, right) in curve(&measured.decided, &THRESHOLDS) {
        output.line(&format!(
            "  at {threshold:.2}: layer 3 {:.3}, right among the rest {:.3}",
            undecided.value(),
            right.value()
        ))?;
    }
    Ok(())
}

fn object(name: &str, measured: &Measured<'_>) -> Value {
    let rows = measured.rows.iter().map(|(language, row)| {
        json!({
            "language": language,
            "questions": row.kind.whole,
            "type": row.kind.value(),
            "intent": row.intent.value(),
            "granularity": row.granularity.value(),
            "enumeration_precision": row.enumeration_precision.value(),
            "enumeration_recall": row.enumeration_recall.value(),
            "strategy": row.strategy.value(),
            "unsearched": row.unsearched.part,
            "undecided": row.undecided.value(),
            "right_among_decided": row.kept_right.value(),
        })
    });
    json!({
        "set": name,
        "rows": rows.collect::<Vec<_>>(),
        "calibration_error": measured.calibration_error,
        "us_per_decision": measured.time.as_secs_f64() * 1e6,
        "curve": curve(&measured.decided, &THRESHOLDS)
            .into_iter()
            .map(|(threshold, undecided, right)| json!({
                "threshold": threshold, "undecided": undecided.value(), "right": right.value(),
            }))
            .collect::<Vec<_>>(),
    })
}

fn write_predictions(path: &Path, measured: &Measured<'_>) -> Result<(), Failure> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for one in &measured.decided {
        let line = json!({
            "id": one.item.id,
            "predicted": one.decision.kind.question_type().as_str(),
            "confidence": one.decision.confidence,
            "layer": one.decision.layer.as_str(),
            "intent": one.decision.kind.route().map(|route| route.intent.as_str()),
            "granularity": one.decision.kind.route().map(|route| route.granularity.as_str()),
            "enumeration": one.decision.kind.route().map(|route| route.enumeration),
            "strategy": one.decision.kind.route().map(|route| route.wanted.as_str()),
            "low_confidence": one.decision.low_confidence,
        });
        writeln!(file, "{line}")?;
    }
    Ok(file.flush()?)
}
