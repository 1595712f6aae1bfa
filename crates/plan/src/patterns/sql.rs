//! A form as a query that a person can read and the executor carries out.

use super::form::{Compare, Fold, Form, Forms, Pair, Part, Predicate, RowForm, RowsId, Test};
use super::index::Prepared;
use super::part::part_text;
use crate::query::written;
use text::table::Date;

/// Most cells that a condition lists.
const TEXTS_MAX: usize = 40;

/// Writes the query of a form.
pub(super) struct Sql<'a> {
    pub(super) table: &'a Prepared,
    pub(super) forms: &'a Forms,
    /// The question's text by tokens.
    pub(super) slice: &'a dyn Fn((u8, u8)) -> String,
}

impl Sql<'_> {
    /// The query of a form.
    pub(super) fn of(&self, form: &Form) -> String {
        match *form {
            Form::Project(rows, column, part) => {
                let what = format!("DISTINCT {}", self.part(column, part));
                self.select_filled(&what, rows, column)
            }
            Form::Count(rows) => self.select("COUNT(*)", rows),
            Form::Fold(fold, rows, column) => self.fold(fold, rows, column),
            Form::Cells(pair, a, b) => {
                let (first, second) = (self.scalar(a), self.scalar(b));
                format!("SELECT {}", self.pair(pair, &first, &second))
            }
            Form::Counts(pair, a, b) => {
                let count = |rows| format!("({})", self.select("COUNT(*)", rows));
                format!("SELECT {}", self.pair(pair, &count(a), &count(b)))
            }
            Form::ShareOf(row, column, all) => {
                let name = self.number(column);
                let sum = self.select(&format!("SUM({name})"), all);
                format!("SELECT {} * 100 / ({sum})", self.scalar((row, column)))
            }
            Form::Larger(row, a, b) => self.larger(row, a, b, ">"),
            Form::Smaller(row, a, b) => self.larger(row, a, b, "<"),
            Form::Exists(rows) => {
                self.select("CASE WHEN COUNT(*) > 0 THEN 'yes' ELSE 'no' END", rows)
            }
        }
    }

    fn select(&self, what: &str, rows: RowsId) -> String {
        let from = written(&self.table.relation.name);
        match self.rows(rows) {
            condition if condition.is_empty() => format!("SELECT {what} FROM {from}"),
            condition => format!("SELECT {what} FROM {from} WHERE {condition}"),
        }
    }

    /// The same without rows whose cell says nothing, where there are any.
    fn select_filled(&self, what: &str, rows: RowsId, column: u16) -> String {
        let query = self.select(what, rows);
        let all = self.rows(rows).is_empty();
        let mut rows = self.forms.rows[usize::from(rows)].rows.iter();
        if !rows.any(|row| self.table.cell(*row, column).empty) {
            return query;
        }
        let and = if all { "WHERE" } else { "AND" };
        format!("{query} {and} NOT ({} IS EMPTY)", self.name(column))
    }

    fn scalar(&self, (rows, column): (RowsId, u16)) -> String {
        format!("({})", self.select(&self.counted(rows, column), rows))
    }

    /// What calculations take of a cell: the year of a date, else its number.
    fn counted(&self, rows: RowsId, column: u16) -> String {
        let row = self.forms.rows[usize::from(rows)].rows.first();
        match row.is_some_and(|row| self.table.cell(*row, column).date.is_some()) {
            true => format!("YEAR({})", self.name(column)),
            false => self.number(column),
        }
    }

    fn pair(&self, pair: Pair, a: &str, b: &str) -> String {
        match pair {
            Pair::Difference => format!("ABS({a} - {b})"),
            Pair::Change => format!("{b} - {a}"),
            Pair::PercentChange => format!("({b} - {a}) * 100 / {a}"),
            Pair::Ratio => format!("{a} / {b}"),
            Pair::Share => format!("{a} * 100 / {b}"),
            Pair::Mean => format!("({a} + {b}) / 2"),
            Pair::Sum => format!("{a} + {b}"),
            Pair::IsMore => format!("CASE WHEN {a} > {b} THEN 'yes' ELSE 'no' END"),
            Pair::IsSame => format!("CASE WHEN {a} = {b} THEN 'yes' ELSE 'no' END"),
        }
    }

    fn fold(&self, fold: Fold, rows: RowsId, column: u16) -> String {
        let (name, number) = (self.name(column), self.number(column));
        match fold {
            Fold::Distinct => self.select(&format!("COUNT(DISTINCT {name})"), rows),
            Fold::Sum => self.select(&format!("SUM({number})"), rows),
            Fold::Average => self.select(&format!("AVG({number})"), rows),
            Fold::Spread => self.select(&format!("MAX({number}) - MIN({number})"), rows),
            Fold::MostCommon | Fold::LeastCommon => {
                let order = if fold == Fold::MostCommon {
                    "DESC"
                } else {
                    "ASC"
                };
                let chosen = self.select(&name, rows);
                format!("{chosen} GROUP BY {name} ORDER BY COUNT(*) {order} LIMIT 1")
            }
        }
    }

    fn larger(&self, row: RowsId, a: u16, b: u16, sign: &str) -> String {
        let named = |column: u16| {
            let path = &self.table.relation.columns[usize::from(column)].path;
            quoted(path.last().map_or("", String::as_str))
        };
        let what = format!(
            "CASE WHEN {} {sign} {} THEN {} ELSE {} END",
            self.counted(row, a),
            self.counted(row, b),
            named(a),
            named(b)
        );
        self.select(&what, row)
    }

    /// The condition that chooses rows; empty for all.
    fn rows(&self, id: RowsId) -> String {
        let set = &self.forms.rows[usize::from(id)];
        let from = written(&self.table.relation.name);
        let inner = |what: &str, of: RowsId| self.select(what, of);
        match set.form {
            RowForm::All => self.without_totals(),
            RowForm::Pred(at) => self.test(&self.forms.predicates[usize::from(at)]),
            RowForm::And(a, b) => {
                let both = [self.rows(a), self.rows(b)]
                    .into_iter()
                    .filter(|one| !one.is_empty());
                both.collect::<Vec<_>>().join(" AND ")
            }
            RowForm::Or(a, b) => format!("({} OR {})", self.rows(a), self.rows(b)),
            RowForm::Not(of) => {
                let all = self.without_totals();
                let and = if all.is_empty() { "" } else { " AND " };
                format!("NOT ({}){and}{all}", self.rows(of))
            }
            RowForm::Next(of) => format!("row IN ({})", inner("row + 1", of)),
            RowForm::Previous(of) => format!("row IN ({})", inner("row - 1", of)),
            RowForm::Below(of) => self.no_total(format!("row > ({})", inner("MAX(row)", of))),
            RowForm::Above(of) => self.no_total(format!("row < ({})", inner("MIN(row)", of))),
            RowForm::Row(at) => format!("row = {}", at + 1),
            RowForm::First(of) => format!("row = ({})", inner("MIN(row)", of)),
            RowForm::Last(of) => format!("row = ({})", inner("MAX(row)", of)),
            RowForm::Head(of, count) => {
                format!("row IN ({} ORDER BY row LIMIT {count})", inner("row", of))
            }
            RowForm::Tail(of, count) => {
                format!(
                    "row IN ({} ORDER BY row DESC LIMIT {count})",
                    inner("row", of)
                )
            }
            RowForm::Highest(of, column) => self.extreme(of, column, "MAX"),
            RowForm::Lowest(of, column) => self.extreme(of, column, "MIN"),
            RowForm::MoreThan(of, column) => {
                let name = self.number(column);
                self.no_total(format!("{name} > ({})", inner(&name, of)))
            }
            RowForm::LessThan(of, column) => {
                let name = self.number(column);
                self.no_total(format!("{name} < ({})", inner(&name, of)))
            }
            RowForm::SameAs(of, column) => {
                let name = self.name(column);
                let same = format!("{name} = ({})", inner(&name, of));
                format!(
                    "{same} AND row NOT IN (SELECT row FROM {from} WHERE {})",
                    self.rows(of)
                )
            }
            RowForm::YearBefore(of, column) => {
                let year = format!("YEAR({})", self.name(column));
                format!("{year} = ({})", inner(&format!("{year} - 1"), of))
            }
        }
    }

    fn extreme(&self, of: RowsId, column: u16, which: &str) -> String {
        let name = self.number(column);
        let best = format!(
            "{name} = ({})",
            self.select(&format!("{which}({name})"), of)
        );
        match self.rows(of) {
            condition if condition.is_empty() => best,
            condition => format!("{condition} AND {best}"),
        }
    }

    /// Rows that sum up others are left out, where there are any.
    fn without_totals(&self) -> String {
        let any = (0..self.table.rows).any(|row| self.table.is_total(row));
        if any { "NOT total" } else { "" }.to_owned()
    }

    fn no_total(&self, condition: String) -> String {
        match self.without_totals() {
            none if none.is_empty() => condition,
            totals => format!("{condition} AND {totals}"),
        }
    }

    fn test(&self, test: &Predicate) -> String {
        let name = test
            .column
            .map_or_else(|| "band".to_owned(), |column| self.name(column));
        match &test.test {
            Test::Is(texts) | Test::Marked(texts) => self.is(test, texts),
            Test::Part | Test::Has => self.has(test, &name),
            Test::Band(at) => {
                let band = &self.table.bands[usize::from(*at)].0;
                format!("{name} LIKE {}", quoted(&format!("%{band}%")))
            }
            Test::Number(compare, number) => {
                let name = test.column.map_or(name, |column| self.number(column));
                let number = number.normalize();
                self.no_total(format!("{name} {} {number}", compare.sign()))
            }
            Test::Between(low, high) => {
                let name = test.column.map_or(name, |column| self.number(column));
                format!(
                    "{name} BETWEEN {} AND {}",
                    low.normalize(),
                    high.normalize()
                )
            }
            Test::When(compare, date) => self.no_total(when(&name, *compare, *date)),
            Test::WhenBetween(low, high) => self.no_total(format!(
                "{} AND {}",
                when(&name, Compare::AtLeast, *low),
                when(&name, Compare::AtMost, *high)
            )),
        }
    }

    /// `LIKE` where it chooses these rows and no others, else the cells by name:
    /// words meet by their stems.
    fn has(&self, test: &Predicate, name: &str) -> String {
        let words = (self.slice)(test.span);
        let like = format!("{name} LIKE {}", quoted(&format!("%{words}%")));
        let Some(column) = test.column else {
            return like;
        };
        let cells = &self.table.relation.columns[usize::from(column)].cells;
        let folded = text::folded(&words);
        let chosen = |row: &u32| text::folded(&cells[*row as usize].text).contains(&folded);
        if (0..self.table.rows)
            .filter(chosen)
            .eq(test.rows.iter().copied())
        {
            return like;
        }
        let index = &self.table.columns[usize::from(column)];
        let mut texts: Vec<u32> = test
            .rows
            .iter()
            .map(|row| index.cells[*row as usize])
            .collect();
        texts.sort_unstable();
        texts.dedup();
        texts.truncate(TEXTS_MAX);
        self.is(test, &texts)
    }

    fn is(&self, test: &Predicate, texts: &[u32]) -> String {
        let Some(column) = test.column else {
            return String::new();
        };
        let written = texts.iter().filter_map(|text| {
            let row = self.table.rows_of(column, *text).next()?;
            Some(quoted(&part_text(self.table, row, column, Part::Cell)))
        });
        let written: Vec<String> = written.collect();
        match written.as_slice() {
            [one] => format!("{} = {one}", self.name(column)),
            several => format!("{} IN ({})", self.name(column), several.join(", ")),
        }
    }

    fn name(&self, column: u16) -> String {
        self.table.relation.columns[usize::from(column)]
            .name
            .clone()
    }

    /// A column to count with or to sort by: its first number where it is text.
    fn number(&self, column: u16) -> String {
        use super::index::Shape;
        match self.table.columns[usize::from(column)].shape {
            Some(Shape::Opening) => format!("NUMBER({}, 1)", self.name(column)),
            _ => self.name(column),
        }
    }

    fn part(&self, column: u16, part: Part) -> String {
        let name = self.name(column);
        match part {
            Part::Cell => name,
            Part::First => format!("NUMBER({name}, 1)"),
            Part::Second => format!("NUMBER({name}, 2)"),
            Part::Year => format!("YEAR({name})"),
            Part::Before => format!("BEFORE({name}, '(')"),
        }
    }
}

/// A comparison with a date as far as it is said.
fn when(name: &str, compare: Compare, date: Date) -> String {
    let sign = compare.sign();
    if let Some(quarter) = date.quarter().filter(|_| date.is_quarter())
        && compare == Compare::Equal
    {
        return format!(
            "YEAR({name}) = {} AND QUARTER({name}) = {quarter}",
            date.year
        );
    }
    match (date.year, date.month, date.day) {
        (year, 0, _) => format!("YEAR({name}) {sign} {year}"),
        (0, month, 0) => format!("MONTH({name}) {sign} {month}"),
        (0, month, day) => format!("MONTH({name}) = {month} AND DAY({name}) {sign} {day}"),
        (year, month, 0) if compare == Compare::Equal => {
            format!("YEAR({name}) = {year} AND MONTH({name}) = {month}")
        }
        _ => format!("{name} {sign} '{date}'"),
    }
}

/// A text in SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
