//! Sparse vectors in bytes, and their dot product with a query.
//!
//! A piece is what one step is worth, then the ids, then one byte of weight
//! each. Ids take two bytes where the vocabulary allows it, else four. Sums are
//! of whole numbers, so they do not depend on an order.

use crate::IndexError;

/// Most entries of a chunk: sums of so many products of a query's and a chunk's
/// steps fit 32 bits.
const ENTRIES_MAX: usize = 2_000;

/// Steps of a query's largest weight: 12 bits.
const QUERY_STEPS: f32 = 4_095.0;

/// Largest vocabulary: a table of it is made for each query.
const DIM_MAX: u32 = 1 << 22;

/// Bytes of an id.
fn width(dim: u32) -> usize {
    if dim <= 1 << 16 { 2 } else { 4 }
}

fn bad(dim: u32, got: impl std::fmt::Display) -> IndexError {
    IndexError::BadVector {
        expected: dim as usize,
        got: got.to_string(),
    }
}

/// The bytes of a sparse vector. Only the largest 2,000 weights are kept.
pub(super) fn encode(entries: &[(u32, f32)], dim: u32) -> Result<Vec<u8>, IndexError> {
    check(entries, dim)?;
    let mut kept = entries.to_vec();
    if kept.len() > ENTRIES_MAX {
        kept.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        kept.truncate(ENTRIES_MAX);
        kept.sort_unstable_by_key(|(id, _)| *id);
    }
    let largest = kept.iter().fold(0.0_f32, |largest, (_, w)| largest.max(*w));
    let step = largest / 255.0;
    let weight = |weight: f32| {
        if step > 0.0 {
            // In 1..=255, so that no entry is lost.
            (weight / step).round().clamp(1.0, 255.0) as u8
        } else {
            1
        }
    };
    let mut bytes = step.to_le_bytes().to_vec();
    for (id, _) in &kept {
        bytes.extend_from_slice(&id.to_le_bytes()[..width(dim)]);
    }
    bytes.extend(kept.iter().map(|(_, w)| weight(*w)));
    Ok(bytes)
}

/// The entries of a piece; `None` for bytes that are no sparse vector.
pub(super) fn decode(piece: &[u8], dim: u32) -> Option<Vec<(u32, f32)>> {
    let (step, rest) = piece.split_at_checked(4)?;
    let step = f32::from_le_bytes([step[0], step[1], step[2], step[3]]);
    let width = width(dim);
    if !rest.len().is_multiple_of(width + 1) {
        return None;
    }
    let (ids, weights) = rest.split_at(rest.len() / (width + 1) * width);
    let id = |bytes: &[u8]| {
        let mut whole = [0; 4];
        whole[..width].copy_from_slice(bytes);
        u32::from_le_bytes(whole)
    };
    let entries = ids.chunks_exact(width).zip(weights);
    Some(
        entries
            .map(|(bytes, weight)| (id(bytes), f32::from(*weight) * step))
            .collect(),
    )
}

/// Ids must rise and lie in the vocabulary, weights be positive numbers.
fn check(entries: &[(u32, f32)], dim: u32) -> Result<(), IndexError> {
    if dim == 0 || dim > DIM_MAX {
        return Err(bad(dim, "a vocabulary of another size"));
    }
    if let Some((id, _)) = entries.iter().find(|(id, _)| *id >= dim) {
        return Err(bad(dim, format!("id {id}")));
    }
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        return Err(bad(dim, format!("id {} before {}", pair[0].0, pair[1].0)));
    }
    match entries.iter().find(|(_, w)| !(w.is_finite() && *w > 0.0)) {
        Some((id, weight)) => Err(bad(dim, format!("weight {weight} of id {id}"))),
        None => Ok(()),
    }
}

/// A query by id.
pub(crate) struct SparseQuery {
    steps: Vec<u16>,
    step: f32,
    width: usize,
}

impl SparseQuery {
    /// # Errors
    /// [`IndexError::BadVector`] for ids beyond the vocabulary and weights that are none.
    pub(crate) fn new(entries: &[(u32, f32)], dim: u32) -> Result<SparseQuery, IndexError> {
        check(entries, dim)?;
        let largest = entries
            .iter()
            .fold(0.0_f32, |largest, (_, w)| largest.max(*w));
        let step = largest / QUERY_STEPS;
        let mut steps = vec![0; dim as usize];
        for (id, weight) in entries {
            if step > 0.0 {
                steps[*id as usize] = (weight / step).round().clamp(1.0, QUERY_STEPS) as u16;
            }
        }
        Ok(SparseQuery {
            steps,
            step,
            width: width(dim),
        })
    }

