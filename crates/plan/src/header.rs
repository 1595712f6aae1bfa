//! Header rows of a relation whose reader knew of none.
//!
//! Reports write years and units above figures in plain cells. Rows at the top in
//! which no figure stands, above rows in which figures stand, name the columns.

use text::table::{TableKind, Unit, Value, kind_of, opens_with_year};

use crate::relation::{Relation, RelationCell, RelationColumn, identifier};

/// Most rows of a header.
const HEADER_ROWS_MAX: usize = 4;

/// The same relation with its first rows as names, where they are that; a heading
/// that all rows stand under goes to the context.
pub fn headed(mut relation: Relation) -> Relation {
    lift_common_band(&mut relation);
    let unnamed = relation.kind != TableKind::Statements
        && relation.columns.iter().all(|column| column.path.is_empty());
    let rows = match unnamed {
        true => header_rows(&relation),
        false => 0,
    };
    if rows == 0 {
        return relation;
    }
    relation.rows.drain(..rows);
    let mut taken = std::collections::BTreeSet::new();
    for (at, column) in relation.columns.iter_mut().enumerate() {
        name(column, rows);
        let base = identifier(&column.path.join(" "), at);
        column.name = std::iter::once(base.clone())
            .chain((2..).map(|next| format!("{base}_{next}")))
            .find(|name| taken.insert(name.clone()))
            .unwrap_or(base);
    }
    relation
}

fn name(column: &mut RelationColumn, rows: usize) {
    let rows = rows.min(column.cells.len());
    let said = column.cells.drain(..rows).map(|cell| cell.text.to_string());
    column.path = said.filter(|text| !text.is_empty()).collect();
    column.kind = kind_of(column.cells.iter().map(|cell| &cell.value));
    let mut units = column.cells.iter().map(|cell| cell.value.unit());
    let first = units.find(|unit| !unit.is_none()).unwrap_or_default();
    column.unit = match units.all(|unit| unit.is_none() || unit == first) {
        true => first,
        false => Unit::NONE,
    };
}

/// How many of the first rows name the columns.
fn header_rows(relation: &Relation) -> usize {
    let Some((_, values)) = relation.columns.split_first() else {
        return 0;
    };
    let row = |at: usize| values.iter().filter_map(move |column| column.cells.get(at));
    let figures = |at: usize| row(at).any(is_figure);
    let names = |at: usize| row(at).any(|cell| cell.value != Value::Empty);
    let most = HEADER_ROWS_MAX.min(relation.rows.len().saturating_sub(1));
    let first_figures = (0..=most).find(|at| figures(*at)).unwrap_or(0);
    // Rows below the last that says something beside its label are headings of
    // the rows that follow.
    let last_named = (0..first_figures).rev().find(|at| names(*at));
    last_named.map_or(0, |at| at + 1)
}

/// A number that is no year, or a dash. Ranges head columns: `1–90`.
fn is_figure(cell: &RelationCell) -> bool {
    match &cell.value {
        Value::Number(_) => !opens_with_year(&cell.text),
        Value::Dash => true,
        Value::Empty | Value::Range(_) | Value::Date(_) | Value::Code | Value::Text => false,
    }
}

fn lift_common_band(relation: &mut Relation) {
    while let Some(band) = relation
        .rows
        .first()
        .and_then(|row| row.bands.first())
        .cloned()
    {
        let common = |row: &crate::relation::RelationRow| row.bands.first() == Some(&band);
        if !relation.rows.iter().all(common) {
            return;
        }
        for row in &mut relation.rows {
            row.bands.remove(0);
        }
        relation.context.insert(0, band.into());
    }
}
