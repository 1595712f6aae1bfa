//! What the vectors of a text's tokens become: the heads of a model.

use kernels::{Path, rows, rows::QuantizedRows};

use super::{
    linear::{Linear, Norm},
    settings::{HIDDEN_MAX, Pooling, Shape},
    tokens::Tokens,
    weights::Tensors,
};
use crate::{Encoded, Heads, ModelError, Precision, TokenVectors, embed::normalise};

/// The heads a model has.
pub(super) struct Outputs {
    hidden: usize,
    path: Path,
    pub dense: Option<Pooling>,
    pub sparse: Option<Sparse>,
    pub tokens: Option<TokenHead>,
}

/// What a token is searched by.
pub(super) enum TokenHead {
    /// What a layer makes of its vector: BGE-M3.
    Layer(Linear),
    /// Its vector. Where a text's is the mean of its tokens', these lie near each
    /// other for the same reason as texts do.
    Own,
}

/// How a model weighs tokens.
pub(super) enum Sparse {
    /// Each token of the text is weighed by itself: BGE-M3.
    Text(Linear),
    /// Each token of the text weighs all tokens of the vocabulary: SPLADE.
    Vocabulary(Box<Vocabulary>),
}

/// The masked-language-model head: how likely each word of the vocabulary is in a token's place.
pub(super) struct Vocabulary {
    transform: Linear,
    norm: Norm,
    decoder: Linear,
}

/// Memory a thread uses again for every text.
#[derive(Default)]
pub(super) struct Scratch {
    bytes: QuantizedRows,
    rows: Vec<f32>,
    zeros: Vec<f32>,
}

impl Outputs {
    pub(super) fn new(hidden: usize) -> Self {
        Self {
            hidden,
            path: Path::best(),
            dense: None,
            sparse: None,
            tokens: None,
        }
    }

    /// Length of a token's vector, where there are any.
    pub(super) fn token_dim(&self) -> Option<usize> {
        self.tokens.as_ref().map(|head| match head {
            TokenHead::Layer(linear) => linear.outputs(),
            TokenHead::Own => self.hidden,
        })
    }

    /// A text's vectors under the wanted heads, which are there; `states` is `tokens × hidden` for
    /// its `ids`.
    pub(super) fn encode(
        &self,
        states: &[f32],
        ids: &[u32],
        wanted: Heads,
        tokens: &Tokens,
        scratch: &mut Scratch,
    ) -> Encoded {
        let mut encoded = Encoded::default();
        if let Some(pooling) = self.dense.filter(|_| wanted.dense) {
            let mut vector = pool(states, self.hidden, pooling);
            normalise(&mut vector);
            encoded.dense = Some(vector);
        }
        if let Some(sparse) = self.sparse.as_ref().filter(|_| wanted.sparse) {
            encoded.sparse = Some(match sparse {
                Sparse::Text(linear) => weigh_text(linear, states, ids, tokens, scratch),
                Sparse::Vocabulary(head) => head.weigh(self.path, states, scratch),
            });
        }
        if let Some(head) = self.tokens.as_ref().filter(|_| wanted.tokens) {
            encoded.token_vectors = Some(self.token_vectors(head, states, scratch));
        }
        encoded
    }

    /// A vector for each token but the first, which stands for the whole text.
    fn token_vectors(
        &self,
        head: &TokenHead,
        states: &[f32],
        scratch: &mut Scratch,
    ) -> TokenVectors {
        let states = states.get(self.hidden..).unwrap_or_default();
        let dim = self.token_dim().unwrap_or(self.hidden);
        let mut values = match head {
            TokenHead::Own => states.to_vec(),
            TokenHead::Layer(linear) => {
                let mut values = vec![0.0; states.len() / self.hidden * dim];
                linear.apply(states, &mut scratch.bytes, &mut values);
                values
            }
        };
        values.chunks_exact_mut(dim).for_each(normalise);
        TokenVectors { dim, values }
    }
}

