//! Keeps what a model was asked and answered, so that a run can be repeated without it.
//!
//! A recording is a file of lines, each a JSON object: its version, then models, counts of tokens
//! and exchanges as they come. An exchange is found again by a hash of the model's id and the whole
//! request. What failed is kept too, since a run goes another way after it; what the caller
//! stopped is not.

use std::{
    collections::HashSet,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Completion, Health, LanguageModel, LanguageProfile, Request};
use crate::{Limits, ModelError, catalogue::hex};

/// Version of the lines below; another one is not read.
pub(super) const VERSION: u32 = 1;

/// A line of a recording.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first one.
    PerusalRecording(u32),
    /// A model that was asked.
    Model(LanguageProfile),
    /// Tokens of a text.
    Count {
        model: String,
        /// SHA-256 of the text, in hex.
        text: String,
        tokens: usize,
    },
    /// A request and what came of it.
    Exchange(Box<Exchange>),
}

/// A request and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Exchange {
    /// Of [`key`].
    pub key: String,
    /// For people who read the file.
    pub request: Request,
    /// The answer as it came.
    pub pieces: Vec<String>,
    pub outcome: Outcome,
}

/// How a call ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Done(Completion),
    DeadlinePassed,
    Failed {
        name: String,
        reason: String,
    },
    Unreachable {
        name: String,
        endpoint: String,
        reason: String,
    },
    Refused {
        name: String,
        endpoint: String,
        reason: String,
    },
    BadAnswer {
        name: String,
        endpoint: String,
        reason: String,
    },
    WrongShape {
        name: String,
        reason: String,
        answer: String,
    },
    NoSuchModel {
        name: String,
        model: String,
        endpoint: String,
        known: Vec<String>,
    },
    KeyRefused {
        name: String,
        endpoint: String,
        sent: bool,
        reason: String,
    },
}

/// What finds an exchange again.
pub(super) fn key(model: &str, request: &Request) -> String {
    let asked = serde_json::to_vec(request).unwrap_or_default();
    let mut hash = Sha256::new();
    hash.update((model.len() as u64).to_le_bytes());
    hash.update(model.as_bytes());
    hash.update(asked);
    hex(&hash.finalize())
}

/// What finds the count of a text again.
pub(super) fn text_key(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// A file that exchanges are written to; clones write to the same one.
#[derive(Clone, Debug)]
pub struct Recording {
    file: PathBuf,
    written: Arc<Mutex<Written>>,
}

#[derive(Debug)]
struct Written {
    to: File,
    /// Counts that stand there, by model and text.
    counts: HashSet<(String, String)>,
}

impl Recording {
    /// Begins a recording, in the place of what the file held.
    ///
    /// # Errors
    /// [`ModelError::Io`].
    pub fn create(file: &Path) -> Result<Self, ModelError> {
        let to = File::create(file).map_err(ModelError::io(file))?;
        let recording = Self {
            file: file.to_owned(),
            written: Arc::new(Mutex::new(Written {
                to,
                counts: HashSet::new(),
            })),
        };
        recording.write(&Line::PerusalRecording(VERSION))?;
        Ok(recording)
    }

    /// A model whose exchanges are kept. It is prepared first: what it takes is kept, too.
    ///
    /// # Errors
    /// As [`LanguageModel::prepare`], and [`ModelError::Io`].
    pub fn of(
        &self,
        model: Box<dyn LanguageModel>,
        limits: &Limits,
    ) -> Result<Recorder, ModelError> {
        model.prepare(limits)?;
        self.write(&Line::Model(model.profile().clone()))?;
        Ok(Recorder {
            model,
            recording: self.clone(),
        })
    }

    fn write(&self, line: &Line) -> Result<(), ModelError> {
        let failed = |source| ModelError::io(&self.file)(source);
        let mut bytes = serde_json::to_vec(line).map_err(|error| failed(error.into()))?;
        bytes.push(b'\n');
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if let Line::Count { model, text, .. } = line
            && !written.counts.insert((model.clone(), text.clone()))
        {
            return Ok(());
        }
        written.to.write_all(&bytes).map_err(failed)
    }
}

/// A model whose exchanges are kept in a [`Recording`].
pub struct Recorder {
    model: Box<dyn LanguageModel>,
    recording: Recording,
}

impl LanguageModel for Recorder {
    fn profile(&self) -> &LanguageProfile {
        self.model.profile()
    }

    fn prepare(&self, limits: &Limits) -> Result<(), ModelError> {
        self.model.prepare(limits)
    }

    /// # Errors
    /// Also [`ModelError::Io`], when the exchange cannot be kept.
    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        let mut pieces = Vec::new();
        let outcome = self.model.complete(request, limits, &mut |piece| {
            pieces.push(piece.to_owned());
            emit(piece);
        });
        if let Some(kept) = Outcome::of(&outcome) {
            self.recording.write(&Line::Exchange(Box::new(Exchange {
                key: key(&self.profile().id, request),
                request: request.clone(),
                pieces,
                outcome: kept,
            })))?;
        }
        outcome
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        let tokens = self.model.count_tokens(text)?;
        self.recording.write(&Line::Count {
            model: self.profile().id.clone(),
            text: text_key(text),
            tokens,
        })?;
        Ok(tokens)
    }

    fn health(&self) -> Health {
        self.model.health()
    }
}

