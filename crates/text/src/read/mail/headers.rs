//! The headers of a message: how it is told from other files, and what it says
//! about itself.

use mail_parser::{Address, HeaderName, Message};

use crate::Metadata;

/// Headers are looked for in this much of a file.
const SAMPLE_BYTES: usize = 32 * 1024;

/// Headers that only messages have, put there by what sent them.
const OF_TRANSPORT: [&str; 8] = [
    "received",
    "message-id",
    "mime-version",
    "return-path",
    "delivered-to",
    "content-transfer-encoding",
    "x-mailer",
    "dkim-signature",
];

/// Headers that messages have, and notes that look like them.
const OF_PEOPLE: [&str; 5] = ["from", "to", "cc", "subject", "date"];

/// Whether bytes are a message or a box of them. `is_named` when the file is
/// called so: then headers that a person may write are enough.
pub fn is_mail(bytes: &[u8], is_named: bool) -> bool {
    let names = header_lines(bytes);
    let any = |known: &[&str]| names.iter().any(|(name, _)| known.contains(&name.as_str()));
    any(&OF_PEOPLE) && (is_named || any(&OF_TRANSPORT))
}

/// Whether bytes are a web page saved as a message: browsers say that they
/// saved it, other programs name no sender.
pub fn is_web_archive(bytes: &[u8]) -> bool {
    let headers = header_lines(bytes);
    let value = |name: &str| {
        let found = headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.to_ascii_lowercase())
    };
    let related = value("content-type").is_some_and(|kind| kind.contains("multipart/related"));
    let saved = value("from").is_none_or(|from| from.contains("saved by"));
    related && (saved || value("snapshot-content-location").is_some())
}

/// Names (in lower case) and values of the headers that bytes start with;
/// nothing when they start otherwise.
fn header_lines(bytes: &[u8]) -> Vec<(String, String)> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_cut = start.len() > SAMPLE_BYTES;
    let start = &start[..start.len().min(SAMPLE_BYTES)];
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut lines = start.split(|&byte| byte == b'\n').peekable();
    // The line that parts the messages of a box.
    lines.next_if(|line| line.starts_with(b"From "));
    while let Some(line) = lines.next() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            break;
        }
        if matches!(line[0], b' ' | b'\t') {
            let Some((_, value)) = headers.last_mut() else {
                return Vec::new();
            };
            value.push_str(&String::from_utf8_lossy(line));
            continue;
        }
        let colon = line
            .iter()
            .position(|&byte| byte == b':')
            .filter(|&at| at > 0);
        let is_name = |name: &[u8]| name.iter().all(|byte| byte.is_ascii_graphic());
        match colon {
            Some(at) if is_name(&line[..at]) => headers.push((
                String::from_utf8_lossy(&line[..at]).to_ascii_lowercase(),
                String::from_utf8_lossy(&line[at + 1..]).trim().to_owned(),
            )),
            // The sample may end within a line.
            _ if is_cut && lines.peek().is_none() => break,
            _ => return Vec::new(),
        }
    }
    headers
}

/// The headers that people read, with their values, in the order in which they
/// are shown.
pub fn shown(message: &Message<'_>) -> Vec<(&'static str, String)> {
    let date = message.header_raw(HeaderName::Date).map(one_line);
    let values = [
        ("Subject", message.subject().map(one_line)),
        ("From", message.from().map(addresses)),
        ("To", message.to().map(addresses)),
        ("Cc", message.cc().map(addresses)),
        ("Date", date),
    ];
    values
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// Subject, sender and day of sending.
pub fn metadata(message: &Message<'_>) -> Metadata {
    let filled = |value: String| Some(value).filter(|value| !value.is_empty());
    let date = message.date().filter(|date| {
        (1..=12).contains(&date.month) && (1..=31).contains(&date.day) && date.year > 0
    });
    Metadata {
        title: message.subject().map(one_line).and_then(filled),
        author: message.from().map(addresses).and_then(filled),
        date: date.map(|date| format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)),
    }
}

/// `Ann Example <ann@example.org>, bob@example.org`.
fn addresses(addresses: &Address<'_>) -> String {
    let all = addresses.iter().filter_map(|one| {
        let name = one.name.as_deref().map(one_line);
        match (name.filter(|name| !name.is_empty()), one.address.as_deref()) {
            (Some(name), Some(address)) => Some(format!("{name} <{}>", one_line(address))),
            (Some(name), None) => Some(name),
            (None, address) => address.map(one_line),
        }
    });
    all.collect::<Vec<_>>().join(", ")
}

fn one_line(value: &str) -> String {
    let kept: String = value
        .chars()
        .filter(|&c| crate::read::plain::is_kept(c))
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}
