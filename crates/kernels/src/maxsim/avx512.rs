//! AVX-512 VNNI: 64 products an instruction, a token of the text in each lane.

use std::arch::x86_64::*;

use super::query::{GROUP, TOGETHER, TokenQuery};
use crate::parts::parts;

/// Tokens of the query worked on at once: by two groups of the text they are 24
/// registers of sums, so that a load of the text serves twelve and a broadcast two.
const TOKENS: usize = 12;

/// Largest sums, as [`super::plain::best`]. `packed` holds whole groups, at least one.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn best(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    let group = GROUP * query.stride;
    let mut pairs = packed.chunks_exact(2 * group);
    for pair in &mut pairs {
        strip::<2>(query, pair, best);
    }
    if !pairs.remainder().is_empty() {
        strip::<1>(query, pairs.remainder(), best);
    }
}

/// All tokens of the query against `N` groups.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn strip<const N: usize>(query: &TokenQuery, groups: &[u8], best: &mut [i32]) {
    let stride = query.stride;
    for rows in parts(0..best.len(), TOKENS) {
        let tokens = &query.values[rows.start * stride..rows.end * stride];
        let best = &mut best[rows];
        macro_rules! by_tokens {
            ($($n:literal),*) => {
                match best.len() {
                    $($n => tile::<$n, N>(tokens, stride, groups, best),)*
                    _ => {}
                }
            };
        }
        by_tokens!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }
}

/// `T` tokens of the query against `N` groups.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn tile<const T: usize, const N: usize>(
    tokens: &[i8],
    stride: usize,
    groups: &[u8],
    best: &mut [i32],
) {
    assert!(tokens.len() == T * stride && groups.len() == N * GROUP * stride);
    let group = GROUP * stride;
    let mut sums = [[_mm512_setzero_si512(); N]; T];
    for four in 0..stride / TOGETHER {
        let mut lanes = [_mm512_setzero_si512(); N];
        // SAFETY: group `n` holds `stride / 4` times 64 bytes, and token `t` `stride / 4` times four.
        unsafe {
            for (n, lanes) in lanes.iter_mut().enumerate() {
                let at = n * group + four * GROUP * TOGETHER;
                *lanes = _mm512_loadu_si512(groups.as_ptr().add(at).cast());
            }
            for (t, sums) in sums.iter_mut().enumerate() {
                let at = tokens.as_ptr().add(t * stride + four * TOGETHER);
                let values = _mm512_set1_epi32(at.cast::<i32>().read_unaligned());
                for (sum, lanes) in sums.iter_mut().zip(lanes) {
                    *sum = _mm512_dpbusd_epi32(*sum, lanes, values);
                }
            }
        }
    }
    for (best, sums) in best.iter_mut().zip(sums) {
        let largest = sums
            .into_iter()
            .fold(_mm512_set1_epi32(*best), |a, b| _mm512_max_epi32(a, b));
        *best = _mm512_reduce_max_epi32(largest);
    }
}
