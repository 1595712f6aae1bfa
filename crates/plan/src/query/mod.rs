//! The query language: a small SQL, a typed algebra behind it.
//!
//! Patterns, models and people say what they want of relations as a [`Query`];
//! [`parse`] reads one from SQL, printing gives it back. [`prepare`] checks it
//! against its [`Relations`]: names, types, units, bounds. [`run`] gives an
//! [`Outcome`] whose values carry the cells they came from.
//!
//! What differs from SQL elsewhere, since cells are what people wrote:
//! - Texts are equal without regard to case, accents and white space; codes
//!   exactly. A code is never counted with and has no size.
//! - Numbers know units and scales. `$` and `%` do not add up; millions and
//!   thousands do. A number in the query is read as the cells beside it are. A
//!   percentage is a number of percent: `base * rate / 100`.
//! - A dash is 0 in sums and differences and holds nothing elsewhere. What holds
//!   nothing is equal to nothing, stands last in any order and is `IS EMPTY`.
//!   Arithmetic with a cell that holds no number is empty, and so is a division
//!   by zero; the outcome says that one happened.
//! - Dates compare as far as both are said: July 2021 is in 2021.
//! - Order is the document's unless `ORDER BY` says otherwise, ties included.
//! - No subquery looks at the row around it, and `LAG` and `LEAD` go by document
//!   order among the rows that `WHERE` leaves.

mod algebra;
mod check;
mod compare;
mod datum;
mod error;
mod limits;
mod make;
mod measure;
mod node;
mod outcome;
mod parse;
mod print;
mod run;
mod source;
mod walk;

use check::types;

pub use algebra::{
    AggregateFunction, ArithmeticOp, Branch, CompareOp, Expr, Function, Join, Literal, Order,
    QUERY_VERSION, Query, Select, Selected, Source, Union, Version,
};
pub use check::prepare;
pub use error::QueryError;
pub use limits::Limits;
pub use node::Prepared;
pub use outcome::{CellRef, LINEAGE_MAX, Lineage, Outcome, OutcomeColumn, Output, ValueKind};
pub use parse::parse;
pub use print::written;
pub use run::run;
pub use source::{ColumnsUsed, Relations};

#[cfg(test)]
mod tests;
