//! Groups of rows, and the values that are made of many.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use text::table::Decimal;

use super::key::Key;
use super::machine::{Group, Machine, Pick, Row, Tuples};
use crate::query::QueryError;
use crate::query::algebra::AggregateFunction;
use crate::query::compare::order;
use crate::query::datum::{Amount, Datum, Held, Trouble};
use crate::query::node::{Aggregate, Arm, Node};
use crate::query::outcome::{CellRef, Lineage, ValueKind};
use crate::query::types::trouble;

impl<'a> Machine<'a> {
    /// Groups that `HAVING` leaves, in the order of their first rows. Without
    /// keys all rows are one group, also where there is none.
    pub(super) fn groups(
        &'a self,
        arm: &'a Arm<'a>,
        tuples: &Tuples,
    ) -> Result<Vec<Pick<'a>>, QueryError> {
        let joined = arm.joins.iter().map(|step| step.relation);
        let relations: Vec<usize> = arm.from.into_iter().chain(joined).collect();
        let mut picks = Vec::new();
        for rows in self.rows_of_groups(arm, tuples)? {
            let values: Result<Vec<_>, QueryError> = arm
                .aggregates
                .iter()
                .map(|aggregate| self.aggregate(aggregate, &relations, tuples, &rows))
                .collect();
            let group = Group { values: values? };
            self.budget.take(size_of::<Pick<'_>>())?;
            let pick = Pick {
                // Of no rows there is no first one: nothing looks at it.
                at: rows.first().map_or(usize::MAX, |row| *row as usize),
                group: Some(group),
            };
            let row = pick.row(tuples);
            let kept = match &arm.having {
                Some(having) => self.eval(having, &row)?.held == Held::Truth(true),
                None => true,
            };
            if kept {
                picks.push(pick);
            }
        }
        Ok(picks)
    }

    fn rows_of_groups(
        &'a self,
        arm: &'a Arm<'a>,
        tuples: &Tuples,
    ) -> Result<Vec<Vec<u32>>, QueryError> {
        let keys = arm.groups.as_deref().unwrap_or_default();
        self.budget.take(tuples.len * size_of::<u32>())?;
        if keys.is_empty() {
            return Ok(vec![(0..).take(tuples.len).collect()]);
        }
        let mut places: HashMap<Vec<Key>, usize> = HashMap::new();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for (at, number) in (0..tuples.len).zip(0..) {
            let row = Row {
                tuples,
                at,
                group: None,
            };
            let place = *places.entry(self.keys(keys, &row)?).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(number);
        }
        Ok(groups)
    }

    fn aggregate(
        &'a self,
        aggregate: &'a Aggregate<'a>,
        relations: &[usize],
        tuples: &Tuples,
        rows: &[u32],
    ) -> Result<(Datum<'a>, Lineage), QueryError> {
        let mut tally = Tally::default();
        let mut seen: HashSet<Key> = HashSet::new();
        for row in rows {
            let row = Row {
                tuples,
                at: *row as usize,
                group: None,
            };
            let Some(of) = &aggregate.of else {
                self.budget.step(1)?;
                tally.count += 1;
                self.trace_rows(relations, &row, &mut tally.lineage);
                continue;
            };
            let datum = self.eval(of, &row)?;
            if aggregate.distinct && !datum.is_empty() {
                let key = Key::of(&datum);
                self.budget.take(key.bytes())?;
                if !seen.insert(key) {
                    continue;
                }
            }
            let took = tally
                .take(aggregate, datum)
                .map_err(|found| trouble(found, aggregate.said.0))?;
            match took {
                Took::Added => self.trace_once(of, &row, &mut tally.lineage)?,
                Took::Best => {
                    tally.lineage = Lineage::default();
                    self.trace_once(of, &row, &mut tally.lineage)?;
                }
                Took::Nothing => {}
                Took::LeftOut => self.left_out.set(self.left_out.get() + 1),
            }
        }
        let lineage = std::mem::take(&mut tally.lineage);
        let datum = tally
            .result(aggregate.function)
            .ok_or_else(|| QueryError::Overflow(format!("`{}`", aggregate.said.0)))?;
        Ok((datum, lineage))
    }

