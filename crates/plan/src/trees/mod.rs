//! Boosted regression trees that put the answers of a question in order, cells of tables and
//! sentences alike: what no sum of weights can say, such as that a row's name left unsaid
//! counts little where the column is named in full.

mod grow;

pub use grow::{Group, Growth, fit};

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

/// Most numbers of an answer: a byte names each.
pub const WIDTH_MAX: usize = 254;

/// Trees whose leaves are summed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trees {
    /// Numbers of an answer.
    width: u8,
    trees: Vec<Vec<Node>>,
}

impl Trees {
    /// The score of one answer: the higher, the likelier it is than the others of its question.
    /// Numbers that it was not grown on count for nothing.
    pub fn score(&self, row: &[f32]) -> f32 {
        match row.len() == self.width() {
            true => self.trees.iter().map(|tree| leaf(tree, row)).sum(),
            false => 0.0,
        }
    }

    /// How many numbers of an answer are looked at.
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// Whether nothing was learned.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// Appends the bytes of a file: counts and nodes.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(self.width);
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
    pub fn read(rest: &mut &[u8]) -> Option<Trees> {
        let [width] = take(rest)?;
        let count = usize::from(u16::from_le_bytes(take(rest)?));
        let mut trees = Vec::new();
        for _ in 0..count.min(TREES_MAX) {
            let nodes = usize::from(u16::from_le_bytes(take(rest)?));
            let tree: Option<Vec<Node>> = (0..nodes)
                .map(|at| read_node(rest, at, nodes, width))
                .collect();
            trees.push(tree.filter(|tree| (1..=NODES_MAX).contains(&tree.len()))?);
        }
        (count <= TREES_MAX).then_some(Trees { width, trees })
    }
}

fn read_node(rest: &mut &[u8], at: usize, nodes: usize, width: u8) -> Option<Node> {
    let [feature] = take(rest)?;
    let number = f32::from_le_bytes(take(rest)?);
    if feature == u8::MAX {
        return Some(Node::Leaf(number));
    }
    let low = u16::from_le_bytes(take(rest)?);
    let high = u16::from_le_bytes(take(rest)?);
    // Children stand behind their parent, so that every walk ends.
    let leads = |to: u16| (at + 1..nodes).contains(&usize::from(to));
    let fits = feature < width && leads(low) && leads(high);
    fits.then_some(Node::Split {
        feature,
        split: number,
        low,
        high,
    })
}

fn leaf(tree: &[Node], row: &[f32]) -> f32 {
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

#[cfg(test)]
mod tests;
