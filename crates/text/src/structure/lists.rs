//! Bulleted, numbered and lettered lists, nested ones with them.
//!
//! A number goes on with a list when it is the next one; a bullet when nothing
//! but its own list stood since the last. So a list runs over page ends and
//! over paragraphs inside its items, and the steps of one chapter never join
//! those of another.

use std::collections::BTreeSet;

use super::contents::entry;
use super::marker::{Marker, Style, markers, next_code};
use super::parts::{last_sentence, lines};
use super::unmarked::Unmarked;
use super::{List, ListItem};
use crate::{Document, Span, row};

/// Items at least.
const ITEMS_MIN: usize = 2;
/// Items at least where codes open them: one alone may open a sentence.
const CODED_MIN: usize = 3;
/// Lists in lists, at most.
const DEPTH_MAX: usize = 8;
/// Lines of text that may stand between two numbers of one list.
const BETWEEN_MAX: usize = 6;

/// The lists of a document, in order.
pub(super) fn find(document: &Document) -> Vec<List> {
    let text = &document.text;
    let heads: BTreeSet<usize> = document
        .sections
        .iter()
        .map(|section| section.span.start)
        .collect();
    let mut finder = Finder {
        text,
        ..Finder::default()
    };
    let mut unmarked = Unmarked::default();
    for (start, line) in lines(text) {
        let trimmed = line.trim_start();
        let lead = line.len() - trimmed.len();
        let span = Span::new(start + lead, start + line.trim_end().len());
        if span.is_empty() {
            finder.blank = true;
        } else if heads.contains(&start) || row::is_row(line) || entry(start, line).is_some() {
            finder.close();
            finder.above = None;
        } else {
            for part in parts(text, span) {
                finder.line(part, lead);
            }
        }
        unmarked.line(text, span);
    }
    finder.close();
    let mut found = finder.found;
    let mut unmarked = unmarked.found;
    unmarked.retain(|list| !found.iter().any(|known| known.span.overlaps(list.span)));
    found.append(&mut unmarked);
    found.sort_by_key(|list| list.span.start);
    found
}

/// A line, or its items where it runs on to the next code: `E1 fever; E2 cough`.
fn parts(text: &str, line: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        let words = rest.slice(text).unwrap_or_default();
        let code = words.split(' ').next().unwrap_or_default();
        let next = next_code(code).and_then(|next| words.find(&format!("; {next} ")));
        let Some(at) = next else {
            found.push(rest);
            return found;
        };
        // The semicolon stays with the item before.
        found.push(Span::new(rest.start, rest.start + at + 1));
        rest = Span::new(rest.start + at + 2, rest.end);
    }
}

/// A list inside the open one: how its items are marked, and the last number.
#[derive(Debug, Clone, Copy)]
struct Level {
    indent: usize,
    marker: Marker,
}

#[derive(Default)]
struct Finder<'t> {
    text: &'t str,
    found: Vec<List>,
    /// The open list; no levels when there is none.
    open: List,
    levels: Vec<Level>,
    /// The last line that is part of no list.
    above: Option<Span>,
    /// A blank line came after the last line.
    blank: bool,
    /// Lines since the last item that may be part of it.
    between: Vec<Span>,
}

