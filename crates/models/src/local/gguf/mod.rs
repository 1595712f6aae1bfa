//! A language model in a GGUF file, run by llama.cpp in this process (feature `llama`).
//!
//! What documents say is never taken for a mark of the conversation: marks come from the model's
//! own template, texts between them are cut into tokens as plain text. The same request gives the
//! same answer: nothing is sampled, and of an earlier request only whole batches are taken over.

#[cfg(feature = "llama")]
mod conversation;
mod file;
#[cfg(feature = "llama")]
mod model;
#[cfg(feature = "llama")]
mod writer;

pub use file::GgufFile;

use crate::{LanguageModel, ModelError};

impl GgufFile {
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
}
