//! One bit a value: how many signs of a query and of every row differ.
//!
//! The count of differing signs (the Hamming distance) grows with the angle
//! between two vectors, so the rows nearest by it hold the nearest by cosine
//! when a few percent of them are looked at again. A row is an eighth of its
//! bytes, so a scan reads an eighth of the memory.
//!
//! Rows lie in blocks of [`SIGN_ROWS`], word by word: the first 64 signs of
//! each row of the block, then the next 64. Lane by lane a loop over a block
//! has no sum across lanes, and one register of AVX-512 holds a word of all
//! rows, two of AVX2, four of NEON.

use crate::Path;

/// Rows of a block.
pub const SIGN_ROWS: usize = 8;

/// Bits of a word.
const BITS: usize = 64;

/// Words that hold the signs of `dim` values.
#[must_use]
pub fn sign_words(dim: usize) -> usize {
    dim.div_ceil(BITS)
}

/// The signs of a vector: bit `i` of word `i / 64` is set where value `i` is negative.
///
/// ```
/// assert_eq!(kernels::signs::signs(&[1, -1, 0, -7]), [0b1010]);
/// ```
#[must_use]
pub fn signs(values: &[i8]) -> Vec<u64> {
    values.chunks(BITS).map(sign_word).collect()
}

/// Words that hold the signs of `rows` rows of `dim` values, in whole blocks.
#[must_use]
pub fn blocks_words(rows: usize, dim: usize) -> usize {
    rows.next_multiple_of(SIGN_ROWS) * sign_words(dim)
}

/// Writes the signs of `rows` (`n × dim`, row-major) into blocks; rows past the last are left as
/// they are.
///
/// # Panics
/// When `blocks` is not [`blocks_words`] long, or `rows` not whole rows.
pub fn fill_signs(rows: &[i8], dim: usize, blocks: &mut [u64]) {
    assert!(
        dim > 0 && rows.len().is_multiple_of(dim),
        "{} values in rows of {dim}",
        rows.len()
    );
    assert_eq!(
        blocks.len(),
        blocks_words(rows.len() / dim, dim),
        "words of blocks against {} rows of {dim}",
        rows.len() / dim
    );
    let blocks = blocks.chunks_exact_mut(sign_words(dim) * SIGN_ROWS);
    for (block, rows) in blocks.zip(rows.chunks(dim * SIGN_ROWS)) {
        for (lane, row) in rows.chunks_exact(dim).enumerate() {
            let words = block.iter_mut().skip(lane).step_by(SIGN_ROWS);
            for (word, values) in words.zip(row.chunks(BITS)) {
                *word = sign_word(values);
            }
        }
    }
}

/// The signs of at most 64 values.
fn sign_word(values: &[i8]) -> u64 {
    /// Brings bit `8 i` to bit `56 + i`: no two of its products meet.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    let (eights, rest) = values.as_chunks::<8>();
    let mut word = 0;
    for (index, eight) in eights.iter().enumerate() {
        let bytes = u64::from_le_bytes(eight.map(|value| value.to_le_bytes()[0]));
        let gathered = ((bytes >> 7) & LOWEST).wrapping_mul(GATHER) >> 56;
        word |= gathered << (index * 8);
    }
    for (index, value) in rest.iter().enumerate() {
        word |= u64::from(*value < 0) << (eights.len() * 8 + index);
    }
    word
}

/// How many signs of the query and of each row of `blocks` differ, into `out` (one value a row,
/// whole blocks).
///
/// # Panics
/// When `query` is empty, or `blocks` is not `out.len()` rows of `query.len()` words in whole blocks.
pub fn sign_distances(query: &[u64], blocks: &[u64], out: &mut [u16]) {
    sign_distances_with(Path::best(), query, blocks, out);
}

