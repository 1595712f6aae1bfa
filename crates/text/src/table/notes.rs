//! Footnotes of tables: marks behind values and names, and what they say.

use super::grid::count;
use super::{GridCell, LogicalTable, Note, Value};
use crate::Span;

/// Notes of a table at most.
const NOTES_MAX: usize = 2_000;
/// Rows at the end of a table that may be its notes, at most.
const ROWS_MAX: usize = 12;

/// A text and the footnote mark at its end: `1,234 (a)`, `12.5*`, `3.4[2]`,
/// `7¹`. No mark is what may as well belong to the text: `(8)` behind a number
/// is a second number, and so is a square behind a letter.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    let cut = match text.chars().next_back()? {
        '*' | '†' | '‡' | '§' => text.trim_end_matches(['*', '†', '‡', '§']).len(),
        '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹' => {
            let bare = text.trim_end_matches(['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']);
            // `km²` has its square.
            if !bare.ends_with(|last: char| last.is_ascii_digit() || matches!(last, ')' | '%')) {
                return None;
            }
            bare.len()
        }
        ']' => {
            let open = text.rfind('[')?;
            is_mark(&text[open + 1..text.len() - 1], 3).then_some(open)?
        }
        ')' => {
            let open = text.rfind('(')?;
            let inner = &text[open + 1..text.len() - 1];
            let letter = inner.len() == 1 && inner.bytes().all(|byte| byte.is_ascii_lowercase());
            letter.then_some(open)?
        }
        _ => return None,
    };
    let bare = text[..cut].trim_end();
    (!bare.is_empty()).then(|| (bare, &text[cut..]))
}

fn is_mark(inner: &str, length: usize) -> bool {
    let short = (1..=length).contains(&inner.len());
    let digits = inner.bytes().all(|byte| byte.is_ascii_digit());
    let word = inner.bytes().all(|byte| byte.is_ascii_lowercase());
    short && (digits || word)
}

/// Notes the marks of a column's cells.
pub(super) fn mark(table: &mut LogicalTable, column: usize, cells: &[GridCell], text: &str) {
    for (row, cell) in cells.iter().enumerate() {
        if table.notes.len() >= NOTES_MAX {
            return;
        }
        let said = cell.span.slice(text).unwrap_or_default();
        let raised = said.len().saturating_sub(cell.mark.into());
        let found = match cell.mark {
            0 => split(said).map(|(_, mark)| mark),
            _ => said.get(raised..),
        };
        if let Some(mark) = found {
            table.notes.push(Note {
                mark: bare(mark).to_owned(),
                text: String::new(),
                row: Some(count(row)),
                column: u16::try_from(column).ok(),
            });
        }
    }
}

/// Notes the raised marks of the names of columns.
pub(super) fn mark_names(table: &mut LogicalTable, header: &[GridCell], text: &str) {
    for cell in header.iter().filter(|cell| cell.mark > 0) {
        let said = cell.span.slice(text).unwrap_or_default();
        let raised = said.len().saturating_sub(cell.mark.into());
        if let Some(mark) = said.get(raised..)
            && table.notes.len() < NOTES_MAX
        {
            table.notes.push(Note {
                mark: bare(mark).to_owned(),
                text: String::new(),
                row: None,
                column: Some(cell.column),
            });
        }
    }
}

/// `a` of `(a)`, `2` of `[2]`.
fn bare(mark: &str) -> &str {
    mark.trim().trim_matches(['(', ')', '[', ']', '.', ':'])
}

/// Takes the last rows that are notes on the table out of it: one text a row,
/// opened by a mark or by what notes and sources are called.
pub(super) fn take_rows(table: &mut LogicalTable, text: &str) {
    let mut taken = 0;
    while taken < ROWS_MAX && table.rows.len() > 1 {
        let row = table.rows.len() - 1;
        let Some(span) = only_text(table, row) else {
            break;
        };
        let Some((mark, said)) = opening(span.slice(text).unwrap_or_default()) else {
            break;
        };
        let said = said.to_owned();
        for note in table.notes.iter_mut().filter(|note| note.mark == mark) {
            note.text.clone_from(&said);
        }
        table.notes.push(Note {
            mark: mark.to_owned(),
            text: said,
            row: None,
            column: None,
        });
        drop_last_row(table);
        taken += 1;
    }
}

fn drop_last_row(table: &mut LogicalTable) {
    table.rows.pop();
    let rows = count(table.rows.len());
    for column in &mut table.columns {
        column.cells.truncate(rows as usize);
    }
    table.odd_rows.retain(|row| *row < rows);
    table
        .notes
        .retain(|note| note.row.is_none_or(|row| row < rows));
    for part in &mut table.parts {
        part.merged.retain(|merged| merged.row < rows);
    }
}

/// The only text of a row that has no value beside it.
fn only_text(table: &LogicalTable, row: usize) -> Option<Span> {
    let mut cells = table
        .columns
        .iter()
        .filter_map(|column| column.cells.get(row))
        .filter(|cell| cell.value != Value::Empty);
    let first = cells.next()?;
    let same = cells.all(|cell| cell.span == first.span);
    (same && first.value == Value::Text && table.columns.len() > 1).then_some(first.span)
}

/// The mark that opens a note, and the note; `Source: …` has no mark.
pub(super) fn opening(line: &str) -> Option<(&str, &str)> {
    const WORDS: [&str; 12] = [
        "note:",
        "notes:",
        "source:",
        "sources:",
        "quelle:",
        "quellen:",
        "hinweis:",
        "anmerkung:",
        "fuente:",
        "fuentes:",
        "nota:",
        "notas:",
    ];
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if WORDS.contains(&word.to_lowercase().as_str()) {
        return Some(("", line));
    }
    let starred = line.trim_start_matches(['*', '†', '‡', '§']);
    if starred.len() < line.len() && starred.len() > 1 {
        let mark = &line[..line.len() - starred.len()];
        return Some((mark, starred.trim()));
    }
    let enclosed = (word.starts_with('(') && word.ends_with(')'))
        || (word.starts_with('[') && word.ends_with(']'));
    let inner = bare(word);
    let closed = word.ends_with(')') && !word.contains('(');
    let superscript = !word.is_empty() && word.chars().all(|c| "¹²³⁴⁵⁶⁷⁸⁹".contains(c));
    let short = is_mark(inner, 2) && (enclosed || closed) || superscript;
    (short && rest.len() > 2).then(|| (inner, rest.trim()))
}
