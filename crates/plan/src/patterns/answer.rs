//! Candidates as they are handed over: values with the cells they came from.

use text::table::{Date, Decimal, Number, Unit, Value};

use super::form::{Form, Forms, Given, Part, RowsId};
use super::index::Prepared;
use super::part::part_text;

/// Most cells that a value names as its origin; first and last are among them.
pub const CELLS_MAX: usize = 40;

/// Place of a cell in the relation of a candidate, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellPlace {
    /// Row.
    pub row: u32,
    /// Column.
    pub column: u16,
}

/// One value that a query gives.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternValue {
    /// To be shown, without its scale: `603.87`, `Springfield`.
    pub text: String,
    /// Typed, with its unit.
    pub value: Value,
    /// A number is to be multiplied by ten to this power.
    pub scale: i8,
    /// The cells that it came from, in order of row and column, at most
    /// [`CELLS_MAX`]; of counts the first cells of the rows that were counted.
    pub cells: Vec<CellPlace>,
}

/// Values that a question may ask for, and the query that gives them.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Each value once, in the order of the document.
    pub values: Vec<PatternValue>,
    /// The query, over the relation by its name.
    pub sql: String,
    /// How probable it is that the values are right, 0 to 1.
    pub probability: f64,
    /// The calculation with its operands, where two cells make the value:
    /// `(450 − 400) ÷ 400 × 100 = 12.5`.
    pub expression: Option<String>,
    /// What was done: `project`, `count`, `sum`, `percent_change`, …
    pub operator: &'static str,
    /// Place of its relation among those that were asked.
    pub relation: usize,
    /// All cells of all values.
    pub lineage: Vec<CellPlace>,
}

/// Makes values of what a form gives.
pub(super) fn values(
    table: &Prepared,
    forms: &Forms,
    form: &Form,
    given: &Given,
) -> Vec<PatternValue> {
    match given {
        Given::Cells(column, part, rows) => rows
            .iter()
            .map(|row| of_cell(table, *row, *column, *part))
            .collect(),
        Given::Number(number) => vec![of_number(table, forms, form, *number, None)],
        Given::Percent(number) => vec![of_number(table, forms, form, *number, Some(Unit::PERCENT))],
        Given::Truth(truth) => vec![of_text(
            table,
            forms,
            form,
            if *truth { "yes" } else { "no" },
        )],
        Given::Name(column) => {
            let path = &table.relation.columns[usize::from(*column)].path;
            let name = path.last().map_or("", String::as_str);
            vec![of_text(table, forms, form, name)]
        }
    }
}

/// How two cells make a number, where they do.
pub(super) fn expression(
    table: &Prepared,
    forms: &Forms,
    form: &Form,
    given: &Given,
) -> Option<String> {
    let (Form::Cells(pair, a, b), Given::Number(result) | Given::Percent(result)) = (*form, given)
    else {
        return None;
    };
    let operand = |(rows, column): (RowsId, u16)| match forms.rows[usize::from(rows)].rows[..] {
        [row] => table.number(row, column),
        _ => None,
    };
    let (a, b) = (operand(a)?, operand(b)?);
    // What is shown must be what was computed: a year of a date is no operand.
    if pair.of(a, b)? != *given {
        return None;
    }
    let result = result.round_dp(6).normalize();
    Some(format!("{} = {result}", pair.written(a, b)?))
}

fn of_cell(table: &Prepared, row: u32, column: u16, part: Part) -> PatternValue {
    let cell = &table.relation.columns[usize::from(column)].cells[row as usize];
    let taken = table.cell(row, column);
    let number = |number: Option<Decimal>| match number {
        Some(value) => Value::Number(Number {
            value,
            unit: Unit::NONE,
        }),
        None => Value::Text,
    };
    let value = match part {
        Part::Cell => with_unit(
            cell.value.clone(),
            table.relation.columns[usize::from(column)].unit,
        ),
        Part::First => number(taken.first),
        Part::Second => number(taken.second),
        Part::Year => Value::Date(Date::of_year(taken.year.unwrap_or(0))),
        Part::Before => Value::Text,
    };
    PatternValue {
        text: part_text(table, row, column, part),
        value,
        scale: if part == Part::Cell { cell.scale } else { 0 },
        cells: vec![CellPlace { row, column }],
    }
}

fn with_unit(value: Value, unit: Unit) -> Value {
    match value {
        Value::Number(number) if number.unit.is_none() => Value::Number(Number { unit, ..number }),
        other => other,
    }
}

