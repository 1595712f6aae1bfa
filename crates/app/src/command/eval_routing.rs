//! `perusal eval routing`

use std::io::Write as _;
use std::path::Path;

use eval::routing::{
    Item, Measured, Split, curve, measure, measure_public, read_folder, read_items, split,
};
use perusal::route::classifier::Classifier;
use serde_json::{Value, json};

use super::{Context, route};
use crate::cli::EvalRoutingArgs;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Thresholds of the printed curve.
const THRESHOLDS: [f64; 7] = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/// Measures the router on labelled questions, or the same machinery on public sets.
pub fn run(context: &Context, args: &EvalRoutingArgs) -> Result<Code, Failure> {
    let other = args.weights.as_deref().map(route::weights).transpose()?;
    let classifier = match other.as_ref().or(route::shipped(context)) {
        Some(classifier) => classifier,
        None => {
            return Err(Failure::Usage {
                message: "there are no weights to measure".to_owned(),
                hint: "`perusal router train --out FILE`, then `--weights FILE`".to_owned(),
            });
        }
    };
    let mut objects = Vec::new();
    if args.files.is_empty() {
        let mut items = read_folder(&args.data)?;
        items.retain(|item| split(&item.text) == Split::HoldOut);
        objects.push(own(context, "hold-out", &items, classifier, args)?);
    }
    for file in &args.files {
        objects.push(if file.is_dir() {
            public(context, file)?
        } else {
            let name = file.display().to_string();
            own(context, &name, &read_items(file)?, classifier, args)?
        });
    }
    if context.output.json {
        context
            .output
            .object(&json!({"schema": SCHEMA, "sets": objects}))?;
    }
    Ok(Code::Done)
}

fn public(context: &Context, folder: &Path) -> Result<Value, Failure> {
    let result = measure_public(folder)?;
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
    classifier: &Classifier,
    args: &EvalRoutingArgs,
) -> Result<Value, Failure> {
    let measured = measure(items.iter(), classifier, &context.settings.route)?;
    if let Some(path) = &args.predictions {
        write_predictions(path, &measured)?;
    }
    if !context.output.json {
        print(context, name, &measured)?;
    }
    Ok(object(name, &measured))
}

fn print(context: &Context, name: &str, measured: &Measured<'_>) -> Result<(), Failure> {
    let output = &context.output;
    output.line(&format!("{name}: {} questions", measured.decided.len()))?;
    output.line(
        "  language  type   intent  granularity  list precision  recall  layer 3  right among the rest",
    )?;
    for (language, row) in &measured.rows {
        output.line(&format!(
            "  {language:8}  {:.3}  {:.3}   {:.3}        {:.3}           {:.3}   {:.3}    {:.3}",
            row.kind.value(),
            row.intent.value(),
            row.granularity.value(),
            row.enumeration_precision.value(),
            row.enumeration_recall.value(),
            row.undecided.value(),
            row.kept_right.value()
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
        });
        writeln!(file, "{line}")?;
    }
    Ok(file.flush()?)
}