/// [`sign_distances`] on a given path, for tests and benches.
///
/// # Panics
/// As [`sign_distances`], and when this machine cannot run the path.
pub fn sign_distances_with(path: Path, query: &[u64], blocks: &[u64], out: &mut [u16]) {
    assert!(!query.is_empty(), "a query without signs");
    assert!(
        out.len().is_multiple_of(SIGN_ROWS) && blocks.len() == out.len() * query.len(),
        "{} words for {} rows of {}",
        blocks.len(),
        out.len(),
        query.len()
    );
    assert!(path.is_available(), "this machine has no {path}");
    match path {
        // SAFETY: `counts_bits` found the instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni if counts_bits() => unsafe { avx512(query, blocks, out) },
        // SAFETY: `is_available` found the instructions; a machine with AVX-512 has AVX2.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni | Path::Avx2 => unsafe { avx2(query, blocks, out) },
        // NEON is part of every 64-bit ARM target, so the plain loop uses it.
        _ => plain(query, blocks, out),
    }
}

/// Whether this machine counts the bits of eight words at once (x86-64 servers since about 2019,
/// a little later than the byte dot product).
#[cfg(target_arch = "x86_64")]
fn counts_bits() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
fn avx512(query: &[u64], blocks: &[u64], out: &mut [u16]) {
    plain(query, blocks, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn avx2(query: &[u64], blocks: &[u64], out: &mut [u16]) {
    plain(query, blocks, out);
}

/// The reference; the other paths are the same loop compiled for more instructions.
#[inline(always)]
fn plain(query: &[u64], blocks: &[u64], out: &mut [u16]) {
    let blocks = blocks.chunks_exact(query.len() * SIGN_ROWS);
    for (block, out) in blocks.zip(out.as_chunks_mut::<SIGN_ROWS>().0) {
        let mut counts = [0_u64; SIGN_ROWS];
        for (words, query) in block.as_chunks::<SIGN_ROWS>().0.iter().zip(query) {
            for (count, word) in counts.iter_mut().zip(words) {
                *count += u64::from((word ^ query).count_ones());
            }
        }
        // At most 64 bits a word, and vectors have at most a few thousand values.
        *out = counts.map(|count| count as u16);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::available_paths;

    fn packed(rows: &[i8], dim: usize) -> Vec<u64> {
        let mut blocks = vec![0; blocks_words(rows.len() / dim, dim)];
        fill_signs(rows, dim, &mut blocks);
        blocks
    }

    proptest! {
        #[test]
        fn every_path_counts_the_signs_that_differ(
            dim in 1_usize..300, count in 1_usize..40, seed in any::<u64>(),
        ) {
            let mut state = seed | 1;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8 as i8
            };
            let query: Vec<i8> = (0..dim).map(|_| next()).collect();
            let rows: Vec<i8> = (0..count * dim).map(|_| next()).collect();
            let expected: Vec<u16> = rows
                .chunks(dim)
                .map(|row| row.iter().zip(&query).filter(|(a, b)| (**a < 0) != (**b < 0)).count() as u16)
                .collect();
            let packed = packed(&rows, dim);
            for path in available_paths() {
                let mut out = vec![u16::MAX; count.next_multiple_of(SIGN_ROWS)];
                sign_distances_with(path, &signs(&query), &packed, &mut out);
                prop_assert_eq!(&out[..count], &expected[..], "{}", path);
            }
        }
    }

    #[test]
    fn opposite_vectors_differ_everywhere() {
        for dim in [1, 63, 64, 65, 384, 1024, 4096] {
            let packed = packed(&[-128, 127, 0].map(|value| vec![value; dim]).concat(), dim);
            let mut out = [0; SIGN_ROWS];
            sign_distances(&signs(&vec![5; dim]), &packed, &mut out);
            assert_eq!(out[..3], [dim as u16, 0, 0]);
        }
    }

    #[test]
    #[should_panic(expected = "words for 8 rows")]
    fn lengths_must_fit() {
        sign_distances(&[1, 2], &[0; 17], &mut [0; 8]);
    }
}