fn of_text(table: &Prepared, forms: &Forms, form: &Form, text: &str) -> PatternValue {
    PatternValue {
        text: text.to_owned(),
        value: Value::Text,
        scale: 0,
        cells: cells(table, forms, form),
    }
}

fn of_number(
    table: &Prepared,
    forms: &Forms,
    form: &Form,
    number: Decimal,
    unit: Option<Unit>,
) -> PatternValue {
    let column = amount_column(form).filter(|_| unit.is_none());
    let cells = cells(table, forms, form);
    let scale = column.and_then(|_| scale_of(table, &cells)).unwrap_or(0);
    let power = Decimal::from(10_u64.pow(u32::from(scale.unsigned_abs()).min(18)));
    // Where scales differ, they were multiplied in.
    let number = match table.mixed_scales {
        true => number.checked_div(power).unwrap_or(number),
        false => number,
    };
    let column = column.map(|at| &table.relation.columns[usize::from(at)]);
    let number = number.round_dp(6).normalize();
    PatternValue {
        text: number.to_string(),
        value: Value::Number(Number {
            value: number,
            unit: unit
                .or(column.map(|column| column.unit))
                .unwrap_or_default(),
        }),
        scale,
        cells,
    }
}

/// The one scale of all numbers among some cells.
fn scale_of(table: &Prepared, cells: &[CellPlace]) -> Option<i8> {
    let cell = |place: &CellPlace| {
        let column = &table.relation.columns[usize::from(place.column)];
        column.cells.get(place.row as usize)
    };
    let numbers = cells.iter().filter_map(cell);
    let mut scales = numbers
        .filter(|cell| cell.value.number().is_some())
        .map(|cell| cell.scale);
    let first = scales.next()?;
    scales.all(|scale| scale == first).then_some(first)
}

/// The column whose unit and scale a number has; a count and a ratio have none.
fn amount_column(form: &Form) -> Option<u16> {
    use super::form::{Fold, Pair};
    match *form {
        Form::Fold(Fold::Distinct, ..) | Form::Cells(Pair::Ratio, ..) => None,
        Form::Fold(_, _, column) | Form::Cells(_, (_, column), _) => Some(column),
        _ => None,
    }
}

/// The cells that a form looks at for its value.
fn cells(table: &Prepared, forms: &Forms, form: &Form) -> Vec<CellPlace> {
    let rows = |id: RowsId| &forms.rows[usize::from(id)].rows;
    let of = |id: RowsId, column: u16| {
        rows(id)
            .iter()
            .map(move |row| CellPlace { row: *row, column })
    };
    let mut found: Vec<CellPlace> = match *form {
        Form::Project(id, column, _) | Form::Fold(_, id, column) => of(id, column).collect(),
        Form::Count(id) | Form::Exists(id) => of(id, 0).collect(),
        Form::Cells(_, a, b) => of(a.0, a.1).chain(of(b.0, b.1)).collect(),
        Form::Counts(_, a, b) => of(a, 0).chain(of(b, 0)).collect(),
        Form::ShareOf(row, column, all) => of(row, column).chain(of(all, column)).collect(),
        Form::Larger(row, a, b) | Form::Smaller(row, a, b) => {
            of(row, a).chain(of(row, b)).collect()
        }
    };
    found.sort_unstable();
    found.dedup();
    if found.len() > CELLS_MAX {
        let last = found[found.len() - 1];
        found.truncate(CELLS_MAX - 1);
        found.push(last);
    }
    debug_assert!(found.iter().all(|cell| cell.row < table.rows));
    found
}

/// What a form does, by name.
pub(super) fn operator(form: &Form) -> &'static str {
    use super::form::{Fold, Pair};
    match *form {
        Form::Project(..) => "project",
        Form::Count(_) => "count",
        Form::Fold(fold, ..) => match fold {
            Fold::Distinct => "count_distinct",
            Fold::Sum => "sum",
            Fold::Average => "average",
            Fold::MostCommon => "most_common",
            Fold::LeastCommon => "least_common",
            Fold::Spread => "spread",
        },
        Form::Cells(pair, ..) => match pair {
            Pair::Difference => "difference",
            Pair::Change => "change",
            Pair::PercentChange => "percent_change",
            Pair::Ratio => "ratio",
            Pair::Share => "share",
            Pair::Mean => "mean",
            Pair::Sum => "sum_of_two",
            Pair::IsMore => "is_more",
            Pair::IsSame => "is_same",
        },
        Form::Counts(..) => "compare_counts",
        Form::ShareOf(..) => "share_of_all",
        Form::Larger(..) => "larger",
        Form::Smaller(..) => "smaller",
        Form::Exists(_) => "exists",
    }
}
