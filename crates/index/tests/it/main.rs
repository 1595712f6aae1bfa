//! Tests of the store through its public face, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests"
)]

mod backups;
mod commits;
mod concurrency;
mod copies;
mod crashes;
mod damage;
mod disk_full;
mod entities;
mod filters;
mod first_pass;
mod following;
mod hierarchy;
mod parsed;
mod payloads;
mod reembedding;
mod searching;
mod support;
mod vacuums;
