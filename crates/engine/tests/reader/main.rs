//! Reading in a child process: what a file can do to it, and what it cannot.
//!
//! This test is its own child. Started as one it reads like the product does,
//! through the same limits, but a file may tell it to misbehave; so the product
//! needs no such door.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed; what it skips, it says"
)]

mod child;
mod faults;
mod fences;
mod support;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).map(String::as_str) == Some(child::MARK) {
        child::run(&arguments[2..]);
        return;
    }
    let tests = faults::TESTS.iter().chain(fences::TESTS);
    let trials = tests.map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
