//! How many requests are on their way to a server at the same time: one more while answers begin as
//! fast as before, half as many when it is too much for the server.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::{Limits, ModelError};

/// Most requests at the same time: beyond, our own threads cost more than they bring.
const AT_ONCE_MAX: usize = 64;

/// How often one that waits looks at its limits.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The first token is late when it takes so many times as long as usual …
const JUMP: f64 = 3.0;

/// … and at least so much longer: on a fast server everything jumps.
const JUMP_LEAST: Duration = Duration::from_millis(500);

/// Share of the latest call in what is usual.
const LATEST: f64 = 0.2;

/// Turns for requests to one server.
#[derive(Debug)]
pub(super) struct Pace {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug)]
struct State {
    at_once: usize,
    running: usize,
    /// Good answers since the number last changed.
    good: usize,
    /// Usual time to the first token, in seconds.
    usual: Option<f64>,
    /// When the number was last halved: what began before says nothing about the new one.
    halved: Option<Instant>,
}

/// How a request went.
pub(super) enum Went {
    /// It was answered; the first token came after this time.
    Well(Duration),
    /// There were too many.
    TooMany,
    /// In a way that says nothing about how many there may be.
    Otherwise,
}

impl Pace {
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            state: Mutex::new(State {
                at_once: at_once.clamp(1, AT_ONCE_MAX),
                running: 0,
                good: 0,
                usual: None,
                halved: None,
            }),
            freed: Condvar::new(),
        }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// As the limits say.
    pub(super) fn turn(&self, limits: &Limits) -> Result<Turn<'_>, ModelError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            limits.check()?;
            if state.running < state.at_once {
                state.running += 1;
                return Ok(Turn {
                    pace: self,
                    began: Instant::now(),
                });
            }
            let waited = self.freed.wait_timeout(state, LOOK_EVERY);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Requests that may be on their way, and that are.
    pub(super) fn now(&self) -> (usize, usize) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.at_once, state.running)
    }
}

/// A request that may be on its way; dropped, it makes room for the next.
pub(super) struct Turn<'p> {
    pace: &'p Pace,
    began: Instant,
}

impl Turn<'_> {
    /// Takes account of how a request went.
    pub(super) fn went(&self, went: &Went) {
        let mut state = self
            .pace
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match went {
            Went::Well(first_token) => state.well(self.began, *first_token),
            Went::TooMany => state.halve(self.began),
            Went::Otherwise => {}
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self
            .pace
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        state.running = state.running.saturating_sub(1);
        drop(state);
        self.pace.freed.notify_all();
    }
}

impl State {
    fn well(&mut self, began: Instant, first_token: Duration) {
        let took = first_token.as_secs_f64();
        let usual = *self.usual.get_or_insert(took);
        self.usual = Some(usual + LATEST * (took - usual));
        if took > usual * JUMP && took > usual + JUMP_LEAST.as_secs_f64() {
            self.halve(began);
            return;
        }
        self.good += 1;
        // One more for each round of as many as there may be.
        if self.good >= self.at_once && self.at_once < AT_ONCE_MAX {
            self.at_once += 1;
            self.good = 0;
        }
    }

    fn halve(&mut self, began: Instant) {
        if self.halved.is_some_and(|halved| began < halved) {
            return;
        }
        self.at_once = (self.at_once / 2).max(1);
        self.good = 0;
        self.halved = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use super::*;

    const QUICK: Went = Went::Well(Duration::from_millis(10));

    #[test]
    fn it_grows_by_one_a_round_and_halves_once_for_many_that_were_too_many() {
        let (pace, none) = (Pace::new(4), Limits::none());
        for _ in 0..4 {
            pace.turn(&none).expect("a turn").went(&QUICK);
        }
        assert_eq!(pace.now(), (5, 0));
        let turns: Vec<_> = (0..5).map(|_| pace.turn(&none).expect("a turn")).collect();
        assert_eq!(pace.now(), (5, 5));
        turns.iter().for_each(|turn| turn.went(&Went::TooMany));
        assert_eq!(pace.now().0, 2, "once for all that began before");
        drop(turns);
        let late = Went::Well(Duration::from_secs(2));
        pace.turn(&none).expect("a turn").went(&late);
        assert_eq!(pace.now(), (1, 0), "a jump");
        pace.turn(&none).expect("a turn").went(&Went::TooMany);
        assert_eq!(pace.now(), (1, 0), "one always");
    }

    #[test]
    fn who_waits_for_a_turn_gets_it_or_stops_by_its_limits() {
        let pace = Arc::new(Pace::new(1));
        let turn = pace.turn(&Limits::none()).expect("a turn");
        let limits = Limits {
            deadline: Some(Instant::now() + Duration::from_millis(60)),
            ..Limits::none()
        };
        assert!(matches!(
            pace.turn(&limits),
            Err(ModelError::DeadlinePassed)
        ));
        let waits = Arc::clone(&pace);
        let waiting = thread::spawn(move || waits.turn(&Limits::none()).is_ok());
        thread::sleep(Duration::from_millis(30));
        drop(turn);
        assert!(waiting.join().expect("the thread"));
    }
}
