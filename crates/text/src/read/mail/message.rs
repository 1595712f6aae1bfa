//! One message: its headers and its parts, in order.

use mail_parser::{Message, MessagePart, MessagePartId, MimeHeaders, PartType};

use super::{calendar, headers};
use crate::read::flow::{Flow, Piece};
use crate::read::html::{self, Options};
use crate::read::plain;
use crate::read::{ReadLimits, Warning};

/// Parts within parts within parts; mail programs make five.
const NESTING_MAX: usize = 50;

/// Attachments read of a file, all messages in it together.
const ATTACHMENTS_MAX: usize = 500;

/// Deepest level of a section.
const LEVEL_MAX: u8 = 6;

/// Reads messages into one text.
pub struct Reader<'l> {
    pub flow: Flow,
    pub warnings: Vec<Warning>,
    pub limits: &'l ReadLimits,
    /// Files that may still stand in one another.
    pub depth: usize,
    /// Attachments that may still be read.
    pub attachments_left: usize,
}

impl<'l> Reader<'l> {
    /// Reads within `limits`; `depth` files may stand in one another.
    pub fn new(limits: &'l ReadLimits, depth: usize) -> Self {
        Self {
            flow: Flow::new(limits.text_bytes_max),
            warnings: Vec::new(),
            limits,
            depth,
            attachments_left: ATTACHMENTS_MAX,
        }
    }

    /// Adds a message as a section of this level, headed by its first header.
    pub fn message(&mut self, message: &Message<'_>, level: u8) {
        for (index, (name, value)) in headers::shown(message).into_iter().enumerate() {
            let line = format!("{name}: {value}");
            if index == 0 {
                self.flow.heading(level.min(LEVEL_MAX), &line);
            } else {
                self.flow.words(&line);
                self.flow.new_line();
            }
        }
        self.flow.blank_line();
        self.part(message, 0, level, &Skipped::default());
    }

    /// Adds a part and what is in it.
    fn part(&mut self, message: &Message<'_>, id: MessagePartId, level: u8, skipped: &Skipped) {
        let Some(part) = message.parts.get(id as usize) else {
            return;
        };
        if skipped.part == Some(id) || self.flow.is_cut() {
            return;
        }
        match &part.body {
            PartType::Multipart(_) if skipped.nesting >= NESTING_MAX => {
                self.warnings.push(Warning::InPart {
                    part: format!("part {id}"),
                    reason: format!("it is nested more than {NESTING_MAX} levels deep"),
                });
            }
            PartType::Multipart(parts) => {
                let skipped = Skipped {
                    part: skipped.part.or_else(|| other_form(message, part, parts)),
                    nesting: skipped.nesting + 1,
                };
                for &part in parts {
                    self.part(message, part, level, &skipped);
                }
            }
            PartType::Text(text) if part.is_content_type("text", "calendar") => {
                let name = part.attachment_name().unwrap_or("calendar").to_owned();
                self.attachment_heading(&name, level);
                self.flow.verbatim(&calendar::text(text));
                self.flow.blank_line();
            }
            PartType::Text(_) | PartType::Html(_) if is_attachment(part) => {
                self.attachment(part, part.contents(), id, level);
            }
            PartType::Text(text) => self.text(message, part, text),
            PartType::Html(source) => self.page(source, level),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                self.attachment(part, bytes, id, level);
            }
            PartType::Message(inner) => self.inner_message(part, inner, level),
        }
    }

    fn text(&mut self, message: &Message<'_>, part: &MessagePart<'_>, text: &str) {
        self.flow.blank_line();
        // Without a named encoding, bytes beyond ASCII were lost.
        let raw = message
            .raw_message
            .get(part.offset_body as usize..part.offset_end as usize)
            .filter(|_| text.contains('\u{fffd}'))
            .filter(|_| part.encoding == mail_parser::Encoding::None);
        match raw.map(plain::decode) {
            Some((guessed, mut warnings)) => {
                self.warnings.append(&mut warnings);
                self.flow.verbatim(&guessed);
            }
            None => self.flow.verbatim(text),
        }
        self.flow.blank_line();
    }

    fn page(&mut self, source: &str, level: u8) {
        let written = html::part(source, false, Options::default(), self.flow.room());
        self.append(written.piece, level);
    }

    /// Adds a piece whose sections lie below `level`.
    pub fn append(&mut self, mut piece: Piece, level: u8) {
        for heading in &mut piece.headings {
            heading.level = heading.level.saturating_add(level).min(LEVEL_MAX);
        }
        self.flow.append(piece);
        self.flow.blank_line();
    }

    /// A message in a message, as an attachment.
    fn inner_message(&mut self, part: &MessagePart<'_>, inner: &Message<'_>, level: u8) {
        let name = part
            .attachment_name()
            .or(inner.subject())
            .unwrap_or("message");
        let name = name.to_owned();
        self.attachment_heading(&name, level);
        let Some(depth) = self.depth.checked_sub(1) else {
            return self.too_deep(&name);
        };
        let outer = std::mem::replace(&mut self.depth, depth);
        self.message(inner, level.saturating_add(2));
        self.depth = outer;
    }
}

/// What of a message is passed over.
#[derive(Default)]
struct Skipped {
    /// The form of the text that is not read.
    part: Option<MessagePartId>,
    /// Parts around this one.
    nesting: usize,
}

/// A text or page that was sent as a file.
fn is_attachment(part: &MessagePart<'_>) -> bool {
    let disposition = part.content_disposition();
    disposition.is_some_and(|kind| kind.is_attachment()) || part.attachment_name().is_some()
}

/// Of parts that say the same as text and as a page, the one not to read: the
/// page, unless the text only says that there is one.
fn other_form(
    message: &Message<'_>,
    part: &MessagePart<'_>,
    parts: &[MessagePartId],
) -> Option<MessagePartId> {
    if !part.is_content_type("multipart", "alternative") {
        return None;
    }
    let leaves = || parts.iter().flat_map(|&id| leaves(message, id));
    let text = leaves().find_map(|(id, leaf)| match &leaf.body {
        PartType::Text(text) if leaf.is_content_type("text", "plain") => Some((id, letters(text))),
        PartType::Text(text) if leaf.content_type().is_none() => Some((id, letters(text))),
        _ => None,
    });
    let page = leaves().find_map(|(id, leaf)| match &leaf.body {
        PartType::Html(source) => {
            let written = html::part(source, false, Options::default(), usize::MAX);
            Some((id, letters(&written.piece.text)))
        }
        _ => None,
    });
    let ((text, text_letters), (page, page_letters)) = (text?, page?);
    Some(if text_letters * 2 >= page_letters {
        page
    } else {
        text
    })
}

/// A part, or those just below it.
fn leaves<'m, 'x>(
    message: &'m Message<'x>,
    id: MessagePartId,
) -> Vec<(MessagePartId, &'m MessagePart<'x>)> {
    let Some(part) = message.parts.get(id as usize) else {
        return Vec::new();
    };
    match &part.body {
        PartType::Multipart(parts) => parts
            .iter()
            .filter_map(|&id| Some((id, message.parts.get(id as usize)?)))
            .collect(),
        _ => vec![(id, part)],
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}
