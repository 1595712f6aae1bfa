//! Running lines whose words change from page to page: the chapter's title, or
//! the section's, with the page's number.
//!
//! They stand at one place on many pages, in print no larger than the text and
//! apart from it; and they say what a neighbour says, open alike, or have a
//! number set off that counts with the pages. Titles of slides are larger, first
//! lines of prose are not apart, and `Rule 7` over page 7 is a heading: neither
//! the same words again nor a number set off.

use std::collections::HashMap;

use super::lines::{Cell, Line};
use super::page_lines::PageLines;

/// Pages with a line at the place at least; besides, two in five.
const PAGES_MIN: usize = 5;
/// The same place, in points.
const SAME_PLACE: f32 = 2.0;
/// Space between the line and the text at least, in sizes.
const APART: f32 = 1.5;
/// Larger than most lines by this factor is a title.
const LARGER: f32 = 1.05;
/// Pages that open alike or count alike at least.
const ALIKE_MIN: usize = 3;

/// Which end of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Top,
    Bottom,
}

/// The outermost line of a page that stands apart.
struct Edge {
    y: f32,
    text: String,
    /// Its first two words.
    opening: String,
    /// How much a number set off at its end is ahead of the count of pages.
    ahead: Option<i64>,
}

/// For each page whether its outermost line runs.
pub(super) fn running(pages: &[PageLines], end: End) -> Vec<bool> {
    let usual = usual_size(pages);
    let edges: Vec<Option<Edge>> = pages
        .iter()
        .enumerate()
        .map(|(page, lines)| edge(page, lines, end, usual))
        .collect();
    let filled = pages.iter().filter(|page| !page.lines.is_empty()).count();
    let needed = PAGES_MIN.max(filled * 2 / 5);
    let at_place = |y: f32| {
        let near = |edge: &&Edge| (edge.y - y).abs() <= SAME_PLACE;
        edges.iter().flatten().filter(near).count() >= needed
    };
    let placed: Vec<Option<&Edge>> = edges
        .iter()
        .map(|edge| edge.as_ref().filter(|edge| at_place(edge.y)))
        .collect();
    let mut openings: HashMap<&str, usize> = HashMap::new();
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for edge in placed.iter().flatten() {
        *openings.entry(&edge.opening).or_default() += 1;
        edge.ahead
            .into_iter()
            .for_each(|ahead| *counts.entry(ahead).or_default() += 1);
    }
    let runs = |(page, edge): (usize, &Option<&Edge>)| {
        let Some(edge) = edge else { return false };
        let alike = openings
            .get(edge.opening.as_str())
            .is_some_and(|&count| count >= ALIKE_MIN);
        let counted = edge.ahead.and_then(|ahead| counts.get(&ahead));
        alike || counted.is_some_and(|&count| count >= ALIKE_MIN) || repeats(&placed, page, edge)
    };
    placed.iter().enumerate().map(runs).collect()
}

/// The same line on one of the next two pages on either side: left and right
/// pages often differ.
fn repeats(placed: &[Option<&Edge>], page: usize, edge: &Edge) -> bool {
    let around = page.saturating_sub(2)..(page + 3).min(placed.len());
    around
        .filter(|&other| other != page)
        .filter_map(|other| placed[other])
        .any(|other| other.text == edge.text)
}

fn edge(page: usize, lines: &PageLines, end: End, usual: f32) -> Option<Edge> {
    let all = &lines.lines;
    let (line, next) = match end {
        End::Top => (all.first()?, all.get(1)),
        End::Bottom => (
            all.last()?,
            all.len().checked_sub(2).and_then(|at| all.get(at)),
        ),
    };
    let beyond_tables = lines.tables.iter().all(|table| match end {
        End::Top => table.y0 > line.y,
        End::Bottom => table.y1 < line.y,
    });
    let apart =
        next.is_some_and(|next| (next.y - line.y).abs() >= APART * line.size.max(next.size));
    (beyond_tables && apart && line.size <= LARGER * usual).then(|| Edge::of(line, page))
}

impl Edge {
    fn of(line: &Line, page: usize) -> Self {
        let cells = line.cells();
        let set_off = |cell: Option<&Cell>| {
            let cell = cell.filter(|cell| cells.len() > 1 && cell.end - cell.start == 1)?;
            line.words[cell.start].text.parse::<u16>().ok()
        };
        let number = set_off(cells.last()).or_else(|| set_off(cells.first()));
        let opening = line
            .words
            .iter()
            .take(2)
            .map(|word| word.text.to_lowercase());
        Self {
            y: line.y,
            text: line.text(),
            opening: opening.collect::<Vec<_>>().join(" "),
            ahead: number.map(|number| i64::from(number) - page as i64),
        }
    }
}

/// The size of the middle one of all lines.
fn usual_size(pages: &[PageLines]) -> f32 {
    let mut sizes: Vec<f32> = pages
        .iter()
        .flat_map(|page| &page.lines)
        .map(|line| line.size)
        .collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
}
