//! Documents and chunks as they are put into a store and as they come out of it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use text::{ContextFields, Format, Language, Span};

use crate::{DocumentId, Summaries};

/// Names a chunk within one store; never reused. A document's chunks are
/// numbered one after the other, from [`DocumentRecord::first_chunk`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ChunkId(pub u64);

/// Counts the commits of a store; a snapshot reads one version throughout.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Version(pub u64);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A document to be stored, with its chunks.
#[derive(Debug, Clone)]
pub struct NewDocument {
    /// Path as added, relative to `root`, shown to people.
    pub path: String,
    /// The folder it was added from; with `path` the key of the document.
    pub root: String,
    /// BLAKE3 hash of the file.
    pub content_hash: [u8; 32],
    /// What kind of file it is.
    pub format: Format,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// When the file was last changed, in Unix seconds.
    pub modified: Option<i64>,
    /// When it is added, in Unix seconds.
    pub added: i64,
    /// The collection it belongs to; may be empty.
    pub collection: String,
    /// The user's own metadata; every key can be filtered by.
    pub metadata: BTreeMap<String, String>,
    /// What the reader made of it.
    pub document: text::Document,
    /// The whole text in order, as cut by [`text::chunk`].
    pub chunks: Vec<text::Chunk>,
    /// Tokens of each chunk's text by a tokenizer; `None` where none was at hand, and
    /// they are estimated.
    pub tokens: Option<Vec<u32>>,
    /// What it and its sections are about.
    pub summaries: Summaries,
    /// What the reader had to say, as sentences.
    pub warnings: Vec<String>,
    /// What was read, and what was not.
    pub report: text::Report,
    /// Number of pages; `None` for unpaged formats.
    pub page_count: Option<u32>,
    /// Version of the reader; a failed file is read again when it grows.
    pub reader_version: u32,
}

impl NewDocument {
    /// The id the document will have.
    pub fn id(&self) -> DocumentId {
        DocumentId::new(&self.path, &self.content_hash)
    }
}

/// A file that could not be read, recorded so that it is shown, and not read
/// again before it or the reader changes.
#[derive(Debug, Clone)]
pub struct FailedDocument {
    /// Path as added, relative to `root`, shown to people.
    pub path: String,
    /// The folder it was added from; with `path` the key of the document.
    pub root: String,
    /// BLAKE3 hash of the file.
    pub content_hash: [u8; 32],
    /// What kind of file it is, where that could be told.
    pub format: Option<Format>,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// When the file was last changed, in Unix seconds.
    pub modified: Option<i64>,
    /// When it was tried, in Unix seconds.
    pub added: i64,
    /// The collection it would belong to.
    pub collection: String,
    /// The user's own metadata.
    pub metadata: BTreeMap<String, String>,
    /// Why it could not be read, as a sentence.
    pub reason: String,
    /// Version of the reader that failed.
    pub reader_version: u32,
}

/// Whether a document can be searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum State {
    /// It was read and is searchable.
    Ready,
    /// It could not be read; it has no text and no chunks.
    Failed {
        /// Why, as a sentence.
        reason: String,
    },
}

/// A document as a store knows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DocumentRecord {
    /// Its id.
    pub id: DocumentId,
    /// Path as added, relative to `root`.
    pub path: String,
    /// The folder it was added from.
    pub root: String,
    /// BLAKE3 hash of the file.
    pub content_hash: [u8; 32],
    /// What kind of file it is; `None` only for failed files.
    pub format: Option<Format>,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// When the file was last changed, in Unix seconds.
    pub modified: Option<i64>,
    /// When it was added, in Unix seconds.
    pub added: i64,
    /// Its collection; may be empty.
    pub collection: String,
    /// The user's own metadata.
    pub metadata: BTreeMap<String, String>,
    /// Title from the file itself.
    pub title: Option<String>,
    /// Author from the file itself.
    pub author: Option<String>,
    /// ISO 8601 date from the file itself.
    pub date: Option<String>,
    /// Language most of it is in.
    pub language: Language,
    /// Number of pages; `None` for unpaged formats.
    pub pages: Option<u32>,
    /// Number of chunks.
    pub chunks: u32,
    /// Id of chunk 0; the others follow.
    pub first_chunk: ChunkId,
    /// Length of the canonical text in bytes.
    pub text_bytes: u64,
    /// Length of the canonical text in characters.
    pub characters: u64,
    /// Number of sections.
    pub sections: u32,
    /// Number of tables.
    pub tables: u32,
    /// Number of terms in the keyword index, each as often as it counts there.
    pub terms: u64,
    /// How many of the chunks have a vector.
    pub embedded_chunks: u32,
    /// What the reader had to say.
    pub warnings: Vec<String>,
    /// What was read, and what was not.
    pub report: text::Report,
    /// Version of the reader.
    pub reader_version: u32,
    /// Whether it can be searched.
    pub state: State,
    /// Row of the document's copy in the records.
    #[serde(skip)]
    pub(crate) row: i64,
}

/// A chunk with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChunkRecord {
    /// Its id.
    pub id: ChunkId,
    /// The document it is from.
    pub document: DocumentId,
    /// Its number within the document, from 0.
    pub ordinal: u32,
    /// Where it stands in the canonical text.
    pub span: Span,
    /// First and last page, 1-based; `None` for unpaged formats.
    pub pages: Option<(u32, u32)>,
    /// Index of the innermost section at its start.
    pub section: Option<usize>,
    /// The text under the span.
    pub text: String,
    /// What is indexed with the text but never quoted.
    pub context: String,
    /// Which of the context are title and headings.
    pub fields: ContextFields,
    /// Tokens of the text, specials left out.
    pub tokens: u32,
    /// Whether the tokenizer of a model counted them; else they are an estimate.
    pub tokens_counted: bool,
}

impl ChunkRecord {
    /// The title of its document, as it is indexed; empty where there is none.
    pub fn title(&self) -> &str {
        self.fields.title(&self.context)
    }

    /// The headings above it from the outermost one, one a line.
    pub fn headings(&self) -> &str {
        self.fields.headings(&self.context)
    }
}

/// A chunk that has no vector yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingChunk {
    /// Its id, for [`crate::Writer::attach`].
    pub id: ChunkId,
    /// What to embed: context and body.
    pub text: String,
}

/// The text of a chunk that is embedded: what it is indexed with, and its body.
pub(crate) fn embedded_text(context: &str, body: &str) -> String {
    if context.is_empty() {
        return body.to_owned();
    }
    format!("{context}\n{body}")
}

/// Names a text for the reuse of its vector: 16 bytes of BLAKE3.
pub(crate) fn text_hash(embedded: &str) -> [u8; 16] {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(embedded.as_bytes()).as_bytes()[..16]);
    hash
}
