//! Title, author and date that an office file states of itself.

use super::archive::Archive;
use super::package;
use super::xml::{Token, Xml};
use crate::Metadata;
use crate::read::ReadError;
use crate::read::rows::cell_text;

/// Titles that programs put in by themselves; they name no document.
const EMPTY_TITLES: [&str; 8] = [
    "word document",
    "document",
    "powerpoint presentation",
    "powerpoint-präsentation",
    "présentation powerpoint",
    "presentación de powerpoint",
    "untitled",
    "slide 1",
];

/// The core properties of an Office Open XML file.
pub(super) fn core(archive: &mut Archive<'_>) -> Result<Metadata, ReadError> {
    // Properties are an extra: their damage is not worth a warning.
    let warnings = &mut Vec::new();
    let relations = package::relations(archive, "", warnings)?;
    let part = package::of_kind(&relations, "core-properties").unwrap_or("docProps/core.xml");
    Ok(archive
        .xml(part, warnings)?
        .map(|text| of_xml(&text))
        .unwrap_or_default())
}

/// Dublin Core elements, as Office Open XML and OpenDocument have them.
pub(super) fn of_xml(text: &str) -> Metadata {
    let mut xml = Xml::new(text);
    let (mut title, mut author, mut changed, mut created) = (None, None, None, None);
    while let Some(token) = xml.next() {
        let Token::Open(element) = token else {
            continue;
        };
        let field = match element.name() {
            "title" => &mut title,
            "initial-creator" => &mut author,
            "creator" if author.is_none() => &mut author,
            "date" | "modified" => &mut changed,
            "created" | "creation-date" => &mut created,
            _ => continue,
        };
        let value = cell_text(&xml.text());
        if !value.is_empty() {
            *field = Some(value);
        }
    }
    let day = |date: Option<String>| date.as_deref().and_then(iso_day);
    Metadata {
        title: title
            .filter(|title: &String| !EMPTY_TITLES.contains(&title.to_lowercase().as_str())),
        author,
        date: day(created).or_else(|| day(changed)),
    }
}

/// The day of `2025-08-18T10:00:00Z`.
fn iso_day(date: &str) -> Option<String> {
    let day = date.get(..10)?;
    let is_day = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    // Programs that know no date write the year 1601, 1899 or 0000.
    (is_day && day > "1900-01-01").then(|| day.to_owned())
}
