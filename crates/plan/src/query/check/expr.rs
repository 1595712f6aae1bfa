//! Checks one expression.

use text::Language;
use text::table::{Decimal, Value};

use super::checker::{Checker, Typed};
use super::names::{Clause, Scope};
use super::types::{self, joint};
use crate::query::QueryError;
use crate::query::algebra::{
    AggregateFunction, ArithmeticOp, Branch, CompareOp, Expr, Literal, Query,
};
use crate::query::compare::folded;
use crate::query::error::shortened;
use crate::query::measure::{Hundred, Measure};
use crate::query::node::{Aggregate, Constant, Node, Said};
use crate::query::outcome::ValueKind;
use crate::query::parse::written_date;

impl<'q> Checker<'_, 'q> {
    pub(super) fn expr(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
    ) -> Result<Typed<'q>, QueryError> {
        match expr {
            Expr::Column { of, name } => self.column(scope, of.as_deref(), name),
            Expr::Literal(literal) => Ok(constant(literal)),
            Expr::Negate(of) => {
                let typed = self.number(scope, of)?;
                Ok(Typed {
                    node: Node::Negate(Box::new(typed.node)),
                    ..typed
                })
            }
            Expr::Arithmetic { op, left, right } => self.arithmetic(scope, expr, *op, left, right),
            Expr::Compare { op, left, right } => self.compare(scope, expr, *op, left, right),
            Expr::Between { value, low, high } => {
                let above = self.compare(scope, expr, CompareOp::GreaterOrEqual, value, low)?;
                let below = self.compare(scope, expr, CompareOp::LessOrEqual, value, high)?;
                Ok(condition(Node::And(vec![above.node, below.node])))
            }
            Expr::In { value, list } => self.is_in(scope, expr, value, list),
            Expr::InQuery { value, query } => self.in_query(scope, expr, value, query),
            Expr::IsEmpty(of) => {
                let of = self.expr(scope, of)?;
                Ok(condition(Node::IsEmpty(Box::new(of.node))))
            }
            Expr::Not(of) => {
                let of = self.condition_inside(scope, of)?;
                Ok(condition(Node::Not(Box::new(of))))
            }
            Expr::And(members) => Ok(condition(Node::And(self.members(scope, members)?))),
            Expr::Or(members) => Ok(condition(Node::Or(self.members(scope, members)?))),
            Expr::Aggregate {
                function,
                distinct,
                of,
            } => self.aggregate(scope, expr, *function, *distinct, of.as_deref()),
            Expr::Call {
                function,
                arguments,
            } => self.call(scope, *function, arguments),
            Expr::Case {
                branches,
                otherwise,
            } => self.case(scope, branches, otherwise.as_deref()),
            Expr::Neighbor { of, rows } => self.neighbor(scope, expr, of, *rows),
            Expr::Query(query) => {
                let (body, head) = self.subquery(query)?;
                Ok(Typed {
                    node: Node::Scalar(body),
                    kind: head.kind,
                    measure: head.measure,
                })
            }
        }
    }

    fn number(&mut self, scope: &mut Scope<'q>, expr: &'q Expr) -> Result<Typed<'q>, QueryError> {
        let typed = self.expr(scope, expr)?;
        types::number(&typed, expr)?;
        Ok(typed)
    }

    fn condition_inside(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
    ) -> Result<Node<'q>, QueryError> {
        let typed = self.expr(scope, expr)?;
        types::truth(&typed, expr)?;
        Ok(typed.node)
    }

    fn members(
        &mut self,
        scope: &mut Scope<'q>,
        members: &'q [Expr],
    ) -> Result<Vec<Node<'q>>, QueryError> {
        if members.len() < 2 {
            let message = "AND and OR join at least two conditions".to_owned();
            return Err(QueryError::Form(message));
        }
        let each = |member| self.condition_inside(scope, member);
        members.iter().map(each).collect()
    }

    fn arithmetic(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        op: ArithmeticOp,
        left: &'q Expr,
        right: &'q Expr,
    ) -> Result<Typed<'q>, QueryError> {
        let hundred = Hundred::of(plain_number(left), plain_number(right));
        let (left, right) = (self.number(scope, left)?, self.number(scope, right)?);
        let measure = left
            .measure
            .combine(op, right.measure, hundred)
            .map_err(|misfit| types::misfit(misfit, expr))?;
        Ok(Typed {
            kind: ValueKind::Number,
            measure: Measure {
                scale: left.measure.scale.or(right.measure.scale),
                ..measure
            },
            node: Node::Arithmetic {
                op,
                left: Box::new(left.node),
                right: Box::new(right.node),
                hundred,
                said: Said(expr),
            },
        })
    }

    fn compare(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        op: CompareOp,
        left: &'q Expr,
        right: &'q Expr,
    ) -> Result<Typed<'q>, QueryError> {
        let (one, two) = (self.expr(scope, left)?, self.expr(scope, right)?);
        types::comparable(op, (&one, left), (&two, right))?;
        let pattern = match (&op, &two.node) {
            (CompareOp::Like, Node::Constant(Constant::Text(text, _))) => {
                Some(folded(text).into_owned())
            }
            _ => None,
        };
        Ok(condition(Node::Compare {
            op,
            left: Box::new(one.node),
            right: Box::new(two.node),
            pattern,
            said: Said(expr),
        }))
    }

    fn is_in(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        value: &'q Expr,
        list: &'q [Expr],
    ) -> Result<Typed<'q>, QueryError> {
        if list.is_empty() {
            return Err(QueryError::Form("IN takes at least one value".to_owned()));
        }
        let found = self.expr(scope, value)?;
        let mut nodes = Vec::new();
        for item in list {
            let typed = self.expr(scope, item)?;
            types::comparable(CompareOp::Equal, (&found, value), (&typed, item))?;
            nodes.push(typed.node);
        }
        Ok(condition(Node::In {
            value: Box::new(found.node),
            list: nodes,
            said: Said(expr),
        }))
    }

    fn in_query(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        value: &'q Expr,
        query: &'q Query,
    ) -> Result<Typed<'q>, QueryError> {
        let found = self.expr(scope, value)?;
        let (body, head) = self.subquery(query)?;
        let exact = found.kind == ValueKind::Code || head.kind == ValueKind::Code;
        let of_query = Typed {
            node: Node::Scalar(body),
            kind: head.kind,
            measure: head.measure,
        };
        types::comparable(CompareOp::Equal, (&found, value), (&of_query, expr))?;
        Ok(condition(Node::InQuery {
            value: Box::new(found.node),
            body,
            exact,
            said: Said(expr),
        }))
    }

    fn aggregate(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        function: AggregateFunction,
        distinct: bool,
        of: Option<&'q Expr>,
    ) -> Result<Typed<'q>, QueryError> {
        let place = match scope.clause {
            _ if scope.in_aggregate => Some("another aggregate"),
            Clause::On | Clause::Where | Clause::GroupBy => Some(scope.clause.name()),
            Clause::Having | Clause::Select | Clause::OrderBy => None,
        };
        if let Some(place) = place {
            let what = shortened(&expr.to_string());
            return Err(QueryError::Misplaced { what, place });
        }
        let Some(of) = of else {
            return match (function, distinct) {
                (AggregateFunction::Count, false) => {
                    Ok(self.counted(scope, expr, function, distinct, None))
                }
                _ => Err(QueryError::Form(format!("{expr} needs a column"))),
            };
        };
        scope.in_aggregate = true;
        let typed = self.expr(scope, of);
        scope.in_aggregate = false;
        let typed = typed?;
        match function {
            AggregateFunction::Sum | AggregateFunction::Avg => types::number(&typed, of)?,
            AggregateFunction::Min | AggregateFunction::Max | AggregateFunction::Count => {}
        }
        Ok(self.counted(scope, expr, function, distinct, Some(typed)))
    }

    /// The aggregate, put among those of the selection.
    fn counted(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        function: AggregateFunction,
        distinct: bool,
        of: Option<Typed<'q>>,
    ) -> Typed<'q> {
        let (kind, measure) = match (&of, function) {
            (None, _) | (_, AggregateFunction::Count) => (ValueKind::Number, Measure::COUNT),
            (Some(of), AggregateFunction::Sum | AggregateFunction::Avg) => {
                (ValueKind::Number, of.measure)
            }
            (Some(of), AggregateFunction::Min | AggregateFunction::Max) => (of.kind, of.measure),
        };
        let aggregate = Aggregate {
            function,
            distinct,
            kind,
            of: of.map(|of| of.node),
            said: Said(expr),
        };
        let known = scope.aggregates.iter().position(|one| *one == aggregate);
        let at = known.unwrap_or(scope.aggregates.len());
        if known.is_none() {
            scope.aggregates.push(aggregate);
        }
        Typed {
            node: Node::Aggregate(at),
            kind,
            measure,
        }
    }

    fn case(
        &mut self,
        scope: &mut Scope<'q>,
        branches: &'q [Branch],
        otherwise: Option<&'q Expr>,
    ) -> Result<Typed<'q>, QueryError> {
        let mut nodes = Vec::new();
        let mut known: Option<(ValueKind, Measure)> = None;
        let mut add = |typed: &Typed<'q>| {
            known = match known {
                // An empty value is of any kind.
                _ if typed.node == Node::Constant(Constant::Empty) => known,
                None => Some((typed.kind, typed.measure)),
                Some((kind, measure)) => Some((
                    joint(kind, typed.kind),
                    types::either(measure, typed.measure),
                )),
            };
        };
        for branch in branches {
            let condition = self.condition_inside(scope, &branch.condition)?;
            let value = self.expr(scope, &branch.value)?;
            add(&value);
            nodes.push((condition, value.node));
        }
        let otherwise = otherwise.map(|value| self.expr(scope, value)).transpose()?;
        otherwise.iter().for_each(&mut add);
        if nodes.is_empty() {
            return Err(QueryError::Form("CASE takes at least one WHEN".to_owned()));
        }
        let (kind, measure) = known.unwrap_or((ValueKind::Open, Measure::COUNT));
        Ok(Typed {
            kind,
            measure,
            node: Node::Case {
                branches: nodes,
                otherwise: otherwise.map(|typed| Box::new(typed.node)),
            },
        })
    }

    fn neighbor(
        &mut self,
        scope: &mut Scope<'q>,
        expr: &'q Expr,
        of: &'q Expr,
        rows: i32,
    ) -> Result<Typed<'q>, QueryError> {
        let allowed = matches!(scope.clause, Clause::Select | Clause::OrderBy);
        if !allowed || scope.in_aggregate {
            return Err(QueryError::Misplaced {
                what: shortened(&expr.to_string()),
                place: if scope.in_aggregate {
                    "an aggregate"
                } else {
                    scope.clause.name()
                },
            });
        }
        let typed = self.expr(scope, of)?;
        Ok(Typed {
            node: Node::Neighbor {
                of: Box::new(typed.node),
                rows,
            },
            ..typed
        })
    }
}

