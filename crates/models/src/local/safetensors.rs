//! The container most checkpoints come in: a JSON header, then the tensors without gaps.

use std::{collections::HashMap, path::Path};

use serde::Deserialize;

use super::{
    encoding::Encoding,
    weights::{Entry, Source, Tensors},
};
use crate::ModelError;

/// Longest header accepted, in bytes.
const HEADER_MAX: u64 = 16 << 20;

/// What the header says of a tensor.
#[derive(Deserialize)]
struct Described {
    dtype: String,
    shape: Vec<usize>,
    /// Bytes after the header, half-open.
    data_offsets: (u64, u64),
}

/// Opens a file and reads its header; nothing is taken for a length that the file does not have.
///
/// # Errors
/// [`ModelError::Io`]; [`ModelError::BadModel`] when the header is none, or does not describe the
/// bytes that follow it.
pub(super) fn open(path: &Path) -> Result<Tensors, ModelError> {
    let source = Source::open(path)?;
    let size = source.read_vec(0, 8)?;
    let size = size.as_chunks().0.first();
    let size = size.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    if size > HEADER_MAX {
        let length = source.length();
        return Err(source.bad(format!("a header of {size} bytes in a file of {length}")));
    }
    let header = source.read_vec(8, size)?;
    let entries = entries(&header, 8 + size, source.length()).map_err(|why| source.bad(why))?;
    Ok(Tensors::new(source, entries))
}

/// The tensors of a header, which must fill the file from `start` to `end` without a gap.
fn entries(header: &[u8], start: u64, end: u64) -> Result<HashMap<String, Entry>, String> {
    let mut all: HashMap<String, serde_json::Value> =
        serde_json::from_slice(header).map_err(|error| format!("no header: {error}"))?;
    all.remove("__metadata__");
    let mut tensors = Vec::with_capacity(all.len());
    for (name, described) in all {
        let described = Described::deserialize(described);
        let described = described.map_err(|error| format!("`{name}`: {error}"))?;
        tensors.push((name, described));
    }
    tensors.sort_by_key(|(_, described)| described.data_offsets);
    let data_length = end - start;
    let mut last = 0;
    for (name, described) in &tensors {
        let (from, to) = described.data_offsets;
        if from != last || to < from || to > data_length {
            return Err(format!(
                "`{name}` is at {from}..{to} of {data_length}, expected at {last}"
            ));
        }
        last = to;
    }
    if last != data_length {
        return Err(format!("tensors end at {last} of {data_length}"));
    }
    let entry = |(name, described): (String, Described)| {
        let entry = entry(&name, described, start)?;
        Ok((name, entry))
    };
    tensors.into_iter().map(entry).collect()
}

fn entry(name: &str, described: Described, start: u64) -> Result<Entry, String> {
    let encoding = match described.dtype.as_str() {
        "F32" => Some(Encoding::F32),
        "F16" => Some(Encoding::F16),
        "BF16" => Some(Encoding::Bf16),
        _ => None,
    };
    let (from, to) = described.data_offsets;
    let (shape, bytes) = (described.shape, to - from);
    if encoding.is_some_and(|encoding| encoding.bytes(&shape) != Some(bytes)) {
        return Err(format!(
            "`{name}` has {bytes} bytes for the shape {shape:?}"
        ));
    }
    Ok(Entry {
        encoding,
        shape,
        start: start + from,
    })
}
