//! AVX-512 VNNI: 64 products an instruction.
//!
//! The instruction multiplies unsigned by signed bytes. Rows are made unsigned
//! by adding 128 (flipping the top bit), which adds `128 × Σ query` to every
//! sum: one number for the whole scan.

use std::arch::x86_64::*;

/// Sums side by side, so that a product need not wait for the one before.
const CHAINS: usize = 2;

/// `query.len() > 0`, `rows.len() == out.len() * query.len()`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn scan(query: &[i8], rows: &[i8], out: &mut [i32]) {
    let query_sum = query
        .iter()
        .fold(0_i32, |sum, x| sum.wrapping_add(i32::from(*x)));
    let shift = query_sum.wrapping_mul(128);
    for (row, dot) in rows.chunks_exact(query.len()).zip(out) {
        *dot = dot_row(query, row).wrapping_sub(shift);
    }
}

/// The sum of a row with 128 added to each of its values. Row after row, so that memory is read as
/// one stream.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot_row(query: &[i8], row: &[i8]) -> i32 {
    let dim = query.len();
    assert_eq!(row.len(), dim);
    let mut sums = [_mm512_setzero_si512(); CHAINS];
    let mut at = 0;
    while at + 64 * CHAINS <= dim {
        for (chain, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the last of these 64 values is within both.
            *sum = unsafe { add_products(*sum, query, row, at + chain * 64, u64::MAX) };
        }
        at += 64 * CHAINS;
    }
    while at < dim {
        let mask = u64::MAX >> (64 - (dim - at).min(64));
        // SAFETY: masked lanes are not read. Lanes beyond the row meet zeros of the query.
        sums[0] = unsafe { add_products(sums[0], query, row, at, mask) };
        at += 64;
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}

/// Adds 64 products, with 128 added to the row's values.
///
/// # Safety
/// `query` and `row` hold a value at `at + i` for each bit `i` of the mask.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn add_products(sum: __m512i, query: &[i8], row: &[i8], at: usize, mask: u64) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        let q = _mm512_maskz_loadu_epi8(mask, query.as_ptr().add(at));
        let row = _mm512_maskz_loadu_epi8(mask, row.as_ptr().add(at));
        _mm512_dpbusd_epi32(sum, _mm512_xor_si512(row, _mm512_set1_epi8(-128)), q)
    }
}