impl Outcome {
    /// What is kept of an outcome, if anything.
    fn of(outcome: &Result<Completion, ModelError>) -> Option<Self> {
        let error = match outcome {
            Ok(completion) => return Some(Self::Done(completion.clone())),
            Err(error) => error,
        };
        Some(match error {
            ModelError::DeadlinePassed => Self::DeadlinePassed,
            ModelError::Unreachable {
                name,
                endpoint,
                reason,
            } => Self::Unreachable {
                name: name.clone(),
                endpoint: endpoint.clone(),
                reason: reason.clone(),
            },
            ModelError::Refused {
                name,
                endpoint,
                reason,
            } => Self::Refused {
                name: name.clone(),
                endpoint: endpoint.clone(),
                reason: reason.clone(),
            },
            ModelError::BadAnswer {
                name,
                endpoint,
                reason,
            } => Self::BadAnswer {
                name: name.clone(),
                endpoint: endpoint.clone(),
                reason: reason.clone(),
            },
            ModelError::WrongShape {
                name,
                reason,
                answer,
            } => Self::WrongShape {
                name: name.clone(),
                reason: reason.clone(),
                answer: answer.clone(),
            },
            ModelError::NoSuchModel {
                name,
                model,
                endpoint,
                known,
            } => Self::NoSuchModel {
                name: name.clone(),
                model: model.clone(),
                endpoint: endpoint.clone(),
                known: known.clone(),
            },
            ModelError::KeyRefused {
                name,
                endpoint,
                sent,
                reason,
            } => Self::KeyRefused {
                name: name.clone(),
                endpoint: endpoint.clone(),
                sent: *sent,
                reason: reason.clone(),
            },
            ModelError::Failed { name, reason } => Self::Failed {
                name: name.clone(),
                reason: reason.clone(),
            },
            _ => return None,
        })
    }

    /// What the caller was told.
    pub(super) fn told(self) -> Result<Completion, ModelError> {
        Err(match self {
            Self::Done(completion) => return Ok(completion),
            Self::DeadlinePassed => ModelError::DeadlinePassed,
            Self::Failed { name, reason } => ModelError::Failed { name, reason },
            Self::Unreachable {
                name,
                endpoint,
                reason,
            } => ModelError::Unreachable {
                name,
                endpoint,
                reason,
            },
            Self::Refused {
                name,
                endpoint,
                reason,
            } => ModelError::Refused {
                name,
                endpoint,
                reason,
            },
            Self::BadAnswer {
                name,
                endpoint,
                reason,
            } => ModelError::BadAnswer {
                name,
                endpoint,
                reason,
            },
            Self::WrongShape {
                name,
                reason,
                answer,
            } => ModelError::WrongShape {
                name,
                reason,
                answer,
            },
            Self::NoSuchModel {
                name,
                model,
                endpoint,
                known,
            } => ModelError::NoSuchModel {
                name,
                model,
                endpoint,
                known,
            },
            Self::KeyRefused {
                name,
                endpoint,
                sent,
                reason,
            } => ModelError::KeyRefused {
                name,
                endpoint,
                sent,
                reason,
            },
        })
    }
}
