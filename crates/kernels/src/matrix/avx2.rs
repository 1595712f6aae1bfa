//! Tiles of AVX2: half a panel or less at a time, for there are 16 registers.

use std::arch::x86_64::*;

use super::{
    bytes::{ByteTile, PANEL as BYTE_PANEL},
    floats::PANEL,
};

/// Rows of a float tile, by two registers of columns.
pub(super) const FLOAT_ROWS: usize = 6;

/// Rows of a byte tile, by two registers of columns.
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

/// The byte product of AVX2 saturates for unsigned by signed bytes, so both are widened to 16 bits:
/// a group of four rows is two pairs, each one multiply-and-add.
#[target_feature(enable = "avx2,fma")]
unsafe fn byte_rows<const ROWS: usize>(tile: &ByteTile) {
    // Four columns of a group are 16 bytes, 16 values once widened.
    const COLS: usize = 8;
    for col in (0..BYTE_PANEL).step_by(COLS) {
        // SAFETY: every offset below is within the shapes the caller promised.
        unsafe {
            // Each pair of lanes is one column: its two pairs of rows.
            let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
            for group in 0..tile.groups {
                let panel = tile.panel.add((group * BYTE_PANEL + col) * 4);
                let low = _mm256_cvtepi8_epi16(_mm_loadu_si128(panel.cast()));
                let high = _mm256_cvtepi8_epi16(_mm_loadu_si128(panel.add(16).cast()));
                for (r, sums) in sums.iter_mut().enumerate() {
                    let four = tile.a.add(r * tile.a_stride + group * 4).cast::<i32>();
                    let four = _mm_set1_epi32(four.read_unaligned());
                    let x = _mm256_cvtepu8_epi16(four);
                    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(low, x));
                    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(high, x));
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                // Pairs added; the lanes come out as columns 0 1 4 5 2 3 6 7.
                let mixed = _mm256_hadd_epi32(sums[0], sums[1]);
                let sum = _mm256_permute4x64_epi64::<0b_11_01_10_00>(mixed);
                finish(tile, r, col, sum);
            }
        }
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
