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
    /// Reads the weights and biases of layers with the same input, as one layer.
    pub(super) fn read(
        tensors: &Tensors,
        names: &[String],
        (inputs, outputs): (usize, usize),
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let (mut weights, mut bias) = (Vec::new(), Vec::new());
        for name in names {
            let shape = [outputs, inputs];
            weights.append(&mut tensors.read(&format!("{name}.weight"), &shape)?);
            bias.append(&mut tensors.read(&format!("{name}.bias"), &[outputs])?);
        }
        let (path, view) = (Path::best(), View::whole(&weights, inputs));
        let weights = match precision {
            Precision::Int8 => Weights::Bytes(ByteMatrix::pack_transposed(path, view)),
            Precision::Fp32 => {
                let mut matrix = FloatMatrix::new(path);
                matrix.pack_transposed(view);
                Weights::Floats(matrix)
            }
        };
        Ok(Self {
            weights,
            bias,
            inputs,
            path,
        })
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
        let gamma = tensors.read(&format!("{name}.weight"), &[width])?;
        let beta = tensors.read(&format!("{name}.bias"), &[width])?;
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
