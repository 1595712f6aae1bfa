//! NEON: the byte dot product where the machine has it, else bytes multiplied to 16 bits and added
//! in pairs to 32. Neither can saturate.
//!
//! Both multiply signed bytes only, so the 128 added to the text's values is taken off again, and
//! what the caller takes off for it added to the sums.

use std::arch::aarch64::*;

use super::query::{GROUP, TOGETHER, TokenQuery};
use crate::{
    neon::{dot, has_dot_product},
    parts::parts,
};

/// Registers of bytes that hold four values of each token of a group: four tokens each.
const QUARTERS: usize = 4;

/// Tokens of the query worked on at once: by the quarters 24 of 32 registers are sums.
const TOKENS: usize = 6;

/// Largest sums, as [`super::plain::best`]. `packed` holds whole groups.
#[target_feature(enable = "neon")]
pub(super) fn best(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    if has_dot_product() {
        // SAFETY: the machine has the instruction.
        unsafe { best_with_dot_product(query, packed, best) };
    } else {
        best_without(query, packed, best);
    }
}

/// As [`best`].
#[target_feature(enable = "neon,dotprod")]
fn best_with_dot_product(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    let stride = query.stride;
    for rows in parts(0..best.len(), TOKENS) {
        let tokens = &query.values[rows.start * stride..rows.end * stride];
        let (shifts, best) = (&query.shifts[rows.clone()], &mut best[rows]);
        macro_rules! by_tokens {
            ($($n:literal),*) => {
                match best.len() {
                    $($n => tile::<$n>(tokens, stride, packed, shifts, best),)*
                    _ => {}
                }
            };
        }
        by_tokens!(1, 2, 3, 4, 5, 6);
    }
}

/// `T` tokens of the query against all groups.
#[target_feature(enable = "neon,dotprod")]
fn tile<const T: usize>(
    tokens: &[i8],
    stride: usize,
    packed: &[u8],
    shifts: &[i32],
    best: &mut [i32],
) {
    assert!(tokens.len() == T * stride);
    let flip = vdupq_n_u8(0x80);
    for group in packed.chunks_exact(GROUP * stride) {
        let mut sums = [[vdupq_n_s32(0); QUARTERS]; T];
        for four in 0..stride / TOGETHER {
            // SAFETY: a token holds `stride / 4` times four values, the group as often 64 bytes.
            unsafe {
                let lanes: [int8x16_t; QUARTERS] = std::array::from_fn(|q| {
                    let at = four * GROUP * TOGETHER + q * 16;
                    vreinterpretq_s8_u8(veorq_u8(vld1q_u8(group.as_ptr().add(at)), flip))
                });
                for (t, sums) in sums.iter_mut().enumerate() {
                    let at = tokens.as_ptr().add(t * stride + four * TOGETHER);
                    let values = vdupq_n_s32(at.cast::<i32>().read_unaligned());
                    for (sum, lanes) in sums.iter_mut().zip(lanes) {
                        *sum = dot(*sum, lanes, vreinterpretq_s8_s32(values));
                    }
                }
            }
        }
        for ((best, [a, b, c, d]), shift) in best.iter_mut().zip(sums).zip(shifts) {
            let largest = vmaxvq_s32(vmaxq_s32(vmaxq_s32(a, b), vmaxq_s32(c, d)));
            *best = (*best).max(largest + shift);
        }
    }
}

/// As [`best`], on any machine.
#[target_feature(enable = "neon")]
fn best_without(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    let stride = query.stride;
    for group in packed.chunks_exact(GROUP * stride) {
        for ((best, token), shift) in best
            .iter_mut()
            .zip(query.values.chunks_exact(stride))
            .zip(&query.shifts)
        {
            *best = (*best).max(largest(token, group) + shift);
        }
    }
}

/// The largest dot product of one token of the query with a token of the group.
#[target_feature(enable = "neon")]
fn largest(token: &[i8], group: &[u8]) -> i32 {
    assert!(group.len() == GROUP * token.len());
    let flip = vdupq_n_u8(0x80);
    // Two sums a token: low and high half of each register of bytes.
    let mut sums = [[vdupq_n_s32(0); 2]; QUARTERS];
    for four in 0..token.len() / TOGETHER {
        // SAFETY: the token holds `len / 4` times four values, the group as often 64 bytes.
        unsafe {
            let at = token.as_ptr().add(four * TOGETHER);
            let values = vreinterpretq_s8_s32(vdupq_n_s32(at.cast::<i32>().read_unaligned()));
            for (q, sums) in sums.iter_mut().enumerate() {
                let at = group.as_ptr().add(four * GROUP * TOGETHER + q * 16);
                let lanes = vreinterpretq_s8_u8(veorq_u8(vld1q_u8(at), flip));
                sums[0] = vpadalq_s16(sums[0], vmull_s8(vget_low_s8(lanes), vget_low_s8(values)));
                sums[1] = vpadalq_s16(sums[1], vmull_high_s8(lanes, values));
            }
        }
    }
    let [a, b, c, d] = sums.map(|[low, high]| vpaddq_s32(low, high));
    vmaxvq_s32(vmaxq_s32(vmaxq_s32(a, b), vmaxq_s32(c, d)))
}

#[cfg(test)]
mod tests {
    use super::{super::pack_tokens, *};

    /// Tests of the path take one of the two, so the other is checked here.
    #[test]
    fn machines_with_and_without_the_dot_product_agree() {
        let values: Vec<i8> = (0..4000).map(|i| (i * 37 % 256) as u8 as i8).collect();
        for (tokens, others, dim) in [(1, 1, 4), (7, 20, 30), (13, 33, 64)] {
            let query = TokenQuery::new(&values[..tokens * dim], dim);
            let packed = pack_tokens(&values[5..5 + others * dim], dim);
            let (mut with, mut without) = (vec![i32::MIN; tokens], vec![i32::MIN; tokens]);
            // SAFETY: NEON is part of every 64-bit ARM target.
            unsafe {
                best(&query, &packed, &mut with);
                best_without(&query, &packed, &mut without);
            }
            assert_eq!(with, without);
        }
    }
}
