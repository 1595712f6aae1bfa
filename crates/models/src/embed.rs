//! The seam for whatever turns texts into vectors.

use serde::{Deserialize, Serialize};

use crate::{Embedding, Encoded, Heads, Limits, ModelError};

/// What an embedder is, as the index stores it and people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Identity stored in the index: `name@precision#first eight hex digits of the weights' SHA-256`.
    /// Two embedders of one identity give the same vectors.
    pub id: String,
    /// The name in the catalogue, or of the folder the model was loaded from.
    pub name: String,
    /// Length of a dense vector; 0 when the model has none.
    pub dim: usize,
    /// Ids a sparse vector may hold: the vocabulary; `None` when the model has no sparse vectors.
    #[serde(default)]
    pub sparse_dim: Option<usize>,
    /// Length of a token's vector; `None` when the model has none.
    #[serde(default)]
    pub token_dim: Option<usize>,
    /// Length of the vector from within the model; `None` when it gives none.
    #[serde(default)]
    pub middle_dim: Option<usize>,
    /// Tokens of the longest text embedded whole, specials included; longer ones go in windows.
    pub window_tokens: usize,
    /// Languages the model knows, as ISO 639-1 codes; `None` for all.
    pub languages: Option<Vec<String>>,
}

impl Profile {
    /// The kinds of vectors the model has.
    #[must_use]
    pub fn heads(&self) -> Heads {
        Heads {
            dense: self.dim > 0,
            sparse: self.sparse_dim.is_some(),
            tokens: self.token_dim.is_some(),
            middle: self.middle_dim.is_some(),
        }
    }

    /// Checks that the model has all `wanted` heads.
    ///
    /// # Errors
    /// [`ModelError::NoSuchHead`], with those it lacks.
    pub fn check(&self, wanted: Heads) -> Result<(), ModelError> {
        let has = self.heads();
        let lacks = wanted.lacking(has);
        if lacks.is_empty() {
            return Ok(());
        }
        let name = self.name.clone();
        Err(ModelError::NoSuchHead { name, lacks, has })
    }
}

/// What a text is to the search; some models prepare the two differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What is looked for.
    Query,
    /// What is found.
    Passage,
}

/// Turns texts into vectors.
///
/// The [`Profile`] says which kinds: dense, sparse, one a token. One result a text, in order. The
/// same text and role give the same bits on every call: alone or in any batch, under one head or
/// several, on one thread or many, through `&self` from several threads at once. A text longer than
/// the window is read in windows: dense vectors are pooled by their tokens, sparse ones keep the
/// largest weight of a token, token vectors are put side by side; nothing is cut. The empty text is
/// allowed.
pub trait Embedder: Send + Sync {
    /// What the embedder is.
    fn profile(&self) -> &Profile;

    /// The dense vectors of `texts`, in order.
    ///
    /// # Errors
    /// [`ModelError::NoSuchHead`] when the model has no dense vectors; [`ModelError::Cancelled`] or
    /// [`ModelError::DeadlinePassed`] as `limits` say, within about 50 ms; [`ModelError::Failed`]
    /// when the model fails.
    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError>;

    /// The vectors of `texts` under all `wanted` heads, in order, from one pass of the model.
    ///
    /// What was not wanted is `None`. A model with dense vectors alone need not write this.
    ///
    /// # Errors
    /// As [`Embedder::embed`]; [`ModelError::NoSuchHead`] when the model lacks a wanted head.
    fn encode(
        &self,
        texts: &[&str],
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        self.profile().check(wanted.lacking(Heads::DENSE))?;
        let embeddings = self.embed(texts, role, limits)?;
        let encoded = embeddings.into_iter().map(Encoded::from);
        Ok(encoded.map(|one| one.only(wanted)).collect())
    }

    /// Tokens of a text, specials included, before any cutting into windows.
    ///
    /// # Errors
    /// [`ModelError::Failed`] when the tokenizer fails.
    fn count_tokens(&self, text: &str) -> Result<usize, ModelError>;
}

/// Brings a vector to length 1; one of zeros becomes the first unit vector, so that the promise of
/// length 1 holds even for what a model has nothing to say about.
pub(crate) fn normalise(vector: &mut [f32]) {
    let squares: f64 = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
    let length = squares.sqrt();
    if length > 0.0 && length.is_finite() {
        vector
            .iter_mut()
            .for_each(|x| *x = (f64::from(*x) / length) as f32);
        return;
    }
    vector.fill(0.0);
    if let Some(first) = vector.first_mut() {
        *first = 1.0;
    }
}
