//! Settings of the reranker: a model of this machine or one on a server, and what it may change.
//!
//! It is off unless a model or a server is named: it takes longer than everything else of a search
//! together, and on a server each question and its passages leave the machine.

use std::path::PathBuf;

use perusal::models::remote::{ApiKey, RerankServer, RerankService};

use super::layers::Values;
use crate::failure::Failure;

/// What reads the best hits again, if anything does.
#[derive(Debug)]
pub struct RerankSettings {
    /// Where the model is; `None` for no reranking.
    pub source: Option<RerankSource>,
    /// Hits that are read again.
    pub depth: usize,
    /// Share of its order.
    pub weight: f32,
}

/// Where a reranker is.
#[derive(Debug)]
pub enum RerankSource {
    /// In a folder of this machine.
    Folder(PathBuf),
    /// On a server.
    Server {
        /// Which, without its key.
        server: RerankServer,
        /// The variable of the environment that holds its key.
        key_env: Option<String>,
    },
}

impl RerankSettings {
    /// What these values mean.
    pub fn of(values: &Values) -> Result<Self, Failure> {
        Ok(Self {
            source: source(values)?,
            depth: values.get("rerank.depth")?,
            weight: values.get("rerank.weight")?,
        })
    }
}

fn source(values: &Values) -> Result<Option<RerankSource>, Failure> {
    let model: Option<String> = values.get("rerank.model")?;
    let Some(address) = values.get::<Option<String>>("rerank.url")? else {
        let about_server = ["rerank.service", "rerank.key_env"];
        if let Some(key) = about_server.into_iter().find(|key| values.is_set(key)) {
            return Err(bad(
                format!("`{key}` is about a server, and no `rerank.url` is named"),
                "name one: `url = \"http://127.0.0.1:8080\"`",
            ));
        }
        return Ok(model.map(|folder| RerankSource::Folder(folder.into())));
    };
    let service: String = values.get("rerank.service")?;
    let service = RerankService::parse(&service).unwrap_or(RerankService::Tei);
    let model = model.unwrap_or_default();
    if service == RerankService::Cohere && model.is_empty() {
        return Err(bad(
            "`rerank.service` is `cohere`, and no `rerank.model` is named".to_owned(),
            "name the model as the server knows it: `model = \"rerank-v3.5\"`",
        ));
    }
    let endpoint = service.endpoint(&address).map_err(|error| {
        bad(
            format!("`rerank.url`: {error}"),
            "it looks like `http://127.0.0.1:8080`, without `/rerank`",
        )
    })?;
    Ok(Some(RerankSource::Server {
        server: RerankServer::new(service, &model, endpoint),
        key_env: values.get("rerank.key_env")?,
    }))
}

/// The key in a variable of the environment.
pub fn key(variable: &str) -> Result<ApiKey, Failure> {
    let told = |reason: &str| {
        bad(
            format!("`rerank.key_env` names the variable {variable}: {reason}"),
            "set the variable, or leave `rerank.key_env` out for a server without keys",
        )
    };
    let text = std::env::var(variable).map_err(|_| told("it is not set"))?;
    ApiKey::new(&text).map_err(told)
}

fn bad(message: String, hint: &str) -> Failure {
    Failure::Config {
        message,
        hint: hint.to_owned(),
    }
}
