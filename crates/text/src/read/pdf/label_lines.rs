//! Labels of several lines in tables without lines between the rows.
//!
//! Only one of a label's lines has the row's figures, the first or the last; the others
//! look like headings between rows. They are parts of a label where they open like the
//! middle of a sentence, in its place and print, because there was no room above.

use super::hyphens::Hyphens;
use super::lines::Line;
use super::row_print::{HANGING, SAME_EDGE, STEP_MAX, append, is_full, same_print};
use super::table::{Row, cell_text};
use super::words::Word;

/// What the lines of a table are, some of several of them.
#[derive(Debug)]
pub(super) enum Part<'l> {
    /// The words of a row by column.
    Cells(Vec<Vec<&'l Word>>),
    /// A text across the table.
    Label(Vec<&'l Line>),
}

impl<'l> Part<'l> {
    /// The words of its first column; all of a label's.
    fn first(&self) -> Vec<&'l Word> {
        match self {
            Part::Cells(cells) => cells.first().cloned().unwrap_or_default(),
            Part::Label(lines) => lines.iter().flat_map(|line| &line.words).collect(),
        }
    }

    /// Nothing but a text in the first column.
    fn is_label(&self) -> bool {
        match self {
            Part::Cells(cells) => {
                let mut rest = cells.iter().skip(1);
                cells.first().is_some_and(|first| !first.is_empty()) && rest.all(Vec::is_empty)
            }
            Part::Label(_) => true,
        }
    }

    /// One of this and the part below it, of the same row.
    fn with(self, below: Self) -> Self {
        match (self, below) {
            (Part::Label(mut lines), Part::Label(more)) => {
                lines.extend(more);
                Part::Label(lines)
            }
            (label @ Part::Label(_), Part::Cells(mut cells)) => {
                let words = label.first();
                cells[0].splice(..0, words);
                Part::Cells(cells)
            }
            (Part::Cells(mut cells), Part::Cells(more)) => {
                append(&mut cells, more);
                Part::Cells(cells)
            }
            (Part::Cells(mut cells), label @ Part::Label(_)) => {
                cells[0].extend(label.first());
                Part::Cells(cells)
            }
        }
    }

    /// As it stands in a table, and where its label begins: NaN where it has none.
    fn told(self) -> (Row, f32) {
        let indent = self.first().first().map_or(f32::NAN, |word| word.x0);
        let row = match self {
            Part::Cells(cells) => Row::Cells(cells.iter().map(|cell| cell_text(cell)).collect()),
            Part::Label(lines) => {
                let hyphens = Hyphens::default();
                let texts = lines.iter().map(|line| line.text());
                let joined = texts.reduce(|mut text, more| {
                    hyphens.append(&mut text, &more);
                    text
                });
                Row::Label(joined.unwrap_or_default())
            }
        };
        (row, indent)
    }
}

/// The rows of parts given from the top, each with all lines of its label, and where this
/// begins.
pub(super) fn told(parts: Vec<Part<'_>>) -> Vec<(Row, f32)> {
    let rows = || parts.iter().filter(|part| !part.is_label());
    let right = rows().flat_map(Part::first).map(|word| word.x1);
    let right = right.fold(f32::MIN, f32::max);
    let within = rows().filter(|part| part.first().first().is_some_and(begins_within));
    // Labels that all begin so say nothing.
    let plain = within.count() * 2 > rows().count();
    let goes_on = |at: usize| {
        !plain
            && at > 0
            && at < parts.len()
            && (parts[at - 1].is_label() || parts[at].is_label())
            && is_rest(&parts[at - 1].first(), &parts[at].first(), right)
    };
    let joins: Vec<bool> = (0..parts.len())
        .map(|at| {
            // A row that has its figures takes a line below it, unless that begins the next.
            let below = !parts[at].is_label() || !goes_on(at + 1);
            goes_on(at) && (parts[at - 1].is_label() || below)
        })
        .collect();
    let mut told: Vec<Part<'_>> = Vec::new();
    for (part, joins) in parts.into_iter().zip(joins) {
        let part = match told.pop_if(|_| joins) {
            Some(above) => above.with(part),
            None => part,
        };
        told.push(part);
    }
    told.into_iter().map(Part::told).collect()
}

fn begins_within(word: &&Word) -> bool {
    word.text
        .starts_with(|first: char| first.is_lowercase() || first == '(')
}

/// Whether the words of a first column are the rest of those above them, where texts reach
/// to `right`.
fn is_rest(above: &[&Word], below: &[&Word], right: f32) -> bool {
    let (Some(opening), Some(last), Some(first)) = (above.first(), above.last(), below.first())
    else {
        return false;
    };
    let edge = first.x0 - opening.x0;
    begins_within(first)
        && !last.text.ends_with([':', '.'])
        && edge > -SAME_EDGE
        && edge < HANGING * first.size
        && first.y > last.y
        && first.y - last.y <= STEP_MAX * first.size
        && same_print(first.bold, first.size, last.bold, last.size)
        && is_full(last, first, right)
}
