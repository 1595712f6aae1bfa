//! One query against every row: exact integer dot products.
//!
//! The scan reads each row once and nothing else, so it runs at the speed of
//! memory. Sums wrap in 32 bits: they are exact when the true sum fits, which
//! bytes do up to 131,071 dimensions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;

use crate::Path;

/// Dot product of two vectors of bytes of one length.
///
/// # Panics
/// When the lengths differ.
///
/// ```
/// assert_eq!(kernels::dot_i8(&[1, -2, 3], &[4, 5, 6]), 12);
/// ```
#[must_use]
pub fn dot_i8(a: &[i8], b: &[i8]) -> i32 {
    let mut dot = [0];
    scan_i8(a, b, a.len(), &mut dot);
    dot[0]
}

/// Asks for a row's cache lines before it is scanned, so that rows far apart are waited for together.
///
/// It reads nothing, and does nothing where the machine has no such instruction.
#[inline]
pub fn prefetch(row: &[i8]) {
    #[cfg(target_arch = "x86_64")]
    for line in row.chunks(64) {
        // SAFETY: the instruction reads no memory and never faults; x86-64 always has it.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(line.as_ptr());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = row;
}

/// Dot products of `query` (`dim` values) with each of `rows` (`n × dim`, row-major) into `out` (`n`).
///
/// The result is exact and the same on every path.
///
/// # Panics
/// When the lengths do not fit together: `query.len() != dim` or `rows.len() != out.len() * dim`.
pub fn scan_i8(query: &[i8], rows: &[i8], dim: usize, out: &mut [i32]) {
    scan_i8_with(Path::best(), query, rows, dim, out);
}

/// [`scan_i8`] on a given path, for tests and benches.
///
/// # Panics
/// As [`scan_i8`], and when this machine cannot run the path.
pub fn scan_i8_with(path: Path, query: &[i8], rows: &[i8], dim: usize, out: &mut [i32]) {
    assert_eq!(query.len(), dim, "query length against dim");
    assert_eq!(
        Some(rows.len()),
        out.len().checked_mul(dim),
        "length of rows against out × dim"
    );
    assert!(path.is_available(), "this machine has no {path}");
    if dim == 0 {
        out.fill(0);
        return;
    }
    match path {
        // SAFETY: `is_available` found the instructions, and the lengths were checked above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => unsafe { avx512::scan(query, rows, out) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { avx2::scan(query, rows, out) },
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        Path::Neon => unsafe { neon::scan(query, rows, out) },
        _ => plain::scan(query, rows, out),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::available_paths;

    fn check(query: &[i8], rows: &[i8], dim: usize) {
        let count = rows.len().checked_div(dim).unwrap_or(3);
        let expected: Vec<i32> = (0..count)
            .map(|r| {
                let row = &rows[r * dim..(r + 1) * dim];
                query
                    .iter()
                    .zip(row)
                    .map(|(a, b)| i32::from(*a) * i32::from(*b))
                    .sum()
            })
            .collect();
        for path in available_paths() {
            let mut out = vec![i32::MIN; count];
            scan_i8_with(path, query, rows, dim, &mut out);
            assert_eq!(out, expected, "{path}, dim {dim}, {count} rows");
        }
    }

    #[test]
    fn extremes_do_not_saturate() {
        for dim in [0, 1, 63, 64, 65, 384, 1024, 65_536] {
            for (a, b) in [(-128, -128), (-128, 127), (127, -128), (127, 127)] {
                check(&vec![a; dim], &vec![b; dim * 5], dim);
            }
        }
    }

    proptest! {
        #[test]
        fn every_path_gives_the_exact_sum(
            dim in 1_usize..200, count in 0_usize..11, seed in any::<u64>(), shift in 0_usize..3,
        ) {
            let mut state = seed | 1;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 56) as u8 as i8
            };
            let query: Vec<i8> = (0..dim).map(|_| next()).collect();
            // A shifted start, so that no path leans on alignment.
            let rows: Vec<i8> = (0..dim * count + shift).map(|_| next()).collect();
            check(&query, &rows[shift..], dim);
        }
    }

    #[test]
    #[should_panic(expected = "length of rows")]
    fn lengths_must_fit() {
        scan_i8(&[1, 2], &[1, 2, 3], 2, &mut [0, 0]);
    }
}
