//! The commands: each takes settings and arguments, and gives an exit code.

pub mod add;
pub mod analyze;
mod ask;
pub mod asking;
mod backup;
pub mod cards;
mod chat;
mod config;
pub mod demo;
mod doctor;
mod eval;
mod eval_analysis;
pub mod eval_experiment;
mod eval_fusion;
mod eval_gains;
mod eval_labelled;
mod eval_mini;
mod eval_qa;
mod eval_quality;
mod eval_retrieval;
mod eval_routing;
mod eval_tables;
pub mod fetch;
mod ls;
mod manual;
mod measure;
#[cfg(feature = "qdrant")]
mod migrate;
pub mod models;
mod prompts;
pub mod query;
mod read_child;
mod rebuild;
mod reindex;
pub mod rm;
pub mod route;
mod router;
pub mod search;
pub mod sent;
pub mod show;
pub mod stats;
mod summaries;
pub mod tables;
mod tune;
pub mod writer;

use std::sync::Arc;

use clap::CommandFactory;
use perusal::models::Cancel;
use serde_json::Value;

use crate::cli::{Cli, Command, FusionName, ModelArgs, PrecisionName, RetrievalArgs};
use crate::config::{self as settings, FlagValues};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::Output;

/// Runs the command of the command line.
pub fn run(cli: Cli) -> Result<Code, Failure> {
    let output = Output::new(cli.json, cli.quiet);
    if let Command::Completions { shell } = cli.command {
        // The generator panics where nobody reads, so it writes into memory.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "perusal", &mut script);
        output.line(String::from_utf8_lossy(&script).trim_end())?;
        return Ok(Code::Done);
    }
    if let Command::Manual { folder } = &cli.command {
        return manual::write(folder);
    }
    if let Command::ReadChild {
        memory_bytes,
        cpu_seconds,
    } = cli.command
    {
        return Ok(read_child::run(memory_bytes, cpu_seconds));
    }
    if let Command::Config { command } = &cli.command
        && config::print_table(&output, command)?
    {
        return Ok(Code::Done);
    }
    let flags = flags(&cli);
    let settings = settings::load(&flags)?;
    for note in &settings.values.notes {
        output.say(&format!("note: {note}"));
    }
    let context = Context {
        settings: Arc::new(settings),
        output,
        offline: cli.offline,
        cancel: cancel_on_interrupt(),
        flags,
        warm: Arc::default(),
        answered: None,
    };
    match cli.command {
        Command::Demo => demo::run(&context),
        Command::Add(args) => add::run(&context, &args),
        Command::Ls => ls::run(&context),
        Command::Stats(args) => stats::run(&context, &args),
        Command::Show(args) => show::run(&context, &args),
        Command::Rm { documents } => rm::run(&context, &documents),
        Command::Backup { file } => backup::make(&context, &file),
        Command::Restore { file } => backup::restore(&context, &file),
        #[cfg(feature = "qdrant")]
        Command::Migrate(args) => migrate::run(&context, &args),
        Command::Reindex(args) => reindex::run(&context, &args),
        Command::Summaries { command } => summaries::run(&context, &command),
        Command::Tables(args) => cards::run(&context, &args),
        Command::Query(args) => query::run(&context, &args),
        Command::Search(args) => search::run(&context, &args),
        Command::Ask(args) => ask::run(&context, &args),
        Command::Chat(args) => chat::run(&context, &args),
        Command::Analyze(args) => analyze::run(&context, &args),
        Command::Route(args) => route::run(&context, &args),
        Command::Router { command } => router::run(&context, &command),
        Command::Models { command } => models::run(&context, &command),
        Command::Prompts { command } => prompts::run(&context, &command),
        Command::Config { command } => config::run(&context, &command),
        Command::Doctor(args) => doctor::run(&context, &args),
        Command::Eval { command } => measure::run(&context, &command),
        #[cfg(feature = "server")]
        Command::Serve(args) => crate::serve::run(&context, &args),
        #[cfg(feature = "server")]
        Command::Mcp(args) => crate::serve::mcp(&context, &args),
        #[cfg(feature = "server")]
        Command::Token {
            command,
            token_file,
        } => crate::serve::token(&context, &command, token_file.as_deref()),
        Command::Completions { .. } | Command::Manual { .. } | Command::ReadChild { .. } => {
            Ok(Code::Done)
        }
    }
}

