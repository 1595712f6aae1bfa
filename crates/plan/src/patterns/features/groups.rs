//! Groups of features, made once a question.

use std::collections::HashMap;

use super::SLOT_BITS;

/// Groups of features of one question, over all its relations.
#[derive(Debug, Default)]
pub(in crate::patterns) struct Groups {
    known: HashMap<u64, u32>,
    /// Places in the table of weights.
    pub(in crate::patterns) slots: Vec<u32>,
    /// Where each group ends.
    pub(in crate::patterns) ends: Vec<u32>,
}

impl Groups {
    /// The group of a key, made if it is new.
    pub(in crate::patterns) fn get(&mut self, key: u64, make: impl FnOnce(&mut Vec<u64>)) -> u32 {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut features = Vec::new();
        make(&mut features);
        self.slots.extend(features.into_iter().map(slot));
        let group = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.ends
            .push(u32::try_from(self.slots.len()).unwrap_or(u32::MAX));
        self.known.insert(key, group);
        group
    }

    /// The slots of a group.
    pub(in crate::patterns) fn slots_of(&self, group: u32) -> &[u32] {
        let at = group as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.slots[start as usize..self.ends[at] as usize]
    }
}

fn slot(feature: u64) -> u32 {
    u32::try_from(feature >> (64 - SLOT_BITS)).unwrap_or(0)
}
