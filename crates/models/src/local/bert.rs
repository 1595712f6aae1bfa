//! The embedder over our own encoder, for every model of the family.
//!
//! What a folder holds decides what the model is: the head of a masked language model without a
//! pooling beside it is a SPLADE; the linear layers of a BGE-M3 lie in files of their own; all else
//! is a sentence encoder. Where the numbers come from, a safetensors file or one of four-bit blocks,
//! makes no difference after they are read.

use std::{path::Path, thread};

use super::{
    batch::{self, Runner},
    blocks,
    encoder::{self, Encoder, Input},
    naming::Naming,
    outputs::{
        self, Outputs, Sparse, TokenHead, Vocabulary, read_text_weights, read_token_vectors,
    },
    safetensors,
    settings::{Pooling, Prompts, Shape, pooling, prompts, window},
    tokens::{Parts, Tokens},
    weights::Tensors,
};
use crate::{
    Embedder, Embedding, Encoded, Heads, Limits, ModelError, Precision, Profile, Role, encoded,
};

/// Tokens of a batch: enough rows to use a weight often once it is in the cache, few enough for
/// the batches to spread over the cores.
pub(super) const BATCH_TOKENS: usize = 768;

/// A model of the BERT family.
pub(super) struct Bert {
    profile: Profile,
    encoder: Encoder,
    tokens: Tokens,
    outputs: Outputs,
}

impl Bert {
    /// The file of the weights.
    pub(super) const WEIGHTS: &str = "model.safetensors";

    /// The layer that weighs the tokens of a text, and the one that gives their vectors.
    const TEXT_WEIGHTS: &str = "sparse_linear.safetensors";
    const TOKEN_VECTORS: &str = "colbert_linear.safetensors";

    /// The files of heads that are in a folder.
    pub(super) fn head_files(dir: &Path) -> impl Iterator<Item = std::path::PathBuf> {
        [Self::TEXT_WEIGHTS, Self::TOKEN_VECTORS]
            .map(|name| dir.join(name))
            .into_iter()
            .filter(|path| path.is_file())
    }

    /// Reads a folder; see [`load`](crate::load).
    pub(super) fn read(
        dir: &Path,
        naming: &Naming,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let shape = Shape::read(dir)?;
        no_pickles(dir)?;
        let path = dir.join(Self::WEIGHTS);
        let tensors = safetensors::open(&path)?;
        let window = window(dir, shape.positions())?.min(shape.positions());
        let prompts = prompts(dir)?;
        let tokens = || Tokens::new(Parts::read(dir)?, &prompts, naming.name, window, dir);
        let weights = || {
            let outputs = outputs(dir, &tensors, &shape, precision)?;
            Ok((Encoder::read(&tensors, shape, precision, 1)?, outputs))
        };
        let (tokens, (encoder, outputs)) = both(dir, tokens, weights)?;
        Self::join(naming, precision, window, encoder, tokens, outputs, &path)
    }

    /// Reads a file of four-bit blocks, of a model that wants `prompts` and pools by the mean.
    pub(super) fn read_blocks(
        path: &Path,
        naming: &Naming,
        precision: Precision,
        prompts: &Prompts,
    ) -> Result<Self, ModelError> {
        let blocks::Blocks {
            shape,
            tensors,
            vocabulary,
        } = blocks::open(path)?;
        let window = shape.positions();
        let tokens = || {
            let parts = vocabulary.tokenizer().map_err(ModelError::bad(path))?;
            Tokens::new(parts, prompts, naming.name, window, path)
        };
        let mut outputs = Outputs::new(shape.hidden_size);
        outputs.dense = Some(Pooling::Mean);
        outputs.tokens = Some(TokenHead::Own);
        let encoder = || Encoder::read(&tensors, shape, precision, 1);
        let (tokens, encoder) = both(path, tokens, encoder)?;
        Self::join(naming, precision, window, encoder, tokens, outputs, path)
    }

    /// The model of parts that fit together.
    fn join(
        naming: &Naming,
        precision: Precision,
        window: usize,
        encoder: Encoder,
        tokens: Tokens,
        outputs: Outputs,
        path: &Path,
    ) -> Result<Self, ModelError> {
        has_words_for(&encoder, tokens.vocabulary(), path)?;
        let profile = Profile {
            dim: outputs.dense.map_or(0, |_| encoder.hidden()),
            sparse_dim: outputs.sparse.as_ref().map(|sparse| match sparse {
                Sparse::Text(_) => encoder.vocabulary(),
                Sparse::Vocabulary(head) => head.words(),
            }),
            token_dim: outputs.token_dim(),
            middle_dim: outputs.dense.map(|_| encoder.hidden()),
            ..naming.profile(precision.as_str(), window)
        };
        Ok(Self {
            profile,
            encoder,
            tokens,
            outputs,
        })
    }
}

/// Checks that an encoder knows all tokens of a tokenizer.
pub(super) fn has_words_for(
    encoder: &Encoder,
    tokens: usize,
    path: &Path,
) -> Result<(), ModelError> {
    let words = encoder.vocabulary();
    if tokens <= words {
        return Ok(());
    }
    Err(ModelError::BadModel {
        file: path.to_owned(),
        reason: format!("{words} word embeddings for a tokenizer of {tokens} tokens"),
    })
}

