//! Which types go together.

use super::checker::Typed;
use crate::query::QueryError;
use crate::query::algebra::{CompareOp, Expr};
use crate::query::datum::Trouble;
use crate::query::error::shortened;
use crate::query::measure::{Measure, Misfit, Share};
use crate::query::node::{Constant, Node};
use crate::query::outcome::ValueKind;
use text::table::{Unit, Value};

/// The kind of values that are of one kind or another.
pub(super) fn joint(one: ValueKind, two: ValueKind) -> ValueKind {
    if one == two { one } else { ValueKind::Open }
}

/// What one of two values counts.
pub(super) fn either(one: Measure, two: Measure) -> Measure {
    one.meet(two).unwrap_or(Measure {
        share: if one.share == Share::Undivided {
            one.share
        } else {
            two.share
        },
        ..Measure::COUNT
    })
}

fn name(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Number => "numbers",
        ValueKind::Date => "dates",
        ValueKind::Code => "codes",
        ValueKind::Text => "text",
        ValueKind::Truth => "yes or no",
        ValueKind::Open => "values of several kinds",
    }
}

fn wrong(what: &Expr, found: ValueKind, expected: &'static str, hint: &'static str) -> QueryError {
    QueryError::Type {
        what: format!("`{}`", shortened(&what.to_string())),
        found: name(found),
        expected,
        hint,
    }
}

/// What is counted with must hold numbers.
pub(super) fn number(typed: &Typed<'_>, what: &Expr) -> Result<(), QueryError> {
    let hint = match typed.kind {
        ValueKind::Number | ValueKind::Open => return Ok(()),
        ValueKind::Date => "; YEAR(x) takes the year of a date",
        ValueKind::Code => "; codes name things and are never counted with",
        ValueKind::Text => "; NUMBER(x, 1) takes the first number out of a text",
        ValueKind::Truth => "; CASE WHEN x THEN 1 ELSE 0 END makes a number of it",
    };
    Err(wrong(what, typed.kind, "numbers", hint))
}

/// A condition must hold yes or no.
pub(super) fn truth(typed: &Typed<'_>, what: &Expr) -> Result<(), QueryError> {
    match typed.kind {
        ValueKind::Truth => Ok(()),
        other => Err(wrong(
            what,
            other,
            "a condition",
            "; compare it with something",
        )),
    }
}

/// A part of a date can be taken.
pub(super) fn dated(typed: &Typed<'_>, what: &Expr) -> Result<(), QueryError> {
    match typed.kind {
        ValueKind::Truth | ValueKind::Code => Err(wrong(what, typed.kind, "dates", "")),
        _ => Ok(()),
    }
}

/// Text can be looked into.
pub(super) fn written(typed: &Typed<'_>, what: &Expr) -> Result<(), QueryError> {
    match typed.kind {
        ValueKind::Truth => Err(wrong(what, typed.kind, "text", "")),
        _ => Ok(()),
    }
}

/// A value can be given out: nothing is left to be divided by 100.
pub(super) fn whole(typed: &Typed<'_>, what: &Expr) -> Result<(), QueryError> {
    match typed.measure.share {
        Share::Undivided => Err(misfit(Misfit::Undivided, what)),
        _ => Ok(()),
    }
}

/// Two values can be compared.
pub(super) fn comparable(
    op: CompareOp,
    left: (&Typed<'_>, &Expr),
    right: (&Typed<'_>, &Expr),
) -> Result<(), QueryError> {
    use ValueKind::{Number, Open, Text, Truth};
    let kinds = (left.0.kind, right.0.kind);
    if kinds == (Number, Number) {
        let met = left.0.measure.meet(right.0.measure);
        return met
            .map(|_| ())
            .map_err(|misfit| self::misfit(misfit, left.1));
    }
    if kinds.0 == Open || kinds.1 == Open {
        return Ok(());
    }
    if (kinds.0 == Truth) != (kinds.1 == Truth) {
        let (typed, what) = if kinds.0 == Truth { right } else { left };
        return Err(wrong(what, typed.kind, "yes or no", ""));
    }
    match op {
        CompareOp::Equal | CompareOp::NotEqual => Ok(()),
        CompareOp::Matches | CompareOp::Like => {
            written(left.0, left.1)?;
            match right.0.kind {
                Text => Ok(()),
                other => Err(wrong(right.1, other, "text", "")),
            }
        }
        _ if kinds.0 == kinds.1 && kinds.0 != Truth => Ok(()),
        _ => ordered(left, right).or_else(|error| ordered(right, left).map_err(|_| error)),
    }
}

/// The second value has a place in the order of the first.
fn ordered(first: (&Typed<'_>, &Expr), second: (&Typed<'_>, &Expr)) -> Result<(), QueryError> {
    use ValueKind::{Code, Date, Number, Text};
    let value = match &second.0.node {
        Node::Constant(Constant::Text(_, value)) => Some(value),
        _ => None,
    };
    let fits = match (first.0.kind, second.0.kind) {
        (Number, Text) => matches!(value, Some(Value::Number(_) | Value::Range(_))),
        (Date, Text) => matches!(value, Some(Value::Date(_) | Value::Number(_))),
        (Date, Number) | (Code, Text) => true,
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let hint = match first.0.kind {
        Code => "; codes have no size",
        Text => "; NUMBER(x, 1) takes the first number out of a text",
        _ => "",
    };
    let expected = match second.0.kind {
        Number => "numbers",
        Date => "dates",
        Text => "text",
        _ => "what can be ordered with it",
    };
    Err(wrong(first.1, first.0.kind, expected, hint))
}

/// Why numbers do not meet, in words.
pub(in crate::query) fn misfit(misfit: Misfit, what: &Expr) -> QueryError {
    let what = format!("`{}`", shortened(&what.to_string()));
    let unit = |unit: Unit| match unit.as_str() {
        "" => "a plain number".to_owned(),
        name => name.to_owned(),
    };
    match misfit {
        Misfit::Undivided => QueryError::Percent(what),
        Misfit::Units(left, right) => QueryError::Units {
            what,
            left: unit(left),
            right: unit(right),
        },
    }
}

/// The same for values that are met while a query runs.
pub(in crate::query) fn trouble(trouble: Trouble, what: &Expr) -> QueryError {
    match trouble {
        Trouble::Misfit(misfit) => self::misfit(misfit, what),
        Trouble::Overflow => QueryError::Overflow(format!("`{}`", shortened(&what.to_string()))),
    }
}
