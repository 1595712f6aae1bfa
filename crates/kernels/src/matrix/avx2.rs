//! Tiles of AVX2: half a panel or less at a time, for there are 16 registers.

use std::arch::x86_64::*;

use super::{
    bytes::{ByteTile, PANEL as BYTE_PANEL},
    floats::PANEL,
};

/// Rows of a float tile, by two registers of columns.
pub(super) const FLOAT_ROWS: usize = 6;

/// Rows of a byte tile, by two registers of columns.
pub(super) const BYTE_ROWS: usize = 6;

/// Columns of a byte tile that are summed at a time: two registers, two lanes a column.
const BYTE_COLS: usize = 8;

/// Groups of four values that are widened at a time: they stay in the first cache.
const WIDE_GROUPS: usize = 128;

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
    macro_rules! by_rows {
        ($($n:literal),*) => {
            match rows {
                $($n => unsafe {
                    float_rows::<$n>(inner, a, a_stride, panel, bias, out, out_stride)
                },)*
                _ => debug_assert!(false, "{rows} rows in a float tile"),
            }
        };
    }
    // SAFETY: the caller's promise, row count by row count.
    by_rows!(1, 2, 3, 4, 5, 6);
}

#[target_feature(enable = "avx2,fma")]
unsafe fn float_rows<const ROWS: usize>(
    inner: usize,
    a: *const f32,
    a_stride: usize,
    panel: *const f32,
    bias: *const f32,
    out: *mut f32,
    out_stride: usize,
) {
    for col in (0..PANEL).step_by(16) {
        // SAFETY: every offset below is within the shapes the caller promised.
        unsafe {
            let start = [
                _mm256_loadu_ps(bias.add(col)),
                _mm256_loadu_ps(bias.add(col + 8)),
            ];
            let mut sums = [start; ROWS];
            for i in 0..inner {
                let right = panel.add(i * PANEL + col);
                let right = [_mm256_loadu_ps(right), _mm256_loadu_ps(right.add(8))];
                for (r, sums) in sums.iter_mut().enumerate() {
                    let x = _mm256_set1_ps(*a.add(r * a_stride + i));
                    sums[0] = _mm256_fmadd_ps(x, right[0], sums[0]);
                    sums[1] = _mm256_fmadd_ps(x, right[1], sums[1]);
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                _mm256_storeu_ps(out.add(r * out_stride + col), sums[0]);
                _mm256_storeu_ps(out.add(r * out_stride + col + 8), sums[1]);
            }
        }
    }
}

/// # Safety
/// See [`ByteTile`]: the pointers hold what the shapes say. `1 <= tile.rows <= BYTE_ROWS`.
pub(super) unsafe fn byte_tile(tile: &ByteTile) {
    macro_rules! by_rows {
        ($($n:literal),*) => {
            match tile.rows {
                $($n => unsafe { byte_rows::<$n>(tile) },)*
                rows => debug_assert!(false, "{rows} rows in a byte tile"),
            }
        };
    }
    // SAFETY: the caller's promise, row count by row count.
    by_rows!(1, 2, 3, 4, 5, 6);
}

/// The byte product of AVX2 saturates for unsigned by signed bytes, so both are widened to 16 bits:
/// a group of four rows is two pairs, each one multiply-and-add. The left side is widened once for
/// all columns of the panel.
#[target_feature(enable = "avx2,fma")]
unsafe fn byte_rows<const ROWS: usize>(tile: &ByteTile) {
    // Each pair of lanes is one column: its two pairs of rows.
    let mut sums = [[[_mm256_setzero_si256(); 2]; ROWS]; BYTE_PANEL / BYTE_COLS];
    let mut wide = [[0_i64; WIDE_GROUPS]; ROWS];
    for first in (0..tile.groups).step_by(WIDE_GROUPS) {
        let groups = WIDE_GROUPS.min(tile.groups - first);
        // SAFETY: every offset below is within the shapes the caller promised.
        unsafe {
            for (r, wide) in wide.iter_mut().enumerate() {
                widen(
                    tile.a.add(r * tile.a_stride + first * 4),
                    &mut wide[..groups],
                );
            }
            for (step, sums) in sums.iter_mut().enumerate() {
                let panel = tile.panel.add((first * BYTE_PANEL + step * BYTE_COLS) * 4);
                let mut held = *sums;
                for group in 0..groups {
                    let columns = panel.add(group * BYTE_PANEL * 4);
                    let low = _mm256_cvtepi8_epi16(_mm_loadu_si128(columns.cast()));
                    let high = _mm256_cvtepi8_epi16(_mm_loadu_si128(columns.add(16).cast()));
                    for (held, wide) in held.iter_mut().zip(&wide) {
                        let x = _mm256_set1_epi64x(wide[group]);
                        held[0] = _mm256_add_epi32(held[0], _mm256_madd_epi16(low, x));
                        held[1] = _mm256_add_epi32(held[1], _mm256_madd_epi16(high, x));
                    }
                }
                *sums = held;
            }
        }
    }
    for (step, sums) in sums.iter().enumerate() {
        for (r, sums) in sums.iter().enumerate() {
            // Pairs added; the lanes come out as columns 0 1 4 5 2 3 6 7.
            let mixed = _mm256_hadd_epi32(sums[0], sums[1]);
            let sum = _mm256_permute4x64_epi64::<0b_11_01_10_00>(mixed);
            // SAFETY: `r < tile.rows`, the columns lie in the panel, and the caller's promise.
            unsafe { finish(tile, r, step * BYTE_COLS, sum) };
        }
    }
}

/// Widens groups of four unsigned bytes to 16 bits, a group a value.
///
/// # Safety
/// `from` holds four bytes for each of `wide`.
#[target_feature(enable = "avx2,fma")]
unsafe fn widen(from: *const u8, wide: &mut [i64]) {
    let (fours, rest) = wide.as_chunks_mut::<4>();
    let done = fours.len() * 4;
    for (at, four) in fours.iter_mut().enumerate() {
        // SAFETY: the caller's promise; 32 bytes hold four values of eight.
        unsafe {
            let bytes = _mm_loadu_si128(from.add(at * 16).cast());
            _mm256_storeu_si256(four.as_mut_ptr().cast(), _mm256_cvtepu8_epi16(bytes));
        }
    }
    for (at, one) in rest.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        let bytes = unsafe { from.add((done + at) * 4).cast::<i32>().read_unaligned() };
        *one = _mm_cvtsi128_si64(_mm_cvtepu8_epi16(_mm_cvtsi32_si128(bytes)));
    }
}

/// Turns the exact sums of eight columns into floats.
#[target_feature(enable = "avx2,fma")]
unsafe fn finish(tile: &ByteTile, row: usize, col: usize, sum: __m256i) {
    // SAFETY: `row < tile.rows` and `col + 8 <= BYTE_PANEL`, and the caller's promise.
    unsafe {
        let zero = _mm256_set1_epi32(*tile.zero.add(row));
        let column_sums = _mm256_loadu_si256(tile.column_sums.add(col).cast());
        let exact = _mm256_sub_epi32(sum, _mm256_mullo_epi32(zero, column_sums));
        let scaled = _mm256_mul_ps(
            _mm256_cvtepi32_ps(exact),
            _mm256_set1_ps(*tile.step.add(row)),
        );
        let scales = _mm256_loadu_ps(tile.scales.add(col));
        let bias = _mm256_loadu_ps(tile.bias.add(col));
        let out = tile.out.add(row * tile.out_stride + col);
        _mm256_storeu_ps(out, _mm256_fmadd_ps(scaled, scales, bias));
    }
}
