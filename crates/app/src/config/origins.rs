//! Each setting's value in force, and where it comes from.

use std::path::Path;

use figment::Figment;
use perusal::index::DenseScan;
use perusal::models::remote::RerankServer;
use perusal::reader::{Reader, ReaderCommand};

use super::remote::KeySource;
use super::resolved::{LATE_WEIGHT, OptionalArm, SPARSE_WEIGHT, Settings, is_environment};
use super::trust::FILE;
use super::written::KEYS;

/// Each key's value in force and its origin.
pub(super) fn origins(settings: &Settings, figment: &Figment) -> Vec<(String, String, String)> {
    let path = |path: &Path| path.display().to_string();
    let child = |value: fn(&ReaderCommand) -> String| match &settings.ingest.reader {
        Reader::InProcess => "none".to_owned(),
        Reader::Command(command) => value(command),
    };
    let on_server = |value: fn(&RerankServer, Option<&str>) -> String| {
        let server = settings.rerank.server();
        server.map_or_else(|| "none".to_owned(), |(server, key)| value(server, key))
    };
    let remote = &settings.remote;
    let optional = |value: Option<f32>| value.map_or("auto".to_owned(), |value| value.to_string());
    let value = |key: &str| match key {
        "store" => path(&settings.store),
        "model.embedder" => settings
            .embedder
            .clone()
            .unwrap_or_else(|| "none".to_owned()),
        "model.precision" => settings
            .precision
            .map_or("auto", |precision| precision.as_str())
            .to_owned(),
        "model.cache" => path(&settings.model_cache),
        "model.sparse" => arm_model(&settings.sparse),
        "model.late" => arm_model(&settings.late),
        "index.sparse" => settings.sparse.is_some().to_string(),
        "index.late" => settings.late.is_some().to_string(),
        "graph.enabled" => settings.ingest.graph.to_string(),
        "model.endpoint" => remote.endpoint.clone().unwrap_or_else(|| "auto".to_owned()),
        "model.api_key" => match remote.key {
            KeySource::File(_) => "none".to_owned(),
            _ => remote.key.told(),
        },
        "model.api_key_file" => match &remote.key {
            KeySource::File(file) => path(file),
            _ => "none".to_owned(),
        },
        "model.query_prefix" => format!("{:?}", remote.query_prefix),
        "model.passage_prefix" => format!("{:?}", remote.passage_prefix),
        "model.languages" => remote
            .languages
            .as_ref()
            .map_or_else(|| "all".to_owned(), |codes| codes.join(", ")),
        "model.window_tokens" => remote.window_tokens.to_string(),
        "model.batch_texts" => remote.batch_texts.to_string(),
        "model.timeout_ms" => remote.timeout.as_millis().to_string(),
        "chunk.by" => format!("{:?}", settings.ingest.chunk.by).to_lowercase(),
        "chunk.size_chars" => settings.ingest.chunk.size_chars.to_string(),
        "chunk.overlap_chars" => settings.ingest.chunk.overlap_chars.to_string(),
        "chunk.context" => settings.ingest.chunk.context.to_string(),
        "chunk.embedded" => format!("{:?}", settings.ingest.embedded).to_lowercase(),
        "retrieve.fusion" => format!("{:?}", settings.retrieve.fusion).to_lowercase(),
        "retrieve.dense_weight" => optional(settings.retrieve.dense_weight),
        "retrieve.rows" => settings.retrieve.rows.to_string(),
        "retrieve.depth" => settings.retrieve.depth.to_string(),
        "retrieve.ladder" => settings.retrieve.ladder.to_string(),
        "retrieve.exact" => (settings.retrieve.scan == DenseScan::Full).to_string(),
        "retrieve.sparse_weight" => arm_weight(&settings.sparse, SPARSE_WEIGHT),
        "retrieve.late_weight" => arm_weight(&settings.late, LATE_WEIGHT),
        "retrieve.k" => settings.k.to_string(),
        "rerank.model" => settings.rerank.told(),
        "rerank.url" => on_server(|server, _| server.endpoint.to_string()),
        "rerank.service" => on_server(|server, _| server.service.to_string()),
        "rerank.key_env" => on_server(|_, key| key.unwrap_or("none").to_owned()),
        "rerank.depth" => settings.rerank.depth.to_string(),
        "rerank.weight" => settings.rerank.weight.to_string(),
        "answer.confidence_min" => optional(settings.answer.confidence_min),
        "answer.quotes_max" => settings.answer.quotes_max.to_string(),
        "route.platform_prefixes" => settings.route.platform_prefixes.join(", "),
        "route.platform_prefix_at" => {
            format!("{:?}", settings.route.platform_prefix_at).to_lowercase()
        }
        "route.embedder" => settings
            .route_embedder
            .clone()
            .unwrap_or_else(|| "the library's".to_owned()),
        "route.learn" => settings.learn.to_string(),
        "route.classifier_threshold" => settings
            .route
            .classifier_threshold
            .map_or("auto".to_owned(), |threshold| threshold.to_string()),
        "read.in_child" => matches!(settings.ingest.reader, Reader::Command(_)).to_string(),
        "web.enabled" => settings.web.enabled.to_string(),
        "web.endpoint" => match &settings.web.endpoint {
            Some(endpoint) => endpoint.to_string(),
            None => "none".to_owned(),
        },
        "web.allow_hosts" => {
            let hosts = &settings.web.client.allow_hosts;
            let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
            hosts.join(", ")
        }
        "web.pause_ms" => settings.web.client.pause.as_millis().to_string(),
        "web.timeout_ms" => settings.web.client.timeout.as_millis().to_string(),
        "limits.parse_timeout_ms" => child(|command| command.timeout.as_millis().to_string()),
        "limits.parse_memory_bytes_max" => child(|command| command.memory_bytes_max.to_string()),
        "limits.file_bytes_max" => settings.ingest.file_bytes_max.to_string(),
        "limits.pages_max" => settings.ingest.read.pages_max.to_string(),
        "limits.ask_timeout_ms" => settings.ask_timeout.as_millis().to_string(),
        _ => String::new(),
    };
    KEYS.iter()
        .map(|(key, _)| ((*key).to_owned(), value(key), origin(figment, key)))
        .collect()
}

fn arm_model(arm: &Option<OptionalArm>) -> String {
    let named = arm.as_ref().and_then(|arm| arm.model.clone());
    named.unwrap_or_else(|| "auto".to_owned())
}

fn arm_weight(arm: &Option<OptionalArm>, default: f32) -> String {
    arm.as_ref().map_or(default, |arm| arm.weight).to_string()
}

fn origin(figment: &Figment, key: &str) -> String {
    let Some(metadata) = figment.find_metadata(key) else {
        // What came through the filter of an untrusted file has lost its mark.
        let local = figment.contains(key);
        return if local {
            format!("./{FILE}")
        } else {
            "default".to_owned()
        };
    };
    match &metadata.source {
        Some(source) => source.to_string(),
        None if is_environment(metadata) => {
            format!(
                "environment PERUSAL_{}",
                key.to_uppercase().replace('.', "__")
            )
        }
        None => metadata.name.to_string(),
    }
}
