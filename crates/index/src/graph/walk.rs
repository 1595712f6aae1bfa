//! Personalised PageRank over entities and chunks, a few steps of it.
//!
//! Mass starts at what the question names and at the first hits of other arms, goes
//! to the entities of a chunk by their rarity, and from an entity to the chunks it
//! is the title of, else thinly to those that mention it. Two things differ from the
//! textbook. The mass that starts in a chunk gives that chunk no score: the other
//! arms have found it, and what is sought is what lies behind it. And the steps are
//! few: a fixed number gives the same result everywhere, the frontier stays small,
//! and what is farther than three steps away answers no question.

use std::collections::BTreeMap;

use super::{EntityGraph, EntityId};
use crate::Hit;

/// Share of the mass that starts at the question's entities where there are seeds, too.
const ASKED_SHARE: f32 = 0.5;
/// Share of the mass that goes on after each step.
const DAMPING: f32 = 0.7;
/// Steps from chunks over entities to chunks.
const STEPS: usize = 3;
/// Share of an entity's mass that reaches the chunks which only mention it.
const MENTION_SHARE: f32 = 0.3;
/// An entity that more chunks mention leads nowhere in particular.
const MENTIONS_MAX: usize = 20;
/// A title that more chunks have, `Introduction` say, names nothing.
const ABOUT_MAX: usize = 10;
/// Chunks from which a step goes on, those with the most mass: bounds its time.
const FRONTIER_MAX: usize = 64;

/// Where a walk starts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Walk<'s> {
    /// Entities that the question names.
    pub asked: &'s [EntityId],
    /// Entities named within those as well: nothing is reached by way of what the
    /// question says itself.
    pub known: &'s [EntityId],
    /// First hits of other arms, with scores that are not negative.
    pub seeds: &'s [Hit],
}

impl EntityGraph {
    /// Rows that are reached, with what reached them, in order of row.
    pub(crate) fn walk(
        &self,
        asked: &[EntityId],
        known: &[EntityId],
        seeds: &[(u32, f32)],
    ) -> BTreeMap<u32, f32> {
        let passed: Vec<u32> = known.iter().chain(asked).map(|id| id.0).collect();
        let mut scores: BTreeMap<u32, f32> = BTreeMap::new();
        let mut frontier: BTreeMap<u32, f32> = BTreeMap::new();
        let total: f32 = seeds.iter().map(|(_, score)| score.max(0.0)).sum();
        let asked_share = match (asked.is_empty(), total > 0.0) {
            (true, _) => 0.0,
            (false, true) => ASKED_SHARE,
            (false, false) => 1.0,
        };
        for &(row, score) in seeds.iter().filter(|_| total > 0.0) {
            *frontier.entry(row).or_insert(0.0) += (1.0 - asked_share) * score.max(0.0) / total;
        }
        self.start(asked, asked_share, &mut frontier, &mut scores);
        let mut going_on = 1.0;
        for _ in 0..STEPS {
            frontier = self.step(&strongest(frontier), &passed);
            for (&row, &mass) in &frontier {
                *scores.entry(row).or_insert(0.0) += going_on * mass;
            }
            going_on *= DAMPING;
        }
        scores
    }

    /// What the question names: chunks about it are where the walk starts; chunks
    /// that mention it are found already.
    fn start(
        &self,
        asked: &[EntityId],
        share: f32,
        frontier: &mut BTreeMap<u32, f32>,
        scores: &mut BTreeMap<u32, f32>,
    ) {
        let total: f32 = asked.iter().map(|id| self.rarity(id.0)).sum();
        for id in asked {
            let mass = share * self.rarity(id.0) / total.max(f32::MIN_POSITIVE);
            let about = self.led_by_title(id.0);
            spread(frontier, about, mass);
            let mentions = self.led_by_mention(id.0);
            spread(scores, mentions, MENTION_SHARE * mass);
            if about.is_empty() {
                spread(frontier, mentions, MENTION_SHARE * mass);
            }
        }
    }

    /// One step from chunks over what they name to other chunks.
    fn step(&self, frontier: &[(u32, f32)], passed: &[u32]) -> BTreeMap<u32, f32> {
        let mut reached = BTreeMap::new();
        for &(row, mass) in frontier {
            let leading: Vec<(u32, f32)> = self
                .held
                .get(row)
                .iter()
                .filter(|entity| !passed.contains(entity))
                .filter(|&&entity| self.leads_on(entity, row))
                .map(|&entity| (entity, self.rarity(entity)))
                .collect();
            let total: f32 = leading.iter().map(|(_, rarity)| rarity).sum();
            for (entity, rarity) in leading {
                let part = mass * rarity / total;
                let about = self.led_by_title(entity);
                let (rows, part) = if about.is_empty() {
                    (self.led_by_mention(entity), MENTION_SHARE * part)
                } else {
                    (about, part)
                };
                // What comes straight back says nothing new.
                let others = rows.iter().filter(|&&other| other != row).count();
                for &other in rows.iter().filter(|&&other| other != row) {
                    *reached.entry(other).or_insert(0.0) += part / count(others);
                }
            }
        }
        reached
    }

