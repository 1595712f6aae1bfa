//! The edge of Perusal: arguments, configuration, terminal and outside JSON.
//!
//! Data goes to standard output, everything else to standard error. Every
//! error says what was expected, what came and what to do; the exit codes are
//! those of [`failure::Code`].

mod ahead;
mod cli;
mod command;
mod config;
mod embedder;
mod explain;
mod failure;
mod json;
mod library;
mod optional;
mod output;
mod progress;
mod structure;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::failure::{Code, Failure};

fn main() -> ExitCode {
    quiet_panics();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let json = cli.json;
    let run = catch_unwind(AssertUnwindSafe(|| command::run(cli)));
    match run.unwrap_or(Err(Failure::Bug)) {
        Ok(code) => code.into(),
        Err(failure) => {
            failure.print(json);
            failure.code().into()
        }
    }
}

/// Help and version are data; anything else clap says is a usage error.
fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe is no reason to fail louder.
    let _ = error.print();
    if error.use_stderr() {
        Code::Usage.into()
    } else {
        Code::Done.into()
    }
}

/// A panic in a parser is caught where the parser is called and reported with
/// its file; one anywhere else is a bug, told in one line. Set
/// `RUST_BACKTRACE` and `PERUSAL_PANICS=1` for the whole story.
fn quiet_panics() {
    if std::env::var_os("PERUSAL_PANICS").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
}
