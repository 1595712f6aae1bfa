//! The language models of the settings: whether they answer, and what mends it when they do not.

use std::path::PathBuf;

use perusal::models::remote::chat::{
    ChatModel, ChatServer, ChatService, FoundServer, LOCAL_SERVERS, local_servers,
};
use perusal::models::{Counted, LanguageModel, ModelError};
use serde_json::{Value, json};

use crate::config::{LanguageRole, LanguageSource, xdg};
use crate::context::Context;
use crate::embedder::probing;
use crate::failure::{Failure, key_hint, model_hint};

/// A model of the settings that was asked whether it is there.
pub struct ModelStatus {
    /// Which, and where.
    pub source: LanguageSource,
    /// What it is for.
    pub roles: Vec<&'static str>,
    /// Tokens of its window and how they are counted, or why it does not answer.
    pub state: Result<(usize, Counted), ModelError>,
    /// It is Ollama's `/v1`.
    pub cuts_silently: bool,
}

/// Asks each model of the settings whether it is there.
pub fn look(context: &Context) -> Result<Vec<ModelStatus>, Failure> {
    let mut all: Vec<ModelStatus> = Vec::new();
    for role in LanguageRole::ALL {
        let Some(source) = context.settings.language.source(role)? else {
            continue;
        };
        let same = |one: &&mut ModelStatus| {
            one.source.name() == source.name() && one.source.place() == source.place()
        };
        if let Some(known) = all.iter_mut().find(same) {
            known.roles.push(role.as_str());
            continue;
        }
        let (state, cuts_silently) = match &source {
            LanguageSource::Server(server) => answers(context, server),
            LanguageSource::File(file) => (file.open().map(|model| tokens(&*model)), false),
        };
        all.push(ModelStatus {
            state,
            cuts_silently,
            roles: vec![role.as_str()],
            source,
        });
    }
    Ok(all)
}

/// What a model's server says, and whether it is Ollama's `/v1`.
fn answers(context: &Context, server: &ChatServer) -> (Result<(usize, Counted), ModelError>, bool) {
    match ChatModel::new(server.clone(), context.offline) {
        Ok(model) => (looked_at(context, server, &model), model.cuts_silently()),
        Err(error) => (Err(error), false),
    }
}

/// Tokens of a model's window, and how they are counted.
fn tokens(model: &dyn LanguageModel) -> (usize, Counted) {
    let profile = model.profile();
    (profile.context_tokens, profile.counted)
}

fn looked_at(
    context: &Context,
    server: &ChatServer,
    model: &ChatModel,
) -> Result<(usize, Counted), ModelError> {
    match model.look(&probing(context)) {
        Ok(()) => Ok(tokens(model)),
        Err(ModelError::DeadlinePassed) => Err(ModelError::Unreachable {
            name: server.name(),
            endpoint: server.endpoint.to_string(),
            reason: "no answer".to_owned(),
        }),
        Err(error) => Err(error),
    }
}

impl ModelStatus {
    /// For people: what it is, where, and whether it answers.
    pub fn line(&self) -> String {
        let (name, roles) = (self.source.name(), self.roles.join(", "));
        match &self.state {
            Ok((tokens, counted)) => {
                let counted = match counted {
                    Counted::Exactly => "",
                    Counted::Estimated => ", as estimated",
                };
                let place = self.source.place();
                format!(
                    "{name:24} answers        At {place}, for {roles}: {tokens} tokens{counted}"
                )
            }
            Err(error) => format!("{name:24} {error}"),
        }
    }

    /// The same for programs.
    pub fn as_json(&self) -> Value {
        let (tokens, counted) = match &self.state {
            Ok((tokens, counted)) => (Some(tokens), Some(counted)),
            Err(_) => (None, None),
        };
        let state = match &self.state {
            Ok(_) => "answers".to_owned(),
            Err(error) => error.to_string(),
        };
        json!({
            "name": self.source.name(), "state": state, "kind": "language",
            "description": format!("At {}", self.source.place()),
            "endpoint": self.source.place(), "roles": self.roles,
            "context_tokens": tokens, "counted": counted, "default": false,
        })
    }

