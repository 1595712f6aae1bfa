//! Where in a vector file a slot lies.

use std::io;
use std::path::Path;

use crate::IndexError;

/// Slots in a block: one call of the kernel scans them, and at 384 values they
/// just fit the second-level cache.
pub(crate) const BLOCK_ROWS: u64 = 256;

const HEADER_BYTES: usize = 64;
const MAGIC: [u8; 8] = *b"PERUVECS";
const FORMAT: u32 = 1;
/// The header's values end here, and their checksum follows.
const SEALED_BYTES: usize = 24;

/// The places of slots in a file of vectors of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    dim: usize,
}

impl Layout {
    /// `dim` values a vector.
    pub(crate) fn new(dim: usize) -> Self {
        Self { dim }
    }

    pub(crate) fn dim(self) -> usize {
        self.dim
    }

    /// The first bytes of a file.
    pub(super) fn header(self, generation: i64) -> [u8; HEADER_BYTES] {
        let mut header = [0; HEADER_BYTES];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&FORMAT.to_le_bytes());
        header[12..16].copy_from_slice(&u32::try_from(self.dim).unwrap_or(0).to_le_bytes());
        header[16..SEALED_BYTES].copy_from_slice(&generation.to_le_bytes());
        let crc = crc32fast::hash(&header[..SEALED_BYTES]);
        header[SEALED_BYTES..SEALED_BYTES + 4].copy_from_slice(&crc.to_le_bytes());
        header
    }

    /// What the first bytes of a file say.
    pub(super) fn from_header(
        header: &[u8],
        path: &Path,
        generation: i64,
    ) -> Result<Layout, IndexError> {
        let damaged = |reason: &str| Err(IndexError::damaged(path, reason));
        if header.len() < HEADER_BYTES {
            return damaged("it ends within its header");
        }
        let dim = u32::from_le_bytes([header[12], header[13], header[14], header[15]]);
        let layout = Layout::new(dim as usize);
        if header[..8] != MAGIC {
            return damaged("it does not start like a vector file");
        }
        if header[8..12] != FORMAT.to_le_bytes() {
            return damaged("its format is not the one the records speak of");
        }
        if header[..HEADER_BYTES] != layout.header(generation) {
            return damaged("checksum of its header differs");
        }
        Ok(layout)
    }

    fn block_at(self, slot: u64) -> u64 {
        let block_bytes = BLOCK_ROWS * (self.dim as u64 + 4);
        HEADER_BYTES as u64 + slot / BLOCK_ROWS * block_bytes
    }

    /// Offset of a slot's values.
    pub(super) fn values_at(self, slot: u64) -> u64 {
        self.block_at(slot) + slot % BLOCK_ROWS * self.dim as u64
    }

    /// Offset of a slot's scale.
    pub(super) fn scale_at(self, slot: u64) -> u64 {
        self.block_at(slot) + BLOCK_ROWS * self.dim as u64 + slot % BLOCK_ROWS * 4
    }

    /// Shortest length of a file that holds this many slots.
    pub(super) fn bytes_for(self, slots: u64) -> u64 {
        match slots.checked_sub(1) {
            Some(last) => self.scale_at(last) + 4,
            None => HEADER_BYTES as u64,
        }
    }
}

/// Cuts a range of slots at the borders of blocks: first slot and count each.
pub(crate) fn pieces(slot: u64, count: u64) -> impl Iterator<Item = (u64, usize)> {
    let end = slot + count;
    let mut next = slot;
    std::iter::from_fn(move || {
        if next >= end {
            return None;
        }
        let start = next;
        next = ((start / BLOCK_ROWS + 1) * BLOCK_ROWS).min(end);
        // At most a block, so it fits.
        Some((start, (next - start) as usize))
    })
}

/// A file that ends too early is damaged; other errors are the system's.
pub(super) fn read_error(path: &Path, error: io::Error) -> IndexError {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return IndexError::damaged(path, "it is shorter than the records say");
    }
    IndexError::io(path, error)
}
