//! NEON: bytes multiplied to 16 bits and added in pairs to 32, which cannot saturate.

use std::arch::aarch64::*;

use super::plain;

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "neon")]
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    for (row, dot) in rows.chunks_exact(query.len()).zip(out) {
        *dot = dot_of(query, row);
    }
}

/// `query.len() == row.len()`.
#[target_feature(enable = "neon")]
fn dot_of(query: &[i8], row: &[i8]) -> i32 {
    let dim = query.len();
    assert_eq!(row.len(), dim);
    // Two sums, so that an addition need not wait for the last one.
    let mut low = vdupq_n_s32(0);
    let mut high = vdupq_n_s32(0);
    let mut at = 0;
    while at + 16 <= dim {
        // SAFETY: `at + 16 <= dim`, the length of both.
        let (q, r) = unsafe {
            (
                vld1q_s8(query.as_ptr().add(at)),
                vld1q_s8(row.as_ptr().add(at)),
            )
        };
        low = vpadalq_s16(low, vmull_s8(vget_low_s8(q), vget_low_s8(r)));
        high = vpadalq_s16(high, vmull_high_s8(q, r));
        at += 16;
    }
    vaddvq_s32(vaddq_s32(low, high)).wrapping_add(plain::dot_of(&query[at..], &row[at..]))
}
