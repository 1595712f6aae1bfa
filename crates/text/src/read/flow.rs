//! Canonical text under construction, for formats whose source is marked up.
//!
//! White space and line breaks are asked for and written only before the next
//! character, so that no text starts or ends with them and two blocks are
//! never apart by more than one blank line. Whatever is written after the
//! limit is left out, and [`Flow::is_cut`] says so.

use super::caption::is_caption;
pub use super::piece::Piece;
use super::plain::{Heading, is_kept};
use crate::table::{CELLS_MAX, Grid};
use crate::{Link, LinkTarget, Span, Table};

/// Writes a [`Piece`].
#[derive(Debug)]
pub struct Flow {
    piece: Piece,
    /// Longest text in bytes.
    limit: usize,
    cut: bool,
    /// A space is due before the next character.
    space: bool,
    /// White space of verbatim text, due before the next character of its line.
    spaces: String,
    /// Line breaks due before the next character.
    breaks: usize,
    /// Marker of a list item, due before the next character.
    marker: Option<String>,
    /// Breaks become spaces: inside headings and cells.
    one_line: bool,
    /// Level of the open heading and what stood before it.
    heading: Option<(u8, usize)>,
    /// Where the first character since [`Flow::start_link`] stands.
    link_start: Option<usize>,
    /// Where the last raised mark stands, with the space before it.
    mark: Span,
}

