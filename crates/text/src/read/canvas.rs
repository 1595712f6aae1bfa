//! The canonical text of a structured document while it is written: paragraphs,
//! headings, list items and tables one after the other, within the text limit.

use super::caption::is_caption;
use super::plain::{Heading, is_kept, sections};
use super::rows::row::Line;
use super::{ReadLimits, Warning};
use crate::table::{CELLS_MAX, CELLS_PART, Grid, GridCell};
use crate::{Document, Format, Metadata, Page, RowRun, Section, Span, Table};

/// Deepest indentation of list items, in levels.
const INDENT_LEVELS_MAX: usize = 6;

/// A heading of more characters is prose in the style of a heading.
const HEADING_CHARS_MAX: usize = 300;

/// What was written last, which decides how the next block is set apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    #[default]
    Nothing,
    Heading,
    /// A paragraph that starts at this byte.
    Paragraph(usize),
    Item,
    Table,
}

/// Writes blocks. What goes beyond the limit of the text is left out, and
/// [`Canvas::finish`] says so.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    text: String,
    headings: Vec<Heading>,
    tables: Vec<Table>,
    /// One for each table, in its order.
    grids: Vec<Grid>,
    /// Cells that were handed over.
    cells: usize,
    pages: Vec<Page>,
    last: Last,
    limit: usize,
    cut: bool,
    dropped: u32,
}

impl Canvas {
    pub(super) fn new(limits: &ReadLimits) -> Self {
        Self {
            limit: limits.text_bytes_max,
            ..Self::default()
        }
    }

    /// True once the text has reached its limit: nothing more is taken.
    pub(super) fn is_full(&self) -> bool {
        self.cut
    }

    /// Bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether a table was written that has not been closed as empty.
    pub(super) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// Starts a page.
    pub(super) fn page(&mut self) {
        self.blank_line();
        self.pages.push(Page {
            start: self.text.len(),
            ..Page::default()
        });
        self.last = Last::Nothing;
    }

    /// A paragraph; its line breaks stay.
    pub(super) fn paragraph(&mut self, text: &str) {
        let lines = self.lines(text);
        if lines.is_empty() {
            return;
        }
        self.blank_line();
        let start = self.text.len();
        if self.push_line(&lines).is_some() {
            self.last = Last::Paragraph(start);
        }
    }

