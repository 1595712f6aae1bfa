//! Running headers and footers: lines that stand at the same place of most pages.
//!
//! They leave the text, where they would cut sentences and fill every list of
//! hits, and stay with their page as context: the title of an exhibit often
//! stands nowhere else. `Article 1`, `Article 2` at the top of page after page is
//! no such line: its number is its own on each page.
//!
//! A page laid the other way than most has its running lines elsewhere, sometimes
//! along its side: there they are told by their words alone.

use std::collections::{HashMap, HashSet};

use super::edges::{self, End};
use super::headings;
use super::lines::Line;
use super::page_lines::PageLines;

/// Lines from the top and from the bottom that are looked at.
const EDGE_LINES: usize = 8;
/// Pages that carry the line at least; besides, more than two in five.
const PAGES_MIN: usize = 3;
/// The same place, in points.
const SAME_PLACE: f32 = 10.0;

/// The running lines of a page, from the top.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Running {
    pub(super) heads: Vec<String>,
    pub(super) feet: Vec<String>,
    /// What all of them look like, page numbers too.
    patterns: Vec<String>,
}

/// Where a line of some pattern stands on one page.
struct Place {
    page: usize,
    y: f32,
    /// The number it opens with, if it opens as a heading does.
    id: Option<String>,
}

impl Place {
    fn of(line: &Line, page: usize) -> Self {
        let alone = line.cells().len() == 1;
        let id = alone.then(|| headings::id(&line.text()).map(str::to_owned));
        Self {
            page,
            y: line.y,
            id: id.flatten(),
        }
    }
}

/// Headings of a series, one on each page: nearly every one has a number of its own.
fn is_series(places: &[&Place]) -> bool {
    let mut ids: Vec<&str> = places
        .iter()
        .filter_map(|place| place.id.as_deref())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len() * 5 >= places.len() * 4
}

/// Takes running lines out of the pages.
pub(super) fn take(pages: &mut [PageLines]) -> Vec<Running> {
    let mut places: HashMap<String, Vec<Place>> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        let count = page.lines.len();
        for (index, line) in page.lines.iter().enumerate() {
            if index < EDGE_LINES || index + EDGE_LINES >= count {
                places
                    .entry(pattern(&line.text()))
                    .or_default()
                    .push(Place::of(line, number));
            }
        }
    }
    let filled = pages.iter().filter(|page| !page.lines.is_empty()).count();
    let needed = PAGES_MIN.max(filled * 2 / 5 + 1);
    let runs = |line: &Line| {
        let near = |place: &&Place| (place.y - line.y).abs() <= SAME_PLACE;
        let all = places.get(&pattern(&line.text()));
        let near: Vec<&Place> = all.into_iter().flatten().filter(near).collect();
        // The places are in the order of their pages.
        let mut on: Vec<usize> = near.iter().map(|place| place.page).collect();
        on.dedup();
        on.len() >= needed && !is_series(&near)
    };
    let heads = edges::running(pages, End::Top);
    let feet = edges::running(pages, End::Bottom);
    let mut running: Vec<Running> = pages
        .iter_mut()
        .zip(heads.into_iter().zip(feet))
        .map(|(page, outermost)| take_from(page, &runs, outermost))
        .collect();
    take_from_turned(pages, &mut running);
    running
}

/// Takes from pages that lie the other way what runs on the pages that do not.
fn take_from_turned(pages: &mut [PageLines], running: &mut [Running]) {
    let wide = pages.iter().filter(|page| page.wide).count();
    let turned = |page: &PageLines| page.wide != (wide * 2 > pages.len());
    let turned: Vec<bool> = pages.iter().map(turned).collect();
    let usual = running.iter().zip(&turned).filter(|(_, turned)| !**turned);
    let known: HashSet<String> = usual
        .flat_map(|(running, _)| &running.patterns)
        .cloned()
        .collect();
    let runs = |line: &Line| known.contains(&pattern(&line.text()));
    for (index, page) in pages
        .iter_mut()
        .enumerate()
        .filter(|(index, _)| turned[*index])
    {
        let more = take_from(page, &runs, (false, false));
        running[index].heads.extend(more.heads);
        running[index].feet.splice(0..0, more.feet);
    }
}

/// `outermost` says whether the first and the last line run although their
/// words change.
fn take_from(
    page: &mut PageLines,
    runs: &dyn Fn(&Line) -> bool,
    outermost: (bool, bool),
) -> Running {
    let top = page
        .tables
        .iter()
        .map(|table| table.y0)
        .fold(f32::MAX, f32::min);
    let bottom = page
        .tables
        .iter()
        .map(|table| table.y1)
        .fold(f32::MIN, f32::max);
    let head = page
        .lines
        .iter()
        .enumerate()
        .take(EDGE_LINES)
        .take_while(|(index, line)| {
            let runs_here = runs(line) || (*index == 0 && outermost.0);
            line.y < top && runs_here && !heads_table(line, page.lines.get(index + 1), runs)
        })
        .count();
    let foot = page.lines[head..]
        .iter()
        .rev()
        .take(EDGE_LINES)
        .enumerate()
        .take_while(|(index, line)| line.y > bottom && (runs(line) || (*index == 0 && outermost.1)))
        .count();
    // A page of nothing else is all text.
    if head + foot == page.lines.len() && page.tables.is_empty() {
        return Running::default();
    }
    let kept = page.lines.len() - foot;
    let feet = page.lines.split_off(kept);
    let heads: Vec<Line> = page.lines.drain(..head).collect();
    let all = heads.iter().chain(&feet);
    Running {
        patterns: all.map(|line| pattern(&line.text())).collect(),
        heads: texts(&heads),
        feet: texts(&feet),
    }
}

fn texts(lines: &[Line]) -> Vec<String> {
    lines
        .iter()
        .map(Line::text)
        .filter(|text| !is_page_number(text))
        .collect()
}

/// A row of column names over the rows of a table that fills every page.
fn heads_table(line: &Line, next: Option<&Line>, runs: &dyn Fn(&Line) -> bool) -> bool {
    let Some(next) = next else { return false };
    let cells = line.cells();
    if cells.len() < 3 {
        return false;
    }
    let below = next.cells();
    let under = |cell: &&super::lines::Cell| {
        cells
            .iter()
            .any(|other| cell.x0 < other.x1 && other.x0 < cell.x1)
    };
    let aligned = below.iter().filter(under).count();
    below.len() >= 3 && aligned * 10 >= below.len() * 6 && !runs(next)
        || below.len() >= 3 && aligned * 10 >= below.len() * 6 && next.cells().len() >= cells.len()
}

/// The line with its figures blotted out, so that page numbers do not make
/// every page's line another.
fn pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for ch in text.chars().flat_map(char::to_lowercase) {
        let ch = if ch.is_ascii_digit() { '#' } else { ch };
        if !(ch == '#' && pattern.ends_with('#')) {
            pattern.push(ch);
        }
    }
    pattern
}

/// `12`, `Page 12 of 108`, `- 12 -`: says nothing that the page number does not.
fn is_page_number(text: &str) -> bool {
    let words = text
        .split(|ch: char| !ch.is_alphabetic())
        .filter(|word| !word.is_empty());
    words.into_iter().all(|word| {
        let word = word.to_lowercase();
        word == "page" || word == "of" || word == "p" || word.chars().all(|ch| "ivxl".contains(ch))
    })
}
