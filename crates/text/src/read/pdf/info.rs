//! What the file says about itself: metadata, outline, page labels.

use pdf_oxide::extractors::page_labels::PageLabelExtractor;
use pdf_oxide::object::{Object, ObjectRef};
use pdf_oxide::optional_content::decode_pdf_text_string;
use pdf_oxide::outline::{Destination, OutlineItem};

use super::source::{Source, guarded};
use crate::Metadata;

/// Entries of an outline that are followed at most; files may chain them in a ring.
const OUTLINE_MAX: usize = 4_000;
/// Outline entries times pages: each entry is looked up page by page.
const LOOKUPS_MAX: usize = 4_000_000;

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bookmark {
    pub(super) title: String,
    /// 1 for the outermost.
    pub(super) depth: u8,
    /// From 0.
    pub(super) page: usize,
}

/// Title, author and date of the file's own record.
pub(super) fn metadata(source: &Source) -> Metadata {
    guarded(|| record(source)).unwrap_or_default()
}

fn record(source: &Source) -> Metadata {
    let document = &source.document;
    let trailer = document.trailer();
    let info = trailer.as_dict().and_then(|entries| entries.get("Info"));
    let Some(info) = info.and_then(|info| document.resolve_object(info).ok()) else {
        return Metadata::default();
    };
    let text = |key: &str| {
        let value = document.resolve_object(info.as_dict()?.get(key)?).ok()?;
        let decoded = decode_pdf_text_string(value.as_string()?);
        let clean: String = decoded.chars().filter(|ch| !ch.is_control()).collect();
        let clean = clean.trim();
        (!clean.is_empty()).then(|| clean.to_owned())
    };
    Metadata {
        title: text("Title").filter(|title| is_title(title)),
        author: text("Author"),
        date: text("CreationDate")
            .or_else(|| text("ModDate"))
            .and_then(|date| iso_date(&date)),
    }
}

/// False for what programs write there by themselves: file names and fillers.
fn is_title(title: &str) -> bool {
    const FILLERS: [&str; 4] = ["microsoft ", "untitled", "(anonymous)", "document"];
    let lower = title.to_lowercase();
    let filler = FILLERS.iter().any(|filler| lower.starts_with(filler));
    let ending = lower.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_file = (2..=5).contains(&ending.len())
        && ending.chars().all(|ch| ch.is_ascii_alphanumeric())
        && ending.chars().any(|ch| ch.is_ascii_alphabetic());
    let is_path = lower.contains('\\') || (!title.contains(' ') && title.contains(['_', '/']));
    let letters = title.chars().filter(|ch| ch.is_alphabetic()).count();
    !filler && !is_file && !is_path && letters >= 3
}

/// `D:20250818123000-04'00'` as `2025-08-18`.
fn iso_date(date: &str) -> Option<String> {
    let digits = date.trim_start_matches("D:").get(..8)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (year, month, day) = (&digits[..4], &digits[4..6], &digits[6..]);
    let in_range =
        |text: &str, most: u32| text.parse::<u32>().is_ok_and(|n| (1..=most).contains(&n));
    let valid = in_range(year, 9999) && in_range(month, 12) && in_range(day, 31);
    valid.then(|| format!("{year}-{month}-{day}"))
}

/// The outline in order, entries without a page left out.
pub(super) fn outline(source: &Source) -> Vec<Bookmark> {
    let items = guarded(|| {
        let entries = count_entries(source)?;
        if entries.saturating_mul(source.pages as usize) > LOOKUPS_MAX {
            return None;
        }
        source.document.get_outline().ok().flatten()
    });
    let mut bookmarks = Vec::new();
    flatten(&items.ok().flatten().unwrap_or_default(), 1, &mut bookmarks);
    bookmarks
}

/// The number of entries; `None` when they do not end. The library follows
/// them without looking back.
fn count_entries(source: &Source) -> Option<usize> {
    let catalog = source.document.catalog().ok()?;
    let Object::Reference(root) = catalog.as_dict()?.get("Outlines")? else {
        return None;
    };
    let mut waiting = vec![*root];
    let mut seen: Vec<ObjectRef> = Vec::new();
    while let Some(entry) = waiting.pop() {
        if seen.contains(&entry) || seen.len() >= OUTLINE_MAX {
            return None;
        }
        seen.push(entry);
        let object = source.document.load_object(entry).ok()?;
        for key in ["First", "Next"] {
            if let Some(Object::Reference(next)) = object.as_dict().and_then(|entry| entry.get(key))
            {
                waiting.push(*next);
            }
        }
    }
    Some(seen.len())
}

fn flatten(items: &[OutlineItem], depth: u8, bookmarks: &mut Vec<Bookmark>) {
    for item in items {
        if let Some(Destination::PageIndex(page)) = item.dest {
            let title = item.title.split_whitespace().collect::<Vec<_>>().join(" ");
            bookmarks.push(Bookmark { title, depth, page });
        }
        if depth < 6 {
            flatten(&item.children, depth + 1, bookmarks);
        }
    }
}

/// The printed number of each page, where the file gives one that is not the
/// plain count.
pub(super) fn labels(source: &Source) -> Vec<Option<String>> {
    let pages = source.pages as usize;
    let read = || {
        let ranges = PageLabelExtractor::extract(&source.document).ok()?;
        (!ranges.is_empty()).then(|| PageLabelExtractor::get_all_labels(&ranges, pages))
    };
    let labels = guarded(read).ok().flatten().unwrap_or_default();
    (0..pages)
        .map(|page| {
            let label = labels.get(page)?.trim();
            (!label.is_empty() && label != (page + 1).to_string() && label.len() <= 40)
                .then(|| label.to_owned())
        })
        .collect()
}
