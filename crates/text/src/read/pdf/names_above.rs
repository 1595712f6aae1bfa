//! Names of columns that stand above the lines drawn around a table.
//!
//! Some pages rule or shade the rows alone. Such a table begins with figures, or with texts
//! under a name each, and the lines close above it that name its columns belong to it.

use super::header_lines::{header, one_each};
use super::lines::Line;
use super::periods::is_period;
use super::table::{PageTable, Row};
use super::values::is_value;

/// Gives tables that begin with figures the names above them, and takes these out of `lines`.
pub(super) fn take(tables: &mut [PageTable], lines: &mut Vec<Line>) {
    for table in tables {
        if table.columns.len() > 1 && table.header.is_empty() {
            name(table, lines);
        }
    }
}

/// All cells of the first full row but the first are figures.
fn begins_with_figures(table: &PageTable) -> bool {
    let full = table.rows.iter().find(|row| row.filled() > 1);
    let Some(Row::Cells(cells)) = full else {
        return false;
    };
    let mut filled = cells.iter().skip(1).filter(|cell| !cell.is_empty());
    filled.all(|cell| is_value(cell) && !is_period(cell))
}

fn name(table: &mut PageTable, lines: &mut Vec<Line>) {
    let top = table.y0;
    let end = lines.partition_point(|line| line.y < top + 0.5 * line.size);
    // Over texts a name stands over each column.
    let each = || {
        lines[..end]
            .last()
            .is_some_and(|line| one_each(line, &table.columns))
    };
    if !begins_with_figures(table) && !each() {
        return;
    }
    let first = Line {
        words: Vec::new(),
        y: top + table.size,
        size: table.size,
    };
    let above = header(&lines[..end], &first, table.columns.clone());
    let named = above.names.iter().skip(1).all(|name| !name.is_empty());
    if above.names.is_empty() || above.rows > 0 || !named {
        return;
    }
    table.y0 = lines[above.start].y - lines[above.start].size;
    lines.drain(above.start..end);
    table.columns = above.columns;
    table.header = above.names;
    table.names = above.texts;
    table.caption.extend(above.notes);
}
