//! The index on a cluster, against a server in process that speaks its protocol.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; what it skips or measures, it says"
)]

mod conformance;
mod faults;
mod likeness;
mod refusals;
mod server;
#[path = "../../../index/tests/it/support.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod support;
mod versions;
