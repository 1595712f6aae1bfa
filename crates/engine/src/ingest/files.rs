//! Which found files are new, and which the library knows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use index::{DocumentRecord, FailedDocument};

use super::{AddRequest, FailReason, Walked};

/// No reader has this version, so that the next run tries again what failed
/// for a reason that may be gone then.
const NO_READER_VERSION: u32 = 0;

/// A file with what the library knows of it.
#[derive(Debug, Clone)]
pub struct Planned {
    /// Where it lies.
    pub absolute: PathBuf,
    /// The folder it is filed under.
    pub root: String,
    /// Path below that folder.
    pub path: String,
    /// The document of this file in the library.
    pub known: Option<Box<DocumentRecord>>,
    /// True when the known document is filed as this request asks, so that an
    /// equal content hash means there is nothing to do.
    pub filed_alike: bool,
}

impl Planned {
    /// The record of a file that could not be read.
    pub fn failure(
        &self,
        hash: [u8; 32],
        reason: &FailReason,
        request: &AddRequest,
    ) -> FailedDocument {
        FailedDocument {
            path: self.path.clone(),
            root: self.root.clone(),
            content_hash: hash,
            format: None,
            bytes: reason.bytes,
            modified: reason.modified,
            added: request.now,
            collection: request.collection.clone(),
            metadata: request.metadata.clone(),
            reason: reason.message.clone(),
            reader_version: if reason.lasting {
                text::READER_VERSION
            } else {
                NO_READER_VERSION
            },
        }
    }
}

/// All files of a request.
#[derive(Debug, Default)]
pub struct Plan {
    /// In order of absolute path.
    pub files: Vec<Planned>,
}

/// Sets each found file beside the document the library has of it. A file
/// under an added folder that was added before through another folder stays
/// filed under the first.
pub fn plan(walked: &Walked, known: &[DocumentRecord], request: &AddRequest) -> Plan {
    let known: BTreeMap<PathBuf, &DocumentRecord> = known
        .iter()
        .map(|record| (absolute(record), record))
        .collect();
    let files = walked
        .files
        .iter()
        .map(|file| {
            let record = known.get(&file.absolute).copied();
            let (root, path) = match record {
                Some(record) => (record.root.clone(), record.path.clone()),
                None => (file.root.to_string_lossy().into_owned(), file.shown()),
            };
            Planned {
                absolute: file.absolute.clone(),
                root,
                path,
                known: record.cloned().map(Box::new),
                filed_alike: record.is_some_and(|record| {
                    record.collection == request.collection && record.metadata == request.metadata
                }),
            }
        })
        .collect();
    Plan { files }
}

/// Where a document's file lies.
pub fn absolute(record: &DocumentRecord) -> PathBuf {
    Path::new(&record.root).join(&record.path)
}
