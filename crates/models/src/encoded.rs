//! What a text becomes: one vector, weights of the vocabulary, a vector a token.
//!
//! A model with several heads reads a text once for all of them, so they are asked for together and
//! come together. The lengths and orders promised here are checked by [`conformance`](crate::conformance).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kinds of vectors a model has, or that are wanted of it.
///
/// ```
/// use models::Heads;
///
/// let wanted = Heads { sparse: true, ..Heads::DENSE };
/// assert_eq!(wanted.to_string(), "dense and sparse");
/// assert_eq!(wanted.lacking(Heads::DENSE), Heads::SPARSE);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Heads {
    /// One vector a text.
    pub dense: bool,
    /// A weight for some tokens of the vocabulary, those of the text or related ones.
    pub sparse: bool,
    /// One vector a token of the text.
    pub tokens: bool,
    /// One vector a text from within the model, before its last layers.
    pub middle: bool,
}

impl Heads {
    /// One vector a text alone.
    pub const DENSE: Self = Self {
        dense: true,
        sparse: false,
        tokens: false,
        middle: false,
    };
    /// Weights of the vocabulary alone.
    pub const SPARSE: Self = Self {
        dense: false,
        sparse: true,
        tokens: false,
        middle: false,
    };
    /// One vector a token alone.
    pub const TOKENS: Self = Self {
        dense: false,
        sparse: false,
        tokens: true,
        middle: false,
    };
    /// The vector from within the model alone.
    pub const MIDDLE: Self = Self {
        dense: false,
        sparse: false,
        tokens: false,
        middle: true,
    };

    /// What of `self` is not in `has`.
    #[must_use]
    pub fn lacking(self, has: Self) -> Self {
        Self {
            dense: self.dense && !has.dense,
            sparse: self.sparse && !has.sparse,
            tokens: self.tokens && !has.tokens,
            middle: self.middle && !has.middle,
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl fmt::Display for Heads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            (self.dense, "dense"),
            (self.sparse, "sparse"),
            (self.tokens, "token"),
            (self.middle, "middle"),
        ];
        let names: Vec<_> = named.iter().filter(|(has, _)| *has).collect();
        for (at, (_, name)) in names.iter().enumerate() {
            let join = match at {
                0 => "",
                _ if at + 1 == names.len() => " and ",
                _ => ", ",
            };
            write!(f, "{join}{name}")?;
        }
        if names.is_empty() {
            return f.write_str("no");
        }
        Ok(())
    }
}

/// The vectors of a text under the heads that were asked for, and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoded {
    /// [`Profile::dim`](crate::Profile::dim)(crate::Profile::dim) numbers of length 1.
    pub dense: Option<Vec<f32>>,
    /// Token ids below [`Profile::sparse_dim`](crate::Profile::sparse_dim), ascending, each once,
    /// with finite weights over 0; of two texts the dot product tells how near they are. A text
    /// the model has nothing to say about has none.
    pub sparse: Option<Vec<(u32, f32)>>,
    /// A vector for each token the model keeps; of a long text those of all windows, in order.
    pub token_vectors: Option<TokenVectors>,
    /// [`Profile::middle_dim`](crate::Profile::middle_dim) numbers of length 1: the mean of the tokens'
    /// vectors after two thirds of the layers. What kind of question a text is stands out better there
    /// than in its dense vector, whose last layers turn to what it is about.
    pub middle: Option<Vec<f32>>,
    /// Tokens read, specials included, over all windows.
    pub tokens: u32,
    /// Windows the text was read in; 1 unless it is longer than
    /// [`Profile::window_tokens`](crate::Profile::window_tokens).
    pub windows: u32,
}

/// Vectors of length 1, one a token, side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenVectors {
    /// Length of a vector: [`Profile::token_dim`](crate::Profile::token_dim).
    pub dim: usize,
    /// `tokens × dim`, row-major.
    pub values: Vec<f32>,
}

impl TokenVectors {
    /// The vectors, in the order of the tokens.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.dim.max(1))
    }
}

impl From<Embedding> for Encoded {
    fn from(embedding: Embedding) -> Self {
        Self {
            dense: Some(embedding.vector),
            tokens: embedding.tokens,
            windows: embedding.windows,
            ..Self::default()
        }
    }
}

impl Encoded {
    /// What of it is `wanted`.
    #[must_use]
    pub fn only(self, wanted: Heads) -> Self {
        Self {
            dense: self.dense.filter(|_| wanted.dense),
            sparse: self.sparse.filter(|_| wanted.sparse),
            token_vectors: self.token_vectors.filter(|_| wanted.tokens),
            middle: self.middle.filter(|_| wanted.middle),
            ..self
        }
    }

    /// The dense vector of a text that was read under that head.
    #[must_use]
    pub fn into_embedding(self) -> Embedding {
        Embedding {
            vector: self.dense.unwrap_or_default(),
            tokens: self.tokens,
            windows: self.windows,
        }
    }
}

/// The dense vectors of texts that were encoded under that head.
pub(crate) fn dense(encoded: Vec<Encoded>) -> Vec<Embedding> {
    encoded.into_iter().map(Encoded::into_embedding).collect()
}

/// A text's vector and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// [`Profile::dim`](crate::Profile::dim) numbers of length 1.
    pub vector: Vec<f32>,
    /// Tokens read, specials included, over all windows.
    pub tokens: u32,
    /// Windows the text was read in; 1 unless it is longer than [`Profile::window_tokens`].
    pub windows: u32,
}
