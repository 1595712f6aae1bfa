//! What a column is called, and what its cells have in common.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, Column, ColumnKind, GridCell, LogicalTable, Unit, Value};

/// Share of a column's filled cells that must agree for it to have a type.
const AGREE_SHARE: f64 = 0.6;
/// Columns named alike are told apart up to this many.
const NAME_BYTES_MAX: usize = 300;

/// Columns with their names from the outermost header row to the innermost.
pub(super) fn named(header: &[GridCell], width: u16, text: &str) -> Vec<Column> {
    let mut paths: Vec<Vec<String>> = vec![Vec::new(); usize::from(width)];
    let mut cells: Vec<&GridCell> = header.iter().collect();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    for cell in cells {
        let said = cell.span.slice(text).unwrap_or_default();
        let name = bare_name(&said[..said.len().saturating_sub(cell.mark.into())]);
        let from = usize::from(cell.column).min(paths.len());
        let end = (from + usize::from(cell.columns)).min(paths.len());
        for path in &mut paths[from..end] {
            if !name.is_empty() && path.last().is_none_or(|last| *last != name) {
                path.push(name.clone());
            }
        }
    }
    paths.into_iter().map(unfilled).collect()
}

/// A name without marks of footnotes: `Sales[2]`, `Sales*`, `Sales †`.
fn bare_name(name: &str) -> String {
    let mut name = name.trim();
    loop {
        let cut = name
            .trim_end_matches(['*', '†', '‡', '¹', '²', '³'])
            .trim_end();
        let numbered = cut.strip_suffix(']').and_then(|inner| {
            let open = inner.rfind('[')?;
            let mark = &inner[open + 1..];
            let short = !mark.is_empty() && mark.len() <= 2;
            (short && mark.bytes().all(|byte| byte.is_ascii_alphanumeric())).then(|| &inner[..open])
        });
        // `m²` is no footnote.
        let unit = name.len() - cut.len() <= 2 && cut.ends_with('m') && !name.ends_with('*');
        let next = match (numbered, unit) {
            (Some(next), _) => next.trim_end(),
            (None, true) => name,
            (None, false) => cut,
        };
        if next == name || next.is_empty() {
            break;
        }
        name = next;
    }
    name[..name.floor_char_boundary(NAME_BYTES_MAX)].to_owned()
}

/// Types, units and key from the cells; the text tells cells apart.
pub(super) fn describe(table: &mut LogicalTable, text: &str) {
    for column in &mut table.columns {
        column.kind = kind(&column.cells);
        column.unit = shared_unit(&column.cells);
    }
    choose_key(table, text);
}

/// What most of the filled cells are.
pub(super) fn kind(cells: &[Cell]) -> ColumnKind {
    kind_of(cells.iter().map(|cell| &cell.value))
}

/// What most of the values are, empty ones aside; text where no kind has most.
pub fn kind_of<'v>(values: impl Iterator<Item = &'v Value>) -> ColumnKind {
    let mut counts = [0_usize; 4];
    let mut dashes = 0_usize;
    for value in values {
        match value {
            Value::Empty => {}
            Value::Dash => dashes += 1,
            Value::Number(_) | Value::Range(_) => counts[0] += 1,
            Value::Date(_) => counts[1] += 1,
            Value::Code => counts[2] += 1,
            Value::Text => counts[3] += 1,
        }
    }
    let filled: usize = counts.iter().sum();
    if filled == 0 {
        // Nothing but dashes is a column of figures in which there are none.
        return match dashes {
            0 => ColumnKind::Empty,
            _ => ColumnKind::Number,
        };
    }
    let kinds = [
        ColumnKind::Number,
        ColumnKind::Date,
        ColumnKind::Code,
        ColumnKind::Text,
    ];
    #[expect(clippy::cast_precision_loss, reason = "counts of cells")]
    let enough = |count: usize| count as f64 >= AGREE_SHARE * filled as f64;
    kinds
        .into_iter()
        .zip(counts)
        .find(|(_, count)| enough(*count))
        .map_or(ColumnKind::Text, |(kind, _)| kind)
}

/// The unit that all numbers share which have one.
fn shared_unit(cells: &[Cell]) -> Unit {
    let mut units = cells
        .iter()
        .map(|cell| cell.value.unit())
        .filter(|unit| !unit.is_none());
    let first = units.next().unwrap_or_default();
    if units.all(|unit| unit == first) {
        first
    } else {
        Unit::NONE
    }
}

/// The first column whose cells are filled and all say something else, texts
/// and codes before dates before numbers. Totals count like other rows.
fn choose_key(table: &mut LogicalTable, text: &str) {
    let distinct = |column: &Column| {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let new = |cell: &Cell| {
            let said = cell.span.slice(text).unwrap_or_default();
            !matches!(cell.value, Value::Empty | Value::Dash) && seen.insert(said)
        };
        !column.cells.is_empty() && column.cells.iter().all(new)
    };
    let mut by_rank: BTreeMap<(u8, usize), usize> = BTreeMap::new();
    for (at, column) in table.columns.iter().enumerate() {
        let rank = match column.kind {
            ColumnKind::Code | ColumnKind::Text => 0,
            ColumnKind::Date => 1,
            ColumnKind::Number | ColumnKind::Empty => 2,
        };
        by_rank.insert((rank, at), at);
    }
    let key = by_rank
        .into_values()
        .find(|at| distinct(&table.columns[*at]));
    if let Some(key) = key {
        table.columns[key].key = true;
    }
}

/// A column without cells yet.
pub(super) fn unfilled(path: Vec<String>) -> Column {
    Column {
        path,
        kind: super::ColumnKind::Empty,
        unit: super::Unit::NONE,
        scale: 0,
        key: false,
        cells: Vec::new(),
    }
}
