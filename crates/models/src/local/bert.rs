//! The embedder over our own encoder.

use std::{path::Path, thread};

use super::{
    Naming,
    batch::{self, Runner},
    encoder::{Encoder, Scratch},
    settings::{Pooling, Shape, pooling, window},
    tokens::Tokens,
    weights::Tensors,
};
use crate::{
    Embedder, Embedding, Encoded, Heads, Limits, ModelError, Precision, Profile, Role,
    embed::normalise, encoded,
};

/// Tokens of a batch: enough rows to use a weight often once it is in the cache, few enough for
/// the batches to spread over the cores.
const BATCH_TOKENS: usize = 768;

/// A BERT sentence encoder from a safetensors file.
pub(super) struct Bert {
    profile: Profile,
    encoder: Encoder,
    tokens: Tokens,
    pooling: Pooling,
}

impl Bert {
    /// Reads a folder; see [`load`](crate::load).
    pub(super) fn read(
        dir: &Path,
        naming: &Naming,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let shape = Shape::read(dir)?;
        let positions = shape.max_position_embeddings;
        let window = window(dir, positions)?.min(positions);
        let path = dir.join(Self::WEIGHTS);
        let tensors = Tensors::open(&path)?;
        let (tokens, encoder) = thread::scope(|scope| {
            let tokens = scope.spawn(|| Tokens::read(dir, naming.name, window));
            let encoder = Encoder::read(&tensors, shape, precision);
            (tokens.join(), encoder)
        });
        let unread = |_| ModelError::BadModel {
            file: dir.join("tokenizer.json"),
            reason: "the tokenizer could not be read".to_owned(),
        };
        let (tokens, encoder) = (tokens.map_err(unread)??, encoder?);
        if tokens.vocabulary() > encoder.vocabulary() {
            let (words, ids) = (encoder.vocabulary(), tokens.vocabulary());
            let reason = format!("{words} word embeddings for a tokenizer of {ids} tokens");
            return Err(ModelError::BadModel { file: path, reason });
        }
        let profile = naming.profile(precision.as_str(), encoder.hidden(), window);
        Ok(Self {
            profile,
            encoder,
            tokens,
            pooling: pooling(dir)?,
        })
    }

    /// The file of the weights.
    pub(super) const WEIGHTS: &str = "model.safetensors";
}

impl Embedder for Bert {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        let encoded = self.encode(texts, role, Heads::DENSE, limits)?;
        Ok(encoded::dense(encoded))
    }

    fn encode(
        &self,
        texts: &[&str],
        _role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        self.profile.check(wanted)?;
        batch::encode(&self.tokens, texts, BATCH_TOKENS, limits, |_| Worker {
            bert: self,
            scratch: self.encoder.scratch(),
            wanted,
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.tokens.count(text)
    }
}

/// A thread's share of the work.
struct Worker<'a> {
    bert: &'a Bert,
    scratch: Scratch,
    wanted: Heads,
}

impl Runner for Worker<'_> {
    fn run(&mut self, windows: &[&[u32]], limits: &Limits) -> Result<Vec<Encoded>, ModelError> {
        let hidden = self.bert.encoder.hidden();
        let mut states = self
            .bert
            .encoder
            .forward(windows, &mut self.scratch, limits)?;
        let mut encoded = Vec::with_capacity(windows.len());
        for window in windows {
            let (text, rest) = states.split_at(window.len() * hidden);
            states = rest;
            let dense = self.wanted.dense.then(|| {
                let mut vector = pool(text, hidden, self.bert.pooling);
                normalise(&mut vector);
                vector
            });
            encoded.push(Encoded {
                dense,
                ..Encoded::default()
            });
        }
        Ok(encoded)
    }
}

/// The vectors of a text's tokens as one. The length does not matter: it is normalised after.
pub(super) fn pool(states: &[f32], hidden: usize, pooling: Pooling) -> Vec<f32> {
    let mut rows = states.chunks_exact(hidden);
    let mut vector = rows
        .next()
        .map_or_else(|| vec![0.0; hidden], <[f32]>::to_vec);
    if pooling == Pooling::Mean {
        for row in rows {
            vector.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
    }
    vector
}
