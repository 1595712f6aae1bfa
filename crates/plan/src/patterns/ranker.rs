//! Scores, shares of probability, and denotations by their mass.

use super::calibrate::Measures;
use super::pool::Pool;

/// Values that several candidates of one source agree on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Denotation {
    /// The best of its candidates, by place in the pool.
    pub(super) best: usize,
    /// Shares of all its candidates together.
    pub(super) mass: f64,
    /// How many they are.
    pub(super) votes: usize,
}

/// Each candidate's score by a weight for each place.
pub(super) fn scores(pool: &Pool, weight: impl Fn(u32) -> f32) -> Vec<f32> {
    let count = u32::try_from(pool.groups.ends.len()).unwrap_or(u32::MAX);
    let groups: Vec<f32> = (0..count)
        .map(|group| {
            pool.groups
                .slots_of(group)
                .iter()
                .map(|slot| weight(*slot))
                .sum()
        })
        .collect();
    (0..pool.entries.len())
        .map(|entry| {
            pool.groups_of(entry)
                .iter()
                .map(|group| groups[*group as usize])
                .sum()
        })
        .collect()
}

/// Shares of probability, which sum to 1.
pub(super) fn shares(scores: &[f32]) -> Vec<f64> {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f64> = scores
        .iter()
        .map(|score| f64::from(score - best).exp())
        .collect();
    let sum: f64 = shares.iter().sum();
    for share in &mut shares {
        *share /= sum;
    }
    shares
}

/// Denotations, the most probable first; ties in the order they were built.
fn denotations(pool: &Pool, shares: &[f64]) -> Vec<Denotation> {
    let mut at = std::collections::HashMap::new();
    let mut found: Vec<Denotation> = Vec::new();
    for (entry, share) in shares.iter().enumerate() {
        let place = *at.entry(pool.entries[entry].key).or_insert(found.len());
        if place == found.len() {
            found.push(Denotation {
                best: entry,
                mass: 0.0,
                votes: 0,
            });
        }
        let one = &mut found[place];
        one.mass += share;
        one.votes += 1;
        if *share > shares[one.best] {
            one.best = entry;
        }
    }
    found.sort_by(|a, b| b.mass.total_cmp(&a.mass).then(a.best.cmp(&b.best)));
    found
}

/// A pool, ranked.
pub(super) struct Ranked {
    shares: Vec<f64>,
    /// The most probable first.
    pub(super) denotations: Vec<Denotation>,
}

impl Ranked {
    /// Ranks by a weight for each place.
    pub(super) fn new(pool: &Pool, weight: impl Fn(u32) -> f32) -> Ranked {
        let shares = shares(&scores(pool, weight));
        let denotations = denotations(pool, &shares);
        Ranked {
            shares,
            denotations,
        }
    }

    /// What the calibration looks at, for one denotation of all.
    pub(super) fn measures(&self, pool: &Pool, at: usize) -> Measures {
        let one = &self.denotations[at];
        let mut others = self.denotations.iter().enumerate();
        let other = others.find(|(place, _)| *place != at);
        let entry = &pool.entries[one.best];
        let built = &pool.forms[usize::from(entry.table)].candidates[entry.form as usize];
        Measures {
            mass: one.mass,
            other: other.map_or(1e-6, |(_, other)| other.mass),
            best: self.shares[one.best],
            votes: one.votes,
            candidates: pool.entries.len(),
            left: (pool.content & !built.mask).count_ones(),
            content: pool.content.count_ones(),
            rank: entry.rank,
            sources: pool.entries.last().map_or(0, |last| last.rank) + 1,
            form: built.form,
            ops: built.ops,
        }
    }
}
