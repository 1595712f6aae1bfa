//! What is indexed with a chunk although it stands elsewhere.

use serde::{Deserialize, Serialize};

use crate::{Document, Format, Span};

/// Longest context, in characters. A chunk holds about 1,000: what it says
/// itself must weigh more than where it stands.
const CONTEXT_CHARS_MAX: usize = 600;

/// Longest title, heading or running line, in characters; longer ones are
/// prose that was taken for a heading.
const LINE_CHARS_MAX: usize = 120;

/// Longest header row, in characters; wide tables have many columns.
const HEADER_CHARS_MAX: usize = 300;

/// The title by which a document is known: its own, else its first heading of
/// the highest level, if the document starts with it or mostly stands under it.
pub(super) fn document_title(document: &Document) -> Option<&str> {
    let title = document
        .metadata
        .title
        .as_deref()
        .filter(|title| !title.trim().is_empty());
    // The first sheet names itself, not the workbook.
    let is_workbook = matches!(document.format, Format::Xlsx | Format::Xls | Format::Ods);
    title.or_else(|| {
        if is_workbook {
            return None;
        }
        let first = document
            .sections
            .iter()
            .min_by_key(|section| section.level)?;
        let before = document.text.get(..first.span.start)?;
        let heads = before.trim().is_empty() || first.span.len() * 2 > document.text.len();
        heads.then_some(first.title.as_str())
    })
}

/// The context of a chunk, one entry a line: document title, heading path,
/// running lines of its pages, titles, headers and row labels of its tables. Too long, it
/// loses the running lines first, from the last page on.
pub(super) fn context(
    document: &Document,
    title: Option<&str>,
    span: Span,
    section: Option<usize>,
    pages: Option<(u32, u32)>,
) -> (String, ContextFields) {
    let mut lines = Lines::default();
    lines.extend(title, LINE_CHARS_MAX);
    let title_end = bytes(&lines.kept);
    let path = section
        .map(|section| document.heading_path(section))
        .unwrap_or_default();
    lines.extend(path, LINE_CHARS_MAX);
    let headings_end = bytes(&lines.kept);
    let before_pages = lines.kept.len();
    for (index, table) in tables(document, span) {
        let rows_start = table.rows.first().map_or(table.span.end, |row| row.start);
        let header_in_text = rows_start > table.span.start;
        if !(header_in_text && span.start <= table.span.start) {
            lines.extend(table.title.as_deref(), LINE_CHARS_MAX);
            lines.extend(table.header.as_deref(), HEADER_CHARS_MAX);
        } else if let Some(title) = table.title.as_deref()
            && !span
                .slice(&document.text)
                .is_some_and(|body| body.contains(title))
        {
            lines.extend([title], LINE_CHARS_MAX);
        }
        lines.extend(label_above(document, index, span), LINE_CHARS_MAX);
    }
    let tables = lines.kept.split_off(before_pages);
    lines.room = CONTEXT_CHARS_MAX.saturating_sub(length(&lines.kept) + length(&tables));
    lines.add_running(document, pages, &tables);
    lines.kept.extend(tables);
    let context = clipped(&lines.kept.join("\n"), CONTEXT_CHARS_MAX);
    let fields = ContextFields {
        title_end: title_end.min(context.len()),
        headings_end: headings_end.min(context.len()),
    };
    (context, fields)
}

/// Bytes of the lines with line breaks between them.
fn bytes(lines: &[String]) -> usize {
    let breaks = lines.len().saturating_sub(1);
    lines.iter().map(String::len).sum::<usize>() + breaks
}

/// The label that names the first of a table's rows in a span, where it stands
/// before the span.
fn label_above(document: &Document, table: usize, span: Span) -> Option<&str> {
    let rows = &document.tables[table].rows;
    let first = rows.partition_point(|row| row.start < span.start);
    rows.get(first).filter(|row| row.start < span.end)?;
    let label = document.label_of(table, first)?;
    (label.start < span.start).then(|| label.slice(&document.text))?
}

/// The tables that a span touches, with their indices. They lie one after the other, so that the
/// search goes back from the last one that starts before its end.
fn tables(document: &Document, span: Span) -> impl Iterator<Item = (usize, &crate::Table)> {
    let tables = &document.tables;
    let end = tables.partition_point(|table| table.span.start < span.end);
    let touched = tables[..end]
        .iter()
        .rev()
        .take_while(|table| table.span.end > span.start);
    let first = end - touched.count();
    tables[first..end]
        .iter()
        .enumerate()
        .map(move |(at, table)| (first + at, table))
}

/// Lines in order, each once.
#[derive(Default)]
struct Lines {
    kept: Vec<String>,
    /// Characters left for running lines.
    room: usize,
}

impl Lines {
    /// Adds what is not there yet, each entry clipped to `chars_max`.
    fn extend<'d>(&mut self, lines: impl IntoIterator<Item = &'d str>, chars_max: usize) {
        for line in lines {
            let line = clipped(
                &line.split_whitespace().collect::<Vec<_>>().join(" "),
                chars_max,
            );
            if !line.is_empty() && !self.kept.contains(&line) {
                self.kept.push(line);
            }
        }
    }

    /// Adds running lines of the pages while there is room.
    fn add_running(&mut self, document: &Document, pages: Option<(u32, u32)>, tables: &[String]) {
        let Some((first, last)) = pages else { return };
        let index = |page: u32| usize::try_from(page).unwrap_or(usize::MAX);
        let range = index(first).saturating_sub(1)..index(last).min(document.pages.len());
        let running = document.pages.get(range).unwrap_or_default();
        for line in running.iter().flat_map(|page| &page.context) {
            let before = self.kept.len();
            self.extend([line.as_str()], LINE_CHARS_MAX);
            let Some(added) = self.kept.get(before) else {
                continue;
            };
            let chars = added.chars().count() + 1;
            if chars > self.room {
                self.kept.pop();
                return;
            }
            if tables.contains(added) {
                self.kept.pop();
            } else {
                self.room -= chars;
            }
        }
    }
}

/// Characters of the lines with their line breaks.
fn length(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count() + 1).sum()
}

/// The first `chars_max` characters, cut after a word.
fn clipped(line: &str, chars_max: usize) -> String {
    let Some((end, _)) = line.char_indices().nth(chars_max) else {
        return line.to_owned();
    };
    let clipped = &line[..end];
    let word = clipped
        .rfind(char::is_whitespace)
        .filter(|_| !line[end..].starts_with([' ', '\n']));
    clipped[..word.unwrap_or(end)].trim_end().to_owned()
}

/// The first parts of a chunk's context, kept apart so that their words can count
/// otherwise than those of the text: the document's title, then the headings above the
/// chunk from the outermost one, one a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContextFields {
    /// Bytes of the context that are the title.
    pub title_end: usize,
    /// Bytes of the context that are title and headings.
    pub headings_end: usize,
}

impl ContextFields {
    /// The title; empty where there is none.
    ///
    /// ```
    /// # use text::ContextFields;
    /// let fields = ContextFields { title_end: 5, headings_end: 11 };
    /// let context = "Rates\nRoofs\nForm | Rate";
    /// assert_eq!((fields.title(context), fields.headings(context)), ("Rates", "Roofs"));
    /// ```
    pub fn title(self, context: &str) -> &str {
        context.get(..self.title_end).unwrap_or_default()
    }

    /// The headings, one a line; empty where there are none.
    pub fn headings(self, context: &str) -> &str {
        let headings = context.get(self.title_end..self.headings_end);
        headings.unwrap_or_default().trim_start_matches('\n')
    }
}
