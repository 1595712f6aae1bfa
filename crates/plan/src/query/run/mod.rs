//! Runs a checked query.
//!
//! Rows are numbers of rows, one for each relation of a selection; cells are
//! looked at where they stand. Subqueries run first, once: none depends on the
//! row around it. Everything goes in document order, so that an outcome is the
//! same each time.

mod cell;
mod eval;
mod group;
mod join;
mod key;
mod machine;
mod output;
mod text;
mod trace;

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

use super::QueryError;
use super::limits::Budget;
use super::node::{Arm, Body, Node, Prepared};
use super::outcome::{Outcome, OutcomeColumn, Output};
use super::source::Relations;
use super::{Limits, Query, prepare};
use ::text::table::Unit;
use key::{Key, SortKey, by_keys};
use machine::{Machine, Pick, Row, Table, Tuples};

/// Checks a query and runs it.
///
/// # Errors
/// As [`prepare`] and [`Prepared::run`].
pub fn run(
    query: &Query,
    relations: &(impl Relations + ?Sized),
    limits: &Limits,
) -> Result<Outcome, QueryError> {
    prepare(query, relations, limits)?.run()
}

impl Prepared<'_> {
    /// Runs the query.
    ///
    /// # Errors
    /// Where numbers of cells have units that do not meet or too many digits, a
    /// subquery gives several rows, or the budget is spent.
    pub fn run(&self) -> Result<Outcome, QueryError> {
        let machine = Machine {
            prepared: self,
            tables: self.bodies.iter().map(|_| OnceCell::new()).collect(),
            bands: self.relations.iter().map(|_| OnceCell::new()).collect(),
            budget: Budget::new(self.limits),
            left_out: Cell::new(0),
            divided_by_zero: Cell::new(false),
        };
        machine.outcome()
    }
}

impl<'a> Machine<'a> {
    fn outcome(&'a self) -> Result<Outcome, QueryError> {
        let Some((last, subqueries)) = self.prepared.bodies.split_last() else {
            return Err(QueryError::Form("the query is empty".to_owned()));
        };
        for (body, table) in subqueries.iter().zip(&self.tables) {
            let ready = self.table(body, usize::MAX)?;
            // Each is set once: the lists are of one length.
            let _ = table.set(ready);
        }
        let table = self.table(last, self.prepared.limits.rows)?;
        let relations = self.prepared.relations.iter();
        Ok(Outcome {
            columns: columns(last, &table.rows),
            rows: table.rows,
            rows_total: table.total,
            relations: relations.map(|relation| relation.name.clone()).collect(),
            left_out: self.left_out.get(),
            divided_by_zero: self.divided_by_zero.get(),
            steps: self.budget.steps(),
        })
    }