    /// What is wrong with it, and what mends it.
    pub fn finding(&self) -> Option<(String, String)> {
        match (&self.state, self.source.server()) {
            (Err(error), Some(server)) => Some((error.to_string(), mend(error, server))),
            (Err(error), None) => Some((
                error.to_string(),
                "`models.main` names a file as in \"llama:/models/qwen.gguf\"".to_owned(),
            )),
            (Ok(_), Some(server)) if self.cuts_silently => Some((silent(server), better(server))),
            (Ok(_), _) => None,
        }
    }
}

/// What is told of Ollama's `/v1`.
pub fn silent(server: &ChatServer) -> String {
    format!(
        "{} is asked through Ollama's `/v1`, where its window cannot be set and what does not fit \
         is dropped in silence",
        server.name()
    )
}

/// The same model, asked as it should be.
pub fn better(server: &ChatServer) -> String {
    format!(
        "`models.main = \"ollama:{}\"` sets the window",
        server.model
    )
}

/// What mends a language model that does not answer.
fn mend(error: &ModelError, server: &ChatServer) -> String {
    match error {
        ModelError::Unreachable { .. } => match server.service {
            ChatService::Ollama => "start it with `ollama serve`, or set `models.endpoint`",
            ChatService::LlamaServer => {
                "start it with `llama-server -m FILE.gguf`, or set `models.endpoint`"
            }
            ChatService::OpenAi | ChatService::Alibaba => {
                "start the server, or set `models.endpoint`"
            }
        }
        .to_owned(),
        ModelError::BadAnswer { .. } => {
            "look at `models.endpoint`: another kind of server may be there, or another path"
                .to_owned()
        }
        ModelError::RemoteOffline { .. } => {
            "run without `--offline`, or name a server on this machine".to_owned()
        }
        ModelError::KeyRefused { sent, .. } => key_hint(*sent),
        other => model_hint(other)
            .unwrap_or_else(|| "look at `models.main` and `models.endpoint`".to_owned()),
    }
}

/// Servers on this machine that could be used, where none is set.
pub fn offers(context: &Context) -> Vec<FoundServer> {
    let [ollama, llama_server] = LOCAL_SERVERS;
    let set = context.settings.language.ollama();
    let ollama = set.map_or(ollama, |set| (ollama.0, set));
    local_servers(&[ollama, llama_server], &probing(context))
}

/// Where it is kept that a server was offered: once is enough.
fn mark() -> PathBuf {
    xdg("XDG_STATE_HOME", ".local/state").join("offered")
}

/// The line that offers a language model after an answer without one: once, and only where a server
/// on this machine has one.
pub fn offer_once(context: &Context) -> Option<String> {
    let set = context.settings.language.name(LanguageRole::Main).is_some();
    if set || context.offline || mark().exists() {
        return None;
    }
    let found = offers(context);
    let line = found
        .iter()
        .find(|found| !found.models.is_empty())
        .map(offered)?;
    // Where it cannot be kept, it is better said never than always.
    let folder = mark();
    std::fs::create_dir_all(folder.parent()?).ok()?;
    std::fs::write(folder, "").ok()?;
    Some(line)
}

/// How an offer is told to people.
pub fn offered(found: &FoundServer) -> String {
    let endpoint = &found.endpoint;
    let service = match found.service {
        ChatService::Ollama => "Ollama",
        _ => "llama.cpp's server",
    };
    match found.models.first() {
        Some(first) => {
            let more = found.models.len() - 1;
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "{service} answers at {endpoint} and has {first}{more}: `models.main = \"{first}\"` \
                 uses it"
            )
        }
        None => format!("{service} answers at {endpoint} and has no model yet: `ollama pull NAME`"),
    }
}

/// The same for programs.
pub fn offer_as_json(found: &FoundServer) -> Value {
    json!({"service": found.service.as_str(), "endpoint": found.endpoint.to_string(),
           "models": found.models})
}
