//! Perusal, the library: answers questions about documents, with citations
//! that can be checked.
//!
//! Data goes one way: files are read and cut into chunks ([`ingest`]), a
//! question becomes a query, the query a [`retrieve::Ranking`] of chunks, the
//! ranking [`retrieve::Passage`]s, the passages an [`answer::Answer`] whose
//! every quote was found again in the store before it is shown. [`ask`] is that
//! path, readable as a paragraph.
//!
//! Beside it, every document is summarised ([`summarize`]) and related ones are
//! clustered ([`hierarchy`]).
//!
//! No HTTP, no arguments, no terminal and no outside JSON here: those belong to
//! the binary.

pub mod advise;
pub mod analyze;
pub mod answer;
pub mod ask;
mod asked;
pub mod classifier;
mod config;
pub mod converse;
pub mod decide;
mod error;
pub mod fault;
pub mod generate;
pub mod hierarchy;
pub mod ingest;
mod lexicon;
pub mod logistic;
pub mod probe;
mod prompts;
pub mod question;
pub mod reader;
pub mod retrieve;
pub mod route;
pub mod session;
pub mod summarize;
pub mod tables;

pub use config::{
    AnswerConfig, ArmModel, Embedded, Fusion, IngestConfig, RerankModel, RetrieveConfig, Sections,
    SharedModel, SharedReranker, SharedSearch,
};
pub use error::EngineError;

// The crates below, so that a user of the library needs only this one.
pub use index;
pub use models;
pub use text;

/// The hash by which content is compared: BLAKE3.
pub fn content_digest(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

/// The same in hexadecimal digits.
pub fn content_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