    /// A heading of level 1 to 6, on one line; an over-long one is a paragraph.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let title = self.one_line(text);
        if title.is_empty() {
            return;
        }
        if title.chars().nth(HEADING_CHARS_MAX).is_some() {
            return self.paragraph(&title);
        }
        self.blank_line();
        let start = self.text.len();
        if self.push_line(&title).is_some() {
            self.headings.push(Heading {
                level: level.clamp(1, 6),
                title,
                start,
            });
            self.last = Last::Heading;
        }
    }

    /// Takes the last heading back if nothing came after it: that of an empty sheet.
    pub(super) fn drop_bare_heading(&mut self) {
        if self.last == Last::Heading
            && let Some(heading) = self.headings.pop()
        {
            self.text.truncate(heading.start);
            self.last = Last::Nothing;
        }
    }

    /// A list item; `level` counts from 0. Items follow one another line by line.
    pub(super) fn item(&mut self, level: usize, marker: &str, text: &str) {
        let lines = self.lines(text);
        if lines.is_empty() {
            return;
        }
        if self.last != Last::Item {
            self.blank_line();
        }
        let indent = "  ".repeat(level.min(INDENT_LEVELS_MAX));
        let marker = self.one_line(marker);
        let gap = if marker.is_empty() { "" } else { " " };
        if self
            .push_line(&format!("{indent}{marker}{gap}{lines}"))
            .is_some()
        {
            self.last = Last::Item;
        }
    }

    /// The short paragraph just written, if nothing came after it.
    pub(super) fn title_above(&self) -> Option<String> {
        let Last::Paragraph(start) = self.last else {
            return None;
        };
        let above = self.text.get(start..)?.trim().trim_end_matches(':');
        is_caption(above).then(|| above.to_owned())
    }

    /// Opens a table. `header` names its columns, whether or not a header row is
    /// written.
    pub(super) fn open_table(&mut self, title: Option<String>, header: Option<String>) {
        self.blank_line();
        self.tables.push(Table {
            span: Span::new(self.text.len(), self.text.len()),
            title: title.clone(),
            header,
            ..Table::default()
        });
        self.grids.push(Grid {
            title,
            ..Grid::default()
        });
        self.last = Last::Table;
    }

    /// Names the columns of the open table by the header of one above.
    pub(super) fn name_by(&mut self, header: Vec<GridCell>) {
        if let Some(grid) = self.grids.last_mut() {
            grid.named_by = header;
        }
    }

    /// The header cells of the open table.
    pub(super) fn header_cells(&self) -> Vec<GridCell> {
        self.grids.last().map_or_else(Vec::new, |grid| {
            if grid.header_rows == 0 {
                grid.named_by.clone()
            } else {
                let rows = grid.header_rows;
                let header = grid.cells.iter().take_while(|cell| cell.row < rows);
                header.copied().collect()
            }
        })
    }

    /// What was written so far of the open table is its header.
    pub(super) fn end_header(&mut self) {
        if let Some(grid) = self.grids.last_mut() {
            grid.header_rows = grid.rows;
        }
    }

    /// Writes a row of the header of the open table; `number` is its row in the sheet.
    pub(super) fn header_row(&mut self, line: &Line, number: Option<u32>) {
        if self.push_row(line).is_none() {
            return;
        }
        self.end_header();
        let (Some(table), Some(number)) = (self.tables.last_mut(), number) else {
            return;
        };
        let rows = table.sheet_rows.get_or_insert_default();
        let first = rows.header.map_or(number, |(first, _)| first);
        rows.header = Some((first, number));
    }

    /// Writes a row of the open table; `number` is its row in the sheet.
    pub(super) fn row(&mut self, line: &Line, number: Option<u32>) {
        let Some(span) = self.push_row(line) else {
            return;
        };
        let Some(table) = self.tables.last_mut() else {
            return;
        };
        if let Some(number) = number {
            let rows = table.sheet_rows.get_or_insert_default();
            let row = table.rows.len();
            if rows.number(row) != Some(number) {
                rows.runs.push(RowRun { row, number });
            }
        }
        table.rows.push(span);
    }

    /// Closes the open table; one without a row is none.
    pub(super) fn close_table(&mut self) {
        if self
            .tables
            .last()
            .is_some_and(|table| table.span.is_empty())
        {
            self.tables.pop();
            self.grids.pop();
        }
    }

    /// The document, `None` when nothing was written.
    pub(super) fn finish(
        mut self,
        format: Format,
        metadata: Metadata,
        warnings: &mut Vec<Warning>,
    ) -> Option<Document> {
        if self.text.trim().is_empty() {
            return None;
        }
        let kept = self.text.trim_end().len() + 1;
        let floor = self.pages.last().map_or(0, |page| page.start);
        self.text.truncate(kept.max(floor));
        if self.dropped > 0 {
            let count = self.dropped;
            warnings.push(Warning::ControlCharactersDropped { count });
        }
        if self.cut {
            warnings.push(Warning::TextCut { limit: self.limit });
        }
        if self.cells > CELLS_MAX {
            warnings.push(cells_left_out());
        }
        let sections = self.sections();
        let document = Document::from_text(self.text, format);
        // A line alone is no table.
        let grids = self.grids.into_iter().filter(|grid| grid.cells.len() > 1);
        let relations = grids
            .map(|grid| grid.into_table(&document.text, document.language))
            .collect();
        Some(Document {
            sections,
            pages: self.pages,
            tables: self.tables,
            relations,
            metadata,
            ..document
        })
    }

    /// Sections by their headings. Where there are pages, they are slides: what
    /// stands on one is never under the title of another.
    fn sections(&self) -> Vec<Section> {
        let mut found = sections(&self.headings, self.text.len());
        for section in &mut found {
            let following = self
                .pages
                .partition_point(|page| page.start <= section.span.start);
            if let Some(next) = self.pages.get(following) {
                section.span.end = section.span.end.min(next.start);
            }
        }
        found
    }

    fn push_row(&mut self, line: &Line) -> Option<Span> {
        let trimmed = line.text.trim();
        let lead = line.text.len() - line.text.trim_start().len();
        let span = self.push_line(trimmed)?;
        if let Some(table) = self.tables.last_mut() {
            table.span.end = span.end;
        }
        self.cells += line.cells.len();
        if self.cells <= CELLS_MAX
            && let Some(grid) = self.grids.last_mut()
        {
            line.fill(grid, span.start, lead);
        }
        Some(span)
    }

    /// Writes lines that are clean; `None` when they are empty or the text is full.
    fn push_line(&mut self, line: &str) -> Option<Span> {
        if line.is_empty() {
            return None;
        }
        if self.cut || self.text.len() + line.len() >= self.limit {
            self.cut = true;
            return None;
        }
        let start = self.text.len();
        self.text.push_str(line);
        self.text.push('\n');
        Some(Span::new(start, start + line.len()))
    }

    fn blank_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// The lines of a text, trimmed, without empty ones and characters that no reader shows.
    fn lines(&mut self, text: &str) -> String {
        let lines: Vec<String> = text
            .split([
                '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
            ])
            .map(|line| self.kept(line.trim()))
            .filter(|line| !line.trim().is_empty())
            .collect();
        lines.join("\n").trim().to_owned()
    }

    fn one_line(&mut self, text: &str) -> String {
        self.kept(&text.split_whitespace().collect::<Vec<_>>().join(" "))
            .trim()
            .to_owned()
    }

    fn kept(&mut self, line: &str) -> String {
        let mut kept = String::with_capacity(line.len());
        for character in line.chars() {
            if is_kept(character) {
                kept.push(character);
            } else {
                self.dropped = self.dropped.saturating_add(1);
            }
        }
        kept
    }
}

/// Says that the last rows are in the text, but in no typed table.
pub(super) fn cells_left_out() -> Warning {
    Warning::InPart {
        part: CELLS_PART.to_owned(),
        reason: format!("only the first {CELLS_MAX} cells are kept as values"),
    }
}
