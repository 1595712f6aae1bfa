//! Settings as they are written: every value optional, every key known.

use std::path::PathBuf;

use figment::value::{Dict, Map, Value};
use figment::{Metadata, Profile, Provider};
use serde::Deserialize;

use super::remote::Secret;

/// Every key, with what it means and its default in words.
pub const KEYS: &[(&str, &str)] = &[
    ("store", "the library's folder"),
    (
        "model.embedder",
        "embedding model, `ollama:NAME`, `openai:NAME`, `tei:NAME`, or `none`",
    ),
    ("model.precision", "int8 or fp32"),
    ("model.cache", "folder of model files"),
    (
        "model.sparse",
        "model of the sparse arm; left out, the embedding model if it has sparse vectors",
    ),
    (
        "model.late",
        "model of the late arm; left out, the embedding model if it has token vectors",
    ),
    ("index.sparse", "true: sparse vectors are kept and searched"),
    (
        "index.late",
        "true: token vectors are kept, and the best hits scored again by them",
    ),
    (
        "graph.enabled",
        "true: entities of documents are kept, for the graph strategy",
    ),
    ("model.endpoint", "address of the server of a model on one"),
    ("model.api_key", "its key, as `${VARIABLE}`"),
    ("model.api_key_file", "file with its key"),
    ("model.query_prefix", "put before a question for it"),
    ("model.passage_prefix", "put before a passage for it"),
    ("model.languages", "languages it knows; left out, all"),
    (
        "model.window_tokens",
        "tokens it reads at once; longer texts go in windows",
    ),
    ("model.batch_texts", "texts of one request to it"),
    ("model.timeout_ms", "time for one request to it"),
    ("chunk.by", "document, page or section"),
    ("chunk.size_chars", "characters a chunk holds"),
    (
        "chunk.overlap_chars",
        "characters a chunk shares with the one before",
    ),
    (
        "chunk.context",
        "true: titles and headings are indexed with a chunk",
    ),
    (
        "chunk.embedded",
        "whole, or labels: without the figures of table cells",
    ),
    ("retrieve.fusion", "minmax or rrf"),
    (
        "retrieve.dense_weight",
        "share of the dense arm, 0 to 1; left out, the text decides",
    ),
    (
        "retrieve.rows",
        "what a passage gets of the score of its best table row, 0 to 1; 0 leaves rows out",
    ),
    ("retrieve.depth", "hits each arm brings to the fusion"),
    (
        "retrieve.ladder",
        "true: auto looks again in other ways while the result looks unsure",
    ),
    (
        "retrieve.exact",
        "true: every vector is scored, however many there are",
    ),
    (
        "retrieve.sparse_weight",
        "share of the sparse arm, 0 to 1, where it is on",
    ),
    (
        "retrieve.late_weight",
        "share of the late arm, 0 to 1, where it is on",
    ),
    ("retrieve.k", "hits shown or read"),
    (
        "rerank.model",
        "folder of a cross-encoder that reads the best hits again, or its name on a server",
    ),
    ("rerank.url", "address of a server with such a model"),
    (
        "rerank.service",
        "tei, or cohere for all that speak like it",
    ),
    (
        "rerank.key_env",
        "variable of the environment that holds its key",
    ),
    ("rerank.depth", "hits that are read again"),
    (
        "rerank.weight",
        "share of its order, 0 to 1; the fused order has the rest",
    ),
    (
        "answer.confidence_min",
        "least confidence of an answer, 0 to 1; left out, the fitted one",
    ),
    ("answer.quotes_max", "sentences or rows quoted at most"),
    (
        "route.platform_prefixes",
        "texts that mark a question about the platform",
    ),
    (
        "route.platform_prefix_at",
        "anywhere, or start: where such a text must stand",
    ),
    (
        "route.classifier_threshold",
        "confidence from which the classifier decides, 0 to 1; left out, the fitted one",
    ),
    (
        "route.embedder",
        "model whose embeddings the router reads; left out, the library's",
    ),
    (
        "route.learn",
        "true to keep the decisions of sessions, for `perusal router export`",
    ),
    (
        "read.in_child",
        "true to parse files in child processes, false to parse them in this one",
    ),
    (
        "web.enabled",
        "true: questions may be asked of the search endpoint, and leave the machine",
    ),
    (
        "web.endpoint",
        "address of a search endpoint that answers in JSON (SearXNG)",
    ),
    (
        "web.allow_hosts",
        "servers, as `host:port`, that pages may be added from although they are private",
    ),
    ("web.pause_ms", "least pause between two pages of a site"),
    ("web.timeout_ms", "longest time to fetch one page"),
    ("limits.file_bytes_max", "largest file opened"),
    ("limits.pages_max", "most pages of a file"),
    (
        "limits.parse_timeout_ms",
        "longest time to parse one file in a child",
    ),
    (
        "limits.parse_memory_bytes_max",
        "most memory to parse one file in a child",
    ),
    ("limits.ask_timeout_ms", "time for an answer"),
];

