//! A box of messages (MBOX): one after the other, each after a line that
//! starts with `From `.

use std::borrow::Cow;

use memchr::memmem;

/// Messages read of a box; each is a section.
const MESSAGES_MAX: usize = 100_000;

/// The messages of a file; the file itself when it is one message.
pub fn messages(bytes: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if !bytes.starts_with(b"From ") {
        return vec![Cow::Borrowed(bytes)];
    }
    let mut starts = vec![0];
    for at in memmem::find_iter(bytes, b"\nFrom ") {
        // Within a message, a line that starts so does not follow a blank one.
        let before = &bytes[..at];
        if before.ends_with(b"\n") || before.ends_with(b"\n\r") {
            starts.push(at + 1);
        }
    }
    starts.truncate(MESSAGES_MAX);
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let pieces = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &bytes[start..end]);
    pieces.map(without_marks).collect()
}

/// A message without the line before it and without the marks of lines that
/// look like one (`>From `).
fn without_marks(piece: &[u8]) -> Cow<'_, [u8]> {
    let end = memchr::memchr(b'\n', piece).map_or(piece.len(), |at| at + 1);
    let message = &piece[end..];
    if memmem::find(message, b">From ").is_none() {
        return Cow::Borrowed(message);
    }
    let mut plain = Vec::with_capacity(message.len());
    for line in message.split_inclusive(|&byte| byte == b'\n') {
        let marks = line.iter().take_while(|&&byte| byte == b'>').count();
        let is_marked = marks > 0 && line[marks..].starts_with(b"From ");
        plain.extend_from_slice(&line[usize::from(is_marked)..]);
    }
    Cow::Owned(plain)
}
