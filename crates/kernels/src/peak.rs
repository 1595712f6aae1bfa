//! What a core can do at most: products in registers, which the benches compare with.
//!
//! Each round is one multiply-and-add for each of some chains of sums. What they add up to has no
//! meaning.

use std::hint::black_box;

use crate::Path;

/// Sums side by side: enough to hide the latency of an instruction on every machine known, few enough
/// for the registers. 64-bit ARM has 32 of them, and up to four multipliers of four cycles.
const CHAINS: usize = if cfg!(target_arch = "aarch64") {
    24
} else {
    12
};

/// Keeps the sums, so that they are worked out, and counts `lanes` products a chain and round.
fn operations<T>(sums: [T; CHAINS], rounds: u64, lanes: u64) -> u64 {
    black_box(sums);
    rounds * CHAINS as u64 * lanes * 2
}

/// Does `rounds` of fused multiply-adds of floats, and gives their number of operations, two each;
/// 0 on the plain path, which has no instructions of its own.
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
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        Path::Neon => unsafe { arm::floats(rounds) },
        _ => operations([(); CHAINS], rounds, 0),
    }
}

/// Does `rounds` of products of bytes as the path's byte matrix does them, and gives their number of
/// operations, two a product; 0 on the plain path.
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
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        Path::Neon => unsafe { arm::bytes(rounds) },
        _ => operations([(); CHAINS], rounds, 0),
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{CHAINS, operations};

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

#[cfg(target_arch = "aarch64")]
mod arm {
    use std::arch::aarch64::*;

    use super::{CHAINS, operations};
    use crate::neon::{dot, has_dot_product};

    #[target_feature(enable = "neon")]
    pub(super) fn floats(rounds: u64) -> u64 {
        let (x, y) = (vdupq_n_f32(0.999), vdupq_n_f32(0.001));
        let mut sums = [x; CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = vfmaq_f32(y, *sum, x);
            }
        }
        operations(sums, rounds, 4)
    }

    #[target_feature(enable = "neon")]
    pub(super) fn bytes(rounds: u64) -> u64 {
        if has_dot_product() {
            // SAFETY: the machine has the instruction.
            unsafe { dot_products(rounds) }
        } else {
            products(rounds)
        }
    }

    #[target_feature(enable = "neon,dotprod")]
    fn dot_products(rounds: u64) -> u64 {
        let (x, y) = (vdupq_n_s8(3), vdupq_n_s8(-5));
        let mut sums = [vdupq_n_s32(0); CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = dot(*sum, x, y);
            }
        }
        operations(sums, rounds, 16)
    }

    /// Half a register of bytes multiplied to 16 bits, added in pairs to 32.
    #[target_feature(enable = "neon")]
    pub(super) fn products(rounds: u64) -> u64 {
        let y = vdup_n_s8(-5);
        let mut sums = [vdupq_n_s32(3); CHAINS];
        for _ in 0..rounds {
            for sum in &mut sums {
                let x = vget_low_s8(vreinterpretq_s8_s32(*sum));
                *sum = vpadalq_s16(*sum, vmull_s8(x, y));
            }
        }
        operations(sums, rounds, 8)
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
                assert_eq!(run(path, 1) == 0, path == Path::Plain, "{path}");
            }
        }
    }
}
