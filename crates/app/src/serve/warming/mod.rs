//! What is opened and loaded before the server says that it is ready: libraries, the models of
//! this machine, and each language model of the settings once, however many roles it has.

pub mod load;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// What is still being loaded, and what could not be.
#[derive(Default)]
pub struct Warming {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    open: usize,
    missing: BTreeSet<String>,
}

impl Warming {
    /// Whether nothing is being loaded any more, and names of models that could not be.
    pub fn state(&self) -> (bool, Vec<String>) {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        (known.open == 0, known.missing.iter().cloned().collect())
    }

    fn begins(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.open += 1;
    }

    fn ends(&self, missing: Option<String>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.open -= 1;
        known.missing.extend(missing);
    }
}
