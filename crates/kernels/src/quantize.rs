//! A vector in one byte a dimension.

use crate::{
    Path,
    lanes::{ROUND, fold, for_each_path, larger, smaller},
};

/// A vector as signed bytes: `v[i] ≈ values[i] * scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    /// One value a dimension, in -127..=127; the largest magnitude becomes 127.
    pub values: Vec<i8>,
    /// What one step is worth; zero for a vector of zeros.
    pub scale: f32,
}

/// Quantises a vector symmetrically: the largest magnitude becomes 127.
///
/// A value that is no number counts as zero, an infinite one as the largest.
/// The error of each value is at most half a step.
///
/// ```
/// let quantized = kernels::quantize(&[0.5, -1.0, 0.25]);
/// assert_eq!(quantized.values, [64, -127, 32]);
/// assert_eq!(quantized.scale, 1.0 / 127.0);
/// ```
#[must_use]
pub fn quantize(v: &[f32]) -> Quantized {
    let mut values = vec![0; v.len()];
    let scale = quantize_into(Path::best(), v, &mut values);
    Quantized { values, scale }
}

for_each_path! {
    /// Quantises `v` into as many bytes and gives the scale.
    fn quantize_into(v: &[f32], values: &mut [i8]) -> f32 {
        let finite = |x: f32| if x.abs() <= f32::MAX { x.abs() } else { 0.0 };
        let largest = fold(v, 0.0, |largest, x| larger(finite(x), largest), larger);
        // Of the smallest floats the reciprocal is infinite, so they are raised first.
        let raise = if largest < 1e-30 { 1e30 } else { 1.0 };
        let per_step = 127.0 / (largest * raise);
        if largest > 0.0 {
            for (value, x) in values.iter_mut().zip(v) {
                let number = if x.is_nan() { 0.0 } else { *x };
                let scaled = smaller(larger(number * raise * per_step, -127.0), 127.0);
                *value = (scaled + ROUND).to_bits() as i8;
            }
        }
        largest / 127.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn strange_values_stay_in_range() {
        let quantized = quantize(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0, 0.0]);
        assert_eq!(quantized.values, [0, 127, -127, 127, 0]);
        assert_eq!(
            quantize(&[0.0, -0.0]),
            Quantized {
                values: vec![0, 0],
                scale: 0.0
            }
        );
        assert_eq!(quantize(&[f32::MIN_POSITIVE]).values, [127]);
        assert!(quantize(&[]).values.is_empty());
    }

    proptest! {
        #[test]
        fn error_is_at_most_half_a_step(v in prop::collection::vec(-1e3_f32..1e3, 0..200)) {
            let quantized = quantize(&v);
            prop_assert_eq!(quantized.values.len(), v.len());
            for (x, q) in v.iter().zip(&quantized.values) {
                prop_assert!((x - f32::from(*q) * quantized.scale).abs() <= quantized.scale * 0.501);
                prop_assert!(*q >= -127);
            }
        }
    }
}
