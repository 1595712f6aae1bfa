//! Which instructions the machine has.

use std::fmt;

/// An instruction set the kernels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// AVX-512 with the byte dot product (x86-64 servers and laptops since about 2019).
    Avx512Vnni,
    /// AVX2 with fused multiply-add (x86-64 since about 2013).
    Avx2,
    /// NEON (every 64-bit ARM).
    Neon,
    /// No special instructions; the reference for the others.
    Plain,
}

impl Path {
    /// The fastest path of this machine.
    #[must_use]
    pub fn best() -> Self {
        if Self::Avx512Vnni.is_available() {
            Self::Avx512Vnni
        } else if Self::Avx2.is_available() {
            Self::Avx2
        } else if Self::Neon.is_available() {
            Self::Neon
        } else {
            Self::Plain
        }
    }

    /// Whether this machine can run the path.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Plain => true,
            Self::Neon => cfg!(target_arch = "aarch64"),
            Self::Avx512Vnni => has_avx512_vnni(),
            Self::Avx2 => has_avx2(),
        }
    }

    /// The name of the path, as benches and diagnostics print it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Avx512Vnni => "avx512-vnni",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Plain => "plain",
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The paths this machine can run, fastest first; [`Path::Plain`] is always the last.
#[must_use]
pub fn available_paths() -> Vec<Path> {
    [Path::Avx512Vnni, Path::Avx2, Path::Neon, Path::Plain]
        .into_iter()
        .filter(|path| path.is_available())
        .collect()
}

#[cfg(target_arch = "x86_64")]
fn has_avx512_vnni() -> bool {
    // The standard library caches the answer; asking again costs a load and a test.
    std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512vnni")
        && has_avx2()
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512_vnni() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}
