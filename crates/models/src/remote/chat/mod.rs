//! Language models behind HTTP: Ollama, OpenAI-compatible servers, llama.cpp's server, Alibaba.
//!
//! The ready clients hide what matters here. A request that does not fit is refused by us, and a
//! prompt that the server cut all the same is told by its own count (`form.rs`). An answer without
//! its end is a failure, as is an error in the middle of one (`read.rs`). A server that cannot
//! hold an answer to a schema is asked in words, and the answer is checked either way (`shape.rs`).
//! How often, how many at once and whether at all a server is asked is bounded for each
//! (`again.rs`, `pace.rs`, `breaker.rs`).

mod again;
mod breaker;
mod exchange;
mod form;
mod found;
mod model;
mod ollama;
mod openai;
mod pace;
mod probe;
mod read;
mod shape;
mod stream;
#[cfg(test)]
mod tests;

use std::{fmt, time::Duration};

pub use found::{FoundServer, LOCAL_SERVERS, local_servers};
pub use model::ChatModel;

use super::{ApiKey, Endpoint, Service};
use crate::{LanguageModel, ModelError};

/// The port of Ollama, in an address.
const OLLAMAS_PORT: &str = ":11434/";

/// Tokens of a window of Ollama that cannot be set: its own on small machines.
const OLLAMAS_V1_TOKENS: usize = 4_096;

/// Who speaks at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChatService {
    /// Ollama, `/api/chat`.
    Ollama,
    /// llama.cpp's own server, `/v1/chat/completions` and what it has beside it.
    LlamaServer,
    /// OpenAI and the many servers that speak its protocol, `/v1/chat/completions`.
    OpenAi,
    /// Alibaba's Model Studio in its compatible mode.
    Alibaba,
}

impl ChatService {
    /// Every service, in the order people are told of them.
    pub const ALL: [Self; 4] = [Self::Ollama, Self::LlamaServer, Self::OpenAi, Self::Alibaba];

    /// What stands before the colon of a model's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::LlamaServer => "llama-server",
            Self::OpenAi => "openai",
            Self::Alibaba => "alibaba",
        }
    }

    /// Where it is asked unless told otherwise: the usual port of this machine, or the one place
    /// that the service's name means (keys are of a region; others are set as an address).
    #[must_use]
    pub fn default_endpoint(self) -> Option<&'static str> {
        match self {
            Self::Ollama => Some("http://127.0.0.1:11434"),
            Self::LlamaServer => Some("http://127.0.0.1:8080"),
            Self::OpenAi => None,
            Self::Alibaba => Some("https://dashscope-intl.aliyuncs.com/compatible-mode/v1"),
        }
    }

    /// Service and model of a name such as `ollama:qwen3:8b`.
    ///
    /// ```
    /// use models::remote::chat::ChatService;
    ///
    /// assert_eq!(ChatService::of("ollama:qwen3:8b"), Some((ChatService::Ollama, "qwen3:8b")));
    /// assert_eq!(ChatService::of("qwen3:8b"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<(Self, &str)> {
        let (service, model) = name.split_once(':')?;
        let found = Self::ALL.into_iter().find(|own| own.as_str() == service)?;
        Some((found, model))
    }

    /// Checks the address of a server. What people write for other clients is understood: Ollama
    /// and llama.cpp with `/v1` behind the port, OpenAI-compatible ones without it.
    ///
    /// # Errors
    /// [`ModelError::BadEndpoint`].
    pub fn endpoint(self, address: &str) -> Result<Endpoint, ModelError> {
        let bare = address.trim().trim_end_matches('/');
        let without = |ends: [&str; 2]| {
            let end = ends.into_iter().find_map(|end| bare.strip_suffix(end));
            end.unwrap_or(bare)
        };
        match self {
            Self::Ollama => Endpoint::parse(without(["/v1", "/api"]), Service::Ollama),
            Self::LlamaServer => Endpoint::parse(without(["/v1", "/completion"]), Service::Tei),
            Self::OpenAi | Self::Alibaba => Endpoint::parse(address, Service::OpenAi),
        }
    }

    /// Requests on their way at the same time, to begin with. What serves one person is asked one
    /// thing at a time.
    fn at_once(self) -> usize {
        match self {
            Self::Ollama | Self::LlamaServer => 1,
            Self::OpenAi => 10,
            Self::Alibaba => 5,
        }
    }

    /// Whether an address is that of Ollama's `/v1`, by its port: other clients are set up so. It
    /// cannot be told a window there, and what is beyond its own is dropped in silence.
    #[must_use]
    pub fn is_ollamas_v1(self, endpoint: &Endpoint) -> bool {
        self == Self::OpenAi && endpoint.to_string().contains(OLLAMAS_PORT)
    }

    /// Tokens of the window where neither the user nor the server says. Of Ollama it is what we ask
    /// for, and costs memory; elsewhere a server that takes less says so.
    fn context_tokens(self) -> usize {
        match self {
            Self::Ollama => 8_192,
            Self::LlamaServer | Self::OpenAi | Self::Alibaba => 32_768,
        }
    }
}

