//! The forward pass of an encoder of the BERT family over texts of several lengths.
//!
//! The tokens of all texts of a batch are the rows of one matrix, without padding. Every step but
//! attention works row by row, attention text by text: so what a text becomes does not depend on
//! the texts beside it.

use std::ops::Range;

use kernels::{Path, rows, rows::QuantizedRows};

use super::{
    attention::Attention,
    linear::{Linear, Norm},
    outputs::pool,
    settings::{Pooling, Shape},
    weights::{RowsOnDisk, Tensors},
};
use crate::{Limits, ModelError, Precision, embed::normalise};

/// Rows that pass through the layers at a time, so that what is between them stays in the core's
/// cache, and that a cancelled text is let go within milliseconds.
const BLOCK_ROWS: usize = 96;

/// The weights of an encoder.
pub(super) struct Encoder {
    shape: Shape,
    path: Path,
    words: RowsOnDisk,
    /// For each segment that is used, position and segment embeddings added up:
    /// `positions × hidden`, from a text's first token on.
    positions: Vec<Vec<f32>>,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    /// Queries, keys and values in one product.
    qkv: Linear,
    attended: Linear,
    attended_norm: Norm,
    wide: Linear,
    narrow: Linear,
    narrow_norm: Norm,
}

/// What is read at a time: one text, or two of which the second is another segment.
#[derive(Clone, Copy)]
pub(super) struct Input<'t> {
    /// Tokens of the vocabulary, specials included.
    pub ids: &'t [u32],
    /// Where the second segment begins; the number of tokens when there is one alone.
    pub second_from: usize,
}

impl<'t> Input<'t> {
    /// One text.
    pub(super) fn text(ids: &'t [u32]) -> Self {
        Self {
            ids,
            second_from: ids.len(),
        }
    }
}

/// Memory a thread uses again for every batch.
pub(super) struct Scratch {
    attention: Attention,
    bytes: QuantizedRows,
    /// The embedding of one word, as it is stored and as floats.
    stored: Vec<u8>,
    word: Vec<f32>,
    x: Vec<f32>,
    qkv: Vec<f32>,
    context: Vec<f32>,
    out: Vec<f32>,
    wide: Vec<f32>,
}

