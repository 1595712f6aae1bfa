//! What happens to rows of activations between two matrix products.
//!
//! Each function works row by row, so a row's result depends on nothing else,
//! and gives the same bits on every [`Path`](crate::Path).

use crate::lanes::{LANES, ROUND, erf, exp, fold, for_each_path, larger, ln_1p, range, smaller};

/// Rows of bytes with their own step and zero point:
/// `x ≈ (values[row][col] - zero[row]) * step[row]`.
///
/// Quantised by row and not by tensor, so that what a text becomes does not
/// depend on the texts beside it.
#[derive(Debug, Default)]
pub struct QuantizedRows {
    /// `rows × stride`, row-major; `stride` is the columns rounded up to 4, the rest zero.
    pub(crate) values: Vec<u8>,
    /// What one step of a row is worth.
    pub(crate) step: Vec<f32>,
    /// The byte that stands for 0.0 in a row.
    pub(crate) zero: Vec<i32>,
    pub(crate) cols: usize,
}

impl QuantizedRows {
    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.step.len()
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Bytes from a row to the next.
    pub(crate) fn stride(&self) -> usize {
        self.cols.next_multiple_of(4)
    }
}

for_each_path! {
    /// Quantises each row of `x` (`rows × cols`, row-major) between its least and largest value, 0 included.
    ///
    /// A value that is no number becomes an end of the range.
    ///
    /// # Panics
    /// When `x` is not whole rows of `cols > 0` values, or this machine cannot run the path.
    pub fn quantize(x: &[f32], cols: usize, into: &mut QuantizedRows) {
        assert!(cols > 0 && x.len().is_multiple_of(cols), "{} values in rows of {cols}", x.len());
        let rows = x.len() / cols;
        into.cols = cols;
        let stride = into.stride();
        into.step.resize(rows, 0.0);
        into.zero.resize(rows, 0);
        // Bytes past `cols` meet weights of zero, so what they hold does not matter.
        into.values.resize(rows * stride, 0);
        for (r, row) in x.chunks_exact(cols).enumerate() {
            let (least, largest) = range(row);
            let range = (largest - least).clamp(f32::MIN_POSITIVE, f32::MAX);
            let per_step = 255.0 / range;
            let zero = (-least).mul_add(per_step, ROUND) - ROUND;
            into.step[r] = range / 255.0;
            into.zero[r] = zero as i32;
            let bytes = &mut into.values[r * stride..r * stride + cols];
            for (byte, x) in bytes.iter_mut().zip(row) {
                let scaled = smaller(larger(x.mul_add(per_step, zero), 0.0), 255.0);
                *byte = (scaled + ROUND).to_bits() as u8;
            }
        }
    }
}

for_each_path! {
    /// The exact Gaussian error linear unit, in place: `x Φ(x)`.
    pub fn gelu(x: &mut [f32]) {
        for x in x {
            let half = *x * 0.5;
            *x = half.mul_add(erf(*x * std::f32::consts::FRAC_1_SQRT_2), half);
        }
    }
}

for_each_path! {
    /// The logarithm of one more than each value, in place; of negative values 0.
    pub fn log_of_one_more(x: &mut [f32]) {
        for x in x {
            *x = ln_1p(larger(*x, 0.0));
        }
    }
}

for_each_path! {
    /// Adds `residual` to `x` (both `rows × cols`, row-major) and normalises each row to
    /// mean 0 and variance 1, then scales it by `gamma` and shifts it by `beta` (`cols` each).
    ///
    /// # Panics
    /// When lengths do not fit together, or this machine cannot run the path.
    pub fn add_layer_norm(x: &mut [f32], residual: &[f32], gamma: &[f32], beta: &[f32], epsilon: f32) {
        let cols = gamma.len();
        assert!(beta.len() == cols && x.len() == residual.len(), "lengths of a layer norm");
        assert!(cols > 0 && x.len().is_multiple_of(cols), "{} values in rows of {cols}", x.len());
        for (row, residual) in x.chunks_exact_mut(cols).zip(residual.chunks_exact(cols)) {
            for (x, residual) in row.iter_mut().zip(residual) {
                *x += residual;
            }
            let mean = fold(row, 0.0, |sum, x| sum + x, |a, b| a + b) / cols as f32;
            let squares = |sum: f32, x: f32| (x - mean).mul_add(x - mean, sum);
            let variance = fold(row, 0.0, squares, |a, b| a + b) / cols as f32;
            let scale = 1.0 / (variance + epsilon).sqrt();
            for ((x, gamma), beta) in row.iter_mut().zip(gamma).zip(beta) {
                *x = ((*x - mean) * scale).mul_add(*gamma, *beta);
            }
        }
    }
}

