//! The parts of a zip file, unpacked within a bound.
//!
//! Nothing is ever written to a disk, so that names of parts are names only:
//! one that climbs out of its folder is looked up like any other.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use thiserror::Error;
use zip::ZipArchive;

use super::html::normal_path;

/// Parts of an archive; their names and places are kept in memory.
const PARTS_MAX: usize = 65_536;

/// A part unpacks to at most this many times its packed size; text reaches ten.
const RATIO_MAX: u64 = 200;

/// A small part may be one word many times over.
const RATIO_FREE_BYTES: u64 = 1 << 20;

/// Marks the entry of a part in the archive's directory.
const ENTRY_MARK: &[u8] = b"PK\x01\x02";

/// Why a part could not be had.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PartError {
    /// There is none of that name.
    #[error("it is not in the file")]
    Missing,
    /// It opens only with a password.
    #[error("it is encrypted")]
    Encrypted,
    /// It unpacks to more than allowed.
    #[error("it unpacks to more than {limit} bytes")]
    TooLarge {
        /// Bytes that it might have had.
        limit: u64,
    },
    /// Its bytes do not follow the format.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

/// An open archive.
pub struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// Places of the parts by normal name.
    names: BTreeMap<String, usize>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl<'b> Archive<'b> {
    /// Opens an archive of which at most `unpacked_bytes_max` are unpacked.
    ///
    /// # Errors
    /// A sentence for people, when there is no directory or too large a one.
    pub fn open(bytes: &'b [u8], unpacked_bytes_max: u64) -> Result<Self, String> {
        let entries = memchr::memmem::find_iter(bytes, ENTRY_MARK).take(PARTS_MAX + 1);
        if entries.count() > PARTS_MAX {
            return Err(format!("the archive has more than {PARTS_MAX} parts"));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
        let names = (0..zip.len()).filter_map(|index| {
            let name = zip.name_for_index(index)?;
            Some((normal_path(name)?, index))
        });
        Ok(Self {
            names: names.collect(),
            zip,
            left: unpacked_bytes_max,
        })
    }

    /// Whether there is a part of that name.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// The parts' names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// A part, unpacked.
    pub fn part(&mut self, name: &str) -> Result<Vec<u8>, PartError> {
        match self.part_so_far(name)? {
            (bytes, None) => Ok(bytes),
            (_, Some(damage)) => Err(PartError::Damaged(damage)),
        }
    }

    /// A part as far as it can be unpacked, and why it may lack its end.
    pub fn part_so_far(&mut self, name: &str) -> Result<(Vec<u8>, Option<String>), PartError> {
        let index = *self.names.get(name).ok_or(PartError::Missing)?;
        let raw = self.zip.by_index_raw(index).map_err(damaged)?;
        if raw.encrypted() {
            return Err(PartError::Encrypted);
        }
        let packed = raw.compressed_size();
        drop(raw);
        let limit = packed
            .saturating_mul(RATIO_MAX)
            .max(RATIO_FREE_BYTES)
            .min(self.left);
        let file = self.zip.by_index(index).map_err(damaged)?;
        // The size that an archive names may be false: what comes out counts.
        let mut bytes = Vec::new();
        let read = file.take(limit + 1).read_to_end(&mut bytes);
        let unpacked = bytes.len() as u64;
        self.left = self.left.saturating_sub(unpacked);
        if unpacked > limit {
            return Err(PartError::TooLarge { limit });
        }
        Ok((bytes, read.err().map(|error| error.to_string())))
    }
}

fn damaged(error: impl std::fmt::Display) -> PartError {
    PartError::Damaged(error.to_string())
}
