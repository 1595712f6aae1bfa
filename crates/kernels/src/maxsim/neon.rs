//! NEON: bytes multiplied to 16 bits and added in pairs to 32, which cannot saturate.

use std::arch::aarch64::*;

use super::{GROUP, TOGETHER, TokenQuery};

/// Registers of bytes that hold four values of each token of a group: four tokens each.
const QUARTERS: usize = 4;

/// Largest sums, as [`super::plain::best`]. `packed` holds whole groups.
#[target_feature(enable = "neon")]
pub(super) fn best(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    let stride = query.stride;
    for group in packed.chunks_exact(GROUP * stride) {
        for ((best, token), shift) in best
            .iter_mut()
            .zip(query.values.chunks_exact(stride))
            .zip(&query.shifts)
        {
            // Signed bytes are multiplied here; the caller takes the shift away again.
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
