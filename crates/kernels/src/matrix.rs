//! Matrix products in single precision and in bytes.
//!
//! The right-hand matrix is packed once into panels of columns, as the
//! registers of the path read them. Every element of a product is one chain of
//! additions along the inner dimension, never split: so a row's result does not
//! depend on how many rows there are, on the tile it falls into, or on the path.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bytes;
mod floats;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod tile;
mod view;

pub use bytes::ByteMatrix;
pub use floats::FloatMatrix;
pub use view::{View, ViewMut};

/// Rows of the left-hand matrix worked on before the panels are read again: enough that
/// a panel read from memory is used often, few enough that the rows stay in the core's cache.
const BLOCK_ROWS: usize = 192;
