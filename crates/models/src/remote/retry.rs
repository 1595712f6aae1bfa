//! When a request is worth another try, and after which pause.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::{Limits, ModelError, Role};

/// Tries of one request: for a question fewer, since somebody waits, and keywords will do.
pub(super) fn tries_max(role: Role) -> u32 {
    match role {
        Role::Query => 2,
        Role::Passage => 5,
    }
}

/// Pause before the second try; each further one is twice as long, so that five tries span four
/// seconds: a server that restarts comes back within them more often than not.
const PAUSE_FIRST: Duration = Duration::from_millis(250);

/// The longest pause a server may ask for. Beyond, the person who waits should know.
const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Steps in which a pause looks at the limits.
const STEP: Duration = Duration::from_millis(20);

/// The pause after a number of failed tries, at least as long as the server asks for.
///
/// # Errors
/// A sentence when the server asks for more than anybody should wait, or than there is time.
pub(super) fn pause(
    failed_tries: u32,
    asked_for: Option<Duration>,
    limits: &Limits,
) -> Result<Duration, String> {
    granted(doubled(failed_tries), asked_for, limits)
}

/// Our own pause after a number of failed tries: each twice as long as the one before.
pub(super) fn doubled(failed_tries: u32) -> Duration {
    PAUSE_FIRST * 2_u32.pow(failed_tries.saturating_sub(1).min(16))
}

/// A pause of `own`, at least as long as the server asks for.
///
/// # Errors
/// As [`pause`].
pub(super) fn granted(
    own: Duration,
    asked_for: Option<Duration>,
    limits: &Limits,
) -> Result<Duration, String> {
    let asked_for = asked_for.unwrap_or_default();
    let pause = own.min(PAUSE_MAX).max(asked_for);
    if pause > PAUSE_MAX {
        return Err(format!("it asks to wait {} s", asked_for.as_secs()));
    }
    let left = limits
        .deadline
        .map(|deadline| deadline.saturating_duration_since(Instant::now()));
    match left {
        Some(left) if asked_for > left => Err(format!(
            "it asks to wait {} s, which is past the deadline",
            asked_for.as_secs()
        )),
        _ => Ok(pause),
    }
}

/// Waits, unless the limits end it.
pub(super) fn wait(pause: Duration, limits: &Limits) -> Result<(), ModelError> {
    let end = Instant::now() + pause;
    loop {
        limits.check()?;
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        thread::sleep(left.min(STEP));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_the_server_may_ask_for_more_but_not_for_an_hour() {
        let none = Limits::none();
        let seconds = |n| Some(Duration::from_secs(n));
        assert_eq!(pause(1, None, &none), Ok(Duration::from_millis(250)));
        assert_eq!(pause(3, None, &none), Ok(Duration::from_secs(1)));
        assert_eq!(pause(99, None, &none), Ok(PAUSE_MAX));
        assert_eq!(pause(1, seconds(3), &none), Ok(Duration::from_secs(3)));
        let refused = pause(1, seconds(3600), &none).expect_err("an hour");
        assert_eq!(refused, "it asks to wait 3600 s");
        let short = Limits {
            deadline: Some(Instant::now() + Duration::from_secs(1)),
            ..Limits::none()
        };
        let refused = pause(1, seconds(30), &short).expect_err("past the deadline");
        assert!(refused.contains("past the deadline"), "{refused}");
    }
}
