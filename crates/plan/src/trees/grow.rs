//! Growing trees from questions whose right answers are known: `LambdaMART` (Burges 2010),
//! where only the first places count.

use super::{Node, Trees, WIDTH_MAX};
use crate::patterns::hash;

/// How much of each tree is added.
const RATE: f64 = 0.04;
/// Leaves of a tree.
const LEAVES: usize = 15;
/// Answers of a leaf.
const LEAF_MIN: usize = 50;
/// Steps that a number is cut into.
const BINS: usize = 48;
/// Of each ten features and questions, so many are looked at by a tree.
const FEATURES_TENTHS: u64 = 5;
const GROUPS_TENTHS: u64 = 7;
/// Places, from the front, that an answer must be on for its order to count.
const FIRST: usize = 3;
/// Least curvature of a leaf.
const CURVE_MIN: f64 = 1e-3;

/// The answers of a question, the likeliest first.
#[derive(Debug, Clone)]
pub struct Group {
    /// Numbers of each, equally many.
    pub rows: Vec<Vec<f32>>,
    /// Whether each is right.
    pub right: Vec<bool>,
    /// How much the question counts, beside 1.
    pub weight: f64,
}

/// How to grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// Trees.
    pub trees: usize,
}

/// Grows trees. The same groups in the same order give the same trees; groups whose answers
/// are all right or all wrong teach nothing, and rows of another width than the first are left
/// out with their groups.
pub fn fit(groups: &[&Group], growth: Growth) -> Trees {
    let width = groups.iter().find_map(|one| one.rows.first());
    let width = width.map_or(0, |row| row.len().min(WIDTH_MAX));
    let teaches = |one: &&&Group| {
        let same = one.rows.iter().all(|row| row.len() == width);
        same && one.right.contains(&true) && one.right.contains(&false)
    };
    let groups: Vec<&Group> = groups.iter().filter(teaches).copied().collect();
    let rows: Vec<&[f32]> = groups
        .iter()
        .flat_map(|one| &one.rows)
        .map(Vec::as_slice)
        .collect();
    if rows.len() < 2 * LEAF_MIN {
        return Trees::default();
    }
    let cuts: Vec<Vec<f32>> = (0..width).map(|at| cuts(&rows, at)).collect();
    let bins: Vec<u8> = rows.iter().flat_map(|row| binned(row, &cuts)).collect();
    let mut scores = vec![0.0_f64; rows.len()];
    let mut made = Trees {
        width: u8::try_from(width).unwrap_or(u8::MAX),
        trees: Vec::new(),
    };
    for round in 0..growth.trees {
        let chosen = |kind: u64, at: usize, of_ten: u64| {
            hash::of(&[kind, round as u64, at as u64]) % 10 < of_ten
        };
        let mut pulls = vec![Pull::default(); rows.len()];
        let mut sample = Vec::new();
        let mut start = 0;
        for (at, group) in groups.iter().enumerate() {
            let end = start + group.rows.len();
            if chosen(1, at, GROUPS_TENTHS) {
                pull(group, &scores[start..end], &mut pulls[start..end]);
                sample.extend(start..end);
            }
            start = end;
        }
        let features: Vec<usize> = (0..width)
            .filter(|at| chosen(2, *at, FEATURES_TENTHS) && !cuts[*at].is_empty())
            .collect();
        let tree = Growing {
            bins: &bins,
            width,
            cuts: &cuts,
            pulls: &pulls,
            features: &features,
        }
        .tree(sample);
        for (score, row) in scores.iter_mut().zip(&rows) {
            *score += f64::from(super::leaf(&tree, row));
        }
        made.trees.push(tree);
    }
    made
}

/// Slope and curvature of the loss by an answer's score.
#[derive(Debug, Clone, Copy, Default)]
struct Pull {
    slope: f64,
    curve: f64,
}

/// Right answers pull up past wrong ones, as much as the gain of changing places.
#[expect(clippy::cast_precision_loss, reason = "places in a short list")]
fn pull(group: &Group, scores: &[f64], pulls: &mut [Pull]) {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    let discount = |place: usize| 1.0 / (place as f64 + 2.0).log2();
    let right = group.right.iter().filter(|right| **right).count();
    let ideal: f64 = (0..right.min(FIRST)).map(discount).sum();
    let spread = scores[order[0]] - scores[order[order.len() - 1]];
    let mut whole = 0.0;
    for (a, &at) in order.iter().enumerate() {
        for (b, &other) in order.iter().enumerate().skip(a + 1) {
            if a >= FIRST {
                break;
            }
            let (up, down) = match (group.right[at], group.right[other]) {
                (true, false) => (at, other),
                (false, true) => (other, at),
                _ => continue,
            };
            let apart = scores[up] - scores[down];
            let mut gain = (discount(a) - discount(b)) / ideal;
            // Where scores differ at all, equal ones matter most.
            if spread > 0.0 {
                gain /= 0.01 + apart.abs();
            }
            let wrong = 1.0 / (1.0 + apart.exp());
            let (slope, curve) = (gain * wrong, gain * wrong * (1.0 - wrong));
            pulls[up].slope += slope;
            pulls[down].slope -= slope;
            pulls[up].curve += curve;
            pulls[down].curve += curve;
            whole += 2.0 * slope;
        }
    }
    let scale = match whole > 0.0 {
        true => (1.0 + whole).log2() / whole * group.weight,
        false => 0.0,
    };
    for pull in pulls {
        pull.slope *= scale;
        pull.curve *= scale;
    }
}