    /// Whether an entity leads from a row to another one.
    fn leads_on(&self, entity: u32, row: u32) -> bool {
        let about = self.led_by_title(entity);
        let rows = if about.is_empty() {
            self.led_by_mention(entity)
        } else {
            about
        };
        rows.iter().any(|&other| other != row)
    }

    /// The rows that an entity is the title of; none where too many have that title.
    fn led_by_title(&self, entity: u32) -> &[u32] {
        let about = self.about.get(entity);
        if about.len() > ABOUT_MAX { &[] } else { about }
    }

    /// The rows that mention an entity; none where too many do.
    fn led_by_mention(&self, entity: u32) -> &[u32] {
        let mentions = self.mentions.get(entity);
        if mentions.len() > MENTIONS_MAX {
            &[]
        } else {
            mentions
        }
    }

    /// The logarithm of how few chunks mention an entity; positive.
    fn rarity(&self, entity: u32) -> f32 {
        let mentions = self.mentions.get(entity).len().max(1);
        (count(self.rows as usize) / count(mentions)).ln_1p()
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks")]
fn count(number: usize) -> f32 {
    number as f32
}

fn spread(to: &mut BTreeMap<u32, f32>, rows: &[u32], mass: f32) {
    for &row in rows {
        *to.entry(row).or_insert(0.0) += mass / count(rows.len());
    }
}

/// The rows with the most mass, in order of row.
fn strongest(frontier: BTreeMap<u32, f32>) -> Vec<(u32, f32)> {
    let mut rows: Vec<(u32, f32)> = frontier.into_iter().collect();
    if rows.len() > FRONTIER_MAX {
        rows.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        rows.truncate(FRONTIER_MAX);
        rows.sort_unstable_by_key(|(row, _)| *row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::hash;
    use super::*;

    /// Places of names in rows: name, row, whether the row is about it.
    fn graph(rows: u32, places: &[(&str, u32, bool)]) -> EntityGraph {
        let places = places
            .iter()
            .map(|&(name, row, about)| (hash(name), row, about))
            .collect();
        EntityGraph::of(rows, places)
    }

    #[test]
    fn a_title_that_a_seed_mentions_is_reached_before_what_shares_a_mention() {
        let graph = graph(
            40,
            &[
                ("film", 0, true),
                ("director", 0, false),
                ("town", 0, false),
                ("director", 1, true),
                ("town", 2, false),
                ("star", 1, false),
                ("star", 3, true),
            ],
        );
        let film = graph.find("film").unwrap();
        let from_question = graph.walk(&[film], &[film], &[]);
        assert!(from_question[&1] > from_question[&2]);
        assert!(from_question[&1] > from_question[&3], "{from_question:?}");
        assert!(from_question[&3] > 0.0);
        // Where it starts it only comes back to, from the town's other page.
        assert!(from_question[&0] < from_question[&2], "{from_question:?}");
        let from_seed = graph.walk(&[], &[], &[(0, 0.8)]);
        assert_eq!(
            from_seed.keys().collect::<Vec<_>>(),
            from_question.keys().collect::<Vec<_>>()
        );
        // What the question says itself is no way on.
        let town = graph.find("town").unwrap();
        assert!(!graph.walk(&[], &[town], &[(0, 1.0)]).contains_key(&2));
    }

    #[test]
    fn what_everything_mentions_leads_nowhere() {
        let everywhere: Vec<(&str, u32, bool)> = (0..30).map(|row| ("hub", row, false)).collect();
        let graph = graph(30, &everywhere);
        let hub = graph.find("hub").unwrap();
        assert!(graph.walk(&[hub], &[], &[(3, 1.0)]).is_empty());
    }

    proptest! {
        #[test]
        fn mass_is_never_made_and_the_order_of_places_does_not_matter(
            mut places in prop::collection::vec((0_u64..40, 0_u32..30, any::<bool>()), 0..200),
            seeds in prop::collection::vec((0_u32..30, 0.0_f32..1.0), 0..4),
            asked in prop::collection::vec(0_u32..50, 0..3),
        ) {
            let asked: Vec<EntityId> = asked.into_iter().map(EntityId).collect();
            let first = EntityGraph::of(30, places.clone()).walk(&asked, &[], &seeds);
            places.reverse();
            let second = EntityGraph::of(30, places).walk(&asked, &[], &seeds);
            prop_assert_eq!(&first, &second);
            let reached: f32 = first.values().sum();
            prop_assert!(reached <= 1.0 + MENTION_SHARE + DAMPING + DAMPING * DAMPING + 1e-3);
            prop_assert!(first.values().all(|mass| mass.is_finite() && *mass >= 0.0));
            prop_assert!(first.keys().all(|row| *row < 30));
        }
    }
}
