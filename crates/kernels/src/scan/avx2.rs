//! AVX2: bytes widened to 16 bits, multiplied and added in pairs, which cannot saturate.

use std::arch::x86_64::*;

use super::plain;

/// Rows worked on at once, so that widening the query serves four.
const ROWS: usize = 4;

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx2")]
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    let dim = query.len();
    let mut groups = rows.chunks_exact(dim * ROWS);
    let mut outs = out.chunks_exact_mut(ROWS);
    for (group, dots) in (&mut groups).zip(&mut outs) {
        dots.copy_from_slice(&dot_rows::<ROWS>(query, group));
    }
    for (row, dot) in groups
        .remainder()
        .chunks_exact(dim)
        .zip(outs.into_remainder())
    {
        *dot = dot_rows::<1>(query, row)[0];
    }
}

/// Dot products of `N` rows. `rows.len() == N * query.len()`.
#[target_feature(enable = "avx2")]
fn dot_rows<const N: usize>(query: &[i8], rows: &[i8]) -> [i32; N] {
    let dim = query.len();
    assert_eq!(rows.len(), dim * N);
    let mut sums = [_mm256_setzero_si256(); N];
    let mut at = 0;
    while at + 16 <= dim {
        // SAFETY: `at + 16 <= dim`, and row `r` is `rows[r * dim..][..dim]`.
        unsafe {
            let q = _mm256_cvtepi8_epi16(_mm_loadu_si128(query.as_ptr().add(at).cast()));
            for (r, sum) in sums.iter_mut().enumerate() {
                let row = _mm_loadu_si128(rows.as_ptr().add(r * dim + at).cast());
                let products = _mm256_madd_epi16(_mm256_cvtepi8_epi16(row), q);
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
        at += 16;
    }
    let mut dots = sums.map(|sum| horizontal_sum(sum));
    for (r, dot) in dots.iter_mut().enumerate() {
        let rest = plain::dot_of(&query[at..], &rows[r * dim + at..(r + 1) * dim]);
        *dot = dot.wrapping_add(rest);
    }
    dots
}

#[target_feature(enable = "avx2")]
fn horizontal_sum(v: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b_01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b_10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
