//! `perusal router`

use std::path::Path;

use serde_json::json;

use super::Context;
use crate::cli::RouterCommand;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Works on the router's weights.
pub fn run(context: &Context, command: &RouterCommand) -> Result<Code, Failure> {
    match command {
        RouterCommand::Train { data, out } => train(context, data, out),
    }
}

fn train(context: &Context, data: &Path, out: &Path) -> Result<Code, Failure> {
    let items = eval::routing::read_folder(data)?;
    let classifier = eval::routing::train(&items);
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
