//! Settings as they are meant: plain values for each stage.
//!
//! Each value is within the bounds of the table; what is checked here is what several settings say
//! together.

use std::path::PathBuf;
use std::time::Duration;

use perusal::advise::Uses;
use perusal::generate::GenerateConfig;
use perusal::index::DenseScan;
use perusal::models::Precision;
use perusal::reader::{Reader, ReaderCommand};
use perusal::route::RouteConfig;
use perusal::text::{ChunkConfig, ReadLimits};
use perusal::{AnswerConfig, ArmModel, IngestConfig, RerankModel, RetrieveConfig, SharedSearch};

use super::index::IndexSettings;
use super::language::LanguageSettings;
use super::layers::{FlagValues, Values};
use super::remote::RemoteSettings;
use super::rerank::RerankSettings;
use super::web::WebConfig;
use crate::failure::Failure;

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
    /// The language models.
    pub language: LanguageSettings,
    /// Where chunks are searched.
    pub index: IndexSettings,
    /// Reading and cutting.
    pub ingest: IngestConfig,
    /// Retrieval, but for what [`Self::retrieve_with`] adds.
    retrieve: RetrieveConfig,
    /// What reads the best hits again.
    pub rerank: RerankSettings,
    /// Hits shown or read.
    pub k: usize,
    /// The extractive answer.
    pub answer: AnswerConfig,
    /// How a language model writes answers.
    pub generate: GenerateConfig,
    /// What a language model is asked on the way of a question.
    pub advice: Uses,
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
    /// What was set and where, for people.
    pub values: Values,
}

/// An arm that is off unless asked for.
#[derive(Debug, Clone)]
pub struct OptionalArm {
    /// Its model, if it is another than the embedding model.
    pub model: Option<String>,
    /// Its share in the fusion.
    pub weight: f32,
}

/// What retrieval works with that has to be opened first; `None` leaves an arm out.
#[derive(Debug, Default)]
pub struct Opened {
    /// The sparse arm.
    pub sparse: Option<ArmModel>,
    /// The late arm.
    pub late: Option<ArmModel>,
    /// The search of the web.
    pub web: Option<SharedSearch>,
    /// What reads the best hits again.
    pub rerank: Option<RerankModel>,
}

/// Reads and checks all layers.
pub fn load(flags: &FlagValues) -> Result<Settings, Failure> {
    Settings::of(Values::read(flags)?)
}

impl Settings {
    /// Retrieval as it was set, with what was opened for it.
    pub fn retrieve_with(&self, opened: Opened) -> RetrieveConfig {
        RetrieveConfig {
            sparse: opened.sparse,
            late: opened.late,
            web: opened.web,
            rerank: opened.rerank,
            ..self.retrieve.clone()
        }
    }

    /// What these values mean.
    pub(super) fn of(values: Values) -> Result<Self, Failure> {
        let embedder: String = values.get("model.embedder")?;
        Ok(Self {
            store: values.folder_of("store")?,
            embedder: Some(embedder).filter(|name| name != "none"),
            embedder_chosen: values.is_set("model.embedder"),
            precision: values.get("model.precision")?,
            model_cache: values.folder_of("model.cache")?,
            sparse: optional_arm(&values, "sparse")?,
            late: optional_arm(&values, "late")?,
            remote: RemoteSettings::of(&values)?,
            language: LanguageSettings::of(&values)?,
            index: IndexSettings::of(&values)?,
            ingest: ingest(&values)?,
            retrieve: retrieve(&values)?,
            rerank: RerankSettings::of(&values)?,
            k: values.get("retrieve.k")?,
            answer: AnswerConfig {
                confidence_min: values.get("answer.confidence_min")?,
                quotes_max: values.get("answer.quotes_max")?,
            },
            generate: GenerateConfig {
                prompts: super::prompts::in_force()?,
                unsupported: values.get("answer.unsupported")?,
            },
            advice: Uses {
                plans: values.get("ask.plans")?,
                steps: values.get("ask.steps")?,
                documents: values.get("ask.documents")?,
                expand: values.get("ask.expand")?,
                rewrite: values.get("ask.rewrite")?,
                ..Uses::default()
            },
            route: RouteConfig {
                platform_prefixes: values.get("route.platform_prefixes")?,
                platform_prefix_at: values.get("route.platform_prefix_at")?,
                classifier_threshold: values.get("route.classifier_threshold")?,
            },
            route_embedder: values.get("route.embedder")?,
            learn: values.get("route.learn")?,
            web: WebConfig::of(&values)?,
            ask_timeout: values.time("limits.ask_timeout_ms")?,
            values,
        })
    }
}

fn ingest(values: &Values) -> Result<IngestConfig, Failure> {
    Ok(IngestConfig {
        chunk: chunk(values)?,
        embedded: values.get("chunk.embedded")?,
        read: ReadLimits {
            pages_max: values.get("limits.pages_max")?,
            ..ReadLimits::default()
        },
        reader: reader(values)?,
        file_bytes_max: values.get("limits.file_bytes_max")?,
        graph: values.get("graph.enabled")?,
        ..IngestConfig::default()
    })
}

fn chunk(values: &Values) -> Result<ChunkConfig, Failure> {
    let chunk = ChunkConfig {
        by: values.get("chunk.by")?,
        size_chars: values.get("chunk.size_chars")?,
        overlap_chars: values.get("chunk.overlap_chars")?,
        context: values.get("chunk.context")?,
    };
    let overlap_max = chunk.size_chars / 2;
    if chunk.overlap_chars > overlap_max {
        let got = chunk.overlap_chars;
        return Err(Failure::Config {
            message: format!(
                "`chunk.overlap_chars` is {got}, allowed is 0 to {overlap_max}, half of \
                 `chunk.size_chars`"
            ),
            hint: "make it smaller, or `chunk.size_chars` larger".to_owned(),
        });
    }
    Ok(chunk)
}

/// Where files are parsed: unless told otherwise in children of this program.
fn reader(values: &Values) -> Result<Reader, Failure> {
    if !values.get("read.in_child")? {
        return Ok(Reader::InProcess);
    }
    Ok(Reader::Command(ReaderCommand {
        timeout: values.time("limits.parse_timeout_ms")?,
        memory_bytes_max: values.get("limits.parse_memory_bytes_max")?,
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

fn retrieve(values: &Values) -> Result<RetrieveConfig, Failure> {
    Ok(RetrieveConfig {
        fusion: values.get("retrieve.fusion")?,
        dense_weight: values.get("retrieve.dense_weight")?,
        depth: values.get("retrieve.depth")?,
        ladder: values.get("retrieve.ladder")?,
        sections: values.get("retrieve.sections")?,
        scan: if values.get("retrieve.exact")? {
            DenseScan::Full
        } else {
            DenseScan::Auto
        },
        ..RetrieveConfig::default()
    })
}

/// The arm of a name, where it is on.
fn optional_arm(values: &Values, name: &str) -> Result<Option<OptionalArm>, Failure> {
    let on: bool = values.get(&format!("index.{name}"))?;
    let arm = OptionalArm {
        model: values.get(&format!("model.{name}"))?,
        weight: values.get(&format!("retrieve.{name}_weight"))?,
    };
    Ok(on.then_some(arm))
}
