//! The reference tiles. Compiled for 64-bit ARM they use NEON, which is always there.

use super::{
    bytes::{ByteTile, PANEL as BYTE_PANEL},
    floats::PANEL,
};

/// Rows of a float tile.
pub(super) const FLOAT_ROWS: usize = 4;

/// Columns worked on at once: with the rows, 16 registers of NEON.
const FLOAT_COLS: usize = 16;

/// Rows of a byte tile.
pub(super) const BYTE_ROWS: usize = 4;

/// # Safety
/// See [`super::floats`]: the pointers hold what the shapes say. `1 <= rows <= FLOAT_ROWS`.
#[expect(
    clippy::too_many_arguments,
    reason = "the signature of every float tile"
)]
pub(super) unsafe fn float_tile(
    rows: usize,
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panel: *const f32,
    bias: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    // SAFETY: the caller's promise, row count by row count.
    unsafe {
        match rows {
            1 => float_rows::<1>(inner, a, a_stride, panel, bias, out, out_stride),
            2 => float_rows::<2>(inner, a, a_stride, panel, bias, out, out_stride),
            3 => float_rows::<3>(inner, a, a_stride, panel, bias, out, out_stride),
            4 => float_rows::<4>(inner, a, a_stride, panel, bias, out, out_stride),
            rows => debug_assert!(false, "{rows} rows in a float tile"),
        }
    }
}

unsafe fn float_rows<const ROWS: usize>(
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panel: *const f32,
    bias: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    for col in (0..PANEL).step_by(FLOAT_COLS) {
        // SAFETY: every offset below is within the shapes the caller promised.
        unsafe {
            let mut sums = [*bias.add(col).cast::<[f32; FLOAT_COLS]>(); ROWS];
            for i in 0..inner {
                let right = *panel.add(i * PANEL + col).cast::<[f32; FLOAT_COLS]>();
                for (r, sums) in sums.iter_mut().enumerate() {
                    let x = *a.add(r * a_stride + i);
                    for (sum, y) in sums.iter_mut().zip(right) {
                        *sum = x.mul_add(y, *sum);
                    }
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                *out.add(r * out_stride + col).cast::<[f32; FLOAT_COLS]>() = *sums;
            }
        }
    }
}

/// # Safety
/// See [`ByteTile`]: the pointers hold what the shapes say.
pub(super) unsafe fn byte_tile(tile: &ByteTile) {
    for row in 0..tile.rows {
        let mut sums = [0_i32; BYTE_PANEL];
        // SAFETY: `row < tile.rows`, and the caller's promise.
        unsafe {
            for i in 0..tile.groups * 4 {
                let x = i32::from(*tile.a.add(row * tile.a_stride + i));
                let group = tile.panel.add(i / 4 * BYTE_PANEL * 4 + i % 4);
                for (c, sum) in sums.iter_mut().enumerate() {
                    *sum += x * i32::from(*group.add(c * 4));
                }
            }
            let zero = *tile.zero.add(row);
            let step = *tile.step.add(row);
            for (c, sum) in sums.into_iter().enumerate() {
                let exact = sum - zero * *tile.column_sums.add(c);
                let scaled = exact as f32 * step;
                let value = scaled.mul_add(*tile.scales.add(c), *tile.bias.add(c));
                *tile.out.add(row * tile.out_stride + c) = value;
            }
        }
    }
}
