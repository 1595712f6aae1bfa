//! The name of a language model in a file, and whether the file begins as one.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::ModelError;

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
    /// assert_eq!(GgufFile::named("llama:"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<GgufFile> {
        let path = name.strip_prefix(SERVICE)?.trim();
        (!path.is_empty()).then(|| GgufFile {
            path: PathBuf::from(path),
            context_tokens: CONTEXT_TOKENS,
        })
    }

    /// As people write it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{SERVICE}{}", self.path.display())
    }

    /// Whether the file is there and begins as one.
    pub(super) fn begins_as_one(&self) -> Result<(), ModelError> {
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
