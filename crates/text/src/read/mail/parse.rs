//! Bytes to a message, with the library's dangers fenced in.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mail_parser::{Message, MessageParser, PartType};

/// A parsed message.
///
/// Messages may stand in one another a hundred thousand deep; parsing them
/// takes a loop, but dropping them as they are would take a call for each.
pub struct Parsed<'x>(Message<'x>);

impl<'x> Parsed<'x> {
    /// Parses a message; `None` when there is no header.
    pub fn of(bytes: &'x [u8]) -> Option<Self> {
        let parse = || MessageParser::default().parse(bytes);
        catch_unwind(AssertUnwindSafe(parse)).ok()?.map(Self)
    }

    /// The message.
    pub fn message(&self) -> &Message<'x> {
        &self.0
    }
}

impl Drop for Parsed<'_> {
    fn drop(&mut self) {
        let mut open = vec![std::mem::take(&mut self.0)];
        while let Some(mut message) = open.pop() {
            for part in &mut message.parts {
                if let PartType::Message(inner) = &mut part.body {
                    open.push(std::mem::take(inner));
                }
            }
        }
    }
}