    /// The dot product with a chunk's vector; 0 where they share no id, `None`
    /// for bytes that are no sparse vector.
    pub(crate) fn score(&self, piece: &[u8]) -> Option<f32> {
        let (step, rest) = piece.split_at_checked(4)?;
        let step = f32::from_le_bytes([step[0], step[1], step[2], step[3]]);
        if !rest.len().is_multiple_of(self.width + 1) {
            return None;
        }
        let (ids, weights) = rest.split_at(rest.len() / (self.width + 1) * self.width);
        let sum = if self.width == 2 {
            let ids = ids.as_chunks::<2>().0.iter();
            self.sum(ids.map(|id| usize::from(u16::from_le_bytes(*id))), weights)
        } else {
            let ids = ids.as_chunks::<4>().0.iter();
            self.sum(ids.map(|id| u32::from_le_bytes(*id) as usize), weights)
        };
        Some(sum as f32 * (step * self.step))
    }

    fn sum(&self, ids: impl Iterator<Item = usize>, weights: &[u8]) -> u32 {
        ids.zip(weights).fold(0_u32, |sum, (id, weight)| {
            let steps = self.steps.get(id).copied().unwrap_or(0);
            sum.wrapping_add(u32::from(steps) * u32::from(*weight))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entries() -> impl Strategy<Value = Vec<(u32, f32)>> {
        prop::collection::btree_map(0_u32..900, 0.01_f32..4.0, 0..80)
            .prop_map(|map| map.into_iter().collect())
    }

    proptest! {
        #[test]
        fn scores_are_near_the_true_dot_product(
            query in entries(), chunk in entries(), wide in any::<bool>(),
        ) {
            let dim = if wide { 250_002 } else { 30_522 };
            let piece = encode(&chunk, dim).unwrap();
            prop_assert_eq!(piece.len(), 4 + chunk.len() * if wide { 5 } else { 3 });
            let got = SparseQuery::new(&query, dim).unwrap().score(&piece).unwrap();
            let expected: f32 = query
                .iter()
                .filter_map(|(id, w)| {
                    let at = chunk.binary_search_by_key(id, |(id, _)| *id).ok()?;
                    Some(w * chunk[at].1)
                })
                .sum();
            // Half a step of the largest weight of either side, entry by entry.
            let entries = decode(&piece, dim).unwrap();
            let ids = |all: &[(u32, f32)]| all.iter().map(|(id, _)| *id).collect::<Vec<_>>();
            prop_assert_eq!(ids(&entries), ids(&chunk));
            for ((_, kept), (_, given)) in entries.iter().zip(&chunk) {
                prop_assert!((kept - given).abs() <= 4.0 / 255.0);
            }
            let bound: f32 = query.iter().map(|(_, w)| w * 4.0 / 255.0 + 4.0 * 4.0 / 4_095.0).sum();
            prop_assert!((got - expected).abs() <= bound + 1e-3, "{} {}", got, expected);
            prop_assert_eq!(got > 0.0, expected > 0.0);
        }
    }

    #[test]
    fn what_is_no_sparse_vector_is_refused() {
        for entries in [
            vec![(100, 1.0)],
            vec![(3, 1.0), (3, 1.0)],
            vec![(4, 1.0), (3, 1.0)],
            vec![(1, 0.0)],
            vec![(1, -1.0)],
            vec![(1, f32::NAN)],
            vec![(1, f32::INFINITY)],
        ] {
            assert!(encode(&entries, 100).is_err(), "{entries:?}");
            assert!(SparseQuery::new(&entries, 100).is_err(), "{entries:?}");
        }
        assert!(encode(&[], 0).is_err());
        let query = SparseQuery::new(&[(1, 1.0)], 100).unwrap();
        assert_eq!(query.score(&[1, 2]), None);
        assert_eq!(query.score(&[0, 0, 0, 0, 1]), None);
    }

    #[test]
    fn the_largest_weights_are_kept() {
        let many: Vec<(u32, f32)> = (0..3_000).map(|id| (id, 1.0 + id as f32)).collect();
        let piece = encode(&many, 30_522).unwrap();
        assert_eq!(piece.len(), 4 + 3 * ENTRIES_MAX);
        let of = |id| {
            SparseQuery::new(&[(id, 1.0)], 30_522)
                .unwrap()
                .score(&piece)
        };
        assert_eq!(of(999), Some(0.0));
        assert!(of(1_000) > Some(0.0) && of(2_999) > of(1_000));
    }
}