for_each_path! {
    /// Turns each row's first `cols` values into `exp(scale × (x - largest))`, in place, the rest
    /// of the row into zero, and gives one over each row's sum: the softmax is the row times it.
    ///
    /// `x` is `rows × stride`, row-major; `sums` gets one value a row. `scale` is positive.
    ///
    /// # Panics
    /// When lengths do not fit together, or this machine cannot run the path.
    pub fn softmax(x: &mut [f32], cols: usize, stride: usize, scale: f32, sums: &mut [f32]) {
        assert!(cols > 0 && cols <= stride && x.len() == sums.len() * stride, "lengths of a softmax");
        let whole = cols / LANES * LANES;
        for (row, sum) in x.chunks_exact_mut(stride).zip(sums) {
            let largest = fold(&row[..cols], f32::MIN, |largest, x| larger(x, largest), larger);
            let shift = -(largest * scale);
            let mut lanes = [0.0_f32; LANES];
            let (blocks, rest) = row.split_at_mut(whole);
            for block in blocks.as_chunks_mut::<LANES>().0 {
                for (x, lane) in block.iter_mut().zip(&mut lanes) {
                    *x = exp(x.mul_add(scale, shift));
                    *lane += *x;
                }
            }
            let left = cols - whole;
            // Where the row goes on, the last few values take one block more, and not as long as
            // all others one by one.
            match rest.first_chunk_mut::<LANES>() {
                Some(block) => {
                    for (at, (x, lane)) in block.iter_mut().zip(&mut lanes).enumerate() {
                        let value = exp(x.mul_add(scale, shift));
                        *x = if at < left { value } else { 0.0 };
                        *lane += *x;
                    }
                }
                None => {
                    for (x, lane) in rest[..left].iter_mut().zip(&mut lanes) {
                        *x = exp(x.mul_add(scale, shift));
                        *lane += *x;
                    }
                }
            }
            rest[left..].fill(0.0);
            *sum = 1.0 / fold(&lanes, 0.0, |sum, x| sum + x, |a, b| a + b);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Path, available_paths};

    fn bits(x: &[f32]) -> Vec<u32> {
        x.iter().map(|x| x.to_bits()).collect()
    }

    #[test]
    fn gelu_is_near_the_true_one() {
        // Φ from the complementary error function in double precision (NIST table values).
        let known = [
            (0.0, 0.0),
            (1.0, 0.841_344_8),
            (-1.0, -0.158_655_25),
            (3.0, 2.995_950_3),
        ];
        for (x, expected) in known {
            let mut values = [x];
            gelu(Path::Plain, &mut values);
            assert!((values[0] - expected).abs() < 1e-6, "{x}: {}", values[0]);
        }
    }

    #[test]
    fn logarithms_are_near_the_true_ones() {
        for i in 0..20_000 {
            let x = 1e-7_f32 * 1.0025_f32.powi(i % 14_000) + i as f32 * 1e-4;
            let mut values = [x, -x];
            log_of_one_more(Path::best(), &mut values);
            let expected = f64::from(x).ln_1p();
            let error = (f64::from(values[0]) - expected).abs() / expected;
            assert!(error < 3e-7, "{x}: {error}");
            assert_eq!(values[1], 0.0);
        }
        let mut ends = [0.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NAN];
        log_of_one_more(Path::best(), &mut ends);
        assert_eq!(ends[..2], [0.0, f32::MIN_POSITIVE]);
        assert!((ends[2] - 88.722_84).abs() < 1e-4 && ends[3] == ends[2] && ends[4] == 0.0);
    }

    #[test]
    fn exp_is_near_the_true_one() {
        for i in -8700..8800 {
            let x = i as f32 / 100.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expected).abs() / expected;
            assert!(error < 2e-7, "{x}: {error}");
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37);
        assert!(exp(f32::INFINITY).is_finite());
    }

    proptest! {
        #[test]
        fn every_path_gives_the_same_bits(
            rows in prop::collection::vec(prop::collection::vec(-20.0_f32..20.0, 67), 1..5),
            cols in 1_usize..67,
        ) {
            let x: Vec<f32> = rows.iter().flat_map(|row| row[..cols].to_vec()).collect();
            let gamma: Vec<f32> = (0..cols).map(|i| i as f32 * 0.1).collect();
            let outcomes: Vec<_> = available_paths().into_iter().map(|path| {
                let mut activated = x.clone();
                gelu(path, &mut activated);
                let mut normalised = x.clone();
                add_layer_norm(path, &mut normalised, &activated, &gamma, &gamma, 1e-12);
                let mut weights = x.clone();
                let mut sums = vec![0.0; rows.len()];
                softmax(path, &mut weights, cols, cols, 0.3, &mut sums);
                let mut logarithms = x.clone();
                log_of_one_more(path, &mut logarithms);
                let mut bytes = QuantizedRows::default();
                quantize(path, &x, cols, &mut bytes);
                (bits(&logarithms), bits(&activated), bits(&normalised), bits(&weights), bits(&sums),
                    bytes.values, bits(&bytes.step), bytes.zero)
            }).collect();
            for outcome in &outcomes[1..] {
                prop_assert_eq!(outcome, &outcomes[0]);
            }
        }

        #[test]
        fn softmax_sums_to_one_and_clears_the_rest(
            row in prop::collection::vec(-50.0_f32..50.0, 1..80), pad in 0_usize..40,
        ) {
            let cols = row.len();
            let mut x = row.clone();
            x.resize(cols + pad, 7.0);
            let mut sums = [0.0];
            softmax(Path::best(), &mut x, cols, cols + pad, 0.5, &mut sums);
            let total: f32 = x.iter().map(|x| x * sums[0]).sum();
            prop_assert!((total - 1.0).abs() < 1e-5);
            prop_assert!(x[cols..].iter().all(|x| *x == 0.0));
            // How far rows are apart changes no bit.
            let (mut close, mut close_sums) = (row, [0.0]);
            softmax(Path::Plain, &mut close, cols, cols, 0.5, &mut close_sums);
            prop_assert_eq!((bits(&close), bits(&close_sums)), (bits(&x[..cols]), bits(&sums)));
        }

        #[test]
        fn bytes_are_within_half_a_step(row in prop::collection::vec(-9.0_f32..9.0, 1..80)) {
            let mut bytes = QuantizedRows::default();
            quantize(Path::best(), &row, row.len(), &mut bytes);
            for (x, byte) in row.iter().zip(&bytes.values) {
                let back = (i32::from(*byte) - bytes.zero[0]) as f32 * bytes.step[0];
                prop_assert!((back - x).abs() <= bytes.step[0] * 1.01);
            }
        }
    }

    #[test]
    fn a_layer_norm_has_mean_zero_and_variance_one() {
        let mut x: Vec<f32> = (0..384).map(|i| (i * 7 % 31) as f32).collect();
        let (zeros, ones) = (vec![0.0; 384], vec![1.0; 384]);
        add_layer_norm(Path::best(), &mut x, &zeros, &ones, &zeros, 1e-12);
        let mean: f32 = x.iter().sum::<f32>() / 384.0;
        let variance: f32 = x.iter().map(|x| x * x).sum::<f32>() / 384.0;
        assert!(mean.abs() < 1e-5 && (variance - 1.0).abs() < 1e-4);
    }
}
