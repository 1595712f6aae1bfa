//! A chunk as a point: its id, its vectors and its payload.

use std::collections::{BTreeMap, HashMap};

use index::{ChunkEntry, ChunkId, DocumentEntry, Version};
use qdrant_client::qdrant::{
    DenseVector, ListValue, MultiDenseVector, NamedVectors, PointId, PointStruct, SparseVector,
    Value, Vector, Vectors, point_id, value, vector, vectors,
};

/// Names of the vectors.
pub(crate) const DENSE: &str = "dense";
pub(crate) const TERMS: &str = "terms";
pub(crate) const SPARSE: &str = "sparse";
pub(crate) const TOKENS: &str = "tokens";

/// Keys of the payload that every search looks at.
pub(crate) const CHUNK: &str = "chunk";
pub(crate) const COPY: &str = "copy";
pub(crate) const BORN: &str = "born";
pub(crate) const DIED: &str = "died";
pub(crate) const EMBEDDED: &str = "embedded";
pub(crate) const SPARSE_FROM: &str = "sparse_from";
pub(crate) const TOKENS_FROM: &str = "tokens_from";

/// What the user's own keys begin with.
pub(crate) const METADATA: &str = "meta_";

/// A copy that has not died. The largest number that is exact as a floating point number, in
/// which ranges are compared.
const NEVER: i64 = 1 << 53;

/// BM25, as the local index has it.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// An id made of parts: the first sixteen bytes of their hash, marked as a UUID of a kind of its
/// own (version 8).
pub(crate) fn uuid(parts: &[&[u8]]) -> PointId {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    bytes[6] = (bytes[6] & 0x0F) | 0x80;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = format!(
        "{}-{}-{}-{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    );
    PointId {
        point_id_options: Some(point_id::PointIdOptions::Uuid(text)),
    }
}

/// The id of a chunk's point: ids of chunks are never given twice in a library.
pub(crate) fn id(library: &str, chunk: ChunkId) -> PointId {
    uuid(&[b"perusal chunk", library.as_bytes(), &chunk.0.to_le_bytes()])
}

/// The place of a term in the sparse vectors. Two terms may share one: of a million different
/// terms some hundred do, which then count for each other.
pub(crate) fn dimension(term: &str) -> u32 {
    let hash = blake3::hash(term.as_bytes());
    let bytes = hash.as_bytes();
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// What BM25 gives for a chunk's terms, but for how rare they are.
pub(crate) fn weights(terms: &[(String, u32)], average: f32) -> SparseVector {
    let length: u64 = terms.iter().map(|(_, count)| u64::from(*count)).sum();
    let norm = K1 * (1.0 - B + B * length as f32 / average.max(1.0));
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for (term, count) in terms {
        *counts.entry(dimension(term)).or_insert(0) += count;
    }
    let weight = |count: &u32| {
        let count = *count as f32;
        (K1 + 1.0) * count / (count + norm)
    };
    SparseVector {
        values: counts.values().map(weight).collect(),
        indices: counts.into_keys().collect(),
    }
}

pub(crate) fn number(version: Version) -> i64 {
    i64::try_from(version.0).map_or(NEVER, |it| it.min(NEVER))
}

/// The point of a chunk.
pub(crate) fn point(
    library: &str,
    average: f32,
    document: &DocumentEntry,
    chunk: &ChunkEntry,
) -> PointStruct {
    let mut named: HashMap<String, Vector> = HashMap::new();
    let terms = weights(&chunk.terms, average);
    if !terms.values.is_empty() {
        named.insert(TERMS.to_owned(), wrapped(vector::Vector::Sparse(terms)));
    }
    if let Some(values) = &chunk.vector {
        let data = values.clone();
        let dense = vector::Vector::Dense(DenseVector { data });
        named.insert(DENSE.to_owned(), wrapped(dense));
    }
    if let Some((_, entries)) = chunk.sparse.as_ref().filter(|(_, it)| !it.is_empty()) {
        let (indices, values) = entries.iter().copied().unzip();
        let sparse = vector::Vector::Sparse(SparseVector { values, indices });
        named.insert(SPARSE.to_owned(), wrapped(sparse));
    }
    if let Some((_, rows)) = chunk.tokens.as_ref().filter(|(_, it)| !it.is_empty()) {
        let tokens = vector::Vector::MultiDense(several(rows.iter().map(Vec::as_slice)));
        named.insert(TOKENS.to_owned(), wrapped(tokens));
    }
    PointStruct {
        id: Some(id(library, chunk.chunk)),
        payload: payload(document, chunk),
        vectors: Some(Vectors {
            vectors_options: Some(vectors::VectorsOptions::Vectors(NamedVectors {
                vectors: named,
            })),
        }),
    }
}

/// Rows as vectors of their own.
pub(crate) fn several<'r>(rows: impl Iterator<Item = &'r [f32]>) -> MultiDenseVector {
    let vector = |row: &[f32]| DenseVector { data: row.to_vec() };
    MultiDenseVector {
        vectors: rows.map(vector).collect(),
    }
}

fn wrapped(one: vector::Vector) -> Vector {
    Vector {
        vector: Some(one),
        ..Vector::default()
    }
}

fn payload(document: &DocumentEntry, chunk: &ChunkEntry) -> HashMap<String, Value> {
    let record = &document.record;
    let mut payload: HashMap<String, Value> = HashMap::new();
    let mut set = |key: &str, value: Value| payload.insert(key.to_owned(), value);
    set(CHUNK, i64::try_from(chunk.chunk.0).unwrap_or(NEVER).into());
    set(COPY, document.copy.into());
    set("ordinal", i64::from(chunk.ordinal).into());
    set(BORN, number(document.born).into());
    set(DIED, document.died.map_or(NEVER, number).into());
    if let Some(embedded) = chunk.embedded {
        set(EMBEDDED, number(embedded).into());
    }
    for (key, from) in [
        (SPARSE_FROM, chunk.sparse.as_ref().map(|(from, _)| *from)),
        (TOKENS_FROM, chunk.tokens.as_ref().map(|(from, _)| *from)),
    ] {
        if let Some(from) = from {
            set(key, number(from).into());
        }
    }
    set("document", texts([record.id.as_str(), &record.path]));
    set("collection", record.collection.as_str().into());
    set("language", record.language.code().into());
    set("added", record.added.into());
    if let Some(format) = record.format {
        set("type", format.as_str().into());
    }
    for (key, text) in [("title", &record.title), ("author", &record.author)] {
        if let Some(text) = text {
            set(key, text.as_str().into());
        }
    }
    for (key, value) in [
        ("modified", record.modified),
        ("pages", record.pages.map(i64::from)),
        ("page", chunk.pages.map(|(first, _)| i64::from(first))),
        ("page_last", chunk.pages.map(|(_, last)| i64::from(last))),
    ] {
        if let Some(value) = value {
            set(key, value.into());
        }
    }
    if let Some(date) = &record.date {
        set("date", date.as_str().into());
    }
    set("section", texts(chunk.headings.iter().map(String::as_str)));
    for (key, text) in &record.metadata {
        set(&format!("{METADATA}{key}"), text.as_str().into());
    }
    payload
}

fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Value {
    let values = texts.into_iter().map(Value::from).collect();
    Value {
        kind: Some(value::Kind::ListValue(ListValue { values })),
    }
}

/// A number of a payload.
pub(crate) fn whole(payload: &HashMap<String, Value>, key: &str) -> Option<i64> {
    match payload.get(key)?.kind.as_ref()? {
        value::Kind::IntegerValue(number) => Some(*number),
        _ => None,
    }
}
