//! The binary as its users meet it. One test binary, so it is linked once.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; what it skips or counts, it says"
)]

mod advised;
mod analyze;
mod backup;
mod bad_input;
#[cfg(feature = "qdrant")]
mod cluster;
#[cfg(feature = "qdrant")]
#[path = "../../../qdrant/tests/wire/server/mod.rs"]
#[allow(dead_code, reason = "the tests of the crate use the rest of it")]
mod cluster_server;
mod commands;
mod concurrency;
mod copies;
mod crash;
mod determinism;
mod differing;
mod durability;
mod experiment;
mod explaining;
mod faults;
mod formats;
mod gains;
mod hard_plans;
mod home;
mod imports;
mod language;
mod made_up;
mod mentions;
mod messages;
mod model_server;
mod mutations;
mod odd_questions;
mod passages;
mod problems;
mod queries;
mod reading;
mod rebuild;
mod reindex;
mod remote;
mod rerank;
mod rerank_onnx;
mod routing;
mod routing_rules;
mod serve;
mod serve_experiments;
#[cfg(feature = "grpc")]
mod serve_grpc;
mod serve_leaving;
mod serve_page;
mod serve_random;
#[cfg(feature = "qdrant")]
mod serve_replica;
mod serve_store;
#[cfg(feature = "otel")]
mod serve_telemetry;
mod serve_trouble;
mod serve_warm;
mod settings;
mod sheets;
mod sides;
mod small_disk;
mod summaries;
mod web;
mod web_server;
mod words;
mod written;
