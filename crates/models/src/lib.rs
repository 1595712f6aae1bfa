//! What computes: strings in; vectors, scores and text out.
//!
//! An [`Embedder`] is one seam: it gives dense vectors, sparse ones and one a token, as its
//! [`Profile`] says. A [`Reranker`] scores passages for a question, a [`LanguageModel`] writes.
//! The packaged encoder, other people's ONNX files and the scripted ones of the tests keep the
//! same promises, which [`conformance`] checks.
//! Local models are known by name in the [`catalogue`], pinned by SHA-256, and fetched by [`pull()`];
//! those on a server are asked over HTTP ([`remote`]). Pages of the web are fetched, and searched
//! for, by [`web`], the one client that connects to addresses nobody chose. No other code opens a
//! socket.

pub mod catalogue;
pub mod conformance;
mod embed;
mod encoded;
mod error;
mod language;
mod limits;
mod local;
mod precision;
pub mod pull;
pub mod remote;
mod rerank;
pub mod scripted;
mod verified;
pub mod web;

pub use catalogue::{DEFAULT, Model, cache_dir, catalogue, installed, open};
pub use embed::{Embedder, Profile, Role};
pub use encoded::{Embedding, Encoded, Heads, TokenVectors};
pub use error::{Attempt, ModelError};
pub use language::{
    Allowance, Budget, Budgeted, Circuit, Completion, Counted, End, Health, LanguageModel,
    LanguageProfile, MESSAGE_TOKENS, Message, Recorder, Recording, Replay, Replayed, Request,
    Shape, Speaker, Typed, TypedAnswer, TypedRequest, WRAPPING_TOKENS, ask_typed, check_schema,
    count_request,
};
pub use limits::{Cancel, Limits};
pub use local::{GgufFile, load, load_reranker};
pub use precision::Precision;
pub use pull::{PullEvent, pull};
pub use rerank::{Relevance, RerankProfile, Reranker};
/// Derives the schema of a [`Typed`].
pub use schemars;
