//! The edge of Perusal: arguments, configuration, terminal and outside JSON.
//!
//! Data goes to standard output, everything else to standard error. Every
//! error says what was expected, what came and what to do; the exit codes are
//! those of [`failure::Code`].

#![cfg_attr(
    not(all(feature = "server", feature = "qdrant")),
    allow(dead_code, reason = "what only the server or a cluster asks for")
)]

mod chosen;
mod cli;
mod cluster;
mod command;
mod config;
mod context;
mod embedder;
mod explain;
mod failure;
mod identity;
mod json;
mod language;
mod library;
mod optional;
mod output;
mod progress;
mod remembered;
#[cfg(feature = "server")]
mod serve;
mod structure;
mod together;
mod warm;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;
use perusal::fault;

use crate::cli::Cli;
use crate::failure::{Code, Failure};

#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

thread_local! {
    /// Where this thread panicked last outside of a step that may.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

fn main() -> ExitCode {
    quiet_panics();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let json = cli.json;
    let run = catch_unwind(AssertUnwindSafe(|| command::run(cli)));
    let bug = |_| Failure::Bug {
        place: PLACE.take(),
    };
    match run.map_err(bug).flatten() {
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

/// A panic in a parser is caught where the parser is called and reported with its file; one
/// in a step of a question costs that step and is counted; one anywhere else is a bug, told in
/// one line with its place. None prints a message of its own, unless `PERUSAL_PANICS` is set:
/// then all of them do, with `RUST_BACKTRACE=1` the whole story.
fn quiet_panics() {
    let standard = std::env::var_os("PERUSAL_PANICS").map(|_| std::panic::take_hook());
    fault::watch(move |panic, contained| match &standard {
        Some(standard) => standard(panic),
        None if contained => {}
        None => PLACE.set(panic.location().map(ToString::to_string)),
    });
}
