//! Ids that the server gives.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// An id that no other request of this or another process has, growing with time.
pub fn fresh_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let micros = since.unwrap_or_default().as_micros();
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{micros:016x}{next:04x}")
}