/// Where a feature is cut, at most [`BINS`] − 1 places, between values that occur.
fn cuts(rows: &[&[f32]], at: usize) -> Vec<f32> {
    let mut values: Vec<f32> = rows.iter().map(|row| row[at]).collect();
    values.sort_by(f32::total_cmp);
    let mut found: Vec<f32> = (1..BINS)
        .map(|part| values[part * (values.len() - 1) / BINS])
        .collect();
    found.dedup();
    found.retain(|cut| *cut < values[values.len() - 1]);
    found
}

fn binned<'a>(row: &'a [f32], cuts: &'a [Vec<f32>]) -> impl Iterator<Item = u8> + 'a {
    let bin = |(cuts, number): (&Vec<f32>, &f32)| cuts.partition_point(|cut| cut < number);
    let bins = cuts.iter().zip(row).map(bin);
    bins.map(|bin| u8::try_from(bin).unwrap_or(u8::MAX))
}

/// What a tree is grown on.
struct Growing<'a> {
    /// Of all rows, one after the other.
    bins: &'a [u8],
    width: usize,
    cuts: &'a [Vec<f32>],
    pulls: &'a [Pull],
    features: &'a [usize],
}

/// A leaf that may be split: its answers, and the best split.
struct Open {
    node: usize,
    rows: Vec<usize>,
    best: Option<Best>,
}

#[derive(Clone, Copy)]
struct Best {
    gain: f64,
    feature: usize,
    bin: u8,
}

impl Growing<'_> {
    fn bin(&self, row: usize, feature: usize) -> u8 {
        self.bins[row * self.width + feature]
    }

    fn tree(&self, rows: Vec<usize>) -> Vec<Node> {
        let mut nodes = vec![self.leaf(&rows)];
        let mut open = vec![self.open(0, rows)];
        for _ in 1..LEAVES {
            let best = open
                .iter()
                .enumerate()
                .filter_map(|(at, one)| Some((at, one.best?.gain)));
            // The first of equal ones.
            let best = best.reduce(|a, b| if b.1 > a.1 { b } else { a });
            let Some((at, _)) = best else { break };
            let one = open.swap_remove(at);
            let Some(split) = one.best else { break };
            let below = |row: &usize| self.bin(*row, split.feature) <= split.bin;
            let (low, high): (Vec<usize>, Vec<usize>) = one.rows.into_iter().partition(below);
            let place = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
            nodes[one.node] = Node::Split {
                feature: u8::try_from(split.feature).unwrap_or(u8::MAX),
                split: self.cuts[split.feature][usize::from(split.bin)],
                low: place(nodes.len()),
                high: place(nodes.len() + 1),
            };
            for side in [low, high] {
                nodes.push(self.leaf(&side));
                open.push(self.open(nodes.len() - 1, side));
            }
        }
        nodes
    }

    fn leaf(&self, rows: &[usize]) -> Node {
        let all = sum(rows.iter().map(|row| self.pulls[*row]));
        #[expect(clippy::cast_possible_truncation, reason = "a small step")]
        let value = (RATE * all.slope / (all.curve + CURVE_MIN)) as f32;
        Node::Leaf(value)
    }

    fn open(&self, node: usize, rows: Vec<usize>) -> Open {
        let best = match rows.len() < 2 * LEAF_MIN {
            true => None,
            false => self.split(&rows),
        };
        Open { node, rows, best }
    }

    fn split(&self, rows: &[usize]) -> Option<Best> {
        let whole = sum(rows.iter().map(|row| self.pulls[*row]));
        let worth = |one: Pull| one.slope * one.slope / (one.curve + CURVE_MIN);
        let mut best: Option<Best> = None;
        for &feature in self.features {
            let mut of_bins = [(Pull::default(), 0_usize); BINS];
            for row in rows {
                let (all, count) = &mut of_bins[usize::from(self.bin(*row, feature))];
                all.slope += self.pulls[*row].slope;
                all.curve += self.pulls[*row].curve;
                *count += 1;
            }
            let (mut low, mut count) = (Pull::default(), 0);
            for (bin, (of_bin, in_bin)) in of_bins.iter().enumerate().take(self.cuts[feature].len())
            {
                low = sum([low, *of_bin].into_iter());
                count += in_bin;
                if count < LEAF_MIN || rows.len() - count < LEAF_MIN {
                    continue;
                }
                let high = Pull {
                    slope: whole.slope - low.slope,
                    curve: whole.curve - low.curve,
                };
                let gain = worth(low) + worth(high) - worth(whole);
                if low.curve >= CURVE_MIN
                    && high.curve >= CURVE_MIN
                    && gain > best.map_or(1e-9, |best| best.gain)
                {
                    let bin = u8::try_from(bin).unwrap_or(u8::MAX);
                    best = Some(Best { gain, feature, bin });
                }
            }
        }
        best
    }
}

fn sum(pulls: impl Iterator<Item = Pull>) -> Pull {
    pulls.fold(Pull::default(), |a, b| Pull {
        slope: a.slope + b.slope,
        curve: a.curve + b.curve,
    })
}
