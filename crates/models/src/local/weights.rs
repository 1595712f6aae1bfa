//! Tensors of a safetensors file, of which only what is asked for is read.

use std::{
    collections::HashMap,
    fs::File,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::ModelError;

/// Longest header accepted, in bytes.
const HEADER_MAX: u64 = 16 << 20;

/// Bytes read at a time: small enough to stay in the core's cache until they are floats.
const READ_BYTES: usize = 256 << 10;

/// The tensors of an open file, by name.
pub(super) struct Tensors {
    source: Source,
    entries: HashMap<String, Entry>,
}

/// An open file and where it was opened.
struct Source {
    file: File,
    path: PathBuf,
}

/// What the header says of a tensor.
#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    /// Bytes in the file, half-open.
    data_offsets: (u64, u64),
}

/// A matrix that stays in the file, read row by row.
///
/// The word embeddings are half of a small model, and a question needs a dozen rows of them.
pub(super) struct RowsOnDisk {
    source: Source,
    start: u64,
    rows: usize,
    width: usize,
}

impl Tensors {
    /// Opens a file and reads its header.
    pub(super) fn open(path: &Path) -> Result<Self, ModelError> {
        let file = File::open(path).map_err(ModelError::io(path))?;
        let length = file.metadata().map_err(ModelError::io(path))?.len();
        let source = Source {
            file,
            path: path.to_owned(),
        };
        let header = read_header(&source, length)?;
        let entries = entries(&header, length - 8 - header.len() as u64);
        let mut entries = entries.map_err(ModelError::bad(path))?;
        for (_, entry) in &mut entries {
            let start = 8 + header.len() as u64;
            entry.data_offsets.0 += start;
            entry.data_offsets.1 += start;
        }
        Ok(Self {
            source,
            entries: entries.into_iter().collect(),
        })
    }

    /// Reads a tensor of floats of a shape, row-major; its name may have the prefix `bert.`.
    pub(super) fn read(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let entry = self.entry(name)?;
        if entry.shape != shape {
            let got = &entry.shape;
            return Err(self
                .source
                .bad(format!("`{name}` is {got:?}, expected {shape:?}")));
        }
        let (start, end) = entry.data_offsets;
        let mut values = Vec::with_capacity((end - start) as usize / 4);
        let mut buffer = vec![0; READ_BYTES];
        let mut at = start;
        while at < end {
            let part = &mut buffer[..READ_BYTES.min((end - at) as usize)];
            self.source.read_at(at, part)?;
            values.extend(
                part.as_chunks()
                    .0
                    .iter()
                    .map(|bytes| f32::from_le_bytes(*bytes)),
            );
            at += part.len() as u64;
        }
        Ok(values)
    }

    /// A matrix of floats of some rows of `width`, left where it is.
    pub(super) fn rows(&self, name: &str, width: usize) -> Result<RowsOnDisk, ModelError> {
        let entry = self.entry(name)?;
        let rows = match entry.shape.as_slice() {
            [rows, columns] if *columns == width => *rows,
            got => {
                return Err(self
                    .source
                    .bad(format!("`{name}` is {got:?}, expected [_, {width}]")));
            }
        };
        let file = self
            .source
            .file
            .try_clone()
            .map_err(ModelError::io(&self.source.path))?;
        let source = Source {
            file,
            path: self.source.path.clone(),
        };
        Ok(RowsOnDisk {
            source,
            start: entry.data_offsets.0,
            rows,
            width,
        })
    }

    fn entry(&self, name: &str) -> Result<&Entry, ModelError> {
        let found = self
            .entries
            .get(name)
            .or_else(|| self.entries.get(&format!("bert.{name}")));
        let found = found.filter(|entry| entry.dtype == "F32");
        found.ok_or_else(|| {
            self.source
                .bad(format!("no tensor `{name}` of 32-bit floats"))
        })
    }
}

impl RowsOnDisk {
    /// Number of rows.
    pub(super) fn count(&self) -> usize {
        self.rows
    }

    /// Reads one row.
    pub(super) fn read(&self, row: usize, into: &mut [f32]) -> Result<(), ModelError> {
        if row >= self.rows {
            return Err(self.source.bad(format!("no row {row} among {}", self.rows)));
        }
        let mut bytes = vec![0; self.width * 4];
        self.source
            .read_at(self.start + (row * bytes.len()) as u64, &mut bytes)?;
        for (x, bytes) in into.iter_mut().zip(bytes.as_chunks().0) {
            *x = f32::from_le_bytes(*bytes);
        }
        Ok(())
    }
}

impl Source {
    /// Fills `bytes` from a place in the file, from any thread.
    fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), ModelError> {
        #[cfg(unix)]
        let outcome = std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at);
        #[cfg(windows)]
        let outcome = read_exact_at(&self.file, bytes, at);
        outcome.map_err(ModelError::io(&self.path))
    }

    fn bad(&self, reason: String) -> ModelError {
        ModelError::BadModel {
            file: self.path.clone(),
            reason,
        }
    }
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        at += count as u64;
    }
    Ok(())
}

/// The JSON between the length in front and the data.
fn read_header(source: &Source, length: u64) -> Result<Vec<u8>, ModelError> {
    let mut size = [0; 8];
    source.read_at(0, &mut size)?;
    let size = u64::from_le_bytes(size);
    if size > HEADER_MAX.min(length.saturating_sub(8)) {
        return Err(source.bad(format!("a header of {size} bytes in a file of {length}")));
    }
    let mut header = vec![0; size as usize];
    source.read_at(8, &mut header)?;
    Ok(header)
}

/// The tensors of a header in the order of the file, which they must fill without a gap.
fn entries(header: &[u8], data_length: u64) -> Result<Vec<(String, Entry)>, String> {
    let mut all: HashMap<String, serde_json::Value> =
        serde_json::from_slice(header).map_err(|error| error.to_string())?;
    all.remove("__metadata__");
    let mut entries = Vec::with_capacity(all.len());
    for (name, entry) in all {
        let entry = Entry::deserialize(entry).map_err(|error| format!("`{name}`: {error}"))?;
        entries.push((name, entry));
    }
    entries.sort_by_key(|(_, entry)| entry.data_offsets);
    let mut end = 0;
    for (name, entry) in &entries {
        let (from, to) = entry.data_offsets;
        if from != end || to < from || to > data_length {
            return Err(format!(
                "`{name}` is at {from}..{to} of {data_length}, expected at {end}"
            ));
        }
        let values = entry
            .shape
            .iter()
            .try_fold(1_u64, |n, side| n.checked_mul(*side as u64));
        if entry.dtype == "F32" && values.and_then(|n| n.checked_mul(4)) != Some(to - from) {
            return Err(format!(
                "`{name}` has {} bytes for the shape {:?}",
                to - from,
                entry.shape
            ));
        }
        end = to;
    }
    if end != data_length {
        return Err(format!("tensors end at {end} of {data_length}"));
    }
    Ok(entries)
}
