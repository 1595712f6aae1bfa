//! The parts of an Office Open XML file and how they refer to each other.

use std::collections::BTreeMap;

use super::archive::Archive;
use super::xml::{Token, Xml};
use crate::Format;
use crate::read::{ReadError, Warning};

/// A reference from one part to another.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Relation {
    /// The last word of its type: `slide`, `notesSlide`, `footnotes`.
    pub(super) kind: String,
    /// Name of the part it refers to.
    pub(super) target: String,
}

/// References of a part by id.
pub(super) type Relations = BTreeMap<String, Relation>;

/// The format of a package and the part that everything hangs on, by the content
/// types it declares, else by the names that every writer uses.
pub(super) fn main_part(archive: &mut Archive<'_>) -> Option<(Format, String)> {
    declared(archive).or_else(|| {
        let usual = [
            ("word/document.xml", Format::Docx),
            ("xl/workbook.xml", Format::Xlsx),
            ("ppt/presentation.xml", Format::Pptx),
        ];
        usual
            .into_iter()
            .find(|(name, _)| archive.has(name))
            .map(|(name, format)| (format, name.to_owned()))
    })
}

fn declared(archive: &mut Archive<'_>) -> Option<(Format, String)> {
    let types = archive.xml("[Content_Types].xml", &mut Vec::new()).ok()??;
    let mut xml = Xml::new(&types);
    while let Some(token) = xml.next() {
        let Token::Open(element) = token else {
            continue;
        };
        if element.name() != "Override" {
            continue;
        }
        let content = element.attribute("ContentType").unwrap_or_default();
        let part = element.attribute("PartName").unwrap_or_default();
        let part = part.trim_start_matches('/');
        if let Some(format) = format_of(&content).filter(|_| archive.has(part)) {
            return Some((format, part.to_owned()));
        }
    }
    None
}

/// Documents, templates, shows, with macros or without.
fn format_of(content: &str) -> Option<Format> {
    if !content.ends_with("main+xml") {
        return None;
    }
    [
        ("wordprocessingml", Format::Docx),
        ("ms-word", Format::Docx),
        ("presentationml", Format::Pptx),
        ("ms-powerpoint", Format::Pptx),
        ("spreadsheetml", Format::Xlsx),
        ("ms-excel", Format::Xlsx),
    ]
    .into_iter()
    .find_map(|(word, format)| content.contains(word).then_some(format))
}

/// The references of a part to other parts of the package.
pub(super) fn relations(
    archive: &mut Archive<'_>,
    part: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Relations, ReadError> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let Some(text) = archive.xml(&format!("{folder}/_rels/{name}.rels"), warnings)? else {
        return Ok(Relations::new());
    };
    let mut found = Relations::new();
    let mut xml = Xml::new(&text);
    while let Some(token) = xml.next() {
        let Token::Open(element) = token else {
            continue;
        };
        let external = element
            .attribute("TargetMode")
            .is_some_and(|mode| mode == "External");
        if element.name() != "Relationship" || external {
            continue;
        }
        let (Some(id), Some(target)) = (element.attribute("Id"), element.attribute("Target"))
        else {
            continue;
        };
        let kind = element.attribute("Type").unwrap_or_default();
        let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
        let target = resolved(folder, &target);
        found.insert(id, Relation { kind, target });
    }
    Ok(found)
}

/// The first reference of a kind.
pub(super) fn of_kind<'r>(relations: &'r Relations, kind: &str) -> Option<&'r str> {
    relations
        .values()
        .find(|relation| relation.kind == kind)
        .map(|relation| relation.target.as_str())
}

/// A target relative to a folder, as a name in the archive: `../media/a.png`
/// beside `ppt/slides` is `ppt/media/a.png`. No name leads out of the archive.
fn resolved(folder: &str, target: &str) -> String {
    let from_root = target.starts_with('/');
    let base = if from_root { "" } else { folder };
    let mut path: Vec<&str> = Vec::new();
    for step in base.split('/').chain(target.split(['/', '\\'])) {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            name => path.push(name),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn targets() {
        for (folder, target, expected) in [
            ("word", "styles.xml", "word/styles.xml"),
            ("ppt/slides", "../media/a.png", "ppt/media/a.png"),
            (
                "xl",
                "/xl/worksheets/sheet1.xml",
                "xl/worksheets/sheet1.xml",
            ),
            ("", "word/document.xml", "word/document.xml"),
            ("word", "../../../../etc/passwd", "etc/passwd"),
        ] {
            assert_eq!(resolved(folder, target), expected);
        }
    }
}
