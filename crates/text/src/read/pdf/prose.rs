//! Lines to paragraphs.
//!
//! A wrapped line is joined to the next by one space, so that a sentence is
//! one stretch of the canonical text; a line that ends where the next word
//! would still have fitted was ended on purpose, and stays a line.

use super::headings::{Opening, opening};
use super::hyphens::Hyphens;
use super::leaders::{is_contents_line, shortened};
use super::lines::Line;
use super::paragraph::Paragraph;
use super::values::is_list_marker;

/// A step over this many times the usual one parts paragraphs.
const APART: f32 = 1.32;

/// The paragraphs of lines that are read from top to bottom.
pub(super) fn paragraphs(lines: &[Line], hyphens: &Hyphens) -> Vec<Paragraph> {
    let margin = right_margin(lines);
    let pitch = pitch(lines);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut started = 0;
    for (index, line) in lines.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &lines[before]);
        let step = before.map_or(0.0, |before| line.y - before.y);
        let apart = step > APART * pitch.max(line.size) || before.is_none();
        let goes_on = before.is_some_and(|before| {
            !apart
                && stretches(before) == 1
                && wraps(before, line, margin)
                && same_block(&lines[started..index], line)
        });
        match paragraphs.last_mut().filter(|_| goes_on) {
            Some(paragraph) => {
                hyphens.append(&mut paragraph.text, &shortened(&line.text()));
                paragraph.lines += 1;
                paragraph.open = is_full(line, margin);
            }
            None => {
                started = index;
                paragraphs.push(opened(line, apart, margin));
            }
        }
    }
    mark_wrapped_entries(&mut paragraphs);
    paragraphs
}

/// The first line of an entry of a table of contents that takes two: the leader and the
/// page stand on the second.
fn mark_wrapped_entries(paragraphs: &mut [Paragraph]) {
    for index in 1..paragraphs.len() {
        let (before, entry) = paragraphs.split_at_mut(index);
        let (above, entry) = (&mut before[index - 1], &entry[0]);
        let goes_on = entry.contents && !entry.apart && opening(&entry.text) == Opening::Plain;
        let same_print = above.bold == entry.bold && (above.size / entry.size - 1.0).abs() < 0.07;
        if goes_on && same_print && opening(&above.text) != Opening::Plain {
            above.contents = true;
        }
    }
}

fn opened(line: &Line, apart: bool, margin: f32) -> Paragraph {
    let text = line.text();
    Paragraph {
        contents: is_contents_line(&text),
        text: shortened(&text),
        size: line.size,
        bold: line.is_bold(),
        typewriter: line.is_typewriter(),
        lines: 1,
        apart,
        cells: stretches(line),
        open: is_full(line, margin),
        center: (line.x0() + line.x1()) / 2.0,
    }
}

/// Stretches of a line between wide gaps; a number set off before a title is
/// none of its own.
fn stretches(line: &Line) -> usize {
    let cells = line.cells();
    let numbered = cells.first().is_some_and(|cell| {
        let word = &line.words[0].text;
        let number = word.len() <= 8 && word.contains(|ch: char| ch.is_ascii_digit());
        cell.end == 1 && (number || is_list_marker(word))
    });
    if numbered && cells.len() == 2 {
        1
    } else {
        cells.len()
    }
}

/// The right edge of the prose; 0 where there is none, so that no line wraps.
fn right_margin(lines: &[Line]) -> f32 {
    let wordy = |line: &&Line| line.words.len() >= 6 && line.cells().len() == 1;
    lines.iter().filter(wordy).map(Line::x1).fold(0.0, f32::max)
}

/// The usual step between lines of the region.
fn pitch(lines: &[Line]) -> f32 {
    let near = |pair: &[Line]| {
        let step = pair[1].y - pair[0].y;
        (step > 0.5 && step < 2.2 * pair[0].size.max(pair[1].size)).then_some(step)
    };
    let mut steps: Vec<f32> = lines.windows(2).filter_map(near).collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(0.0)
}

/// The next line's first word would not have fitted on this one.
fn wraps(line: &Line, next: &Line, margin: f32) -> bool {
    let Some(word) = next.words.first() else {
        return false;
    };
    line.x1() + 0.25 * line.size + word.width() > margin - 0.02 * margin.abs().min(400.0)
        && margin > 0.0
}

fn is_full(line: &Line, margin: f32) -> bool {
    margin > 0.0 && line.x1() > margin - 5.0 * line.size
}

/// The next line looks as one of the paragraph: same print, no marker of a
/// list, no step to the side.
fn same_block(block: &[Line], next: &Line) -> bool {
    let (Some(first), Some(last)) = (block.first(), block.last()) else {
        return false;
    };
    let ratio = next.size / last.size.max(0.1);
    if !(0.93..=1.07).contains(&ratio) || last.is_bold() != next.is_bold() {
        return false;
    }
    let marker = next
        .words
        .first()
        .is_some_and(|word| is_list_marker(&word.text));
    if marker || is_contents_line(&next.text()) || is_contents_line(&last.text()) {
        return false;
    }
    let shift = next.x0() - last.x0();
    let (indented, outdented) = (shift > 0.8 * next.size, shift < -0.8 * next.size);
    // The second line may stand left of an indented first one, or right of a
    // hanging one; later lines keep their edge.
    match block.len() {
        1 => {
            !indented
                || first
                    .words
                    .first()
                    .is_some_and(|word| is_list_marker(&word.text))
        }
        _ => !indented && !outdented,
    }
}
