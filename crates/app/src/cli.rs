//! The command line.

mod eval;
mod parse;
mod router;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use self::parse::{duration, hits, key_value, named_folder};

pub use self::eval::{
    EvalAnalysisArgs, EvalCommand, EvalExperimentArgs, EvalFusionArgs, EvalMiniArgs, EvalQaArgs,
    EvalQualityArgs, EvalRetrievalArgs, EvalRoutingArgs, EvalTablesArgs,
};
pub use self::parse::{question_type, session_name, strategy};
pub use self::router::{FramingArgs, RouteArgs, RouterCommand, RouterEvalArgs, TrainArgs};

/// Answers questions about your own documents, with citations that can be checked.
#[derive(Debug, Parser)]
#[command(
    name = "perusal",
    version,
    max_term_width = 100,
    propagate_version = true
)]
pub struct Cli {
    /// The library: a folder (default: in the XDG data directory) [env: PERUSAL_STORE]
    #[arg(long, global = true, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, global = true)]
    pub json: bool,
    /// No progress, no notes
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Fetch nothing
    #[arg(long, global = true)]
    pub offline: bool,
    #[command(subcommand)]
    pub command: Command,
}

/// `perusal migrate`
#[cfg(feature = "qdrant")]
#[derive(Debug, Args)]
pub struct MigrateArgs {
    /// `qdrant://HOST[:PORT]`, `qdrants://` for TLS, or `local` (default: `index.url`)
    #[arg(long, value_name = "URL")]
    pub to: Option<String>,
    /// Fill the collection anew, from the records
    #[arg(long)]
    pub afresh: bool,
    /// Searches that are compared at the end
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub verify: usize,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Add the sample documents and ask three questions
    Demo,
    /// Read, cut, embed and index files, folders and web pages
    Add(AddArgs),
    /// List the documents
    Ls,
    /// What was asked so far and how it went; sizes of the index
    Stats(StatsArgs),
    /// Show one document: outline, summary, what was read and what was not
    Show(ShowArgs),
    /// Delete documents for good
    Rm {
        /// Id, unique prefix of an id, path or address as added
        #[arg(required = true, value_name = "DOC")]
        documents: Vec<String>,
    },
    /// The whole library as one file, also while others read and one writes
    Backup {
        /// The file, which is made
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// A library from such a file, where none is
    Restore {
        /// What `perusal backup` wrote
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// The chunks to a Qdrant cluster, or back into the store alone; goes on where it was cut off
    #[cfg(feature = "qdrant")]
    Migrate(MigrateArgs),
    /// Change the embedding model or the chunks, from stored documents; or read all files again
    Reindex(ReindexArgs),
    /// What documents are about: read, correct, make anew
    Summaries {
        #[command(subcommand)]
        command: SummariesCommand,
    },
    /// The tables and lists inside documents: names, columns, rows
    Tables(TablesArgs),
    /// SQL over the tables inside documents: values with the cells they came from
    Query(QueryArgs),
    /// Ranked passages
    Search(SearchArgs),
    /// A cited answer
    Ask(AskArgs),
    /// Questions and answers in a session, one a line
    Chat(ChatArgs),
    /// Long documents, in the library or not, read best first against a deadline
    Analyze(AnalyzeArgs),
    /// Where a question goes, and why
    Route(RouteArgs),
    /// The router's weights
    Router {
        #[command(subcommand)]
        command: RouterCommand,
    },
    /// Local models
    Models {
        #[command(subcommand)]
        command: ModelsCommand,
    },
    /// What a language model is asked
    Prompts {
        #[command(subcommand)]
        command: PromptsCommand,
    },
    /// Settings and where they come from
    Config {
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// What is wrong, and the command that mends it
    Doctor(DoctorArgs),
    /// Measure retrieval and answers
    Eval {
        #[command(subcommand)]
        command: EvalCommand,
    },
    /// Reads files for a `perusal` that started this one
    #[command(hide = true)]
    ReadChild {
        /// Memory beyond what the process starts with
        memory_bytes: u64,
        /// Processor time
        cpu_seconds: u64,
    },
    /// Answer other programs over HTTP
    #[cfg(feature = "server")]
    Serve(ServeArgs),
    /// Answer a program that speaks the Model Context Protocol over standard input and output
    #[cfg(feature = "server")]
    Mcp(McpArgs),
    /// Who may ask the server what
    #[cfg(feature = "server")]
    Token {
        /// The file of tokens (default: in the XDG data directory)
        #[arg(long, value_name = "FILE", global = true)]
        token_file: Option<PathBuf>,
        #[command(subcommand)]
        command: TokenCommand,
    },
    /// A completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Writes the manual's pages, one a command
    #[command(hide = true)]
    Manual {
        /// The folder they go to, which is made
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// `perusal serve`
#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address and port; others than this machine's need a token
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7333")]
    pub listen: std::net::SocketAddr,
    /// Another library, by the name it is asked by; the one of `--store` is `default` (repeatable)
    #[arg(long = "collection", value_name = "NAME=DIR", value_parser = named_folder)]
    pub collections: Vec<(String, PathBuf)>,
    /// The file of tokens (default: in the XDG data directory)
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Follow the server at this address: fetch what it has into --store, and answer from that
    #[arg(long, value_name = "URL")]
    pub replica_of: Option<String>,
    /// How often it is asked what is new, in milliseconds
    #[arg(long, value_name = "MS", requires = "replica_of", default_value_t = 1_000,
          value_parser = clap::value_parser!(u64).range(10..=3_600_000))]
    pub replica_every_ms: u64,
    /// The file with the token that the followed server is shown
    #[arg(long, value_name = "FILE", requires = "replica_of")]
    pub writer_token_file: Option<PathBuf>,
    /// Show the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Tell clients of gRPC that ask for it what there is
    #[cfg(feature = "grpc")]
    #[arg(long)]
    pub grpc_reflection: bool,
}

/// `perusal mcp`
#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct McpArgs {
    /// Another library, by the name it is asked by; the one of `--store` is `default` (repeatable)
    #[arg(long = "collection", value_name = "NAME=DIR", value_parser = named_folder)]
    pub collections: Vec<(String, PathBuf)>,
    /// Offer tools that add and delete documents
    #[arg(long)]
    pub allow_writes: bool,
}

/// `perusal token`
#[cfg(feature = "server")]
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Make a token, which is shown once
    Add {
        /// What you call it
        #[arg(value_name = "NAME", value_parser = session_name)]
        name: String,
        /// What it allows, separated by commas; `read` where nothing is said
        #[arg(long = "scope", value_name = "SCOPE", value_delimiter = ',')]
        scopes: Vec<crate::serve::tokens::Scope>,
        /// A collection that it may see; all where none is named (repeatable)
        #[arg(long = "collection", value_name = "NAME")]
        collections: Vec<String>,
    },
    /// List tokens, without their secrets
    Ls,
    /// Take a token back
    Rm {
        /// What you called it
        #[arg(value_name = "NAME")]
        name: String,
    },
}

