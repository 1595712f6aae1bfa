//! Tables of contents without leaders: titles on the left, rising page numbers
//! under each other on the right.
//!
//! To the rules of tables they are two columns. They become lines of contents
//! here, as if dots led from each title to its page.

use super::leaders::is_contents_line;
use super::lines::{Cell, Line};
use super::words::Word;
use crate::lexicon::WordList;

/// Entries at least, below a heading that says so...
const ENTRIES_MIN: usize = 3;
/// ...and without one, if most are numbered.
const UNNAMED_MIN: usize = 8;
/// Lines without a page between two entries at most: parts, wrapped titles.
const BETWEEN_MAX: usize = 3;
/// Page numbers stand under each other to this many points.
const EDGE: f32 = 3.0;
/// A page number is no larger.
const PAGE_MAX: u32 = 9_999;
/// The leader set between title and page.
const LEADER: &str = ".....";

/// A line that may be an entry.
struct Entry {
    line: usize,
    /// Its last cell.
    page: Cell,
    number: u32,
    numbered: bool,
}

/// Sets leaders into the contents on a page. `open` says whether the page
/// before ended in contents, and is set for the next page.
pub(super) fn lead(lines: &mut [Line], open: &mut bool) {
    complete_leaders(lines);
    let entries: Vec<Entry> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| entry(index, line))
        .collect();
    let mut rest = entries.as_slice();
    let was_open = std::mem::take(open);
    while let Some(first) = rest.first() {
        let count = run(rest);
        let (run, others) = rest.split_at(count);
        rest = others;
        let named = was_open || named_above(&lines[..first.line]);
        let numbered = run.iter().filter(|entry| entry.numbered).count();
        let unnamed = count >= UNNAMED_MIN && numbered * 2 > count;
        if (named && count >= ENTRIES_MIN) || unnamed {
            run.iter()
                .for_each(|entry| set_leader(&mut lines[entry.line], entry.page));
            let last = run.last().map_or(0, |entry| entry.line);
            *open = last + BETWEEN_MAX + 1 >= lines.len();
        }
    }
}

/// A long title leaves room for a dot or two: among lines of contents that is
/// a leader as well.
fn complete_leaders(lines: &mut [Line]) {
    let contents = lines
        .iter()
        .filter(|line| is_contents_line(&line.text()))
        .count();
    if contents < ENTRIES_MIN {
        return;
    }
    for line in lines
        .iter_mut()
        .filter(|line| !is_contents_line(&line.text()))
    {
        let words = &line.words;
        let Some((page, before)) = words.split_last() else {
            continue;
        };
        let is_dots = |word: &&Word| word.text.chars().all(|ch| ch == '.');
        let dots = before.iter().rev().take_while(is_dots).count();
        let counted = page.text.parse::<u16>().is_ok();
        if !counted || dots == 0 || dots == before.len() {
            continue;
        }
        let title = before.len() - dots;
        line.words.drain(title..before.len());
        let page = Cell {
            start: title,
            end: title + 1,
            x0: 0.0,
            x1: 0.0,
        };
        set_leader(line, page);
    }
}

/// A title with letters, perhaps a number before it, and a page on the right.
fn entry(index: usize, line: &Line) -> Option<Entry> {
    let cells = line.cells();
    let (&page, titles) = cells.split_last()?;
    if !(1..=2).contains(&titles.len()) || page.end - page.start != 1 {
        return None;
    }
    let number: u32 = line.words[page.start].text.parse().ok()?;
    let letters = |cell: &Cell| {
        let words = line.words[cell.start..cell.end].iter();
        words
            .flat_map(|word| word.text.chars())
            .filter(|ch| ch.is_alphabetic())
            .count()
    };
    let starts_numbered = line.words[0]
        .text
        .starts_with(|ch: char| ch.is_ascii_digit());
    // Two cells before the page are a number and a title, no row of a table.
    let shaped = titles.len() == 1 || (titles[0].end == 1 && line.words[0].text.len() <= 8);
    let titled = titles.last().map_or(0, letters) >= 3;
    (number <= PAGE_MAX && shaped && titled).then_some(Entry {
        line: index,
        page,
        number,
        numbered: starts_numbered,
    })
}

/// How many entries from the first one on make one table of contents.
fn run(entries: &[Entry]) -> usize {
    let goes_on = |pair: &&[Entry]| {
        let (above, below) = (&pair[0], &pair[1]);
        below.number >= above.number
            && below.line - above.line <= BETWEEN_MAX + 1
            && (below.page.x1 - above.page.x1).abs() <= EDGE
    };
    1 + entries.windows(2).take_while(goes_on).count()
}

fn named_above(above: &[Line]) -> bool {
    let near = above.iter().rev().take(BETWEEN_MAX + 3);
    near.map(Line::text).any(|text| {
        let text = text.to_lowercase();
        WordList::Contents.has(text.trim_matches(|ch: char| !ch.is_alphabetic()))
    })
}

fn set_leader(line: &mut Line, page: Cell) {
    let after = line.words[page.start].clone();
    let before = line.words[page.start - 1].x1;
    let leader = Word {
        text: LEADER.into(),
        x0: before + 0.1,
        x1: (after.x0 - 0.1).max(before + 0.2),
        ..after
    };
    line.words.insert(page.start, leader);
}
