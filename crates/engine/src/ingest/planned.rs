//! A file on its way into a library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use index::{DocumentRecord, FailedDocument};

use super::content::Content;

/// No reader has this version, so that the next run tries again what failed
/// for a reason that may be gone then.
const NO_READER_VERSION: u32 = 0;

/// What a fetched document is filed under: files have an absolute folder.
pub const NO_ROOT: &str = "";

/// A file with what the library knows of it.
#[derive(Debug, Clone)]
pub struct Planned {
    /// Where its bytes lie.
    pub absolute: PathBuf,
    /// The folder it is filed under; empty for a fetched document.
    pub root: String,
    /// Path below that folder; the address of a fetched document.
    pub path: String,
    /// The document of this file in the library.
    pub known: Option<Box<DocumentRecord>>,
    /// True when the known document is filed as this request asks, so that an
    /// equal content hash means there is nothing to do.
    pub filed_alike: bool,
    /// What it is filed with.
    pub filing: Filing,
    /// The bytes of an earlier file of the same plan, which this one had, too, when the
    /// plan was made.
    pub same_as: Option<Content>,
}

/// What a document is filed with besides its place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filing {
    /// Its collection.
    pub collection: String,
    /// The user's own metadata.
    pub metadata: BTreeMap<String, String>,
    /// When it is added, in Unix seconds.
    pub added: i64,
}

impl Planned {
    /// The record of a file that could not be read.
    pub fn failure(&self, hash: [u8; 32], reason: &FailReason) -> FailedDocument {
        FailedDocument {
            path: self.path.clone(),
            root: self.root.clone(),
            content_hash: hash,
            format: None,
            bytes: reason.bytes,
            modified: reason.modified,
            added: self.filing.added,
            collection: self.filing.collection.clone(),
            metadata: self.filing.metadata.clone(),
            reason: reason.message.clone(),
            reader_version: if reason.lasting {
                text::READER_VERSION
            } else {
                NO_READER_VERSION
            },
        }
    }
}

impl Planned {
    /// Whether it was fetched: then the time of its file says nothing.
    pub fn is_fetched(&self) -> bool {
        self.root == NO_ROOT
    }
}

/// Whether a document was fetched: it lies in no folder.
pub fn is_fetched(record: &DocumentRecord) -> bool {
    record.root == NO_ROOT
}

/// Where a document's file lies.
pub fn absolute(record: &DocumentRecord) -> PathBuf {
    Path::new(&record.root).join(&record.path)
}

/// Why a file could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FailReason {
    /// A sentence for people.
    pub message: String,
    /// Its content hash, when it could be opened: such a failure is recorded.
    pub content_hash: Option<[u8; 32]>,
    /// Size in bytes.
    pub bytes: u64,
    /// Seconds since 1970.
    pub modified: Option<i64>,
    /// True when the same bytes will fail again; false when it was a matter of
    /// time, memory or chance.
    pub lasting: bool,
}
