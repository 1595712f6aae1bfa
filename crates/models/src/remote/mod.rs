//! Models behind HTTP: embedders on Ollama, OpenAI-compatible servers and Text Embeddings Inference,
//! rerankers on the latter and on the many that speak as Cohere does, language models ([`chat`]) on
//! Ollama, OpenAI-compatible servers, llama.cpp and Alibaba.
//!
//! One small client of ours for all, since the ready ones hide what matters here: a call that
//! stops within a fifth of a second, answers that are bounded and checked number by number, and
//! texts too long for the server that are cut by us instead of by it. Nothing is sent anywhere but
//! to the endpoint that was configured: redirects are not followed.
//!
//! What a server computes cannot be pinned by a hash. Its identity is therefore where it is asked
//! and for what: the service, the model's name, and a hash of the address and of what is put around
//! a text. The same bits for the same text are promised as far as the server keeps them.

mod batch;
mod call;
pub mod chat;
mod client;
mod embedder;
mod endpoint;
mod key;
mod peer;
mod request;
mod reranker;
mod retry;
#[cfg(test)]
mod tests;
mod wire;

use std::{fmt, time::Duration};

pub use embedder::Remote;
pub use endpoint::Endpoint;
pub use key::ApiKey;
pub use peer::{Peer, PeerAnswer, PeerError};
pub use reranker::{RemoteReranker, RerankServer, RerankService};

/// Who speaks at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// Ollama, `/api/embed`.
    Ollama,
    /// OpenAI and the many servers that speak its protocol, `/v1/embeddings`.
    OpenAi,
    /// Hugging Face's Text Embeddings Inference, `/embed`.
    Tei,
}

impl Service {
    /// Every service, in the order people are told of them.
    pub const ALL: [Self; 3] = [Self::Ollama, Self::OpenAi, Self::Tei];

    /// What stands before the colon of a model's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::OpenAi => "openai",
            Self::Tei => "tei",
        }
    }

    /// Where it is asked unless told otherwise. Only what runs on this machine has a default: text
    /// goes elsewhere when its owner has named the place.
    #[must_use]
    pub fn default_endpoint(self) -> Option<&'static str> {
        match self {
            Self::Ollama => Some("http://127.0.0.1:11434"),
            Self::OpenAi | Self::Tei => None,
        }
    }

    /// Service and model of a name such as `ollama:bge-m3`; `None` for the name of a local model.
    ///
    /// ```
    /// use models::remote::Service;
    ///
    /// assert_eq!(Service::of("ollama:bge-m3:567m"), Some((Service::Ollama, "bge-m3:567m")));
    /// assert_eq!(Service::of("all-minilm-l6-v2"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<(Self, &str)> {
        let (service, model) = name.split_once(':')?;
        let found = Self::ALL.into_iter().find(|own| own.as_str() == service)?;
        Some((found, model))
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which model is asked, where, and how.
#[derive(Clone, Debug)]
pub struct RemoteModel {
    /// Who speaks there.
    pub service: Service,
    /// The name by which the server knows the model.
    pub model: String,
    /// Where the server is.
    pub endpoint: Endpoint,
    /// What proves who asks.
    pub key: Option<ApiKey>,
    /// Put before a question, as some models were trained with.
    pub query_prefix: String,
    /// Put before a passage.
    pub passage_prefix: String,
    /// Languages the model knows, as ISO 639-1 codes; `None` for all.
    pub languages: Option<Vec<String>>,
    /// Tokens read as one text, at four bytes each; longer texts go in windows.
    pub window_tokens: usize,
    /// Texts of one request.
    pub batch_texts: usize,
    /// Longest time for one request.
    pub timeout: Duration,
}

impl RemoteModel {
    /// Tokens of a window unless told otherwise: what the smallest common models read, and more
    /// than a chunk of the default size has.
    pub const WINDOW_TOKENS: usize = 512;
    /// Texts of a request unless told otherwise: the most that Text Embeddings Inference takes.
    pub const BATCH_TEXTS: usize = 32;
    /// Time for a request unless told otherwise: a batch on a server without a GPU, whose model is
    /// loaded first.
    pub const TIMEOUT: Duration = Duration::from_secs(120);

    /// A model with the default settings.
    #[must_use]
    pub fn new(service: Service, model: &str, endpoint: Endpoint) -> Self {
        Self {
            service,
            model: model.to_owned(),
            endpoint,
            key: None,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            languages: None,
            window_tokens: Self::WINDOW_TOKENS,
            batch_texts: Self::BATCH_TEXTS,
            timeout: Self::TIMEOUT,
        }
    }

    /// `service:model`, as people write it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}:{}", self.service, self.model)
    }
}
