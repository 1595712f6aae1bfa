//! Settings: which there are, what was set and where, and what is meant.
//!
//! `table` defines them all. Flags, then environment (`PERUSAL_…`, `__` nests), then
//! `./perusal.toml`, then the user's own `perusal.toml`, then defaults. Unknown keys are errors.
//! A `perusal.toml` in the current folder may come from anywhere, so it sets
//! paths, servers and prompts only once the user trusts it.

mod index;
mod language;
mod layers;
pub mod prompts;
mod reference;
mod remote;
mod rerank;
mod resolved;
mod setting;
mod table;
#[cfg(test)]
mod tests;
mod trust;
mod web;

pub use language::{LanguageRole, LanguageSource};
pub use layers::{FlagValues, Values, known};
pub use reference::{page, schema};
pub use rerank::{RerankSource, key as rerank_key};
pub use resolved::{Opened, OptionalArm, Settings, load};
pub use setting::Setting;
pub use table::all;
pub use trust::trust_here;

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