impl Encoder {
    /// Reads the encoder's weights from a file, to read `segments` at a time: one text, or two.
    pub(super) fn read(
        tensors: &Tensors,
        shape: Shape,
        precision: Precision,
        segments: usize,
    ) -> Result<Self, ModelError> {
        let (hidden, epsilon) = (shape.hidden_size, shape.layer_norm_eps);
        let words = tensors.rows("embeddings.word_embeddings.weight", hidden)?;
        let layers = (0..shape.num_hidden_layers)
            .map(|layer| Layer::read(tensors, layer, &shape, precision))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            path: Path::best(),
            words,
            positions: positions(tensors, &shape, segments)?,
            norm: Norm::read(tensors, "embeddings.LayerNorm", hidden, epsilon)?,
            layers,
            shape,
        })
    }

    /// Length of a token's vector.
    pub(super) fn hidden(&self) -> usize {
        self.shape.hidden_size
    }

    /// Number of tokens the model knows.
    pub(super) fn vocabulary(&self) -> usize {
        self.words.count()
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch {
            attention: Attention::new(self.path, self.shape.num_attention_heads, self.hidden()),
            bytes: QuantizedRows::default(),
            stored: Vec::new(),
            word: Vec::new(),
            x: Vec::new(),
            qkv: Vec::new(),
            context: Vec::new(),
            out: Vec::new(),
            wide: Vec::new(),
        }
    }

    /// The vectors of all tokens of all texts, `tokens × hidden`, text after text.
    ///
    /// A text has at most as many tokens as the model has positions, and no second segment unless
    /// the encoder was read for two.
    pub(super) fn forward<'s>(
        &self,
        texts: &[Input<'_>],
        scratch: &'s mut Scratch,
        limits: &Limits,
    ) -> Result<&'s [f32], ModelError> {
        self.forward_keeping(texts, scratch, limits, None)
    }

    /// As [`Encoder::forward`], and puts the mean of each text's vectors before the last third of the
    /// layers, at length 1, into `middles`.
    pub(super) fn forward_keeping<'s>(
        &self,
        texts: &[Input<'_>],
        scratch: &'s mut Scratch,
        limits: &Limits,
        mut middles: Option<&mut Vec<Vec<f32>>>,
    ) -> Result<&'s [f32], ModelError> {
        let middle = self.layers.len() * 2 / 3;
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(texts.len());
        for text in texts {
            let start = ranges.last().map_or(0, |range| range.end);
            ranges.push(start..start + text.ids.len());
        }
        self.embed_words(texts, scratch)?;
        for (at, layer) in self.layers.iter().enumerate() {
            if let Some(middles) = middles.as_deref_mut().filter(|_| at == middle) {
                middles.extend(ranges.iter().map(|range| self.mean(&scratch.x, range)));
            }
            self.run_layer(layer, &ranges, scratch, limits)?;
        }
        Ok(&scratch.x)
    }

    /// The mean of a text's vectors, at length 1.
    fn mean(&self, states: &[f32], of: &Range<usize>) -> Vec<f32> {
        let hidden = self.hidden();
        let states = &states[of.start * hidden..of.end * hidden];
        let mut mean = pool(states, hidden, Pooling::Mean);
        normalise(&mut mean);
        mean
    }

    fn embed_words(&self, texts: &[Input<'_>], scratch: &mut Scratch) -> Result<(), ModelError> {
        let hidden = self.hidden();
        let tokens: usize = texts.iter().map(|text| text.ids.len()).sum();
        scratch.x.resize(tokens * hidden, 0.0);
        scratch.out.resize(tokens * hidden, 0.0);
        let places = texts.iter().flat_map(|text| {
            let segment = |at: usize| usize::from(at >= text.second_from);
            let ids = text.ids.iter().enumerate();
            ids.map(move |(at, id)| {
                let place = at * hidden;
                (id, &self.positions[segment(at)][place..place + hidden])
            })
        });
        let rows = scratch
            .x
            .chunks_exact_mut(hidden)
            .zip(scratch.out.chunks_exact_mut(hidden));
        for ((token, position), (x, residual)) in places.zip(rows) {
            self.words
                .read(*token as usize, &mut scratch.stored, &mut scratch.word)?;
            x.copy_from_slice(&scratch.word);
            residual.copy_from_slice(position);
        }
        self.norm.add(self.path, &mut scratch.x, &scratch.out);
        Ok(())
    }

    fn run_layer(
        &self,
        layer: &Layer,
        texts: &[Range<usize>],
        scratch: &mut Scratch,
        limits: &Limits,
    ) -> Result<(), ModelError> {
        let Scratch {
            attention,
            bytes,
            x,
            qkv,
            context,
            out,
            wide,
            ..
        } = scratch;
        let hidden = self.hidden();
        let tokens = x.len() / hidden;
        qkv.resize(tokens * layer.qkv.outputs(), 0.0);
        let block = BLOCK_ROWS * hidden;
        for (x, qkv) in x
            .chunks(block)
            .zip(qkv.chunks_mut(BLOCK_ROWS * layer.qkv.outputs()))
        {
            limits.check()?;
            layer.qkv.apply(x, bytes, qkv);
        }
        context.resize(x.len(), 0.0);
        attention.attend(qkv, texts, context, limits)?;
        out.resize(x.len(), 0.0);
        // `out` is the input of the wide layers, `x` their result.
        for ((x, out), context) in x
            .chunks_mut(block)
            .zip(out.chunks_mut(block))
            .zip(context.chunks(block))
        {
            limits.check()?;
            layer.attended.apply(context, bytes, out);
            layer.attended_norm.add(self.path, out, x);
            wide.resize(out.len() / hidden * layer.wide.outputs(), 0.0);
            layer.wide.apply(out, bytes, wide);
            rows::gelu(self.path, wide);
            layer.narrow.apply(wide, bytes, x);
            layer.narrow_norm.add(self.path, x, out);
        }
        Ok(())
    }
}

impl Layer {
    fn read(
        tensors: &Tensors,
        layer: usize,
        shape: &Shape,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let (hidden, wide, epsilon) = (
            shape.hidden_size,
            shape.intermediate_size,
            shape.layer_norm_eps,
        );
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let qkv = ["query", "key", "value"].map(|part| name(&format!("attention.self.{part}")));
        let linear = |names: &[String], inputs, outputs| {
            Linear::read(tensors, names, (inputs, outputs), precision)
        };
        let qkv = linear(&qkv, hidden, hidden)?;
        let attended = linear(&[name("attention.output.dense")], hidden, hidden)?;
        let widened = linear(&[name("intermediate.dense")], hidden, wide)?;
        let narrow = linear(&[name("output.dense")], wide, hidden)?;
        let norm = |part| Norm::read(tensors, &name(part), hidden, epsilon);
        let attended_norm = norm("attention.output.LayerNorm")?;
        let narrow_norm = norm("output.LayerNorm")?;
        Ok(Self {
            qkv,
            attended,
            attended_norm,
            wide: widened,
            narrow,
            narrow_norm,
        })
    }
}

/// The embedding of each position a text has, with that of each segment added.
fn positions(
    tensors: &Tensors,
    shape: &Shape,
    segments: usize,
) -> Result<Vec<Vec<f32>>, ModelError> {
    let hidden = shape.hidden_size;
    let size = [shape.max_position_embeddings, hidden];
    let mut bare = tensors.read("embeddings.position_embeddings.weight", &size)?;
    bare.drain(..shape.first_position() * hidden);
    let table = tensors.rows("embeddings.token_type_embeddings.weight", hidden)?;
    let mut all = Vec::with_capacity(segments);
    let (mut stored, mut vector) = (Vec::new(), Vec::new());
    for segment in 0..segments {
        table.read(segment, &mut stored, &mut vector)?;
        let mut positions = bare.clone();
        for position in positions.chunks_exact_mut(hidden) {
            position
                .iter_mut()
                .zip(&vector)
                .for_each(|(x, segment)| *x += segment);
        }
        all.push(positions);
    }
    Ok(all)
}
