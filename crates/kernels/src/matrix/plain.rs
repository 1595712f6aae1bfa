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
/// See [`super::floats`]: the pointers hold what the shapes say.
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
    for row in 0..rows {
        for col in (0..PANEL).step_by(FLOAT_COLS) {
            let mut sums = [0.0_f32; FLOAT_COLS];
            // SAFETY: `row < rows`, `col + FLOAT_COLS <= PANEL`, and the caller's promise.
            unsafe {
                sums.copy_from_slice(std::slice::from_raw_parts(bias.add(col), FLOAT_COLS));
                for i in 0..inner {
                    let x = *a.add(row * a_stride + i);
                    let lanes = panel.add(i * PANEL + col).cast::<[f32; FLOAT_COLS]>();
                    for (sum, y) in sums.iter_mut().zip(&*lanes) {
                        *sum = x.mul_add(*y, *sum);
                    }
                }
                let to = out.add(row * out_stride + col);
                std::slice::from_raw_parts_mut(to, FLOAT_COLS).copy_from_slice(&sums);
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