/// `relu(w · x + b)` of each token, the largest for tokens that are there more than once.
fn weigh_text(
    linear: &Linear,
    states: &[f32],
    ids: &[u32],
    tokens: &Tokens,
    scratch: &mut Scratch,
) -> Vec<(u32, f32)> {
    scratch.rows.resize(ids.len(), 0.0);
    linear.apply(states, &mut scratch.bytes, &mut scratch.rows);
    let weights = ids.iter().copied().zip(scratch.rows.iter().copied());
    let kept = weights.filter(|(id, weight)| *weight > 0.0 && !tokens.is_special(*id));
    largest_of_each(kept.collect())
}

/// By id, each once with its largest weight.
pub(super) fn largest_of_each(mut weights: Vec<(u32, f32)>) -> Vec<(u32, f32)> {
    weights.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    weights.dedup_by_key(|(id, _)| *id);
    weights
}

impl Vocabulary {
    /// The name of the head's tensors in a BERT's file.
    const NAME: &str = "cls.predictions";

    /// Whether a file has such a head.
    pub(super) fn is_in(tensors: &Tensors) -> bool {
        tensors.has(&format!("{}.transform.dense.weight", Self::NAME))
    }

    pub(super) fn read(
        tensors: &Tensors,
        shape: &Shape,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let (name, hidden) = (Self::NAME, shape.hidden_size);
        let transform = [format!("{name}.transform.dense")];
        let norm = format!("{name}.transform.LayerNorm");
        // What reads the words also writes them, unless the file has a matrix for that.
        let own = format!("{name}.decoder.weight");
        let shared = "embeddings.word_embeddings.weight".to_owned();
        let decoder = if tensors.has(&own) { own } else { shared };
        let words = tensors.matrix(&decoder).map_or(0, |(rows, _)| rows);
        let weights = tensors.read(&decoder, &[words, hidden])?;
        let bias = tensors.read(&format!("{name}.bias"), &[words])?;
        Ok(Self {
            transform: Linear::read(tensors, &transform, (hidden, hidden), precision)?,
            norm: Norm::read(tensors, &norm, hidden, shape.layer_norm_eps)?,
            decoder: Linear::new(&weights, bias, hidden, precision),
        })
    }

    /// Number of words weighed.
    pub(super) fn words(&self) -> usize {
        self.decoder.outputs()
    }

    /// `log(1 + relu(logit))` of each word, the largest over the tokens.
    fn weigh(&self, path: Path, states: &[f32], scratch: &mut Scratch) -> Vec<(u32, f32)> {
        let Scratch { bytes, rows, zeros } = scratch;
        rows.resize(states.len(), 0.0);
        self.transform.apply(states, bytes, rows);
        rows::gelu(path, rows);
        zeros.resize(states.len(), 0.0);
        self.norm.add(path, rows, zeros);
        // The logarithm grows with its argument: one of the largest does for all tokens.
        let mut weights = vec![0.0; self.words()];
        self.decoder.maxima(rows, bytes, &mut weights);
        rows::log_of_one_more(path, &mut weights);
        let weights = weights.into_iter().enumerate();
        let positive = weights.filter(|(_, weight)| *weight > 0.0);
        positive.map(|(id, weight)| (id as u32, weight)).collect()
    }
}

/// Reads the layer that weighs each token of a text.
pub(super) fn read_text_weights(tensors: &Tensors, shape: &Shape) -> Result<Sparse, ModelError> {
    let size = (shape.hidden_size, 1);
    let linear = Linear::read(tensors, &[String::new()], size, Precision::Fp32)?;
    Ok(Sparse::Text(linear))
}

/// Reads the layer that gives the vectors of tokens, of a length the file decides.
pub(super) fn read_token_vectors(
    tensors: &Tensors,
    shape: &Shape,
    precision: Precision,
) -> Result<Linear, ModelError> {
    let found = tensors.matrix("weight").map_or(0, |(rows, _)| rows);
    let size = (shape.hidden_size, found.min(HIDDEN_MAX));
    Linear::read(tensors, &[String::new()], size, precision)
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
