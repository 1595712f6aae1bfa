//! What to add.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// What to add, and how to file it.
#[derive(Debug, Clone, Default)]
pub struct AddRequest {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Documents from elsewhere, which the caller has fetched: nothing here opens a connection.
    pub fetched: Vec<Fetched>,
    /// Name of the collection.
    pub collection: String,
    /// The caller's own keys, usable in filters.
    pub metadata: BTreeMap<String, String>,
    /// Remove documents of the added folders whose files are gone.
    pub prune: bool,
    /// Seconds since 1970, recorded as the time of adding.
    pub now: i64,
}

/// A document that was fetched: filed under its address, below no folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Its address, which is its path in the library.
    pub address: String,
    /// The file its bytes lie in until they are read.
    pub file: PathBuf,
}
