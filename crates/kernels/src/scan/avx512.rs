//! AVX-512 VNNI: 64 products an instruction.
//!
//! The instruction multiplies unsigned by signed bytes. Rows are made unsigned
//! by adding 128 (flipping the top bit), which adds `128 × Σ query` to every
//! sum: one number for the whole scan.

use std::arch::x86_64::*;

/// Rows worked on at once, so that a load of the query serves four.
const ROWS: usize = 4;

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    let dim = query.len();
    let query_sum = query
        .iter()
        .fold(0_i32, |sum, x| sum.wrapping_add(i32::from(*x)));
    let shift = query_sum.wrapping_mul(128);
    let mut groups = rows.chunks_exact(dim * ROWS);
    let mut outs = out.chunks_exact_mut(ROWS);
    for (group, dots) in (&mut groups).zip(&mut outs) {
        for (dot, sum) in dots.iter_mut().zip(dot_rows::<ROWS>(query, group)) {
            *dot = sum.wrapping_sub(shift);
        }
    }
    for (row, dot) in groups
        .remainder()
        .chunks_exact(dim)
        .zip(outs.into_remainder())
    {
        *dot = dot_rows::<1>(query, row)[0].wrapping_sub(shift);
    }
}

/// Sums of `N` rows with 128 added to each of their values. `rows.len() == N * query.len()`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot_rows<const N: usize>(query: &[i8], rows: &[i8]) -> [i32; N] {
    let dim = query.len();
    assert_eq!(rows.len(), dim * N);
    let flip = _mm512_set1_epi8(-128);
    let mut sums = [_mm512_setzero_si512(); N];
    let mut at = 0;
    while at + 64 <= dim {
        // SAFETY: `at + 64 <= dim`, and row `r` is `rows[r * dim..][..dim]`.
        unsafe {
            let q = _mm512_loadu_si512(query.as_ptr().add(at).cast());
            for (r, sum) in sums.iter_mut().enumerate() {
                let row = _mm512_loadu_si512(rows.as_ptr().add(r * dim + at).cast());
                *sum = _mm512_dpbusd_epi32(*sum, _mm512_xor_si512(row, flip), q);
            }
        }
        at += 64;
    }
    if at < dim {
        let mask: __mmask64 = (1_u64 << (dim - at)) - 1;
        // SAFETY: masked lanes are not read, and `at + popcount(mask) == dim`.
        // Lanes beyond the row meet zeros of the query.
        unsafe {
            let q = _mm512_maskz_loadu_epi8(mask, query.as_ptr().add(at));
            for (r, sum) in sums.iter_mut().enumerate() {
                let row = _mm512_maskz_loadu_epi8(mask, rows.as_ptr().add(r * dim + at));
                *sum = _mm512_dpbusd_epi32(*sum, _mm512_xor_si512(row, flip), q);
            }
        }
    }
    sums.map(|sum| _mm512_reduce_add_epi32(sum))
}
