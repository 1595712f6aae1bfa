//! Footnotes, endnotes and comments by the number that refers to them.

use std::collections::BTreeMap;

use super::fields;
use crate::read::office::xml::{Token, Xml};

/// Notes of one kind.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    by_id: BTreeMap<i64, Note>,
}

/// A note or a comment.
#[derive(Debug, Clone, Default)]
pub(super) struct Note {
    /// Who wrote it, for comments.
    pub(super) author: Option<String>,
    pub(super) text: String,
}

impl Notes {
    /// Reads a part whose notes are elements of this name. The lines that
    /// separate notes from the text are none.
    pub(super) fn parse(text: &str, name: &str) -> Self {
        let mut by_id = BTreeMap::new();
        let mut xml = Xml::new(text);
        while let Some(token) = xml.next() {
            let Token::Open(element) = token else {
                continue;
            };
            if element.name() != name {
                continue;
            }
            let is_text = element
                .attribute("type")
                .is_none_or(|kind| kind == "normal");
            let note = Note {
                author: element
                    .attribute("author")
                    .filter(|author| !author.is_empty()),
                text: note_text(&mut xml, name),
            };
            by_id.extend(
                element
                    .number::<i64>("id")
                    .filter(|_| is_text)
                    .map(|id| (id, note)),
            );
        }
        Self { by_id }
    }

    /// The note of an id, once: who refers to it again repeats its mark only.
    pub(super) fn take(&mut self, id: i64) -> Option<Note> {
        self.by_id.remove(&id)
    }
}

/// The text of the note that was just opened, paragraphs apart by line breaks.
fn note_text(xml: &mut Xml<'_>, name: &str) -> String {
    let mut text = String::new();
    let mut in_text = false;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                gone if fields::is_gone(gone) => xml.skip(),
                "t" => in_text = true,
                "p" if !text.is_empty() => text.push('\n'),
                other => text.push_str(fields::sign(other)),
            },
            Token::Text(piece) if in_text => text.push_str(&piece),
            Token::Close(end) if end.name() == "t" => in_text = false,
            Token::Close(end) if end.name() == name => break,
            Token::Close(_) | Token::Text(_) => {}
        }
    }
    text.trim().to_owned()
}
