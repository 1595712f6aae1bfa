//! Markdown as a reader sees it: words without markup, sections, tables as rows.

mod front_matter;
mod html;

use std::panic::catch_unwind;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::caption::is_caption;
use super::plain::{self, Heading, is_kept, sections};
use super::{ReadError, Warning};
use crate::row::BETWEEN_CELLS;
use crate::table::{CELLS_MAX, Grid, GridCell};
use crate::{Document, Format, Metadata, Span, Table};

/// Deepest indentation of list items, in levels. A file can nest a list ten
/// thousand deep, and writing that out would take the square of its length.
const INDENT_LEVELS_MAX: usize = 6;

/// Reads Markdown (CommonMark with tables, task lists, footnotes and front matter).
///
/// The canonical text has the words of the file in their order: headings and
/// paragraphs apart by blank lines, one line a list item (`- `, `1. `) and a
/// table row (cells separated by ` | `), code as written, links by their text,
/// pictures by their description, HTML by its text.
pub fn read(bytes: &[u8]) -> Result<(Document, Vec<Warning>), ReadError> {
    let (source, mut warnings) = plain::decode(bytes);
    let source = source.replace('\u{c}', "\n");
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let written = catch_unwind(|| {
        let mut writer = Writer::default();
        for event in Parser::new_ext(&source, options) {
            writer.event(event);
        }
        writer
    });
    let Ok(writer) = written else {
        let reason = "the Markdown could not be parsed".to_owned();
        warnings.push(Warning::FallbackReader { reason });
        return Ok((Document::from_text(source, Format::Markdown), warnings));
    };
    let text = writer.text;
    if text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    let sections = sections(&writer.headings, text.len());
    let document = Document::from_text(text, Format::Markdown);
    let grids = writer
        .grids
        .into_iter()
        .filter(|grid| !grid.cells.is_empty());
    let relations = grids
        .map(|grid| grid.into_table(&document.text, document.language))
        .collect();
    let document = Document {
        sections,
        relations,
        tables: writer
            .tables
            .into_iter()
            .filter(|table| !table.span.is_empty())
            .collect(),
        metadata: writer.metadata,
        ..document
    };
    Ok((document, warnings))
}

/// What text is being written to.
#[derive(Default, PartialEq)]
enum Target {
    /// The document.
    #[default]
    Body,
    /// A block of HTML, kept whole until its end.
    Html(String),
    /// Front matter.
    FrontMatter(String),
    /// A cell of the row being read.
    Cell(String),
}

