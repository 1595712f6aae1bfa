//! What a model says of a chunk beside its vector: bytes of any length, one
//! piece a chunk, in append-only files.
//!
//! Two kinds: learned sparse vectors, and vectors of tokens for late
//! interaction. Both are optional, may come from other models than the dense
//! vectors, and are committed, versioned, checked, moved and erased as these
//! are: the records say which stretch of the file holds which chunks, and the
//! stretch's checksum. A stretch is the lengths of its chunks' pieces and then
//! the pieces. Bytes behind the count in the records are left from a crash and
//! written over.
//!
//! Sparse vectors are scored by reading all of them, like the dense ones: some
//! 25 ms for a million chunks of 120 entries on two cores. Inverted lists would
//! be faster and would have to be merged, rewritten in a vacuum and rebuilt;
//! the arm is off by default, and a scope or a small library costs little.

mod file;
mod moving;
mod scan;
mod sparse;
mod tokens;
mod view;
mod write;

use std::path::Path;

use serde::Serialize;

pub(crate) use file::PayloadFile;
pub use moving::forget_payloads;
pub(crate) use sparse::SparseQuery;
pub(crate) use tokens::LateQuery;
pub use tokens::PAYLOAD_BYTES_MAX;
pub(crate) use view::PayloadView;

use crate::{IndexError, files};

/// A kind of payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PayloadKind {
    /// Learned weights of a vocabulary.
    Sparse,
    /// Vectors of tokens.
    Tokens,
}

impl PayloadKind {
    /// All kinds.
    pub const ALL: [PayloadKind; 2] = [PayloadKind::Sparse, PayloadKind::Tokens];

    /// Its name in files and records.
    pub fn as_str(self) -> &'static str {
        match self {
            PayloadKind::Sparse => "sparse",
            PayloadKind::Tokens => "tokens",
        }
    }
}

/// Which model makes the payloads of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PayloadModel {
    /// Its identity.
    pub model: String,
    /// Ids its sparse vectors may hold, or values of a token's vector.
    pub dim: u32,
}

/// A payload on its way into the store.
#[derive(Debug, Clone, PartialEq)]
pub enum Payload {
    /// Ids below the model's `dim` and positive weights, by id.
    Sparse(Vec<(u32, f32)>),
    /// Unit vectors of tokens, `n × dim`, row-major.
    Tokens(Vec<f32>),
}

impl Payload {
    /// Its kind.
    pub fn kind(&self) -> PayloadKind {
        match self {
            Payload::Sparse(_) => PayloadKind::Sparse,
            Payload::Tokens(_) => PayloadKind::Tokens,
        }
    }

    /// Its bytes in the file.
    fn encode(&self, dim: u32) -> Result<Vec<u8>, IndexError> {
        match self {
            Payload::Sparse(entries) => sparse::encode(entries, dim),
            Payload::Tokens(values) => tokens::encode(values, dim),
        }
    }
}

/// Name of the file of a generation.
pub(crate) fn file_name(kind: PayloadKind, generation: i64) -> String {
    format!("{}.{generation}.bin", kind.as_str())
}

/// The kind and generation a file name belongs to, if it is that of a payload file.
pub(crate) fn generation_of(file_name: &str) -> Option<(PayloadKind, i64)> {
    PayloadKind::ALL.into_iter().find_map(|kind| {
        let number = file_name
            .strip_prefix(kind.as_str())?
            .strip_prefix('.')?
            .strip_suffix(".bin")?;
        Some((kind, number.parse().ok()?))
    })
}

/// Size of all payload files of a store.
pub(crate) fn bytes(dir: &Path) -> u64 {
    let names = files::names(dir).unwrap_or_default();
    let payloads = names.iter().filter(|name| generation_of(name).is_some());
    payloads.map(|name| files::size(&dir.join(name))).sum()
}
