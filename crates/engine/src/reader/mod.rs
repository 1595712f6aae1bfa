//! Where files are parsed: in this process, or in children made for it.
//!
//! Parsers are large and meet files from anywhere. In a child process a file
//! that crashes its parser, never ends or asks for all memory costs that file
//! only, and a parser that was taken over finds a process that can open no
//! file, no socket and no other process ([`Guard`] lists what holds it).
//!
//! A program that reads in children starts itself for it: a hidden command of
//! its own calls [`serve`], and a [`ReaderCommand`] names that command. A child
//! is kept for many files, so that a file costs two copies of its bytes and not
//! the start of a process.

mod confine;
mod process;
mod serve;
mod system;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use models::Cancel;
use serde::{Deserialize, Serialize};
use text::exchange::{Answer, ExchangeError};
use text::{ReadError, ReadLimits};

use process::{Child, Fault};
pub use serve::{ChildLimits, ServeError, serve};

/// Where files are parsed.
#[derive(Debug, Clone, Default)]
pub enum Reader {
    /// In the calling process. Nothing to set up; a file that makes its parser
    /// loop, or use all memory or the whole stack, takes the process with it.
    #[default]
    InProcess,
    /// In child processes, one for each thread that parses.
    Command(ReaderCommand),
}

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

/// What holds a reading child, where the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// A limit on memory.
    Memory,
    /// A limit on processor time.
    ProcessorTime,
    /// Regular files cannot grow.
    FileSize,
    /// No further file or socket can be opened.
    Descriptors,
    /// No further process can be started.
    Processes,
    /// It leaves no image of its memory behind.
    MemoryImage,
    /// It ends when the process that started it does.
    Orphan,
    /// It cannot gain rights by starting a program.
    Privileges,
    /// No path of the file system can be reached (landlock).
    FileSystem,
    /// Only the system calls that computing needs (seccomp).
    SystemCalls,
}

impl Guard {
    /// Every guard, as they are listed.
    pub const ALL: [Guard; 10] = [
        Guard::Memory,
        Guard::ProcessorTime,
        Guard::FileSize,
        Guard::Descriptors,
        Guard::Processes,
        Guard::MemoryImage,
        Guard::Orphan,
        Guard::Privileges,
        Guard::FileSystem,
        Guard::SystemCalls,
    ];

    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Guard::Memory => "memory limit",
            Guard::ProcessorTime => "processor time limit",
            Guard::FileSize => "no file growth",
            Guard::Descriptors => "no new descriptors",
            Guard::Processes => "no new processes",
            Guard::MemoryImage => "no core dump",
            Guard::Orphan => "ends with its parent",
            Guard::Privileges => "no new privileges",
            Guard::FileSystem => "no file system (landlock)",
            Guard::SystemCalls => "computing only (seccomp)",
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

/// The guards in force in a child of this command: starts one and asks it.
/// `None` where files are read in this process.
///
/// # Errors
/// [`ReadFailure::NotStarted`].
pub fn guards(reader: &Reader) -> Result<Option<Vec<Guard>>, ReadFailure> {
    match reader {
        Reader::InProcess => Ok(None),
        Reader::Command(command) => {
            let child = Child::start(command, &Cancel::default())?;
            Ok(Some(child.guards().to_vec()))
        }
    }
}

/// A reader at work, with the child it keeps. It stays on its thread: a child
/// ends with the thread that started it.
pub struct Reading<'r> {
    reader: &'r Reader,
    child: Option<Child>,
}

impl<'r> Reading<'r> {
    /// Starts nothing yet: the first file does.
    pub fn new(reader: &'r Reader) -> Self {
        Self {
            reader,
            child: None,
        }
    }

    /// Reads a file's bytes; `name` as in [`text::read`].
    ///
    /// # Errors
    /// [`ReadFailure`], of which [`ReadFailure::NotStarted`] and
    /// [`ReadFailure::Interrupted`] say nothing about the file.
    pub fn read(
        &mut self,
        bytes: &Arc<Vec<u8>>,
        name: &str,
        limits: &ReadLimits,
        cancel: &Cancel,
    ) -> Result<(text::Document, Vec<text::Warning>), ReadFailure> {
        match self.reader {
            Reader::InProcess => Ok(text::read(bytes, name, limits)?),
            Reader::Command(command) => {
                let job = process::Job {
                    bytes: Arc::clone(bytes),
                    name: name.to_owned(),
                    limits: *limits,
                };
                Ok(self.read_in_child(command, &job, cancel)??)
            }
        }
    }

    /// Reads in the child at hand. What ends a child that has read other files
    /// may be their doing: memory is never as fresh as at the start. So the
    /// verdict of a new child counts, and does not depend on what came before.
    fn read_in_child(
        &mut self,
        command: &ReaderCommand,
        job: &process::Job,
        cancel: &Cancel,
    ) -> Result<Answer, ReadFailure> {
        loop {
            let mut child = match self.child.take() {
                Some(child) => child,
                None => Child::start(command, cancel)?,
            };
            let fault = match child.read(job, command.timeout, cancel) {
                Ok(answer) => {
                    self.child = Some(child).filter(|child| !child.is_spent(command));
                    return Ok(answer);
                }
                Err(fault) => fault,
            };
            let may_be_others = !matches!(fault, Fault::Timeout | Fault::Interrupted);
            if !(may_be_others && child.has_served()) {
                return Err(fault.told(command));
            }
        }
    }
}

impl Fault {
    /// The fault as people are told of it.
    fn told(self, command: &ReaderCommand) -> ReadFailure {
        match self {
            Fault::Timeout => ReadFailure::Timeout {
                limit: command.timeout,
            },
            Fault::Memory => ReadFailure::Memory {
                limit_bytes: command.memory_bytes_max,
            },
            Fault::Crashed { how } => ReadFailure::Crashed { how },
            Fault::Refused(error) => ReadFailure::Refused(error),
            Fault::Interrupted => ReadFailure::Interrupted,
        }
    }
}
