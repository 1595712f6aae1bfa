//! A whole store in one file, and a store made of it again.
//!
//! The file is a packed tar: first `backup.json` with format, version and counts, then the
//! databases and vector files that the records name, last `checksums.json` with length and
//! hash of each, so that a file that breaks off is told from a whole one. The keyword index
//! is left out: it is made from the records when the store is restored.
//!
//! Nothing is locked while it is made. The records are copied in one transaction of their
//! own; what they name lies in files that only grow, so bytes that a writer adds meanwhile
//! lie behind those in use. A vacuum may take a file away between the two: then it is begun
//! again.

mod make;
mod restore;
pub(crate) mod schema;

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::payload;
use crate::vectors;

pub use make::backup;
pub(crate) use make::named_files;
pub use restore::restore;

/// The first entry of an archive.
const ABOUT: &str = "backup.json";

/// The last one.
const CHECKSUMS: &str = "checksums.json";

/// Layout of the archive itself.
const SCHEMA: u32 = 1;

/// What an archive holds, by its first entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Layout of the archive.
    pub perusal_backup: u32,
    /// Format of the store in it.
    pub format: i64,
    /// The release of Perusal that made it.
    pub program: String,
    /// Version of the store.
    pub version: u64,
    /// Documents at that version.
    pub documents: u64,
    /// Their chunks.
    pub chunks: u64,
}

/// One file of an archive, as the last entry lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    name: String,
    bytes: u64,
    blake3: String,
}

/// Whether a store may have a file of this name that is backed up: no path leads out of it.
fn is_part(name: &str) -> bool {
    name == crate::records::FILE_NAME
        || name == crate::state::FILE_NAME
        || vectors::generation_of(name).is_some_and(|number| vectors::file_name(number) == name)
        || payload::generation_of(name)
            .is_some_and(|(kind, number)| payload::file_name(kind, number) == name)
}

/// A folder that goes away again, unless it was kept.
struct Making {
    dir: PathBuf,
}

impl Making {
    /// Makes `NAME.SUFFIX-PID` beside `beside`, where nothing is in the way.
    fn beside(beside: &Path, suffix: &str) -> Result<Self, crate::IndexError> {
        let mut name = beside.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{suffix}-{}", std::process::id()));
        let dir = beside.with_file_name(name);
        fs::create_dir(&dir).map_err(|error| crate::IndexError::io(&dir, error))?;
        Ok(Self { dir })
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        // Renamed, there is nothing; what cannot be removed is in nobody's way.
        let _ = fs::remove_dir_all(&self.dir);
    }
}
