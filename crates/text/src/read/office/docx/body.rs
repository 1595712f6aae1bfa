//! The body of a document: paragraphs and tables in their order.

use super::fields;
use super::lists::{ListPlace, Lists, roman};
use super::notes::Notes;
use super::styles::{Role, Styles};
use crate::read::canvas::Canvas;
use crate::read::office::tables::OpenTable;
use crate::read::office::xml::{Element, Token, Xml};

/// Writes the body of a document.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) canvas: Canvas,
    pub(super) styles: Styles,
    pub(super) lists: Lists,
    pub(super) footnotes: Notes,
    pub(super) endnotes: Notes,
    pub(super) comments: Notes,
    /// The first paragraph in the style of a title.
    pub(super) title: Option<String>,
    /// The open paragraph, and those around it when it stands in a text box.
    pub(super) paragraphs: Vec<Paragraph>,
    /// The open table, and those around it.
    pub(super) tables: Vec<OpenTable>,
    pub(super) in_text: bool,
    /// Marks given so far.
    pub(super) footnote_count: u32,
    pub(super) endnote_count: u32,
    /// Notes that follow the block being read.
    pub(super) behind: Vec<String>,
    /// Notes that follow everything.
    pub(super) at_end: Vec<String>,
}

/// A paragraph that is being read.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    text: String,
    style: Option<String>,
    list: ListPlace,
    outline: Option<u8>,
    /// Whether each open run is hidden.
    runs: Vec<bool>,
}

impl Body {
    /// Writes everything; the canvas, and the title if a paragraph is one.
    pub(super) fn write(mut self, xml: &mut Xml<'_>) -> (Canvas, Option<String>) {
        while let Some(token) = xml.next() {
            match token {
                Token::Open(element) => self.open(xml, &element),
                Token::Close(end) => self.close(end.name()),
                Token::Text(text) if self.in_text => self.push(&text),
                Token::Text(_) => {}
            }
            if self.canvas.is_full() {
                break;
            }
        }
        // A body that breaks off leaves what it was in.
        while !self.paragraphs.is_empty() {
            self.end_paragraph();
        }
        while !self.tables.is_empty() {
            self.end_table();
        }
        for note in std::mem::take(&mut self.at_end) {
            self.canvas.paragraph(&note);
        }
        (self.canvas, self.title)
    }

    fn open(&mut self, xml: &mut Xml<'_>, element: &Element<'_>) {
        match element.name() {
            "p" => self.paragraphs.push(Paragraph::default()),
            "r" => self.in_paragraph(|paragraph| paragraph.runs.push(false)),
            "t" => self.in_text = true,
            "tbl" => self.tables.push(OpenTable::default()),
            "del" if self.paragraphs.is_empty() => {
                // Of a row: nothing in a body that a paragraph does not hold is deleted otherwise.
                self.in_table(OpenTable::delete_row);
                xml.skip();
            }
            gone if fields::is_gone(gone) => xml.skip(),
            "tr" => self.in_table(OpenTable::start_row),
            "tc" => self.in_table(OpenTable::start_cell),
            "tblHeader" if element.is_on("val") => self.in_table(OpenTable::mark_head),
            "gridBefore" => {
                let columns = element.number("val").unwrap_or(0);
                self.in_table(|table| table.indent_row(columns));
            }
            "gridSpan" => {
                let columns = element.number("val").unwrap_or(1);
                self.in_table(|table| table.span(columns));
            }
            "vMerge" => {
                let starts = element.attribute("val").is_some_and(|val| val == "restart");
                self.in_table(|table| table.merge(starts));
            }
            _ => self.open_in_paragraph(element),
        }
    }

    fn open_in_paragraph(&mut self, element: &Element<'_>) {
        let Some(paragraph) = self.paragraphs.last_mut() else {
            return;
        };
        let in_run = !paragraph.runs.is_empty();
        match element.name() {
            "pStyle" => paragraph.style = element.attribute("val"),
            "outlineLvl" => paragraph.outline = element.number("val"),
            "numId" => paragraph.list.list = element.number("val"),
            "ilvl" => paragraph.list.level = element.number("val"),
            "vanish" if element.is_on("val") => {
                if let Some(hidden) = paragraph.runs.last_mut() {
                    *hidden = true;
                }
            }
            "footnoteReference" => self.footnote(element),
            "endnoteReference" => self.endnote(element),
            "commentReference" => self.comment(element),
            name if in_run => self.push(fields::sign(name)),
            name => self.push(fields::formula_sign(name)),
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "p" => self.end_paragraph(),
            "r" => self.in_paragraph(|paragraph| {
                paragraph.runs.pop();
            }),
            "t" => self.in_text = false,
            "tc" => self.in_table(OpenTable::end_cell),
            "tr" => self.in_table(OpenTable::end_row),
            "tbl" => self.end_table(),
            _ => {}
        }
    }

