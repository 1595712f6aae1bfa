//! A language model in a GGUF file, run by llama.cpp in this process (feature `llama`).
//!
//! What documents say is never taken for a mark of the conversation: marks come from the model's
//! own template, texts between them are cut into tokens as plain text. The same request gives the
//! same answer: nothing is sampled, and of an earlier request only whole batches are taken over.

#[cfg(feature = "llama")]
mod conversation;
#[cfg(feature = "llama")]
mod model;
#[cfg(feature = "llama")]
mod writer;

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{LanguageModel, ModelError};

/// What stands before the path in a model's name.
const SERVICE: &str = "llama:";
/// What a GGUF file begins with.
const MAGIC: &[u8; 4] = b"GGUF";
/// Tokens of the window where nobody says: what is kept of them costs memory.
const CONTEXT_TOKENS: usize = 4_096;

/// A language model in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgufFile {
    /// Where it is.
    pub path: PathBuf,
    /// Tokens of request and answer together; at most as many as the model was trained with.
    pub context_tokens: usize,
}

impl GgufFile {
    /// The file of a name such as `llama:/models/qwen.gguf`; `None` for a model of another kind.
    ///
    /// ```
    /// use models::GgufFile;
    ///
    /// let file = GgufFile::named("llama:/models/qwen.gguf").unwrap();
    /// assert_eq!(file.path.as_os_str(), "/models/qwen.gguf");
    /// assert_eq!(GgufFile::named("llama-server:qwen"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<GgufFile> {
        let path = name.strip_prefix(SERVICE)?.trim();
        Some(GgufFile {
            path: PathBuf::from(path),
            context_tokens: CONTEXT_TOKENS,
        })
    }

    /// As people write it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{SERVICE}{}", self.path.display())
    }

    /// Loads it; a file that this process has loaded is not loaded again.
    ///
    /// # Errors
    /// [`ModelError::BadModel`] for what is no such file, or is cut; [`ModelError::Failed`] where
    /// this program was built without llama.cpp.
    pub fn open(&self) -> Result<Box<dyn LanguageModel>, ModelError> {
        self.begins_as_one()?;
        self.loaded()
    }

    #[cfg(feature = "llama")]
    fn loaded(&self) -> Result<Box<dyn LanguageModel>, ModelError> {
        model::loaded(self)
    }

    #[cfg(not(feature = "llama"))]
    fn loaded(&self) -> Result<Box<dyn LanguageModel>, ModelError> {
        Err(ModelError::Failed {
            name: self.name(),
            reason: "this program was built without llama.cpp (`--features llama`); \
                     `llama-server -m FILE` serves the file, and `llama-server:NAME` asks it"
                .to_owned(),
        })
    }

    /// Whether the file is there and begins as one.
    fn begins_as_one(&self) -> Result<(), ModelError> {
        let path: &Path = &self.path;
        let bad = |reason: String| ModelError::BadModel {
            file: path.to_path_buf(),
            reason,
        };
        let mut begins = [0; MAGIC.len()];
        let file = std::fs::File::open(path).map_err(|error| bad(error.to_string()))?;
        match file.take(MAGIC.len() as u64).read(&mut begins) {
            Ok(_) if begins == *MAGIC => Ok(()),
            Ok(_) => Err(bad("it is no GGUF file".to_owned())),
            Err(error) => Err(bad(error.to_string())),
        }
    }
}
