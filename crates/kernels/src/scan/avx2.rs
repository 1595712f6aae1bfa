//! AVX2: bytes widened to 16 bits, multiplied and added in pairs, which cannot saturate.

use std::arch::x86_64::*;

use super::plain;

/// Sums side by side, so that an addition need not wait for the one before.
const CHAINS: usize = 4;

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx2")]
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    for (row, dot) in rows.chunks_exact(query.len()).zip(out) {
        *dot = dot_row(query, row);
    }
}

/// Row after row, so that memory is read as one stream.
#[target_feature(enable = "avx2")]
fn dot_row(query: &[i8], row: &[i8]) -> i32 {
    assert_eq!(row.len(), query.len());
    let mut sums = [_mm256_setzero_si256(); CHAINS];
    let (steps, _) = row.as_chunks::<{ 16 * CHAINS }>();
    for step in 0..steps.len() {
        for (chain, sum) in sums.iter_mut().enumerate() {
            let at = (step * CHAINS + chain) * 16;
            // SAFETY: `at + 16` is at most the length of a row and of the query.
            *sum = unsafe { _mm256_add_epi32(*sum, products(query, row, at)) };
        }
    }
    let mut at = steps.len() * 16 * CHAINS;
    while at + 16 <= row.len() {
        // SAFETY: as above.
        sums[0] = unsafe { _mm256_add_epi32(sums[0], products(query, row, at)) };
        at += 16;
    }
    let halves = [
        _mm256_add_epi32(sums[0], sums[1]),
        _mm256_add_epi32(sums[2], sums[3]),
    ];
    let sum = horizontal_sum(_mm256_add_epi32(halves[0], halves[1]));
    sum.wrapping_add(plain::dot_of(&query[at..], &row[at..]))
}

/// Sixteen products, added in pairs.
///
/// # Safety
/// `query` and `row` hold 16 values from `at` on.
#[target_feature(enable = "avx2")]
unsafe fn products(query: &[i8], row: &[i8], at: usize) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let query = _mm_loadu_si128(query.as_ptr().add(at).cast());
        let row = _mm_loadu_si128(row.as_ptr().add(at).cast());
        _mm256_madd_epi16(_mm256_cvtepi8_epi16(row), _mm256_cvtepi8_epi16(query))
    }
}

#[target_feature(enable = "avx2")]
fn horizontal_sum(v: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b_01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b_10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
