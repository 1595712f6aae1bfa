//! Boosted regression trees that put the likeliest answers of a question in order: what no
//! sum of weights can say, such as that a row's name left unsaid counts little where the
//! column is named in full.

mod grow;

pub(super) use grow::{Group, fit};

/// Numbers of an answer that trees look at.
pub(super) const WIDTH: usize = super::look::WIDTH;

/// Most trees and nodes that are read from a file.
const TREES_MAX: usize = 2_000;
const NODES_MAX: usize = 512;

/// A place in a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Node {
    /// To `low` where the number is at most `split`, else to `high`.
    Split {
        feature: u8,
        split: f32,
        low: u16,
        high: u16,
    },
    /// What is added to the score.
    Leaf(f32),
}

/// Trees whose leaves are summed.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Trees {
    trees: Vec<Vec<Node>>,
}

impl Trees {
    /// The score of one answer: the higher, the likelier it is than the others of its question.
    pub(super) fn score(&self, row: &[f32; WIDTH]) -> f32 {
        self.trees.iter().map(|tree| leaf(tree, row)).sum()
    }

    /// Whether nothing was learned.
    pub(super) fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// Appends the bytes of a file: counts and nodes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX).to_le_bytes();
        out.extend(count(self.trees.len()));
        for tree in &self.trees {
            out.extend(count(tree.len()));
            for node in tree {
                match *node {
                    Node::Leaf(value) => {
                        out.push(u8::MAX);
                        out.extend(value.to_le_bytes());
                    }
                    Node::Split {
                        feature,
                        split,
                        low,
                        high,
                    } => {
                        out.push(feature);
                        out.extend(split.to_le_bytes());
                        out.extend(low.to_le_bytes());
                        out.extend(high.to_le_bytes());
                    }
                }
            }
        }
    }

    /// Reads what [`Trees::write`] wrote from the front of `rest`; `None` where a node leads
    /// nowhere, or backwards.
    pub(super) fn read(rest: &mut &[u8]) -> Option<Trees> {
        let count = usize::from(u16::from_le_bytes(take(rest)?));
        let mut trees = Vec::new();
        for _ in 0..count.min(TREES_MAX) {
            let nodes = usize::from(u16::from_le_bytes(take(rest)?));
            let tree: Option<Vec<Node>> = (0..nodes).map(|at| read_node(rest, at, nodes)).collect();
            trees.push(tree.filter(|tree| (1..=NODES_MAX).contains(&tree.len()))?);
        }
        (count <= TREES_MAX).then_some(Trees { trees })
    }
}

fn read_node(rest: &mut &[u8], at: usize, nodes: usize) -> Option<Node> {
    let [feature] = take(rest)?;
    let number = f32::from_le_bytes(take(rest)?);
    if feature == u8::MAX {
        return Some(Node::Leaf(number));
    }
    let low = u16::from_le_bytes(take(rest)?);
    let high = u16::from_le_bytes(take(rest)?);
    // Children stand behind their parent, so that every walk ends.
    let leads = |to: u16| (at + 1..nodes).contains(&usize::from(to));
    let fits = usize::from(feature) < WIDTH && leads(low) && leads(high);
    fits.then_some(Node::Split {
        feature,
        split: number,
        low,
        high,
    })
}

fn leaf(tree: &[Node], row: &[f32; WIDTH]) -> f32 {
    let mut at = 0;
    loop {
        match tree[at] {
            Node::Leaf(value) => return value,
            Node::Split {
                feature,
                split,
                low,
                high,
            } => {
                let below = row[usize::from(feature)] <= split;
                at = usize::from(if below { low } else { high });
            }
        }
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, behind) = rest.split_first_chunk::<N>()?;
    *rest = behind;
    Some(*first)
}
