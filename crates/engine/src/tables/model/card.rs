//! Relations as a model is shown them: names, columns, a few rows, and what of the question
//! stands in their cells. They are numbered, `t1` first: small models misspell long names, and
//! write those that begin with a digit without quotes.

use std::collections::BTreeSet;

use plan::relation::{Relation, RelationColumn};
use text::table::ColumnKind;

use super::super::Found;

/// Relations shown at most.
const RELATIONS_MAX: usize = 6;
/// Rows shown of each.
const ROWS: usize = 3;
/// Columns shown of each; the rest are told by name.
const COLUMNS_MAX: usize = 24;
/// Characters of a cell.
const CELL_CHARS_MAX: usize = 40;
/// Values of the question that are looked up in the cells of a relation, and the cells that
/// are looked at for them.
const MATCHES_MAX: usize = 6;
const CELLS_LOOKED_AT: usize = 40_000;
/// Characters of a value that is looked for in the question.
const MATCH_CHARS_MIN: usize = 3;

/// What a model is shown.
pub(super) struct Shown<'f> {
    /// Cards, one after the other.
    pub text: String,
    /// The relations by their own names, in the order of their numbers.
    pub relations: Vec<(String, &'f Found)>,
}

/// As many of the relations, the nearest first, as `room` tokens hold.
pub(super) fn shown<'f>(
    question: &str,
    found: &'f [Found],
    tokens: &dyn Fn(&str) -> usize,
    room: usize,
) -> Shown<'f> {
    let folded = question.to_lowercase();
    let mut shown = Shown {
        text: String::new(),
        relations: Vec::new(),
    };
    let mut left = room;
    for one in found.iter().take(RELATIONS_MAX) {
        let name = unique(&one.relation.name, &shown.relations);
        let named = format!("t{} ({name})", shown.relations.len() + 1);
        let full = card(&named, one, &folded, ROWS);
        let short = || card(&named, one, &folded, 1);
        let fitting = std::iter::once(full)
            .chain(std::iter::once_with(short))
            .find_map(|text| Some((tokens(&text), text)).filter(|(size, _)| *size <= left));
        let Some((size, text)) = fitting else {
            continue;
        };
        left -= size;
        shown.text.push_str(&text);
        shown.relations.push((name, one));
    }
    shown.text.truncate(shown.text.trim_end().len());
    shown
}

/// A name that no relation before it has: those of two documents may be called alike.
fn unique(name: &str, known: &[(String, &Found)]) -> String {
    let taken = |name: &str| known.iter().any(|(known, _)| known == name);
    let names = std::iter::once(name.to_owned());
    let numbered = (2..).map(|next| format!("{name}_{next}"));
    names
        .chain(numbered)
        .find(|name| !taken(name))
        .unwrap_or_default()
}

fn card(name: &str, one: &Found, question: &str, rows: usize) -> String {
    let relation = &one.relation;
    let title = relation.title.as_deref().unwrap_or_default();
    let about: Vec<&str> = std::iter::once(title)
        .chain(relation.context.iter().take(1).map(String::as_str))
        .filter(|text| !text.is_empty())
        .collect();
    let mut text = format!("table {name}: {} rows", relation.rows.len());
    if !about.is_empty() {
        text.push_str(&format!(
            ", {}",
            line(&about.join(", "), 3 * CELL_CHARS_MAX)
        ));
    }
    let columns = relation.columns.iter().take(COLUMNS_MAX);
    let columns: Vec<String> = columns.map(column).collect();
    text.push_str(&format!("\ncolumns: {}", columns.join(", ")));
    if relation.columns.len() > COLUMNS_MAX {
        let more = relation.columns.iter().skip(COLUMNS_MAX);
        let names: Vec<&str> = more.map(|column| column.name.as_str()).take(40).collect();
        text.push_str(&format!("; also {}", names.join(", ")));
    }
    for row in 0..rows.min(relation.rows.len()) {
        text.push_str(&format!("\nrow {}: {}", row + 1, cells(relation, row)));
    }
    let matched = matches(relation, question);
    if !matched.is_empty() {
        text.push_str(&format!("\nsaid in the question: {}", matched.join(", ")));
    }
    text.push_str("\n\n");
    text
}

/// Name, kind and unit of a column. The kind is in brackets: small models take `rank number` for
/// one name.
fn column(column: &RelationColumn) -> String {
    let kind = match column.kind {
        ColumnKind::Empty => "empty",
        ColumnKind::Number => "number",
        ColumnKind::Date => "date",
        ColumnKind::Code => "code",
        ColumnKind::Text => "text",
    };
    let unit = column.unit.as_str();
    match unit.is_empty() {
        true => format!("{} ({kind})", column.name),
        false => format!("{} ({kind}, {unit})", column.name),
    }
}

fn cells(relation: &Relation, row: usize) -> String {
    let columns = relation.columns.iter().take(COLUMNS_MAX);
    let texts = columns.map(|column| {
        let cell = column.cells.get(row);
        line(cell.map_or("", |cell| &cell.text), CELL_CHARS_MAX)
    });
    texts.collect::<Vec<_>>().join(" | ")
}

/// Cells whose whole text stands in the question, as conditions.
fn matches(relation: &Relation, question: &str) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut matched = Vec::new();
    let mut left = CELLS_LOOKED_AT;
    for column in &relation.columns {
        if !matches!(column.kind, ColumnKind::Text | ColumnKind::Code) {
            continue;
        }
        for cell in column.cells.iter().take(left) {
            if matched.len() >= MATCHES_MAX {
                return matched;
            }
            let text = line(&cell.text, 2 * CELL_CHARS_MAX);
            let folded = text.to_lowercase();
            if folded.chars().count() >= MATCH_CHARS_MIN
                && stands_in(&folded, question)
                && known.insert((column.name.clone(), folded))
            {
                let quoted = text.replace('\'', "''");
                matched.push(format!("{} = '{quoted}'", column.name));
            }
        }
        left = left.saturating_sub(column.cells.len());
    }
    matched
}

/// Whether words stand in a text as words.
fn stands_in(words: &str, text: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        !is_letter(before) && !is_letter(after)
    })
}

/// A text on one line, cut.
pub(super) fn line(text: &str, chars_max: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
