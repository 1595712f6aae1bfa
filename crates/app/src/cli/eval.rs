//! The arguments of `perusal eval`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{FusionName, ModelArgs, TapeArgs, named_folder, strategy};

/// `perusal eval`
#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// nDCG, recall and time on a folder in BEIR layout
    Retrieval(EvalRetrievalArgs),
    /// The weights of the fusion against fixed ones and against an oracle
    Fusion(EvalFusionArgs),
    /// What the further ways of `auto` find of what plain hybrid misses or had taken from it, and
    /// their price
    Ladder(EvalFusionArgs),
    /// Whether a search can tell how good its result is
    Quality(EvalQualityArgs),
    /// Evidence, citations, abstention and trust on questions with answers
    Qa(EvalQaArgs),
    /// What is denoted on questions over tables, each over its own or all together
    Tables(EvalTablesArgs),
    /// Plain questions to tiny libraries
    Mini(EvalMiniArgs),
    /// How much of the evidence an analysis reads, and of how much text
    Analysis(EvalAnalysisArgs),
    /// Types, intents, granularity and lists on labelled questions
    Routing(EvalRoutingArgs),
    /// Named variations of the set-up beside a baseline, with a report
    Experiment(EvalExperimentArgs),
}

/// `perusal eval experiment`
#[derive(Debug, Args)]
pub struct EvalExperimentArgs {
    /// What is varied, and on which questions
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write experiment.json and experiment.html there
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Where the folder of a question set is, by the set's name; repeatable
    #[arg(long = "set", value_name = "NAME=DIR", value_parser = named_folder)]
    pub sets: Vec<(String, PathBuf)>,
    /// Measure again what is kept from earlier runs
    #[arg(long)]
    pub fresh: bool,
    /// Compare times, too: variations run one after the other
    #[arg(long)]
    pub times: bool,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval routing`
#[derive(Debug, Args)]
pub struct EvalRoutingArgs {
    /// Files of labelled questions, all of which are measured; a folder with
    /// `train.jsonl` is trained on and measured; a folder with `queries.jsonl`
    /// or `qa.jsonl` holds questions about documents, and how many of them would
    /// not be searched for is counted
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The router's own questions, of which the hold-out is measured
    #[arg(long, value_name = "DIR", default_value = "data/routing")]
    pub data: PathBuf,
    /// The files are of questions labelled for one decision by other hands: `query_type`,
    /// `intent`, `granularity` or `strategy`
    #[arg(long, value_name = "DECISION", value_parser = decides, requires = "files")]
    pub task: Option<eval::routing::Decides>,
    /// Leave a whole hand out: what the questions of `--data` teach is judged on those of
    /// this folder (`query_type.jsonl`, `intent.jsonl`, `strategy.jsonl`); trains, and
    /// takes a minute
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "weights"])]
    pub leave_out: Option<PathBuf>,
    /// Other weights than those of this build
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Write each decision, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub predictions: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval retrieval`
#[derive(Debug, Args)]
pub struct EvalRetrievalArgs {
    /// Folders with corpus.jsonl, queries.jsonl, qrels.tsv (gzip too), or of such folders; the
    /// questions of translations are put to the documents of each other, too
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// keyword, dense, hybrid or all
    #[arg(long, value_name = "NAME", default_value = "all")]
    pub strategy: String,
    /// Write a TREC run of the last strategy
    #[arg(long, value_name = "FILE")]
    pub run: Option<PathBuf>,
    /// Print what each strategy gains over dense and over hybrid search, by kind of question as
    /// `qa.jsonl` has it; a folder may then hold `qa.jsonl` and one folder of files, and the pages
    /// of the evidence are looked for
    #[arg(long)]
    pub gains: bool,
    /// How lists are fused
    #[arg(long, value_name = "METHOD")]
    pub fusion: Option<FusionName>,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval fusion`, `perusal eval ladder`
#[derive(Debug, Args)]
pub struct EvalFusionArgs {
    /// Folders as `eval retrieval` takes them; for `fusion` also of `qa.jsonl` and one folder of
    /// files
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval quality`
#[derive(Debug, Args)]
pub struct EvalQualityArgs {
    /// Questions with and without answers, one JSON object a line
    #[arg(value_name = "FILE")]
    pub questions: PathBuf,
    /// The documents: a folder of files, or one in BEIR layout
    #[arg(long, value_name = "DIR")]
    pub docs: PathBuf,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval qa`
#[derive(Debug, Args)]
pub struct EvalQaArgs {
    /// Questions, one JSON object a line
    #[arg(value_name = "FILE")]
    pub questions: PathBuf,
    /// The documents: a folder of files, or one in BEIR layout
    #[arg(long, value_name = "DIR")]
    pub docs: PathBuf,
    /// Write the `ask` JSON of each question and paraphrase, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "language")]
    pub predictions: Option<PathBuf>,
    /// keyword, dense, hybrid or auto
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = strategy)]
    pub strategy: perusal::retrieve::Strategy,
    /// Answer from the best passages alone, not from lists and tables
    #[arg(long)]
    pub no_tables: bool,
    /// Ask as people type in a hurry: in small letters, without marks and words that say nothing
    #[arg(long)]
    pub as_typed: bool,
    /// Ask a sample of this many questions
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Chooses the sample
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Print what this language model writes beside the quotes: `ollama:NAME`, `llama-server:NAME`, …
    #[arg(long = "model", value_name = "SERVICE:NAME")]
    pub language: Option<String>,
    #[command(flatten)]
    pub tape: TapeArgs,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval tables`
#[derive(Debug, Args)]
pub struct EvalTablesArgs {
    /// Folders with dev.jsonl, train.jsonl or qa.jsonl and the tables that they name
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The part of a set that has parts
    #[arg(long, value_name = "NAME", default_value = "dev", value_parser = ["train", "dev"])]
    pub part: String,
    /// Ask all questions of one library of all tables, with the title given
    #[arg(long)]
    pub pooled: bool,
    /// Ask nothing: write for each question the relations that it would be asked of, to learn from
    #[arg(long, value_name = "DIR")]
    pub pools: Option<PathBuf>,
    /// With --pools: over many libraries of two to eight tables, with the questions as they are
    #[arg(long, requires = "pools")]
    pub few: bool,
    /// With --pools: also questions over a folder of documents, as `eval qa` takes them; repeatable
    #[arg(long = "questions", value_name = "FILE=DIR", value_parser = named_folder, requires = "pools")]
    pub questions: Vec<(String, PathBuf)>,
    /// Ask a sample of this many questions of each set
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Ask a language model for plans, too: `ollama:NAME`, `llama-server:NAME`, …; it does what
    /// `ask.plans` says, and writes queries where that is off
    #[arg(long = "model", value_name = "SERVICE:NAME", conflicts_with = "pools")]
    pub language: Option<String>,
    /// Ask it about every question, also where the patterns are sure
    #[arg(long, requires = "language")]
    pub always: bool,
    #[command(flatten)]
    pub tape: TapeArgs,
    /// Chooses the sample
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Write the `ask` JSON of each question with whether it is right, one a line
    #[arg(long, value_name = "FILE")]
    pub predictions: Option<PathBuf>,
    /// keyword, dense, hybrid or auto
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = strategy)]
    pub strategy: perusal::retrieve::Strategy,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval mini`
#[derive(Debug, Args)]
pub struct EvalMiniArgs {
    /// Libraries with their questions, as JSON
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Fit what is quoted and when to all files, print how it does on each source when fitted on
    /// the others, and write the fit on all to OUT; what comes before the first `-` of a library's
    /// name is its source
    #[arg(long, value_name = "OUT", conflicts_with = "predictions")]
    pub fit: Option<PathBuf>,
    /// With --fit: also questions over a folder of documents, as `eval qa` takes them; repeatable
    #[arg(long = "questions", value_name = "FILE=DIR", value_parser = named_folder, requires = "fit")]
    pub questions: Vec<(String, PathBuf)>,
    /// Write the `ask` JSON of each question, one a line
    #[arg(long, value_name = "FILE")]
    pub predictions: Option<PathBuf>,
    /// keyword, dense, hybrid or auto
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = strategy)]
    pub strategy: perusal::retrieve::Strategy,
    #[command(flatten)]
    pub model: ModelArgs,
}

/// `perusal eval analysis`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("by_model").args(["answers", "segments"])))]
pub struct EvalAnalysisArgs {
    /// Questions, one JSON object a line; several sets are measured one by one
    #[arg(value_name = "FILE", required = true)]
    pub questions: Vec<PathBuf>,
    /// The documents; once for each FILE, in their order
    #[arg(long, value_name = "DIR", required = true)]
    pub docs: Vec<PathBuf>,
    /// Fit the score of segments, print what it gives on each set when fitted on the others, and
    /// write the fit on all of them to OUT; measures nothing else
    #[arg(long, value_name = "OUT")]
    pub fit: Option<PathBuf>,
    /// Fit the score by token vectors
    #[arg(long, requires = "fit")]
    pub by_tokens: bool,
    /// Measure how near the answers are instead, beside those of the first 32k tokens and of all
    /// parts
    #[arg(long, conflicts_with = "fit")]
    pub answers: bool,
    /// Measure the methods of scoring instead, on documents cut into about so many segments:
    /// `10,20,40`
    #[arg(long, value_name = "N,…", value_delimiter = ',', conflicts_with_all = ["fit", "answers"])]
    pub segments: Vec<usize>,
    /// The language model that reads and writes beside `--answers`, or scores beside the other
    /// methods of `--segments`: `ollama:NAME`, …
    #[arg(long = "model", value_name = "SERVICE:NAME", requires = "by_model")]
    pub language: Option<String>,
    /// Only the first questions of each FILE
    #[arg(long, value_name = "N")]
    pub questions_max: Option<usize>,
    /// Sizes, thresholds and times of the levels, as `analyze --print-config` prints them
    #[arg(long, value_name = "FILE")]
    pub levels: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
}

fn decides(name: &str) -> Result<eval::routing::Decides, String> {
    use eval::routing::Decides;
    Decides::parse(name).ok_or_else(|| {
        let known: Vec<&str> = Decides::ALL.iter().map(|(_, name)| *name).collect();
        format!("one of {}", known.join(", "))
    })
}
