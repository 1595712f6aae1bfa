//! What a pull tells, and how one way of fetching ended.

use crate::{Attempt, ModelError};

/// What a pull is doing, for people who wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullEvent {
    /// Asks where a package is.
    Locating {
        /// Its name and version.
        package: String,
    },
    /// Bytes have come.
    Downloading {
        /// The file, as it is named on the way.
        file: String,
        /// Bytes there are, those of earlier pulls included.
        received: u64,
        /// Bytes of the whole file.
        total: u64,
    },
    /// A download was cut and is tried again.
    Retrying {
        /// What happened.
        failed: Attempt,
    },
    /// A way did not work; the next one is tried.
    NextSource {
        /// What happened.
        failed: Attempt,
    },
    /// A file of the model is in place and checked.
    Verified {
        /// Its name.
        file: &'static str,
    },
}

/// How one way of fetching ended.
#[derive(Debug)]
pub(super) enum Failure {
    /// It did not work; another way may.
    Attempt(Attempt),
    /// `pip` does not run.
    PipMissing(String),
    /// Wrong content came; another way may give the right one.
    Mismatch {
        attempt: Attempt,
        error: Box<ModelError>,
    },
    /// No other way will do: cancelled, or the disk failed.
    Fatal(ModelError),
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Self::Fatal(error)
    }
}

impl Failure {
    pub(super) fn attempt(source: impl Into<String>, reason: impl ToString) -> Self {
        Self::Attempt(Attempt {
            source: source.into(),
            reason: reason.to_string(),
        })
    }
}