/// The heads a folder's files make up.
fn outputs(
    dir: &Path,
    tensors: &Tensors,
    shape: &Shape,
    precision: Precision,
) -> Result<Outputs, ModelError> {
    let mut outputs = Outputs::new(shape.hidden_size);
    let pooling = pooling(dir)?;
    if pooling.is_none() && Vocabulary::is_in(tensors) {
        let head = Vocabulary::read(tensors, shape, precision)?;
        outputs.sparse = Some(Sparse::Vocabulary(Box::new(head)));
        return Ok(outputs);
    }
    let weights = dir.join(Bert::TEXT_WEIGHTS);
    if weights.is_file() {
        let tensors = safetensors::open(&weights)?;
        outputs.sparse = Some(read_text_weights(&tensors, shape)?);
    }
    let vectors = dir.join(Bert::TOKEN_VECTORS);
    if vectors.is_file() {
        let tensors = safetensors::open(&vectors)?;
        let layer = read_token_vectors(&tensors, shape, precision)?;
        outputs.tokens = Some(TokenHead::Layer(layer));
    }
    // A model with these heads was trained with the first token's vector as the dense one.
    let alone = outputs.sparse.is_none() && outputs.tokens.is_none();
    let usual = if alone { Pooling::Mean } else { Pooling::First };
    let pooling = pooling.unwrap_or(usual);
    outputs.dense = Some(pooling);
    if outputs.tokens.is_none() && pooling == Pooling::Mean {
        outputs.tokens = Some(TokenHead::Own);
    }
    Ok(outputs)
}

/// Refuses heads that come as Python pickles: leaving them out would quietly take a head away.
fn no_pickles(dir: &Path) -> Result<(), ModelError> {
    for name in [Bert::TEXT_WEIGHTS, Bert::TOKEN_VECTORS] {
        let pickle = dir.join(name).with_extension("pt");
        if pickle.is_file() && !dir.join(name).is_file() {
            let reason = format!(
                "Python pickles are not read; write it as {name} (in Python: \
                 safetensors.torch.save_file(torch.load(PT), SAFETENSORS)), or take it away"
            );
            return Err(ModelError::BadModel {
                file: pickle,
                reason,
            });
        }
    }
    Ok(())
}

/// Checks what came out of a forward pass: weights may be numbers and too large to compute with.
pub(super) fn all_finite(values: &[f32], model: &str) -> Result<(), ModelError> {
    if values.iter().all(|x| x.is_finite()) {
        return Ok(());
    }
    Err(ModelError::Failed {
        name: model.to_owned(),
        reason: "its weights lead to values that are no numbers".to_owned(),
    })
}

/// Runs both at once, the tokenizer's part on a thread of its own.
pub(super) fn both<T: Send, W>(
    file: &Path,
    tokens: impl FnOnce() -> Result<T, ModelError> + Send,
    weights: impl FnOnce() -> Result<W, ModelError>,
) -> Result<(T, W), ModelError> {
    let (tokens, weights) = thread::scope(|scope| {
        let tokens = scope.spawn(tokens);
        let weights = weights();
        (tokens.join(), weights)
    });
    let unread = |_| ModelError::BadModel {
        file: file.to_owned(),
        reason: "the tokenizer could not be read".to_owned(),
    };
    Ok((tokens.map_err(unread)??, weights?))
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
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        self.profile.check(wanted)?;
        batch::encode(&self.tokens, texts, role, BATCH_TOKENS, limits, |_| {
            Worker {
                bert: self,
                encoder: self.encoder.scratch(),
                outputs: outputs::Scratch::default(),
                wanted,
            }
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.tokens.count(text)
    }
}

/// A thread's share of the work.
struct Worker<'a> {
    bert: &'a Bert,
    encoder: encoder::Scratch,
    outputs: outputs::Scratch,
    wanted: Heads,
}

impl Runner for Worker<'_> {
    fn run(&mut self, windows: &[&[u32]], limits: &Limits) -> Result<Vec<Encoded>, ModelError> {
        let Bert {
            encoder,
            tokens,
            outputs,
            profile,
        } = self.bert;
        let texts: Vec<Input<'_>> = windows.iter().map(|ids| Input::text(ids)).collect();
        let mut middles = Vec::new();
        let keep = self.wanted.middle.then_some(&mut middles);
        let mut states = encoder.forward_keeping(&texts, &mut self.encoder, limits, keep)?;
        all_finite(states, &profile.name)?;
        let mut middles = middles.into_iter();
        let mut encoded = Vec::with_capacity(windows.len());
        for window in windows {
            limits.check()?;
            let (text, rest) = states.split_at(window.len() * encoder.hidden());
            states = rest;
            encoded.push(Encoded {
                middle: middles.next(),
                ..outputs.encode(text, window, self.wanted, tokens, &mut self.outputs)
            });
        }
        Ok(encoded)
    }
}
