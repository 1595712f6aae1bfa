//! The table of contents of a book.

use std::collections::BTreeSet;

use super::events::{Event, events};
use super::package::{Package, resolved};
use crate::read::Warning;
use crate::read::archive::Archive;
use crate::read::html::{NodeId, Tag, build, decode_page};

/// Entries kept; no book has as many sections.
const ENTRIES_MAX: usize = 20_000;

/// Longest title kept, in characters.
const TITLE_CHARS_MAX: usize = 300;

/// An entry of the table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocEntry {
    /// 1 for the outermost, at most 6.
    pub level: u8,
    /// Its words.
    pub title: String,
    /// The chapter it leads to.
    pub path: String,
    /// The place in the chapter; its start without one.
    pub fragment: Option<String>,
}

/// From the text of a part and its folder to the entries in it.
type Parse = fn(&str, &str) -> Vec<TocEntry>;

/// Reads a book's table of contents, of the newer kind or else of the older.
/// A place that is named twice counts once.
pub fn read(
    archive: &mut Archive<'_>,
    package: &Package,
    warnings: &mut Vec<Warning>,
) -> Vec<TocEntry> {
    let kinds = [
        (&package.nav, from_nav as Parse),
        (&package.ncx, from_ncx as Parse),
    ];
    for (path, parse) in kinds {
        let Some(path) = path else { continue };
        match archive.part(path) {
            Ok(bytes) => {
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let mut entries = parse(&decode_page(&bytes).0, folder);
                let mut places = BTreeSet::new();
                entries.retain(|entry| places.insert((entry.path.clone(), entry.fragment.clone())));
                if !entries.is_empty() {
                    return entries;
                }
            }
            Err(error) => warnings.push(Warning::InPart {
                part: path.clone(),
                reason: error.to_string(),
            }),
        }
    }
    Vec::new()
}

/// From a page with nested lists of links.
fn from_nav(source: &str, folder: &str) -> Vec<TocEntry> {
    let tree = build(source, true);
    let navs = || (0..tree.nodes.len()).filter(|&id| tree.tag(id) == Some(Tag::Nav));
    let is_toc = |&id: &NodeId| {
        let kind = tree.attribute(id, "epub:type").unwrap_or("");
        kind.split_whitespace().any(|kind| kind == "toc")
            || tree.attribute(id, "role") == Some("doc-toc")
    };
    let Some(nav) = navs().find(is_toc).or_else(|| navs().next()) else {
        return Vec::new();
    };
    let links = tree.descendants(nav, |_| true);
    links
        .into_iter()
        .filter(|&id| tree.tag(id) == Some(Tag::Anchor))
        .filter_map(|id| {
            let is_list =
                |&above: &NodeId| matches!(tree.tag(above), Some(Tag::List | Tag::Numbered));
            let level = tree.ancestors(id).filter(is_list).count();
            entry(level, &tree.words(id), folder, tree.attribute(id, "href")?)
        })
        .take(ENTRIES_MAX)
        .collect()
}

/// From the older kind: points within points, each with a label and a target.
fn from_ncx(source: &str, folder: &str) -> Vec<TocEntry> {
    let mut entries = Vec::new();
    let mut level = 0_usize;
    let mut label = String::new();
    let mut in_label = false;
    for event in events(source) {
        match event {
            Event::Start {
                name, attributes, ..
            } => match name.as_str() {
                "navpoint" => {
                    level += 1;
                    label.clear();
                }
                "navlabel" => {
                    in_label = true;
                    label.clear();
                }
                "content" if level > 0 => {
                    let target = attributes.get("src").map_or("", String::as_str);
                    entries.extend(entry(level, &label, folder, target));
                }
                _ => {}
            },
            Event::End(name) => match name.as_str() {
                "navpoint" => level = level.saturating_sub(1),
                "navlabel" => in_label = false,
                "navmap" => break,
                _ => {}
            },
            Event::Text(text) if in_label => label.push_str(&text),
            Event::Text(_) => {}
        }
        if entries.len() >= ENTRIES_MAX {
            break;
        }
    }
    entries
}

fn entry(level: usize, title: &str, folder: &str, target: &str) -> Option<TocEntry> {
    let shown = title.chars().filter(|&c| crate::read::plain::is_kept(c));
    let title: String = shown.take(TITLE_CHARS_MAX).collect();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let fragment = target.split_once('#').map(|(_, fragment)| {
        let fragment = percent_encoding::percent_decode_str(fragment);
        fragment.decode_utf8_lossy().into_owned()
    });
    if title.is_empty() {
        return None;
    }
    Some(TocEntry {
        level: u8::try_from(level).unwrap_or(6).clamp(1, 6),
        title,
        path: resolved(folder, target)?,
        fragment: fragment.filter(|fragment| !fragment.is_empty()),
    })
}
