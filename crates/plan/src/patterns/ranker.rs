//! Scores, shares of probability, and denotations by their mass.

use super::calibrate::{Measures, shares};
use super::near;
use super::pool::Pool;

/// Denotations, the most probable ones, that the calibration looks at.
const LOOKED_AT: usize = 24;
/// The same over several relations.
const LOOKED_AT_OF_SEVERAL: usize = 60;

/// Nearest relations whose whole lists are looked at, too.
const WHOLE_LISTS: usize = 6;

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

/// Denotations, the most probable first; ties in the order they were built.
fn denotations(pool: &Pool, shares: &[f64]) -> Vec<Denotation> {
    let mut at = std::collections::HashMap::new();
    let mut found: Vec<Denotation> = Vec::new();
    for (entry, share) in shares.iter().take(pool.answers().len()).enumerate() {
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
    pub(super) shares: Vec<f64>,
    /// That no candidate is right.
    none: f64,
    /// The most probable first.
    pub(super) denotations: Vec<Denotation>,
}

impl Ranked {
    /// Ranks by a weight for each place.
    pub(super) fn new(pool: &Pool, weight: impl Fn(u32) -> f32) -> Ranked {
        let shares = shares(&scores(pool, weight));
        let denotations = denotations(pool, &shares);
        Ranked {
            none: shares.last().copied().unwrap_or_default(),
            shares,
            denotations,
        }
    }

    /// Places of the denotations that are looked at: the most probable ones, and whole
    /// lists of the nearest relations, which single cells outnumber a thousand times.
    pub(super) fn looked_at(&self, pool: &Pool) -> Vec<usize> {
        let first = match pool.sources > 1 {
            true => LOOKED_AT_OF_SEVERAL,
            false => LOOKED_AT,
        };
        let all = self.denotations.iter().enumerate();
        let looked = all.filter(|(at, one)| {
            let entry = &pool.entries[one.best];
            *at < first || usize::from(entry.rank) < WHOLE_LISTS && pool.is_whole(entry)
        });
        looked.map(|(at, _)| at).collect()
    }

    /// What the calibration looks at, for one denotation of all.
    pub(super) fn measures(&self, pool: &Pool, at: usize) -> Measures {
        let one = &self.denotations[at];
        let mut others = self.denotations.iter().enumerate();
        let other = others.find(|(place, _)| *place != at);
        let entry = &pool.entries[one.best];
        let built = &pool.forms[usize::from(entry.table)].candidates[entry.form as usize];
        let near = pool.near[usize::from(entry.table)];
        let open = pool.content & !built.mask & !near.about;
        let whole = near::sum(&pool.weights, pool.content);
        Measures {
            mass: one.mass,
            other: other.map_or(1e-6, |(_, other)| other.mass),
            first: self.denotations[0].mass,
            place: at,
            best: self.shares[one.best],
            votes: one.votes,
            candidates: pool.entries.len(),
            left: (pool.content & !built.mask).count_ones(),
            content: pool.content.count_ones(),
            rank: entry.rank,
            sources: pool.sources,
            share: near.share,
            missing: near::sum(&pool.weights, open) / whole.max(f64::MIN_POSITIVE),
            elsewhere: near::sum(&pool.weights, open & near.elsewhere)
                / whole.max(f64::MIN_POSITIVE),
            of_table: pool.of_tables[usize::from(entry.table)],
            behind: near.behind,
            whole: pool.is_whole(entry),
            lists: pool.lists,
            counts: pool.counts,
            none: self.none,
            form: built.form,
            ops: built.ops,
        }
    }
}
