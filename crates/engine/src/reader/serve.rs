//! The child's side: give up all rights, then read file after file.

use std::io::{Read, Write};

use text::exchange::{self, Answer, ExchangeError, Request};

use super::confine::confine;
use super::guard::ChildLimits;

/// What ended a child before its parent hung up.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Its standard streams are not those of a child.
    #[error("the standard streams cannot be set up: {0}")]
    Streams(#[from] std::io::Error),
    /// The exchange with the parent failed.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
}

/// Reads what comes on standard input with `read` (which is [`text::read`],
/// outside of tests) and answers on standard output, until the other side hangs
/// up.
///
/// Before the first byte of a file comes in, the process gives up what it can
/// do besides computing, for good: call this first, in a process that is made
/// for nothing else, while it has a single thread.
///
/// # Errors
/// [`ServeError`]; the process should end then.
pub fn serve(limits: &ChildLimits, read: impl Fn(&Request) -> Answer) -> Result<(), ServeError> {
    let mut to = answers()?;
    let guards = confine(limits, &to);
    exchange::write_greeting(&mut to, &guards)?;
    let mut from = std::io::stdin().lock();
    while let Some(request) = next(&mut from, limits)? {
        let answer = read(&request);
        // What a file took is free again before its answer is encoded.
        drop(request);
        exchange::write_answer(&mut to, answer)?;
    }
    Ok(())
}

/// The next file. One that is larger than the memory there may be fails for
/// want of memory, as one that fits barely does.
fn next(from: &mut impl Read, limits: &ChildLimits) -> Result<Option<Request>, ExchangeError> {
    exchange::read_request(from, limits.memory_bytes_max).map_err(|error| match error {
        ExchangeError::TooLarge { got, .. } => ExchangeError::OutOfMemory { bytes: got },
        other => other,
    })
}

/// Standard output, kept for answers alone: what a parser prints by itself goes
/// nowhere.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn answers() -> std::io::Result<std::fs::File> {
    std::io::stdout().flush()?;
    let answers = rustix::io::dup(rustix::stdio::stdout())?;
    rustix::stdio::dup2_stdout(std::fs::File::options().write(true).open("/dev/null")?)?;
    Ok(answers.into())
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn answers() -> std::io::Result<std::io::Stdout> {
    std::io::stdout().flush()?;
    Ok(std::io::stdout())
}
