//! AVX2: bytes widened to 16 bits, multiplied and added in pairs, which cannot saturate.

use std::arch::x86_64::*;

use super::{GROUP, TOGETHER, TokenQuery};

/// Registers that hold the sums of a group: four tokens each, two sums a token.
const QUARTERS: usize = 4;

/// Largest sums, as [`super::plain::best`]. `packed` holds whole groups.
#[target_feature(enable = "avx2")]
pub(super) fn best(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    let stride = query.stride;
    for group in packed.chunks_exact(GROUP * stride) {
        let mut pairs = best.chunks_exact_mut(2);
        let mut tokens = query.wide.chunks_exact(2 * stride);
        for (best, tokens) in (&mut pairs).zip(&mut tokens) {
            tile::<2>(tokens, stride, group, best);
        }
        let last = pairs.into_remainder();
        if !last.is_empty() {
            tile::<1>(tokens.remainder(), stride, group, last);
        }
    }
}

/// `T` tokens of the query against one group.
#[target_feature(enable = "avx2")]
fn tile<const T: usize>(tokens: &[i16], stride: usize, group: &[u8], best: &mut [i32]) {
    assert!(tokens.len() == T * stride && group.len() == GROUP * stride);
    let mut sums = [[_mm256_setzero_si256(); QUARTERS]; T];
    for four in 0..stride / TOGETHER {
        let mut lanes = [_mm256_setzero_si256(); QUARTERS];
        // SAFETY: the group holds `stride / 4` times 64 bytes, and token `t` `stride / 4` times
        // four values of 16 bits.
        unsafe {
            for (q, lanes) in lanes.iter_mut().enumerate() {
                let at = four * GROUP * TOGETHER + q * 16;
                *lanes = _mm256_cvtepu8_epi16(_mm_loadu_si128(group.as_ptr().add(at).cast()));
            }
            for (t, sums) in sums.iter_mut().enumerate() {
                let at = tokens.as_ptr().add(t * stride + four * TOGETHER);
                let values = _mm256_set1_epi64x(at.cast::<i64>().read_unaligned());
                for (sum, lanes) in sums.iter_mut().zip(lanes) {
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(lanes, values));
                }
            }
        }
    }
    for (best, sums) in best.iter_mut().zip(sums) {
        let low = _mm256_hadd_epi32(sums[0], sums[1]);
        let high = _mm256_hadd_epi32(sums[2], sums[3]);
        *best = (*best).max(largest(_mm256_max_epi32(low, high)));
    }
}

#[target_feature(enable = "avx2")]
fn largest(v: __m256i) -> i32 {
    let four = _mm_max_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    let two = _mm_max_epi32(four, _mm_shuffle_epi32::<0b_01_00_11_10>(four));
    let one = _mm_max_epi32(two, _mm_shuffle_epi32::<0b_10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
