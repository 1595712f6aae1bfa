//! What computes: strings in; vectors and text out.
//!
//! An [`Embedder`] is one seam, a [`LanguageModel`] the other. The packaged encoder, other people's
//! ONNX files and the scripted ones of the tests keep the same promises, which [`conformance`]
//! checks.
//! Models are known by name in the [`catalogue`], pinned by SHA-256, and fetched by [`pull()`],
//! the only code here that opens a socket.

pub mod catalogue;
pub mod conformance;
mod embed;
mod error;
mod language;
mod limits;
mod local;
pub mod pull;
pub mod scripted;
mod verified;

pub use catalogue::{DEFAULT, Model, cache_dir, catalogue, installed, open};
pub use embed::{Embedder, Embedding, Precision, Profile, Role};
pub use error::{Attempt, ModelError};
pub use language::{
    Completion, End, LanguageModel, LanguageProfile, Message, Request, Shape, Speaker,
};
pub use limits::{Cancel, Limits};
pub use local::load;
pub use pull::{PullEvent, pull};
