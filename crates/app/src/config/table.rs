//! Every setting there is: its key, who may set it, what it takes, its default, what it does.
//!
//! This is the one place where a setting is defined. Parsing, `config show`, the schema and the
//! reference page are made from it; `resolved` hands the values to the stages. A default that a
//! stage has of its own is taken from there.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use perusal::advise::Plans;
use perusal::generate::Unsupported;
use perusal::models::remote::chat::Patience;
use perusal::models::remote::{RemoteModel, RerankService};
use perusal::models::web::WebSettings;
use perusal::reader::ReaderCommand;
use perusal::route::RouteConfig;
use perusal::text::{ChunkConfig, ReadLimits};
use perusal::{AnswerConfig, IngestConfig, RerankModel, RetrieveConfig};
use serde::Serialize;
use serde_json::json;

use super::setting::Default::{Always, Nothing};
use super::setting::SettingKind::{Number, OneOf, Path, Secret, Switch, Text, Texts, Whole};
use super::setting::Who::{Folder, User, UserIfServer};
use super::setting::{Default, Setting, SettingKind, Who};

/// A request or a file gets at least a tenth of a second and at most an hour.
const TIMEOUT_MS: RangeInclusive<u64> = 100..=3_600_000;
/// A part of a whole.
const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Share of an optional arm unless told otherwise: one voice among others.
const ARM_SHARE: f64 = 0.2;

/// The table, in the order people are told of it.
pub fn all() -> &'static [Setting] {
    static TABLE: LazyLock<Vec<Setting>> = LazyLock::new(table);
    &TABLE
}

