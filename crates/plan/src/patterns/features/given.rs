//! What speaks for what is given, and for two numbers made one.

use text::Language;
use text::table::{Date, Value};

use super::super::form::{Built, Given, Pair, RowSet, Test};
use super::super::index::{ColumnIndex, Shape};
use super::super::{cell, hash};
use super::{Scene, class, sets_of, size};

impl Scene<'_> {
    /// Kind, shape, size and ties of what is given.
    pub(super) fn given_of(&self, one: &Built) -> [u64; 5] {
        let sets = sets_of(&one.form);
        let source = sets[0].map_or(0, |set| size(self.forms.rows[usize::from(set)].rows.len()));
        match &one.given {
            Given::Number(number) => {
                let small = u64::from(number.fract().is_zero()) + u64::from(number.is_zero());
                [1, small, class(&one.form), source, 0]
            }
            Given::Percent(_) => [2, 0, class(&one.form), source, 0],
            Given::Truth(truth) => [3, u64::from(*truth), class(&one.form), source, 0],
            Given::Name(_) => [4, 0, class(&one.form), source, 0],
            Given::Cells(column, part, rows) => {
                let shape = self.table.columns[usize::from(*column)].shape;
                let kind = 10 + shape.map_or(9, |shape| shape as u64) + 20 * (*part as u64);
                let mut ties = 0;
                for test in self.tests(one) {
                    let test = &self.forms.predicates[usize::from(test)];
                    ties |= u64::from(test.column == Some(*column));
                }
                let sorted = sets[0].and_then(|set| self.forms.rows[usize::from(set)].sorted_by);
                ties |= 2 * u64::from(sorted == Some(*column));
                ties |= 4 * u64::from(rows.iter().all(|row| self.is_asked(*row, *column)));
                [5, kind, size(rows.len()), source, ties]
            }
        }
    }

    /// Whether a cell's text is one that the question names.
    pub(super) fn is_asked(&self, row: u32, column: u16) -> bool {
        let text = self.table.columns[usize::from(column)].cells[row as usize];
        self.forms.predicates.iter().any(|test| match &test.test {
            Test::Is(texts) => test.column == Some(column) && texts.contains(&text),
            _ => false,
        })
    }

    pub(super) fn given(&self, given: &[u64; 5], out: &mut Vec<u64>) {
        let [kind, shape, size, source, ties] = *given;
        out.push(hash::of(&[71, kind, shape]));
        out.push(hash::of(&[72, kind, shape, self.phrases.asks]));
        out.push(hash::of(&[73, kind, size, self.phrases.asks]));
        out.push(hash::of(&[74, kind, size, source]));
        out.push(hash::of(&[75, kind, ties]));
        out.push(hash::of(&[76, kind, ties, self.phrases.asks]));
        out.push(hash::of(&[77, kind, shape, ties]));
        for said in &self.asked.operators {
            let said = *said as u64;
            out.push(hash::of(&[68, kind, shape, said]));
            out.push(hash::of(&[69, kind, size, said]));
        }
        for word in &self.phrases.words {
            out.push(hash::of(&[78, kind, shape, *word]));
            out.push(hash::of(&[79, kind, size, *word]));
            out.push(hash::of(&[80, kind, ties, *word]));
        }
    }

    /// Which of two cells is the earlier, the first named, the first in place.
    pub(super) fn pair_of(&self, one: &Built, a: (u16, u16), b: (u16, u16)) -> [u64; 3] {
        let rows = |id: u16| &self.forms.rows[usize::from(id)];
        let (first, second) = (rows(a.0), rows(b.0));
        let by_column = a.0 == b.0;
        let times = match by_column {
            true => (self.year_of_name(a.1), self.year_of_name(b.1)),
            false => (self.when(first.rows[0]), self.when(second.rows[0])),
        };
        let order = |order: std::cmp::Ordering| match order {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 3,
        };
        let times = match times {
            (Some(x), Some(y)) => order(x.cmp(&y)),
            _ => 0,
        };
        let places = match by_column {
            true => order(a.1.cmp(&b.1)),
            false => order(first.rows[0].cmp(&second.rows[0])),
        };
        let mask = |set: &RowSet, column: u16| match by_column {
            true => self.names[usize::from(column)].mask,
            false => set.mask,
        };
        let (x, y) = (mask(first, a.1), mask(second, b.1));
        let named = match (x & !y, y & !x) {
            (0, 0) => 0,
            (0, _) => 1,
            (_, 0) => 2,
            (x, y) => 3 + u64::from(x.trailing_zeros() < y.trailing_zeros()),
        };
        let falls = match one.given {
            Given::Number(number) | Given::Percent(number) => {
                1 + u64::from(number.is_sign_negative())
            }
            _ => 0,
        };
        [times * 4 + places, named, falls]
    }

    /// The time of a row, by the first column that has times.
    pub(super) fn when(&self, row: u32) -> Option<Date> {
        let timed = |column: &ColumnIndex| {
            matches!(column.shape, Some(Shape::Year | Shape::Date)) || column.has_year
        };
        let column = self.table.columns.iter().position(timed)?;
        self.table.cell(row, u16::try_from(column).ok()?).when()
    }

    /// The year in a column's name.
    pub(super) fn year_of_name(&self, column: u16) -> Option<Date> {
        let path = &self.table.relation.columns[usize::from(column)].path;
        let date = path
            .iter()
            .rev()
            .find_map(|name| match Value::read(name, Language::En) {
                Value::Date(date) if date.year != 0 => Some(date),
                _ => None,
            });
        let year = || cell::year_in(&path.join(" ")).map(Date::of_year);
        date.or_else(year)
    }

    pub(super) fn pair(&self, pair: Pair, about: [u64; 3], out: &mut Vec<u64>) {
        let (pair, [times, named, falls]) = (pair as u64, about);
        let (times, places) = (times / 4, times);
        out.push(hash::of(&[88, pair, places]));
        out.push(hash::of(&[89, pair, places, named]));
        out.push(hash::of(&[81, pair, times]));
        out.push(hash::of(&[82, pair, named]));
        out.push(hash::of(&[83, pair, times, named]));
        out.push(hash::of(&[84, pair, falls]));
        for word in &self.phrases.words {
            out.push(hash::of(&[85, pair, times, *word]));
            out.push(hash::of(&[86, pair, named, *word]));
            out.push(hash::of(&[87, pair, falls, *word]));
        }
    }
}
