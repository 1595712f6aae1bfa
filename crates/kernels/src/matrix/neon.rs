//! The byte tile of NEON with its dot product, which ARM has had since about 2018.
//!
//! The instruction multiplies signed bytes only, so 128 is taken off the unsigned ones, which takes
//! `128 × Σ column` off every sum. The standard library does not offer the instruction yet.

use std::arch::{aarch64::*, asm};

use super::{
    bytes::{ByteTile, PANEL},
    plain,
};

/// Rows of a byte tile, by four registers of columns at a time.
pub(super) const BYTE_ROWS: usize = plain::BYTE_ROWS;

/// Columns worked on at once.
const COLS: usize = 16;

/// Whether this machine has the dot product.
pub(super) fn has_dot_product() -> bool {
    std::arch::is_aarch64_feature_detected!("dotprod")
}

/// # Safety
/// See [`ByteTile`]: the pointers hold what the shapes say; [`has_dot_product`] said yes.
pub(super) unsafe fn byte_tile(tile: &ByteTile) {
    // SAFETY: the caller's promise, row count by row count.
    unsafe {
        match tile.rows {
            1 => byte_rows::<1>(tile),
            2 => byte_rows::<2>(tile),
            3 => byte_rows::<3>(tile),
            4 => byte_rows::<4>(tile),
            rows => debug_assert!(false, "{rows} rows in a byte tile"),
        }
    }
}

#[target_feature(enable = "neon,dotprod")]
unsafe fn byte_rows<const ROWS: usize>(tile: &ByteTile) {
    for col in (0..PANEL).step_by(COLS) {
        // SAFETY: every offset below is within the shapes the caller promised.
        unsafe {
            let mut sums = [[vdupq_n_s32(0); COLS / 4]; ROWS];
            for group in 0..tile.groups {
                let panel = tile.panel.add((group * PANEL + col) * 4);
                let right: [int8x16_t; 4] = std::array::from_fn(|c| vld1q_s8(panel.add(c * 16)));
                for (r, sums) in sums.iter_mut().enumerate() {
                    let four = tile.a.add(r * tile.a_stride + group * 4).cast::<u32>();
                    let x = vreinterpretq_s8_u32(vdupq_n_u32(four.read_unaligned() ^ 0x8080_8080));
                    for (sum, right) in sums.iter_mut().zip(right) {
                        *sum = dot(*sum, right, x);
                    }
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                for (c, sum) in sums.iter().enumerate() {
                    finish(tile, r, col + c * 4, *sum);
                }
            }
        }
    }
}

/// Adds to each lane the dot product of its four bytes of `a` and `b`.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn dot(mut sum: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // SAFETY: the instruction reads and writes registers only.
    unsafe {
        asm!(
            "sdot {sum:v}.4s, {a:v}.16b, {b:v}.16b",
            sum = inout(vreg) sum,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sum
}

/// Turns the sums of four columns into floats.
#[target_feature(enable = "neon")]
unsafe fn finish(tile: &ByteTile, row: usize, col: usize, sum: int32x4_t) {
    // SAFETY: `row < tile.rows` and `col + 4 <= PANEL`, and the caller's promise.
    unsafe {
        let missing = vdupq_n_s32(128 - *tile.zero.add(row));
        let exact = vmlaq_s32(sum, missing, vld1q_s32(tile.column_sums.add(col)));
        let scaled = vmulq_f32(vcvtq_f32_s32(exact), vdupq_n_f32(*tile.step.add(row)));
        let (scales, bias) = (
            vld1q_f32(tile.scales.add(col)),
            vld1q_f32(tile.bias.add(col)),
        );
        let out = tile.out.add(row * tile.out_stride + col);
        vst1q_f32(out, vfmaq_f32(bias, scaled, scales));
    }
}
