//! Settings as they are meant: plain values for each stage.

use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::providers::{Env, Format, Toml};
use figment::{Figment, Metadata};
use perusal::index::DenseScan;
use perusal::models::Precision;
use perusal::reader::{Reader, ReaderCommand};
use perusal::route::RouteConfig;
use perusal::text::{ChunkConfig, ReadLimits};
use perusal::{AnswerConfig, IngestConfig, RetrieveConfig};

use super::origins;
use super::remote::RemoteSettings;
use super::rerank::RerankSettings;
use super::trust::{self, FILE, Trust, Without};
use super::web::WebConfig;
use super::written::{FlagValues, KEYS, TRUSTED_KEYS, Written};
use crate::failure::Failure;

/// Variables of the environment that are no settings.
const NOT_SETTINGS: [&str; 3] = ["models", "panics", "demo_binary"];
/// Chunks may be this long; beyond, a hit is no longer a passage.
const CHUNK_CHARS: std::ops::RangeInclusive<usize> = 100..=20_000;
/// A file gets at least a tenth of a second and at most an hour.
const PARSE_TIMEOUT_MS: std::ops::RangeInclusive<u64> = 100..=3_600_000;
/// Shares of the optional arms unless told otherwise: one voice among others.
pub(super) const SPARSE_WEIGHT: f32 = 0.2;
pub(super) const LATE_WEIGHT: f32 = 0.2;
/// Less than 64 MiB reads no PDF, more than 64 GiB is no limit.
const PARSE_MEMORY_BYTES: std::ops::RangeInclusive<u64> = 64 << 20..=64 << 30;

/// What every command works with.
#[derive(Debug)]
pub struct Settings {
    /// The library's folder.
    pub store: PathBuf,
    /// Name of the embedding model; `None` for keywords only.
    pub embedder: Option<String>,
    /// True when somebody chose it: the default gives way to what a library was built with.
    pub embedder_chosen: bool,
    /// Its arithmetic; `None` for the model's own default.
    pub precision: Option<Precision>,
    /// Folder of model files.
    pub model_cache: PathBuf,
    /// The sparse arm, where it is on.
    pub sparse: Option<OptionalArm>,
    /// The late arm, where it is on.
    pub late: Option<OptionalArm>,
    /// How a model on a server is asked.
    pub remote: RemoteSettings,
    /// Reading and cutting.
    pub ingest: IngestConfig,
    /// Retrieval.
    pub retrieve: RetrieveConfig,
    /// What reads the best hits again.
    pub rerank: RerankSettings,
    /// Hits shown or read.
    pub k: usize,
    /// The extractive answer.
    pub answer: AnswerConfig,
    /// The router.
    pub route: RouteConfig,
    /// Model whose embeddings the router reads; `None` for the library's.
    pub route_embedder: Option<String>,
    /// Keep the decisions of sessions, to train the router on.
    pub learn: bool,
    /// Pages and searches of the web.
    pub web: WebConfig,
    /// Time for an answer.
    pub ask_timeout: Duration,
    /// Value and origin by key, for `config show`.
    pub origins: Vec<(String, String, String)>,
    /// What the user should know about the settings.
    pub notes: Vec<String>,
}

/// An arm that is off unless asked for.
#[derive(Debug, Clone)]
pub struct OptionalArm {
    /// Its model, if it is another than the embedding model.
    pub model: Option<String>,
    /// Its share in the fusion.
    pub weight: f32,
}

/// Reads and checks all layers.
pub fn load(flags: &FlagValues) -> Result<Settings, Failure> {
    let user_file = super::xdg("XDG_CONFIG_HOME", ".config").join(FILE);
    let local_trust = trust::state();
    let local = existing(Path::new(FILE));
    let mut notes = Vec::new();
    let mut figment = existing(&user_file);
    match local_trust {
        Trust::Absent => {}
        Trust::Trusted => figment = figment.merge(local),
        Trust::Untrusted => {
            let mut refused: Vec<_> = TRUSTED_KEYS
                .iter()
                .filter(|key| local.contains(key))
                .copied()
                .collect();
            if trust::names_a_server(&local) {
                refused.push(trust::EMBEDDER);
            }
            for key in &refused {
                notes.push(format!(
                    "`{key}` in ./{FILE} is not used: a folder may not choose paths, servers or \
                     prompts, or take protections away, until `perusal config trust`"
                ));
            }
            figment = figment.merge(Without {
                inner: local,
                keys: refused,
            });
        }
    }
    let figment = figment.merge(environment()).merge(flags.clone());
    let written: Written = figment.extract().map_err(|error| unknown_or_bad(&error))?;
    resolve(written, &figment, notes)
}

/// A file's settings; none when there is no such file.
fn existing(file: &Path) -> Figment {
    if file.exists() {
        Figment::from(Toml::file_exact(file))
    } else {
        Figment::new()
    }
}