/// Flags that are settings, by their keys.
fn flags(cli: &Cli) -> FlagValues {
    let mut flags = FlagValues::default();
    let mut set = |key, value: Option<Value>| flags.extend(value.map(|value| (key, value)));
    let store = cli.store.as_ref();
    set("store", store.map(|path| path.display().to_string().into()));
    let mut model = |args: &ModelArgs| {
        set("model.embedder", args.embedder.clone().map(Value::from));
        let precision = args.precision.map(|precision| match precision {
            PrecisionName::Int8 => "int8",
            PrecisionName::Fp32 => "fp32",
        });
        set("model.precision", precision.map(Value::from));
    };
    let mut language = None;
    let mut summaries: Option<String> = None;
    let mut fusion = None;
    let mut k = None;
    let mut retrieval = |args: &RetrievalArgs| {
        fusion = args.fusion;
        k = args.k;
    };
    match &cli.command {
        Command::Add(args) => model(&args.model),
        Command::Reindex(args) => model(&args.model),
        Command::Search(args) => {
            model(&args.retrieval.model);
            retrieval(&args.retrieval);
        }
        Command::Ask(crate::cli::AskArgs { options, .. })
        | Command::Chat(crate::cli::ChatArgs { options }) => {
            model(&options.retrieval.model);
            retrieval(&options.retrieval);
            language.clone_from(&options.language);
        }
        Command::Analyze(args) => language.clone_from(&args.language),
        Command::Eval { command } => match command {
            crate::cli::EvalCommand::Retrieval(args) => {
                model(&args.model);
                fusion = args.fusion;
            }
            crate::cli::EvalCommand::Fusion(args) => model(&args.model),
            crate::cli::EvalCommand::Ladder(args) => model(&args.model),
            crate::cli::EvalCommand::Quality(args) => model(&args.model),
            crate::cli::EvalCommand::Qa(args) => {
                model(&args.model);
                language.clone_from(&args.language);
            }
            crate::cli::EvalCommand::Tables(args) => {
                model(&args.model);
                language.clone_from(&args.language);
            }
            crate::cli::EvalCommand::Mini(args) => model(&args.model),
            crate::cli::EvalCommand::Analysis(args) => {
                model(&args.model);
                language.clone_from(&args.language);
            }
            crate::cli::EvalCommand::Routing(args) => model(&args.model),
            crate::cli::EvalCommand::Experiment(args) => model(&args.model),
        },
        Command::Summaries {
            command: crate::cli::SummariesCommand::Build(args),
        } => summaries.clone_from(&args.language),
        Command::Summaries { .. } => {}
        Command::Prompts {
            command: crate::cli::PromptsCommand::Tune(args),
        } => {
            model(&args.model);
            language.clone_from(&args.language);
        }
        Command::Prompts { .. } => {}
        Command::Demo
        | Command::Ls
        | Command::Stats(_)
        | Command::Show(_)
        | Command::Tables(_)
        | Command::Query(_)
        | Command::Rm { .. }
        | Command::Backup { .. }
        | Command::Restore { .. }
        | Command::Models { .. }
        | Command::Config { .. }
        | Command::Doctor(_)
        | Command::Route(_)
        | Command::Router { .. }
        | Command::ReadChild { .. }
        | Command::Manual { .. }
        | Command::Completions { .. } => {}
        #[cfg(feature = "qdrant")]
        Command::Migrate(_) => {}
        #[cfg(feature = "server")]
        Command::Serve(_) | Command::Mcp(_) | Command::Token { .. } => {}
    }
    let fusion = fusion.map(|fusion| match fusion {
        FusionName::Minmax => "minmax",
        FusionName::Rrf => "rrf",
    });
    set("models.main", language.map(Value::from));
    let summaries = summaries.filter(|name| !name.is_empty());
    set("models.summaries", summaries.map(Value::from));
    set("retrieve.fusion", fusion.map(Value::from));
    set("retrieve.k", k.map(Value::from));
    flags
}

/// The first interrupt asks the command to stop at a safe point, the second
/// ends it at once: a killed run loses nothing acknowledged either.
fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let handle = cancel.clone();
    // A handler that cannot be set leaves the system's own, which ends the process.
    let _ = ctrlc::set_handler(move || {
        if handle.is_cancelled() {
            std::process::exit(Code::Interrupted as i32);
        }
        handle.cancel();
    });
    cancel
}
