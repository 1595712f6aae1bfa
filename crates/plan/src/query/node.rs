//! A checked query, ready to run: names are places, types fit.

use std::sync::Arc;

use text::table::{Date, Decimal, Unit, Value};

use super::Limits;
use super::algebra::{AggregateFunction, ArithmeticOp, CompareOp, Expr, Function};
use super::datum::{Datum, Held};
use super::measure::{Hundred, Measure};
use super::outcome::ValueKind;
use crate::relation::Relation;

/// A query that was checked against its relations.
#[derive(Debug)]
pub struct Prepared<'q> {
    /// Each relation once.
    pub(super) relations: Vec<Arc<Relation>>,
    /// Subqueries before those that use them; the query itself is the last.
    pub(super) bodies: Vec<Body<'q>>,
    pub(super) limits: Limits,
}

/// A query or subquery.
#[derive(Debug)]
pub(super) struct Body<'q> {
    /// Selections; the flag says that equal rows stay.
    pub(super) arms: Vec<(bool, Arm<'q>)>,
    pub(super) heads: Vec<Head>,
    /// Keys of a union: columns of its rows, and whether the largest is first.
    pub(super) order: Vec<(usize, bool)>,
    pub(super) limit: Option<u64>,
    pub(super) offset: u64,
}

/// A column of the outcome.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Head {
    pub(super) name: String,
    pub(super) kind: ValueKind,
    pub(super) measure: Measure,
}

/// One selection.
#[derive(Debug)]
pub(super) struct Arm<'q> {
    /// The first relation; none for one row of nothing.
    pub(super) from: Option<usize>,
    pub(super) joins: Vec<Step<'q>>,
    pub(super) filter: Option<Node<'q>>,
    /// Rows are put together by these keys; with none of them, all.
    pub(super) groups: Option<Vec<Node<'q>>>,
    pub(super) aggregates: Vec<Aggregate<'q>>,
    pub(super) having: Option<Node<'q>>,
    pub(super) columns: Vec<Node<'q>>,
    pub(super) distinct: bool,
    /// Keys, and whether the largest is first.
    pub(super) order: Vec<(Node<'q>, bool)>,
}

/// A relation that is joined.
#[derive(Debug)]
pub(super) struct Step<'q> {
    pub(super) relation: usize,
    pub(super) keys: Vec<JoinKey<'q>>,
    /// The whole condition.
    pub(super) on: Node<'q>,
}

/// Values that must be equal for two rows to be joined.
#[derive(Debug)]
pub(super) struct JoinKey<'q> {
    /// Of the rows before.
    pub(super) left: Node<'q>,
    /// Of the relation that is joined.
    pub(super) right: Node<'q>,
    /// One holds codes: texts are compared exactly.
    pub(super) exact: bool,
}

/// One value of many rows.
#[derive(Debug, PartialEq)]
pub(super) struct Aggregate<'q> {
    pub(super) function: AggregateFunction,
    pub(super) distinct: bool,
    pub(super) of: Option<Node<'q>>,
    pub(super) kind: ValueKind,
    pub(super) said: Said<'q>,
}

/// The expression that a node was made from, for messages: equal to any other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said<'q>(pub(super) &'q Expr);

