//! The reranker over our own encoder: question and passage in one row of tokens, the first token's
//! vector through a layer and its hyperbolic tangent, then a score.
//!
//! The head is small and one row a passage, so it stays in floats whatever the encoder computes in.

use std::path::Path;

use kernels::rows::QuantizedRows;

use super::{
    batch::{batches, on_all_cores},
    bert::{BATCH_TOKENS, Bert, all_finite, both, has_words_for},
    encoder::{Encoder, Input, Scratch},
    linear::Linear,
    naming::Naming,
    pairs::{Pair, Pairs},
    safetensors,
    settings::{Architecture, Shape, labels, window},
    weights::Tensors,
};
use crate::{Limits, ModelError, Precision, Relevance, RerankProfile, Reranker};

/// A cross-encoder of the BERT family.
pub(super) struct CrossEncoder {
    profile: RerankProfile,
    encoder: Encoder,
    pairs: Pairs,
    head: Head,
}

/// From the first token's vector to a score.
struct Head {
    /// The layer under the hyperbolic tangent.
    pooled: Linear,
    /// One output, or two of which the second is for "fits".
    labels: Linear,
}

impl CrossEncoder {
    /// Reads a folder; see [`load_reranker`](crate::load_reranker).
    pub(super) fn read(
        dir: &Path,
        naming: &Naming,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let shape = Shape::read(dir)?;
        let path = dir.join(Bert::WEIGHTS);
        let tensors = safetensors::open(&path)?;
        let window = window(dir, shape.positions())?.min(shape.positions());
        let labels = labels(dir)?;
        let pairs = || Pairs::read(dir, naming.name, window);
        let head = || Head::read(&tensors, &shape, labels, &path);
        let (pairs, head) = both(dir, pairs, head)?;
        let encoder = Encoder::read(&tensors, shape, precision, pairs.segments())?;
        has_words_for(&encoder, pairs.vocabulary(), &path)?;
        let profile = naming.profile(precision.as_str(), window);
        Ok(Self {
            profile: RerankProfile {
                id: profile.id,
                name: profile.name,
                window_tokens: window,
            },
            encoder,
            pairs,
            head,
        })
    }

    /// The scores of some pairs, by way of a thread's memory.
    fn run(
        &self,
        pairs: &[&Pair],
        scratch: &mut (Scratch, QuantizedRows),
        limits: &Limits,
    ) -> Result<Vec<f32>, ModelError> {
        let (encoder, bytes) = scratch;
        let inputs: Vec<Input<'_>> = pairs.iter().map(|pair| pair.input()).collect();
        let mut states = self.encoder.forward(&inputs, encoder, limits)?;
        all_finite(states, &self.profile.name)?;
        let hidden = self.encoder.hidden();
        let mut scores = Vec::with_capacity(pairs.len());
        for input in &inputs {
            let (pair, rest) = states.split_at(input.ids.len() * hidden);
            states = rest;
            scores.push(self.head.score(&pair[..hidden], bytes));
        }
        all_finite(&scores, &self.profile.name)?;
        Ok(scores)
    }
}

impl Head {
    /// Reads the head of a file; `declared` labels are what the settings say there are.
    fn read(
        tensors: &Tensors,
        shape: &Shape,
        declared: Option<usize>,
        path: &Path,
    ) -> Result<Self, ModelError> {
        let (pooled, classifier) = match shape.model_type {
            Architecture::Bert => ("pooler.dense", "classifier"),
            Architecture::Roberta => ("classifier.dense", "classifier.out_proj"),
        };
        let bad = |reason: String| ModelError::BadModel {
            file: path.to_owned(),
            reason,
        };
        let hidden = shape.hidden_size;
        let weight = format!("{classifier}.weight");
        if !tensors.has(&weight) {
            return Err(bad(format!(
                "no head that scores pairs (`{weight}`): this is no cross-encoder"
            )));
        }
        let found = tensors.matrix(&weight).map_or(0, |(rows, _)| rows);
        let labels = declared.unwrap_or(found);
        if !(1..=2).contains(&labels) {
            return Err(bad(format!(
                "{labels} labels, expected one score, or two labels of which the second fits"
            )));
        }
        let linear = |name: &str, outputs| {
            let names = [name.to_owned()];
            Linear::read(tensors, &names, (hidden, outputs), Precision::Fp32)
        };
        Ok(Self {
            pooled: linear(pooled, hidden)?,
            labels: linear(classifier, labels)?,
        })
    }

    /// The score of a pair, by its first token's vector.
    fn score(&self, first: &[f32], bytes: &mut QuantizedRows) -> f32 {
        let mut pooled = vec![0.0; self.pooled.outputs()];
        self.pooled.apply(first, bytes, &mut pooled);
        pooled.iter_mut().for_each(|x| *x = x.tanh());
        let mut values = [0.0; 2];
        let values = &mut values[..self.labels.outputs()];
        self.labels.apply(&pooled, bytes, values);
        match values {
            [against, for_it] => *for_it - *against,
            _ => values[0],
        }
    }
}

impl Reranker for CrossEncoder {
    fn profile(&self) -> &RerankProfile {
        &self.profile
    }

    fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Relevance>, ModelError> {
        limits.check()?;
        let question = self.pairs.question(query)?;
        let pairs = on_all_cores(
            passages.len(),
            |_| (),
            |(), at| {
                limits.check()?;
                self.pairs.pair(&question, passages[at])
            },
        )?;
        let ids: Vec<&[u32]> = pairs.iter().map(|pair| pair.input().ids).collect();
        let batches = batches(&ids, BATCH_TOKENS);
        let scores = on_all_cores(
            batches.len(),
            |_| (self.encoder.scratch(), QuantizedRows::default()),
            |scratch, batch| {
                let members: Vec<&Pair> = batches[batch].iter().map(|at| &pairs[*at]).collect();
                self.run(&members, scratch, limits)
            },
        )?;
        let mut all: Vec<Relevance> = pairs
            .iter()
            .map(|pair| Relevance {
                score: 0.0,
                cut_tokens: u32::try_from(pair.cut_tokens).unwrap_or(u32::MAX),
            })
            .collect();
        for (at, score) in batches.iter().flatten().zip(scores.into_iter().flatten()) {
            all[*at].score = score;
        }
        Ok(all)
    }
}
