//! Columns that are one: header and body are often ruled a little apart.

use super::table::{PageTable, Row};

/// Joins neighbouring columns that never both hold something, where one has no
/// name: header and body are often ruled a little apart.
pub(super) fn merge_halves(table: &mut PageTable) {
    let mut column = 0;
    while column + 1 < table.columns.len() && table.columns.len() > 2 {
        if halves(table, column) {
            table.columns[column].1 = table.columns[column + 1].1;
            table.columns.remove(column + 1);
            join_at(&mut table.header, column);
            let names = table.names.iter_mut().map(|name| &mut name.area);
            names
                .chain(&mut table.merged)
                .for_each(|area| area.join_at(column));
            for row in &mut table.rows {
                if let Row::Cells(cells) = row {
                    join_at(cells, column);
                }
            }
        } else {
            column += 1;
        }
    }
}

fn halves(table: &PageTable, column: usize) -> bool {
    let empty = |cells: &[String]| {
        let at = |index: usize| cells.get(index).is_none_or(String::is_empty);
        at(column) || at(column + 1)
    };
    let named = table.header.len() > column + 1;
    let apart = |row: &Row| match row {
        Row::Cells(cells) => empty(cells),
        Row::Label(_) => true,
    };
    named && empty(&table.header) && table.rows.iter().all(apart)
}

fn join_at(cells: &mut Vec<String>, column: usize) {
    if column + 1 < cells.len() {
        let next = cells.remove(column + 1);
        cells[column].push_str(&next);
    }
}
