//! Columns of prose in a part of a page: below a table or a text over the full width.
//!
//! Between two lines over the full width a few lines are enough where other pages of
//! the document have their columns at the same places; else the band has to show its
//! gutter as a whole page does, with lines on the left that reach it. Rows of a table
//! beside such a band have other edges, and are left alone.

use std::ops::Range;

use super::gutters::{Item, Stretch, crosses, gutters, prose};
use super::lines::{Cell, Line};

/// A column begins at its gutter, give or take this many points.
const AT_GUTTER: f32 = 3.0;
/// Texts that begin at a known gutter at least, headings included...
const STARTS_MIN: usize = 3;
/// ...and lines of prose on each side of it.
const PROSE_MIN: usize = 2;
/// A line that fills its column ends this near to the gutter, in sizes.
const FULL: f32 = 4.0;
/// Where the middle of the page begins and ends, as shares of its width: what covers
/// it is in no column.
const MIDDLE: (f32, f32) = (0.35, 0.65);

/// The gutters of the bands of a page that are set in columns, and the items of each
/// band, from the top; none where no part of the page is. `items` are in order of
/// their tops, `known` are the gutters of other pages.
pub(super) fn bands(items: &[Item], known: &[Vec<f32>]) -> (Vec<f32>, Vec<Range<usize>>) {
    for gutters in known {
        let runs = runs(items, |item| crosses(item, gutters)).into_iter();
        let found: Vec<Range<usize>> = runs
            .filter_map(|run| from_columns(items, run, gutters))
            .collect();
        if !found.is_empty() {
            return (gutters.clone(), found);
        }
    }
    own(items)
}

/// Runs of items between those that part them.
fn runs(items: &[Item], parts: impl Fn(&Item) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for index in (0..items.len()).filter(|&index| !parts(&items[index])) {
        match runs.last_mut() {
            Some(run) if run.end == index => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

fn lines(items: &[Item]) -> impl Iterator<Item = &Line> {
    items.iter().filter_map(|item| match item {
        Item::Line(line) => Some(line),
        Item::Table(_) => None,
    })
}

fn starts_at(line: &Line, x: f32) -> bool {
    let cells = line.cells();
    cells.iter().any(|cell| (cell.x0 - x).abs() < AT_GUTTER)
}

/// The part of a run from the first line that begins at a gutter on, where it has
/// lines of prose on both sides of each.
fn from_columns(items: &[Item], run: Range<usize>, gutters: &[f32]) -> Option<Range<usize>> {
    let begins = |item: &Item| match item {
        Item::Line(line) => gutters.iter().any(|&x| starts_at(line, x)),
        Item::Table(_) => false,
    };
    let first = run.start + items[run.clone()].iter().position(begins)?;
    let band = &items[first..run.end];
    let stretches = prose(lines(band));
    let parts = |&x: &f32| {
        let starts = lines(band).filter(|line| starts_at(line, x)).count();
        let at = |s: &&Stretch| (s.x0 - x).abs() < AT_GUTTER;
        let right = stretches.iter().filter(at).count();
        let full = reaching(&stretches, x).count();
        starts >= STARTS_MIN && right >= PROSE_MIN && full >= PROSE_MIN
    };
    gutters.iter().all(parts).then_some(first..run.end)
}

/// Lines of prose left of a gutter that reach it.
fn reaching(stretches: &[Stretch], x: f32) -> impl Iterator<Item = &Stretch> {
    let full = move |s: &&Stretch| s.x1 < x - 0.4 * s.size && s.x1 > x - FULL * s.size;
    stretches.iter().filter(full)
}

/// Whether an item, or one stretch of a line, runs over the middle of the page.
fn covers(item: &Item, middle: &Range<f32>) -> bool {
    match item {
        Item::Table(table) => table.x0() < middle.start && table.x1() > middle.end,
        Item::Line(line) => {
            let over = |cell: &Cell| cell.x0 < middle.start && cell.x1 > middle.end;
            line.cells().iter().any(over)
        }
    }
}

/// Bands that show a gutter by themselves, of a page that has none as a whole.
fn own(items: &[Item]) -> (Vec<f32>, Vec<Range<usize>>) {
    let all = prose(lines(items));
    let right = all.iter().map(|s| s.x1).fold(f32::MIN, f32::max);
    let left = all.iter().map(|s| s.x0).fold(f32::MAX, f32::min);
    let middle = left + MIDDLE.0 * (right - left)..left + MIDDLE.1 * (right - left);
    for run in runs(items, |item| covers(item, &middle)) {
        let stretches = prose(lines(&items[run.clone()]));
        let found = gutters(&stretches);
        let [x] = found.as_slice() else { continue };
        let before = stretches.iter().filter(|s| s.x1 < x - 0.4 * s.size).count();
        if reaching(&stretches, *x).count() * 2 >= before {
            let bands: Vec<Range<usize>> = runs(items, |item| crosses(item, &found))
                .into_iter()
                .filter(|band| band.start <= run.end && run.start <= band.end)
                .filter_map(|band| from_columns(items, band, &found))
                .collect();
            if !bands.is_empty() {
                return (found, bands);
            }
        }
    }
    (Vec::new(), Vec::new())
}