/// Writes the canonical text event by event.
#[derive(Default)]
struct Writer {
    text: String,
    target: Target,
    headings: Vec<Heading>,
    tables: Vec<Table>,
    /// One for each table.
    grids: Vec<Grid>,
    /// Cells of all grids.
    cells_kept: usize,
    metadata: Metadata,
    /// The open lists; the number of the next item in ordered ones.
    lists: Vec<Option<u64>>,
    /// Cells of the open row.
    cells: Vec<String>,
    /// An item's marker was just written: its first block goes on in that line.
    after_marker: bool,
    in_heading: bool,
    /// Start of the last paragraph and whether nothing came after it.
    paragraph: Option<usize>,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => self.push(&text),
            Event::Html(html) => self.push(&html),
            Event::InlineHtml(tag) if html::is_line_break(&tag) => self.line_break(),
            Event::SoftBreak | Event::HardBreak => self.line_break(),
            Event::FootnoteReference(label) => self.push(&format!("[{label}]")),
            Event::TaskListMarker(done) => self.push(if done { "[x] " } else { "[ ] " }),
            Event::Rule => self.paragraph = None,
            Event::InlineHtml(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.blank_line();
                self.in_heading = true;
                let level = *level as u8;
                self.headings.push(Heading {
                    level,
                    title: String::new(),
                    start: self.text.len(),
                });
            }
            Tag::Paragraph => {
                self.begin_block();
                self.paragraph = Some(self.text.len());
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.begin_block();
            }
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.blank_line();
                }
                self.lists.push(*first);
            }
            Tag::Item => self.item(),
            Tag::FootnoteDefinition(label) => {
                self.blank_line();
                self.push(&format!("[{label}] "));
                self.after_marker = true;
            }
            Tag::Table(_) => self.table(),
            Tag::TableCell => self.target = Target::Cell(String::new()),
            Tag::HtmlBlock => self.target = Target::Html(String::new()),
            Tag::MetadataBlock(_) => self.target = Target::FrontMatter(String::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.in_heading = false;
                if let Some(heading) = self.headings.last_mut() {
                    heading.title = self.text[heading.start..].trim().to_owned();
                }
                // `#` alone heads nothing.
                self.headings.pop_if(|heading| heading.title.is_empty());
                self.new_line();
            }
            TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::Item => self.new_line(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.new_line();
            }
            TagEnd::TableCell => {
                if let Target::Cell(cell) = std::mem::take(&mut self.target) {
                    self.cells
                        .push(cell.split_whitespace().collect::<Vec<_>>().join(" "));
                }
            }
            TagEnd::TableHead => self.row(true),
            TagEnd::TableRow => self.row(false),
            TagEnd::HtmlBlock => {
                if let Target::Html(block) = std::mem::take(&mut self.target) {
                    self.html(&html::text_of(&block));
                }
            }
            TagEnd::MetadataBlock(_) => {
                if let Target::FrontMatter(block) = std::mem::take(&mut self.target) {
                    self.metadata = front_matter::parse(&block);
                }
            }
            _ => {}
        }
    }

    /// Writes text to where it belongs.
    fn push(&mut self, text: &str) {
        let target = match &mut self.target {
            Target::Body => &mut self.text,
            Target::Html(text) | Target::FrontMatter(text) | Target::Cell(text) => text,
        };
        // Entities (`&#8238;`) name characters that the decoder left out.
        target.extend(text.chars().filter(|&character| is_kept(character)));
        self.after_marker = false;
    }

    /// A line break of the source; a space where one line must stay one.
    fn line_break(&mut self) {
        let one_line = self.in_heading || matches!(self.target, Target::Cell(_));
        self.push(if one_line { " " } else { "\n" });
    }

    fn new_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.after_marker = false;
    }

    fn blank_line(&mut self) {
        self.new_line();
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
        self.paragraph = None;
    }

    /// Starts a paragraph or code: after its marker in a list, else apart.
    fn begin_block(&mut self) {
        if self.after_marker {
            return;
        }
        if self.lists.is_empty() {
            self.blank_line()
        } else {
            self.new_line()
        }
    }

    fn item(&mut self) {
        self.new_line();
        let indent = self.lists.len().saturating_sub(1).min(INDENT_LEVELS_MAX);
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number = number.saturating_add(1);
                marker
            }
            _ => "- ".to_owned(),
        };
        self.text.push_str(&"  ".repeat(indent));
        self.text.push_str(&marker);
        self.after_marker = true;
        self.paragraph = None;
    }

    /// Text of a block of HTML.
    fn html(&mut self, text: &str) {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        if !lines.is_empty() {
            self.begin_block();
            self.push(&lines.join("\n"));
            self.new_line();
        }
    }

    fn table(&mut self) {
        let above = self
            .paragraph
            .and_then(|start| self.text.get(start..))
            .map(str::trim);
        let title = above
            .filter(|above| is_caption(above))
            .map(|above| above.trim_end_matches(':').to_owned())
            .filter(|title| !title.is_empty());
        self.blank_line();
        let span = Span::new(self.text.len(), self.text.len());
        self.grids.push(Grid {
            title: title.clone(),
            ..Grid::default()
        });
        self.tables.push(Table {
            span,
            title,
            ..Table::default()
        });
    }

    /// Writes the cells of a row as one line.
    fn row(&mut self, is_header: bool) {
        let cells = std::mem::take(&mut self.cells);
        let joined = cells.join(BETWEEN_CELLS);
        let line = joined.trim();
        let lead = joined.len() - joined.trim_start().len();
        let Some(table) = self.tables.last_mut() else {
            return;
        };
        // A row of empty cells says nothing.
        if cells.iter().all(String::is_empty) {
            return;
        }
        let start = self.text.len();
        self.text.push_str(line);
        let span = Span::new(start, self.text.len());
        table.span.end = span.end;
        if is_header {
            table.header = Some(line.to_owned());
        } else {
            table.rows.push(span);
        }
        self.text.push('\n');
        self.cells_kept += cells.len();
        if self.cells_kept <= CELLS_MAX
            && let Some(grid) = self.grids.last_mut()
        {
            fill(grid, &cells, start, lead, is_header);
        }
    }
}

/// Adds cells as the next row of a grid; their line without its first `lead`
/// bytes was written at `start`.
fn fill(grid: &mut Grid, cells: &[String], start: usize, lead: usize, is_header: bool) {
    let row = grid.rows;
    grid.rows += 1;
    grid.header_rows += u32::from(is_header);
    let mut at = start;
    for (column, cell) in (0_u16..).zip(cells) {
        if !cell.is_empty() {
            let from = at - lead;
            let span = Span::new(from, from + cell.len());
            grid.cells.push(GridCell::new(span, row, column));
        }
        at += cell.len() + BETWEEN_CELLS.len();
        grid.columns = grid.columns.max(column + 1);
    }
}