    fn in_paragraph(&mut self, change: impl FnOnce(&mut Paragraph)) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            change(paragraph);
        }
    }

    fn in_table(&mut self, change: impl FnOnce(&mut OpenTable)) {
        if let Some(table) = self.tables.last_mut() {
            change(table);
        }
    }

    /// Adds text to the open paragraph, unless its run is hidden.
    fn push(&mut self, text: &str) {
        self.in_paragraph(|paragraph| {
            if paragraph.runs.last() != Some(&true) {
                paragraph.text.push_str(text);
            }
        });
    }

    fn footnote(&mut self, element: &Element<'_>) {
        let note = element.number("id").and_then(|id| self.footnotes.take(id));
        if let Some(note) = note {
            self.footnote_count += 1;
            let mark = format!("[{}]", self.footnote_count);
            self.push(&mark);
            self.behind.push(format!("{mark} {}", note.text));
        }
    }

    fn endnote(&mut self, element: &Element<'_>) {
        let note = element.number("id").and_then(|id| self.endnotes.take(id));
        if let Some(note) = note {
            self.endnote_count += 1;
            // Word counts them i, ii, iii, which keeps them apart from footnotes.
            let mark = format!("[{}]", roman(self.endnote_count.min(4_999)).to_lowercase());
            self.push(&mark);
            self.at_end.push(format!("{mark} {}", note.text));
        }
    }

    fn comment(&mut self, element: &Element<'_>) {
        let comment = element.number("id").and_then(|id| self.comments.take(id));
        let Some(comment) = comment.filter(|comment| !comment.text.is_empty()) else {
            return;
        };
        self.behind.push(match comment.author {
            Some(author) => format!("[{author}: {}]", comment.text),
            None => format!("[{}]", comment.text),
        });
    }

    fn end_paragraph(&mut self) {
        let Some(paragraph) = self.paragraphs.pop() else {
            return;
        };
        let style = paragraph
            .style
            .as_deref()
            .map(|id| self.styles.resolve(id))
            .unwrap_or_default();
        let place = paragraph.list.or(style.list.unwrap_or_default());
        let mark = self.lists.mark(place);
        let text = paragraph.text.trim();
        let role = match paragraph.outline {
            Some(level @ 0..=8) => Role::Heading(level + 1),
            Some(_) => Role::Body,
            None => style.role,
        };
        if text.is_empty() || role == Role::Contents {
            return;
        }
        if self.tables.is_empty() {
            self.write_paragraph(role, mark, text);
            self.write_behind();
        } else {
            let (_, mark) = mark.unwrap_or_default();
            let marked = format!("{mark} {text}");
            self.in_table(|table| table.text(marked.trim()));
        }
    }

    fn write_paragraph(&mut self, role: Role, mark: Option<(usize, String)>, text: &str) {
        match (role, mark) {
            (Role::Heading(level), mark) => {
                let numeral = mark.map(|(_, mark)| mark).filter(|mark| mark != "-");
                let title = format!("{} {text}", numeral.unwrap_or_default());
                self.canvas.heading(level, &title);
            }
            (Role::Title, _) => {
                let one_line = || text.split_whitespace().collect::<Vec<_>>().join(" ");
                self.title.get_or_insert_with(one_line);
                self.canvas.paragraph(text);
            }
            (_, Some((level, mark))) => self.canvas.item(level, &mark, text),
            (_, None) => self.canvas.paragraph(text),
        }
    }

    fn end_table(&mut self) {
        let Some(mut table) = self.tables.pop() else {
            return;
        };
        table.end_open();
        if self.tables.is_empty() {
            table.write(&mut self.canvas);
            self.write_behind();
        } else {
            let text = table.flattened();
            self.in_table(|outer| outer.text(&text));
        }
    }

    fn write_behind(&mut self) {
        for note in std::mem::take(&mut self.behind) {
            self.canvas.paragraph(&note);
        }
    }
}
