//! A chapter's headings, brought in line with the table of contents.

use std::collections::{BTreeMap, BTreeSet};

use super::toc::TocEntry;
use crate::read::flow::Piece;
use crate::read::plain::Heading;

/// Deepest level of a section.
const LEVEL_MAX: u8 = 6;

/// What follows a line that heads others.
const BLANK_LINE: &str = "\n\n";

/// A chapter as it was written.
pub struct Chapter {
    /// Its text and headings.
    pub piece: Piece,
    /// Places of the elements that the table of contents leads to.
    pub anchors: BTreeMap<String, usize>,
}

/// An entry of the table of contents at its place in the chapter.
struct Mark<'e> {
    entry: &'e TocEntry,
    /// Offset of the first character it heads.
    at: usize,
    /// The heading there that says the same.
    heading: Option<usize>,
}

impl Chapter {
    /// Makes each entry a section: by the heading that is there, else by a line
    /// of its own. `outer` is the level of the last entry before this chapter;
    /// given back is that of the last one in it.
    pub fn with_titles(mut self, entries: &[&TocEntry], outer: Option<u8>) -> (Piece, Option<u8>) {
        let marks = self.marks(entries);
        let last = marks.last().map(|mark| mark.entry.level).or(outer);
        self.set_levels(&marks, outer);
        let lines: Vec<(usize, Heading)> = marks
            .iter()
            .filter(|mark| mark.heading.is_none())
            .map(|mark| {
                let heading = Heading {
                    level: mark.entry.level,
                    title: mark.entry.title.clone(),
                    start: mark.at,
                };
                (mark.at, heading)
            })
            .collect();
        (with_lines(self.piece, lines), last)
    }

    /// The entries in the order of their places.
    fn marks<'e>(&self, entries: &[&'e TocEntry]) -> Vec<Mark<'e>> {
        let mut marks: Vec<Mark<'e>> = Vec::new();
        let mut taken = BTreeSet::new();
        for entry in entries {
            let Some(at) = self.place(entry) else {
                continue;
            };
            let heading = self.heading_at(at, &entry.title);
            let taken = heading.is_some_and(|heading| !taken.insert(heading));
            // Without a heading, a line is added where a line starts, and
            // not into a table.
            let can_stand = heading.is_some()
                || ((at == 0 || self.piece.text[..at].ends_with('\n')) && !self.in_table(at));
            if !taken && can_stand {
                marks.push(Mark { entry, at, heading });
            }
        }
        marks.sort_by_key(|mark| mark.at);
        marks
    }

    /// Where an entry leads: the first character at or after the element.
    fn place(&self, entry: &TocEntry) -> Option<usize> {
        let text = &self.piece.text;
        let from = match &entry.fragment {
            Some(id) => *self.anchors.get(id)?,
            None => 0,
        };
        let rest = text.get(from..)?;
        let at = from + (rest.len() - rest.trim_start().len());
        (at < text.len()).then_some(at)
    }

    /// The heading that starts there and says the same.
    fn heading_at(&self, at: usize, title: &str) -> Option<usize> {
        let headings = &self.piece.headings;
        let index = headings.partition_point(|heading| heading.start < at);
        let heading = headings.get(index)?;
        (heading.start == at && says(&heading.title, title)).then_some(index)
    }

    fn in_table(&self, at: usize) -> bool {
        let tables = &self.piece.tables;
        let following = tables.partition_point(|table| table.span.start <= at);
        following
            .checked_sub(1)
            .is_some_and(|last| at < tables[last].span.end)
    }

    /// Headings named by the table of contents have its level; the others stand
    /// below the entry before them, as deep as they are below its heading.
    fn set_levels(&mut self, marks: &[Mark<'_>], outer: Option<u8>) {
        let levels: Vec<u8> = self
            .piece
            .headings
            .iter()
            .map(|heading| heading.level)
            .collect();
        let named: BTreeMap<usize, u8> = marks
            .iter()
            .filter_map(|mark| Some((mark.heading?, mark.entry.level)))
            .collect();
        let unnamed = (0..levels.len()).filter(|index| !named.contains_key(index));
        let highest = unnamed.map(|index| levels[index]).min().unwrap_or(1);
        let mut above = outer.map(|level| (level, highest.saturating_sub(1)));
        let mut next = marks.iter().peekable();
        for (index, heading) in self.piece.headings.iter_mut().enumerate() {
            while let Some(mark) = next.next_if(|mark| mark.at <= heading.start) {
                let own = mark.heading.map(|index| levels[index]);
                above = Some((mark.entry.level, own.unwrap_or(highest.saturating_sub(1))));
            }
            if let Some(&level) = named.get(&index) {
                heading.level = level;
            } else if let Some((level, own)) = above {
                let deeper = levels[index].saturating_sub(own).max(1);
                heading.level = level.saturating_add(deeper).min(LEVEL_MAX);
            }
        }
    }
}

/// Whether a heading says what an entry says, a number before it or not.
fn says(heading: &str, entry: &str) -> bool {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    let (heading, entry) = (letters(heading), letters(entry));
    !entry.is_empty() && heading.contains(&entry)
}

/// Adds lines that head what follows them.
fn with_lines(mut piece: Piece, lines: Vec<(usize, Heading)>) -> Piece {
    // Bytes added before each line's end.
    let mut sum = 0;
    let added: Vec<usize> = lines
        .iter()
        .map(|(_, line)| {
            sum += line.title.len() + BLANK_LINE.len();
            sum
        })
        .collect();
    piece.shift(|offset| {
        let before = lines.partition_point(|(at, _)| *at <= offset);
        offset + before.checked_sub(1).map_or(0, |last| added[last])
    });
    let mut text = String::with_capacity(piece.text.len() + sum);
    let mut written = 0;
    let mut headings = Vec::with_capacity(lines.len());
    for (at, line) in &lines {
        text.push_str(&piece.text[written..*at]);
        written = *at;
        headings.push(Heading {
            start: text.len(),
            ..line.clone()
        });
        text.push_str(&line.title);
        text.push_str(BLANK_LINE);
    }
    text.push_str(&piece.text[written..]);
    piece.text = text;
    piece.headings.append(&mut headings);
    piece.headings.sort_by_key(|heading| heading.start);
    piece
}
