//! Tensors of a safetensors file, read once and hashed meanwhile.

use std::{
    collections::HashMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread::JoinHandle,
};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{ModelError, catalogue::hex};

/// Longest header accepted, in bytes.
const HEADER_MAX: u64 = 16 << 20;

/// The tensors of a file by name; taking one out lets go of its memory.
pub(super) struct Tensors {
    path: PathBuf,
    tensors: HashMap<String, Tensor>,
    hash: JoinHandle<String>,
}

/// Little-endian floats.
pub(super) struct Tensor {
    bytes: Arc<Vec<u8>>,
    shape: Vec<usize>,
}

/// What the header says of a tensor.
#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    /// Bytes after the header, half-open.
    data_offsets: (u64, u64),
}

impl Tensors {
    /// Reads a whole file. Its hash is computed on a thread of its own; see [`Tensors::sha256`].
    pub(super) fn read(path: &Path) -> Result<Self, ModelError> {
        let mut file = File::open(path).map_err(ModelError::io(path))?;
        let length = file.metadata().map_err(ModelError::io(path))?.len();
        let header = read_header(&mut file, length, path)?;
        let entries = entries(&header[8..], length - header.len() as u64);
        let entries = entries.map_err(ModelError::bad(path))?;
        let (parts, hash) = hash_in_background();
        // Should the hasher be gone, `sha256` says so.
        let _ = parts.send(Arc::new(header));
        let mut tensors = HashMap::new();
        for (name, entry) in entries {
            let mut bytes = vec![0; (entry.data_offsets.1 - entry.data_offsets.0) as usize];
            file.read_exact(&mut bytes).map_err(ModelError::io(path))?;
            let bytes = Arc::new(bytes);
            let _ = parts.send(Arc::clone(&bytes));
            if entry.dtype == "F32" {
                tensors.insert(
                    name,
                    Tensor {
                        bytes,
                        shape: entry.shape,
                    },
                );
            }
        }
        Ok(Self {
            path: path.to_owned(),
            tensors,
            hash,
        })
    }

    /// Takes out a tensor of floats of a shape, with or without the prefix `bert.`.
    pub(super) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Tensor, ModelError> {
        let prefixed = || format!("bert.{name}");
        let found = self
            .tensors
            .remove(name)
            .or_else(|| self.tensors.remove(&prefixed()));
        let bad = |reason| ModelError::BadModel {
            file: self.path.clone(),
            reason,
        };
        let tensor = found.ok_or_else(|| bad(format!("no tensor `{name}` of 32-bit floats")))?;
        if tensor.shape != shape {
            let got = &tensor.shape;
            return Err(bad(format!(
                "tensor `{name}` is {got:?}, expected {shape:?}"
            )));
        }
        Ok(tensor)
    }

    /// The shape of a tensor, where there is one.
    pub(super) fn shape(&self, name: &str) -> Option<&[usize]> {
        let found = self
            .tensors
            .get(name)
            .or_else(|| self.tensors.get(&format!("bert.{name}")));
        found.map(|tensor| tensor.shape.as_slice())
    }

    /// SHA-256 of the file's content, in hex; waits for it.
    pub(super) fn sha256(self) -> Result<String, ModelError> {
        let reason = "the hash could not be computed".to_owned();
        self.hash.join().map_err(|_| ModelError::BadModel {
            file: self.path,
            reason,
        })
    }
}

impl Tensor {
    /// All values, row-major.
    pub(super) fn values(&self) -> Vec<f32> {
        self.bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect()
    }

    /// Number of rows of a matrix.
    pub(super) fn rows(&self) -> usize {
        self.shape.first().copied().unwrap_or(0)
    }

    /// Copies a row of a matrix, without decoding the others.
    pub(super) fn copy_row(&self, row: usize, into: &mut [f32]) {
        let start = row * into.len() * 4;
        let bytes = &self.bytes[start..start + into.len() * 4];
        for (x, bytes) in into.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *x = f32::from_le_bytes(*bytes);
        }
    }
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
    entries.sort_by(|(_, a), (_, b)| a.data_offsets.cmp(&b.data_offsets));
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

/// The length of the header and the header.
fn read_header(file: &mut File, length: u64, path: &Path) -> Result<Vec<u8>, ModelError> {
    let mut header = vec![0; 8];
    file.read_exact(&mut header).map_err(ModelError::io(path))?;
    let size = header
        .iter()
        .rev()
        .fold(0_u64, |size, byte| size << 8 | u64::from(*byte));
    if size > HEADER_MAX.min(length.saturating_sub(8)) {
        let reason = format!("a header of {size} bytes in a file of {length}");
        return Err(ModelError::BadModel {
            file: path.to_owned(),
            reason,
        });
    }
    header.resize(8 + size as usize, 0);
    file.read_exact(&mut header[8..])
        .map_err(ModelError::io(path))?;
    Ok(header)
}

fn hash_in_background() -> (mpsc::Sender<Arc<Vec<u8>>>, JoinHandle<String>) {
    let (sender, parts) = mpsc::channel::<Arc<Vec<u8>>>();
    let hash = std::thread::spawn(move || {
        let mut hash = Sha256::new();
        parts.iter().for_each(|part| hash.update(part.as_slice()));
        hex(&hash.finalize())
    });
    (sender, hash)
}
