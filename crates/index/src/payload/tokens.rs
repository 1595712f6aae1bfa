//! Token vectors in bytes, and MaxSim with a query's.
//!
//! A piece is what one step is worth and then the vectors, a byte a value, all
//! by the same step: token vectors have length 1, so their largest values are
//! alike, and with one step the largest dot product is found in whole numbers.

use kernels::maxsim::{TokenQuery, maxsim, pack_tokens};

use crate::IndexError;

/// Most bytes of a chunk's payload: token vectors are to be reduced until they fit.
pub const PAYLOAD_BYTES_MAX: usize = 10_000;

fn bad(dim: u32, got: impl std::fmt::Display) -> IndexError {
    IndexError::BadVector {
        expected: dim as usize,
        got: got.to_string(),
    }
}

/// Whole rows of finite numbers.
fn check(values: &[f32], dim: u32) -> Result<(), IndexError> {
    if dim == 0 || !values.len().is_multiple_of(dim as usize) {
        return Err(bad(dim, values.len()));
    }
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(bad(dim, value)),
        None => Ok(()),
    }
}

/// The bytes of a chunk's token vectors.
pub(super) fn encode(values: &[f32], dim: u32) -> Result<Vec<u8>, IndexError> {
    check(values, dim)?;
    if values.len() + 4 > PAYLOAD_BYTES_MAX {
        return Err(bad(
            dim,
            format!(
                "{} bytes of token vectors, at most {PAYLOAD_BYTES_MAX} are kept",
                values.len() + 4
            ),
        ));
    }
    let quantized = kernels::quantize(values);
    let mut bytes = quantized.scale.to_le_bytes().to_vec();
    bytes.extend(quantized.values.iter().map(|value| value.to_le_bytes()[0]));
    Ok(bytes)
}

/// The vectors of a piece, row by row; `None` for bytes that are no token vectors.
pub(super) fn decode(piece: &[u8], dim: u32) -> Option<Vec<f32>> {
    let (step, rest) = piece.split_at_checked(4)?;
    let step = f32::from_le_bytes([step[0], step[1], step[2], step[3]]);
    if dim == 0 || !rest.len().is_multiple_of(dim as usize) {
        return None;
    }
    let value = |byte: &u8| f32::from(i8::from_le_bytes([*byte])) * step;
    Some(rest.iter().map(value).collect())
}

/// The tokens of a query.
pub(crate) struct LateQuery {
    tokens: TokenQuery,
    step: f32,
}

impl LateQuery {
    /// # Errors
    /// [`IndexError::BadVector`] for what is no vectors of `dim` numbers.
    pub(crate) fn new(values: &[f32], dim: u32) -> Result<LateQuery, IndexError> {
        check(values, dim)?;
        let quantized = kernels::quantize(values);
        Ok(LateQuery {
            tokens: TokenQuery::new(&quantized.values, dim as usize),
            step: quantized.scale,
        })
    }

    /// The mean over the query's tokens of the largest cosine with a token of
    /// the chunk: MaxSim by the number of tokens, so that it is a cosine's size.
    /// 0 where either side has no token, `None` for bytes that are no token vectors.
    pub(crate) fn score(&self, piece: &[u8]) -> Option<f32> {
        let (step, rest) = piece.split_at_checked(4)?;
        let step = f32::from_le_bytes([step[0], step[1], step[2], step[3]]);
        if !rest.len().is_multiple_of(self.tokens.dim()) {
            return None;
        }
        if rest.is_empty() || self.tokens.tokens() == 0 {
            return Some(0.0);
        }
        let values: Vec<i8> = rest.iter().map(|&byte| i8::from_le_bytes([byte])).collect();
        let packed = pack_tokens(&values, self.tokens.dim());
        let mut best = vec![0; self.tokens.tokens()];
        maxsim(&self.tokens, &packed, &mut best);
        let sum: i64 = best.iter().map(|&best| i64::from(best)).sum();
        let mean = sum as f64 / self.tokens.tokens() as f64;
        Some((mean * f64::from(step) * f64::from(self.step)) as f32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DIM: usize = 24;

    fn unit_rows(rows: Vec<Vec<f32>>) -> Vec<f32> {
        rows.into_iter()
            .flat_map(|row| {
                let length = row.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-6);
                row.into_iter().map(move |x| x / length)
            })
            .collect()
    }

    fn tokens(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f32>> {
        prop::collection::vec(prop::collection::vec(-1.0_f32..1.0, DIM), count).prop_map(unit_rows)
    }

    proptest! {
        #[test]
        fn scores_are_near_the_true_maxsim(query in tokens(1..20), chunk in tokens(1..40)) {
            let piece = encode(&chunk, DIM as u32).unwrap();
            let got = LateQuery::new(&query, DIM as u32).unwrap().score(&piece).unwrap();
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
            let sum: f32 = query
                .chunks(DIM)
                .map(|token| {
                    chunk.chunks(DIM).map(|other| dot(token, other)).fold(f32::MIN, f32::max)
                })
                .sum();
            let expected = sum / (query.len() / DIM) as f32;
            prop_assert!((got - expected).abs() < 0.03, "{} {}", got, expected);
            let back = decode(&piece, DIM as u32).unwrap();
            prop_assert!(back.iter().zip(&chunk).all(|(a, b)| (a - b).abs() < 0.01));
        }
    }

    #[test]
    fn odd_bytes_and_numbers_are_refused() {
        let dim = DIM as u32;
        assert!(encode(&[0.0; 5], dim).is_err());
        assert!(encode(&[f32::NAN; DIM], dim).is_err());
        assert!(encode(&vec![0.1; DIM * 500], dim).is_err());
        let query = LateQuery::new(&[0.1; DIM], dim).unwrap();
        assert_eq!(query.score(&[1, 2]), None);
        assert_eq!(query.score(&[0, 0, 0, 0, 9]), None);
        assert_eq!(query.score(&encode(&[], dim).unwrap()), Some(0.0));
    }
}
