//! `perusal router train` and `perusal router eval`.

use eval::routing::{
    Gate, Item, Meanings, Paired, Router, gate, read_folder, read_others, read_taught, train,
};
use perusal::classifier::Classifier;
use perusal::models;
use perusal::route::Classifiers;
use serde_json::json;

use super::versions;
use crate::cli::{RouterEvalArgs, TrainArgs};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Trains. To a file, or as a new version of the library's router, which is put
/// in use only when the gate lets it pass.
pub fn run(context: &Context, args: &TrainArgs) -> Result<Code, Failure> {
    let mut items = read_folder(&args.data)?;
    if let Some(others) = &args.others {
        let prefixes = &context.settings.route.platform_prefixes;
        items.extend(read_others(others, prefixes)?);
    }
    if let Some(exported) = &args.exported {
        items.extend(read_taught(exported)?);
    }
    let meanings = meanings(context, args.embedder.as_deref(), &items)?;
    let classifier = train(&items, meanings.as_ref());
    let bytes = classifier.to_bytes();
    if let Some(out) = &args.out {
        std::fs::write(out, &bytes).map_err(|error| Failure::Usage {
            message: format!("{}: {error}", out.display()),
            hint: "name a file that can be written".to_owned(),
        })?;
        tell(context, &items, &classifier, &bytes)?;
        return Ok(Code::Done);
    }
    let gate = judge(context, &items, &classifier)?;
    let version = if gate.passed() {
        Some(versions::promote(context, &bytes)?)
    } else {
        None
    };
    tell_gate(context, &gate, version.as_deref())
}

/// Compares weights with those in use, without putting them in use.
pub fn eval(context: &Context, args: &RouterEvalArgs) -> Result<Code, Failure> {
    let items = read_folder(&args.data)?;
    let gate = judge(context, &items, &versions::weights(&args.weights)?)?;
    tell_gate(context, &gate, None)
}

fn meanings(
    context: &Context,
    embedder: Option<&str>,
    items: &[Item],
) -> Result<Option<Meanings>, Failure> {
    let Some(name) = embedder else {
        return Ok(None);
    };
    let settings = &context.settings;
    let embedder = models::open(name, settings.precision, &settings.model_cache)?;
    let texts = items.iter().map(|item| item.text.as_str());
    Ok(Some(Meanings::of(texts, embedder.as_ref())?))
}

/// Both routers on the hold-out: the candidate, and the one in use for the same
/// kind of features.
fn judge(context: &Context, items: &[Item], candidate: &Classifier) -> Result<Gate, Failure> {
    let settings = &context.settings;
    let embedder = candidate
        .embedder()
        .map(|name| models::open(name, settings.precision, &settings.model_cache))
        .transpose()?;
    let trained = versions::current(context);
    let in_use = trained
        .as_ref()
        .filter(|current| current.embedder() == candidate.embedder());
    let shipped = Classifiers::shipped(candidate.embedder());
    let current = Router {
        classifiers: shipped.with(in_use),
        embedder: embedder.as_deref(),
        config: &settings.route,
    };
    let candidate = Router {
        classifiers: shipped.with(Some(candidate)),
        ..current
    };
    Ok(gate(items, &current, &candidate)?)
}

fn tell(
    context: &Context,
    items: &[Item],
    classifier: &Classifier,
    bytes: &[u8],
) -> Result<(), Failure> {
    let hash = perusal::content_hash(bytes);
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA, "items": items.len(), "bytes": bytes.len(), "hash": hash,
            "heads": classifier.heads.iter().map(|head| json!({
                "name": head.name, "labels": head.labels,
                "temperature": head.temperature, "threshold": head.threshold,
            })).collect::<Vec<_>>(),
        }))?;
        return Ok(());
    }
    context.output.line(&format!(
        "{} items, {} bytes, BLAKE3 {}",
        items.len(),
        bytes.len(),
        &hash[..16]
    ))?;
    for head in &classifier.heads {
        context.output.line(&format!(
            "{:12} {} labels, temperature {:.2}, decides from {:.2}",
            head.name,
            head.labels.len(),
            head.temperature,
            head.threshold
        ))?;
    }
    Ok(())
}

fn tell_gate(context: &Context, gate: &Gate, version: Option<&str>) -> Result<Code, Failure> {
    let code = if gate.passed() {
        Code::Done
    } else {
        Code::Nothing
    };
    if context.output.json {
        let class = |(name, paired): (&String, &Paired)| json!({"type": name, "lost": paired.lost, "gained": paired.gained});
        context.output.object(&json!({
            "schema": SCHEMA, "questions": gate.questions,
            "lost": gate.overall.lost, "gained": gate.overall.gained,
            "chance": gate.overall.chance(),
            "classes": gate.classes.iter().map(class).collect::<Vec<_>>(),
            "calibration_error": gate.calibration_error,
            "unsearched": [gate.unsearched.0, gate.unsearched.1],
            "contradicted": [gate.contradicted.part, gate.contradicted.whole],
            "passed": gate.passed(), "reasons": gate.reasons, "version": version,
        }))?;
        return Ok(code);
    }
    let output = &context.output;
    output.line(&format!(
        "on {} held-out questions: {} lost, {} gained, calibration error {:.3}",
        gate.questions, gate.overall.lost, gate.overall.gained, gate.calibration_error
    ))?;
    for (class, paired) in &gate.classes {
        output.line(&format!(
            "  {class}: {} lost, {} gained",
            paired.lost, paired.gained
        ))?;
    }
    for reason in &gate.reasons {
        output.line(&format!("refused: {reason}"))?;
    }
    if let Some(version) = version {
        output.line(&format!("{version} is in use"))?;
    }
    Ok(code)
}
