//! What is to be measured: one outcome a variation, those of one library together.

use std::collections::{BTreeMap, BTreeSet};

use super::Outcome;

/// What a variation needs: its library, and the name its outcome is kept by.
pub(super) struct Unit {
    pub library: String,
    pub outcome: String,
}

/// Variations to measure, those of one library together, in the order of the plan;
/// of equal ones the first.
pub(super) fn missing(units: &[Unit], found: &BTreeMap<&str, Outcome>) -> Vec<Vec<usize>> {
    let mut order: Vec<&str> = Vec::new();
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (variation, unit) in units.iter().enumerate() {
        if found.contains_key(unit.outcome.as_str()) || !seen.insert(&unit.outcome) {
            continue;
        }
        let group = groups.entry(&unit.library).or_insert_with(|| {
            order.push(&unit.library);
            Vec::new()
        });
        group.push(variation);
    }
    order
        .into_iter()
        .filter_map(|library| groups.remove(library))
        .collect()
}
