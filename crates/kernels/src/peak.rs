//! What a core can do at most: products in registers, which the benches compare with.
//!
//! Each round is one multiply-and-add for each of some chains of sums. What they add up to has no
//! meaning.

use crate::Path;

/// Sums side by side: enough to hide the latency of an instruction on every machine known, few enough
/// for the registers.
const CHAINS: usize = 12;

/// Does `rounds` of fused multiply-adds of floats, and gives their number of operations, two each;
/// 0 on a path this is not written for.
///
/// # Panics
/// When this machine cannot run the path.
#[must_use]
pub fn floats(path: Path, rounds: u64) -> u64 {
    assert!(path.is_available(), "this machine has no {path}");
    match path {
        // SAFETY: `is_available` found the instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => unsafe { x86::avx512_floats(rounds) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { x86::avx2_floats(rounds) },
        _ => 0,
    }
}

/// Does `rounds` of products of bytes as the path's byte matrix does them, and gives their number of
/// operations, two a product; 0 on a path this is not written for.
///
/// # Panics
/// When this machine cannot run the path.
#[must_use]
pub fn bytes(path: Path, rounds: u64) -> u64 {
    assert!(path.is_available(), "this machine has no {path}");
    match path {
        // SAFETY: `is_available` found the instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => unsafe { x86::avx512_bytes(rounds) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { x86::avx2_bytes(rounds) },
        _ => 0,
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::{arch::x86_64::*, hint::black_box};

    use super::CHAINS;

    /// Keeps the sums, so that they are worked out, and counts `lanes` products a chain and round.
    fn operations<T>(sums: [T; CHAINS], rounds: u64, lanes: u64) -> u64 {
        black_box(sums);
        rounds * CHAINS as u64 * lanes * 2
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn avx512_floats(rounds: u64) -> u64 {
        let (x, y) = (_mm512_set1_ps(0.999), _mm512_set1_ps(0.001));
        let mut sums = [x; CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = _mm512_fmadd_ps(*sum, x, y);
            }
        }
        operations(sums, rounds, 16)
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn avx2_floats(rounds: u64) -> u64 {
        let (x, y) = (_mm256_set1_ps(0.999), _mm256_set1_ps(0.001));
        let mut sums = [x; CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = _mm256_fmadd_ps(*sum, x, y);
            }
        }
        operations(sums, rounds, 8)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn avx512_bytes(rounds: u64) -> u64 {
        let (x, y) = (_mm512_set1_epi8(3), _mm512_set1_epi8(-5));
        let mut sums = [x; CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = _mm512_dpbusd_epi32(*sum, x, y);
            }
        }
        operations(sums, rounds, 64)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2_bytes(rounds: u64) -> u64 {
        let y = _mm256_set1_epi16(-5);
        let mut sums = [y; CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(*sum, y));
            }
        }
        operations(sums, rounds, 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::available_paths;

    #[test]
    fn operations_are_counted() {
        for path in available_paths() {
            for run in [floats, bytes] {
                assert_eq!(run(path, 20), 2 * run(path, 10));
            }
        }
    }
}
