//! Tables with ruled lines: the lines say which words share a cell.

use super::lines::Line;
use super::ruled;
use super::rulings::{Rule, Rulings};
use super::table::PageTable;
use super::words::Word;

/// Lines nearer than this, in points, are one edge.
const EDGE: f32 = 3.0;
/// More pairs of lines than this are a drawing.
const PAIRS_MAX: usize = 4_000_000;

/// A grid of edges: columns between `xs`, bands between `ys`.
pub(super) struct Grid<'r> {
    pub(super) xs: Vec<f32>,
    pub(super) ys: Vec<f32>,
    horizontals: Vec<&'r Rule>,
    verticals: Vec<&'r Rule>,
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
        let Some(table) = ruled::read(&grid, &words) else {
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
fn grids(rulings: &Rulings) -> Vec<Grid<'_>> {
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
    let roots: Vec<usize> = (0..group.len())
        .map(|member| root(&mut group, member))
        .collect();
    let mut distinct = roots.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let (in_rows, in_columns) = roots.split_at(horizontals.len());
    let mut grids: Vec<Grid> = distinct
        .into_iter()
        .filter_map(|root| {
            let of = |roots: &[usize], member: usize| roots[member] == root;
            let across = (0..in_rows.len())
                .filter(|&i| of(in_rows, i))
                .map(|i| &horizontals[i]);
            let down = (0..in_columns.len())
                .filter(|&i| of(in_columns, i))
                .map(|i| &verticals[i]);
            Grid::of(across.collect(), down.collect())
        })
        .collect();
    // Inner grids first, so that a frame around them does not take their words.
    grids.sort_by(|a, b| a.area().total_cmp(&b.area()));
    grids
}

fn meet(horizontal: &Rule, vertical: &Rule) -> bool {
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

impl<'r> Grid<'r> {
    fn of(horizontals: Vec<&'r Rule>, verticals: Vec<&'r Rule>) -> Option<Self> {
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
        let ys = row_edges(ys, &horizontals, right - left);
        (xs.len() >= 3 && ys.len() >= 2).then_some(Self {
            xs,
            ys,
            horizontals,
            verticals,
        })
    }

    fn area(&self) -> f32 {
        let span = |edges: &[f32]| edges[edges.len() - 1] - edges[0];
        span(&self.xs) * span(&self.ys)
    }

    fn holds(&self, word: &Word) -> bool {
        place(&self.xs, word.center()).is_some() && place(&self.ys, middle(word)).is_some()
    }

    /// The band and column of the cell that holds a word, at the top and left
    /// of all bands and columns that the cell covers.
    pub(super) fn cell(&self, word: &Word) -> Option<(usize, usize)> {
        let column = place(&self.xs, word.center())?;
        let mut band = place(&self.ys, middle(word))?;
        while band > 0 && !self.has_floor(band, column) {
            band -= 1;
        }
        Some((band, column))
    }

    /// A horizontal line parts the band from the one above it in this column.
    fn has_floor(&self, band: usize, column: usize) -> bool {
        let at = self.ys[band];
        let (from, to) = (self.xs[column], self.xs[column + 1]);
        covered(&self.horizontals, at, from, to)
    }

    /// A vertical line parts the column from the one left of it in this band.
    fn has_wall(&self, band: usize, column: usize) -> bool {
        let at = self.xs[column];
        covered(&self.verticals, at, self.ys[band], self.ys[band + 1])
    }

    /// For each column the one its cell starts in: itself, unless no line parts
    /// it from the one before.
    pub(super) fn starts(&self, band: usize) -> Vec<usize> {
        let mut starts = Vec::with_capacity(self.xs.len() - 1);
        for column in 0..self.xs.len() - 1 {
            let start = match starts.last() {
                Some(&before) if !self.has_wall(band, column) => before,
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

fn covered(rules: &[&Rule], at: f32, from: f32, to: f32) -> bool {
    let middle = (from + to) / 2.0;
    let reach =
        |rule: &&&Rule| (rule.at - at).abs() <= EDGE && rule.from <= middle && rule.to >= middle;
    rules.iter().any(|rule| reach(&rule))
}

/// Half-way up the small letters: baselines sit on ruled lines.
fn middle(word: &Word) -> f32 {
    word.y - 0.3 * word.size
}
