//! `perusal router`

use eval::routing::Meanings;
use perusal::models;
use serde_json::json;

use super::Context;
use crate::cli::{RouterCommand, TrainArgs};
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Works on the router's weights.
pub fn run(context: &Context, command: &RouterCommand) -> Result<Code, Failure> {
    match command {
        RouterCommand::Train(args) => train(context, args),
    }
}

fn train(context: &Context, args: &TrainArgs) -> Result<Code, Failure> {
    let (data, out) = (&args.data, &args.out);
    let items = eval::routing::read_folder(data)?;
    let meanings = match &args.embedder {
        None => None,
        Some(name) => {
            let settings = &context.settings;
            let embedder = models::open(name, settings.precision, &settings.model_cache)?;
            let texts = items.iter().map(|item| item.text.as_str());
            Some(Meanings::of(texts, embedder.as_ref())?)
        }
    };
    let classifier = eval::routing::train(&items, meanings.as_ref());
    let bytes = classifier.to_bytes();
    std::fs::write(out, &bytes).map_err(|error| Failure::Usage {
        message: format!("{}: {error}", out.display()),
        hint: "name a file that can be written".to_owned(),
    })?;
    let hash = perusal::content_hash(&bytes);
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA, "items": items.len(), "bytes": bytes.len(), "hash": hash,
            "heads": classifier.heads().iter().map(|head| json!({
                "name": head.name, "labels": head.labels,
                "temperature": head.temperature, "threshold": head.threshold,
            })).collect::<Vec<_>>(),
        }))?;
        return Ok(Code::Done);
    }
    context.output.line(&format!(
        "{} items, {} bytes, BLAKE3 {}",
        items.len(),
        bytes.len(),
        &hash[..16]
    ))?;
    for head in classifier.heads() {
        context.output.line(&format!(
            "{:12} {} labels, temperature {:.2}, decides from {:.2}",
            head.name,
            head.labels.len(),
            head.temperature,
            head.threshold
        ))?;
    }
    Ok(Code::Done)
}
