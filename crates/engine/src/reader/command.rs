//! The command of a reading child, and why reading gave no document.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use text::ReadError;
use text::exchange::ExchangeError;

/// The command whose process reads files for us, and what one file may cost.
#[derive(Debug, Clone)]
pub struct ReaderCommand {
    /// The program to start.
    pub program: PathBuf,
    /// Its arguments. Two are put behind them: memory in bytes and processor
    /// time in seconds, the two numbers of [`ChildLimits`].
    pub arguments: Vec<OsString>,
    /// Longest time for one file.
    pub timeout: Duration,
    /// Most memory the child may take beyond what it starts with, in bytes.
    pub memory_bytes_max: u64,
}

impl ReaderCommand {
    /// Longest time for one file, unless said otherwise.
    pub const TIMEOUT: Duration = Duration::from_secs(60);
    /// Most memory for one file, unless said otherwise.
    pub const MEMORY_BYTES_MAX: u64 = 512 << 20;

    /// A command with the usual limits.
    pub fn new(program: impl Into<PathBuf>, arguments: &[&str]) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.iter().map(Into::into).collect(),
            timeout: Self::TIMEOUT,
            memory_bytes_max: Self::MEMORY_BYTES_MAX,
        }
    }
}

/// Why reading gave no document.
#[derive(Debug, thiserror::Error)]
pub enum ReadFailure {
    /// The bytes hold no document: the same the next time.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// It took too long.
    #[error("took longer than {} s to read", .limit.as_secs_f64())]
    Timeout {
        /// The limit.
        limit: Duration,
    },
    /// It needed too much memory.
    #[error("needed more than {} MB of memory to read", .limit_bytes >> 20)]
    Memory {
        /// The limit in bytes.
        limit_bytes: u64,
    },
    /// The process that read it ended.
    #[error("the reader crashed on it ({how})")]
    Crashed {
        /// How it ended.
        how: String,
    },
    /// The process that read it gave an answer that is none.
    #[error("the reader's answer was refused: {0}")]
    Refused(ExchangeError),
    /// There is no process to read it: no matter of the file.
    #[error("the reading process could not be started: {reason}")]
    NotStarted {
        /// What happened.
        reason: String,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}
