//! AVX2: bytes widened to 16 bits, multiplied and added in pairs, which cannot saturate.

use std::arch::x86_64::*;

use super::query::{GROUP, TOGETHER, TokenQuery};
use crate::parts::parts;

/// Tokens of the query worked on at once: by half a group of the text they are twelve registers of
/// sums, so that what is widened serves six.
const TOKENS: usize = 6;

/// Registers that hold the sums of half a group: four tokens each, two sums a token.
const QUARTERS: usize = 2;

/// Largest sums, as [`super::plain::best`]. `packed` holds whole groups.
#[target_feature(enable = "avx2")]
pub(super) fn best(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    let stride = query.stride;
    for rows in parts(0..best.len(), TOKENS) {
        let tokens = &query.wide[rows.start * stride..rows.end * stride];
        let best = &mut best[rows];
        macro_rules! by_tokens {
            ($($n:literal),*) => {
                match best.len() {
                    $($n => tile::<$n>(tokens, stride, packed, best),)*
                    _ => {}
                }
            };
        }
        by_tokens!(1, 2, 3, 4, 5, 6);
    }
}

/// `T` tokens of the query against all groups, half a group after the other.
#[target_feature(enable = "avx2")]
fn tile<const T: usize>(tokens: &[i16], stride: usize, packed: &[u8], best: &mut [i32]) {
    assert!(tokens.len() == T * stride);
    let mut most = [_mm256_set1_epi32(i32::MIN); T];
    for group in packed.chunks_exact(GROUP * stride) {
        for half in 0..2 {
            let sums = half_group::<T>(tokens, stride, group, half * GROUP * TOGETHER / 2);
            for (most, sums) in most.iter_mut().zip(sums) {
                *most = _mm256_max_epi32(*most, _mm256_hadd_epi32(sums[0], sums[1]));
            }
        }
    }
    for (best, most) in best.iter_mut().zip(most) {
        *best = (*best).max(largest(most));
    }
}

/// The sums of `T` tokens of the query with the half of a group that starts `offset` bytes into it.
#[inline]
#[target_feature(enable = "avx2")]
fn half_group<const T: usize>(
    tokens: &[i16],
    stride: usize,
    group: &[u8],
    offset: usize,
) -> [[__m256i; QUARTERS]; T] {
    assert!(offset <= GROUP * TOGETHER / 2 && group.len() == GROUP * stride);
    let mut sums = [[_mm256_setzero_si256(); QUARTERS]; T];
    for four in 0..stride / TOGETHER {
        // SAFETY: the group holds `stride / 4` times 64 bytes, and token `t` `stride / 4` times
        // four values of 16 bits.
        unsafe {
            let at = group.as_ptr().add(four * GROUP * TOGETHER + offset);
            let at = at.cast::<__m128i>();
            let low = _mm256_cvtepu8_epi16(_mm_loadu_si128(at));
            let high = _mm256_cvtepu8_epi16(_mm_loadu_si128(at.add(1)));
            for (t, sums) in sums.iter_mut().enumerate() {
                let at = tokens.as_ptr().add(t * stride + four * TOGETHER);
                let values = _mm256_set1_epi64x(at.cast::<i64>().read_unaligned());
                sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(low, values));
                sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(high, values));
            }
        }
    }
    sums
}

#[target_feature(enable = "avx2")]
fn largest(v: __m256i) -> i32 {
    let four = _mm_max_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    let two = _mm_max_epi32(four, _mm_shuffle_epi32::<0b_01_00_11_10>(four));
    let one = _mm_max_epi32(two, _mm_shuffle_epi32::<0b_10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
