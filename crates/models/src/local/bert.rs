//! The embedder over our own encoder.

use std::path::Path;

use super::{
    batch::{self, Runner},
    check_hash,
    encoder::{Encoder, Scratch},
    settings::{Pooling, Shape, pooling, window},
    tokens::Tokens,
    weights::Tensors,
};
use crate::{
    Embedder, Embedding, Limits, Model, ModelError, Precision, Profile, Role, embed::normalise,
};

/// Tokens of a batch: enough rows to use a weight often once it is in the cache, few enough for
/// the batches to spread over the cores.
const BATCH_TOKENS: usize = 768;

/// A BERT sentence encoder from a safetensors file.
pub struct Bert {
    profile: Profile,
    encoder: Encoder,
    tokens: Tokens,
    pooling: Pooling,
}

impl Bert {
    /// Loads a folder, named after which the model is; see [`load`](crate::load).
    ///
    /// # Errors
    /// As [`load`](crate::load).
    pub fn load(dir: &Path, precision: Precision) -> Result<Self, ModelError> {
        let name = dir
            .file_name()
            .map_or("model".into(), |name| name.to_string_lossy());
        let (bert, ..) = Self::read(dir, &name, None, precision)?;
        Ok(bert)
    }

    /// Loads a model of the catalogue and checks its files.
    pub(crate) fn load_pinned(
        model: &Model,
        dir: &Path,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let (bert, weights, tokenizer) = Self::read(dir, model.name, model.languages, precision)?;
        for file in model.files {
            let got = match file.name {
                "model.safetensors" => weights.clone(),
                "tokenizer.json" => tokenizer.clone(),
                small => {
                    let path = dir.join(small);
                    crate::catalogue::hash_file(&path).map_err(ModelError::io(&path))?
                }
            };
            check_hash(dir, file, got)?;
        }
        Ok(bert)
    }

    /// The model, and the hashes of its weights and its tokenizer.
    fn read(
        dir: &Path,
        name: &str,
        languages: Option<&[&str]>,
        precision: Precision,
    ) -> Result<(Self, String, String), ModelError> {
        let shape = Shape::read(dir)?;
        let positions = shape.max_position_embeddings;
        let window = window(dir, positions)?.min(positions);
        let path = dir.join("model.safetensors");
        let tensors = Tensors::open(&path)?;
        let (tokens, encoder) = std::thread::scope(|scope| {
            let tokens = scope.spawn(|| Tokens::read(dir, name, window));
            let encoder = Encoder::read(&tensors, shape, precision);
            (tokens.join(), encoder)
        });
        let (tokens, tokenizer_hash) = tokens.map_err(|_| ModelError::BadModel {
            file: dir.join("tokenizer.json"),
            reason: "the tokenizer could not be read".to_owned(),
        })??;
        let encoder = encoder?;
        let weights_hash = tensors.sha256()?;
        if tokens.vocabulary() > encoder.vocabulary() {
            let (words, ids) = (encoder.vocabulary(), tokens.vocabulary());
            let reason = format!("{words} word embeddings for a tokenizer of {ids} tokens");
            return Err(ModelError::BadModel { file: path, reason });
        }
        let profile = Profile {
            id: format!("{name}@{precision}#{}", &weights_hash[..8]),
            name: name.to_owned(),
            dim: encoder.hidden(),
            window_tokens: window,
            languages: languages.map(|codes| codes.iter().map(|&code| code.to_owned()).collect()),
        };
        let bert = Self {
            profile,
            encoder,
            tokens,
            pooling: pooling(dir)?,
        };
        Ok((bert, weights_hash, tokenizer_hash))
    }
}

impl Embedder for Bert {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn embed(
        &self,
        texts: &[&str],
        _role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        batch::embed(&self.tokens, texts, BATCH_TOKENS, limits, |_| Worker {
            bert: self,
            scratch: self.encoder.scratch(),
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
}

impl Runner for Worker<'_> {
    fn run(&mut self, windows: &[&[u32]], limits: &Limits) -> Result<Vec<Vec<f32>>, ModelError> {
        let hidden = self.bert.encoder.hidden();
        let mut states = self
            .bert
            .encoder
            .forward(windows, &mut self.scratch, limits)?;
        let mut vectors = Vec::with_capacity(windows.len());
        for window in windows {
            let (text, rest) = states.split_at(window.len() * hidden);
            states = rest;
            let mut vector = pool(text, hidden, self.bert.pooling);
            normalise(&mut vector);
            vectors.push(vector);
        }
        Ok(vectors)
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
