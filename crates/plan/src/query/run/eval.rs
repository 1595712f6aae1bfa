//! The value of an expression in a row.

use std::borrow::Cow;
use std::cmp::Ordering;

use text::table::{Date, Decimal};

use super::key::{Bucket, Index};
use super::machine::{Machine, Row, Tuples};
use super::output;
use super::text::{nth_number, read_before, round, year_in};
use crate::query::QueryError;
use crate::query::algebra::{ArithmeticOp, CompareOp, Function};
use crate::query::compare::{equal, folded, like, matches, order, year};
use crate::query::datum::{Amount, Datum, Held, Trouble};
use crate::query::measure::{Hundred, Measure};
use crate::query::node::{Constant, Node, Said};
use crate::query::types::trouble;

type Eval<'a> = Result<Datum<'a>, QueryError>;

/// Steps that the stems of two texts are worth.
const MATCHES_STEPS: u64 = 64;

impl<'a> Machine<'a> {
    pub(super) fn eval(&'a self, node: &'a Node<'a>, row: &Row<'_, 'a>) -> Eval<'a> {
        self.budget.step(1)?;
        match node {
            Node::Cell { place, column } => Ok(self.cell(*place, *column, row)),
            Node::About { place, what } => Ok(self.about(*place, *what, row)),
            Node::Constant(constant) => Ok(constant.datum()),
            Node::Negate(of) => Ok(negated(self.eval(of, row)?)),
            Node::Arithmetic {
                op,
                left,
                right,
                hundred,
                said,
            } => self.arithmetic(*op, (left, right), *hundred, *said, row),
            Node::Compare {
                op,
                left,
                right,
                pattern,
                said,
            } => {
                let (left, right) = (self.eval(left, row)?, self.eval(right, row)?);
                self.compare(*op, &left, &right, pattern.as_deref(), *said)
            }
            Node::In { value, list, said } => self.is_in(value, list, *said, row),
            Node::InQuery {
                value,
                body,
                exact,
                said,
            } => {
                let value = self.eval(value, row)?;
                let found = self.place_in(&value, *body, *exact, *said)?;
                Ok(Datum::truth((!value.is_empty()).then_some(found.is_some())))
            }
            Node::IsEmpty(of) => Ok(Datum::truth(Some(self.eval(of, row)?.is_empty()))),
            Node::Not(of) => Ok(Datum::truth(self.truth(of, row)?.map(|truth| !truth))),
            Node::And(members) => self.joined(members, false, row),
            Node::Or(members) => self.joined(members, true, row),
            Node::Aggregate(at) => Ok(row
                .group
                .and_then(|group| group.values.get(*at))
                .map_or(Datum::EMPTY, |(datum, _)| *datum)),
            Node::Call {
                function,
                arguments,
            } => self.call(*function, arguments, row),
            Node::Case { .. } => match self.branch(node, row)? {
                Some(value) => self.eval(value, row),
                None => Ok(Datum::EMPTY),
            },
            Node::Neighbor { of, rows } => match neighbor(row, *rows) {
                Some(row) => self.eval(of, &row),
                None => Ok(Datum::EMPTY),
            },
            Node::Scalar(body) => self.scalar(*body),
        }
    }

    /// Whether a condition holds in a row.
    pub(super) fn holds(
        &'a self,
        node: &'a Node<'a>,
        tuples: &Tuples,
        at: usize,
    ) -> Result<bool, QueryError> {
        let row = Row {
            tuples,
            at,
            group: None,
        };
        Ok(self.truth(node, &row)? == Some(true))
    }

    fn truth(&'a self, node: &'a Node<'a>, row: &Row<'_, 'a>) -> Result<Option<bool>, QueryError> {
        match self.eval(node, row)?.held {
            Held::Truth(truth) => Ok(Some(truth)),
            _ => Ok(None),
        }
    }

    fn arithmetic(
        &'a self,
        op: ArithmeticOp,
        sides: (&'a Node<'a>, &'a Node<'a>),
        hundred: Hundred,
        said: Said<'a>,
        row: &Row<'_, 'a>,
    ) -> Eval<'a> {
        let (left, right) = (self.eval(sides.0, row)?, self.eval(sides.1, row)?);
        let sum = matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract);
        let number = |datum: &Datum<'a>| match datum.held {
            Held::Number(amount) => Some(amount),
            _ if sum => datum.addend(),
            _ => None,
        };
        let (Some(one), Some(two)) = (number(&left), number(&right)) else {
            return Ok(Datum::EMPTY);
        };
        match counted(op, one, two, hundred) {
            Ok(Some(amount)) => Ok(Datum::number(amount.value, amount.measure)),
            Ok(None) => {
                self.divided_by_zero.set(true);
                Ok(Datum::EMPTY)
            }
            Err(found) => Err(trouble(found, said.0)),
        }
    }

    fn compare(
        &self,
        op: CompareOp,
        left: &Datum<'_>,
        right: &Datum<'_>,
        pattern: Option<&str>,
        said: Said<'_>,
    ) -> Eval<'a> {
        self.budget.take_text(left.text)?;
        let by = |wanted: fn(Ordering) -> bool| order(left, right).map(|order| order.map(wanted));
        let truth = match op {
            CompareOp::Equal => equal(left, right),
            CompareOp::NotEqual => equal(left, right).map(|same| same.map(|same| !same)),
            CompareOp::Less => by(Ordering::is_lt),
            CompareOp::LessOrEqual => by(Ordering::is_le),
            CompareOp::Greater => by(Ordering::is_gt),
            CompareOp::GreaterOrEqual => by(Ordering::is_ge),
            CompareOp::Matches | CompareOp::Like if left.is_empty() || right.is_empty() => Ok(None),
            CompareOp::Matches => {
                self.budget.step(MATCHES_STEPS)?;
                Ok(Some(matches(left.text, right.text)))
            }
            CompareOp::Like => {
                let pattern = pattern.map_or_else(|| folded(right.text), Cow::Borrowed);
                let product = left.text.len().saturating_mul(pattern.len());
                self.budget.step(product as u64 / 16)?;
                Ok(Some(like(&folded(left.text), &pattern)))
            }
        };
        truth
            .map(Datum::truth)
            .map_err(|found| trouble(found, said.0))
    }

    fn is_in(
        &'a self,
        value: &'a Node<'a>,
        list: &'a [Node<'a>],
        said: Said<'a>,
        row: &Row<'_, 'a>,
    ) -> Eval<'a> {
        let value = self.eval(value, row)?;
        if value.is_empty() {
            return Ok(Datum::EMPTY);
        }
        for item in list {
            let item = self.eval(item, row)?;
            if equal(&value, &item).map_err(|found| trouble(found, said.0))? == Some(true) {
                return Ok(Datum::truth(Some(true)));
            }
        }
        Ok(Datum::truth(Some(false)))
    }

    /// The row of a subquery that holds a value.
    pub(super) fn place_in(
        &'a self,
        value: &Datum<'_>,
        body: usize,
        exact: bool,
        said: Said<'_>,
    ) -> Result<Option<usize>, QueryError> {
        let Some(table) = self.tables[body].get() else {
            return Ok(None);
        };
        let kind = table.body.heads[0].kind;
        let index = table.index.get_or_init(|| {
            let mut index = Index::new();
            for (row, at) in table.rows.iter().zip(0..) {
                if let Some(bucket) = Bucket::of(&output::datum(&row[0], kind), exact) {
                    index.entry(vec![bucket]).or_default().push(at);
                }
            }
            index
        });
        let found = match Bucket::of(value, exact) {
            None => return Ok(None),
            Some(bucket) => index.get(&vec![bucket]),
        };
        for at in found.map_or(&[][..], Vec::as_slice) {
            self.budget.step(1)?;
            let at = *at as usize;
            let other = output::datum(&table.rows[at][0], kind);
            if equal(value, &other).map_err(|found| trouble(found, said.0))? == Some(true) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// `AND` stops at what does not hold, `OR` at what does.
    fn joined(&'a self, members: &'a [Node<'a>], stop: bool, row: &Row<'_, 'a>) -> Eval<'a> {
        let mut known = true;
        for member in members {
            match self.truth(member, row)? {
                Some(truth) if truth == stop => return Ok(Datum::truth(Some(stop))),
                Some(_) => {}
                None => known = false,
            }
        }
        Ok(Datum::truth(known.then_some(!stop)))
    }

    /// The value of a `CASE` whose condition holds.
    pub(super) fn branch(
        &'a self,
        node: &'a Node<'a>,
        row: &Row<'_, 'a>,
    ) -> Result<Option<&'a Node<'a>>, QueryError> {
        let Node::Case {
            branches,
            otherwise,
        } = node
        else {
            return Ok(None);
        };
        for (condition, value) in branches {
            if self.truth(condition, row)? == Some(true) {
                return Ok(Some(value));
            }
        }
        Ok(otherwise.as_deref())
    }

    fn scalar(&'a self, body: usize) -> Eval<'a> {
        let Some(table) = self.tables[body].get() else {
            return Ok(Datum::EMPTY);
        };
        match table.rows.as_slice() {
            [] => Ok(Datum::EMPTY),
            [row] => Ok(output::datum(&row[0], table.body.heads[0].kind)),
            _ => Err(QueryError::ManyRows(table.total)),
        }
    }

    fn call(
        &'a self,
        function: Function,
        arguments: &'a [Node<'a>],
        row: &Row<'_, 'a>,
    ) -> Eval<'a> {
        let Some(first) = arguments.first() else {
            return Ok(Datum::EMPTY);
        };
        let datum = self.eval(first, row)?;
        self.budget.take_text(datum.text)?;
        let digits = match arguments.get(1) {
            Some(Node::Constant(Constant::Number(digits))) => digits.trunc().mantissa(),
            _ => 0,
        };
        Ok(match function {
            Function::Round => match datum.held {
                Held::Number(amount) => rounded(amount, u32::try_from(digits).unwrap_or(0)),
                _ => Datum::EMPTY,
            },
            Function::Abs => match datum.held {
                Held::Number(amount) => Datum::number(amount.value.abs(), amount.measure),
                _ => Datum::EMPTY,
            },
            Function::Year => part_of_date(&datum, |date| date.year, year_in),
            Function::Quarter => {
                part_of_date(&datum, |date| date.quarter().map_or(0, i16::from), |_| None)
            }
            Function::Month => part_of_date(
                &datum,
                |date| {
                    if date.is_quarter() {
                        0
                    } else {
                        date.month.into()
                    }
                },
                |_| None,
            ),
            Function::Day => part_of_date(&datum, |date| date.day.into(), |_| None),
            Function::Number => nth_number(&datum, usize::try_from(digits.max(1)).unwrap_or(1)),
            Function::Before => match arguments.get(1) {
                Some(Node::Constant(Constant::Text(mark, _))) => read_before(&datum, mark),
                _ => Datum::EMPTY,
            },
        })
    }
}

fn counted(
    op: ArithmeticOp,
    one: Amount,
    two: Amount,
    hundred: Hundred,
) -> Result<Option<Amount>, Trouble> {
    let measure = |one: Amount, two: Amount| one.measure.combine(op, two.measure, hundred);
    match op {
        ArithmeticOp::Add => one.plus(two, false).map(Some),
        ArithmeticOp::Subtract => one.plus(two, true).map(Some),
        ArithmeticOp::Multiply => one.times(two, measure(one, two)?).map(Some),
        ArithmeticOp::Divide => one.by(two, measure(one, two)?),
    }
}

fn negated<'a>(datum: Datum<'_>) -> Datum<'a> {
    match datum.held {
        Held::Number(amount) => Datum::number(-amount.value, amount.measure),
        _ => Datum::EMPTY,
    }
}

fn rounded<'a>(amount: Amount, digits: u32) -> Datum<'a> {
    Datum::number(round(amount.value, digits), amount.measure)
}

/// A part that a date says; of a number, its year; of other text, what is found.
fn part_of_date<'a>(
    datum: &Datum<'_>,
    part: fn(Date) -> i16,
    in_text: fn(&str) -> Option<i16>,
) -> Datum<'a> {
    let found = match datum.held {
        Held::Date(date) => Some(part(date)),
        Held::Number(number) => year(number).map(|year| part(Date::of_year(year))),
        Held::Text | Held::Range(..) => in_text(datum.text),
        _ => None,
    };
    match found {
        Some(part) if part != 0 => Datum::number(Decimal::from(part), Measure::COUNT),
        _ => Datum::EMPTY,
    }
}

/// The row so many rows on, among those that the condition leaves.
pub(super) fn neighbor<'x, 'a>(row: &Row<'x, 'a>, rows: i32) -> Option<Row<'x, 'a>> {
    let at = row.at.checked_add_signed(rows as isize)?;
    (at < row.tuples.len).then_some(Row { at, ..*row })
}
