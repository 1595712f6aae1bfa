//! Settings: what was written, where, and what is meant.
//!
//! Flags, then environment (`PERUSAL_…`, `__` nests), then `./perusal.toml`,
//! then the user's own `perusal.toml`, then defaults. Unknown keys are errors.
//! A `perusal.toml` in the current folder may come from anywhere, so it sets
//! paths, servers and prompts only once the user trusts it.

mod origins;
mod remote;
mod rerank;
mod resolved;
mod trust;
mod web;
mod written;

pub use rerank::{RerankSource, key as rerank_key};
pub use resolved::{OptionalArm, Settings, known_key, load};
pub use trust::trust_here;
pub use written::{FlagValues, KEYS, TRUSTED_KEYS};

use std::path::PathBuf;

/// `$XDG_…_HOME/perusal`, or the same below the home folder.
pub fn xdg(variable: &str, below_home: &str) -> PathBuf {
    let set = std::env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let base = set.unwrap_or_else(|| {
        let home = std::env::var_os("HOME").map_or_else(|| PathBuf::from("."), PathBuf::from);
        home.join(below_home)
    });
    base.join("perusal")
}
