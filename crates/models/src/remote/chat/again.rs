//! How often requests are sent again, all calls of a server taken together: a server in trouble is
//! not helped by three times as many requests.

use std::{
    hash::{BuildHasher, RandomState},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::super::retry;
use crate::Limits;

/// Times one request is sent again.
pub(super) const AGAIN_MAX: u32 = 3;

/// Calls for each one that may be sent again.
const CALLS_A_RETRY: f64 = 10.0;

/// Retries that are there to begin with, so that the first call may be sent again, too, and the
/// most that are saved up.
const SAVED_MAX: f64 = 3.0;

/// The retries that are left, and what pauses are drawn from.
#[derive(Debug)]
pub(super) struct Again(Mutex<State>);

#[derive(Debug)]
struct State {
    left: f64,
    made: u64,
    calls: u64,
    random: u64,
}

impl Again {
    pub(super) fn new(seed: Option<u64>) -> Self {
        // The system's randomness, as maps have it.
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Self(Mutex::new(State {
            left: SAVED_MAX,
            made: 0,
            calls: 0,
            random: seed,
        }))
    }

    /// A call begins, and earns a tenth of a retry.
    pub(super) fn call(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.calls += 1;
        state.left = (state.left + 1.0 / CALLS_A_RETRY).min(SAVED_MAX);
    }

    /// Whether a request may be sent again; if so, it counts as sent.
    pub(super) fn take(&self) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.left < 1.0 {
            return false;
        }
        state.left -= 1.0;
        state.made += 1;
        true
    }

    /// The pause before a request is sent again: anything up to twice the last bound, so that many
    /// who failed together do not come back together.
    ///
    /// # Errors
    /// As [`retry::pause`].
    pub(super) fn pause(
        &self,
        failed_tries: u32,
        asked_for: Option<Duration>,
        limits: &Limits,
    ) -> Result<Duration, String> {
        let share = {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.random = next(state.random);
            (mixed(state.random) >> 11) as f64 / (1_u64 << 53) as f64
        };
        retry::granted(
            retry::doubled(failed_tries).mul_f64(share),
            asked_for,
            limits,
        )
    }

    /// Calls so far, and requests that were sent again.
    pub(super) fn counts(&self) -> (u64, u64) {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (state.calls, state.made)
    }
}

/// A step of SplitMix64 (Steele, Lea and Flood, 2014), and what it gives.
fn next(state: u64) -> u64 {
    state.wrapping_add(0x9e37_79b9_7f4a_7c15)
}

fn mixed(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_calls_is_sent_again_and_three_to_begin_with() {
        let again = Again::new(Some(1));
        let mut made = 0;
        for calls in 1..=200 {
            again.call();
            while again.take() {
                made += 1;
            }
            assert!(made <= 3 + calls / 10 + 1, "{made} of {calls}");
        }
        assert!(made >= 20, "{made}");
        assert_eq!(again.counts(), (200, made));
    }

    #[test]
    fn pauses_fill_what_doubles_and_a_seed_repeats_them() {
        let pauses = |seed| {
            let again = Again::new(Some(seed));
            let pause = |n: u32| {
                again
                    .pause(1 + n % 3, None, &Limits::none())
                    .expect("a pause")
            };
            (0..60).map(pause).collect::<Vec<_>>()
        };
        let all = pauses(7);
        assert_eq!(all, pauses(7));
        assert_ne!(all, pauses(8));
        for (n, pause) in all.iter().enumerate() {
            assert!(*pause <= retry::doubled(1 + n as u32 % 3), "{n}: {pause:?}");
        }
        let longest = all.iter().max().expect("some");
        assert!(*longest > Duration::from_millis(500), "{longest:?}");
    }
}
