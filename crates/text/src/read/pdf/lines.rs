//! Words to lines, and a line's words to cells.

use super::values::is_value;
use super::words::{Word, is_right_to_left};
use crate::read::raised;

/// Words that stand on one line of the page, from the left.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    /// Baseline, growing downward.
    pub(super) y: f32,
    /// Size most of its characters have.
    pub(super) size: f32,
}

/// A stretch of a line between wide gaps: words `start..end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) x0: f32,
    pub(super) x1: f32,
}

impl Line {
    /// A line of words in any order; `None` when there are none.
    pub(super) fn of(mut words: Vec<Word>) -> Option<Self> {
        words.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let main = words
            .iter()
            .max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
        let (y, size) = (main.y, main.size);
        Some(Self { words, y, size })
    }

    pub(super) fn x0(&self) -> f32 {
        self.words.first().map_or(0.0, |word| word.x0)
    }

    pub(super) fn x1(&self) -> f32 {
        self.words
            .iter()
            .map(|word| word.x1)
            .fold(f32::MIN, f32::max)
    }

    /// All words, one space between them, in reading order.
    pub(super) fn text(&self) -> String {
        joined(&self.words)
    }

    pub(super) fn is_bold(&self) -> bool {
        self.is_nearly_all(|word| word.bold)
    }

    /// Printed as code is, in letters of one width.
    pub(super) fn is_typewriter(&self) -> bool {
        self.is_nearly_all(|word| word.typewriter)
    }

    fn is_nearly_all(&self, such: fn(&Word) -> bool) -> bool {
        let chars = |words: &mut dyn Iterator<Item = &Word>| -> usize {
            words.map(|word| word.text.len()).sum()
        };
        let of_them = chars(&mut self.words.iter().filter(|word| such(word)));
        of_them * 10 >= chars(&mut self.words.iter()) * 9
    }

    /// The line cut at gaps wider than [`Line::cell_gap`].
    pub(super) fn cells(&self) -> Vec<Cell> {
        let limit = self.cell_gap();
        let mut cells: Vec<Cell> = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            match cells.last_mut() {
                Some(cell) if word.x0 - cell.x1 <= limit => {
                    cell.end = index + 1;
                    cell.x1 = cell.x1.max(word.x1);
                }
                _ => cells.push(Cell {
                    start: index,
                    end: index + 1,
                    x0: word.x0,
                    x1: word.x1,
                }),
            }
        }
        cells
    }

    /// Most of its words are figures, as in a row of a table.
    fn is_of_figures(&self) -> bool {
        let figures = self.words.iter().filter(|word| is_figure(word)).count();
        figures * 10 >= self.words.len() * FIGURES_SHARE
    }

    /// Nothing but amounts and the signs around them.
    fn has_figures_alone(&self) -> bool {
        let amount = |word: &Word| is_value(&word.text) || &*word.text == "$";
        self.words.iter().all(amount)
    }

    /// The gap that parts cells: 0.75 of the size (at least 2.6 points: a
    /// higher floor merges columns at 5-point print), more in a line whose
    /// words are driven apart to fill the measure; figures are not.
    fn cell_gap(&self) -> f32 {
        let floor = (0.75 * self.size).max(2.6);
        let mut gaps: Vec<f32> = self
            .words
            .windows(2)
            .map(|pair| pair[1].x0 - pair[0].x1)
            .collect();
        if gaps.len() < 5 || self.is_of_figures() {
            return floor;
        }
        gaps.sort_by(f32::total_cmp);
        let middle = gaps[gaps.len() / 2];
        if middle < 1.2 * self.size {
            floor.max(1.9 * middle)
        } else {
            floor
        }
    }
}

/// Figures of ten words in a row of figures, at least.
const FIGURES_SHARE: usize = 7;

fn is_figure(word: &Word) -> bool {
    word.text.starts_with(|first: char| first.is_ascii_digit()) && is_value(&word.text)
}

fn weight(word: &Word) -> f32 {
    word.size * word.text.len() as f32
}

/// Words joined by spaces; a line in a right-to-left script from the right,
/// its left-to-right stretches kept.
pub(super) fn joined(words: &[Word]) -> String {
    let rtl = words
        .iter()
        .filter(|word| word.text.chars().any(is_right_to_left))
        .count();
    if rtl == 0 {
        return words
            .iter()
            .map(|word| &*word.text)
            .collect::<Vec<_>>()
            .join(" ");
    }
    if rtl * 2 < words.len() {
        return in_stretches(words, true).join(" ");
    }
    let mut parts = in_stretches(words, false);
    parts.reverse();
    parts.join(" ")
}

/// Words with each stretch of one direction put in order: stretches of
/// right-to-left words turned when the line runs left to right, and the other
/// way round.
fn in_stretches(words: &[Word], turn_rtl: bool) -> Vec<&str> {
    let is_rtl = |word: &Word| word.text.chars().any(is_right_to_left);
    let mut ordered = Vec::with_capacity(words.len());
    let mut rest = words;
    while let Some(first) = rest.first() {
        let count = rest
            .iter()
            .take_while(|word| is_rtl(word) == is_rtl(first))
            .count();
        let (stretch, others) = rest.split_at(count);
        let texts = stretch.iter().map(|word| &*word.text);
        if is_rtl(first) == turn_rtl {
            ordered.extend(texts.rev())
        } else {
            ordered.extend(texts)
        }
        rest = others;
    }
    ordered
}

