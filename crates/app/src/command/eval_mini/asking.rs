//! How the questions of tiny libraries are asked.

use eval::questions::Asking;
use perusal::answer::Weights;
use perusal::index::Snapshot;
use perusal::models::Embedder;

use super::super::eval::Configs;
use crate::cli::EvalMiniArgs;
use crate::context::Context;

pub(super) fn asking<'a>(
    context: &'a Context,
    args: &EvalMiniArgs,
    config: &'a Configs,
    snapshot: &'a Snapshot,
    embedder: Option<&'a dyn Embedder>,
) -> Asking<'a> {
    Asking {
        snapshot,
        embedder,
        strategy: args.strategy,
        retrieve: &config.retrieve,
        answer: &context.settings.answer,
        weights: Weights::shipped(),
        tables: true,
        adviser: None,
    }
}
