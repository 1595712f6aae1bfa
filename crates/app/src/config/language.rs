//! Settings of the language models: which there are, where their servers are, and what proves who
//! asks.
//!
//! One server serves the main model and those of its service; a model of another service is looked
//! for where that one usually is. A key goes to no other address than the one it was set for.

use std::time::Duration;

use perusal::models::remote::Service;
use perusal::models::remote::chat::{ChatModel, ChatServer, ChatService, Patience};
use perusal::models::{GgufFile, LanguageModel, ModelError};

use super::layers::Values;
use super::remote::KeySource;
use crate::failure::Failure;

/// What a language model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageRole {
    /// Everything that has no model of its own.
    Main,
    /// Turns of a conversation.
    Conversational,
    /// Summaries of documents.
    Summaries,
    /// Grades in evaluations.
    Judge,
}

impl LanguageRole {
    /// Every role, in the order people are told of them.
    pub const ALL: [Self; 4] = [
        Self::Main,
        Self::Conversational,
        Self::Summaries,
        Self::Judge,
    ];

    /// Its name in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Conversational => "conversational",
            Self::Summaries => "summaries",
            Self::Judge => "judge",
        }
    }
}

/// A language model that the settings name.
#[derive(Debug, Clone)]
pub enum LanguageSource {
    /// On a server.
    Server(Box<ChatServer>),
    /// In a file, run in this process.
    File(GgufFile),
}

impl LanguageSource {
    /// As people write it.
    pub fn name(&self) -> String {
        match self {
            Self::Server(server) => server.name(),
            Self::File(file) => file.name(),
        }
    }

    /// The address of its server, or its file.
    pub fn place(&self) -> String {
        match self {
            Self::Server(server) => server.endpoint.to_string(),
            Self::File(file) => file.path.display().to_string(),
        }
    }

    /// Its server, where it is on one.
    pub fn server(&self) -> Option<&ChatServer> {
        match self {
            Self::Server(server) => Some(server),
            Self::File(_) => None,
        }
    }

    /// The model; a server is not asked for it yet, a file is loaded.
    pub fn open(&self, offline: bool) -> Result<Box<dyn LanguageModel>, ModelError> {
        match self {
            Self::Server(server) => Ok(Box::new(ChatModel::new(
                ChatServer::clone(server),
                offline,
            )?)),
            Self::File(file) => file.open(),
        }
    }
}

/// The language models, as they are set.
#[derive(Debug)]
pub struct LanguageSettings {
    /// Names by role, in the order of [`LanguageRole::ALL`]; `None` for the main one's.
    names: [Option<String>; 4],
    /// Where the main model's server is; `None` for where its service usually is.
    endpoint: Option<String>,
    key: KeySource,
    /// Where Ollama is by `OLLAMA_BASE_URL`, which other programs know, too.
    ollama: Option<String>,
    /// Where the embedding model's server is, its service, and its key: often it is the same.
    embedder: (Option<String>, Option<Service>, KeySource),
    context_tokens: Option<usize>,
    first_token: Duration,
    at_once: Option<usize>,
}

impl LanguageSettings {
    /// What these values mean.
    pub fn of(values: &Values) -> Result<Self, Failure> {
        let name = |role: LanguageRole| values.get(&format!("models.{}", role.as_str()));
        let [main, conversational, summaries, judge] = LanguageRole::ALL;
        let embedder: String = values.get("model.embedder")?;
        Ok(Self {
            names: [
                name(main)?,
                name(conversational)?,
                name(summaries)?,
                name(judge)?,
            ],
            endpoint: values.get("models.endpoint")?,
            key: KeySource::of(values, "models")?,
            ollama: values.ollama_base_url.clone(),
            embedder: (
                values.get("model.endpoint")?,
                Service::of(&embedder).map(|(service, _)| service),
                KeySource::of(values, "model")?,
            ),
            context_tokens: values.get("models.context_tokens")?,
            first_token: values.time("models.first_token_timeout_ms")?,
            at_once: values.get("models.requests_at_once")?,
        })
    }

    /// Name of the model of a role; `None` when none is set.
    pub fn name(&self, role: LanguageRole) -> Option<&str> {
        let own = self.names[role as usize].as_deref();
        own.or(self.names[LanguageRole::Main as usize].as_deref())
            .filter(|name| *name != "none")
    }

    /// Where Ollama is, where that is set for all programs.
    pub fn ollama(&self) -> Option<&str> {
        self.ollama.as_deref()
    }

    /// The model of a role, and where it is; `None` when none is set.
    pub fn source(&self, role: LanguageRole) -> Result<Option<LanguageSource>, Failure> {
        let Some(name) = self.name(role) else {
            return Ok(None);
        };
        if let Some(mut file) = GgufFile::named(name) {
            file.context_tokens = self.context_tokens.unwrap_or(file.context_tokens);
            return Ok(Some(LanguageSource::File(file)));
        }
        let (address, key) = self.place(name);
        let mut server = ChatServer::named(name, address).map_err(|error| told(role, error))?;
        server.key = key.map_or(Ok(None), KeySource::read)?;
        server.context_tokens = self.context_tokens;
        server.at_once = self.at_once;
        server.patience = Patience {
            first_token: self.first_token,
            ..Patience::default()
        };
        Ok(Some(LanguageSource::Server(Box::new(server))))
    }

    /// Where a model's server is, unless it is where its service usually is, and its key.
    fn place(&self, name: &str) -> (Option<&str>, Option<&KeySource>) {
        let service = |name: &str| ChatService::of(name).map(|(service, _)| service);
        let main = self.name(LanguageRole::Main).and_then(service);
        let own = service(name);
        let like_main = main.is_none() || main == own;
        let ollama = self
            .ollama
            .as_deref()
            .filter(|_| own == Some(ChatService::Ollama));
        let key = like_main.then_some(&self.key);
        if let (true, Some(endpoint)) = (like_main, &self.endpoint) {
            return (Some(endpoint), key);
        }
        let (shared, embeds, its_key) = &self.embedder;
        let same = match embeds {
            Some(Service::Ollama) => own == Some(ChatService::Ollama),
            Some(Service::OpenAi) => own == Some(ChatService::OpenAi),
            Some(Service::Tei) => false,
            // It was set for no other model.
            None => like_main,
        };
        match shared {
            Some(shared) if same && matches!(self.key, KeySource::None) => {
                (Some(shared), Some(its_key))
            }
            Some(shared) if same => (Some(shared), key),
            _ => (ollama, key),
        }
    }
}

fn told(role: LanguageRole, error: ModelError) -> Failure {
    let key = format!("models.{}", role.as_str());
    let hint = match &error {
        ModelError::BadEndpoint { endpoint, .. } if endpoint.is_empty() => {
            "set `models.endpoint`, for example to \"http://127.0.0.1:8000/v1\""
        }
        ModelError::BadEndpoint { .. } => "`models.endpoint` looks like `http://127.0.0.1:11434`",
        _ => "a name has its service before a colon, as in \"ollama:qwen3:8b\"",
    };
    Failure::Config {
        message: format!("`{key}`: {error}"),
        hint: hint.to_owned(),
    }
}
