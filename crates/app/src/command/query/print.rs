//! Rows for people: a table whose values have markers, and the sources below it.

use perusal::answer::Citation;
use perusal::tables::sql::{OutcomeColumn, Output, Queried, ValueKind, explain};
use unicode_width::UnicodeWidthStr;

use crate::command::search::after_path;
use crate::command::tables::scale;
use crate::context::Context;
use crate::failure::Failure;
use crate::library;
use crate::output::printable;

/// Characters of a value that are shown.
const VALUE_CHARS_MAX: usize = 60;
/// Columns that stand side by side; rows of more are shown one value a line.
const COLUMNS_MAX: usize = 12;

/// Prints the first rows with their sources.
pub fn rows(context: &Context, queried: &Queried, shown_max: usize) -> Result<(), Failure> {
    let outcome = &queried.outcome;
    if outcome.rows.is_empty() {
        return Ok(());
    }
    let output = &context.output;
    if outcome.columns.len() > COLUMNS_MAX {
        one_by_one(context, queried, shown_max)?;
    } else {
        side_by_side(context, queried, shown_max)?;
    }
    let more = outcome.rows_total - outcome.rows.len().min(shown_max) as u64;
    if more > 0 {
        output.line(&format!(
            "… and {more} more {} (`--json` and `--csv` give them)",
            if more == 1 { "row" } else { "rows" }
        ))?;
    }
    if queried.citations.is_empty() {
        return Ok(());
    }
    output.line("")?;
    for line in sources(&queried.citations) {
        output.line(&printable(&line))?;
    }
    output.line(&output.dim("quotes verified"))?;
    Ok(())
}

/// How the query was understood.
pub fn explanation(context: &Context, queried: &Queried) -> Result<(), Failure> {
    context.output.line("")?;
    for line in explain(queried) {
        context.output.line(&printable(&line))?;
    }
    Ok(())
}

fn side_by_side(context: &Context, queried: &Queried, shown_max: usize) -> Result<(), Failure> {
    let outcome = &queried.outcome;
    let mut lines: Vec<Vec<String>> = vec![headings(queried)];
    let mut ends = vec![String::new()];
    for (at, row) in outcome.rows.iter().take(shown_max).enumerate() {
        let marked = markers(queried, at);
        // Where all values of a row stand in one place, that is said once.
        let shared = shared(&marked);
        let cell = |(column, value): (usize, &Output)| {
            let own = marked.get(column).filter(|_| shared.is_none());
            format!(
                "{}{}",
                shown(&value.text),
                own.map_or(String::new(), |own| brackets(own))
            )
        };
        lines.push(row.iter().enumerate().map(cell).collect());
        ends.push(shared.map_or(String::new(), |shared| brackets(shared)));
    }
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..outcome.columns.len()).map(width).collect();
    for (at, (line, end)) in lines.iter().zip(&ends).enumerate() {
        let cells = line.iter().zip(&widths).zip(&outcome.columns);
        let padded = cells.map(|((cell, width), column)| padded(cell, *width, column.kind));
        let padded: Vec<String> = padded.collect();
        let line = format!("{}{end}", padded.join("  "));
        let line = printable(line.trim_end());
        let output = &context.output;
        output.line(&if at == 0 { output.bold(&line) } else { line })?;
    }
    Ok(())
}

/// A cell as wide as its column on a terminal, where a letter of Chinese takes two places; numbers
/// end where the column does.
fn padded(cell: &str, width: usize, kind: ValueKind) -> String {
    let gap = " ".repeat(width.saturating_sub(cell.width()));
    match kind {
        ValueKind::Number => format!("{gap}{cell}"),
        _ => format!("{cell}{gap}"),
    }
}

fn one_by_one(context: &Context, queried: &Queried, shown_max: usize) -> Result<(), Failure> {
    let outcome = &queried.outcome;
    let output = &context.output;
    let heads = headings(queried);
    for (at, row) in outcome.rows.iter().take(shown_max).enumerate() {
        let marked = markers(queried, at);
        output.line(&output.bold(&format!("row {}", at + 1)))?;
        for (column, (value, head)) in row.iter().zip(&heads).enumerate() {
            let own = marked
                .get(column)
                .map_or(String::new(), |own| brackets(own));
            let line = format!("  {}: {}{own}", head, shown(&value.text));
            output.line(&printable(&line))?;
        }
    }
    Ok(())
}

fn markers(queried: &Queried, row: usize) -> Vec<Vec<usize>> {
    queried.markers.get(row).cloned().unwrap_or_default()
}

/// The markers that all values of a row have, those without any left out.
fn shared(marked: &[Vec<usize>]) -> Option<&Vec<usize>> {
    let mut some = marked.iter().filter(|own| !own.is_empty());
    let first = some.next()?;
    (marked.len() > 1 && some.all(|own| own == first)).then_some(first)
}

fn brackets(markers: &[usize]) -> String {
    let each: String = markers.iter().map(|marker| format!("[{marker}]")).collect();
    if each.is_empty() {
        each
    } else {
        format!(" {each}")
    }
}

/// The names of the columns, each with the scale of its numbers where cells do not
/// say it themselves, as `$497 thousand` does.
fn headings(queried: &Queried) -> Vec<String> {
    let outcome = &queried.outcome;
    let columns = outcome.columns.iter().enumerate();
    let heading = |(at, column): (usize, &OutcomeColumn)| {
        let name = shown(&column.name);
        let mut values = outcome.rows.iter().filter_map(|row| row.get(at));
        let bare =
            |value: &Output| value.number.is_some() && !value.text.contains(char::is_alphabetic);
        match scale(column.scale).filter(|_| values.any(bare)) {
            Some(scale) => format!("{name} ({scale})"),
            None => name,
        }
    };
    columns.map(heading).collect()
}

/// The start of a text, on one line.
fn shown(text: &str) -> String {
    let mut line: String = text
        .chars()
        .take(VALUE_CHARS_MAX)
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .collect();
    if text.chars().nth(VALUE_CHARS_MAX).is_some() {
        line.push('…');
    }
    line
}

/// One line a place; citations that follow each other in one place share it.
fn sources(citations: &[Citation]) -> Vec<String> {
    let mut lines: Vec<(usize, usize, String)> = Vec::new();
    for citation in citations {
        let place = place(citation);
        match lines.last_mut() {
            Some((_, last, known)) if *known == place => *last = citation.marker,
            _ => lines.push((citation.marker, citation.marker, place)),
        }
    }
    let line = |(first, last, place): (usize, usize, String)| match first == last {
        true => format!("[{first}] {place}"),
        false => format!("[{first}]-[{last}] {place}"),
    };
    lines.into_iter().map(line).collect()
}

fn place(citation: &Citation) -> String {
    let section = if citation.section.is_empty() {
        String::new()
    } else {
        format!(", {}", citation.section.join(" › "))
    };
    let locator = library::locator(Some(citation.format), citation.pages, citation.rows);
    format!("{}{}{section}", citation.path, after_path(&locator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_wide_as_they_are_seen() {
        let of = |cell, kind| padded(cell, 8, kind);
        assert_eq!(of("Tokyo", ValueKind::Text), "Tokyo   ");
        assert_eq!(of("東京都", ValueKind::Text), "東京都  ");
        assert_eq!(of("Zu\u{308}rich", ValueKind::Text), "Zu\u{308}rich  ");
        assert_eq!(of("1,234", ValueKind::Number), "   1,234");
        assert_eq!(of("wider than it", ValueKind::Text), "wider than it");
    }
}
