//! What is stored and found: records, keyword index and vectors on the local disk.
//!
//! A store is a folder:
//!
//! | file | holds |
//! |---|---|
//! | `library.sqlite` | documents, texts, sections, chunks, summaries, and what else must not be lost |
//! | `keyword.N/` | inverted lists; made from the records |
//! | `vectors.N.bin` | int8 vectors; made again by embedding the records' chunks |
//! | `sparse.N.bin`, `tokens.N.bin` | sparse and token vectors, where asked for; made again likewise |
//! | `state.sqlite` | traces; may be deleted at any time |
//! | `writer.lock`, `readers/` | who writes, and who reads which version |
//! | `published/` | versions that readers on other machines fetch, while they do |
//!
//! One [`Writer`] changes a store by whole commits; any number of
//! [`Library`]s, in other processes too, read it meanwhile. A [`Snapshot`] is
//! one version, read throughout. This crate is given vectors and makes none;
//! terms come from [`text::terms`], for indexing and for querying.

mod arrival;
mod attach;
mod backup;
pub mod card;
mod check;
mod chunk_index;
mod commit;
mod copy;
mod dense;
mod digest;
mod document;
mod document_id;
mod elsewhere;
mod entities;
mod error;
mod files;
mod follow;
mod graph;
mod hierarchy;
mod identity;
mod keyword;
mod library;
mod loaded;
mod local;
mod names;
mod original;
mod outline;
mod payload;
mod places;
mod ranking;
mod recent;
mod records;
mod recovery;
mod reembed;
mod relations;
mod scope;
mod shared;
mod snapshot;
pub mod state;
mod statistics;
mod stop;
mod summary;
mod vacuum;
mod vectors;
mod view;
mod writer;
mod written;

pub use backup::{Backup, backup, restore};
pub use card::{Card, CardColumn, CardHit, RelationId};
pub use check::{CheckReport, Problem, Repair, check, rebuild_keyword, requeue_vectors};
pub use chunk_index::{ArmQuery, ChunkEntry, ChunkIndex, DocumentEntry, Patience};
pub use copy::{Arriving, COPY_BLOCK_BYTES, Publication, Published, PublishedFile, is_read, mark};
pub use document::{
    ChunkId, ChunkRecord, DocumentRecord, FailedDocument, NewDocument, PendingChunk, State, Version,
};
pub use document_id::DocumentId;
pub use entities::{ENTITY_BYTES_MAX, Entities, Entity, forget_entities};
pub use error::IndexError;
pub use follow::{Checkpoint, Followed, follow, is_read_before};
pub use graph::{EntityId, GraphSize, Walk};
pub use identity::Identity;
pub use keyword::QueryTerm;
pub use library::Library;
pub use local::LocalIndex;
pub use names::{Mention, Names, Place, Writing};
pub use original::Original;
pub use outline::{Outline, OutlinePart};
pub use payload::{PAYLOAD_BYTES_MAX, Payload, PayloadKind, PayloadModel, forget_payloads};
pub use ranking::{DenseScan, Grade, Hit, Ranking};
pub use reembed::Reembedding;
pub use scope::{BUILT_IN_KEYS, FILTER_NODES_MAX, Filter, FilterOp, Scope};
pub use snapshot::Snapshot;
pub use statistics::{Counts, Statistics};
pub use stop::Stop;
pub use summary::{
    Basis, CORRECTION_BYTES_MAX, Cluster, Clusters, Correction, SectionSummary, Sentence,
    Summaries, Summary,
};
pub use vacuum::{Postponed, VacuumReport};
pub use writer::Writer;
pub use written::{WRITTEN_BYTES_MAX, WrittenSummary, WrittenTopic};
