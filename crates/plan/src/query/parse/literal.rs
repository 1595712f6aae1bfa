//! Values as a query writes them.

use sqlparser::ast;
use text::table::{Date, Decimal};

use super::reader::refuse;
use crate::query::algebra::Literal;
use crate::query::{Limits, QueryError};

const LITERALS: &str = "values are numbers, 'texts', DATE '2021-07-20', TRUE, FALSE and NULL";

pub(super) fn literal(value: &ast::Value) -> Result<Literal, QueryError> {
    match value {
        ast::Value::Number(digits, false) => number(digits),
        ast::Value::SingleQuotedString(text) => Ok(Literal::Text(text.clone())),
        ast::Value::Boolean(truth) => Ok(Literal::Truth(*truth)),
        ast::Value::Null => Ok(Literal::Empty),
        other => refuse(other, LITERALS),
    }
}

/// Digits as a number; with a zero in front they are a code, as in `0415`.
fn number(digits: &str) -> Result<Literal, QueryError> {
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    if digits.starts_with('0') && whole > 1 {
        return Ok(Literal::Text(digits.to_owned()));
    }
    let exact = Decimal::from_str_exact(digits).or_else(|_| Decimal::from_scientific(digits));
    match exact {
        Ok(number) => Ok(Literal::Number(number)),
        Err(_) => refuse(digits, "numbers have at most 28 digits"),
    }
}

pub(super) fn typed(typed: &ast::TypedString) -> Result<Literal, QueryError> {
    let ast::TypedString {
        data_type: ast::DataType::Date,
        value,
        uses_odbc_syntax: false,
    } = typed
    else {
        return refuse(typed, LITERALS);
    };
    let ast::Value::SingleQuotedString(text) = &value.value else {
        return refuse(typed, LITERALS);
    };
    match written_date(text) {
        Some(date) => Ok(Literal::Date(date)),
        None => refuse(
            typed,
            "dates are written 2021-07-20, 2021-07, 2021-Q3, 2021 or --07-20",
        ),
    }
}

/// A date as [`Date`] is printed: whole, a quarter, or without day, month or year.
pub(in crate::query) fn written_date(text: &str) -> Option<Date> {
    let (year, rest) = match text.strip_prefix("--") {
        Some(rest) => (0, Some(rest)),
        None => {
            let (year, rest) = text
                .split_once('-')
                .map_or((text, None), |(year, rest)| (year, Some(rest)));
            (digits(year, 4)?, rest)
        }
    };
    let Some(rest) = rest else {
        return Date::new(year, 0, 0).filter(|date| date.year > 0);
    };
    if let Some(quarter) = rest.strip_prefix('Q') {
        return Date::of_quarter(year, quarter.parse().ok().filter(|_| quarter.len() == 1)?);
    }
    let (month, day) = match rest.split_once('-') {
        Some((month, day)) => (month, digits(day, 2)?),
        None => (rest, 0),
    };
    let small = |number: i16| u8::try_from(number).ok();
    let month = small(digits(month, 2)?)?;
    Date::new(year, month, small(day)?).filter(|_| (1..=12).contains(&month))
}

fn digits(text: &str, length: usize) -> Option<i16> {
    let plain = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// `LIMIT` and the like: a whole number that is not negative.
pub(super) fn whole(expr: &ast::Expr) -> Result<u64, QueryError> {
    if let ast::Expr::Value(value) = expr
        && let ast::Value::Number(digits, false) = &value.value
        && let Ok(number) = digits.parse()
    {
        return Ok(number);
    }
    refuse(expr, "a whole number is needed")
}

/// Most rows that `LAG` and `LEAD` look back or ahead.
pub(super) fn rows(expr: &ast::Expr) -> Result<i32, QueryError> {
    let rows = whole(expr)?;
    i32::try_from(rows).map_err(|_| QueryError::Bound {
        what: "rows back or ahead",
        max: Limits::default().rows as u64,
    })
}
