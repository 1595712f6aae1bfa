//! Diagrams of boxes and arrows (SmartArt): the texts of their boxes.

use crate::read::canvas::Canvas;
use crate::read::office::xml::{Token, Xml};

/// Writes the texts of a diagram's data, one item a box.
pub(super) fn write(text: &str, canvas: &mut Canvas) {
    let mut xml = Xml::new(text);
    let mut boxed = String::new();
    let mut in_text = false;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                "pt" => boxed.clear(),
                "t" => in_text = true,
                _ => {}
            },
            Token::Close(end) => match end.name() {
                "t" => {
                    in_text = false;
                    boxed.push(' ');
                }
                "pt" => canvas.item(0, "-", boxed.trim()),
                _ => {}
            },
            Token::Text(piece) if in_text => boxed.push_str(&piece),
            Token::Text(_) => {}
        }
    }
}
