//! What can go wrong while gold data are read or results written.

use std::io;
use std::path::{Path, PathBuf};

/// Why a question set could not be read, or a result not be written.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A file could not be opened, read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder lacks a file that its layout asks for.
    #[error("{dir} has none of {expected}")]
    Missing {
        /// The folder that was given.
        dir: PathBuf,
        /// The names that would have done.
        expected: String,
    },
    /// One line of a file is not what its format asks for.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What was expected and what came.
        reason: String,
    },
    /// A file is larger than its bound, after unpacking.
    #[error("{path}, line {line}: more than {limit} {unit}")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The line that went over the bound, counted from 1.
        line: u64,
        /// The bound.
        limit: u64,
        /// What is counted.
        unit: &'static str,
    },
    /// The engine failed while it was measured.
    #[error(transparent)]
    Engine(#[from] perusal::EngineError),
    /// The engine stopped over a mistake of its own.
    #[error("stopped over a mistake of its own: {reason}")]
    Panicked {
        /// What it said.
        reason: String,
    },
    /// An experiment that cannot be run as it is written.
    #[error("{place}: {reason}")]
    Experiment {
        /// The part of it.
        place: String,
        /// What was expected and what came.
        reason: String,
    },
    /// One variation of an experiment failed on a question set.
    #[error("variation `{variation}` on `{set}`: {source}")]
    Variation {
        /// The variation's name.
        variation: String,
        /// The set's name.
        set: String,
        /// What went wrong.
        source: Box<EvalError>,
    },
    /// A value given to a measure is outside its range.
    #[error("{what}: expected {expected}, got {got}")]
    OutOfRange {
        /// The name of the value.
        what: &'static str,
        /// The range it must lie in.
        expected: &'static str,
        /// What came.
        got: String,
    },
}

impl EvalError {
    /// The engine's error, when it is one.
    pub fn engine(&self) -> Option<&perusal::EngineError> {
        match self {
            EvalError::Engine(error) => Some(error),
            EvalError::Variation { source, .. } => source.engine(),
            EvalError::Io { .. }
            | EvalError::Missing { .. }
            | EvalError::Line { .. }
            | EvalError::TooLarge { .. }
            | EvalError::Panicked { .. }
            | EvalError::Experiment { .. }
            | EvalError::OutOfRange { .. } => None,
        }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> EvalError {
        EvalError::Io {
            path: path.to_owned(),
            source,
        }
    }
}