fn condition(node: Node<'_>) -> Typed<'_> {
    Typed {
        node,
        kind: ValueKind::Truth,
        measure: Measure::COUNT,
    }
}

pub(super) fn constant<'q>(literal: &Literal) -> Typed<'q> {
    let (kind, constant) = match literal {
        Literal::Empty => (ValueKind::Open, Constant::Empty),
        Literal::Number(number) => (ValueKind::Number, Constant::Number(*number)),
        Literal::Date(date) => (ValueKind::Date, Constant::Date(*date)),
        Literal::Truth(truth) => (ValueKind::Truth, Constant::Truth(*truth)),
        Literal::Text(text) => (ValueKind::Text, Constant::Text(text.clone(), read(text))),
    };
    Typed {
        node: Node::Constant(constant),
        kind,
        measure: Measure::FREE,
    }
}

/// The value that a text of the query says beside cells. What would be a code in
/// a cell is text: which of them are codes, the cells say.
fn read(text: &str) -> Value {
    if let Some(date) = written_date(text).filter(|date| date.month > 0) {
        return Value::Date(date);
    }
    match Value::read(text, Language::En) {
        Value::Code | Value::Dash | Value::Empty => Value::Text,
        other => other,
    }
}

fn plain_number(expr: &Expr) -> Option<Decimal> {
    match expr {
        Expr::Literal(Literal::Number(number)) => Some(*number),
        _ => None,
    }
}
