//! E-mail: messages, boxes of messages, and web pages saved as messages.
//!
//! A message is a section that starts with its headers. Of a text and a page
//! that say the same the text is read, and quoted history is kept. Attachments
//! are read like files, each as a section `attachment: NAME`.

mod attachments;
mod calendar;
mod headers;
mod mailbox;
mod message;
mod parse;

use std::borrow::Cow;

use mail_parser::{MimeHeaders, PartType};

use super::html;
use super::{ReadError, ReadLimits, Warning};
use crate::{Document, Format};

pub(super) use headers::{is_mail, is_web_archive};
use message::Reader;
use parse::Parsed;

/// Messages and files may stand in one another this deep.
pub const DEPTH_MAX: usize = 4;

/// Reads a message, or a box of them. `depth` more files may stand in it.
pub fn read(
    bytes: &[u8],
    limits: &ReadLimits,
    depth: usize,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let messages = mailbox::messages(bytes);
    let is_box = messages.len() > 1;
    let mut reader = Reader::new(limits, depth);
    let mut metadata = crate::Metadata::default();
    for (index, raw) in messages.iter().enumerate() {
        if reader.flow.is_cut() {
            break;
        }
        match Parsed::of(raw) {
            Some(parsed) => {
                reader.message(parsed.message(), 1);
                if !is_box {
                    metadata = headers::metadata(parsed.message());
                }
            }
            None => reader.warnings.push(Warning::InPart {
                part: format!("message {}", index + 1),
                reason: "it cannot be parsed".to_owned(),
            }),
        }
    }
    if reader.flow.is_cut() {
        reader.warnings.push(Warning::TextCut {
            limit: limits.text_bytes_max,
        });
    }
    let piece = reader.flow.finish();
    if piece.text.is_empty() {
        let reason = "no message could be read".to_owned();
        return Err(ReadError::Damaged { reason });
    }
    let document = Document {
        metadata,
        ..html::of_piece(piece, Format::Eml, None)
    };
    Ok((document, reader.warnings))
}

/// Reads a web page that was saved with what it shows (MHTML): the first page
/// in it; its pictures are left.
pub fn read_web_archive(
    bytes: &[u8],
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let damaged = |reason: &str| ReadError::Damaged {
        reason: reason.to_owned(),
    };
    let parsed = Parsed::of(bytes).ok_or_else(|| damaged("the saved page cannot be parsed"))?;
    let message = parsed.message();
    let page = message.parts.iter().find_map(|part| match &part.body {
        PartType::Html(source) => Some((source, part.content_location())),
        _ => None,
    });
    let (source, address) = page.ok_or_else(|| damaged("there is no page in the saved page"))?;
    let source: Cow<'_, str> = if source.contains('\r') {
        source.replace('\r', "").into()
    } else {
        Cow::Borrowed(source)
    };
    let mut warnings = Vec::new();
    let mut document = html::document(&source, address, limits, &mut warnings)?;
    if document.metadata.title.is_none() {
        document.metadata.title = message.subject().map(str::to_owned);
    }
    Ok((document, warnings))
}