impl Finder<'_> {
    fn line(&mut self, span: Span, indent: usize) {
        let line = span.slice(self.text).unwrap_or_default();
        let marked = line
            .split_once(' ')
            .filter(|(_, body)| !body.trim().is_empty());
        let readings = marked.map_or(Vec::new(), |(word, _)| markers(word));
        match self.place(&readings, indent) {
            Some(depth) => {
                let (marker, body) = marked.unwrap_or_default();
                self.take_between();
                let start = span.end - body.trim_start().len();
                self.push(marker, Span::new(start, span.end), span.start, depth);
            }
            None if self.levels.is_empty() => self.above = Some(span),
            None => self.text_line(span, line),
        }
        self.blank = false;
    }

    /// The depth at which a marker goes on with the open list or opens a list;
    /// `None` for a line of text.
    fn place(&mut self, readings: &[Marker], indent: usize) -> Option<usize> {
        for depth in (0..self.levels.len()).rev() {
            let level = self.levels[depth];
            let next = |marker: &&Marker| self.follows(level, **marker, indent);
            if let Some(&marker) = readings.iter().find(next) {
                self.levels.truncate(depth);
                self.levels.push(Level { indent, marker });
                return Some(depth);
            }
        }
        let first = |marker: &&Marker| marker.number <= 1;
        let &marker = readings.iter().find(first)?;
        let repeated = self
            .levels
            .iter()
            .any(|level| level.marker.style == marker.style);
        let nests = !self.levels.is_empty()
            && self.between.is_empty()
            && self.levels.len() < DEPTH_MAX
            && (!repeated || indent > self.levels.last().map_or(0, |level| level.indent));
        if !nests {
            self.close();
        }
        self.levels.push(Level { indent, marker });
        Some(self.levels.len() - 1)
    }

    fn follows(&self, level: Level, marker: Marker, indent: usize) -> bool {
        let same = level.marker.style == marker.style;
        match marker.style {
            Style::Bullet(_) => same && level.indent == indent && self.between.is_empty(),
            _ => same && marker.number == level.marker.number.saturating_add(1),
        }
    }

    fn push(&mut self, marker: &str, span: Span, start: usize, depth: usize) {
        if self.open.items.is_empty() {
            self.open.lead_in = self.above.map(|above| last_sentence(self.text, above));
            self.open.span.start = start;
        }
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        self.open.items.push(ListItem {
            marker: marker.to_owned(),
            span,
            depth,
        });
    }

    /// A line without a marker: the item before goes on, if nothing parts them,
    /// or perhaps a paragraph of it.
    fn text_line(&mut self, span: Span, line: &str) {
        let goes_on =
            self.between.is_empty() && (!self.blank || line.starts_with(char::is_lowercase));
        match self.open.items.last_mut() {
            Some(item) if goes_on => item.span.end = span.end,
            _ => self.between.push(span),
        }
        if self.between.len() > BETWEEN_MAX {
            self.close();
        }
    }

    /// What stood before another item of the list is part of the item before.
    fn take_between(&mut self) {
        if let (Some(last), Some(item)) = (self.between.last(), self.open.items.last_mut()) {
            item.span.end = last.end;
        }
        self.between.clear();
    }

    fn close(&mut self) {
        let mut list = std::mem::take(&mut self.open);
        self.levels.clear();
        if let Some(last) = list.items.last() {
            self.above = Some(self.between.last().copied().unwrap_or(last.span));
            list.span.end = last.span.end;
        }
        self.between.clear();
        let coded = list.items.first().and_then(|item| next_code(&item.marker));
        let least = if coded.is_some() {
            CODED_MIN
        } else {
            ITEMS_MIN
        };
        if list.items.len() >= least {
            self.found.push(list);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Document, ReadLimits};

    fn read(text: &str) -> Document {
        let read = crate::read(text.as_bytes(), "list.txt", &ReadLimits::default());
        read.unwrap().0
    }

    #[test]
    fn codes_open_items_and_may_run_on() {
        let text = "None of these may apply:\nE1 fever;\nE2 a cough of more than a week; E3 asthma;\nE4 a broken leg.\n";
        let document = read(text);
        let [list] = document.lists.as_slice() else {
            panic!("{:?}", document.lists);
        };
        let markers: Vec<&str> = list.items.iter().map(|item| item.marker.as_str()).collect();
        assert_eq!(markers, ["E1", "E2", "E3", "E4"]);
        let third = list.items[2].span.slice(text);
        assert_eq!(third, Some("asthma;"));
    }

    #[test]
    fn items_without_marks_end_with_semicolons() {
        let text =
            "Bring with you:\n\na form;\ntwo photos, signed; and\nthe fee.\n\nThe desk is open.\n";
        let document = read(text);
        let [list] = document.lists.as_slice() else {
            panic!("{:?}", document.lists);
        };
        let items: Vec<_> = list
            .items
            .iter()
            .map(|item| item.span.slice(text).unwrap())
            .collect();
        assert_eq!(items, ["a form;", "two photos, signed; and", "the fee."]);
        assert_eq!(list.lead_in.unwrap().slice(text), Some("Bring with you:"));
        assert!(read("Note:\nWe came;\nwe left.\n").lists.is_empty());
    }

    #[test]
    fn two_codes_are_no_list() {
        let document = read("We met at gate\nA1 and then at\nA2 as well.\n");
        assert!(document.lists.is_empty(), "{:?}", document.lists);
    }
}