impl fmt::Display for ChatService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How long a server may be silent. The deadline of a call ends all of it earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until the first token of an answer, the connection included.
    pub first_token: Duration,
    /// From one token to the next.
    pub between_tokens: Duration,
    /// Until the first token while the server says that it loads the model.
    pub loading: Duration,
    /// For a whole answer.
    pub whole: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first_token: Duration::from_secs(10),
            between_tokens: Duration::from_secs(5),
            loading: Duration::from_secs(120),
            whole: Duration::from_secs(600),
        }
    }
}

/// Which language model is asked, where, and how.
#[derive(Clone, Debug)]
pub struct ChatServer {
    /// Who speaks there.
    pub service: ChatService,
    /// The name by which the server knows the model.
    pub model: String,
    /// Where the server is.
    pub endpoint: Endpoint,
    /// What proves who asks.
    pub key: Option<ApiKey>,
    /// Tokens of request and answer together; `None` for what the server says. What the server
    /// says is less counts in any case.
    pub context_tokens: Option<usize>,
    /// How long it may be silent.
    pub patience: Patience,
    /// Requests on their way at the same time, to begin with; `None` for the service's own.
    pub at_once: Option<usize>,
    /// What makes pauses between tries differ; `None` for other ones each time.
    pub seed: Option<u64>,
}

impl ChatServer {
    /// A model with the default settings.
    #[must_use]
    pub fn new(service: ChatService, model: &str, endpoint: Endpoint) -> Self {
        Self {
            service,
            model: model.to_owned(),
            endpoint,
            key: None,
            context_tokens: None,
            patience: Patience::default(),
            at_once: None,
            seed: None,
        }
    }

    /// The model of a name such as `ollama:qwen3:8b`, at an address or where its service is
    /// usually found.
    ///
    /// # Errors
    /// [`ModelError::UnknownModel`] for a name without a known service or without a model,
    /// [`ModelError::BadEndpoint`].
    pub fn named(name: &str, address: Option<&str>) -> Result<Self, ModelError> {
        let known = || ModelError::UnknownModel {
            name: name.to_owned(),
            known: vec![
                "ollama:NAME",
                "llama-server:NAME",
                "openai:NAME",
                "alibaba:NAME",
                "llama:/PATH/FILE.gguf",
            ],
        };
        let (service, model) = ChatService::of(name).ok_or_else(known)?;
        if model.trim().is_empty() {
            return Err(known());
        }
        let address = address.or(service.default_endpoint());
        let address = address.ok_or_else(|| ModelError::BadEndpoint {
            endpoint: String::new(),
            reason: format!("`{name}` is a model on a server, and no server is named"),
        })?;
        Ok(Self::new(service, model, service.endpoint(address)?))
    }

    /// Whether this is Ollama's `/v1`, by its address.
    #[must_use]
    pub fn is_ollamas_v1(&self) -> bool {
        self.service.is_ollamas_v1(&self.endpoint)
    }

    /// `service:model`, as people write it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}:{}", self.service, self.model)
    }
}

/// The language model of a name such as `ollama:qwen3:8b`, with the default settings; nothing is
/// asked yet.
///
/// With `offline` only a server on this machine will do.
///
/// # Errors
/// As [`ChatServer::named`] and [`ChatModel::new`].
pub fn language_model(
    name: &str,
    address: Option<&str>,
    key: Option<ApiKey>,
    offline: bool,
) -> Result<Box<dyn LanguageModel>, ModelError> {
    let server = ChatServer {
        key,
        ..ChatServer::named(name, address)?
    };
    Ok(Box::new(ChatModel::new(server, offline)?))
}