fn environment() -> Env {
    Env::prefixed("PERUSAL_")
        .filter(|key| !NOT_SETTINGS.contains(&key.as_str().to_lowercase().as_str()))
        .split("__")
}

/// An error of the reader, with the nearest known key for an unknown one.
fn unknown_or_bad(error: &figment::Error) -> Failure {
    use figment::error::Kind;
    let first = error
        .clone()
        .into_iter()
        .next()
        .unwrap_or_else(|| error.clone());
    let at = first.path.join(".");
    let source = first
        .metadata
        .as_ref()
        .map(|metadata| match &metadata.source {
            Some(source) => source.to_string(),
            None => metadata.name.to_string(),
        });
    let place = source.map_or_else(String::new, |source| format!(" in {source}"));
    if let Kind::UnknownField(field, _) = &first.kind {
        let key = match at.as_str() {
            "" => field.clone(),
            path if path.ends_with(field.as_str()) => path.to_owned(),
            path => format!("{path}.{field}"),
        };
        return unknown(&key, &place);
    }
    let at = if at.is_empty() {
        String::new()
    } else {
        format!("setting `{at}`{place}: ")
    };
    Failure::Config {
        message: format!("{at}{}", first.kind),
        hint: "`perusal config show --origin` shows the settings and where they come from"
            .to_owned(),
    }
}

/// A key as it stands in [`KEYS`]; `place` is told when it does not.
pub fn known_key(key: &str, place: &str) -> Result<&'static str, Failure> {
    let known = KEYS.iter().find(|(known, _)| *known == key);
    known
        .map(|(known, _)| *known)
        .ok_or_else(|| unknown(key, place))
}

fn unknown(key: &str, place: &str) -> Failure {
    let nearest = KEYS
        .iter()
        .map(|(known, _)| *known)
        .max_by(|a, b| strsim::jaro_winkler(a, key).total_cmp(&strsim::jaro_winkler(b, key)))
        .unwrap_or("store");
    Failure::Config {
        message: format!("unknown setting `{key}`{place}"),
        hint: format!("did you mean `{nearest}`? `perusal config show` lists them all"),
    }
}

fn resolve(written: Written, figment: &Figment, notes: Vec<String>) -> Result<Settings, Failure> {
    let ingest = IngestConfig {
        embedded: written
            .chunk
            .embedded
            .unwrap_or(IngestConfig::default().embedded),
        chunk: chunk(&written)?,
        read: ReadLimits {
            pages_max: written
                .limits
                .pages_max
                .unwrap_or(ReadLimits::default().pages_max),
            ..ReadLimits::default()
        },
        reader: reader(&written)?,
        file_bytes_max: written
            .limits
            .file_bytes_max
            .unwrap_or(IngestConfig::default().file_bytes_max),
        graph: written
            .graph
            .enabled
            .unwrap_or(IngestConfig::default().graph),
        ..IngestConfig::default()
    };
    let retrieve = retrieve(&written)?;
    let sparse = optional_arm(
        "retrieve.sparse_weight",
        written.index.sparse,
        &written.model.sparse,
        written.retrieve.sparse_weight.unwrap_or(SPARSE_WEIGHT),
    )?;
    let late = optional_arm(
        "retrieve.late_weight",
        written.index.late,
        &written.model.late,
        written.retrieve.late_weight.unwrap_or(LATE_WEIGHT),
    )?;
    let answer = answer(&written)?;
    let route = route(&written)?;
    let k = written.retrieve.k.unwrap_or(10);
    in_range("retrieve.k", k, 1..=100)?;
    let default = perusal::models::DEFAULT.to_owned();
    let embedder_chosen = written.model.embedder.is_some();
    let key_in_environment = figment
        .find_metadata("model.api_key")
        .is_some_and(is_environment);
    let remote = RemoteSettings::resolve(&written.model, key_in_environment)?;
    let web = WebConfig::resolve(&written.web)?;
    let embedder = written
        .model
        .embedder
        .or(Some(default))
        .filter(|name| name != "none");
    let mut settings = Settings {
        store: written
            .store
            .unwrap_or_else(|| super::xdg("XDG_DATA_HOME", ".local/share").join("library")),
        embedder,
        embedder_chosen,
        precision: written.model.precision,
        model_cache: written
            .model
            .cache
            .unwrap_or_else(perusal::models::cache_dir),
        sparse,
        late,
        remote,
        ingest,
        retrieve,
        rerank: RerankSettings::resolve(&written.rerank)?,
        k,
        answer,
        route,
        route_embedder: written.route.embedder,
        learn: written.route.learn.unwrap_or(false),
        web,
        ask_timeout: Duration::from_millis(written.limits.ask_timeout_ms.unwrap_or(30_000)),
        origins: Vec::new(),
        notes,
    };
    settings.origins = origins::origins(&settings, figment);
    Ok(settings)
}

