//! A cluster to try things with: the server of the tests, in memory, until it is interrupted.
//!
//! `cargo run --example in_memory_cluster` prints its address, for `perusal migrate --to ADDRESS`.
//! It speaks Qdrant's protocol over an exact index, keeps nothing, and is slow on large libraries.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "for trying things, not for use"
)]

#[path = "../tests/wire/server/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod server;

fn main() {
    let wire = server::Wire::start();
    println!("{}", wire.url().replace("http", "qdrant"));
    loop {
        std::thread::park();
    }
}
