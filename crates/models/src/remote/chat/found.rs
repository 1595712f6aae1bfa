//! Servers of language models on this machine, looked for where they usually are, so that they can
//! be offered by name. Nothing but what they have is asked of them.

use std::time::Duration;

use super::{ChatServer, ChatService, probe::names};
use crate::{
    Limits,
    remote::{Endpoint, client::Client},
};

/// A server on this machine answers at once, or is not there.
const LOOK_TIME: Duration = Duration::from_secs(1);

/// A server that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundServer {
    /// Who speaks there.
    pub service: ChatService,
    /// Where it is.
    pub endpoint: Endpoint,
    /// Names of models that it has, as they stand in settings.
    pub models: Vec<String>,
}

/// Where servers are usually found on this machine.
pub const LOCAL_SERVERS: [(ChatService, &str); 2] = [
    (ChatService::Ollama, "http://127.0.0.1:11434"),
    (ChatService::LlamaServer, "http://127.0.0.1:8080"),
];

/// The servers at some addresses of this machine that answer as their kind does; others are never
/// asked.
#[must_use]
pub fn local_servers(addresses: &[(ChatService, &str)], limits: &Limits) -> Vec<FoundServer> {
    let found = addresses.iter().filter_map(|(service, address)| {
        let endpoint = service.endpoint(address).ok()?;
        if !endpoint.is_loopback() {
            return None;
        }
        let models = models(*service, &endpoint, limits)?;
        let names = models
            .iter()
            .map(|model| ChatServer::new(*service, model, endpoint.clone()).name());
        Some(FoundServer {
            service: *service,
            models: names.collect(),
            endpoint,
        })
    });
    found.collect()
}

/// Names of the models there; `None` for no such server.
fn models(service: ChatService, endpoint: &Endpoint, limits: &Limits) -> Option<Vec<String>> {
    let client = Client::new(endpoint.clone(), None);
    let body = |path: &str| {
        let reply = client.get(path, LOOK_TIME, limits).ok()?;
        (reply.status == 200).then_some(reply.body)
    };
    match service {
        ChatService::Ollama => {
            let tags = body("/api/tags")?;
            let value: serde_json::Value = serde_json::from_slice(&tags).ok()?;
            value.get("models")?.as_array()?;
            Some(names(&tags, "models", &["name", "model"]))
        }
        ChatService::LlamaServer => {
            let props = body("/props")?;
            let value: serde_json::Value = serde_json::from_slice(&props).ok()?;
            value.get("default_generation_settings")?;
            Some(names(&body("/v1/models")?, "data", &["id"]))
        }
        ChatService::OpenAi | ChatService::Alibaba => {
            Some(names(&body("/models")?, "data", &["id"]))
        }
    }
}
