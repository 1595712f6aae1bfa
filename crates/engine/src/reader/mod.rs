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

mod command;
mod confine;
mod guard;
mod process;
mod serve;
mod system;

use std::sync::Arc;

use models::Cancel;
use text::ReadLimits;
use text::exchange::Answer;

pub use command::{ReadFailure, ReaderCommand};
pub use guard::{ChildLimits, Guard};
use process::{Child, Fault};
pub use serve::{ServeError, serve};

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