/// `perusal add`
#[derive(Debug, Args)]
pub struct AddArgs {
    /// Files, folders, and addresses of web pages
    #[arg(required = true, value_name = "PATH|URL")]
    pub paths: Vec<PathBuf>,
    /// Of each address also the pages below it that links lead to, 200 at most
    #[arg(long)]
    pub site: bool,
    /// Collection to file them in
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub collection: String,
    /// Metadata of your own, usable in filters (repeatable)
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    pub meta: Vec<(String, String)>,
    /// Remove documents of these folders whose files are gone
    #[arg(long)]
    pub prune: bool,
    /// Stream events, one JSON object a line
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
    /// Leave the vectors for later
    #[arg(long)]
    pub no_vectors: bool,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal reindex`
#[derive(Debug, Args)]
pub struct ReindexArgs {
    /// Even if the library has the vectors of this model
    #[arg(long)]
    pub force: bool,
    /// Read all files again into a new library, which takes the place of this one when it is
    /// done; of any format of before
    #[arg(long)]
    pub from_files: bool,
    /// Stream events, one JSON object a line
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Id, unique prefix of an id, or path as added
    #[arg(value_name = "DOC")]
    pub document: String,
    /// Print the canonical text, into which every span points
    #[arg(long)]
    pub text: bool,
    /// Print the tables and lists as questions meet them
    #[arg(long, conflicts_with = "text")]
    pub tables: bool,
}

/// `perusal tables`
#[derive(Debug, Args)]
pub struct TablesArgs {
    /// Id, unique prefix of an id, or path as added; left out, all documents
    #[arg(value_name = "DOC")]
    pub document: Option<String>,
    /// Only documents for which this holds: `key=value`, `key>=v`, `key in (a,b)` (repeatable)
    #[arg(long, value_name = "FILTER", conflicts_with = "document")]
    pub filter: Vec<String>,
    /// Tables shown; the rest are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: usize,
}

/// `perusal query`
#[derive(Debug, Args)]
pub struct QueryArgs {
    /// `SELECT … FROM table …`, with names as `perusal tables` lists them; `report.passage_12` is
    /// what the twelfth passage of report.pdf states, `report.passage_12_list_1` what it lists
    #[arg(value_name = "SQL")]
    pub sql: String,
    /// Print the rows as CSV: numbers plain, with the scale of their column multiplied in
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Show how the query was understood
    #[arg(long, conflicts_with = "csv")]
    pub explain: bool,
}

/// `perusal summaries`
#[derive(Debug, Subcommand)]
pub enum SummariesCommand {
    /// The summaries of a document and its sections; without DOC the clusters of related documents
    Show {
        /// Id, unique prefix of an id, or path as added
        #[arg(value_name = "DOC")]
        document: Option<String>,
    },
    /// Correct the summary of a document, in your editor unless told how
    Edit(SummariesEditArgs),
    /// Cluster the documents anew, and summarise those an older version summarised
    Build(SummariesBuildArgs),
}

/// `perusal prompts tune`
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Questions with their answers, one JSON object a line, as `eval qa` takes them
    #[arg(value_name = "FILE")]
    pub questions: PathBuf,
    /// The documents: a folder of files
    #[arg(long, value_name = "DIR")]
    pub docs: PathBuf,
    /// The language model that writes: `ollama:NAME`, `llama-server:NAME`, …
    #[arg(long = "model", value_name = "SERVICE:NAME")]
    pub language: Option<String>,
    /// Use a sample of this many questions
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Chooses the sample
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Write no prompt
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub tape: TapeArgs,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal summaries build`
#[derive(Debug, Args)]
pub struct SummariesBuildArgs {
    /// Have summaries written by a language model, too: `models.summaries`, or one that is named
    #[arg(long = "model", value_name = "SERVICE:NAME", num_args = 0..=1, default_missing_value = "")]
    pub language: Option<String>,
    /// Documents at most in this run; the next one goes on
    #[arg(long, value_name = "N", requires = "language")]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub tape: TapeArgs,
}

/// `perusal summaries edit`
#[derive(Debug, Args)]
pub struct SummariesEditArgs {
    /// Id, unique prefix of an id, or path as added
    #[arg(value_name = "DOC")]
    pub document: String,
    /// The summary
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "clear"])]
    pub text: Option<String>,
    /// A file with the summary
    #[arg(long, value_name = "FILE", conflicts_with = "clear")]
    pub file: Option<PathBuf>,
    /// Forget what was written by hand
    #[arg(long)]
    pub clear: bool,
}

