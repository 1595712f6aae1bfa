//! A query on its way, and the rows it goes over.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::key;
use crate::query::datum::Datum;
use crate::query::limits::Budget;
use crate::query::node::{Body, Prepared};
use crate::query::outcome::{Lineage, Output};

/// A query on its way.
pub(super) struct Machine<'a> {
    pub(super) prepared: &'a Prepared<'a>,
    /// Of the subqueries that have run.
    pub(super) tables: Vec<OnceCell<Table<'a>>>,
    /// Headings above the rows of each relation, joined, where a query asks.
    pub(super) bands: Vec<OnceCell<Vec<Cow<'a, str>>>>,
    pub(super) budget: Budget,
    pub(super) left_out: Cell<u64>,
    pub(super) divided_by_zero: Cell<bool>,
}

/// The rows of a query or subquery.
pub(super) struct Table<'a> {
    pub(super) rows: Vec<Vec<Output>>,
    pub(super) total: u64,
    pub(super) index: OnceCell<key::Index>,
    pub(super) body: &'a Body<'a>,
}

/// Rows of one or more relations side by side, as numbers of rows.
#[derive(Debug, Default)]
pub(super) struct Tuples {
    pub(super) width: usize,
    pub(super) rows: Vec<u32>,
    pub(super) len: usize,
}

impl Tuples {
    pub(super) fn at(&self, at: usize) -> &[u32] {
        let rest = at
            .checked_mul(self.width)
            .and_then(|start| self.rows.get(start..));
        rest.and_then(|rest| rest.get(..self.width))
            .unwrap_or_default()
    }
}

/// Where an expression is looked at: a row, with the group it stands for.
#[derive(Clone, Copy)]
pub(super) struct Row<'x, 'a> {
    pub(super) tuples: &'x Tuples,
    pub(super) at: usize,
    pub(super) group: Option<&'x Group<'a>>,
}

/// One row of the outcome before it is made: a row, or a group with its first row.
pub(super) struct Pick<'a> {
    pub(super) at: usize,
    pub(super) group: Option<Group<'a>>,
}

impl<'a> Pick<'a> {
    pub(super) fn row<'x>(&'x self, tuples: &'x Tuples) -> Row<'x, 'a> {
        Row {
            tuples,
            at: self.at,
            group: self.group.as_ref(),
        }
    }
}

/// The aggregates of a group, in order.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) values: Vec<(Datum<'a>, Lineage)>,
}
