//! `perusal models`

use perusal::models::{Installed, Limits, PullEvent, catalogue, installed, pull};
use serde_json::json;

use super::Context;
use crate::cli::ModelsCommand;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Lists or fetches models.
pub fn run(context: &Context, command: &ModelsCommand) -> Result<Code, Failure> {
    match command {
        ModelsCommand::Ls => list(context),
        ModelsCommand::Pull { name } => fetch(context, name),
    }
}

fn list(context: &Context) -> Result<Code, Failure> {
    let cache = &context.settings.model_cache;
    let mut objects = Vec::new();
    for model in catalogue() {
        let state = match installed(model, cache) {
            Installed::Complete => "installed".to_owned(),
            Installed::Partial => "partly fetched".to_owned(),
            Installed::Absent => "not installed".to_owned(),
            Installed::Damaged { file, .. } => format!("damaged: {file} has the wrong SHA-256"),
        };
        if context.output.json {
            objects.push(json!({
                "name": model.name, "state": state, "description": model.description,
                "dim": model.dim, "licence": model.licence,
                "default": model.name == perusal::models::DEFAULT,
            }));
        } else {
            context.output.line(&format!("{:24} {:14} {}", model.name, state, model.description))?;
        }
    }
    if context.output.json {
        context.output.object(
            &json!({"schema": SCHEMA, "cache": cache.display().to_string(), "models": objects}),
        )?;
    }
    Ok(Code::Done)
}

fn fetch(context: &Context, name: &str) -> Result<Code, Failure> {
    let model = perusal::models::find(name)?;
    let output = &context.output;
    let limits = Limits { deadline: None, cancel: context.cancel.clone() };
    let mut tenth = 0;
    let folder = pull(
        model,
        &context.settings.model_cache,
        context.offline,
        &mut |event| match event {
            PullEvent::Source { description } => output.say(&format!("from {description}")),
            PullEvent::Bytes { done, total } => {
                let share = total.filter(|total| *total > 0).map_or(0, |total| done * 10 / total);
                if share > tenth {
                    tenth = share;
                    output.say(&format!("{} % of {} MB", share * 10, total.unwrap_or(0) / 1_000_000));
                }
            }
            PullEvent::Verified { file } => output.say(&format!("verified {file}")),
            PullEvent::Failed { description, reason } => {
                output.say(&format!("note: {description} did not work: {reason}"));
            }
            PullEvent::Present => output.say("already here, verified"),
        },
        &limits,
    )?;
    if output.json {
        output.object(&json!({"schema": SCHEMA, "name": name, "folder": folder.display().to_string()}))?;
    } else {
        output.line(&format!("{name} is in {}", folder.display()))?;
    }
    Ok(Code::Done)
}
