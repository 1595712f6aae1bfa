//! Plain loops over 16 lanes, compiled for each instruction set.
//!
//! A loop written here has no intrinsics: sixteen lanes in an array become one
//! AVX-512 register, two of AVX2, four of NEON. Since the lanes, the order of
//! additions and the fused multiply-adds are in the source, every instruction
//! set gives the same bits.

/// Lanes of a block.
pub(crate) const LANES: usize = 16;

/// Makes `pub fn name(path, …)` that runs the body compiled for `path`.
///
/// # Panics
/// The function panics when this machine cannot run the path.
macro_rules! for_each_path {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block) => {
        $(#[$doc])*
        $vis fn $name(path: $crate::Path, $($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn plain($($arg: $ty),*) $(-> $ret)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")]
            fn avx512($($arg: $ty),*) $(-> $ret)? {
                plain($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $ty),*) $(-> $ret)? {
                plain($($arg),*)
            }

            assert!(path.is_available(), "this machine has no {path}");
            match path {
                // SAFETY: `is_available` found the instructions.
                #[cfg(target_arch = "x86_64")]
                $crate::Path::Avx512Vnni => unsafe { avx512($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::Path::Avx2 => unsafe { avx2($($arg),*) },
                // NEON is part of every 64-bit ARM target, so the plain loop uses it.
                _ => plain($($arg),*),
            }
        }
    };
}
pub(crate) use for_each_path;

/// The larger one; `b` when either is no number.
#[inline(always)]
pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller one; `b` when either is no number.
#[inline(always)]
pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Folds all values into one: lane by lane, then the lanes pairwise, then the rest in order.
#[inline(always)]
pub(crate) fn fold(
    values: &[f32],
    start: f32,
    step: impl Fn(f32, f32) -> f32,
    join: impl Fn(f32, f32) -> f32,
) -> f32 {
    let mut lanes = [start; LANES];
    let mut blocks = values.chunks_exact(LANES);
    for block in &mut blocks {
        for (lane, x) in lanes.iter_mut().zip(block) {
            *lane = step(*lane, *x);
        }
    }
    for (lane, x) in lanes.iter_mut().zip(blocks.remainder()) {
        *lane = step(*lane, *x);
    }
    join_lanes(lanes, join)
}

/// The least and the largest of the values and 0; what is no number counts for nothing.
#[inline(always)]
pub(crate) fn range(values: &[f32]) -> (f32, f32) {
    let (mut least, mut largest) = ([0.0; LANES], [0.0; LANES]);
    let mut blocks = values.chunks_exact(LANES);
    for block in &mut blocks {
        for ((least, largest), x) in least.iter_mut().zip(&mut largest).zip(block) {
            *least = smaller(*x, *least);
            *largest = larger(*x, *largest);
        }
    }
    for ((least, largest), x) in least.iter_mut().zip(&mut largest).zip(blocks.remainder()) {
        *least = smaller(*x, *least);
        *largest = larger(*x, *largest);
    }
    (join_lanes(least, smaller), join_lanes(largest, larger))
}

/// The lanes pairwise, half with half, until one is left.
#[inline(always)]
fn join_lanes(mut lanes: [f32; LANES], join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] = join(lanes[i], lanes[i + width]);
        }
        width /= 2;
    }
    lanes[0]
}

/// Adding this rounds to a whole number and leaves it in the low bits (1.5 × 2^23).
pub(crate) const ROUND: f32 = 12_582_912.0;

/// e^x, relative error under 2e-7; 0-ish below -87, finite above 88.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    // ln 2 in two parts: the first has few bits, so that its product with n is exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = smaller(larger(x, -87.0), 88.0);
    let shifted = x.mul_add(std::f32::consts::LOG2_E, ROUND);
    let n = shifted - ROUND;
    let r = n.mul_add(-LN2_LOW, n.mul_add(-LN2_HIGH, x));
    // Minimax polynomial of e^r on ±ln 2 / 2 (Cephes `expf`).
    let mut p = 1.987_569_1e-4_f32;
    p = p.mul_add(r, 1.398_2e-3);
    p = p.mul_add(r, 8.333_452e-3);
    p = p.mul_add(r, 4.166_579_6e-2);
    p = p.mul_add(r, 1.666_666_6e-1);
    p = p.mul_add(r, 0.5);
    let value = p.mul_add(r * r, r) + 1.0;
    f32::from_bits(value.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// The error function, absolute error under 3e-7 (Abramowitz and Stegun 7.1.26).
#[inline(always)]
pub(crate) fn erf(x: f32) -> f32 {
    let magnitude = x.abs();
    let t = 1.0 / magnitude.mul_add(0.327_591_1, 1.0);
    let mut p = 1.061_405_4_f32;
    p = p.mul_add(t, -1.453_152);
    p = p.mul_add(t, 1.421_413_7);
    p = p.mul_add(t, -0.284_496_74);
    p = p.mul_add(t, 0.254_829_6);
    let value = (-(p * t)).mul_add(exp(-(x * x)), 1.0);
    value.copysign(x)
}

/// ln(1 + x) of x ≥ 0, relative error under 3e-7.
#[inline(always)]
pub(crate) fn ln_1p(x: f32) -> f32 {
    /// The bits of √½: fractions lie between it and its double.
    const ROOT_HALF: u32 = 0x3f35_04f3;
    let x = smaller(x, f32::MAX);
    let sum = 1.0 + x;
    let shifted = sum.to_bits().wrapping_sub(ROOT_HALF);
    let exponent = ((shifted as i32) >> 23) as f32;
    let f = f32::from_bits((shifted & 0x007f_ffff).wrapping_add(ROOT_HALF)) - 1.0;
    // Minimax polynomial of ln(1 + f) (Cephes `logf`).
    let mut p = 7.037_684e-2_f32;
    p = p.mul_add(f, -0.115_146_1);
    p = p.mul_add(f, 0.116_769_99);
    p = p.mul_add(f, -0.124_201_41);
    p = p.mul_add(f, 0.142_493_23);
    p = p.mul_add(f, -0.166_680_57);
    p = p.mul_add(f, 0.200_007_15);
    p = p.mul_add(f, -0.249_999_94);
    p = p.mul_add(f, 0.333_333_3);
    let square = f * f;
    let mut ln = (p * f).mul_add(square, exponent * -2.121_944_4e-4);
    ln = square.mul_add(-0.5, ln);
    ln = exponent.mul_add(0.693_359_4, f + ln);
    // What the sum lost of x.
    let lost = x - (sum - 1.0);
    ln + lost / sum
}