/// Keys that name places, shape what is sent there or take a protection away: not
/// taken from a folder's `perusal.toml` unless trusted.
pub const TRUSTED_KEYS: [&str; 16] = [
    "store",
    "model.cache",
    "model.endpoint",
    "model.api_key",
    "model.api_key_file",
    "model.query_prefix",
    "model.passage_prefix",
    "rerank.model",
    "rerank.url",
    "rerank.service",
    "rerank.key_env",
    "read.in_child",
    "web.enabled",
    "web.endpoint",
    "web.allow_hosts",
    "web.pause_ms",
];

/// All settings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Written {
    pub store: Option<PathBuf>,
    pub model: Model,
    pub index: Index,
    pub graph: Graph,
    pub chunk: Chunk,
    pub retrieve: Retrieve,
    pub rerank: Rerank,
    pub answer: Answer,
    pub route: Route,
    pub read: Read,
    pub web: Web,
    pub limits: Limits,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
/// `[model]`, see [`KEYS`].
pub struct Model {
    pub embedder: Option<String>,
    pub precision: Option<perusal::models::Precision>,
    pub cache: Option<PathBuf>,
    pub sparse: Option<String>,
    pub late: Option<String>,
    pub endpoint: Option<String>,
    pub api_key: Option<Secret>,
    pub api_key_file: Option<PathBuf>,
    pub query_prefix: Option<String>,
    pub passage_prefix: Option<String>,
    pub languages: Option<Vec<String>>,
    pub window_tokens: Option<usize>,
    pub batch_texts: Option<usize>,
    pub timeout_ms: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Index {
    pub sparse: Option<bool>,
    pub late: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Graph {
    pub enabled: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Chunk {
    pub by: Option<perusal::text::ChunkBy>,
    pub size_chars: Option<usize>,
    pub overlap_chars: Option<usize>,
    pub context: Option<bool>,
    pub embedded: Option<perusal::Embedded>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retrieve {
    pub fusion: Option<perusal::Fusion>,
    pub dense_weight: Option<f32>,
    pub rows: Option<f32>,
    pub depth: Option<usize>,
    pub exact: Option<bool>,
    pub ladder: Option<bool>,
    pub sparse_weight: Option<f32>,
    pub late_weight: Option<f32>,
    pub k: Option<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rerank {
    pub model: Option<String>,
    pub url: Option<String>,
    pub service: Option<String>,
    pub key_env: Option<String>,
    pub depth: Option<usize>,
    pub weight: Option<f32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Answer {
    pub confidence_min: Option<f32>,
    pub quotes_max: Option<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Route {
    pub platform_prefixes: Option<Vec<String>>,
    pub platform_prefix_at: Option<perusal::route::PrefixAt>,
    pub classifier_threshold: Option<f64>,
    pub embedder: Option<String>,
    pub learn: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Read {
    pub in_child: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Web {
    pub enabled: Option<bool>,
    pub endpoint: Option<String>,
    pub allow_hosts: Option<Vec<String>>,
    pub pause_ms: Option<u64>,
    pub timeout_ms: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    pub file_bytes_max: Option<u64>,
    pub pages_max: Option<u32>,
    pub parse_timeout_ms: Option<u64>,
    pub parse_memory_bytes_max: Option<u64>,
    pub ask_timeout_ms: Option<u64>,
}

/// Values given as flags, by dotted key.
#[derive(Debug, Default, Clone)]
pub struct FlagValues(pub Vec<(&'static str, Value)>);

impl FlagValues {
    /// Adds a flag that was given.
    pub fn set(&mut self, key: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.0.push((key, value.into()));
        }
    }
}

impl Provider for FlagValues {
    fn metadata(&self) -> Metadata {
        Metadata::named("flag")
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        let mut dict = Dict::new();
        for (key, value) in &self.0 {
            match key.split_once('.') {
                None => {
                    dict.insert((*key).to_owned(), value.clone());
                }
                Some((table, key)) => {
                    let entry = dict
                        .entry(table.to_owned())
                        .or_insert_with(|| Value::from(Dict::new()));
                    if let Value::Dict(_, inner) = entry {
                        inner.insert(key.to_owned(), value.clone());
                    }
                }
            }
        }
        Ok(Map::from([(Profile::Default, dict)]))
    }
}
