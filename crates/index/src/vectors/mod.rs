//! The vectors: int8 rows, each with its scale, in append-only files.
//!
//! A file is a header and then blocks of [`BLOCK_ROWS`] slots: first the rows
//! of the block one after the other, so that a scan reads them as one matrix,
//! then their scales. A slot is written once; the records say which slots hold
//! which chunks, and the checksum of each run of slots. Slots behind the count
//! in the records are left from a crash and written over.
//! Weighed against a graph index: nothing to build, exact, no order that
//! depends on threads, and a scope is a list of ranges.

mod layout;
mod map;
mod scan;
mod signs;

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kernels::Quantized;

pub(crate) use layout::{BLOCK_ROWS, Layout, pieces};
pub(crate) use map::{VectorMap, map_file};
pub(crate) use scan::{Stretch, cosine, scan};
pub(crate) use signs::{FIRST_PASS_FROM_ROWS, Signs, nearest};

use crate::IndexError;

/// Name of the vector file of a generation.
pub(crate) fn file_name(generation: i64) -> String {
    format!("vectors.{generation}.bin")
}

/// The generation a file name belongs to, if it is that of a vector file.
pub(crate) fn generation_of(file_name: &str) -> Option<i64> {
    file_name
        .strip_prefix("vectors.")?
        .strip_suffix(".bin")?
        .parse()
        .ok()
}

/// A vector file as its one writer sees it.
pub(crate) struct VectorFile {
    path: PathBuf,
    file: File,
    layout: Layout,
}

impl VectorFile {
    /// Opens the file of a generation; creates it, synced, when there is none.
    pub(crate) fn open_or_create(
        dir: &Path,
        generation: i64,
        dim: usize,
    ) -> Result<VectorFile, IndexError> {
        let path = dir.join(file_name(generation));
        let header = Layout::new(dim).header(generation);
        let present = path
            .metadata()
            .is_ok_and(|metadata| metadata.len() >= header.len() as u64);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options
            .open(&path)
            .map_err(|error| IndexError::io(&path, error))?;
        let layout = if present {
            let mut found = vec![0; header.len()];
            file.read_exact(&mut found)
                .map_err(|error| IndexError::io(&path, error))?;
            Layout::from_header(&found, &path, generation)?
        } else {
            file.write_all(&header)
                .and_then(|()| file.sync_all())
                .map_err(|error| IndexError::io(&path, error))?;
            crate::files::sync_dir(dir)?;
            Layout::new(dim)
        };
        if layout.dim() != dim {
            let reason = format!(
                "it holds vectors of {} values instead of {dim}",
                layout.dim()
            );
            return Err(IndexError::damaged(&path, reason));
        }
        Ok(VectorFile { path, file, layout })
    }

    /// Writes rows into the slots from `slot` on and returns their checksum.
    /// They are safe after [`VectorFile::sync`].
    pub(crate) fn write(&mut self, slot: u64, rows: &[Quantized]) -> Result<u32, IndexError> {
        let mut done = 0;
        for (slot, count) in pieces(slot, rows.len() as u64) {
            let piece = &rows[done..done + count];
            let values: Vec<u8> = piece
                .iter()
                .flat_map(|row| &row.values)
                .map(|value| value.to_le_bytes()[0])
                .collect();
            let scales: Vec<u8> = piece
                .iter()
                .flat_map(|row| row.scale.to_le_bytes())
                .collect();
            self.write_at(self.layout.values_at(slot), &values)?;
            self.write_at(self.layout.scale_at(slot), &scales)?;
            done += count;
        }
        Ok(checksum(rows))
    }

