//! The ruled lines of a page: what the eye takes for the grid of a table.

use pdf_oxide::elements::{PathContent, PathOperation};

use super::frame::Frame;
use super::source::Source;

/// A straight line along one axis: at `at` on the other axis, from `from` to `to`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rule {
    pub(super) at: f32,
    pub(super) from: f32,
    pub(super) to: f32,
}

/// All ruled lines of a page, collinear pieces joined.
#[derive(Debug, Clone, Default)]
pub(super) struct Rulings {
    pub(super) horizontals: Vec<Rule>,
    pub(super) verticals: Vec<Rule>,
}

/// A filled box thinner than this, in points, is a line.
const THIN: f32 = 3.0;
/// Shorter pieces are dashes and ticks.
const SHORTEST: f32 = 4.0;
/// Lines nearer than this are the same line, drawn cell by cell.
const SAME: f32 = 1.6;
/// A page with more pieces than this is a drawing, not a table.
const PIECES_MAX: usize = 20_000;

/// The ruled lines of page `index`, in the upright frame. A page whose paths
/// cannot be read has none.
pub(super) fn on_page(source: &Source, index: usize, frame: Frame) -> Rulings {
    let paths = source.document.extract_paths(index).unwrap_or_default();
    let mut found = Rulings::default();
    for path in &paths {
        trace(path, frame, &mut found);
        if found.horizontals.len() + found.verticals.len() > PIECES_MAX {
            return Rulings::default();
        }
    }
    Rulings {
        horizontals: joined(found.horizontals),
        verticals: joined(found.verticals),
    }
}

fn trace(path: &PathContent, frame: Frame, found: &mut Rulings) {
    if path.has_stroke() {
        trace_stroke(path, frame, found);
    } else {
        trace_fill(path, frame, found);
    }
}

fn trace_stroke(path: &PathContent, frame: Frame, found: &mut Rulings) {
    let mut start = (0.0, 0.0);
    let mut here = (0.0, 0.0);
    for operation in &path.operations {
        match *operation {
            PathOperation::MoveTo(x, y) => {
                start = (x, y);
                here = (x, y);
            }
            PathOperation::LineTo(x, y) => {
                segment(frame, here, (x, y), found);
                here = (x, y);
            }
            PathOperation::CurveTo(_, _, _, _, x, y) => here = (x, y),
            PathOperation::Rectangle(x, y, width, height) => {
                rectangle(frame, x, y, width, height, found);
            }
            PathOperation::ClosePath => {
                segment(frame, here, start, found);
                here = start;
            }
        }
    }
}

/// A thin filled box is a line, even where the library gives it no colour, as
/// for colours of a named space; a larger one is shading, often drawn line by
/// line behind the text.
fn trace_fill(path: &PathContent, frame: Frame, found: &mut Rulings) {
    let mut corners: Option<(f32, f32, f32, f32)> = None;
    for operation in &path.operations {
        match *operation {
            PathOperation::MoveTo(x, y) => {
                thin_box(corners, frame, found);
                corners = Some((x, y, x, y));
            }
            PathOperation::LineTo(x, y) | PathOperation::CurveTo(_, _, _, _, x, y) => {
                let (x0, y0, x1, y1) = corners.unwrap_or((x, y, x, y));
                corners = Some((x0.min(x), y0.min(y), x1.max(x), y1.max(y)));
            }
            PathOperation::Rectangle(x, y, width, height) => {
                thin_box(Some((x, y, x + width, y + height)), frame, found);
            }
            PathOperation::ClosePath => {}
        }
    }
    thin_box(corners, frame, found);
}

fn thin_box(corners: Option<(f32, f32, f32, f32)>, frame: Frame, found: &mut Rulings) {
    let Some((x0, y0, x1, y1)) = corners else {
        return;
    };
    let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
    if width.min(height) < THIN && width.max(height) >= SHORTEST {
        rectangle(frame, x0, y0, x1 - x0, y1 - y0, found);
    }
}

fn rectangle(frame: Frame, x: f32, y: f32, width: f32, height: f32, found: &mut Rulings) {
    if height.abs() < THIN {
        let middle = y + height / 2.0;
        segment(frame, (x, middle), (x + width, middle), found);
    } else if width.abs() < THIN {
        let middle = x + width / 2.0;
        segment(frame, (middle, y), (middle, y + height), found);
    } else {
        let corners = [
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ];
        for side in 0..4 {
            segment(frame, corners[side], corners[(side + 1) % 4], found);
        }
    }
}

fn segment(frame: Frame, from: (f32, f32), to: (f32, f32), found: &mut Rulings) {
    let (x0, y0) = frame.apply(from.0, from.1);
    let (x1, y1) = frame.apply(to.0, to.1);
    let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
    if !(width + height).is_finite() {
        return;
    }
    if height < 1.0 && width >= SHORTEST {
        found.horizontals.push(Rule {
            at: (y0 + y1) / 2.0,
            from: x0.min(x1),
            to: x0.max(x1),
        });
    } else if width < 1.0 && height >= SHORTEST {
        found.verticals.push(Rule {
            at: (x0 + x1) / 2.0,
            from: y0.min(y1),
            to: y0.max(y1),
        });
    }
}

/// Joins pieces that lie on one line and touch.
fn joined(mut pieces: Vec<Rule>) -> Vec<Rule> {
    pieces.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut lines: Vec<Rule> = Vec::new();
    let mut rest = pieces.as_mut_slice();
    while let Some(first) = rest.first() {
        let at = first.at;
        let count = rest
            .iter()
            .take_while(|piece| piece.at - at <= SAME)
            .count();
        let (same, others) = rest.split_at_mut(count);
        same.sort_by(|a, b| a.from.total_cmp(&b.from));
        let opened = lines.len();
        for piece in same {
            let touches = |last: &&mut Rule| piece.from <= last.to + 2.0 * SAME;
            match lines[opened..].last_mut().filter(touches) {
                Some(last) => last.to = last.to.max(piece.to),
                None => lines.push(Rule { at, ..*piece }),
            }
        }
        rest = others;
    }
    lines
}
