//! Settings of the reranker: a model of this machine or one on a server, and what it may change.
//!
//! It is off unless a model or a server is named: it takes longer than everything else of a search
//! together, and on a server each question and its passages leave the machine.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use perusal::RerankModel;
use perusal::models::remote::{ApiKey, RerankServer, RerankService};

use super::resolved::in_range;
use super::written::Rerank;
use crate::failure::Failure;

/// Beyond a thousand hits no model that reads pairs ends in time.
const DEPTH: RangeInclusive<usize> = 1..=1_000;
/// What moves nothing is no reranker; the order cannot be more than the model's.
const WEIGHT: RangeInclusive<f32> = 0.0..=1.0;

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
    /// Checks what was written.
    pub fn resolve(written: &Rerank) -> Result<Self, Failure> {
        let depth = written.depth.unwrap_or(RerankModel::DEPTH);
        in_range("rerank.depth", depth, DEPTH)?;
        let weight = written.weight.unwrap_or(RerankModel::WEIGHT);
        in_range("rerank.weight", weight, WEIGHT)?;
        Ok(Self {
            source: source(written)?,
            depth,
            weight,
        })
    }

    /// The model's place for people.
    pub fn told(&self) -> String {
        match &self.source {
            None => "none".to_owned(),
            Some(RerankSource::Folder(folder)) => folder.display().to_string(),
            Some(RerankSource::Server { server, .. }) => server.model.clone(),
        }
    }

    /// The server, where it is on one, and the variable of its key.
    pub fn server(&self) -> Option<(&RerankServer, Option<&str>)> {
        match &self.source {
            Some(RerankSource::Server { server, key_env }) => Some((server, key_env.as_deref())),
            _ => None,
        }
    }
}

fn source(written: &Rerank) -> Result<Option<RerankSource>, Failure> {
    let Some(address) = &written.url else {
        let stray = [
            ("rerank.service", written.service.is_some()),
            ("rerank.key_env", written.key_env.is_some()),
        ];
        if let Some((key, _)) = stray.iter().find(|(_, set)| *set) {
            return Err(bad(
                format!("`{key}` is about a server, and no `rerank.url` is named"),
                "name one: `url = \"http://127.0.0.1:8080\"`",
            ));
        }
        let folder = written.model.as_ref();
        return Ok(folder.map(|folder| RerankSource::Folder(folder.into())));
    };
    let service = written.service.as_deref().unwrap_or("tei");
    let service = RerankService::parse(service).ok_or_else(|| {
        bad(
            format!("`rerank.service` is `{service}`"),
            "write `service = \"tei\"`, or `service = \"cohere\"` for Cohere, Jina and servers that \
             speak like them",
        )
    })?;
    let model = written.model.as_deref().unwrap_or_default();
    if service == RerankService::Cohere && model.is_empty() {
        return Err(bad(
            "`rerank.service` is `cohere`, and no `rerank.model` is named".to_owned(),
            "name the model as the server knows it: `model = \"rerank-v3.5\"`",
        ));
    }
    let endpoint = service.endpoint(address).map_err(|error| {
        bad(
            format!("`rerank.url`: {error}"),
            "it looks like `http://127.0.0.1:8080`, without `/rerank`",
        )
    })?;
    Ok(Some(RerankSource::Server {
        server: RerankServer::new(service, model, endpoint),
        key_env: written.key_env.clone(),
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
