//! Reading order: columns of prose, and the bands between them.
//!
//! A gutter is looked for between stretches of prose only. Columns of figures
//! have gutters too, but they are read along the row; so a gutter must have
//! lines of words on both sides that fill their column and follow each other
//! closely, which rows of a table do not. Where a page has columns in a part of it
//! only, that part is found by [`bands`](super::bands).

use super::bands::bands;
use super::gutters::{Item, crosses, gutters, keeps_clear, prose};
use super::lines::Line;
use super::page_lines::PageLines;
use super::rulings::Rule;

/// A stretch of the page that is read from top to bottom.
#[derive(Debug, Default)]
pub(super) struct Region {
    pub(super) items: Vec<Item>,
}

/// Lines of a table over several columns between two of its rules, at most:
/// more are the columns of the page between its head and foot rules.
const FRAME_LINES_MAX: usize = 12;
/// How far, in points, rows may lie from the rules of their header.
const FRAME_REACH: f32 = 24.0;

/// Places of one gutter on different pages differ by less, in points.
const SAME_GUTTER: f32 = 3.0;
/// Sets of gutters that a document has at most.
const KNOWN_MAX: usize = 8;

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