    /// Reads rows back and compares their checksum.
    pub(crate) fn read(
        &mut self,
        slot: u64,
        count: u32,
        crc: u32,
    ) -> Result<Vec<Quantized>, IndexError> {
        let mut rows = Vec::with_capacity(count as usize);
        let dim = self.layout.dim();
        for (slot, count) in pieces(slot, u64::from(count)) {
            let values = self.read_at(self.layout.values_at(slot), count * dim)?;
            let scales = self.read_at(self.layout.scale_at(slot), count * 4)?;
            for (values, scale) in values.chunks_exact(dim).zip(scales.chunks_exact(4)) {
                rows.push(Quantized {
                    values: values
                        .iter()
                        .map(|&value| i8::from_le_bytes([value]))
                        .collect(),
                    scale: f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]),
                });
            }
        }
        if checksum(&rows) == crc {
            return Ok(rows);
        }
        let reason = format!(
            "checksum of slots {slot} to {} differs",
            slot + u64::from(count)
        );
        Err(IndexError::damaged(&self.path, reason))
    }

    /// Returns when everything written is on the disk.
    pub(crate) fn sync(&self) -> Result<(), IndexError> {
        self.file
            .sync_data()
            .map_err(|error| IndexError::io(&self.path, error))
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> Result<(), IndexError> {
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.write_all(bytes))
            .map_err(|error| IndexError::io(&self.path, error))
    }

    fn read_at(&mut self, offset: u64, length: usize) -> Result<Vec<u8>, IndexError> {
        let mut bytes = vec![0; length];
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(|error| layout::read_error(&self.path, error))?;
        Ok(bytes)
    }
}

/// Checksum of a run: all values in order, then all scales.
fn checksum(rows: &[Quantized]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut bytes = Vec::new();
    for row in rows {
        bytes.clear();
        bytes.extend(row.values.iter().map(|value| value.to_le_bytes()[0]));
        hasher.update(&bytes);
    }
    for row in rows {
        hasher.update(&row.scale.to_le_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use kernels::quantize;

    use super::*;

    #[test]
    fn rows_come_back_over_block_borders_and_a_flipped_bit_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let rows: Vec<Quantized> = (0_u8..=255)
            .cycle()
            .take(600)
            .map(|n| quantize(&[f32::from(n), 1.0, -2.0]))
            .collect();
        let mut file = VectorFile::open_or_create(dir.path(), 1, 3).unwrap();
        let crc = file.write(200, &rows).unwrap();
        file.sync().unwrap();

        let mut file = VectorFile::open_or_create(dir.path(), 1, 3).unwrap();
        let read = file.read(200, 600, crc).unwrap();
        assert!(
            read.iter()
                .zip(&rows)
                .all(|(a, b)| a.values == b.values && a.scale == b.scale)
        );
        let map = VectorMap::open(dir.path(), 1, 3, 800).unwrap();
        assert_eq!(map.checksum(200, 600), crc);
        assert_eq!(map.row(799).0, &rows[599].values[..]);

        let mut bytes = std::fs::read(&file.path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 4;
        std::fs::write(&file.path, &bytes).unwrap();
        let mut file = VectorFile::open_or_create(dir.path(), 1, 3).unwrap();
        assert!(matches!(
            file.read(200, 600, crc),
            Err(IndexError::Damaged { .. })
        ));
    }

    #[test]
    fn a_short_or_foreign_file_is_damaged() {
        let dir = tempfile::tempdir().unwrap();
        let mut file = VectorFile::open_or_create(dir.path(), 1, 3).unwrap();
        file.write(0, &[quantize(&[1.0, 2.0, 3.0])]).unwrap();
        let damaged = |result| matches!(result, Err(IndexError::Damaged { .. }));
        assert!(VectorMap::open(dir.path(), 1, 3, 1).is_ok());
        assert!(damaged(VectorMap::open(dir.path(), 1, 3, 2).map(drop)));
        assert!(damaged(VectorMap::open(dir.path(), 1, 4, 1).map(drop)));
        std::fs::rename(&file.path, dir.path().join(file_name(2))).unwrap();
        assert!(damaged(VectorMap::open(dir.path(), 2, 3, 1).map(drop)));
    }
}
