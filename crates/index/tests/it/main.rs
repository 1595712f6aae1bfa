//! Tests of the store through its public face, in one binary.

mod commits;
mod concurrency;
mod crashes;
mod damage;
mod disk_full;
mod filters;
mod searching;
mod support;
mod vacuums;
