//! The text of a shape: paragraphs with their bullets and numbers.

use crate::read::canvas::Canvas;
use crate::read::office::docx::{letters, roman};
use crate::read::office::xml::Element;

/// Deepest level of a list; PowerPoint has nine.
const LEVELS: usize = 9;

/// A paragraph of a shape.
#[derive(Debug, Clone, Default)]
pub(super) struct Paragraph {
    pub(super) text: String,
    level: usize,
    bullet: Bullet,
}

/// What stands before a paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Bullet {
    /// As the layout says: a bullet in a body, nothing elsewhere.
    #[default]
    Inherited,
    None,
    Sign,
    /// A number that PowerPoint counts, in a style such as `arabicPeriod`.
    Number {
        style: String,
        start: u32,
    },
}

/// The text of a shape.
#[derive(Debug, Clone, Default)]
pub(super) struct Paragraphs {
    paragraphs: Vec<Paragraph>,
    /// The shape holds the place of a layout's body, whose paragraphs have bullets.
    pub(super) is_body: bool,
}

impl Paragraph {
    /// Takes in an element that describes the paragraph.
    pub(super) fn property(&mut self, element: &Element<'_>) {
        match element.name() {
            "pPr" => self.level = element.number::<usize>("lvl").unwrap_or(0).min(LEVELS - 1),
            "buNone" => self.bullet = Bullet::None,
            "buChar" | "buBlip" => self.bullet = Bullet::Sign,
            "buAutoNum" => {
                self.bullet = Bullet::Number {
                    style: element.attribute("type").unwrap_or_default(),
                    start: element.number("startAt").unwrap_or(1),
                };
            }
            _ => {}
        }
    }
}

impl Paragraphs {
    /// Adds a paragraph; an empty one is none.
    pub(super) fn push(&mut self, paragraph: Paragraph) {
        if !paragraph.text.trim().is_empty() {
            self.paragraphs.push(paragraph);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
    }

    /// The paragraphs line by line.
    pub(super) fn plain(&self) -> String {
        let lines = self
            .paragraphs
            .iter()
            .map(|paragraph| paragraph.text.trim());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Writes the paragraphs. A body of one paragraph is no list.
    pub(super) fn write(&self, canvas: &mut Canvas) {
        let inherits = self.is_body && self.paragraphs.len() > 1;
        let mut counts = [None; LEVELS];
        for paragraph in &self.paragraphs {
            let level = paragraph.level;
            counts[level + 1..].fill(None);
            let mark = match &paragraph.bullet {
                Bullet::Number { style, start } => {
                    let count: &mut Option<u32> = &mut counts[level];
                    let number = count.map_or(*start, |count| count.saturating_add(1));
                    *count = Some(number);
                    Some(numeral(style, number))
                }
                bullet => {
                    counts[level] = None;
                    let signed =
                        *bullet == Bullet::Sign || *bullet == Bullet::Inherited && inherits;
                    signed.then(|| "-".to_owned())
                }
            };
            match mark {
                Some(mark) => canvas.item(level, &mark, &paragraph.text),
                None => canvas.paragraph(&paragraph.text),
            }
        }
    }
}

/// A number in a style such as `alphaLcParenR`: `b)`.
fn numeral(style: &str, number: u32) -> String {
    let shown = match (style.get(..7), number) {
        (Some("alphaLc"), 1..=520) => letters(number, b'a'),
        (Some("alphaUc"), 1..=520) => letters(number, b'A'),
        (Some("romanLc"), 1..=4_999) => roman(number).to_lowercase(),
        (Some("romanUc"), 1..=4_999) => roman(number),
        _ => number.to_string(),
    };
    if style.ends_with("ParenBoth") {
        format!("({shown})")
    } else if style.ends_with("ParenR") {
        format!("{shown})")
    } else if style.ends_with("Plain") {
        shown
    } else {
        format!("{shown}.")
    }
}
