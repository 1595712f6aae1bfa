//! Numbers in, numbers out: the hot loops of search and embedding.
//!
//! Every loop is written once per instruction set and once plainly, and chosen
//! at run time ([`Path`]). Integer loops are exact, so every path gives the same
//! numbers. Floating-point loops fix the order of every addition and use fused
//! multiply-add throughout, so they give the same bits on every path too: what
//! a text's vector is does not depend on the machine that computed it.
//!
//! All SIMD `unsafe` of the workspace lives here.
#![allow(
    unsafe_code,
    reason = "SIMD loads and stores need it; every block states why it is in bounds"
)]

mod aligned;
mod lanes;
pub mod matrix;
pub mod maxsim;
#[cfg(target_arch = "aarch64")]
mod neon;
mod parts;
mod path;
pub mod peak;
mod quantize;
pub mod rows;
mod scan;
pub mod signs;

pub use path::{Path, available_paths};
pub use quantize::{Quantized, quantize};
pub use scan::{dot_i8, prefetch, scan_i8, scan_i8_with};
