//! A linear layer in either precision, and layer normalisation.

use kernels::{
    Path,
    matrix::{ByteMatrix, FloatMatrix, View, ViewMut},
    rows::{self, QuantizedRows},
};

use super::weights::Tensors;
use crate::{ModelError, Precision};

/// `x W + b`.
pub(super) struct Linear {
    weights: Weights,
    bias: Vec<f32>,
    inputs: usize,
    path: Path,
}

enum Weights {
    Floats(FloatMatrix),
    /// Weights by output channel, activations by token row.
    Bytes(ByteMatrix),
}

impl Linear {
    /// Reads the weights and biases of layers with the same input, as one layer. The empty name is
    /// that of a file which holds one layer alone.
    pub(super) fn read(
        tensors: &Tensors,
        names: &[String],
        (inputs, outputs): (usize, usize),
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let mut weights = Vec::with_capacity(names.len() * outputs * inputs);
        let mut bias = Vec::with_capacity(names.len() * outputs);
        for name in names {
            tensors.append(&part(name, "weight"), &[outputs, inputs], &mut weights)?;
            tensors.append(&part(name, "bias"), &[outputs], &mut bias)?;
        }
        Ok(Self::new(&weights, bias, inputs, precision))
    }

    /// The layer of some weights (`outputs × inputs`) and a bias for each output.
    pub(super) fn new(
        weights: &[f32],
        bias: Vec<f32>,
        inputs: usize,
        precision: Precision,
    ) -> Self {
        let (path, view) = (Path::best(), View::whole(weights, inputs));
        let weights = match precision {
            Precision::Int8 => Weights::Bytes(ByteMatrix::pack_transposed(path, view)),
            Precision::Fp32 => {
                let mut matrix = FloatMatrix::new(path);
                matrix.pack_transposed(view);
                Weights::Floats(matrix)
            }
        };
        Self {
            weights,
            bias,
            inputs,
            path,
        }
    }

    /// Number of values a row of the result has.
    pub(super) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// Applies the layer to each row of `x` (`rows × inputs`) into `out` (`rows × outputs`).
    pub(super) fn apply(&self, x: &[f32], bytes: &mut QuantizedRows, out: &mut [f32]) {
        let out = ViewMut::whole(out, self.outputs());
        match &self.weights {
            Weights::Floats(weights) => {
                weights.multiply(View::whole(x, self.inputs), Some(&self.bias), out);
            }
            Weights::Bytes(weights) => {
                rows::quantize(self.path, x, self.inputs, bytes);
                weights.multiply(bytes, Some(&self.bias), out);
            }
        }
    }

    /// The largest value of each output over the rows of `x` (`rows × inputs`), into `out`
    /// (`outputs`): what [`Linear::apply`] and a look down the columns would give, without the
    /// memory for all rows.
    pub(super) fn maxima(&self, x: &[f32], bytes: &mut QuantizedRows, out: &mut [f32]) {
        match &self.weights {
            Weights::Floats(weights) => {
                weights.column_maxima(View::whole(x, self.inputs), Some(&self.bias), out);
            }
            Weights::Bytes(weights) => {
                rows::quantize(self.path, x, self.inputs, bytes);
                weights.column_maxima(bytes, Some(&self.bias), out);
            }
        }
    }
}

/// The name of a layer's part.
fn part(layer: &str, part: &str) -> String {
    if layer.is_empty() {
        part.to_owned()
    } else {
        format!("{layer}.{part}")
    }
}

/// Scale, shift and epsilon of a layer normalisation.
pub(super) struct Norm {
    gamma: Vec<f32>,
    beta: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    pub(super) fn read(
        tensors: &Tensors,
        name: &str,
        width: usize,
        epsilon: f32,
    ) -> Result<Self, ModelError> {
        // Checkpoints of the first years call them so.
        let old = tensors.has(&format!("{name}.gamma"));
        let (gamma, beta) = if old {
            ("gamma", "beta")
        } else {
            ("weight", "bias")
        };
        let gamma = tensors.read(&format!("{name}.{gamma}"), &[width])?;
        let beta = tensors.read(&format!("{name}.{beta}"), &[width])?;
        Ok(Self {
            gamma,
            beta,
            epsilon,
        })
    }

    /// `x = norm(x + residual)`, row by row.
    pub(super) fn add(&self, path: Path, x: &mut [f32], residual: &[f32]) {
        rows::add_layer_norm(path, x, residual, &self.gamma, &self.beta, self.epsilon);
    }
}
