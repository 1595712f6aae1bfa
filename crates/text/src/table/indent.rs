//! How far the headings between rows reach, where the page sets rows in under them.
//!
//! A heading whose rows are set in ends with the first row that is not, unless that sums
//! them up; a heading set in under another one is part of it.

use super::LogicalTable;
use super::total::is_total;

/// A text set in by more than this many points stands under the one above.
const SET_IN: f32 = 2.0;
/// So many places at which labels begin are levels...
const LEVELS_FEW: usize = 3;
/// ...more of them where so many rows begin at each, in the mean.
const LEVEL_ROWS_MIN: usize = 3;

/// Where the labels of a table begin from the left, in points; NaN where that is not known.
#[derive(Debug, Default)]
pub(super) struct Indents {
    /// One a row.
    pub(super) rows: Vec<f32>,
    /// One a heading.
    pub(super) bands: Vec<f32>,
}

/// Takes rows out of headings that ended above them, and puts headings under those they are
/// set in under. `labels` are the texts of the first column.
pub(super) fn apply(table: &mut LogicalTable, indents: &Indents, labels: &[&str]) {
    if indents.bands.iter().all(|x| x.is_nan()) || !are_levels(&indents.rows) {
        return;
    }
    let indents = &without_centred(indents);
    let mut seen = vec![Seen::default(); table.bands.len()];
    let mut next = 0;
    for at in 0..=table.rows.len() {
        while table
            .bands
            .get(next)
            .is_some_and(|band| band.row as usize == at)
        {
            table.bands[next].parent = parent(table, indents, &seen, next);
            next += 1;
        }
        let Some(band) = table.rows.get(at).map(|row| row.band) else {
            break;
        };
        let x = indents.rows.get(at).copied().unwrap_or(f32::NAN);
        let sums_up = labels.get(at).is_some_and(|label| is_total(label));
        let path = path(table, band);
        for of in &path {
            seen[*of].pass(indents.bands[*of], x, sums_up);
        }
        let open = path.into_iter().take_while(|of| !seen[*of].ended).last();
        table.rows[at].band = open.and_then(|band| u32::try_from(band).ok());
    }
}

/// A heading that begins to the right of all labels is set in the middle.
fn without_centred(indents: &Indents) -> Indents {
    let most = indents.rows.iter().copied().fold(f32::MIN, f32::max);
    let at_left = |x: &f32| if *x > most + SET_IN { f32::NAN } else { *x };
    Indents {
        rows: indents.rows.clone(),
        bands: indents.bands.iter().map(at_left).collect(),
    }
}

/// Labels at the left begin at a few places; others are set in the middle of their column.
fn are_levels(rows: &[f32]) -> bool {
    let mut known: Vec<f32> = rows.iter().copied().filter(|x| !x.is_nan()).collect();
    known.sort_by(f32::total_cmp);
    let steps = known.windows(2).filter(|pair| pair[1] - pair[0] > SET_IN);
    let levels = 1 + steps.count();
    levels <= LEVELS_FEW || levels * LEVEL_ROWS_MIN <= known.len()
}

/// What became of a heading so far.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// A row was set in under it.
    holds: bool,
    /// Its rows begin at its own place: nothing tells where it ends.
    flat: bool,
    ended: bool,
}

impl Seen {
    /// A row that begins at `x` comes below a heading at `own`.
    fn pass(&mut self, own: f32, x: f32, sums_up: bool) {
        if x.is_nan() || own.is_nan() || self.flat || sums_up {
            return;
        }
        match x > own + SET_IN {
            true => self.holds = true,
            false if self.holds => self.ended = true,
            false => self.flat = true,
        }
    }
}

/// The heading that one is part of: the nearest above it, set in less, that has not ended;
/// where all begin at one place, the one that was told by their order.
fn parent(table: &LogicalTable, indents: &Indents, seen: &[Seen], band: usize) -> Option<u32> {
    let x = indents.bands[band];
    let told = table.bands[band].parent;
    let outer = (0..band)
        .rev()
        .find(|&above| indents.bands[above] + SET_IN < x && !seen[above].ended);
    if let Some(outer) = outer {
        return u32::try_from(outer).ok();
    }
    if let Some(flat) = flat_above(table, indents, seen, band) {
        return u32::try_from(flat).ok();
    }
    // A heading that others are set in under has none at its own place under it.
    let beside = |of: usize| {
        let known = !x.is_nan() && !indents.bands[of].is_nan();
        let mut others = (of + 1..band).map(|other| indents.bands[other]);
        known && others.any(|other| other > indents.bands[of] + SET_IN)
    };
    let deeper = |of: usize| indents.bands[of] > x + SET_IN;
    told.filter(|&told| {
        let told = told as usize;
        !deeper(told) && !beside(told) && !seen[told].ended
    })
}

/// The heading before one, where its rows begin at its own place, and those of this one, among
/// them, are set in: `Short-term borrowings:` within `Financing activities`.
fn flat_above(
    table: &LogicalTable,
    indents: &Indents,
    seen: &[Seen],
    band: usize,
) -> Option<usize> {
    let above = band.checked_sub(1)?;
    let (x, row) = (indents.bands[band], table.bands[band].row);
    let same_place = (indents.bands[above] - x).abs() <= SET_IN;
    let has_rows = table.bands[above].row < row && seen[above].flat;
    let set_in = indents
        .rows
        .get(row as usize)
        .is_some_and(|first| *first > x + SET_IN);
    (same_place && has_rows && set_in).then_some(above)
}

/// A heading and those it is part of, the outermost first.
fn path(table: &LogicalTable, band: Option<u32>) -> Vec<usize> {
    let mut path: Vec<usize> = Vec::new();
    let mut next = band;
    while let Some(at) = next.filter(|at| (*at as usize) < table.bands.len()) {
        path.push(at as usize);
        // A parent stands before its child, so that this ends.
        next = table.bands[at as usize]
            .parent
            .filter(|parent| *parent < at);
    }
    path.reverse();
    path
}
