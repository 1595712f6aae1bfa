//! Tables with ruled lines: the lines say which words share a cell.

use std::collections::BTreeMap;

use super::inner;
use super::lines::Line;
use super::ruled;
use super::rulings::{Rule, Rulings};
use super::table::PageTable;
use super::words::Word;

/// Lines nearer than this, in points, are one edge.
const EDGE: f32 = 3.0;
/// A grid of more cells is graph paper.
const CELLS_MAX: usize = 100_000;
/// More pairs of lines than this are a drawing.
const PAIRS_MAX: usize = 4_000_000;

/// A grid of edges: columns between `xs`, bands between `ys`.
pub(super) struct Grid {
    pub(super) xs: Vec<f32>,
    pub(super) ys: Vec<f32>,
    /// For each band and column the first band of the cell there.
    tops: Vec<Vec<usize>>,
    /// For each vertical edge and band, whether a line runs there.
    walls: Vec<Vec<bool>>,
}

/// Takes the words of ruled tables out of `lines` and returns the tables.
pub(super) fn tables(rulings: &Rulings, lines: &mut Vec<Line>) -> Vec<PageTable> {
    let mut tables = Vec::new();
    for grid in grids(rulings) {
        let inside = |word: &Word| grid.holds(word);
        let words: Vec<Word> = lines
            .iter()
            .flat_map(|line| &line.words)
            .filter(|word| inside(word))
            .cloned()
            .collect();
        let grid = inner::part(grid, &words);
        let inside = |word: &Word| grid.holds(word);
        let Some(table) = ruled::table_of(&grid, &words) else {
            continue;
        };
        for line in lines.iter_mut() {
            line.words.retain(|word| !inside(word));
        }
        lines.retain(|line| !line.words.is_empty());
        tables.push(table);
    }
    tables
}

/// Groups lines that touch each other into grids of at least two columns.
fn grids(rulings: &Rulings) -> Vec<Grid> {
    let (horizontals, verticals) = (&rulings.horizontals, &rulings.verticals);
    if horizontals.len().saturating_mul(verticals.len()) > PAIRS_MAX {
        return Vec::new();
    }
    let mut group: Vec<usize> = (0..horizontals.len() + verticals.len()).collect();
    for (h, horizontal) in horizontals.iter().enumerate() {
        for (v, vertical) in verticals.iter().enumerate() {
            if meet(horizontal, vertical) {
                unite(&mut group, h, horizontals.len() + v);
            }
        }
    }
    let mut parts: BTreeMap<usize, (Vec<&Rule>, Vec<&Rule>)> = BTreeMap::new();
    for (h, horizontal) in horizontals.iter().enumerate() {
        parts
            .entry(root(&mut group, h))
            .or_default()
            .0
            .push(horizontal);
    }
    for (v, vertical) in verticals.iter().enumerate() {
        parts
            .entry(root(&mut group, horizontals.len() + v))
            .or_default()
            .1
            .push(vertical);
    }
    let mut grids: Vec<Grid> = parts
        .values()
        .filter_map(|(across, down)| Grid::of(across, down))
        .collect();
    // Inner grids first, so that a frame around them does not take their words.
    grids.sort_by(|a, b| a.area().total_cmp(&b.area()));
    grids
}

/// Whether two lines cross or touch.
pub(super) fn meet(horizontal: &Rule, vertical: &Rule) -> bool {
    vertical.at >= horizontal.from - EDGE
        && vertical.at <= horizontal.to + EDGE
        && horizontal.at >= vertical.from - EDGE
        && horizontal.at <= vertical.to + EDGE
}

fn root(group: &mut [usize], mut member: usize) -> usize {
    while group[member] != member {
        group[member] = group[group[member]];
        member = group[member];
    }
    member
}

fn unite(group: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(group, a), root(group, b));
    group[a.max(b)] = a.min(b);
}

impl Grid {
    fn of(horizontals: &[&Rule], verticals: &[&Rule]) -> Option<Self> {
        if horizontals.len() < 2 || verticals.is_empty() {
            return None;
        }
        let left = horizontals
            .iter()
            .map(|rule| rule.from)
            .fold(f32::MAX, f32::min);
        let right = horizontals
            .iter()
            .map(|rule| rule.to)
            .fold(f32::MIN, f32::max);
        // Tables are often open at the sides; their lines still end there.
        let xs = edges(verticals.iter().map(|rule| rule.at).chain([left, right]));
        // A table cut off by the page's end has no last line, only sides.
        let ends = verticals.iter().flat_map(|rule| [rule.from, rule.to]);
        let ys = edges(horizontals.iter().map(|rule| rule.at).chain(ends));
        let ys = row_edges(ys, horizontals, right - left);
        if xs.len() < 3 || ys.len() < 2 || xs.len() * ys.len() > CELLS_MAX {
            return None;
        }
        let floors = crossed(horizontals, &ys, &xs);
        let walls = crossed(verticals, &xs, &ys);
        Some(Self {
            tops: tops(&floors),
            walls,
            xs,
            ys,
        })
    }