    /// Adds the cells of a value in one row, each once.
    fn trace_once(
        &'a self,
        of: &'a Node<'a>,
        row: &Row<'_, 'a>,
        lineage: &mut Lineage,
    ) -> Result<(), QueryError> {
        if let Node::Cell { .. } = of {
            return self.trace(of, row, lineage);
        }
        let mut cells = Lineage::default();
        self.trace(of, row, &mut cells)?;
        lineage.extend(&cells.once());
        Ok(())
    }

    /// Adds the rows as such, one of each relation.
    fn trace_rows(&self, relations: &[usize], row: &Row<'_, 'a>, lineage: &mut Lineage) {
        for (relation, number) in relations.iter().zip(row.tuples.at(row.at)) {
            lineage.push(CellRef {
                relation: *relation,
                row: *number,
                column: None,
                span: self.row_span(*relation, *number),
            });
        }
    }
}

/// What became of a value.
enum Took {
    /// It counts beside those before.
    Added,
    /// It counts in place of those before.
    Best,
    /// It holds nothing, or no more than the best.
    Nothing,
    /// It is none of what is counted.
    LeftOut,
}

/// An aggregate on its way through the rows.
#[derive(Default)]
struct Tally<'a> {
    count: u64,
    sum: Option<Amount>,
    best: Option<Datum<'a>>,
    lineage: Lineage,
}

impl<'a> Tally<'a> {
    fn take(&mut self, aggregate: &Aggregate<'_>, datum: Datum<'a>) -> Result<Took, Trouble> {
        match aggregate.function {
            AggregateFunction::Count if datum.is_empty() => return Ok(Took::Nothing),
            AggregateFunction::Count => {}
            AggregateFunction::Sum | AggregateFunction::Avg => {
                let skips = aggregate.function == AggregateFunction::Avg;
                if datum.held == Held::Empty || skips && datum.held == Held::Dash {
                    return Ok(Took::Nothing);
                }
                let Some(amount) = datum.addend() else {
                    return Ok(Took::LeftOut);
                };
                self.sum = Some(match self.sum {
                    Some(sum) => sum.plus(amount, false)?,
                    None => amount,
                });
            }
            AggregateFunction::Min => return self.better(aggregate, datum, Ordering::Less),
            AggregateFunction::Max => return self.better(aggregate, datum, Ordering::Greater),
        }
        self.count += 1;
        Ok(Took::Added)
    }

    /// Keeps the first of the best values.
    fn better(
        &mut self,
        aggregate: &Aggregate<'_>,
        datum: Datum<'a>,
        wanted: Ordering,
    ) -> Result<Took, Trouble> {
        if datum.is_empty() {
            return Ok(Took::Nothing);
        }
        let fits = match aggregate.kind {
            ValueKind::Number => matches!(datum.held, Held::Number(_)),
            ValueKind::Date => matches!(datum.held, Held::Date(_)),
            ValueKind::Code | ValueKind::Text | ValueKind::Open | ValueKind::Truth => {
                !matches!(datum.held, Held::Truth(_))
            }
        };
        if !fits {
            return Ok(Took::LeftOut);
        }
        let is_text = |datum: &Datum<'_>| matches!(datum.held, Held::Code | Held::Text);
        let is_better = match &self.best {
            None => true,
            // Among texts a number is odd, also when it comes first.
            Some(best)
                if aggregate.kind == ValueKind::Text && is_text(&datum) && !is_text(best) =>
            {
                true
            }
            Some(best) => match order(&datum, best)? {
                Some(order) => order == wanted,
                None => return Ok(Took::LeftOut),
            },
        };
        if !is_better {
            return Ok(Took::Nothing);
        }
        self.best = Some(datum);
        Ok(Took::Best)
    }

    /// `None` when a number has too many digits.
    fn result(self, function: AggregateFunction) -> Option<Datum<'a>> {
        Some(match function {
            AggregateFunction::Count => Datum::count(self.count),
            AggregateFunction::Min | AggregateFunction::Max => self.best.unwrap_or(Datum::EMPTY),
            AggregateFunction::Sum => match self.sum {
                Some(sum) => Datum::number(sum.value, sum.measure),
                None => Datum::EMPTY,
            },
            AggregateFunction::Avg => match self.sum {
                Some(sum) => mean(sum, self.count)?,
                None => Datum::EMPTY,
            },
        })
    }
}

fn mean<'a>(sum: Amount, count: u64) -> Option<Datum<'a>> {
    let value = sum.value.checked_div(Decimal::from(count))?.normalize();
    Some(Datum::number(value, sum.measure))
}
