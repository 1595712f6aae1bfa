//! `perusal router`: training on what real sessions taught, behind a gate.

mod export;
mod framing;
mod train;
pub(super) mod versions;

use crate::cli::RouterCommand;
use crate::context::Context;
use crate::failure::{Code, Failure};

pub use export::{findings, record};

/// Works on the router's weights.
pub fn run(context: &Context, command: &RouterCommand) -> Result<Code, Failure> {
    match command {
        RouterCommand::Train(args) => train::run(context, args),
        RouterCommand::Eval(args) => train::eval(context, args),
        RouterCommand::Framing(args) => framing::run(context, args),
        RouterCommand::Export { out } => export::run(context, out),
        RouterCommand::Versions => versions::list(context),
        RouterCommand::Rollback => versions::rollback(context),
    }
}