/// What `search` and `ask` share.
#[derive(Debug, Args)]
pub struct RetrievalArgs {
    /// Hits
    #[arg(short, value_name = "N", value_parser = hits)]
    pub k: Option<u16>,
    /// auto, keyword, dense, sparse, late, hybrid, multi_query, hierarchical, graph, web
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = strategy)]
    pub strategy: perusal::retrieve::Strategy,
    /// Only documents or chunks for which this holds: `key=value`, `key>=v`, `key in (a,b)` (repeatable)
    #[arg(long, value_name = "FILTER")]
    pub filter: Vec<String>,
    /// Chunks a hit grows by on either side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    pub neighbors: Option<u32>,
    /// How lists are fused
    #[arg(long, value_name = "METHOD")]
    pub fusion: Option<FusionName>,
    /// Show how the result came about
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// Which model.
#[derive(Debug, Args, Default)]
pub struct ModelArgs {
    /// Embedding model: of `perusal models ls`, `ollama:NAME`, `openai:NAME`, `tei:NAME`, or `none`
    #[arg(long, value_name = "NAME")]
    pub embedder: Option<String>,
    /// Arithmetic of the embedding model
    #[arg(long, value_name = "PRECISION")]
    pub precision: Option<PrecisionName>,
}

/// `--fusion`
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum FusionName {
    /// Weighted sum of scaled scores
    Minmax,
    /// Reciprocal rank fusion
    Rrf,
}

/// `--precision`
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PrecisionName {
    /// 8-bit integers
    Int8,
    /// 32-bit floating point
    Fp32,
}

/// `perusal search`
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// What to look for
    #[arg(value_name = "QUERY")]
    pub query: String,
    #[command(flatten)]
    pub retrieval: RetrievalArgs,
}

/// `perusal ask`
#[derive(Debug, Args)]
pub struct AskArgs {
    /// The question
    #[arg(value_name = "QUESTION")]
    pub question: String,
    /// Stream events, one JSON object a line: where it goes, what was found, the text as it comes
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
    #[command(flatten)]
    pub options: AskOptions,
}

/// `perusal chat`
#[derive(Debug, Args)]
pub struct ChatArgs {
    #[command(flatten)]
    pub options: AskOptions,
}

