//! Tables of contents: lines of a title, a leader and a page.

use std::collections::HashMap;

use super::parts::lines;
use super::{Contents, ContentsEntry};
use crate::{Document, Span, row};

/// What readers write for the dots between a title and its page.
const LEADER: &str = " ... ";
/// Entries at least; a form has a dotted line or two as well.
const ENTRIES_MIN: usize = 3;
/// Lines without a page that may stand between two entries: headings of parts,
/// first lines of wrapped titles.
const BETWEEN_MAX: usize = 3;
/// Characters of a page number at most.
const LABEL_CHARS_MAX: usize = 7;

/// The contents of a document, in order.
pub(super) fn find(document: &Document) -> Vec<Contents> {
    let sections = titles(document);
    let mut found = Vec::new();
    let mut open: Vec<ContentsEntry> = Vec::new();
    let mut between = 0;
    for (start, line) in lines(&document.text) {
        if line.trim().is_empty() {
            continue;
        }
        match entry(start, line) {
            Some((title, label)) => {
                let named = title.slice(&document.text).map(bare);
                let section = named.and_then(|title| sections.get(&title).copied());
                open.push(ContentsEntry {
                    title,
                    label,
                    section,
                });
                between = 0;
            }
            None => between += 1,
        }
        if between > BETWEEN_MAX {
            close(&mut open, &mut found);
        }
    }
    close(&mut open, &mut found);
    found
}

fn close(open: &mut Vec<ContentsEntry>, found: &mut Vec<Contents>) {
    let entries = std::mem::take(open);
    if let (Some(first), Some(last)) = (entries.first(), entries.last())
        && entries.len() >= ENTRIES_MIN
    {
        let end = last.title.end + LEADER.len() + last.label.len();
        let span = Span::new(first.title.start, end);
        found.push(Contents { span, entries });
    }
}

/// Title and page of a line, if it has them.
pub(super) fn entry(start: usize, line: &str) -> Option<(Span, String)> {
    let (title, label) = line.split_once(LEADER)?;
    let page = !label.is_empty()
        && label.chars().count() <= LABEL_CHARS_MAX
        && !label.contains(['$', '%', ' '])
        && !label.contains("...");
    let titled = title.chars().filter(|ch| ch.is_alphabetic()).count() >= 2;
    let lead = title.len() - title.trim_start().len();
    (page && titled && !row::is_row(title)).then(|| {
        (
            Span::new(start + lead, start + title.len()),
            label.to_owned(),
        )
    })
}

/// Sections by their bare titles; the first of each.
fn titles(document: &Document) -> HashMap<String, usize> {
    let mut titles = HashMap::new();
    for (index, section) in document.sections.iter().enumerate() {
        titles.entry(bare(&section.title)).or_insert(index);
    }
    titles
}

/// Letters and figures alone, in lower case.
fn bare(title: &str) -> String {
    title
        .chars()
        .filter(|ch| ch.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
