//! What the server tells of its answers: spans by the names that other tools know, kept with each
//! trace, and sent to a collector where one is named (feature `otel`). Contents stay here unless
//! their owner lets them go.

mod names;
#[cfg(feature = "otel")]
pub mod otlp;
pub mod span;