fn chunk(written: &Written) -> Result<ChunkConfig, Failure> {
    let default = ChunkConfig::default();
    let chunk = ChunkConfig {
        by: written.chunk.by.unwrap_or(default.by),
        size_chars: written.chunk.size_chars.unwrap_or(default.size_chars),
        overlap_chars: written.chunk.overlap_chars.unwrap_or(default.overlap_chars),
        context: written.chunk.context.unwrap_or(default.context),
    };
    in_range("chunk.size_chars", chunk.size_chars, CHUNK_CHARS)?;
    in_range(
        "chunk.overlap_chars",
        chunk.overlap_chars,
        0..=chunk.size_chars / 2,
    )?;
    Ok(chunk)
}

/// Where files are parsed: unless told otherwise in children of this program.
fn reader(written: &Written) -> Result<Reader, Failure> {
    let timeout_ms = written.limits.parse_timeout_ms.unwrap_or(60_000);
    in_range("limits.parse_timeout_ms", timeout_ms, PARSE_TIMEOUT_MS)?;
    let memory_bytes_max = written
        .limits
        .parse_memory_bytes_max
        .unwrap_or(ReaderCommand::MEMORY_BYTES_MAX);
    in_range(
        "limits.parse_memory_bytes_max",
        memory_bytes_max,
        PARSE_MEMORY_BYTES,
    )?;
    if written.read.in_child == Some(false) {
        return Ok(Reader::InProcess);
    }
    Ok(Reader::Command(ReaderCommand {
        timeout: Duration::from_millis(timeout_ms),
        memory_bytes_max,
        ..ReaderCommand::new(this_program(), &["read-child"])
    }))
}

/// This very program. On Linux by a name that still means it when the file it
/// was started from has been replaced, as an update does.
fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() {
        return running;
    }
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("perusal"))
}

fn retrieve(written: &Written) -> Result<RetrieveConfig, Failure> {
    let default = RetrieveConfig::default();
    let config = RetrieveConfig {
        fusion: written.retrieve.fusion.unwrap_or(default.fusion),
        dense_weight: written.retrieve.dense_weight.or(default.dense_weight),
        rows: written.retrieve.rows.unwrap_or(default.rows),
        depth: written.retrieve.depth.unwrap_or(default.depth),
        scan: match written.retrieve.exact {
            Some(true) => DenseScan::Full,
            Some(false) | None => DenseScan::Auto,
        },
        // What they ask is opened by the commands that need it.
        sparse: None,
        late: None,
        ladder: written.retrieve.ladder.unwrap_or(default.ladder),
        web: None,
        rerank: None,
    };
    if let Some(weight) = config.dense_weight {
        in_range("retrieve.dense_weight", weight, 0.0..=1.0)?;
    }
    in_range("retrieve.rows", config.rows, 0.0..=1.0)?;
    in_range("retrieve.depth", config.depth, 1..=10_000)?;
    Ok(config)
}

fn optional_arm(
    key: &str,
    on: Option<bool>,
    model: &Option<String>,
    weight: f32,
) -> Result<Option<OptionalArm>, Failure> {
    in_range(key, weight, 0.0..=1.0)?;
    let model = model.clone();
    Ok((on == Some(true)).then_some(OptionalArm { model, weight }))
}

fn answer(written: &Written) -> Result<AnswerConfig, Failure> {
    let default = AnswerConfig::default();
    let config = AnswerConfig {
        confidence_min: written.answer.confidence_min.or(default.confidence_min),
        quotes_max: written.answer.quotes_max.unwrap_or(default.quotes_max),
    };
    if let Some(least) = config.confidence_min {
        in_range("answer.confidence_min", least, 0.0..=1.0)?;
    }
    in_range("answer.quotes_max", config.quotes_max, 1..=20)?;
    Ok(config)
}

fn route(written: &Written) -> Result<RouteConfig, Failure> {
    let default = RouteConfig::default();
    let own = written.route.platform_prefixes.iter().flatten().cloned();
    let config = RouteConfig {
        // The built-in ones always count.
        platform_prefixes: default.platform_prefixes.into_iter().chain(own).collect(),
        platform_prefix_at: written
            .route
            .platform_prefix_at
            .unwrap_or(default.platform_prefix_at),
        classifier_threshold: written.route.classifier_threshold,
    };
    if let Some(threshold) = config.classifier_threshold {
        in_range("route.classifier_threshold", threshold, 0.0..=1.0)?;
    }
    Ok(config)
}

pub(super) fn in_range<T: PartialOrd + std::fmt::Display>(
    key: &str,
    value: T,
    range: std::ops::RangeInclusive<T>,
) -> Result<(), Failure> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Failure::Config {
        message: format!(
            "`{key}` is {value}, allowed is {} to {}",
            range.start(),
            range.end()
        ),
        hint: "`perusal config show --origin` shows where it comes from".to_owned(),
    })
}

/// Whether a value comes from a variable of the environment.
pub(super) fn is_environment(metadata: &Metadata) -> bool {
    metadata.name.contains("environment")
}
