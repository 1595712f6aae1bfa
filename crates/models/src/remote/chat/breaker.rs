//! A server that keeps failing is left alone for a while, so that those who wait learn it at once.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::Circuit;

/// Failures in a row after which it is left alone.
const IN_A_ROW: usize = 5;

/// Of so many calls half may fail.
const RECENT: usize = 20;

/// One call looks whether it works again, this often.
const PROBE_EVERY: Duration = Duration::from_secs(5);

/// Whether a server is asked, by how its last calls ended.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How the last calls ended, the latest at the end: true for a failure.
    recent: VecDeque<bool>,
    /// When it opened, or when its last probe began.
    open_since: Option<Instant>,
    probing: bool,
}

impl Breaker {
    /// Lets a call through, or tells how long none is.
    pub(super) fn admit(&self, now: Instant) -> Result<(), Duration> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(since) = state.open_since else {
            return Ok(());
        };
        let passed = now.saturating_duration_since(since);
        if state.probing || passed < PROBE_EVERY {
            return Err(PROBE_EVERY.saturating_sub(passed));
        }
        state.probing = true;
        state.open_since = Some(now);
        Ok(())
    }

    /// A call ended as the server's calls should.
    pub(super) fn worked(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.open_since.is_some() {
            *state = State::default();
        }
        state.add(false);
    }

    /// A call failed by the server's fault.
    pub(super) fn failed(&self, now: Instant) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.add(true);
        let latest = state.recent.iter().rev().take(IN_A_ROW);
        let in_a_row = latest.filter(|failed| **failed).count();
        let failures = state.recent.iter().filter(|failed| **failed).count();
        let half = state.recent.len() == RECENT && failures * 2 >= RECENT;
        if state.open_since.is_none() && (in_a_row == IN_A_ROW || half) {
            state.open_since = Some(now);
        }
        state.probing = false;
    }

    /// A call ended in a way that says nothing about the server.
    pub(super) fn let_go(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.probing {
            state.probing = false;
            // The next one may look at once.
            state.open_since = state
                .open_since
                .and_then(|since| since.checked_sub(PROBE_EVERY));
        }
    }

    pub(super) fn circuit(&self) -> Circuit {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (state.open_since, state.probing) {
            (None, _) => Circuit::Closed,
            (Some(_), true) => Circuit::Probing,
            (Some(_), false) => Circuit::Open,
        }
    }
}

impl State {
    fn add(&mut self, failed: bool) {
        self.recent.push_back(failed);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_after_five_failures_and_one_call_looks_again() {
        let (breaker, start) = (Breaker::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        for _ in 0..4 {
            breaker.failed(start);
        }
        assert!(breaker.admit(start).is_ok());
        breaker.failed(start);
        assert_eq!(breaker.circuit(), Circuit::Open);
        assert_eq!(breaker.admit(after(2)), Err(Duration::from_secs(3)));
        assert!(breaker.admit(after(5)).is_ok(), "a probe");
        assert_eq!(breaker.circuit(), Circuit::Probing);
        assert!(breaker.admit(after(6)).is_err(), "one alone");
        breaker.failed(after(6));
        assert!(breaker.admit(after(7)).is_err());
        assert!(
            breaker.admit(after(10)).is_ok(),
            "five seconds after the last"
        );
        breaker.let_go();
        assert!(breaker.admit(after(11)).is_ok(), "the last was called off");
        breaker.worked();
        assert_eq!(breaker.circuit(), Circuit::Closed);
        breaker.failed(after(12));
        assert!(breaker.admit(after(12)).is_ok(), "it counts anew");
    }

    #[test]
    fn it_opens_when_half_of_twenty_fail() {
        let (breaker, now) = (Breaker::default(), Instant::now());
        for _ in 0..9 {
            breaker.failed(now);
            breaker.worked();
        }
        breaker.failed(now);
        assert_eq!(breaker.circuit(), Circuit::Closed, "ten of nineteen");
        breaker.failed(now);
        assert_eq!(breaker.circuit(), Circuit::Open);
    }
}
