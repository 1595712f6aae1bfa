//! Late interaction: for each token of a query, the best token of a text.
//!
//! MaxSim (Khattab and Zaharia, 2020) is the sum over the query's tokens of
//! the largest dot product with a token of the text. Both sides are bytes, so
//! the dot products are exact and the same on every path; what one step is
//! worth is the caller's.
//!
//! A text's tokens are packed in groups of [`GROUP`], four values of each token
//! after the other: the byte dot product then has a token in each lane, and
//! the largest is found lane by lane, without a sum across lanes.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod query;

use crate::Path;
pub use query::{GROUP, TokenQuery};
use query::{TOGETHER, check_rows};

/// Bytes that `tokens` tokens of `dim` values take when packed.
#[must_use]
pub fn packed_bytes(tokens: usize, dim: usize) -> usize {
    tokens.next_multiple_of(GROUP) * dim.next_multiple_of(TOGETHER)
}

/// Packs the tokens of a text, `tokens × dim` values, row-major, 128 added to each.
///
/// The last group is filled up with its last token, which changes no largest value.
///
/// # Panics
/// As [`TokenQuery::new`].
#[must_use]
pub fn pack_tokens(values: &[i8], dim: usize) -> Vec<u8> {
    check_rows(values, dim);
    let stride = dim.next_multiple_of(TOGETHER);
    let mut packed = vec![0; packed_bytes(values.len() / dim, dim)];
    let groups = packed.chunks_exact_mut(GROUP * stride);
    for (group, tokens) in groups.zip(values.chunks(GROUP * dim)) {
        let count = tokens.len() / dim;
        for lane in 0..GROUP {
            let at = lane.min(count - 1) * dim;
            let (fours, rest) = tokens[at..at + dim].as_chunks::<TOGETHER>();
            let mut places = group
                .chunks_exact_mut(GROUP * TOGETHER)
                .map(|places| &mut places[lane * TOGETHER..(lane + 1) * TOGETHER]);
            for (four, place) in fours.iter().zip(&mut places) {
                place.copy_from_slice(&four.map(raised));
            }
            if let Some(place) = places.next().filter(|_| !rest.is_empty()) {
                for (place, value) in place.iter_mut().zip(rest) {
                    *place = raised(*value);
                }
            }
        }
    }
    packed
}

/// A value with 128 added.
fn raised(value: i8) -> u8 {
    value.to_le_bytes()[0] ^ 0x80
}

/// For each token of the query the largest dot product with a token of the packed text, into `best`;
/// [`i32::MIN`] for a text without tokens.
///
/// # Panics
/// When `best` is not one value a token of the query, or `packed` not whole groups of its tokens.
pub fn maxsim(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    maxsim_with(Path::best(), query, packed, best);
}

/// [`maxsim`] on a given path, for tests and benches.
///
/// # Panics
/// As [`maxsim`], and when this machine cannot run the path.
pub fn maxsim_with(path: Path, query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    assert_eq!(best.len(), query.tokens(), "results against tokens");
    assert!(
        packed.len().is_multiple_of(GROUP * query.stride),
        "{} bytes in groups of {}",
        packed.len(),
        GROUP * query.stride
    );
    assert!(path.is_available(), "this machine has no {path}");
    best.fill(i32::MIN);
    if packed.is_empty() {
        return;
    }
    match path {
        // SAFETY: `is_available` found the instructions, and the lengths were checked above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => unsafe { avx512::best(query, packed, best) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { avx2::best(query, packed, best) },
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        Path::Neon => unsafe { neon::best(query, packed, best) },
        _ => plain::best(query, packed, best),
    }
    for (best, shift) in best.iter_mut().zip(&query.shifts) {
        *best -= shift;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::available_paths;

    fn check(query: &[i8], text: &[i8], dim: usize) {
        let dot = |a: &[i8], b: &[i8]| -> i32 {
            a.iter()
                .zip(b)
                .map(|(a, b)| i32::from(*a) * i32::from(*b))
                .sum()
        };
        let expected: Vec<i32> = query
            .chunks(dim)
            .map(|token| {
                text.chunks(dim)
                    .map(|other| dot(token, other))
                    .max()
                    .unwrap_or(i32::MIN)
            })
            .collect();
        let tokens = TokenQuery::new(query, dim);
        let packed = pack_tokens(text, dim);
        assert_eq!(packed.len(), packed_bytes(text.len() / dim, dim));
        for path in available_paths() {
            let mut best = vec![7; tokens.tokens()];
            maxsim_with(path, &tokens, &packed, &mut best);
            assert_eq!(best, expected, "{path}, dim {dim}");
        }
    }

    #[test]
    fn extremes_do_not_saturate() {
        for dim in [1, 4, 5, 128, 1024, 65_536] {
            for (a, b) in [(-128, -128), (-128, 127), (127, -128), (127, 127)] {
                check(&vec![a; dim * 3], &vec![b; dim * 2], dim);
            }
        }
    }

    #[test]
    fn a_text_without_tokens_has_no_best() {
        check(&[1, 2, 3, 4], &[], 2);
        check(&[], &[1, 2], 2);
    }

    proptest! {
        #[test]
        fn every_path_finds_the_largest_dot_products(
            dim in 1_usize..140, tokens in 1_usize..30, others in 1_usize..70, seed in any::<u64>(),
        ) {
            let mut state = seed | 1;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8 as i8
            };
            let query: Vec<i8> = (0..dim * tokens).map(|_| next()).collect();
            let text: Vec<i8> = (0..dim * others).map(|_| next()).collect();
            check(&query, &text, dim);
        }
    }

    #[test]
    #[should_panic(expected = "bytes in groups of")]
    fn lengths_must_fit() {
        maxsim(&TokenQuery::new(&[1, 2], 2), &[0; 10], &mut [0]);
    }
}
