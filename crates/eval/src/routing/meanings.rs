//! Embeddings of questions.

use std::collections::{BTreeMap, BTreeSet};

use perusal::models::{Embedder, Limits, ModelError};
use perusal::route::embeddings;

/// Texts embedded at once.
const BATCH: usize = 32;

/// Embeddings of questions.
#[derive(Debug, Clone, Default)]
pub struct Meanings {
    /// Name of the embedder.
    pub embedder: String,
    /// By text.
    pub vectors: BTreeMap<String, Vec<f32>>,
}

impl Meanings {
    /// Embeds texts as queries.
    ///
    /// # Errors
    /// Those of the embedder.
    pub fn of<'t>(
        texts: impl Iterator<Item = &'t str>,
        embedder: &dyn Embedder,
    ) -> Result<Self, ModelError> {
        let texts: Vec<&str> = texts.collect::<BTreeSet<_>>().into_iter().collect();
        let mut vectors = BTreeMap::new();
        for batch in texts.chunks(BATCH) {
            let embedded = embeddings(batch, embedder, &Limits::none())?;
            let pairs = batch.iter().zip(embedded);
            vectors.extend(pairs.map(|(text, vector)| ((*text).to_owned(), vector)));
        }
        Ok(Self {
            embedder: embedder.profile().name.clone(),
            vectors,
        })
    }

    /// The embedding of a text, where it was embedded.
    pub fn get(&self, text: &str) -> Option<&[f32]> {
        self.vectors.get(text).map(Vec::as_slice)
    }
}
