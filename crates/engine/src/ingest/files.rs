//! Which files, found or fetched, are new, and which the library knows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use index::{DocumentRecord, FailedDocument};

use super::content::{self, Content};
use super::{AddRequest, FailReason, Walked};

/// No reader has this version, so that the next run tries again what failed
/// for a reason that may be gone then.
const NO_READER_VERSION: u32 = 0;

/// What a fetched document is filed under: files have an absolute folder.
const NO_ROOT: &str = "";

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

/// All files of a request.
#[derive(Debug, Default)]
pub struct Plan {
    /// In order of absolute path, then fetched ones in order of address.
    pub files: Vec<Planned>,
}

/// Sets each file beside the document the library has of it. A file
/// under an added folder that was added before through another folder stays
/// filed under the first.
pub fn plan(walked: &Walked, known: &[DocumentRecord], request: &AddRequest) -> Plan {
    let mut files = found(walked, known, request);
    files.extend(fetched(known, request));
    content::note_same(&mut files);
    Plan { files }
}

fn found(walked: &Walked, known: &[DocumentRecord], request: &AddRequest) -> Vec<Planned> {
    let known: BTreeMap<PathBuf, &DocumentRecord> = known
        .iter()
        .filter(|record| !is_fetched(record))
        .map(|record| (absolute(record), record))
        .collect();
    walked
        .files
        .iter()
        .map(|file| {
            let record = known.get(&file.absolute).copied();
            let (root, path) = match record {
                Some(record) => (record.root.clone(), record.path.clone()),
                None => (file.root.to_string_lossy().into_owned(), file.shown()),
            };
            planned(file.absolute.clone(), root, path, record, request)
        })
        .collect()
}

/// Each address once, the first file given for it.
fn fetched(known: &[DocumentRecord], request: &AddRequest) -> Vec<Planned> {
    let known: BTreeMap<&str, &DocumentRecord> = known
        .iter()
        .filter(|record| is_fetched(record))
        .map(|record| (record.path.as_str(), record))
        .collect();
    let mut seen = BTreeSet::new();
    let mut files: Vec<Planned> = request
        .fetched
        .iter()
        .filter(|fetched| seen.insert(fetched.address.as_str()))
        .map(|fetched| {
            let (file, address) = (fetched.file.clone(), fetched.address.clone());
            let record = known.get(fetched.address.as_str()).copied();
            planned(file, NO_ROOT.to_owned(), address, record, request)
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn planned(
    absolute: PathBuf,
    root: String,
    path: String,
    record: Option<&DocumentRecord>,
    request: &AddRequest,
) -> Planned {
    Planned {
        absolute,
        root,
        path,
        known: record.cloned().map(Box::new),
        filed_alike: record.is_some_and(|record| {
            record.collection == request.collection && record.metadata == request.metadata
        }),
        filing: Filing {
            collection: request.collection.clone(),
            metadata: request.metadata.clone(),
            added: request.now,
        },
        same_as: None,
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
