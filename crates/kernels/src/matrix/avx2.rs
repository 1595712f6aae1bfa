//! Tiles of AVX2: a few rows by two registers of columns, for there are 16 registers.

use std::{arch::x86_64::*, mem::MaybeUninit};

use super::tile::{BYTE_PANEL, ByteTile, FLOAT_PANEL as PANEL, Target};

/// Rows of a float tile, by one panel.
pub(super) const FLOAT_ROWS: usize = 6;

/// Rows of a byte tile, by two registers of columns at a time. Six would leave no register for a
/// product before it is added.
pub(super) const BYTE_ROWS: usize = 5;

/// Columns of a byte tile that are summed at a time: two registers, a lane a column. A panel holds
/// them apart from the others, so that they are read as one stream.
pub(super) const BYTE_COLS: usize = 16;

/// Values of a column that are multiplied and added at a time.
pub(super) const BYTES_TOGETHER: usize = 2;

/// Pairs of the left side that are widened at a time: they stay in the first cache.
const WIDE_PAIRS: usize = 256;

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
    macro_rules! by_rows {
        ($($n:literal),*) => {
            match rows {
                $($n => unsafe {
                    float_rows::<$n>(inner, a, a_stride, panel, bias, target)
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
    target: Target,
) {
    // SAFETY: every offset below is within the shapes the caller promised.
    unsafe {
        let start = [_mm256_loadu_ps(bias), _mm256_loadu_ps(bias.add(8))];
        let mut sums = [start; ROWS];
        for i in 0..inner {
            let right = panel.add(i * PANEL);
            let right = [_mm256_loadu_ps(right), _mm256_loadu_ps(right.add(8))];
            for (r, sums) in sums.iter_mut().enumerate() {
                let x = _mm256_set1_ps(*a.add(r * a_stride + i));
                sums[0] = _mm256_fmadd_ps(x, right[0], sums[0]);
                sums[1] = _mm256_fmadd_ps(x, right[1], sums[1]);
            }
        }
        put(target, 0, sums.map(|sums| sums[0]));
        put(target, 8, sums.map(|sums| sums[1]));
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
    by_rows!(1, 2, 3, 4, 5);
}

/// The byte product of AVX2 saturates for unsigned by signed bytes, so both are widened to 16 bits:
/// two rows of the panel are one multiply-and-add. The left side is widened once for all columns of
/// the panel.
#[target_feature(enable = "avx2,fma")]
unsafe fn byte_rows<const ROWS: usize>(tile: &ByteTile) {
    let pairs = tile.groups * 2;
    let mut sums = [[[_mm256_setzero_si256(); 2]; ROWS]; BYTE_PANEL / BYTE_COLS];
    let mut wide = [[MaybeUninit::<i32>::uninit(); WIDE_PAIRS]; ROWS];
    for first in (0..pairs).step_by(WIDE_PAIRS) {
        let count = WIDE_PAIRS.min(pairs - first);
        // SAFETY: every offset below is within the shapes the caller promised, and `count` pairs of
        // each row are widened before they are read.
        unsafe {
            for (r, wide) in wide.iter_mut().enumerate() {
                let from = tile.a.add(r * tile.a_stride + first * 2);
                widen(from, wide.as_mut_ptr().cast(), count);
            }
            for (step, sums) in sums.iter_mut().enumerate() {
                let columns = tile.panel.add((step * pairs + first) * BYTE_COLS * 2);
                let mut held = *sums;
                for pair in 0..count {
                    let at = columns.add(pair * BYTE_COLS * 2).cast::<__m128i>();
                    let low = _mm256_cvtepi8_epi16(_mm_loadu_si128(at));
                    let high = _mm256_cvtepi8_epi16(_mm_loadu_si128(at.add(1)));
                    for (held, wide) in held.iter_mut().zip(&wide) {
                        let x = _mm256_set1_epi32(wide[pair].assume_init());
                        held[0] = _mm256_add_epi32(held[0], _mm256_madd_epi16(low, x));
                        held[1] = _mm256_add_epi32(held[1], _mm256_madd_epi16(high, x));
                    }
                }
                *sums = held;
            }
        }
    }
    for (step, sums) in sums.iter().enumerate() {
        let first = step * BYTE_COLS;
        for (side, col) in [first, first + 8].into_iter().enumerate() {
            // SAFETY: a row is one of the tile's, the columns lie in the panel, and the caller's promise.
            unsafe {
                let rows = std::array::from_fn(|row| finish(tile, row, col, sums[row][side]));
                put::<ROWS>(tile.target, col, rows);
            }
        }
    }
}

/// Puts eight columns of some rows, from `col` on, where they belong.
///
/// # Safety
/// `target` holds as many rows of at least `col + 8` columns, or one.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn put<const ROWS: usize>(target: Target, col: usize, rows: [__m256; ROWS]) {
    // SAFETY: the caller's promise.
    unsafe {
        match target {
            Target::Rows(out, stride) => {
                for (r, row) in rows.into_iter().enumerate() {
                    _mm256_storeu_ps(out.add(r * stride + col), row);
                }
            }
            Target::Largest(out) => {
                let largest = _mm256_loadu_ps(out.add(col));
                let largest = rows
                    .into_iter()
                    .fold(largest, |a, row| _mm256_max_ps(row, a));
                _mm256_storeu_ps(out.add(col), largest);
            }
        }
    }
}

/// Widens an even number of pairs of unsigned bytes to 16 bits.
///
/// # Safety
/// `from` holds two bytes for each pair, `to` four.
#[target_feature(enable = "avx2,fma")]
unsafe fn widen(from: *const u8, to: *mut i32, pairs: usize) {
    let eights = pairs / 8 * 8;
    for at in (0..eights).step_by(8) {
        // SAFETY: the caller's promise; 32 bytes hold eight pairs of four.
        unsafe {
            let bytes = _mm_loadu_si128(from.add(at * 2).cast());
            _mm256_storeu_si256(to.add(at).cast(), _mm256_cvtepu8_epi16(bytes));
        }
    }
    for at in (eights..pairs).step_by(2) {
        // SAFETY: the caller's promise.
        unsafe {
            let bytes = _mm_cvtsi32_si128(from.add(at * 2).cast::<i32>().read_unaligned());
            _mm_storeu_si64(to.add(at).cast(), _mm_cvtepu8_epi16(bytes));
        }
    }
}

/// Turns the exact sums of eight columns into floats.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn finish(tile: &ByteTile, row: usize, col: usize, sum: __m256i) -> __m256 {
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
        _mm256_fmadd_ps(scaled, scales, bias)
    }
}
