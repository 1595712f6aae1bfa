//! A vector file in memory, read through the page cache.
//!
//! The only `unsafe` of this crate.
#![allow(
    unsafe_code,
    reason = "maps a file into memory, and reads its bytes as signed ones"
)]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use super::layout::{Layout, pieces};
use crate::IndexError;

/// The committed slots of a vector file.
pub(crate) struct VectorMap {
    map: Mmap,
    layout: Layout,
}

impl VectorMap {
    /// Maps the file of a generation, which must hold at least `slots` slots.
    pub(crate) fn open(
        dir: &Path,
        generation: i64,
        dim: usize,
        slots: u64,
    ) -> Result<VectorMap, IndexError> {
        let path = dir.join(super::file_name(generation));
        let map = map_file(&path)?;
        let layout = Layout::from_header(&map, &path, generation)?;
        if layout.dim() != dim {
            let reason = format!(
                "it holds vectors of {} values instead of {dim}",
                layout.dim()
            );
            return Err(IndexError::damaged(&path, reason));
        }
        if (map.len() as u64) < layout.bytes_for(slots) {
            let reason = format!(
                "it has {} bytes instead of {} or more",
                map.len(),
                layout.bytes_for(slots)
            );
            return Err(IndexError::damaged(&path, reason));
        }
        Ok(VectorMap { map, layout })
    }

    pub(crate) fn dim(&self) -> usize {
        self.layout.dim()
    }

    fn bytes(&self, offset: u64, length: usize) -> &[u8] {
        // Committed slots lie within the length checked on opening, so the
        // offset fits an address.
        let start = offset as usize;
        &self.map[start..start + length]
    }

    /// The rows of `count` slots of one block, row-major.
    pub(crate) fn values(&self, slot: u64, count: usize) -> &[i8] {
        let bytes = self.bytes(self.layout.values_at(slot), count * self.layout.dim());
        // SAFETY: `i8` and `u8` have the same size, alignment and no invalid
        // bit patterns; the slice keeps its length and its borrow of the map.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<i8>(), bytes.len()) }
    }

    /// The scales of `count` slots of one block.
    pub(crate) fn scales(&self, slot: u64, count: usize) -> impl Iterator<Item = f32> {
        self.bytes(self.layout.scale_at(slot), count * 4)
            .chunks_exact(4)
            .map(|scale| f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]))
    }

    /// One row and its scale.
    pub(crate) fn row(&self, slot: u64) -> (&[i8], f32) {
        (
            self.values(slot, 1),
            self.scales(slot, 1).next().unwrap_or(0.0),
        )
    }

    /// The checksum of a run, as [`super::VectorFile::write`] returned it.
    pub(crate) fn checksum(&self, slot: u64, count: u64) -> u32 {
        let dim = self.layout.dim();
        let mut hasher = crc32fast::Hasher::new();
        for (slot, count) in pieces(slot, count) {
            hasher.update(self.bytes(self.layout.values_at(slot), count * dim));
        }
        for (slot, count) in pieces(slot, count) {
            hasher.update(self.bytes(self.layout.scale_at(slot), count * 4));
        }
        hasher.finalize()
    }
}

/// Maps a file that is only appended to. Callers check its length, and read
/// what the records say was committed.
pub(crate) fn map_file(path: &Path) -> Result<Mmap, IndexError> {
    let file = File::open(path).map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            return IndexError::damaged(path, "it is missing");
        }
        IndexError::io(path, error)
    })?;
    // SAFETY: the writer never truncates a vector or payload file nor writes to
    // what was committed: it appends, or writes a new generation and unlinks
    // this one, which leaves the mapping valid. Only what was committed is read
    // (callers pass places from the records), so no byte changes under a
    // reader. A file cut short from outside raises SIGBUS in any program
    // that maps it; callers check the length right after mapping.
    unsafe { Mmap::map(&file) }.map_err(|error| IndexError::io(path, error))
}
