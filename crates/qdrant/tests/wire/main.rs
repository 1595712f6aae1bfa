//! The index on a cluster, against a server in process that speaks its protocol.

mod conformance;
mod faults;
mod refusals;
mod server;
#[path = "../../../index/tests/it/support.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod support;
