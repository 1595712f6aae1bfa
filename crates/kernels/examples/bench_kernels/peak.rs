//! How many products of bytes a core makes when nothing but registers is touched.
#![allow(
    unsafe_code,
    reason = "calls functions compiled for instructions that were found"
)]

use kernels::Path;

use super::shortest;

/// Multiplications and additions a second; `None` for a path that has no instruction for them.
pub fn byte_products(path: Path) -> Option<f64> {
    let (operations, time) = match path {
        // SAFETY: the caller got the path from `available_paths`.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => (
            x86::AVX512_OPERATIONS,
            shortest(|| unsafe { x86::avx512() }),
        ),
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => (x86::AVX2_OPERATIONS, shortest(|| unsafe { x86::avx2() })),
        _ => return None,
    };
    let rate = operations as f64 / time;
    println!(
        "{path:12} products of bytes in registers alone: {:7.1} GOP/s",
        rate / 1e9
    );
    Some(rate)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::hint::black_box;

    const ROUNDS: usize = 1_000_000;
    /// Sums that do not wait for each other.
    const SUMS: usize = 12;

    pub const AVX512_OPERATIONS: usize = ROUNDS * SUMS * 64 * 2;
    pub const AVX2_OPERATIONS: usize = ROUNDS * SUMS * 16 * 2;

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn avx512() {
        let a = black_box(_mm512_set1_epi8(3));
        let b = black_box(_mm512_set1_epi8(5));
        let mut sums = [_mm512_setzero_si512(); SUMS];
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = _mm512_dpbusd_epi32(*sum, a, b);
            }
        }
        black_box(sums);
    }

    /// Without the byte dot product: 16 bits in pairs, and an addition.
    #[target_feature(enable = "avx2")]
    pub fn avx2() {
        let mut a = black_box(_mm256_set1_epi16(3));
        let b = black_box(_mm256_set1_epi16(5));
        let mut sums = [_mm256_setzero_si256(); SUMS];
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(a, b));
            }
            // A product that never changes would be taken out of the loop.
            a = _mm256_xor_si256(a, b);
        }
        black_box(sums);
    }
}
