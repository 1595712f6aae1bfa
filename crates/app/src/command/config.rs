//! `perusal config`

use serde_json::json;

use crate::cli::ConfigCommand;
use crate::config::{Setting, all, page, schema, trust_here};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::output::Output;

/// Prints what is the same whatever is set, so that it is there when settings are wrong; false
/// for what is not.
pub fn print_table(output: &Output, command: &ConfigCommand) -> Result<bool, Failure> {
    match command {
        ConfigCommand::Schema => output.object(&schema())?,
        ConfigCommand::Reference => output.line(page().trim_end())?,
        ConfigCommand::Show { .. } | ConfigCommand::Trust => return Ok(false),
    }
    Ok(true)
}

/// Shows settings, or trusts the folder's own.
pub fn run(context: &Context, command: &ConfigCommand) -> Result<Code, Failure> {
    match command {
        ConfigCommand::Show { origin } => show(context, *origin),
        ConfigCommand::Trust => {
            let place = trust_here()?;
            context
                .output
                .line(&format!("{} is trusted as it is now", place.display()))?;
            Ok(Code::Done)
        }
        ConfigCommand::Schema | ConfigCommand::Reference => {
            print_table(&context.output, command)?;
            Ok(Code::Done)
        }
    }
}

fn show(context: &Context, origin: bool) -> Result<Code, Failure> {
    let values = &context.settings.values;
    if context.output.json {
        let told = |setting: &Setting| {
            let origin = values.origin(setting.key).to_string();
            let told = json!({"value": values.shown(setting), "origin": origin});
            (setting.key.to_owned(), told)
        };
        let settings: serde_json::Map<_, _> = all().iter().map(told).collect();
        context
            .output
            .object(&json!({"schema": SCHEMA, "settings": settings}))?;
        return Ok(Code::Done);
    }
    for setting in all() {
        let (key, value) = (setting.key, values.shown(setting));
        let last = match origin {
            true => values.origin(key).to_string(),
            false => setting.says.to_owned(),
        };
        context
            .output
            .line(&format!("{key:24} {value:28} # {last}"))?;
    }
    Ok(Code::Done)
}
