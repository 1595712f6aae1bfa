//! Figures, codes and limits in text: what questions, cells and sentences are compared by.

pub mod bounds;
pub mod exact;
pub mod scan;

pub use exact::Exact;