    fn table(&'a self, body: &'a Body<'a>, rows_max: usize) -> Result<Table<'a>, QueryError> {
        let (rows, total) = match body.arms.as_slice() {
            [(_, arm)] => self.arm(body, arm, (body.offset, body.limit), rows_max)?,
            _ => self.union(body, rows_max)?,
        };
        Ok(Table {
            rows,
            total,
            index: OnceCell::new(),
            body,
        })
    }

    /// Rows of all selections, one after the other.
    fn union(&'a self, body: &'a Body<'a>, rows_max: usize) -> Result<Made, QueryError> {
        let mut rows: Vec<Vec<Output>> = Vec::new();
        for (all, arm) in &body.arms {
            let (more, _) = self.arm(body, arm, (0, None), usize::MAX)?;
            rows.extend(more);
            if !all {
                self.keep_first(body, &mut rows)?;
            }
        }
        let keys = |row: &Vec<Output>| -> Result<Vec<SortKey>, QueryError> {
            let key = |(column, _): &(usize, bool)| {
                self.budget.step(1)?;
                Ok(SortKey::of(&output::datum(
                    &row[*column],
                    body.heads[*column].kind,
                )))
            };
            body.order.iter().map(key).collect()
        };
        let mut keyed: Vec<(Vec<SortKey>, Vec<Output>)> = Vec::with_capacity(rows.len());
        for row in rows {
            keyed.push((keys(&row)?, row));
        }
        let descending: Vec<bool> = body.order.iter().map(|(_, down)| *down).collect();
        keyed.sort_by(|one, two| by_keys(&one.0, &two.0, &descending));
        let (from, to) = window(keyed.len(), body.offset, body.limit);
        let rows: Vec<Vec<Output>> = keyed
            .drain(from..to)
            .take(rows_max)
            .map(|(_, row)| row)
            .collect();
        Ok((rows, (to - from) as u64))
    }

    /// Leaves the first of equal rows.
    fn keep_first(&self, body: &Body<'_>, rows: &mut Vec<Vec<Output>>) -> Result<(), QueryError> {
        let mut seen: HashSet<Vec<Key>> = HashSet::new();
        let mut kept = Vec::with_capacity(rows.len());
        for row in rows.drain(..) {
            let mut key = Vec::with_capacity(row.len());
            for (output, head) in row.iter().zip(&body.heads) {
                self.budget.step(1)?;
                key.push(Key::of(&output::datum(output, head.kind)));
            }
            if seen.insert(key) {
                kept.push(row);
            }
        }
        *rows = kept;
        Ok(())
    }

    /// The rows of one selection, ordered and cut, and how many there are.
    fn arm(
        &'a self,
        body: &'a Body<'a>,
        arm: &'a Arm<'a>,
        (offset, limit): (u64, Option<u64>),
        rows_max: usize,
    ) -> Result<Made, QueryError> {
        let tuples = self.rows(arm)?;
        let mut picks = self.picks(arm, &tuples)?;
        if arm.distinct {
            self.distinct(arm, &tuples, &mut picks)?;
        }
        if !arm.order.is_empty() {
            self.sort(arm, &tuples, &mut picks)?;
        }
        let (from, to) = window(picks.len(), offset, limit);
        let mut rows = Vec::new();
        for pick in picks[from..to].iter().take(rows_max) {
            let row = pick.row(&tuples);
            let outputs = arm.columns.iter().zip(&body.heads);
            let made: Result<Vec<Output>, QueryError> = outputs
                .map(|(node, head)| self.output(node, &row, head))
                .collect();
            rows.push(made?);
        }
        Ok((rows, (to - from) as u64))
    }

    /// Rows that the condition leaves, or groups of them that theirs leaves.
    fn picks(&'a self, arm: &'a Arm<'a>, tuples: &Tuples) -> Result<Vec<Pick<'a>>, QueryError> {
        if arm.groups.is_some() {
            return self.groups(arm, tuples);
        }
        self.budget.take(tuples.len * size_of::<Pick<'_>>())?;
        Ok((0..tuples.len).map(|at| Pick { at, group: None }).collect())
    }

    fn distinct(
        &'a self,
        arm: &'a Arm<'a>,
        tuples: &Tuples,
        picks: &mut Vec<Pick<'a>>,
    ) -> Result<(), QueryError> {
        let mut seen: HashSet<Vec<Key>> = HashSet::new();
        let mut kept = Vec::new();
        for pick in picks.drain(..) {
            let key = self.keys(&arm.columns, &pick.row(tuples))?;
            if seen.insert(key) {
                kept.push(pick);
            }
        }
        *picks = kept;
        Ok(())
    }

    /// Values as they are told apart.
    fn keys(&'a self, nodes: &'a [Node<'a>], row: &Row<'_, 'a>) -> Result<Vec<Key>, QueryError> {
        let mut keys = Vec::with_capacity(nodes.len());
        for node in nodes {
            let key = Key::of(&self.eval(node, row)?);
            self.budget.take(key.bytes())?;
            keys.push(key);
        }
        Ok(keys)
    }

    fn sort(
        &'a self,
        arm: &'a Arm<'a>,
        tuples: &Tuples,
        picks: &mut Vec<Pick<'a>>,
    ) -> Result<(), QueryError> {
        let mut keyed = Vec::with_capacity(picks.len());
        for pick in picks.drain(..) {
            let row = pick.row(tuples);
            let mut keys = Vec::with_capacity(arm.order.len());
            for (node, _) in &arm.order {
                let key = SortKey::of(&self.eval(node, &row)?);
                self.budget.take(key.bytes())?;
                keys.push(key);
            }
            keyed.push((keys, pick));
        }
        let descending: Vec<bool> = arm.order.iter().map(|(_, down)| *down).collect();
        keyed.sort_by(|one, two| by_keys(&one.0, &two.0, &descending));
        picks.extend(keyed.into_iter().map(|(_, pick)| pick));
        Ok(())
    }
}

/// Rows of outputs, and how many there are with those that were not made.
type Made = (Vec<Vec<Output>>, u64);

/// First row and the one past the last.
fn window(rows: usize, offset: u64, limit: Option<u64>) -> (usize, usize) {
    let from = usize::try_from(offset).unwrap_or(usize::MAX).min(rows);
    let most = limit.and_then(|limit| usize::try_from(limit).ok());
    let to = from.saturating_add(most.unwrap_or(usize::MAX)).min(rows);
    (from, to)
}

/// Columns with the unit and scale that their values share.
fn columns(body: &Body<'_>, rows: &[Vec<Output>]) -> Vec<OutcomeColumn> {
    let column = |(at, head): (usize, &super::node::Head)| {
        let mut shared = None;
        for output in rows.iter().map(|row| &row[at]) {
            if output.number.is_none() {
                continue;
            }
            let said = (output.unit, output.scale);
            shared = match shared {
                None => Some(said),
                Some(other) if other == said => shared,
                Some((unit, scale)) => Some((
                    if unit == said.0 { unit } else { Unit::NONE },
                    if scale == said.1 { scale } else { 0 },
                )),
            };
        }
        let (unit, scale) = shared.unwrap_or((head.measure.unit, 0));
        OutcomeColumn {
            name: head.name.clone(),
            kind: head.kind,
            unit,
            scale,
        }
    };
    body.heads.iter().enumerate().map(column).collect()
}
