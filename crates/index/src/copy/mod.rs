//! A store as readers on other machines have it: whole versions, sent as files.
//!
//! The one who writes makes a [`Publication`]: a folder of files that nobody changes, made while
//! others read and write. What is in it is told by a [`Published`]: names, lengths, and a hash of
//! each block. Who follows makes the same folder of it block by block ([`Arriving`]): a block that
//! an earlier version has in the same place, or that came before a kill, is not sent again, and
//! one whose hash differs is not taken. A version takes its place by one rename, whole.
//!
//! The records are copied page by page, so that a change of few pages is a few blocks. Lists of
//! words are linked, since a segment never changes; files of vectors grow within their last block
//! and are copied.

mod arrive;
mod publish;

use serde::{Deserialize, Serialize};

use crate::records::FORMAT;
use crate::{IndexError, follow, keyword, payload, records, vectors};

pub use arrive::{Arriving, is_read};
pub use publish::{Publication, mark};

/// How this list is laid out.
const LAYOUT: u32 = 1;

/// Bytes of a block; the last of a file may have fewer.
pub const COPY_BLOCK_BYTES: u64 = 1 << 20;

/// A store has few databases and files of vectors, and eight files for each segment of words.
const FILES_MAX: usize = 20_000;

/// What is in a version that was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// How this list is laid out.
    pub layout: u32,
    /// Format of the store.
    pub format: i64,
    /// The version that readers of it see.
    pub version: u64,
    /// Its files, by name.
    pub files: Vec<PublishedFile>,
}

/// A file of a version that was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedFile {
    /// Below the store's folder.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// BLAKE3 of each block of [`COPY_BLOCK_BYTES`], in hexadecimal.
    pub blocks: Vec<String>,
}

impl Published {
    /// A hash of all of it.
    pub fn digest(&self) -> String {
        // A list of strings and numbers can be written.
        let json = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&json).to_hex().to_string()
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Refuses what no store of ours has: it came from another machine.
    fn is_a_store(&self) -> Result<(), IndexError> {
        let refused = |reason: String| Err(damaged(reason));
        if self.layout != LAYOUT {
            return refused(format!(
                "its list is laid out as {}, this release reads {LAYOUT}",
                self.layout
            ));
        }
        if self.format != FORMAT {
            return Err(IndexError::FormatVersion {
                found: self.format,
                expected: FORMAT,
            });
        }
        if self.files.len() > FILES_MAX {
            return refused(format!("it has more than {FILES_MAX} files"));
        }
        for pair in self.files.windows(2) {
            if pair[0].name >= pair[1].name {
                return refused(format!("`{}` is not in its place", pair[1].name));
            }
        }
        for file in &self.files {
            if !is_part(&file.name) {
                return refused(format!("`{}` is no file of a library", file.name));
            }
            if file.blocks.len() as u64 != file.bytes.div_ceil(COPY_BLOCK_BYTES) {
                return refused(format!("`{}` has another number of blocks", file.name));
            }
        }
        let has = |name: &str| self.files.iter().any(|file| file.name == name);
        match has(records::FILE_NAME) {
            true => Ok(()),
            false => refused("it has no records".to_owned()),
        }
    }
}

impl PublishedFile {
    /// Length of a block.
    fn block_bytes(&self, block: usize) -> u64 {
        let from = block as u64 * COPY_BLOCK_BYTES;
        self.bytes.saturating_sub(from).min(COPY_BLOCK_BYTES)
    }
}

/// Whether a store may have a file of this name that is sent: no path leads out of it.
fn is_part(name: &str) -> bool {
    if let Some((folder, file)) = name.split_once('/') {
        let known = keyword::generation_of(folder)
            .is_some_and(|generation| keyword::folder_name(generation) == folder);
        return known && keyword::is_file_name(file);
    }
    name == records::FILE_NAME
        || name == follow::FILE_NAME
        || vectors::generation_of(name).is_some_and(|number| vectors::file_name(number) == name)
        || payload::generation_of(name)
            .is_some_and(|(kind, number)| payload::file_name(kind, number) == name)
}

fn damaged(reason: impl Into<String>) -> IndexError {
    IndexError::damaged(std::path::Path::new("the version that was sent"), reason)
}

fn hash_of(block: &[u8]) -> String {
    blake3::hash(block).to_hex().to_string()
}
