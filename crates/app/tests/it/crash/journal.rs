//! What a store promised, and what it may therefore hold.

use std::collections::BTreeMap;

/// What the store may hold of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Nothing,
    /// An empty file: recorded as one that could not be read.
    Unreadable,
    Version(u32),
}

/// What the store promised. By file, the states it may be in, oldest first:
/// the last one acknowledged, then those that were on their way when it was killed.
#[derive(Debug, Default, Clone)]
pub struct Journal {
    pub may_hold: BTreeMap<usize, Vec<Held>>,
}

impl Journal {
    pub fn begun(&mut self, file: usize, held: Held) {
        let states = self
            .may_hold
            .entry(file)
            .or_insert_with(|| vec![Held::Nothing]);
        if states.last() != Some(&held) {
            states.push(held);
        }
    }

    pub fn acknowledged(&mut self, file: usize, held: Held) {
        self.may_hold.insert(file, vec![held]);
    }

    /// What was seen once is never taken back by a later crash.
    #[track_caller]
    pub fn seen(&mut self, file: usize, held: Held, about: &str) {
        let states = self
            .may_hold
            .entry(file)
            .or_insert_with(|| vec![Held::Nothing]);
        let Some(at) = states.iter().position(|state| *state == held) else {
            panic!("{about}: {} is {held:?}, it may be {states:?}", name(file));
        };
        states.drain(..at);
    }

    /// Files that are there for certain.
    pub fn certain(&self) -> Vec<usize> {
        let is_there = |states: &Vec<Held>| matches!(states[..], [Held::Version(_)]);
        self.may_hold
            .iter()
            .filter(|(_, states)| is_there(states))
            .map(|(file, _)| *file)
            .collect()
    }
}

/// The name of a file.
pub fn name(file: usize) -> String {
    format!("f{file:03}.txt")
}
