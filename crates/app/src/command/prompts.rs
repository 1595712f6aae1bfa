//! `perusal prompts`

use perusal::generate::{PromptError, Prompts, built_in};
use serde_json::json;

use crate::cli::PromptsCommand;
use crate::config::prompts;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::output::printable;

/// Lists, prints, sets.
pub fn run(context: &Context, command: &PromptsCommand) -> Result<Code, Failure> {
    match command {
        PromptsCommand::Ls => list(context),
        PromptsCommand::Show { name, built_in } => show(context, name, *built_in),
        PromptsCommand::Set { file } => set(context, file),
        PromptsCommand::Tune(args) => super::tune::run(context, args),
        PromptsCommand::Unset { name } => unset(context, name),
    }
}

fn list(context: &Context) -> Result<Code, Failure> {
    let known = &context.settings.generate.prompts;
    let mut objects = Vec::new();
    for name in Prompts::names() {
        let prompt = known.get(name).map_err(unknown)?;
        let own = known
            .is_own(name)
            .then(|| prompts::path(name).display().to_string());
        if context.output.json {
            objects.push(json!({"name": name, "version": prompt.version, "file": own}));
        } else {
            let origin = own.as_deref().unwrap_or("of this build");
            let line = format!("{name:16} version {:<4} {origin}", prompt.version);
            context.output.line(&printable(&line))?;
        }
    }
    if context.output.json {
        context
            .output
            .object(&json!({"schema": SCHEMA, "prompts": objects}))?;
    }
    Ok(Code::Done)
}

fn show(context: &Context, name: &str, original: bool) -> Result<Code, Failure> {
    let file = built_in(name).map_err(unknown)?;
    let path = prompts::path(name);
    let own = context.settings.generate.prompts.is_own(name) && !original;
    let text = if own {
        std::fs::read_to_string(&path)?
    } else {
        file.to_owned()
    };
    if context.output.json {
        let file = own.then(|| path.display().to_string());
        let object = json!({"schema": SCHEMA, "name": name, "text": text, "file": file});
        context.output.object(&object)?;
    } else {
        context.output.line(&printable(text.trim_end()))?;
    }
    Ok(Code::Done)
}

fn set(context: &Context, file: &std::path::Path) -> Result<Code, Failure> {
    let prompt = prompts::read(file)?;
    let name = prompt.name.clone();
    Prompts::default()
        .replace(prompt)
        .map_err(|error| prompts::bad(file, &error))?;
    std::fs::create_dir_all(prompts::folder())?;
    std::fs::copy(file, prompts::path(&name))?;
    context
        .output
        .say(&format!("`{name}` is now asked as {} says", file.display()));
    Ok(Code::Done)
}

fn unset(context: &Context, name: &str) -> Result<Code, Failure> {
    built_in(name).map_err(unknown)?;
    let path = prompts::path(name);
    if path.is_file() {
        std::fs::remove_file(&path)?;
        context
            .output
            .say(&format!("`{name}` is asked as this build has it"));
    } else {
        context.output.say(&format!("`{name}` was not set"));
    }
    Ok(Code::Done)
}

fn unknown(error: PromptError) -> Failure {
    Failure::Usage {
        message: error.to_string(),
        hint: "`perusal prompts ls` lists them".to_owned(),
    }
}
