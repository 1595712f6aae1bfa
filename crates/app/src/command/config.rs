//! `perusal config`

use serde_json::json;

use super::Context;
use crate::cli::ConfigCommand;
use crate::config::{KEYS, trust_here};
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

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
    }
}

fn show(context: &Context, origin: bool) -> Result<Code, Failure> {
    let origins = &context.settings.origins;
    if context.output.json {
        let settings: serde_json::Map<_, _> = origins
            .iter()
            .map(|(key, value, origin)| (key.clone(), json!({"value": value, "origin": origin})))
            .collect();
        context
            .output
            .object(&json!({"schema": SCHEMA, "settings": settings}))?;
        return Ok(Code::Done);
    }
    for ((key, value, from), (_, meaning)) in origins.iter().zip(KEYS) {
        let last = if origin { from } else { &(*meaning).to_owned() };
        context
            .output
            .line(&format!("{key:24} {value:28} # {last}"))?;
    }
    Ok(Code::Done)
}
