//! Rows of a selection: relations, joined and filtered.

use super::key::{Bucket, Index};
use super::machine::{Machine, Row, Tuples};
use crate::query::QueryError;
use crate::query::node::{Arm, JoinKey, Step};

impl<'a> Machine<'a> {
    /// Rows that `WHERE` leaves, in document order.
    pub(super) fn rows(&'a self, arm: &'a Arm<'a>) -> Result<Tuples, QueryError> {
        let mut tuples = match arm.from {
            None => Tuples {
                len: 1,
                ..Tuples::default()
            },
            Some(relation) => self.all(relation)?,
        };
        for step in &arm.joins {
            tuples = self.join(&tuples, step)?;
        }
        if let Some(filter) = &arm.filter {
            let mut kept = 0;
            for at in 0..tuples.len {
                if self.holds(filter, &tuples, at)? {
                    let width = tuples.width;
                    tuples
                        .rows
                        .copy_within(at * width..(at + 1) * width, kept * width);
                    kept += 1;
                }
            }
            tuples.len = kept;
            tuples.rows.truncate(kept * tuples.width);
        }
        Ok(tuples)
    }

    fn all(&self, relation: usize) -> Result<Tuples, QueryError> {
        let len = self.prepared.relations[relation].rows.len();
        self.budget.take(len * size_of::<u32>())?;
        let rows = (0..).take(len).collect();
        Ok(Tuples {
            width: 1,
            rows,
            len,
        })
    }

    fn join(&'a self, before: &Tuples, step: &'a Step<'a>) -> Result<Tuples, QueryError> {
        let added = self.all(step.relation)?;
        let index = if step.keys.is_empty() {
            self.bound_pairs(before.len, added.len)?;
            None
        } else {
            Some(self.index(&added, before.width, &step.keys)?)
        };
        let mut joined = Tuples {
            width: before.width + 1,
            ..Tuples::default()
        };
        for at in 0..before.len {
            let matched = match &index {
                None => added.rows.as_slice(),
                Some(index) => {
                    let row = Row {
                        tuples: before,
                        at,
                        group: None,
                    };
                    let key =
                        self.bucket(&row, step.keys.iter().map(|key| (&key.left, key.exact)))?;
                    let found = key.and_then(|key| index.get(&key));
                    found.map_or(&[][..], Vec::as_slice)
                }
            };
            for right in matched {
                joined.rows.extend_from_slice(before.at(at));
                joined.rows.push(*right);
                joined.len += 1;
                if self.holds(&step.on, &joined, joined.len - 1)? {
                    self.budget.take(joined.width * size_of::<u32>())?;
                } else {
                    joined.len -= 1;
                    joined.rows.truncate(joined.len * joined.width);
                }
            }
        }
        Ok(joined)
    }

    fn bound_pairs(&self, left: usize, right: usize) -> Result<(), QueryError> {
        let max = self.budget.limits().pairs_without_key;
        if left.saturating_mul(right) <= max {
            return Ok(());
        }
        Err(QueryError::NoKey { left, right, max })
    }

    /// Rows of the relation that is joined, by their keys.
    fn index(
        &'a self,
        added: &Tuples,
        slot: usize,
        keys: &'a [JoinKey<'a>],
    ) -> Result<Index, QueryError> {
        let mut index = Index::new();
        // Its cells are looked for at its place among the relations.
        let mut padded = Tuples {
            width: slot + 1,
            rows: vec![0; slot + 1],
            len: 1,
        };
        for row in &added.rows {
            padded.rows[slot] = *row;
            let here = Row {
                tuples: &padded,
                at: 0,
                group: None,
            };
            let key = self.bucket(&here, keys.iter().map(|key| (&key.right, key.exact)))?;
            if let Some(key) = key {
                self.budget
                    .take(key.len() * size_of::<Bucket>() + size_of::<u32>())?;
                index.entry(key).or_default().push(*row);
            }
        }
        Ok(index)
    }

    fn bucket(
        &'a self,
        row: &Row<'_, 'a>,
        keys: impl Iterator<Item = (&'a crate::query::node::Node<'a>, bool)>,
    ) -> Result<Option<Vec<Bucket>>, QueryError> {
        let mut buckets = Vec::new();
        for (node, exact) in keys {
            match Bucket::of(&self.eval(node, row)?, exact) {
                Some(bucket) => buckets.push(bucket),
                None => return Ok(None),
            }
        }
        Ok(Some(buckets))
    }
}
