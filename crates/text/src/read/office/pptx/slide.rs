//! The shapes of a slide.

use super::paragraphs::{Paragraph, Paragraphs};
use crate::read::Warning;
use crate::read::office::tables::OpenTable;
use crate::read::office::xml::{Element, Token, Xml, is_true};

/// What a slide shows, in the order of its shapes.
#[derive(Debug, Default)]
pub(super) struct Slide {
    pub(super) blocks: Vec<Block>,
}

/// A shape with text.
#[derive(Debug)]
pub(super) enum Block {
    Title(String),
    Text(Paragraphs),
    Table(OpenTable),
    /// A chart or a diagram in another part, by the id of the reference.
    Linked {
        id: String,
    },
}

/// A shape while it is read.
#[derive(Debug, Default)]
struct Shape {
    /// What the shape holds the place of: `title`, `body`, `ftr`; empty for the
    /// main text of a layout, `None` for a shape of the slide's own.
    place: Option<String>,
    text: Paragraphs,
}

/// Reads the shapes.
#[derive(Debug, Default)]
struct Reading {
    slide: Slide,
    shape: Shape,
    table: Option<OpenTable>,
    paragraph: Option<Paragraph>,
    in_text: bool,
}

impl Slide {
    /// Reads a slide or a page of notes; a warning when it breaks off.
    pub(super) fn parse(text: &str, part: &str) -> (Self, Option<Warning>) {
        let mut reading = Reading::default();
        let mut xml = Xml::new(text);
        while let Some(token) = xml.next() {
            match token {
                // A second version for old programs.
                Token::Open(element) if element.name() == "Fallback" => xml.skip(),
                Token::Open(element) => reading.open(&element),
                Token::Close(end) => reading.close(end.name()),
                Token::Text(text) if reading.in_text => reading.push(&text),
                Token::Text(_) => {}
            }
        }
        // What a slide that breaks off was in.
        for name in ["p", "tbl", "sp"] {
            reading.close(name);
        }
        (reading.slide, xml.damage(part))
    }

    /// The title, if there is one.
    pub(super) fn title(&self) -> Option<String> {
        self.blocks.iter().find_map(|block| match block {
            Block::Title(title) => Some(title.clone()),
            Block::Text(_) | Block::Table(_) | Block::Linked { .. } => None,
        })
    }

    /// The text of a page of notes: what stands in its body.
    pub(super) fn notes(&self) -> String {
        let texts: Vec<String> = self
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Text(text) if text.is_body => Some(text.plain()),
                Block::Title(_) | Block::Text(_) | Block::Table(_) | Block::Linked { .. } => None,
            })
            .collect();
        texts.join("\n")
    }
}

impl Reading {
    fn open(&mut self, element: &Element<'_>) {
        match element.name() {
            "sp" => self.shape = Shape::default(),
            "ph" => self.shape.place = Some(element.attribute("type").unwrap_or_default()),
            "tbl" => self.table = Some(OpenTable::default()),
            "tr" => self.in_table(OpenTable::start_row),
            "tc" => self.cell(element),
            "tblPr" if element.attribute("firstRow").is_some_and(|on| is_true(&on)) => {
                self.in_table(OpenTable::expect_head);
            }
            "chart" | "relIds" => {
                let id = element.relation("id").or_else(|| element.relation("dm"));
                self.slide.blocks.extend(id.map(|id| Block::Linked { id }));
            }
            "p" => self.paragraph = Some(Paragraph::default()),
            "t" => self.in_text = true,
            "br" => self.push("\n"),
            _ => {
                if let Some(paragraph) = &mut self.paragraph {
                    paragraph.property(element);
                }
            }
        }
    }

    fn cell(&mut self, element: &Element<'_>) {
        let number = |name| element.number(name).unwrap_or(1);
        let on = |name| element.attribute(name).is_some_and(|on| is_true(&on));
        let Some(table) = &mut self.table else { return };
        table.start_cell();
        table.span(number("gridSpan"));
        if number("rowSpan") > 1 {
            table.merge(true);
        }
        if on("vMerge") {
            table.merge(false);
        }
        if on("hMerge") {
            table.cover();
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "p" => self.end_paragraph(),
            "tc" => self.in_table(OpenTable::end_cell),
            "tr" => self.in_table(OpenTable::end_row),
            "tbl" => {
                if let Some(mut table) = self.table.take() {
                    table.end_open();
                    self.slide.blocks.push(Block::Table(table));
                }
            }
            "sp" => {
                let shape = std::mem::take(&mut self.shape);
                self.slide.blocks.extend(shape.block());
            }
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let Some(paragraph) = self.paragraph.take() else {
            return;
        };
        match &mut self.table {
            Some(table) => table.text(paragraph.text.trim()),
            None => self.shape.text.push(paragraph),
        }
    }

    fn in_table(&mut self, change: impl FnOnce(&mut OpenTable)) {
        if let Some(table) = &mut self.table {
            change(table);
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.text.push_str(text);
        }
    }
}

impl Shape {
    /// The block that the shape is; `None` for one without text, and for date,
    /// footer and number, which repeat on each slide.
    fn block(mut self) -> Option<Block> {
        if self.text.is_empty() {
            return None;
        }
        match self.place.as_deref() {
            Some("title" | "ctrTitle") => Some(Block::Title(self.text.plain())),
            Some("dt" | "ftr" | "sldNum" | "hdr") => None,
            place => {
                self.text.is_body = matches!(place, Some("" | "body" | "obj"));
                Some(Block::Text(self.text))
            }
        }
    }
}
