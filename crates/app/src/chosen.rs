//! Which language models a question may name instead of those of the settings.
//!
//! Those that the settings name for something, and those that servers on this machine have: a
//! request never says to which other machine the text of documents goes, nor which file is read.

use perusal::models::remote::chat::{ChatServer, local_servers};
use serde_json::{Value, json};

use crate::config::{LanguageRole, LanguageSource};
use crate::context::Context;
use crate::embedder::probing;
use crate::failure::Failure;
use crate::language;

/// The model of this name.
///
/// # Errors
/// A name that none has; settings that name a server wrongly.
pub fn of_name(context: &Context, name: &str) -> Result<LanguageSource, Failure> {
    let is_it = |source: &LanguageSource| source.name() == name;
    if let Some(source) = set(context)?.into_iter().find(is_it) {
        return Ok(source);
    }
    let found = found(context)?;
    if let Some(server) = found.iter().find(|server| server.name() == name) {
        return Ok(LanguageSource::Server(Box::new(server.clone())));
    }
    let names: Vec<String> = found.iter().map(ChatServer::name).collect();
    Err(Failure::Usage {
        message: format!("no language model here is called `{name}`"),
        hint: match names.is_empty() {
            true => "no server of language models answers on this machine; `models.main` names one"
                .to_owned(),
            false => format!("there are {}", names.join(", ")),
        },
    })
}

/// Models that servers on this machine have and that no setting names, as `models ls --json` has
/// them.
///
/// # Errors
/// Settings that name a server wrongly.
pub fn others(context: &Context) -> Result<Vec<Value>, Failure> {
    let set = set(context)?;
    let is_new = |found: &ChatServer| !set.iter().any(|known| known.name() == found.name());
    let others = found(context)?.into_iter().filter(is_new).map(|server| {
        json!({
            "name": server.name(), "state": "answers", "kind": "language",
            "description": format!("At {}", server.endpoint),
            "endpoint": server.endpoint.to_string(), "roles": [], "default": false,
        })
    });
    Ok(others.collect())
}

/// Those of the settings, each once.
fn set(context: &Context) -> Result<Vec<LanguageSource>, Failure> {
    let mut all: Vec<LanguageSource> = Vec::new();
    for role in LanguageRole::ALL {
        if let Some(source) = context.settings.language.source(role)?
            && !all.iter().any(|known| known.name() == source.name())
        {
            all.push(source);
        }
    }
    Ok(all)
}

/// What the servers of this machine have, each once: that of the settings, if it is one, and those
/// that are where servers usually are.
fn found(context: &Context) -> Result<Vec<ChatServer>, Failure> {
    let mut servers = Vec::new();
    let set = set(context)?;
    for like in set.iter().filter_map(LanguageSource::server) {
        let address = like.endpoint.to_string();
        servers.extend(local_servers(
            &[(like.service, &address)],
            &probing(context),
        ));
    }
    servers.extend(language::offers(context));
    let mut all: Vec<ChatServer> = Vec::new();
    for server in servers {
        for name in &server.models {
            let Ok(one) = ChatServer::named(name, Some(&server.endpoint.to_string())) else {
                continue;
            };
            if !all.iter().any(|known| known.name() == one.name()) {
                all.push(one);
            }
        }
    }
    Ok(all)
}
