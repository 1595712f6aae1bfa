//! NEON: the byte dot product where the machine has it, else bytes multiplied to 16 bits and added
//! in pairs to 32. Neither can saturate.

use std::arch::aarch64::*;

use super::plain;
use crate::neon::{dot, has_dot_product};

/// Sums side by side, so that a product need not wait for the one before.
const CHAINS: usize = 4;

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "neon")]
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    if has_dot_product() {
        // SAFETY: the machine has the instruction.
        unsafe { scan_with_dot_product(query, rows, out) };
        return;
    }
    for (row, dot) in rows.chunks_exact(query.len()).zip(out) {
        *dot = dot_of(query, row);
    }
}

/// As [`scan`]. Row after row, so that memory is read as one stream.
#[target_feature(enable = "neon,dotprod")]
fn scan_with_dot_product(query: &[i8], rows: &[i8], out: &mut [i32]) {
    let (steps, _) = query.as_chunks::<{ 16 * CHAINS }>();
    for (row, out) in rows.chunks_exact(query.len()).zip(out) {
        let mut sums = [vdupq_n_s32(0); CHAINS];
        for step in 0..steps.len() {
            for (chain, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the last of these 16 values is within both.
                let (q, r) = unsafe { load(query, row, (step * CHAINS + chain) * 16) };
                *sum = dot(*sum, q, r);
            }
        }
        let mut at = steps.len() * 16 * CHAINS;
        while at + 16 <= query.len() {
            // SAFETY: as above.
            let (q, r) = unsafe { load(query, row, at) };
            sums[0] = dot(sums[0], q, r);
            at += 16;
        }
        let halves = [vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3])];
        let sum = vaddvq_s32(vaddq_s32(halves[0], halves[1]));
        *out = sum.wrapping_add(plain::dot_of(&query[at..], &row[at..]));
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
        let (q, r) = unsafe { load(query, row, at) };
        low = vpadalq_s16(low, vmull_s8(vget_low_s8(q), vget_low_s8(r)));
        high = vpadalq_s16(high, vmull_high_s8(q, r));
        at += 16;
    }
    vaddvq_s32(vaddq_s32(low, high)).wrapping_add(plain::dot_of(&query[at..], &row[at..]))
}

/// Sixteen values of each.
///
/// # Safety
/// `query` and `row` hold 16 values from `at` on.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn load(query: &[i8], row: &[i8], at: usize) -> (int8x16_t, int8x16_t) {
    // SAFETY: the caller's promise.
    unsafe {
        (
            vld1q_s8(query.as_ptr().add(at)),
            vld1q_s8(row.as_ptr().add(at)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests of the path take one of the two, so the other is checked here.
    #[test]
    fn machines_with_and_without_the_dot_product_agree() {
        let values: Vec<i8> = (0..900).map(|i| (i * 37 % 256) as u8 as i8).collect();
        for dim in [1, 15, 16, 17, 63, 64, 80, 129, 300] {
            let (query, rows) = (&values[..dim], &values[1..=dim * 2]);
            let expected: Vec<i32> = rows
                .chunks(dim)
                .map(|row| plain::dot_of(query, row))
                .collect();
            let mut out = [7; 2];
            // SAFETY: NEON is part of every 64-bit ARM target.
            unsafe { scan(query, rows, &mut out) };
            assert_eq!(out[..], expected);
            // SAFETY: as above.
            let without = [0, 1].map(|row| unsafe { dot_of(query, &rows[row * dim..][..dim]) });
            assert_eq!(without[..], expected);
        }
    }
}
