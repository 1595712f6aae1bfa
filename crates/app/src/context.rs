//! What every command works with: settings in force, where words go, and what is open.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use perusal::models::Cancel;
use serde_json::Value;

use crate::config::{FlagValues, Settings};
use crate::output::Output;
use crate::warm::Warm;

/// What every command gets.
#[derive(Clone)]
pub struct Context {
    /// Settings in force.
    pub settings: Arc<Settings>,
    /// Where words go.
    pub output: Output,
    /// Fetch nothing.
    pub offline: bool,
    /// Set when the user interrupts.
    pub cancel: Cancel,
    /// The flags that are settings, for commands that resolve settings again.
    pub flags: FlagValues,
    /// Libraries and models that are open.
    pub warm: Arc<Warm>,
    /// Hears every answer, for who counts them.
    pub answered: Option<Arc<Answered>>,
}

/// What hears answers, as objects of `ask --json`.
pub type Answered = dyn Fn(&Value) + Send + Sync;

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
