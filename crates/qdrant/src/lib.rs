//! The index of chunks on a [Qdrant](https://qdrant.tech) cluster.
//!
//! Shards, replicas, filters and inverted lists are the cluster's; what a library is stays in
//! its records. One collection holds one library's chunks by one embedder. (Qdrant advises one
//! collection for many small tenants, told apart by a key. Libraries are few and large, differ in
//! the length of their vectors, and how rare a word is must be counted within one of them, since
//! in a shared collection it would depend on, and tell of, the documents of others.)
//!
//! A chunk is a point: a dense vector, compared by one byte a value and the best again in full; a
//! sparse vector of its terms, weighted as BM25 does but for how rare they are, which the cluster
//! counts; and in its payload the versions at which it is born and dies, and all that filters on
//! keys look at. One more point, the head, says whose collection it is and which versions it has;
//! every search reads it in the same request, so that a collection that was restored from a copy
//! or belongs to others is never searched.
//!
//! The average length of a chunk, which BM25 needs, is fixed when the collection is made: it
//! stands in the head, and `perusal doctor` says when the library has drifted away from it.
//! Learned sparse vectors and vectors of tokens are two more named vectors, in collections of
//! libraries that have them. Those of tokens score what other searches found, so that no graph
//! of them is built; they and one search by learned weights are exact.
//!
//! This crate is the one place below the edge that is async: the client is, and runs on a small
//! runtime of its own behind the synchronous trait.

mod asked;
mod call;
mod chunks;
mod cluster;
mod collection;
mod filter;
mod head;
mod health;
mod point;
mod reading;
mod search;
mod settings;
mod shape;
mod spoken;
mod write;

pub use cluster::Cluster;
pub use health::{Finding, Health, Mend};
pub use settings::{ReadConsistency, Settings};