impl Flow {
    /// An empty text of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            piece: Piece::default(),
            limit,
            cut: false,
            space: false,
            spaces: String::new(),
            breaks: 0,
            marker: None,
            one_line: false,
            heading: None,
            link_start: None,
            mark: Span::default(),
        }
    }

    /// An empty text that will stay one line: a cell.
    pub fn line(limit: usize) -> Self {
        Self {
            one_line: true,
            ..Self::new(limit)
        }
    }

    /// Whether something was left out for the limit.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Bytes that may still be written.
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.piece.text.len())
    }

    /// Bytes written so far. What is written next starts there or, after the
    /// breaks that are due, a little later.
    pub fn len(&self) -> usize {
        self.piece.text.len()
    }

    /// What was written.
    pub fn finish(mut self) -> Piece {
        if self.mark.end == self.piece.text.len() {
            self.piece.raised = self.mark.len();
        }
        self.piece
    }

    /// The word that what is written next goes on in; empty behind white space.
    pub fn open_word(&self) -> &str {
        let apart = self.space || self.breaks > 0 || self.marker.is_some();
        let text = self.piece.text.as_str();
        match apart || !self.spaces.is_empty() {
            true => "",
            false => text.rsplit(char::is_whitespace).next().unwrap_or(text),
        }
    }

    /// What was written from `start` on is a raised mark.
    pub fn end_mark(&mut self, start: usize) {
        let goes_on = !self.mark.is_empty() && self.mark.end == start;
        let start = if goes_on { self.mark.start } else { start };
        self.mark = Span::new(start, self.piece.text.len().max(start));
    }

    /// Adds text, with each run of white space as one space.
    pub fn words(&mut self, text: &str) {
        for (index, word) in text.split(char::is_whitespace).enumerate() {
            self.space |= index > 0;
            let word = word.trim_matches(|character| !is_shown(character));
            if !word.is_empty() {
                self.write(word);
            }
        }
    }

    /// Adds text as it is, line by line.
    pub fn verbatim(&mut self, text: &str) {
        if self.one_line {
            return self.words(text);
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.breaks += 1;
                self.spaces.clear();
            }
            let kept = line.trim_end();
            if !kept.is_empty() {
                self.write(kept);
            }
            // A form feed is white space, and none that a text keeps.
            let spaces = line[kept.len()..].chars();
            self.spaces.extend(spaces.filter(|&space| is_shown(space)));
        }
    }

    /// Adds a break between words.
    pub fn gap(&mut self) {
        self.space = true;
    }

    /// Ends the line.
    pub fn new_line(&mut self) {
        self.break_lines(1);
    }

    /// Ends the block: a blank line follows.
    pub fn blank_line(&mut self) {
        self.break_lines(2);
    }

    fn break_lines(&mut self, count: usize) {
        self.spaces.clear();
        if self.one_line {
            self.space = true;
        } else {
            self.breaks = self.breaks.max(count);
        }
    }

    /// Starts an item of a list in a line of its own. The marker is written
    /// with the item's first character.
    pub fn item(&mut self, marker: String) {
        self.new_line();
        if !self.one_line {
            self.marker = Some(marker);
        }
    }

    /// Parts the items of a list that stays one line, as in a cell.
    pub fn part_items(&mut self) {
        let text = &mut self.piece.text;
        let fits = text.len() < self.limit;
        if self.one_line && fits && text.ends_with(char::is_alphanumeric) {
            text.push(';');
        }
    }

    /// Forgets the marker of an item that stayed empty.
    pub fn end_item(&mut self) {
        self.marker = None;
        self.new_line();
    }

    /// Whether an item was just started: its first block goes on in that line.
    pub fn after_marker(&self) -> bool {
        self.marker.is_some()
    }

    /// Starts a heading of level 1 to 6.
    pub fn start_heading(&mut self, level: u8) {
        if self.one_line {
            return;
        }
        self.blank_line();
        self.marker = None;
        let before = self.piece.text.len();
        self.write_due();
        self.heading = Some((level, before));
        self.one_line = true;
    }

    /// Ends the open heading; one without words is no heading.
    pub fn end_heading(&mut self) {
        let Some((level, before)) = self.heading.take() else {
            return;
        };
        self.one_line = false;
        self.space = false;
        let start = before + leading_breaks(&self.piece.text[before..]);
        let title = self.piece.text[start..].to_owned();
        if title.is_empty() {
            self.piece.text.truncate(before);
        } else {
            self.piece.headings.push(Heading {
                level,
                title,
                start,
            });
        }
        self.new_line();
    }

    /// Adds a heading of these words; what follows stands in the next line.
    pub fn heading(&mut self, level: u8, title: &str) {
        self.start_heading(level);
        self.words(title);
        self.end_heading();
    }

    /// Adds a line made before, with its links, and gives its place; `None`
    /// when nothing was written.
    pub fn row(&mut self, line: Piece) -> Option<Span> {
        self.new_line();
        self.space = false;
        self.write_due();
        let start = self.piece.text.len();
        self.piece.text.reserve(line.text.len());
        self.write(&line.text);
        if self.cut || self.len() == start {
            return None;
        }
        self.piece.links.extend(line.links.into_iter().map(|link| {
            let span = Span::new(link.span.start + start, link.span.end + start);
            Link { span, ..link }
        }));
        let span = Span::new(start, self.len());
        self.new_line();
        Some(span)
    }

    /// Adds a table whose rows are in the text.
    pub fn table(&mut self, table: Table) {
        self.piece.tables.push(table);
    }

    /// Adds the cells of a table, unless the document has too many already.
    pub fn grid(&mut self, grid: Grid) {
        let cells: usize = self.piece.grids.iter().map(|grid| grid.cells.len()).sum();
        if cells + grid.cells.len() <= CELLS_MAX {
            self.piece.grids.push(grid);
        }
    }

    /// What is written from here on leads somewhere.
    pub fn start_link(&mut self) {
        self.link_start = None;
    }

    /// What was written since the link's start leads there. A link without
    /// words is none.
    pub fn end_link(&mut self, target: LinkTarget) {
        let Some(start) = self.link_start.take() else {
            return;
        };
        let words = self.piece.text.get(start..).unwrap_or("");
        let span_start = start + (words.len() - words.trim_start().len());
        let span = Span::new(span_start, start + words.trim_end().len());
        if !span.is_empty() && self.piece.links.len() < LINKS_MAX {
            self.piece.links.push(Link { span, target });
        }
    }

    /// Adds a whole piece as blocks of their own. One that does not fit is cut,
    /// and its structure with it.
    pub fn append(&mut self, mut piece: Piece) {
        if piece.text.is_empty() || self.cut {
            return;
        }
        self.blank_line();
        self.space = false;
        self.write_due();
        let offset = self.len();
        self.write(&piece.text);
        let end = self.len();
        piece.shift(|at| at + offset);
        let fits = |span: Span| span.end <= end;
        piece
            .headings
            .retain(|heading| heading.start + heading.title.len() <= end);
        piece.tables.retain(|table| fits(table.span));
        piece.links.retain(|link| fits(link.span));
        self.piece.headings.append(&mut piece.headings);
        self.piece.tables.append(&mut piece.tables);
        piece
            .grids
            .retain_mut(|grid| grid.spans().all(|span| fits(*span)));
        piece.relations.retain(|table| fits(table.span()));
        self.piece.grids.append(&mut piece.grids);
        self.piece.relations.append(&mut piece.relations);
        let room = LINKS_MAX.saturating_sub(self.piece.links.len());
        piece.links.truncate(room);
        self.piece.links.append(&mut piece.links);
    }

    /// The title of a table that starts here: the line above, when it is a
    /// short paragraph of its own and no heading.
    pub fn line_above(&self) -> Option<&str> {
        let text = self.piece.text.as_str();
        let start = text.rfind('\n').map_or(0, |at| at + 1);
        let line = &text[start..];
        let alone = start == 0 || text[..start].ends_with("\n\n");
        let heads = self
            .piece
            .headings
            .last()
            .is_some_and(|heading| heading.start >= start);
        let in_table = self
            .piece
            .tables
            .last()
            .is_some_and(|table| table.span.end > start);
        (alone && !heads && !in_table && is_caption(line)).then_some(line)
    }

    /// Writes what is due and then the text, without what no reader shows.
    fn write(&mut self, text: &str) {
        self.write_due();
        if self.cut {
            return;
        }
        self.link_start.get_or_insert(self.piece.text.len());
        let room = self.room();
        self.cut = text.len() > room;
        let text = &text[..text.floor_char_boundary(room)];
        let shown = text.chars().filter(|&character| is_shown(character));
        self.piece.text.extend(shown);
    }

    /// Breaks, marker and space before the next character.
    fn write_due(&mut self) {
        if self.cut {
            return;
        }
        let mut due = self.breaks_due();
        let text = &self.piece.text;
        let at_start = text.is_empty() || text.ends_with('\n') || !due.is_empty();
        if let Some(marker) = self.marker.take() {
            due.push_str(&marker);
        } else if !self.spaces.is_empty() {
            due.push_str(&self.spaces);
        } else if self.space && !at_start && !text.ends_with(' ') {
            due.push(' ');
        }
        self.spaces.clear();
        self.space = false;
        self.breaks = 0;
        self.cut = due.len() > self.room();
        if !self.cut {
            self.piece.text.push_str(&due);
        }
    }

    /// The line breaks that are due and not there yet.
    fn breaks_due(&self) -> String {
        let text = &self.piece.text;
        if text.is_empty() {
            return String::new();
        }
        let there = text.bytes().rev().take_while(|&byte| byte == b'\n');
        "\n".repeat(self.breaks.saturating_sub(there.count()))
    }
}

/// Links kept of a document: a page has hundreds, and a list of more than this
/// is no text that leads anywhere.
const LINKS_MAX: usize = 100_000;

fn leading_breaks(text: &str) -> usize {
    text.len() - text.trim_start_matches('\n').len()
}

/// Characters of a text, but not hyphens that show only at a line's end.
fn is_shown(character: char) -> bool {
    is_kept(character) && character != '\u{ad}' && character != '\u{c}'
}
