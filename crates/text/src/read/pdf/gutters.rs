//! Gutters between stretches of prose: where the columns of a page part.

use super::lines::{Cell, Line};
use super::table::PageTable;

/// A line, or a table that was found by its ruled lines.
#[derive(Debug)]
pub(super) enum Item {
    Line(Line),
    Table(PageTable),
}

impl Item {
    pub(super) fn y(&self) -> f32 {
        match self {
            Item::Line(line) => line.y,
            Item::Table(table) => table.y0,
        }
    }
}

/// Columns of a page at most.
const GUTTERS_MAX: usize = 3;
/// Lines on each side of a gutter at least.
const SIDE_LINES_MIN: usize = 4;

/// A piece of prose of one line.
pub(super) struct Stretch {
    pub(super) x0: f32,
    pub(super) x1: f32,
    y: f32,
    pub(super) size: f32,
}

/// The stretches of prose of some lines.
pub(super) fn prose<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for line in lines {
        for cell in line.cells() {
            if is_prose(line, cell) {
                stretches.push(Stretch {
                    x0: cell.x0,
                    x1: cell.x1,
                    y: line.y,
                    size: line.size,
                });
            }
        }
    }
    stretches
}

fn is_prose(line: &Line, cell: Cell) -> bool {
    let words = &line.words[cell.start..cell.end];
    let chars = words.iter().flat_map(|word| word.text.chars());
    let (mut letters, mut all) = (0, 0);
    for ch in chars {
        all += 1;
        letters += usize::from(ch.is_alphabetic());
    }
    words.len() >= 3 && letters * 10 >= all * 7 && cell.x1 - cell.x0 >= 8.0 * line.size
}

/// The gutters of a page that has them from the top to the bottom.
pub(super) fn gutters(stretches: &[Stretch]) -> Vec<f32> {
    let left = stretches.iter().map(|s| s.x0).fold(f32::MAX, f32::min);
    let right = stretches.iter().map(|s| s.x1).fold(f32::MIN, f32::max);
    let mut starts: Vec<f32> = stretches
        .iter()
        .map(|s| s.x0)
        .filter(|x| *x > left + 0.15 * (right - left) && *x < left + 0.85 * (right - left))
        .collect();
    starts.sort_by(f32::total_cmp);
    let mut found: Vec<f32> = Vec::new();
    let mut rest = starts.as_slice();
    while let Some(&first) = rest.first() {
        let count = rest.iter().take_while(|x| **x - first < 3.0).count();
        let beyond = found
            .last()
            .is_none_or(|last| first > last + 0.15 * (right - left));
        if count >= SIDE_LINES_MIN && beyond && parts(stretches, first) {
            found.push(first);
        }
        rest = &rest[count..];
    }
    let even = even_columns(&found, left, right);
    if found.len() <= GUTTERS_MAX && even {
        found
    } else {
        Vec::new()
    }
}

/// True when `x` is the left edge of a column of prose with another one left of it.
fn parts(stretches: &[Stretch], x: f32) -> bool {
    let beside: Vec<&Stretch> = stretches
        .iter()
        .filter(|s| (s.x0 - x).abs() < 30.0)
        .collect();
    let before: Vec<&Stretch> = stretches
        .iter()
        .filter(|s| s.x1 < x - 0.4 * s.size && s.x1 > x - 12.0 * s.size)
        .collect();
    let (Some(top), Some(bottom)) = (
        beside.iter().map(|s| s.y).min_by(f32::total_cmp),
        beside.iter().map(|s| s.y).max_by(f32::total_cmp),
    ) else {
        return false;
    };
    let level = |s: &&&Stretch| s.y >= top - s.size && s.y <= bottom + s.size;
    let before_level = before.iter().filter(level).count();
    let crossing = stretches
        .iter()
        .filter(|s| s.y >= top - 0.1 && s.y <= bottom + 0.1 && s.x0 < x - 4.0 && s.x1 > x + 4.0)
        .count();
    let dense = |side: &[&Stretch]| density(side) >= 0.55;
    before_level >= SIDE_LINES_MIN
        && beside.len() >= SIDE_LINES_MIN
        && crossing * 4 <= before_level.min(beside.len())
        && dense(&beside)
        && dense(&before)
}

/// Lines present of the lines that would fit between the first and the last.
fn density(side: &[&Stretch]) -> f32 {
    let mut ys: Vec<f32> = side.iter().map(|s| s.y).collect();
    ys.sort_by(f32::total_cmp);
    let mut steps: Vec<f32> = ys
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .filter(|d| *d > 0.5)
        .collect();
    if steps.len() < 2 {
        return 0.0;
    }
    steps.sort_by(f32::total_cmp);
    let pitch = steps[steps.len() / 3];
    steps.len() as f32 * pitch / (ys[ys.len() - 1] - ys[0])
}

/// Columns of prose are about equally wide; those of a table seldom.
fn even_columns(gutters: &[f32], left: f32, right: f32) -> bool {
    let edges: Vec<f32> = std::iter::once(left)
        .chain(gutters.iter().copied())
        .chain([right])
        .collect();
    let widths = edges.windows(2).map(|pair| pair[1] - pair[0]);
    let (least, most) = widths.fold((f32::MAX, 0.0_f32), |(l, m), w| (l.min(w), m.max(w)));
    most <= 1.7 * least
}

pub(super) fn keeps_clear(stretches: &[Stretch], x: f32) -> bool {
    let crossing = stretches
        .iter()
        .filter(|s| s.x0 < x - 4.0 && s.x1 > x + 4.0)
        .count();
    crossing == 0 && stretches.iter().any(|s| (s.x0 - x).abs() < 3.0)
}

/// Whether an item stands on both sides of a gutter.
pub(super) fn crosses(item: &Item, gutters: &[f32]) -> bool {
    match item {
        Item::Table(table) => gutters
            .iter()
            .any(|x| table.x0() < x - 6.0 && table.x1() > x + 6.0),
        Item::Line(line) => gutters.iter().any(|&x| line_crosses(line, x)),
    }
}

fn line_crosses(line: &Line, x: f32) -> bool {
    let covers = line
        .words
        .iter()
        .any(|word| word.x0 < x - 3.0 && word.x1 > x + 1.0);
    let near = line.words.windows(2).any(|pair| {
        let gap = pair[1].x0 - pair[0].x1;
        pair[0].x1 <= x + 1.0 && pair[1].x0 >= x - 3.0 && gap < 0.55 * line.size
    });
    covers || near
}
