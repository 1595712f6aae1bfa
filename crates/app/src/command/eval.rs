//! `perusal eval`

use std::path::PathBuf;
use std::sync::Arc;

use eval::Builder;
use perusal::models::Embedder;
use perusal::{IngestConfig, RetrieveConfig};

use super::Context;
use crate::cli::EvalCommand;
use crate::failure::{Code, Failure};
use crate::optional;

/// Measures what the command names.
pub fn run(context: &Context, command: &EvalCommand) -> Result<Code, Failure> {
    match command {
        EvalCommand::Retrieval(args) => super::eval_retrieval::run(context, args),
        EvalCommand::Fusion(args) => super::eval_fusion::run(context, args),
        EvalCommand::Hard(args) => super::eval_quality::hard(context, args),
        EvalCommand::Quality(args) => super::eval_quality::run(context, args),
        EvalCommand::Qa(args) => super::eval_qa::run(context, args),
        EvalCommand::Routing(args) => super::eval_routing::run(context, args),
        EvalCommand::Experiment(args) => super::eval_experiment::run(context, args),
    }
}

/// The settings of both sides, with the models of the optional arms that are on.
pub(super) struct Configs {
    pub ingest: IngestConfig,
    pub retrieve: RetrieveConfig,
}

pub(super) fn models_of(
    context: &Context,
    embedder: Option<&Arc<dyn Embedder>>,
) -> Result<Configs, Failure> {
    Ok(Configs {
        ingest: optional::ingest_config(context, embedder)?,
        retrieve: optional::retrieve_config(context, embedder)?,
    })
}

/// Folder of libraries and outcomes that evaluations keep.
pub(super) fn cache() -> PathBuf {
    crate::config::xdg("XDG_CACHE_HOME", ".cache").join("eval")
}

pub(super) fn builder<'a>(
    context: &Context,
    ingest: &'a IngestConfig,
    embedder: Option<&'a Arc<dyn Embedder>>,
) -> Builder<'a> {
    Builder {
        cache: cache(),
        ingest,
        embedder: embedder.map(|embedder| embedder.as_ref()),
        cancel: context.cancel.clone(),
    }
}
