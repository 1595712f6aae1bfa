//! The byte dot product of ARM, which CPUs have had since about 2018.
//!
//! The standard library does not offer the instruction yet (`stdarch_neon_dotprod`).

use std::arch::{aarch64::*, asm};

/// Whether this machine has the dot product.
pub(crate) fn has_dot_product() -> bool {
    std::arch::is_aarch64_feature_detected!("dotprod")
}

/// Adds to each lane the dot product of its four bytes of `a` and `b`, exactly, wrapping in 32 bits.
#[inline]
#[target_feature(enable = "neon,dotprod")]
pub(crate) fn dot(mut sum: int32x4_t, a: int8x16_t, b: int8x16_t) -> int32x4_t {
    // SAFETY: the instruction reads and writes registers only.
    unsafe {
        asm!(
            "sdot {sum:v}.4s, {a:v}.16b, {b:v}.16b",
            sum = inout(vreg) sum,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sum
}
