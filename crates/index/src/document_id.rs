//! The name of a document's content.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Names a document's content under its path: the same in every store, in any
/// order of adding, and never given to other content.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentId(String);

impl DocumentId {
    /// The id of the content with this hash at this path as added: 16 hex digits.
    ///
    /// ```
    /// # use index::DocumentId;
    /// let id = DocumentId::new("a.md", &[7; 32]);
    /// assert_eq!(id, DocumentId::new("a.md", &[7; 32]));
    /// assert_ne!(id, DocumentId::new("b.md", &[7; 32]));
    /// assert_eq!(id.as_str().len(), 16);
    /// ```
    pub fn new(path: &str, content_hash: &[u8; 32]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher
            .update(path.as_bytes())
            .update(&[0])
            .update(content_hash);
        Self(hasher.finalize().to_hex()[..16].to_owned())
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for DocumentId {
    /// Takes an id that was printed before; whether it exists shows when it is used.
    fn from(id: String) -> Self {
        Self(id)
    }
}

impl From<&str> for DocumentId {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}
