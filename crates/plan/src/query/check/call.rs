//! Checks calls of functions.

use text::table::Decimal;

use super::checker::{Checker, Typed};
use super::expr::constant;
use super::names::Scope;
use super::types;
use crate::query::QueryError;
use crate::query::algebra::{Expr, Function, Literal};
use crate::query::measure::Measure;
use crate::query::node::Node;
use crate::query::outcome::ValueKind;

impl<'q> Checker<'_, 'q> {
    pub(super) fn call(
        &mut self,
        scope: &mut Scope<'q>,
        function: Function,
        arguments: &'q [Expr],
    ) -> Result<Typed<'q>, QueryError> {
        let (first, second) = match arguments {
            [first] => (first, None),
            [first, second] => (first, Some(second)),
            _ => return Err(takes(function)),
        };
        let typed = self.expr(scope, first)?;
        let (kind, measure) = match function {
            Function::Round | Function::Abs => {
                types::number(&typed, first)?;
                (ValueKind::Number, typed.measure)
            }
            Function::Year | Function::Quarter | Function::Month | Function::Day => {
                types::dated(&typed, first)?;
                (ValueKind::Number, Measure::COUNT)
            }
            Function::Number => {
                types::written(&typed, first)?;
                (ValueKind::Number, typed.measure)
            }
            Function::Before => {
                types::written(&typed, first)?;
                (ValueKind::Open, typed.measure)
            }
        };
        let mut nodes = vec![typed.node];
        if let Some(second) = second_of(function, second)? {
            nodes.push(constant(second).node);
        }
        Ok(Typed {
            kind,
            measure,
            node: Node::Call {
                function,
                arguments: nodes,
            },
        })
    }
}

/// The second argument stands in the query: digits, a place, a mark.
fn second_of(function: Function, second: Option<&Expr>) -> Result<Option<&Literal>, QueryError> {
    let second = match second {
        None => None,
        Some(Expr::Literal(literal)) => Some(literal),
        Some(_) => return Err(takes(function)),
    };
    let whole = |number: &Decimal, most: i64| {
        number.fract().is_zero() && (*number >= Decimal::ZERO) && *number <= Decimal::from(most)
    };
    let fits = match (function, second) {
        (Function::Round | Function::Number, None) => true,
        (Function::Round, Some(Literal::Number(digits))) => whole(digits, 28),
        (Function::Number, Some(Literal::Number(place))) => whole(place, 100) && !place.is_zero(),
        (Function::Before, Some(Literal::Text(mark))) => !mark.is_empty(),
        (
            Function::Abs | Function::Year | Function::Quarter | Function::Month | Function::Day,
            None,
        ) => true,
        _ => false,
    };
    if fits {
        Ok(second)
    } else {
        Err(takes(function))
    }
}

fn takes(function: Function) -> QueryError {
    QueryError::Form(
        match function {
            Function::Round => "ROUND takes a number and how many digits, 0 to 28: ROUND(x, 2)",
            Function::Number => "NUMBER takes a value and a place from 1: NUMBER(x, 2)",
            Function::Before => "BEFORE takes a value and a mark: BEFORE(x, '(')",
            Function::Abs => "ABS takes one number",
            Function::Year | Function::Quarter | Function::Month | Function::Day => {
                "YEAR, QUARTER, MONTH and DAY take one date"
            }
        }
        .to_owned(),
    )
}
