//! Files that came with a message, each read like a file of its own.

use mail_parser::{MessagePart, MessagePartId, MimeHeaders};

use super::message::Reader;
use crate::read::flow::Piece;
use crate::read::{ReadLimits, Warning, read_within};

/// Longest name shown, in characters.
const NAME_CHARS_MAX: usize = 200;

impl Reader<'_> {
    /// Adds an attachment as a section below `level`. One that cannot be read
    /// is named and reported; pictures that belong to the text are passed over.
    pub fn attachment(
        &mut self,
        part: &MessagePart<'_>,
        bytes: &[u8],
        id: MessagePartId,
        level: u8,
    ) {
        let kind = part.content_type();
        let is_picture = kind.is_some_and(|kind| kind.ctype().eq_ignore_ascii_case("image"));
        if is_picture && (part.content_id().is_some() || part.attachment_name().is_none()) {
            return;
        }
        let name = match (part.attachment_name(), kind.and_then(|kind| kind.subtype())) {
            (Some(name), _) => name.to_owned(),
            (None, Some(kind)) => format!("part {id}, {kind}"),
            (None, None) => format!("part {id}"),
        };
        self.attachment_heading(&name, level);
        let Some(depth) = self.depth.checked_sub(1) else {
            return self.too_deep(&name);
        };
        let Some(left) = self.attachments_left.checked_sub(1) else {
            return self.report(&name, "too many attachments came before it".to_owned());
        };
        self.attachments_left = left;
        match read_within(bytes, &name, &self.limits_within(), depth) {
            Ok((document, warnings)) => {
                for warning in warnings {
                    self.report(&name, warning.to_string());
                }
                self.append(Piece::of(document), level.saturating_add(1));
            }
            Err(error) => self.report(&name, error.to_string()),
        }
    }

    /// What an attachment may use: the room that is left, and a part of what
    /// the message may unpack, so that many of them stay within a bound.
    fn limits_within(&self) -> ReadLimits {
        ReadLimits {
            text_bytes_max: self.flow.room(),
            unpacked_bytes_max: self.limits.unpacked_bytes_max / 4,
            // A message has no pages to show them on.
            boxes: false,
            ..*self.limits
        }
    }

    /// The line that heads an attachment.
    pub fn attachment_heading(&mut self, name: &str, level: u8) {
        let name: String = name.chars().take(NAME_CHARS_MAX).collect();
        let level = level.saturating_add(1).min(6);
        self.flow.heading(level, &format!("attachment: {name}"));
        self.flow.blank_line();
    }

    /// Reports an attachment that is not read for how deep it lies.
    pub fn too_deep(&mut self, name: &str) {
        self.report(name, "it lies too deep in other files".to_owned());
    }

    fn report(&mut self, name: &str, reason: String) {
        let name: String = name.chars().take(NAME_CHARS_MAX).collect();
        self.warnings.push(Warning::InPart {
            part: format!("attachment: {name}"),
            reason,
        });
    }
}
