//! The algebra: what a query can say, as data.
//!
//! Patterns, models and people make the same [`Query`]; traces hold it as JSON.
//! There is nothing in it but reading: no statement changes anything.

use serde::{Deserialize, Serialize};
use text::table::{Date, Decimal};

/// Version of the JSON form; it is written into each query.
pub const QUERY_VERSION: u8 = 1;

/// `SELECT … [UNION SELECT …] [ORDER BY …] [LIMIT …]`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Of the JSON form.
    pub version: Version,
    /// The first, or only, selection.
    pub select: Select,
    /// Selections whose rows follow, taken from left to right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unions: Vec<Union>,
    /// The first counts most; ties stay in document order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order_by: Vec<Order>,
    /// Most rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Rows left out at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
}

/// Written as [`QUERY_VERSION`]; any other number is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Version;

impl From<Version> for u8 {
    fn from(_: Version) -> u8 {
        QUERY_VERSION
    }
}

impl TryFrom<u8> for Version {
    type Error = String;

    fn try_from(version: u8) -> Result<Version, String> {
        match version {
            QUERY_VERSION => Ok(Version),
            other => Err(format!(
                "query of version {other}; this build reads version {QUERY_VERSION}"
            )),
        }
    }
}

/// A selection whose rows follow those before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Union {
    /// Rows that are there already are kept: `UNION ALL`.
    pub all: bool,
    /// What follows.
    pub select: Select,
}

/// Rows of relations, filtered, grouped, and what is taken of each.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// Equal rows count once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub distinct: bool,
    /// At least one.
    pub columns: Vec<Selected>,
    /// Without it there is one row, made of what subqueries give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Source>,
    /// Only with `from`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joins: Vec<Join>,
    /// `WHERE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<Expr>,
    /// Expressions, names given by this selection, or places in it from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group_by: Vec<Expr>,
    /// A condition on groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub having: Option<Expr>,
}

/// What a selection takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selected {
    /// `*`: all columns of all its relations.
    All,
    /// One value a row.
    One {
        /// How it is made.
        expr: Expr,
        /// `AS name`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

/// A relation by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Such as `ct_rate_pages.base_rates`, with `__by_rows` or `__long` behind
    /// for the other readings.
    pub relation: String,
    /// `AS alias`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
}

/// `JOIN relation ON condition`: pairs of rows that meet the condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// What is joined.
    pub source: Source,
    /// On columns of this relation and those before it.
    pub on: Expr,
}

/// A key of `ORDER BY`: an expression, a name given by the selection, or a
/// place in it from 1. Cells that hold nothing stand last either way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// By what.
    pub expr: Expr,
    /// The largest first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub descending: bool,
}

/// Something that has a value in each row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// A column, or what is known of a row: `row` (its place in the relation,
    /// from 1), `band` (the group headings above it), `total` (it sums up
    /// others), `page`. Where a column is called so, `_row` and so on.
    Column {
        /// Name or alias of its relation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// Its name.
        name: String,
    },
    /// A value.
    Literal(Literal),
    /// `-x`.
    Negate(Box<Expr>),
    /// `x + y`.
    Arithmetic {
        /// Which of the four.
        op: ArithmeticOp,
        /// What comes first.
        left: Box<Expr>,
        /// What comes second.
        right: Box<Expr>,
    },
    /// `x = y`.
    Compare {
        /// How.
        op: CompareOp,
        /// What comes first.
        left: Box<Expr>,
        /// What comes second.
        right: Box<Expr>,
    },
    /// `x BETWEEN low AND high`, both ends included.
    Between {
        /// What is tested.
        value: Box<Expr>,
        /// The least.
        low: Box<Expr>,
        /// The most.
        high: Box<Expr>,
    },
    /// `x IN (a, b)`.
    In {
        /// What is tested.
        value: Box<Expr>,
        /// At least one.
        list: Vec<Expr>,
    },
    /// `x IN (SELECT …)`.
    InQuery {
        /// What is tested.
        value: Box<Expr>,
        /// Of one column.
        query: Box<Query>,
    },
    /// `x IS EMPTY`: nothing is written, or a dash.
    IsEmpty(Box<Expr>),
    /// `NOT x`.
    Not(Box<Expr>),
    /// All hold; at least two.
    And(Vec<Expr>),
    /// One holds; at least two.
    Or(Vec<Expr>),
    /// `SUM(x)`; `COUNT(*)` is of nothing.
    Aggregate {
        /// Which.
        function: AggregateFunction,
        /// Equal values count once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        distinct: bool,
        /// Of what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Box<Expr>>,
    },
    /// `ABS(x)`.
    Call {
        /// Which.
        function: Function,
        /// As many as it takes.
        arguments: Vec<Expr>,
    },
    /// `CASE WHEN … THEN … ELSE … END`.
    Case {
        /// At least one; the first that holds counts.
        branches: Vec<Branch>,
        /// Empty where it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Expr>>,
    },
    /// `LAG(x, n) OVER ()` and `LEAD`: the value some rows before or after, in
    /// document order, among the rows that `WHERE` leaves.
    Neighbor {
        /// Of what.
        of: Box<Expr>,
        /// Rows on; negative for rows back.
        rows: i32,
    },
    /// `(SELECT …)` of one column that gives one row, or none: empty.
    Query(Box<Query>),
}

/// `WHEN condition THEN value`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// When.
    pub condition: Expr,
    /// Then.
    pub value: Expr,
}

/// A value in a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Literal {
    /// `NULL`.
    Empty,
    /// `2.5`: beside a column it is read as the column's cells are, in the same
    /// unit and scale.
    Number(Decimal),
    /// `'text'`: beside numbers and dates it is read as a cell would be.
    Text(String),
    /// `DATE '2021-07-20'`, `DATE '2021-07'`, `DATE '2021'`.
    Date(Date),
    /// `TRUE`, `FALSE`.
    Truth(bool),
}

/// The four ways to count with two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// The ways to compare two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompareOp {
    /// `=`: texts without regard to case, accents and white space; codes exactly.
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `MATCHES`: `=`, or the same words in singular and plural.
    Matches,
    /// `LIKE`: `%` is any text, `_` any character; the rest as `=` does.
    Like,
}

/// What makes one value of many rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AggregateFunction {
    /// Rows, or cells that hold something; a dash holds nothing.
    Count,
    /// A dash is 0.
    Sum,
    /// Without cells that hold nothing or a dash.
    Avg,
    /// The smallest, earliest, first in the alphabet.
    Min,
    /// The largest, latest, last in the alphabet.
    Max,
}

/// What makes a value of values of the same row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Function {
    /// `ROUND(x)`, `ROUND(x, digits)`: half away from zero.
    Round,
    /// `ABS(x)`
    Abs,
    /// `YEAR(x)` of a date, or of a number or text that says a year.
    Year,
    /// `QUARTER(x)` of a quarter or a month, 1 to 4.
    Quarter,
    /// `MONTH(x)`: 1 to 12; empty for a quarter.
    Month,
    /// `DAY(x)`: 1 to 31.
    Day,
    /// `NUMBER(x)`, `NUMBER(x, n)`: the n-th number in a cell, from 1.
    Number,
    /// `BEFORE(x, '(')`: the text before a mark, all of it where the mark is not.
    Before,
}
