//! Tiles of AVX-512: 24 registers of sums, the rest for the panel and a broadcast value.

use std::arch::x86_64::*;

use super::tile::{BYTE_PANEL, ByteTile, FLOAT_PANEL as PANEL, Target};

/// Rows of a float tile, by two panels.
pub(super) const FLOAT_ROWS: usize = 12;

/// Rows of a byte tile, by four registers of columns.
pub(super) const BYTE_ROWS: usize = 6;

/// # Safety
/// See [`super::floats`]: the pointers hold what the shapes say. `1 <= rows <= FLOAT_ROWS`.
pub(super) unsafe fn float_tile(
    rows: usize,
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panels: *const f32,
    bias: *const f32,
    target: Target,
) {
    macro_rules! by_rows {
        ($($n:literal),*) => {
            match rows {
                $($n => unsafe {
                    float_rows::<$n>(inner, a, a_stride, panels, bias, target)
                },)*
                _ => debug_assert!(false, "{rows} rows in a float tile"),
            }
        };
    }
    // SAFETY: the caller's promise, row count by row count.
    by_rows!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
}

#[target_feature(enable = "avx512f")]
unsafe fn float_rows<const ROWS: usize>(
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panels: *const f32,
    bias: *const f32,
    target: Target,
) {
    // SAFETY: every offset below is within the shapes the caller promised.
    unsafe {
        let start = [_mm512_loadu_ps(bias), _mm512_loadu_ps(bias.add(16))];
        let mut sums = [start; ROWS];
        for i in 0..inner {
            let right = [
                _mm512_loadu_ps(panels.add(i * PANEL)),
                _mm512_loadu_ps(panels.add((inner + i) * PANEL)),
            ];
            for (r, sums) in sums.iter_mut().enumerate() {
                let x = _mm512_set1_ps(*a.add(r * a_stride + i));
                sums[0] = _mm512_fmadd_ps(x, right[0], sums[0]);
                sums[1] = _mm512_fmadd_ps(x, right[1], sums[1]);
            }
        }
        // Row by row: a column of registers at a time, the sums go through memory once more, which
        // a product over few values, as attention's, feels.
        match target {
            Target::Rows(out, stride) => {
                for (r, sums) in sums.iter().enumerate() {
                    _mm512_storeu_ps(out.add(r * stride), sums[0]);
                    _mm512_storeu_ps(out.add(r * stride + 16), sums[1]);
                }
            }
            Target::Largest(out) => {
                for (c, out) in [out, out.add(16)].into_iter().enumerate() {
                    let largest = _mm512_loadu_ps(out);
                    let largest = sums
                        .iter()
                        .fold(largest, |a, sums| _mm512_max_ps(sums[c], a));
                    _mm512_storeu_ps(out, largest);
                }
            }
        }
    }
}

/// # Safety
/// See [`ByteTile`]: the pointers hold what the shapes say. `1 <= tile.rows <= BYTE_ROWS`.
pub(super) unsafe fn byte_tile(tile: &ByteTile) {
    // SAFETY: the caller's promise, row count by row count.
    unsafe {
        match tile.rows {
            1 => byte_rows::<1>(tile),
            2 => byte_rows::<2>(tile),
            3 => byte_rows::<3>(tile),
            4 => byte_rows::<4>(tile),
            5 => byte_rows::<5>(tile),
            6 => byte_rows::<6>(tile),
            rows => debug_assert!(false, "{rows} rows in a byte tile"),
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn byte_rows<const ROWS: usize>(tile: &ByteTile) {
    const REGISTERS: usize = BYTE_PANEL / 16;
    // SAFETY: every offset below is within the shapes the caller promised.
    unsafe {
        let mut sums = [[_mm512_setzero_si512(); REGISTERS]; ROWS];
        for group in 0..tile.groups {
            let panel = tile.panel.add(group * BYTE_PANEL * 4);
            let mut right = [_mm512_setzero_si512(); REGISTERS];
            for (c, right) in right.iter_mut().enumerate() {
                *right = _mm512_loadu_si512(panel.add(c * 64).cast());
            }
            for (r, sums) in sums.iter_mut().enumerate() {
                let four = tile.a.add(r * tile.a_stride + group * 4).cast::<i32>();
                let x = _mm512_set1_epi32(four.read_unaligned());
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum = _mm512_dpbusd_epi32(*sum, x, right);
                }
            }
        }
        for (c, col) in (0..BYTE_PANEL).step_by(16).enumerate() {
            let rows = std::array::from_fn(|row| finish(tile, row, col, sums[row][c]));
            put::<ROWS>(tile.target, col, rows);
        }
    }
}

/// Turns the exact sums of sixteen columns into floats.
///
/// # Safety
/// `row < tile.rows`, `col + 16 <= BYTE_PANEL`, and the promise of a [`ByteTile`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn finish(tile: &ByteTile, row: usize, col: usize, sum: __m512i) -> __m512 {
    // SAFETY: the caller's promise.
    unsafe {
        let zero = _mm512_set1_epi32(*tile.zero.add(row));
        let column_sums = _mm512_loadu_si512(tile.column_sums.add(col).cast());
        let exact = _mm512_sub_epi32(sum, _mm512_mullo_epi32(zero, column_sums));
        let step = _mm512_set1_ps(*tile.step.add(row));
        let scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(exact), step);
        let scales = _mm512_loadu_ps(tile.scales.add(col));
        let bias = _mm512_loadu_ps(tile.bias.add(col));
        _mm512_fmadd_ps(scaled, scales, bias)
    }
}

/// Puts sixteen columns of some rows, from `col` on, where they belong.
///
/// # Safety
/// `target` holds as many rows of at least `col + 16` columns, or one.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn put<const ROWS: usize>(target: Target, col: usize, rows: [__m512; ROWS]) {
    // SAFETY: the caller's promise.
    unsafe {
        match target {
            Target::Rows(out, stride) => {
                for (r, row) in rows.into_iter().enumerate() {
                    _mm512_storeu_ps(out.add(r * stride + col), row);
                }
            }
            Target::Largest(out) => {
                let largest = _mm512_loadu_ps(out.add(col));
                let largest = rows
                    .into_iter()
                    .fold(largest, |a, row| _mm512_max_ps(row, a));
                _mm512_storeu_ps(out.add(col), largest);
            }
        }
    }
}