/// Baselines within this share of the size are one line...
const SAME_LINE: f32 = 0.35;
/// ...of the larger size, but of the smaller one no more than this...
const SAME_LINE_SMALL: f32 = 0.5;
/// ...and figures beside a label of their size up to this.
const FIGURES_BESIDE: f32 = 0.45;
/// A raised or lowered word is at most this share of its line's size...
const SCRIPT_SIZE: f32 = 0.82;
/// ...the mark of a footnote a little more...
const MARK_SIZE: f32 = 0.86;
/// ...and at most this share of it off the baseline.
const SCRIPT_SHIFT: f32 = 0.62;

/// Rows of words to lines, from the top. Every word gets its line's baseline,
/// so that raised words sort with their line later on.
pub(super) fn lines(rows: Vec<Vec<Word>>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        let Some(row) = Line::of(row) else { continue };
        match lines.last_mut() {
            Some(last) if belongs(last, &row) => merge(last, row.words),
            _ => lines.push(row),
        }
    }
    settle_scripts(lines)
}

fn belongs(line: &Line, row: &Line) -> bool {
    let (small, large) = (line.size.min(row.size), line.size.max(row.size));
    let beside = small > 0.9 * large && line.has_figures_alone() != row.has_figures_alone();
    let apart = match beside {
        true => FIGURES_BESIDE * small,
        false => (SAME_LINE * large).min(SAME_LINE_SMALL * small),
    };
    row.y - line.y <= apart && overlap(line, row) < 0.25
}

/// The share of the row's width that lies over words of the line.
fn overlap(line: &Line, row: &Line) -> f32 {
    let mut covered = 0.0;
    let mut total = 0.0;
    for word in &row.words {
        total += word.width();
        for other in &line.words {
            covered += (word.x1.min(other.x1) - word.x0.max(other.x0)).max(0.0);
        }
    }
    // The same words drawn twice, for bold or shadow, are one line all the same.
    let twin = |word: &Word| line.words.iter().any(|other| is_twin(word, other));
    if row.words.iter().all(twin) {
        0.0
    } else {
        covered / total.max(0.1)
    }
}

fn is_twin(word: &Word, other: &Word) -> bool {
    word.text == other.text && (word.x0 - other.x0).abs() < 0.25 * word.size
}

fn merge(line: &mut Line, words: Vec<Word>) {
    for word in words {
        if !line.words.iter().any(|other| is_twin(&word, other)) {
            line.words.push(word);
        }
    }
    if let Some(merged) = Line::of(std::mem::take(&mut line.words)) {
        *line = merged;
    }
}

/// Puts raised and lowered words into the lines they belong to.
fn settle_scripts(lines: Vec<Line>) -> Vec<Line> {
    let mut settled: Vec<Line> = lines;
    let count = settled.len();
    for index in 0..count {
        let neighbours = [
            index.checked_sub(1),
            Some(index + 1).filter(|&next| next < count),
        ];
        for host in neighbours.into_iter().flatten() {
            let words = std::mem::take(&mut settled[index].words);
            let (scripts, rest): (Vec<Word>, Vec<Word>) = words
                .into_iter()
                .partition(|word| is_script(word, &settled[host]));
            settled[index].words = rest;
            for word in scripts {
                attach(&mut settled[host], word);
            }
        }
    }
    settled.retain(|line| !line.words.is_empty());
    for line in &mut settled {
        let y = line.y;
        line.words.iter_mut().for_each(|word| word.y = y);
    }
    settled
}

fn is_script(word: &Word, host: &Line) -> bool {
    let near = |other: &Word| {
        let gap = word.x0 - other.x1;
        gap > -0.2 * other.size && gap < 0.35 * other.size
    };
    let size = if raised::is_mark(&word.text) {
        MARK_SIZE
    } else {
        SCRIPT_SIZE
    };
    word.size <= size * host.size
        && (word.y - host.y).abs() <= SCRIPT_SHIFT * host.size
        && host.words.iter().any(near)
        && !host
            .words
            .iter()
            .any(|other| word.x1.min(other.x1) - word.x0.max(other.x0) > 0.5 * word.width())
}

fn attach(line: &mut Line, mut script: Word) {
    script.raised = script.y < line.y;
    let at = line.words.partition_point(|other| other.x0 <= script.x0);
    match at
        .checked_sub(1)
        .and_then(|before| line.words.get_mut(before))
    {
        Some(host) if raised::is_part_of(&host.text, &script.text) => {
            host.text = format!("{}{}", host.text, script.text).into_boxed_str();
            host.x1 = host.x1.max(script.x1);
        }
        _ => line.words.insert(at, script),
    }
}