/// What `ask` and `chat` share.
#[derive(Debug, Args)]
pub struct AskOptions {
    #[command(flatten)]
    pub retrieval: RetrievalArgs,
    /// Remember the question under this name, and what was asked before
    #[arg(long, value_name = "NAME", value_parser = session_name)]
    pub session: Option<String>,
    /// What kind of question it is: retrieval, code, conversational, platform
    #[arg(long = "type", value_name = "TYPE", value_parser = question_type)]
    pub declared: Option<perusal::route::QuestionType>,
    /// What is known about your account, for questions about it
    #[arg(long, value_name = "FILE")]
    pub context: Option<PathBuf>,
    /// Answer by then with what is there, e.g. `30s` or `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub deadline: Option<std::time::Duration>,
    /// Quote, do not write: no language model is asked
    #[arg(long)]
    pub extractive: bool,
    /// The language model that writes, for this question: `ollama:NAME`, `llama-server:NAME`, …
    #[arg(
        long = "model",
        value_name = "SERVICE:NAME",
        conflicts_with = "extractive"
    )]
    pub language: Option<String>,
    #[command(flatten)]
    pub tape: TapeArgs,
    /// Answer from the best passages alone, not from lists and tables
    #[arg(long)]
    pub no_tables: bool,
}

/// `perusal analyze`
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// Documents (id, unique prefix of one, path as added, or files and folders that are in no
    /// library), and last the question; the question alone reads all of the library
    #[arg(
        value_name = "DOC… QUESTION",
        required_unless_present = "print_config",
        num_args = 1..
    )]
    pub given: Vec<String>,
    /// What is wanted; left out, a question, or a summary where one is asked for. Of references
    /// the question is the term
    #[arg(long, value_name = "WISH", value_enum)]
    pub wish: Option<WishName>,
    /// Only documents for which this holds: `key=value`, `key>=v`, `key in (a,b)` (repeatable)
    #[arg(long, value_name = "FILTER")]
    pub filter: Vec<String>,
    /// Answer by then with what was read, e.g. `30s` or `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub deadline: Option<std::time::Duration>,
    /// Sizes, thresholds and times of the levels, as `--print-config` prints them
    #[arg(long, value_name = "FILE")]
    pub levels: Option<PathBuf>,
    /// Print the levels in force as a file, and read nothing
    #[arg(long)]
    pub print_config: bool,
    /// Print what happened on each level and what became of the likeliest segments
    #[arg(long)]
    pub explain: bool,
    /// Print events, one JSON object a line
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
    /// Quote, do not write: no language model is asked
    #[arg(long)]
    pub extractive: bool,
    /// The language model that reads and writes, for this question: `ollama:NAME`,
    /// `llama-server:NAME`, …
    #[arg(
        long = "model",
        value_name = "SERVICE:NAME",
        conflicts_with = "extractive"
    )]
    pub language: Option<String>,
    #[command(flatten)]
    pub tape: TapeArgs,
}

/// What is wanted of documents.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum WishName {
    /// Whatever is asked
    Question,
    /// What they say from beginning to end
    Summary,
    /// All places where a term stands, counted
    References,
    /// What each of several documents says about the same things, side by side
    Comparison,
    /// Who and what is named, and how they belong together
    Entities,
}

/// Recordings of what language models said.
#[derive(Debug, Args)]
pub struct TapeArgs {
    /// Keep what is asked of language models and what they say in this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Ask no language model: what this file holds is said again
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub replay: Option<PathBuf>,
}

/// `perusal models`
#[derive(Debug, Subcommand)]
pub enum ModelsCommand {
    /// Models that are known, and which are here
    Ls,
    /// Fetch a model and verify it
    Pull {
        /// Its name
        #[arg(default_value = perusal::models::DEFAULT)]
        name: String,
    },
}

/// `perusal prompts`
#[derive(Debug, Subcommand)]
pub enum PromptsCommand {
    /// The prompts, their versions, and which are your own
    Ls,
    /// Print a prompt as a file
    Show {
        /// Its name
        name: String,
        /// The one of this build, not your own
        #[arg(long)]
        built_in: bool,
    },
    /// Use a file in place of the prompt that it names
    Set {
        /// A file as `show` prints it
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Choose the words of the prompt for answers on your own questions; kept where they gain
    Tune(TuneArgs),
    /// Use the prompt of this build again
    Unset {
        /// Its name
        name: String,
    },
}

/// `perusal config`
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// The settings in force
    Show {
        /// Say where each value comes from
        #[arg(long)]
        origin: bool,
    },
    /// Let the `perusal.toml` of this folder set paths and endpoints
    Trust,
    /// A page about every setting: what it takes, its default, what it does
    Reference,
    /// A JSON schema of `perusal.toml`, for editors
    Schema,
}

/// `perusal doctor`
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Print the digest of the library's content
    #[arg(long)]
    pub digest: bool,
    /// Rebuild what can be rebuilt from the records
    #[arg(long)]
    pub repair: bool,
}

/// `perusal stats`
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Also make this many questions from passages of the library and say how often
    /// each arm finds the passage again
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub probe: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
