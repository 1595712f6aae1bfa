//! Arguments of `route` and `router`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::session_name;

/// `perusal route`
#[derive(Debug, Args)]
pub struct RouteArgs {
    /// The question
    #[arg(value_name = "TEXT")]
    pub text: String,
    /// It stands after an answer
    #[arg(long)]
    pub previous: bool,
    /// The session it belongs to
    #[arg(long, value_name = "NAME", value_parser = session_name)]
    pub session: Option<String>,
    /// Other weights than those of this build
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

/// `perusal router`
#[derive(Debug, Subcommand)]
pub enum RouterCommand {
    /// Train, and put what passes the gate in use
    Train(TrainArgs),
    /// Compare weights with those in use
    Eval(RouterEvalArgs),
    /// Learn from marked questions which words around a question say nothing of what is asked
    Framing(FramingArgs),
    /// Write what sessions taught, one JSON object a line
    Export {
        /// Where it goes
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// The versions beside the library
    Versions,
    /// Put the version before in use
    Rollback,
}

/// `perusal router train`
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Folder of labelled questions
    #[arg(default_value = "data/routing", value_name = "DIR")]
    pub data: PathBuf,
    /// Write the weights there and put nothing in use
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Learn from this model's embeddings too; left out, from words alone
    #[arg(long, value_name = "NAME")]
    pub embedder: Option<String>,
    /// Learn also from the questions of other hands in this folder (`query_type.jsonl`,
    /// `intent.jsonl`, `strategy.jsonl`), which then make the probabilities honest, too
    #[arg(long, value_name = "DIR")]
    pub others: Option<PathBuf>,
    /// Learn also from what `perusal router export` wrote
    #[arg(long, value_name = "FILE")]
    pub exported: Option<PathBuf>,
}

/// `perusal router eval`
#[derive(Debug, Args)]
pub struct RouterEvalArgs {
    /// The weights
    #[arg(value_name = "WEIGHTS")]
    pub weights: PathBuf,
    /// Folder of labelled questions, of which the hold-out compares
    #[arg(long, default_value = "data/routing", value_name = "DIR")]
    pub data: PathBuf,
}

/// `perusal router framing`
#[derive(Debug, Args)]
pub struct FramingArgs {
    /// Folder of marked questions
    #[arg(default_value = "data/framing", value_name = "DIR")]
    pub data: PathBuf,
    /// Where the public sets are whose questions are marked there, too
    #[arg(long, value_name = "DIR")]
    pub public: Option<PathBuf>,
    /// Write the weights there; left out, each hand is judged by what the others marked
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
