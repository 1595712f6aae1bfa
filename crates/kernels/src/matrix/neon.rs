//! The byte tile of NEON with its dot product.
//!
//! The instruction multiplies signed bytes only, so 128 is taken off the unsigned ones, which takes
//! `128 × Σ column` off every sum.

use std::arch::aarch64::*;

use super::plain;
use super::tile::{BYTE_PANEL as PANEL, ByteTile, Target};
use crate::neon::dot;

/// Rows of a byte tile, by four registers of columns at a time.
pub(super) const BYTE_ROWS: usize = plain::BYTE_ROWS;

/// Columns worked on at once.
const COLS: usize = 16;

/// # Safety
/// See [`ByteTile`]: the pointers hold what the shapes say; [`crate::neon::has_dot_product`] said yes.
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
                    let col = col + c * 4;
                    put(tile.target, r, col, finish(tile, r, col, *sum));
                }
            }
        }
    }
}

/// Turns the sums of four columns into floats.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn finish(tile: &ByteTile, row: usize, col: usize, sum: int32x4_t) -> float32x4_t {
    // SAFETY: `row < tile.rows` and `col + 4 <= PANEL`, and the caller's promise.
    unsafe {
        let missing = vdupq_n_s32(128 - *tile.zero.add(row));
        let exact = vmlaq_s32(sum, missing, vld1q_s32(tile.column_sums.add(col)));
        let scaled = vmulq_f32(vcvtq_f32_s32(exact), vdupq_n_f32(*tile.step.add(row)));
        let (scales, bias) = (
            vld1q_f32(tile.scales.add(col)),
            vld1q_f32(tile.bias.add(col)),
        );
        vfmaq_f32(bias, scaled, scales)
    }
}

/// Puts four columns of a row where they belong.
///
/// # Safety
/// `target` holds more than `row` rows of at least `col + 4` columns, or one.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn put(target: Target, row: usize, col: usize, values: float32x4_t) {
    // SAFETY: the caller's promise.
    unsafe {
        match target {
            Target::Rows(out, stride) => vst1q_f32(out.add(row * stride + col), values),
            Target::Largest(out) => {
                let largest = vld1q_f32(out.add(col));
                // A comparison and not the instruction for the larger, which keeps what is no number.
                let is_larger = vcgtq_f32(values, largest);
                vst1q_f32(out.add(col), vbslq_f32(is_larger, values, largest));
            }
        }
    }
}
