//! Reading order: columns of prose, and the bands between them.
//!
//! A gutter is looked for between stretches of prose only. Columns of figures
//! have gutters too, but they are read along the row; so a gutter must have
//! lines of words on both sides that fill their column and follow each other
//! closely, which rows of a table do not. Where a page has columns in a part of it
//! only, that part is found by [`bands`](super::bands).

use super::bands::bands;
use super::lines::{Cell, Line};
use super::page_lines::PageLines;
use super::rulings::Rule;
use super::table::PageTable;

/// A stretch of the page that is read from top to bottom.
#[derive(Debug, Default)]
pub(super) struct Region {
    pub(super) items: Vec<Item>,
}

/// A line, or a table that was found by its ruled lines.
#[derive(Debug)]
pub(super) enum Item {
    Line(Line),
    Table(PageTable),
}

impl Item {
    fn y(&self) -> f32 {
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

/// Lines of a table over several columns between two of its rules, at most:
/// more are the columns of the page between its head and foot rules.
const FRAME_LINES_MAX: usize = 12;
/// How far, in points, rows may lie from the rules of their header.
const FRAME_REACH: f32 = 24.0;

/// Places of one gutter on different pages differ by less, in points.
const SAME_GUTTER: f32 = 3.0;
/// Sets of gutters that a document has at most.
const KNOWN_MAX: usize = 8;

/// A piece of prose of one line.
pub(super) struct Stretch {
    pub(super) x0: f32,
    pub(super) x1: f32,
    y: f32,
    pub(super) size: f32,
}

/// The gutters that a document's pages have.
#[derive(Debug, Default)]
pub(super) struct Gutters {
    /// Those of the page before: the last page of an article has too few lines to
    /// show them.
    last: Vec<f32>,
    /// Those that whole pages show, each set once, from the left.
    known: Vec<Vec<f32>>,
}

impl Gutters {
    /// Learns the gutters that whole pages show.
    pub(super) fn of(pages: &[PageLines]) -> Self {
        let mut known: Vec<Vec<f32>> = Vec::new();
        for page in pages {
            let found = gutters(&prose(&page.lines));
            let alike = |other: &Vec<f32>| {
                let mut pairs = other.iter().zip(&found);
                other.len() == found.len() && pairs.all(|(a, b)| (a - b).abs() < SAME_GUTTER)
            };
            if !found.is_empty() && known.len() < KNOWN_MAX && !known.iter().any(alike) {
                known.push(found);
            }
        }
        Self {
            last: Vec::new(),
            known,
        }
    }
}

/// Cuts a page into regions in reading order. `seen` receives its gutters.
pub(super) fn regions(page: PageLines, seen: &mut Gutters) -> Vec<Region> {
    let PageLines {
        lines,
        tables,
        rules,
        ..
    } = page;
    let stretches = prose(&lines);
    let mut gutters = gutters(&stretches);
    if gutters.is_empty() && seen.last.iter().all(|&x| keeps_clear(&stretches, x)) {
        gutters.clone_from(&seen.last);
    }
    if !gutters.is_empty() || stretches.len() > 12 {
        seen.last.clone_from(&gutters);
    }
    let mut items: Vec<Item> = lines.into_iter().map(Item::Line).collect();
    items.extend(tables.into_iter().map(Item::Table));
    items.sort_by(|a, b| a.y().total_cmp(&b.y()));
    if gutters.is_empty() {
        return in_parts(items, &seen.known, &rules);
    }
    in_bands(items, &gutters, &rules)
}

/// A page that has columns in some bands of it at most.
fn in_parts(items: Vec<Item>, known: &[Vec<f32>], rules: &[Rule]) -> Vec<Region> {
    let (gutters, bands) = bands(&items, known);
    let mut regions = Vec::new();
    let mut items = items.into_iter();
    let mut done = 0;
    for band in bands {
        let above: Vec<Item> = items.by_ref().take(band.start - done).collect();
        let within: Vec<Item> = items.by_ref().take(band.len()).collect();
        regions.push(Region { items: above });
        regions.extend(in_bands(within, &gutters, rules));
        done = band.end;
    }
    regions.push(Region {
        items: items.collect(),
    });
    regions.retain(|region| !region.items.is_empty());
    regions
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

fn keeps_clear(stretches: &[Stretch], x: f32) -> bool {
    let crossing = stretches
        .iter()
        .filter(|s| s.x0 < x - 4.0 && s.x1 > x + 4.0)
        .count();
    crossing == 0 && stretches.iter().any(|s| (s.x0 - x).abs() < 3.0)
}

/// Runs of items that respect all gutters are read column by column; an item
/// across one is read on its own.
fn in_bands(items: Vec<Item>, gutters: &[f32], rules: &[Rule]) -> Vec<Region> {
    let mut crossing: Vec<bool> = items.iter().map(|item| crosses(item, gutters)).collect();
    frame_tables(&items, gutters, rules, &mut crossing);
    let mut regions: Vec<Region> = Vec::new();
    let mut items = items.into_iter();
    let mut index = 0;
    while index < crossing.len() {
        let count = crossing[index..]
            .iter()
            .take_while(|c| **c == crossing[index])
            .count();
        let run: Vec<Item> = items.by_ref().take(count).collect();
        if crossing[index] {
            regions.push(Region { items: run });
        } else {
            regions.extend(side_by_side(run, gutters));
        }
        index += count;
    }
    regions
}

/// What stands between two ruled lines across the gutters, together with an
/// item that crosses one itself, is a table over several columns, and so is the
/// caption right above.
fn frame_tables(items: &[Item], gutters: &[f32], rules: &[Rule], crossing: &mut [bool]) {
    for index in 0..items.len() {
        if let (Item::Table(table), true) = (&items[index], crossing[index]) {
            mark_caption(items, index, table.y0, crossing);
        }
    }
    let mut edges: Vec<f32> = rules
        .iter()
        .filter(|rule| {
            gutters
                .iter()
                .all(|x| rule.from < x - 6.0 && rule.to > x + 6.0)
        })
        .map(|rule| rule.at)
        .collect();
    edges.sort_by(f32::total_cmp);
    for pair in edges.windows(2) {
        let inside: Vec<usize> = (0..items.len())
            .filter(|&index| items[index].y() > pair[0] && items[index].y() < pair[1])
            .collect();
        let beside = crossing.iter().zip(items).any(|(crosses, item)| {
            *crosses && item.y() > pair[0] - FRAME_REACH && item.y() < pair[1] + FRAME_REACH
        });
        if beside && inside.len() <= FRAME_LINES_MAX {
            inside.iter().for_each(|&index| crossing[index] = true);
            if let Some(&first) = inside.first() {
                mark_caption(items, first, pair[0], crossing);
            }
        }
    }
}

/// A short line alone above a table's upper rule.
fn mark_caption(items: &[Item], first: usize, rule: f32, crossing: &mut [bool]) {
    let Some(above) = first.checked_sub(1) else {
        return;
    };
    if let Item::Line(line) = &items[above] {
        let near = rule - line.y < 2.5 * line.size;
        let alone = above == 0 || line.y - items[above - 1].y() > 1.3 * line.size;
        if near && alone && line.words.len() <= 12 {
            crossing[above] = true;
        }
    }
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

fn side_by_side(run: Vec<Item>, gutters: &[f32]) -> Vec<Region> {
    let column_of = |x: f32| gutters.iter().filter(|gutter| x > **gutter - 3.0).count();
    let mut columns: Vec<Region> = (0..=gutters.len()).map(|_| Region::default()).collect();
    for item in run {
        match item {
            Item::Table(table) => {
                let column = column_of((table.x0() + table.x1()) / 2.0);
                columns[column].items.push(Item::Table(table));
            }
            Item::Line(line) => {
                let mut parts = vec![Vec::new(); columns.len()];
                line.words
                    .into_iter()
                    .for_each(|word| parts[column_of(word.center())].push(word));
                for (column, part) in parts.into_iter().enumerate() {
                    columns[column].items.extend(Line::of(part).map(Item::Line));
                }
            }
        }
    }
    columns.retain(|region| !region.items.is_empty());
    columns
}
