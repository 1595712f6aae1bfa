//! The seam for whatever reads a question together with a passage and says how well they fit.
//!
//! A reranker is too slow for a library and better than any vector for a few dozen passages, since it
//! sees both texts at once. It reads one window: what of a passage is beyond it is not pooled, as
//! vectors are, because the scores of two halves have no meaningful sum. What was cut is counted.

use crate::{Limits, ModelError};

/// What a reranker is, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerankProfile {
    /// Identity: as that of an embedder, see [`Profile::id`](crate::Profile::id).
    pub id: String,
    /// The name of the folder the model was loaded from, or `service:model`.
    pub name: String,
    /// Tokens of question and passage together that are read, specials included.
    pub window_tokens: usize,
}

/// How well a passage answers a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relevance {
    /// Finite, higher is better. The scale is the model's own, mostly log-odds: scores of one
    /// question can be compared, those of two questions need not.
    pub score: f32,
    /// Tokens of question and passage that the window had no room for; 0 when all was read.
    pub cut_tokens: u32,
}

/// Scores passages by how well they answer a question.
///
/// One finite score a passage, in their order. The same question and passage give the same bits on
/// every call: alone or in any batch, on one thread or many, through `&self` from several threads at
/// once. What the window has no room for is cut at the end of the passage and counted; a question
/// that would leave a passage less than half of the window is cut itself. Empty texts are allowed.
pub trait Reranker: Send + Sync {
    /// What the reranker is.
    fn profile(&self) -> &RerankProfile;

    /// How well each of `passages` answers `query`.
    ///
    /// # Errors
    /// [`ModelError::Cancelled`] or [`ModelError::DeadlinePassed`] as `limits` say, within about
    /// 50 ms, those on a server within 200 ms; [`ModelError::Failed`] when the model fails; of a
    /// model on a server also [`ModelError::Unreachable`], [`ModelError::Refused`] and
    /// [`ModelError::BadAnswer`].
    fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError>;
}
