//! The binary as its users meet it. One test binary, so it is linked once.

mod bad_input;
mod commands;
mod concurrency;
mod crash;
mod determinism;
mod durability;
mod home;
mod imports;
mod made_up;
mod settings;
