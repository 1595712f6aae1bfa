//! Every kind of encoder on small checkpoints made here, against computations that share no code with
//! it; and checkpoints that are broken.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, also in the functions it calls"
)]

mod bert;
mod broken;
mod cross;
mod family;
mod made;
mod onnx;
mod onnx_cross;
