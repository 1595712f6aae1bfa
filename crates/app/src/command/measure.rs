//! `perusal eval`: which command measures what.

use super::{
    eval_analysis, eval_experiment, eval_fusion, eval_mini, eval_qa, eval_quality, eval_retrieval,
    eval_routing, eval_tables,
};
use crate::cli::EvalCommand;
use crate::context::Context;
use crate::failure::{Code, Failure};

/// Measures what the command names.
pub fn run(context: &Context, command: &EvalCommand) -> Result<Code, Failure> {
    match command {
        EvalCommand::Retrieval(args) => eval_retrieval::run(context, args),
        EvalCommand::Fusion(args) => eval_fusion::run(context, args),
        EvalCommand::Ladder(args) => eval_quality::ladder(context, args),
        EvalCommand::Quality(args) => eval_quality::run(context, args),
        EvalCommand::Qa(args) => eval_qa::run(context, args),
        EvalCommand::Tables(args) => eval_tables::run(context, args),
        EvalCommand::Mini(args) => eval_mini::run(context, args),
        EvalCommand::Analysis(args) => eval_analysis::run(context, args),
        EvalCommand::Routing(args) => eval_routing::run(context, args),
        EvalCommand::Experiment(args) => eval_experiment::run(context, args),
    }
}
