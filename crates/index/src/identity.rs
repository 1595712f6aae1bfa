//! What a store was built with; terms and vectors of different makes must not mix.

use serde::{Deserialize, Serialize};

use crate::IndexError;

/// What a store was built with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Version of the analyzer that made the terms.
    pub analyzer: String,
    /// How documents were cut into chunks, as `document-1000-200`.
    pub chunking: String,
    /// Which model made the vectors; `None` for a store without any.
    pub embedder: Option<String>,
    /// Length of the vectors; given with `embedder`, and only with it.
    pub dim: Option<usize>,
}

impl Identity {
    /// What a store built with `self` becomes when opened for writing as `configured`.
    ///
    /// A store without vectors may get an embedder later. A writer without an
    /// embedder may write any store: its vectors stay pending.
    ///
    /// # Errors
    /// [`IndexError::IdentityMismatch`] names the first part that differs.
    pub(crate) fn merged(&self, configured: &Identity) -> Result<Identity, IndexError> {
        let same = |what, built_with: &str, configured: &str| {
            if built_with == configured {
                return Ok(());
            }
            Err(IndexError::IdentityMismatch {
                what,
                built_with: built_with.to_owned(),
                configured: configured.to_owned(),
            })
        };
        same("analyzer", &self.analyzer, &configured.analyzer)?;
        same("chunking", &self.chunking, &configured.chunking)?;
        let (Some(built_with), Some(wanted)) = (&self.embedder, &configured.embedder) else {
            let source = if self.embedder.is_some() {
                self
            } else {
                configured
            };
            return Ok(Identity {
                embedder: source.embedder.clone(),
                dim: source.dim,
                ..self.clone()
            });
        };
        same("embedder", built_with, wanted)?;
        let dim = |dim: Option<usize>| dim.map_or("none".to_owned(), |dim| dim.to_string());
        same("dimension", &dim(self.dim), &dim(configured.dim))?;
        Ok(self.clone())
    }
}
