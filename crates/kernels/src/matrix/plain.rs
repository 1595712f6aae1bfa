//! The reference tiles. Compiled for 64-bit ARM they use NEON, which is always there.

use super::tile::{BYTE_PANEL, ByteTile, FLOAT_PANEL as PANEL, Target};
use crate::lanes::larger;

/// Rows of a float tile, by one panel: 16 registers of NEON.
pub(super) const FLOAT_ROWS: usize = 4;

/// Rows of a byte tile.
pub(super) const BYTE_ROWS: usize = 4;

/// # Safety
/// See [`super::floats`]: the pointers hold what the shapes say. `1 <= rows <= FLOAT_ROWS`.
pub(super) unsafe fn float_tile(
    rows: usize,
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panel: *const f32,
    bias: *const f32,
    target: Target,
) {
    // SAFETY: the caller's promise, row count by row count.
    unsafe {
        match rows {
            1 => float_rows::<1>(inner, a, a_stride, panel, bias, target),
            2 => float_rows::<2>(inner, a, a_stride, panel, bias, target),
            3 => float_rows::<3>(inner, a, a_stride, panel, bias, target),
            4 => float_rows::<4>(inner, a, a_stride, panel, bias, target),
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
    target: Target,
) {
    // SAFETY: every offset below is within the shapes the caller promised.
    unsafe {
        let mut sums = [*bias.cast::<[f32; PANEL]>(); ROWS];
        for i in 0..inner {
            let right = *panel.add(i * PANEL).cast::<[f32; PANEL]>();
            for (r, sums) in sums.iter_mut().enumerate() {
                let x = *a.add(r * a_stride + i);
                for (sum, y) in sums.iter_mut().zip(right) {
                    *sum = x.mul_add(y, *sum);
                }
            }
        }
        for (r, sums) in sums.iter().enumerate() {
            put(target, r, sums);
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
            let values: [f32; BYTE_PANEL] = std::array::from_fn(|c| {
                let exact = sums[c] - zero * *tile.column_sums.add(c);
                let scaled = exact as f32 * step;
                scaled.mul_add(*tile.scales.add(c), *tile.bias.add(c))
            });
            put(tile.target, row, &values);
        }
    }
}

/// Puts a row of values where it belongs.
///
/// # Safety
/// `target` holds more than `row` rows of `N` values, or one.
#[inline(always)]
unsafe fn put<const N: usize>(target: Target, row: usize, values: &[f32; N]) {
    // SAFETY: the caller's promise.
    unsafe {
        match target {
            Target::Rows(out, stride) => *out.add(row * stride).cast::<[f32; N]>() = *values,
            Target::Largest(out) => {
                for (largest, x) in (*out.cast::<[f32; N]>()).iter_mut().zip(values) {
                    *largest = larger(*x, *largest);
                }
            }
        }
    }
}