    /// Parts a column at a place where no line runs.
    pub(super) fn part(&mut self, column: usize, at: f32) {
        self.xs.insert(column + 1, at);
        let bands = self.tops.len();
        self.walls.insert(column + 1, vec![false; bands]);
        for tops in &mut self.tops {
            tops.insert(column, tops[column]);
        }
    }

    fn area(&self) -> f32 {
        let span = |edges: &[f32]| edges[edges.len() - 1] - edges[0];
        span(&self.xs) * span(&self.ys)
    }

    fn holds(&self, word: &Word) -> bool {
        place(&self.xs, word.center()).is_some() && place(&self.ys, middle(word)).is_some()
    }

    /// The band and column of the cell that holds a word; the band is the first
    /// of those the cell covers.
    pub(super) fn cell(&self, word: &Word) -> Option<(usize, usize)> {
        let column = place(&self.xs, word.center())?;
        let band = place(&self.ys, middle(word))?;
        Some((self.tops[band][column], column))
    }

    /// For each column whether its cell in a band starts in one further up.
    pub(super) fn reached(&self, band: usize) -> Vec<bool> {
        self.tops[band].iter().map(|top| *top < band).collect()
    }

    /// For each column the one its cell starts in: itself, unless no line parts
    /// it from the one before.
    pub(super) fn starts(&self, band: usize) -> Vec<usize> {
        let mut starts = Vec::with_capacity(self.xs.len() - 1);
        for column in 0..self.xs.len() - 1 {
            let start = match starts.last() {
                Some(&before) if !self.walls[column][band] => before,
                _ => column,
            };
            starts.push(start);
        }
        starts
    }
}

/// Places of edges, near ones taken together.
fn edges(places: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut places: Vec<f32> = places.collect();
    places.sort_by(f32::total_cmp);
    places.dedup_by(|next, kept| *next - *kept <= EDGE);
    places
}

/// The edges that part rows: those over a good part of the table's width. The
/// rest are underlines and blanks to be filled in.
fn row_edges(ys: Vec<f32>, horizontals: &[&Rule], width: f32) -> Vec<f32> {
    let covers = |y: &f32| {
        let on_edge = horizontals
            .iter()
            .filter(|rule| (rule.at - y).abs() <= EDGE);
        on_edge.map(|rule| rule.to - rule.from).sum::<f32>() >= 0.3 * width
    };
    let last = ys.len().saturating_sub(1);
    let kept = |(index, y): (usize, f32)| (index == 0 || index == last || covers(&y)).then_some(y);
    ys.into_iter().enumerate().filter_map(kept).collect()
}

fn place(edges: &[f32], at: f32) -> Option<usize> {
    let after = edges.partition_point(|&edge| edge <= at);
    (after > 0 && after < edges.len()).then(|| after - 1)
}

/// For each edge and each step along it, whether a rule lies there: over the
/// middle of the step.
fn crossed(rules: &[&Rule], edges: &[f32], along: &[f32]) -> Vec<Vec<bool>> {
    let mut crossed = vec![vec![false; along.len() - 1]; edges.len()];
    for rule in rules {
        let first = edges.partition_point(|edge| *edge < rule.at - EDGE);
        let near = edges[first..]
            .iter()
            .take_while(|edge| **edge <= rule.at + EDGE)
            .count();
        for row in &mut crossed[first..first + near] {
            for (step, pair) in row.iter_mut().zip(along.windows(2)) {
                let middle = (pair[0] + pair[1]) / 2.0;
                *step |= rule.from <= middle && rule.to >= middle;
            }
        }
    }
    crossed
}

/// For each band and column the first band of the cell there.
fn tops(floors: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let mut tops: Vec<Vec<usize>> = Vec::with_capacity(floors.len());
    for (band, floor) in floors.iter().enumerate() {
        let top = |(column, has_floor): (usize, &bool)| match tops.last() {
            Some(above) if !has_floor => above[column],
            _ => band,
        };
        let row = floor.iter().enumerate().map(top).collect();
        tops.push(row);
    }
    tops
}

/// Half-way up the small letters: baselines sit on ruled lines.
fn middle(word: &Word) -> f32 {
    word.y - 0.3 * word.size
}
