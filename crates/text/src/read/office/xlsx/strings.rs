//! The table of texts that the cells of a workbook share.

use crate::Span;
use crate::read::Warning;
use crate::read::office::xml::{Token, Xml};

/// Texts of a workbook; a hostile one has many empty ones.
const STRINGS_MAX: usize = 8_000_000;

/// Texts by their number, kept in one string: a workbook has up to millions.
#[derive(Debug, Default)]
pub(super) struct SharedStrings {
    all: String,
    spans: Vec<Span>,
}

impl SharedStrings {
    /// Reads the table; a warning when it breaks off.
    pub(super) fn parse(text: &str, part: &str) -> (Self, Option<Warning>) {
        let mut strings = Self::default();
        let mut xml = Xml::new(text);
        while let Some(token) = xml.next() {
            if let Token::Open(element) = token
                && element.name() == "si"
                && strings.spans.len() < STRINGS_MAX
            {
                let start = strings.all.len();
                rich_text(&mut xml, "si", &mut strings.all);
                strings.spans.push(Span::new(start, strings.all.len()));
            }
        }
        (strings, xml.damage(part))
    }

    pub(super) fn get(&self, number: usize) -> Option<&str> {
        self.spans.get(number)?.slice(&self.all)
    }
}

/// Adds the text of the element `name` that was just opened: its runs, without
/// the reading aids of East Asian texts.
pub(super) fn rich_text(xml: &mut Xml<'_>, name: &str, into: &mut String) {
    let mut in_text = false;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                "rPh" => xml.skip(),
                "t" => in_text = true,
                _ => {}
            },
            Token::Close(end) if end.name() == "t" => in_text = false,
            Token::Close(end) if end.name() == name => return,
            Token::Text(piece) if in_text => into.push_str(&piece),
            Token::Close(_) | Token::Text(_) => {}
        }
    }
}
