//! XML as the readers of office files see it: elements by their local names.
//!
//! Entities that a document declares are never expanded, external ones never
//! fetched; nesting is bounded; a document that breaks off gives what stands
//! before the break.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesEnd, BytesStart, Event};

use crate::read::Warning;

/// Deepest nesting of elements. Tables in tables in text boxes take some sixty.
const DEPTH_MAX: usize = 1_000;

/// An XML declaration names its encoding within so many bytes.
const DECLARATION_BYTES: usize = 200;

/// What comes next in a document.
pub(super) enum Token<'x> {
    /// A start tag; an empty element has an end as well.
    Open(Element<'x>),
    /// An end tag.
    Close(Closing<'x>),
    /// Text, references resolved.
    Text(Cow<'x, str>),
}

/// A start tag.
pub(super) struct Element<'x>(BytesStart<'x>);

/// An end tag.
pub(super) struct Closing<'x>(BytesEnd<'x>);

/// Reads a document token by token.
pub(super) struct Xml<'x> {
    reader: Reader<&'x [u8]>,
    depth: usize,
    broken: Option<String>,
}

impl<'x> Xml<'x> {
    pub(super) fn new(text: &'x str) -> Self {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        Self {
            reader,
            depth: 0,
            broken: None,
        }
    }

    /// The next token; `None` at the end and where the document breaks off.
    pub(super) fn next(&mut self) -> Option<Token<'x>> {
        loop {
            if self.broken.is_some() {
                return None;
            }
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    self.broken = Some(error.to_string());
                    return None;
                }
            };
            match event {
                Event::Start(start) | Event::Empty(start) => {
                    self.depth += 1;
                    if self.depth > DEPTH_MAX {
                        let reason = format!("elements are nested deeper than {DEPTH_MAX}");
                        self.broken = Some(reason);
                        return None;
                    }
                    return Some(Token::Open(Element(start)));
                }
                Event::End(end) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Token::Close(Closing(end)));
                }
                Event::Text(text) => return Some(Token::Text(text.into_inner())),
                Event::CData(text) => return Some(Token::Text(text.into_inner())),
                Event::GeneralRef(reference) => {
                    if let Ok(Some(character)) = reference.resolve_char_ref() {
                        return Some(Token::Text(character.to_string().into()));
                    }
                    if let Some(text) = resolve_predefined_entity(&reference) {
                        return Some(Token::Text(text.into()));
                    }
                }
                Event::Eof => {
                    if self.depth > 0 {
                        self.broken = Some("it ends within an element".to_owned());
                    }
                    return None;
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// Passes over the rest of the element that was just opened.
    pub(super) fn skip(&mut self) {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside && self.next().is_some() {}
    }

    /// All text in the element that was just opened.
    pub(super) fn text(&mut self) -> String {
        let outside = self.depth.saturating_sub(1);
        let mut text = String::new();
        while self.depth > outside {
            match self.next() {
                Some(Token::Text(piece)) => text.push_str(&piece),
                Some(_) => {}
                None => break,
            }
        }
        text
    }

    /// A warning when the document broke off before its end, or before where
    /// reading it was stopped.
    pub(super) fn damage(self, part: &str) -> Option<Warning> {
        let reason = self.broken?;
        Some(Warning::InPart {
            part: part.to_owned(),
            reason,
        })
    }
}

impl Element<'_> {
    /// The name without its prefix.
    pub(super) fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }

    /// An attribute by its name without prefix, references resolved; the first
    /// without a prefix, else the first with one.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        self.find(|key| key == name)
            .or_else(|| self.find(|key| local(key) == name))
    }

    /// A relationship's id: an attribute of this local name with a prefix, since
    /// `id` and `r:id` stand beside each other.
    pub(super) fn relation(&self, name: &str) -> Option<String> {
        self.find(|key| key.contains(':') && local(key) == name)
    }

    /// A number in an attribute.
    pub(super) fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// A switch that is on when the attribute says so or is missing, as in `<w:b/>`.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.attribute(name).is_none_or(|value| is_true(&value))
    }

    fn find(&self, fits: impl Fn(&str) -> bool) -> Option<String> {
        self.0
            .attributes()
            .with_checks(false)
            .flatten()
            .find(|attribute| fits(attribute.key.into_inner()))
            .map(|attribute| {
                unescape(&attribute.value)
                    .map_or_else(|_| attribute.value.to_string(), Cow::into_owned)
            })
    }
}

impl Closing<'_> {
    /// The name without its prefix.
    pub(super) fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }
}

/// `1`, `true` and `on`.
pub(super) fn is_true(value: &str) -> bool {
    matches!(value, "1" | "true" | "on")
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Bytes of an XML part to text: by byte order mark, by the pattern of NULs, by
/// the declaration, else as UTF-8, in which broken bytes become `U+FFFD`.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    let encoding = match bytes.get(..4) {
        Some([b'<', 0, _, 0]) => UTF_16LE,
        Some([0, b'<', 0, _]) => UTF_16BE,
        _ => declared(&bytes).unwrap_or(UTF_8),
    };
    if encoding == UTF_8
        && !bytes.starts_with(b"\xef\xbb\xbf")
        && !bytes.starts_with(b"\xff\xfe")
        && !bytes.starts_with(b"\xfe\xff")
    {
        return String::from_utf8(bytes)
            .unwrap_or_else(|broken| String::from_utf8_lossy(broken.as_bytes()).into_owned());
    }
    // A byte order mark goes before everything else.
    encoding.decode(&bytes).0.into_owned()
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(DECLARATION_BYTES)];
    let start = String::from_utf8_lossy(start);
    let declaration = start.strip_prefix("<?xml")?.split("?>").next()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let label = value.split(['"', '\'']).nth(1)?;
    // Bytes that were read so far are no UTF-16, whatever they say.
    Encoding::for_label(label.as_bytes()).filter(|found| found.is_ascii_compatible())
}
