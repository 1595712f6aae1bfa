//! What a document is: bytes in, values out.
//!
//! This crate opens no file, knows no model and starts no thread. It reads the
//! bytes of a file into a [`Document`] (canonical text, pages, sections,
//! tables), cuts it into [`Chunk`]s, and turns text into the [`Term`]s that the
//! keyword index stores and looks up. Every byte range elsewhere in Perusal is
//! a [`Span`] of a document's canonical text.
//!
//! Broken input is data: readers return what could be read and
//! [`Warning`]s, and panic on nothing.

mod abbreviation;
mod analyzer;
mod boxes;
mod chunk;
mod document;
mod entities;
mod estimate;
pub mod exchange;
mod language;
mod lexicon;
mod read;
mod report;
mod row;
mod sentence;
mod span;
mod structure;
pub mod table;

pub use abbreviation::long_form;
pub use analyzer::{ANALYZER_VERSION, Term, TermKind, Token, TokenKind, folded, terms, tokens};
pub use boxes::{BoxError, PackedBoxes, PageBox, WordBox};
pub use chunk::{Chunk, ChunkBy, ChunkConfig, ContextFields, chunk, labels};
pub use document::{
    Document, Format, Link, LinkTarget, Metadata, Page, RowRun, Section, SheetRows, Table,
};
pub use entities::{ENTITIES_VERSION, Mention, Phrase, headline, mentions, phrases};
pub use estimate::estimated_tokens;
pub use language::Language;
pub use read::{
    PageLinks, READER_VERSION, ReadError, ReadLimits, Warning, page_links, read, sniff,
};
pub use report::Report;
pub use sentence::sentences;
pub use span::Span;
pub use structure::{Contents, ContentsEntry, List, ListItem, Series, SeriesMember};