// Two lines a row read as a table; one line an argument would not.
#[rustfmt::skip]
fn table() -> Vec<Setting> {
    let ingest = IngestConfig::default();
    let chunk = ChunkConfig::default();
    let retrieve = RetrieveConfig::default();
    let route = RouteConfig::default();
    let web = WebSettings::default();
    vec![
        row("store", User, Path, folder("$XDG_DATA_HOME/perusal/library", library),
            "the library's folder"),

        row("model.embedder", UserIfServer, Text, value(perusal::models::DEFAULT),
            "embedding model, a folder with one of your own, `ollama:NAME`, `openai:NAME`, `tei:NAME`, or `none`"),
        row("model.precision", Folder, OneOf(vec!["int8", "fp32"]), Nothing("auto"),
            "arithmetic of the embedding model; left out, the model's own"),
        row("model.cache", User, Path,
            folder("$XDG_CACHE_HOME/perusal/models", perusal::models::cache_dir),
            "folder of model files"),
        row("model.sparse", Folder, Text, Nothing("auto"),
            "model of the sparse arm; left out, the embedding model if it has sparse vectors"),
        row("model.late", Folder, Text, Nothing("auto"),
            "model of the late arm; left out, the embedding model if it has token vectors"),
        row("model.endpoint", User, Text, Nothing("auto"),
            "address of the server of an embedding model on one"),
        row("model.api_key", User, Secret, Nothing("none"),
            "key of that server"),
        row("model.api_key_file", User, Path, Nothing("none"),
            "file with the key of that server"),
        row("model.query_prefix", User, Text, value(""),
            "put before a question for a model on a server"),
        row("model.passage_prefix", User, Text, value(""),
            "put before a passage for a model on a server"),
        row("model.languages", Folder, Texts, Nothing("all"),
            "languages that a model on a server knows"),
        row("model.window_tokens", Folder, Whole(16..=131_072), value(RemoteModel::WINDOW_TOKENS),
            "tokens that a model on a server reads at once; longer texts go in windows"),
        row("model.batch_texts", Folder, Whole(1..=2_048), value(RemoteModel::BATCH_TEXTS),
            "texts of one request to a server"),
        row("model.timeout_ms", Folder, Whole(TIMEOUT_MS), ms(RemoteModel::TIMEOUT),
            "longest time for one request to a server"),

        row("models.main", User, Text, Nothing("none"),
            "language model: `ollama:NAME`, `llama-server:NAME`, `openai:NAME`, `alibaba:NAME`, or a file, `llama:/PATH/FILE.gguf` (feature `llama`)"),
        row("models.conversational", User, Text, Nothing("models.main"),
            "language model of conversations"),
        row("models.summaries", User, Text, Nothing("models.main"),
            "language model that summarizes"),
        row("models.judge", User, Text, Nothing("models.main"),
            "language model that grades answers in evaluations"),
        row("models.endpoint", User, Text, Nothing("auto"),
            "address of the server of `models.main`; left out, `model.endpoint` or the usual place"),
        row("models.api_key", User, Secret, Nothing("none"),
            "key of that server"),
        row("models.api_key_file", User, Path, Nothing("none"),
            "file with the key of that server"),
        // Less than 512 holds no question with its evidence.
        row("models.context_tokens", Folder, Whole(512..=16_777_216), Nothing("auto"),
            "request and answer together; left out, what the server says, of Ollama 8192"),
        row("models.first_token_timeout_ms", Folder, Whole(TIMEOUT_MS),
            ms(Patience::default().first_token),
            "longest time until a loaded language model begins to answer"),
        row("models.requests_at_once", Folder, Whole(1..=64), Nothing("auto"),
            "requests on their way to a language model at the same time, to begin with"),

        row("index.backend", User, OneOf(vec!["local", "qdrant"]), value("local"),
            "where chunks are searched: in the store, or on a Qdrant cluster that holds them too"),
        row("index.url", User, Text, Nothing("none"),
            "the cluster's gRPC port: `http://HOST:6334`, or `https://` for TLS"),
        row("index.api_key", User, Secret, Nothing("none"),
            "key of the cluster"),
        row("index.api_key_file", User, Path, Nothing("none"),
            "file with the key of the cluster"),
        row("index.collection", User, Text, value("perusal"),
            "what the names of collections on the cluster begin with"),
        row("index.shards", User, Whole(1..=1_024), value(1),
            "shards of a collection that is made"),
        row("index.replicas", User, Whole(1..=32), value(1),
            "replicas of each shard of a collection that is made"),
        row("index.write_consistency", User, Whole(1..=32), value(1),
            "replicas that must have a write before it counts"),
        row("index.read_consistency", User, OneOf(vec!["one", "majority", "quorum", "all"]), value("one"),
            "replicas that a search hears of"),
        row("index.timeout_ms", User, Whole(TIMEOUT_MS), value(10_000),
            "longest time for one request to the cluster, with all its tries"),
        row("index.sparse", Folder, Switch, value(ingest.sparse.is_some()),
            "sparse vectors are kept and searched"),
        row("index.late", Folder, Switch, value(ingest.late.is_some()),
            "token vectors are kept, and the best hits scored again by them"),
        row("graph.enabled", Folder, Switch, value(ingest.graph),
            "entities of documents are kept, for the graph strategy"),

        row("chunk.by", Folder, OneOf(vec!["document", "page", "section"]), value(chunk.by),
            "what a chunk may not run beyond"),
        // Beyond, a hit is no longer a passage.
        row("chunk.size_chars", Folder, Whole(100..=20_000), value(chunk.size_chars),
            "characters a chunk holds"),
        row("chunk.overlap_chars", Folder, Whole(0..=10_000), value(chunk.overlap_chars),
            "characters a chunk shares with the one before, half of its own at most"),
        row("chunk.context", Folder, Switch, value(chunk.context),
            "titles, headings and the names of tables are indexed with a chunk, as the file's name always is"),
        row("chunk.embedded", Folder, OneOf(vec!["labels", "whole"]), value(ingest.embedded),
            "what of a chunk is embedded: all, or lines of figures without these"),

        row("retrieve.fusion", Folder, OneOf(vec!["minmax", "rrf"]), value(retrieve.fusion),
            "how lists are fused: by scaled scores, or by ranks"),
        row("retrieve.dense_weight", Folder, Number(SHARE), Nothing("auto"),
            "share of the dense arm; left out, the text decides"),
        row("retrieve.depth", Folder, Whole(1..=10_000), value(retrieve.depth),
            "hits each arm brings to the fusion"),
        row("retrieve.ladder", Folder, Switch, value(retrieve.ladder),
            "auto looks again in every other way while the result looks unsure, not only in the suggested one and the web"),
        row("retrieve.sections", Folder, OneOf(vec!["around", "all"]), value(retrieve.sections),
            "sections that `hierarchical` looks at: those around the first hits, or every one"),
        row("retrieve.exact", Folder, Switch, value(false),
            "every vector is scored, however many there are"),
        row("retrieve.sparse_weight", Folder, Number(SHARE), value(ARM_SHARE),
            "share of the sparse arm, where it is on"),
        row("retrieve.late_weight", Folder, Number(SHARE), value(ARM_SHARE),
            "share of the late arm, where it is on"),
        row("retrieve.k", Folder, Whole(1..=100), value(10),
            "hits shown or read"),

        row("rerank.model", User, Text, Nothing("none"),
            "folder of a cross-encoder that reads the best hits again, or its name on a server"),
        row("rerank.url", User, Text, Nothing("none"),
            "address of a server with such a model"),
        row("rerank.service", User, OneOf(RerankService::ALL.map(RerankService::as_str).into()),
            value(RerankService::Tei.as_str()),
            "what such a server speaks: tei, or cohere for all that speak like it"),
        row("rerank.key_env", User, Text, Nothing("none"),
            "variable of the environment that holds the key of such a server"),
        // Beyond a thousand hits no model that reads pairs ends in time.
        row("rerank.depth", Folder, Whole(1..=1_000), value(RerankModel::DEPTH),
            "hits that are read again"),
        row("rerank.weight", Folder, Number(SHARE), value(RerankModel::WEIGHT),
            "share of the order of the hits read again; the fused order has the rest"),

        row("answer.confidence_min", Folder, Number(SHARE), Nothing("auto"),
            "least confidence of an answer; left out, the fitted one"),
        row("answer.quotes_max", Folder, Whole(1..=20), value(AnswerConfig::default().quotes_max),
            "sentences or rows quoted at most"),
        row("answer.unsupported", Folder, OneOf(vec!["mark", "drop"]),
            value(Unsupported::default()),
            "what becomes of a sentence of a language model that nothing in the documents bears out"),

        row("ask.plans", Folder, OneOf(Plans::ALL.map(Plans::as_str).into()),
            value(Plans::default()),
            "what a language model does for questions over tables that are not sure without it"),
        row("ask.steps", Folder, Switch, value(false),
            "a language model splits questions into steps, later ones using what earlier ones found"),
        row("ask.documents", Folder, Switch, value(false),
            "a language model chooses among the documents that were found"),
        row("ask.expand", Folder, Switch, value(false),
            "a language model adds other words to look for"),
        row("ask.rewrite", Folder, Switch, value(false),
            "a language model rewrites follow-ups so that they stand alone"),

        row("route.platform_prefixes", Folder, Texts, Always(route.platform_prefixes),
            "texts that mark a question about the platform, beside the built-in one"),
        row("route.platform_prefix_at", Folder, OneOf(vec!["anywhere", "start"]),
            value(route.platform_prefix_at),
            "where such a text must stand"),
        row("route.classifier_threshold", Folder, Number(SHARE), Nothing("auto"),
            "confidence from which the classifier decides; left out, the fitted one"),
        row("route.embedder", Folder, Text, Nothing("the library's"),
            "model whose embeddings the router reads"),
        row("route.learn", Folder, Switch, value(false),
            "the decisions of sessions are kept, for `perusal router export`"),

        row("read.in_child", User, Switch, value(true),
            "files are parsed in child processes, and not in this one"),

        row("web.enabled", User, Switch, value(false),
            "questions may be asked of the search endpoint, and leave the machine"),
        row("web.endpoint", User, Text, Nothing("none"),
            "address of a search endpoint that answers in JSON (SearXNG)"),
        row("web.allow_hosts", User, Texts, Always(Vec::new()),
            "servers, as `host:port`, that pages may be added from although they are private"),
        // A longer pause than a minute is a stop.
        row("web.pause_ms", User, Whole(0..=60_000), ms(web.pause),
            "least pause between two pages of a site"),
        row("web.timeout_ms", Folder, Whole(TIMEOUT_MS), ms(web.timeout),
            "longest time to fetch one page"),

        row("limits.file_bytes_max", Folder, Whole(1..=1 << 40), value(ingest.file_bytes_max),
            "largest file opened"),
        row("limits.pages_max", Folder, Whole(1..=1_000_000), value(ReadLimits::default().pages_max),
            "most pages of a file"),
        row("limits.parse_timeout_ms", Folder, Whole(TIMEOUT_MS), ms(ReaderCommand::TIMEOUT),
            "longest time to parse one file in a child"),
        // Less than 64 MiB reads no PDF, more than 64 GiB is no limit.
        row("limits.parse_memory_bytes_max", Folder, Whole(64 << 20..=64 << 30),
            value(ReaderCommand::MEMORY_BYTES_MAX),
            "most memory to parse one file in a child"),
        row("limits.ask_timeout_ms", Folder, Whole(0..=86_400_000), value(30_000),
            "longest time for an answer"),
    ]
}

fn row(
    key: &'static str,
    who: Who,
    kind: SettingKind,
    default: Default,
    says: &'static str,
) -> Setting {
    Setting {
        key,
        kind,
        default,
        who,
        says,
    }
}

fn value(default: impl Serialize) -> Default {
    Default::Value(json!(default))
}

fn ms(default: Duration) -> Default {
    value(u64::try_from(default.as_millis()).unwrap_or(u64::MAX))
}

fn folder(told: &'static str, find: fn() -> PathBuf) -> Default {
    Default::Folder { told, find }
}

fn library() -> PathBuf {
    super::xdg("XDG_DATA_HOME", ".local/share").join("library")
}