impl PartialEq for Said<'_> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A checked expression.
#[derive(Debug, PartialEq)]
pub(super) enum Node<'q> {
    Cell {
        place: Place,
        column: usize,
    },
    About {
        place: Place,
        what: About,
    },
    Constant(Constant),
    Negate(Box<Node<'q>>),
    Arithmetic {
        op: ArithmeticOp,
        left: Box<Node<'q>>,
        right: Box<Node<'q>>,
        hundred: Hundred,
        said: Said<'q>,
    },
    Compare {
        op: CompareOp,
        left: Box<Node<'q>>,
        right: Box<Node<'q>>,
        /// The pattern of `LIKE`, folded, where it stands in the query.
        pattern: Option<String>,
        said: Said<'q>,
    },
    In {
        value: Box<Node<'q>>,
        list: Vec<Node<'q>>,
        said: Said<'q>,
    },
    InQuery {
        value: Box<Node<'q>>,
        body: usize,
        exact: bool,
        said: Said<'q>,
    },
    IsEmpty(Box<Node<'q>>),
    Not(Box<Node<'q>>),
    And(Vec<Node<'q>>),
    Or(Vec<Node<'q>>),
    /// Of the group, by its place among the aggregates.
    Aggregate(usize),
    Call {
        function: Function,
        arguments: Vec<Node<'q>>,
    },
    Case {
        branches: Vec<(Node<'q>, Node<'q>)>,
        otherwise: Option<Box<Node<'q>>>,
    },
    Neighbor {
        of: Box<Node<'q>>,
        rows: i32,
    },
    /// The one value of a subquery.
    Scalar(usize),
}

/// A relation in a selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Among the relations of the query.
    pub(super) relation: usize,
    /// Among those of the selection.
    pub(super) slot: usize,
}

/// What is known of a row beside its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    Row,
    Band,
    Total,
    Page,
}

impl About {
    pub(super) const NAMES: [&'static str; 4] = ["row", "band", "total", "page"];

    pub(super) fn name(self) -> &'static str {
        match self {
            About::Row => "row",
            About::Band => "band",
            About::Total => "total",
            About::Page => "page",
        }
    }

    /// By `row` or `_row`.
    pub(super) fn named(name: &str) -> Option<About> {
        Some(match name.strip_prefix('_').unwrap_or(name) {
            "row" => About::Row,
            "band" => About::Band,
            "total" => About::Total,
            "page" => About::Page,
            _ => return None,
        })
    }
}

/// A value that stands in the query.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Empty,
    Number(Decimal),
    Date(Date),
    Truth(bool),
    /// Read as a cell would be.
    Text(String, Value),
}

impl Constant {
    pub(super) fn datum(&self) -> Datum<'_> {
        let held = match self {
            Constant::Empty => Held::Empty,
            Constant::Number(number) => return Datum::number(*number, Measure::FREE),
            Constant::Date(date) => Held::Date(*date),
            Constant::Truth(truth) => Held::Truth(*truth),
            Constant::Text(text, value) => return Datum::read(text, value, Measure::FREE),
        };
        Datum { held, text: "" }
    }
}

impl<'q> Node<'q> {
    /// The nodes directly inside.
    pub(super) fn children(&self) -> Vec<&Node<'q>> {
        match self {
            Node::Cell { .. }
            | Node::About { .. }
            | Node::Constant(_)
            | Node::Aggregate(_)
            | Node::Scalar(_) => Vec::new(),
            Node::Negate(of) | Node::IsEmpty(of) | Node::Not(of) => vec![of],
            Node::Neighbor { of, .. } | Node::InQuery { value: of, .. } => vec![of],
            Node::Arithmetic { left, right, .. } | Node::Compare { left, right, .. } => {
                vec![left, right]
            }
            Node::In { value, list, .. } => std::iter::once(&**value).chain(list).collect(),
            Node::And(members) | Node::Or(members) => members.iter().collect(),
            Node::Call { arguments, .. } => arguments.iter().collect(),
            Node::Case {
                branches,
                otherwise,
            } => branches
                .iter()
                .flat_map(|(condition, value)| [condition, value])
                .chain(otherwise.iter().map(|value| &**value))
                .collect(),
        }
    }

    /// Whether every relation that it looks at is one of these.
    pub(super) fn looks_only_at(&self, slots: &std::ops::Range<usize>) -> bool {
        let here = match self {
            Node::Cell { place, .. } | Node::About { place, .. } => slots.contains(&place.slot),
            _ => true,
        };
        here && self
            .children()
            .iter()
            .all(|child| child.looks_only_at(slots))
    }

    /// Whether it looks at a relation at all.
    pub(super) fn looks_at_a_row(&self) -> bool {
        matches!(self, Node::Cell { .. } | Node::About { .. })
            || self.children().iter().any(|child| child.looks_at_a_row())
    }
}

/// The unit that a column's cells have unless they say another.
pub(super) fn measure_of(unit: Unit) -> Measure {
    Measure::cell(unit, 0)
}
