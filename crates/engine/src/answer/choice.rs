//! Which of the sentences of a question answers it: trees over what is measured of each and how
//! it stands beside the others.

use plan::trees::{self, Growth, Trees};
use serde::{Deserialize, Serialize};

use crate::logistic::Group;

/// Trees of a choice.
const GROWTH: Growth = Growth { trees: 200 };

/// Scales of scores that are tried.
const SCALES: [f64; 12] = [
    0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 11.2,
];

/// Features that count where nothing was learned: words of the question, nearness, the hit.
const PLAIN: [usize; 4] = [0, 1, 3, 4];

/// A fitted choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Name of each feature, for people and for a check against the code's own list.
    pub features: Vec<String>,
    /// By which scores of trees become log-odds.
    pub scale: f64,
    /// What was learned; nothing, where it is empty.
    #[serde(with = "written")]
    pub trees: Trees,
}

impl Choice {
    /// One by which fitting starts.
    pub fn plain(features: &[&str]) -> Choice {
        Choice {
            features: features.iter().map(|name| (*name).to_owned()).collect(),
            scale: 2.0,
            trees: Trees::default(),
        }
    }

    /// The score of each of a question's sentences, by their features. Only differences mean
    /// anything: the sentence that scores higher by `d` is `exp(d)` times as probable.
    pub fn scores(&self, sentences: &[&[f64]]) -> Vec<f64> {
        if self.trees.is_empty() {
            let plain = |x: &&[f64]| PLAIN.iter().filter_map(|at| x.get(*at)).sum::<f64>();
            return sentences.iter().map(|x| self.scale * plain(x)).collect();
        }
        let rows = rows(sentences);
        let scores = rows.iter().map(|row| f64::from(self.trees.score(row)));
        scores.map(|score| self.scale * score).collect()
    }

    /// Fits to questions, each a group of sentences of which some are right, with how much it
    /// counts. `None` where no group has a right and a wrong one.
    pub fn fit(features: &[&str], groups: &[(&Group, f64)]) -> Option<Choice> {
        let of_group = |(group, weight): &(&Group, f64)| {
            let sentences: Vec<&[f64]> = group.iter().map(|(x, _)| x.as_slice()).collect();
            trees::Group {
                rows: rows(&sentences),
                right: group.iter().map(|(_, right)| *right).collect(),
                weight: *weight,
            }
        };
        let tells = |one: &trees::Group| one.right.contains(&true) && one.right.contains(&false);
        let groups: Vec<trees::Group> = groups.iter().map(of_group).filter(tells).collect();
        // Odds are those of sentences that the trees did not see.
        let mut unseen = Vec::new();
        for half in 0..2 {
            let part = |held: bool| {
                let parts = groups.iter().enumerate();
                let of_part = parts.filter(move |(at, _)| (at % 2 == half) == held);
                of_part.map(|(_, group)| group).collect::<Vec<_>>()
            };
            let grown = trees::fit(&part(false), GROWTH);
            let scored = part(true).into_iter().map(|group| {
                let scores = group.rows.iter().map(|row| f64::from(grown.score(row)));
                (scores.collect::<Vec<f64>>(), &group.right)
            });
            unseen.extend(scored);
        }
        let loss = |scale: f64| -> f64 {
            let losses = unseen
                .iter()
                .map(|(scores, right)| loss(scores, right, scale));
            losses.sum()
        };
        let scale = SCALES
            .into_iter()
            .min_by(|a, b| loss(*a).total_cmp(&loss(*b)))?;
        let trees = trees::fit(&groups.iter().collect::<Vec<_>>(), GROWTH);
        (!trees.is_empty()).then(|| Choice {
            scale,
            trees,
            ..Choice::plain(features)
        })
    }
}

/// Minus the logarithm of the probability of the right ones together.
fn loss(scores: &[f64], right: &[bool], scale: f64) -> f64 {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = scores
        .iter()
        .map(|score| (scale * (score - best)).exp())
        .collect();
    let of_right: f64 = shares
        .iter()
        .zip(right)
        .filter(|(_, right)| **right)
        .map(|(share, _)| share)
        .sum();
    -(of_right / shares.iter().sum::<f64>()).max(1e-300).ln()
}

/// Each sentence's features, and how far each lies below the most that any sentence has.
fn rows(sentences: &[&[f64]]) -> Vec<Vec<f32>> {
    let width = sentences.first().map_or(0, |x| x.len());
    let most: Vec<f64> = (0..width)
        .map(|at| {
            let each = sentences.iter().filter_map(|x| x.get(at));
            each.copied().fold(f64::NEG_INFINITY, f64::max)
        })
        .collect();
    #[expect(clippy::cast_possible_truncation, reason = "features of a few digits")]
    let small = |x: f64| x as f32;
    let row = |x: &&[f64]| {
        let below = x.iter().zip(&most).map(|(x, most)| x - most);
        x.iter().copied().chain(below).map(small).collect()
    };
    sentences.iter().map(row).collect()
}

/// Trees as the hexadecimal digits of their bytes.
mod written {
    use plan::trees::Trees;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(trees: &Trees, to: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::new();
        trees.write(&mut bytes);
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        to.serialize_str(&digits)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Trees, D::Error> {
        let digits = String::deserialize(from)?;
        let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        let bytes = bytes.ok_or_else(|| D::Error::custom("trees are no hexadecimal digits"))?;
        let mut rest = bytes.as_slice();
        let trees = Trees::read(&mut rest).filter(|_| rest.is_empty());
        trees.ok_or_else(|| D::Error::custom("trees are damaged"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentences of which the one with most of the first feature is right, unless it is short.
    fn group(seed: usize) -> Group {
        let part = |at: usize| f64::from(u32::try_from((seed * 7 + at * 13) % 10).unwrap()) / 10.0;
        let mut group: Group = (0..6).map(|at| (vec![part(at), 1.0, 0.0], false)).collect();
        group.push((vec![2.0, 0.0, 0.0], false));
        group.push((vec![1.5, 1.0, 0.0], true));
        group
    }

    #[test]
    fn the_right_sentence_comes_first_also_after_it_was_written_and_read() {
        let groups: Vec<Group> = (0..80).map(group).collect();
        let weighed: Vec<(&Group, f64)> = groups.iter().map(|group| (group, 1.0)).collect();
        let choice = Choice::fit(&["a", "b", "c"], &weighed).unwrap();
        let asked = group(97);
        let sentences: Vec<&[f64]> = asked.iter().map(|(x, _)| x.as_slice()).collect();
        let scores = choice.scores(&sentences);
        let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        assert_eq!(best, Some(7), "{scores:?}");
        let json = serde_json::to_string(&choice).unwrap();
        assert_eq!(serde_json::from_str::<Choice>(&json).unwrap(), choice);
        let cut = json.replacen("\"trees\":\"", "\"trees\":\"00", 1);
        assert!(serde_json::from_str::<Choice>(&cut).is_err());
    }

    #[test]
    fn nothing_is_learned_where_nothing_is_right() {
        let wrong: Group = vec![(vec![1.0], false), (vec![2.0], false)];
        assert_eq!(Choice::fit(&["a"], &[(&wrong, 1.0)]), None);
    }
}
