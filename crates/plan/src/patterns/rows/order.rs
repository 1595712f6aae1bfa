//! Sets of rows by order: first, next, most, more than another.

use super::super::asked::Asked;
use super::super::form::{Op, RowForm, RowsId, Test};
use super::super::index::Shape;
use super::RowBuilder;
use crate::lexicon::Operator;

impl RowBuilder<'_> {
    /// So many of the first, of the last: `the first 5 games`.
    pub(super) fn heads(&mut self, of: &[RowsId]) -> Vec<RowsId> {
        use Operator::{First, Last, Most};
        let asked = self.asked;
        let mut found = Vec::new();
        for mention in &asked.question.numbers {
            let behind = |one: &&crate::lexicon::OperatorMention| {
                one.tokens.end == mention.tokens.start
                    && matches!(one.operator, First | Last | Most)
            };
            let said = asked.question.operators.iter().find(behind);
            let (Some(said), Ok(count)) = (said, u8::try_from(mention.number.value)) else {
                continue;
            };
            let mask = Asked::mask(mention.tokens.start, mention.tokens.end);
            for id in std::iter::once(&0).chain(of).take(20) {
                found.extend(self.head(*id, count, said.operator == Last, mask));
            }
        }
        found
    }

    fn head(&mut self, id: RowsId, count: u8, last: bool, mask: u64) -> Option<RowsId> {
        let set = self.set(id);
        let most = usize::from(count);
        if most < 2 || set.rows.len() <= most || set.mask & mask != 0 {
            return None;
        }
        let (form, op, rows) = match last {
            true => (
                RowForm::Tail(id, count),
                Op::Tail,
                set.rows[set.rows.len() - most..].to_vec(),
            ),
            false => (
                RowForm::Head(id, count),
                Op::Head,
                set.rows[..most].to_vec(),
            ),
        };
        let (mask, ops, predicates) = (set.mask | mask, set.ops | op.bit(), set.predicates);
        self.add(form, rows, mask, ops, None, predicates)
    }

    fn without_totals(&self, rows: std::ops::Range<u32>) -> Vec<u32> {
        rows.filter(|row| !self.table.is_total(*row)).collect()
    }

    /// Rows with more, less or the same in a column as one row.
    pub(super) fn compared(&mut self, of: &[RowsId]) -> Vec<RowsId> {
        use Operator::{After, Before, Compare, First, Last, Less, More, Same};
        let more = self.asked.any(&[More, After, Compare]);
        let less = self.asked.any(&[Less, Before, Compare]);
        let same = self.asked.any(&[Same, Compare]);
        let years = self.asked.any(&[
            Operator::Average,
            Operator::Change,
            Operator::Difference,
            First,
            Last,
        ]);
        let mut found = Vec::new();
        for id in of.iter().take(30) {
            let [row] = self.set(*id).rows[..] else {
                continue;
            };
            for column in 0..self.table.columns.len().min(40) {
                let Ok(column) = u16::try_from(column) else {
                    continue;
                };
                if more {
                    found.extend(self.compare(*id, row, column, Op::MoreThan));
                }
                if less {
                    found.extend(self.compare(*id, row, column, Op::LessThan));
                }
                if same {
                    found.extend(self.compare(*id, row, column, Op::SameAs));
                }
                if years {
                    self.year_before(*id, row, column);
                }
            }
        }
        found
    }

    fn compare(&mut self, id: RowsId, row: u32, column: u16, op: Op) -> Option<RowsId> {
        let index = &self.table.columns[usize::from(column)];
        let own = index.keys[row as usize];
        let text = self.table.cell(row, column).key;
        self.steps = self.steps.saturating_sub(u64::from(self.table.rows));
        if self.steps == 0 || op != Op::SameAs && !index.sortable {
            return None;
        }
        let passes = |other: u32| match op {
            Op::MoreThan => index.keys[other as usize] > own,
            Op::LessThan => index.keys[other as usize] < own,
            _ => other != row && self.table.cell(other, column).key == text,
        };
        let all = &self.forms.rows[0].rows;
        let rows = all.iter().copied().filter(|other| passes(*other)).collect();
        let form = match op {
            Op::MoreThan => RowForm::MoreThan(id, column),
            Op::LessThan => RowForm::LessThan(id, column),
            _ => RowForm::SameAs(id, column),
        };
        self.derive(form, id, op, rows, Some(column))
    }

    fn year_before(&mut self, id: RowsId, row: u32, column: u16) -> Option<RowsId> {
        let index = &self.table.columns[usize::from(column)];
        if !matches!(index.shape, Some(Shape::Year | Shape::Date)) || self.table.rows > 200 {
            return None;
        }
        let year = self.table.cell(row, column).year?;
        let before = |other: &u32| self.table.cell(*other, column).year == Some(year - 1);
        let rows: Vec<u32> = (0..self.table.rows).filter(before).collect();
        let one = rows.len() == 1;
        let form = RowForm::YearBefore(id, column);
        one.then(|| self.derive(form, id, Op::YearBefore, rows, Some(column)))?
    }

    /// First and last of a set; those with the most and the least in a column.
    pub(super) fn extremes(&mut self, of: &[RowsId]) -> Vec<RowsId> {
        use Operator::{AtLeast, AtMost, First, Last, Least, Less, More, Most, Next, Previous};
        let first = self.asked.any(&[First, Next, Least]);
        let last = self.asked.any(&[Last, Previous, Most]);
        let high = self.asked.any(&[Most, More, Last, AtLeast, AtMost]);
        let low = self.asked.any(&[Least, Less, First, AtLeast]);
        let mut found = Vec::new();
        for id in of.iter().take(250) {
            let rows = self.set(*id).rows.clone();
            let (Some(head), Some(tail)) = (rows.first(), rows.last()) else {
                continue;
            };
            if rows.len() < 2 {
                continue;
            }
            if first {
                found.extend(self.derive(RowForm::First(*id), *id, Op::First, vec![*head], None));
            }
            if last {
                found.extend(self.derive(RowForm::Last(*id), *id, Op::Last, vec![*tail], None));
            }
            for column in 0..self.table.columns.len().min(60) {
                let Ok(column) = u16::try_from(column) else {
                    continue;
                };
                if high {
                    found.extend(self.extreme(*id, &rows, column, true));
                }
                if low {
                    found.extend(self.extreme(*id, &rows, column, false));
                }
            }
        }
        found
    }

    fn extreme(&mut self, id: RowsId, rows: &[u32], column: u16, high: bool) -> Option<RowsId> {
        let index = &self.table.columns[usize::from(column)];
        self.steps = self.steps.saturating_sub(rows.len() as u64);
        if !index.sortable || self.steps == 0 || self.tests_by_value(id, column) {
            return None;
        }
        let keys = || rows.iter().map(|row| index.keys[*row as usize]);
        let best = keys()
            .filter(|key| !key.is_nan())
            .reduce(|a, b| match high {
                true => a.max(b),
                false => a.min(b),
            })?;
        let held = |row: &u32| index.keys[*row as usize].total_cmp(&best).is_eq();
        let kept: Vec<u32> = rows.iter().copied().filter(held).collect();
        if kept.len() == rows.len() {
            return None;
        }
        let (form, op) = match high {
            true => (RowForm::Highest(id, column), Op::Highest),
            false => (RowForm::Lowest(id, column), Op::Lowest),
        };
        self.derive(form, id, op, kept, Some(column))
    }

    /// Whether a set is one value of a column: nothing to choose there.
    fn tests_by_value(&self, id: RowsId, column: u16) -> bool {
        let set = self.set(id);
        let first = self.forms.predicates.get(usize::from(set.predicates[0]));
        matches!(set.form, RowForm::Pred(_))
            && first
                .is_some_and(|one| one.column == Some(column) && matches!(one.test, Test::Is(_)))
    }

    /// Rows next to, below and above others, in the order of the document.
    pub(super) fn neighbours(&mut self, of: &[RowsId]) -> Vec<RowsId> {
        use Operator::{After, Before, First, Last, Less, More, Next, Previous};
        let down = self.asked.any(&[Next, After, Less]);
        let up = self.asked.any(&[Previous, Before, More]);
        let ranges = self
            .asked
            .any(&[After, Before, First, Last, Next, Previous]);
        let mut found = Vec::new();
        for id in of.iter().take(60) {
            let rows = self.set(*id).rows.clone();
            if rows.len() > 3 {
                continue;
            }
            let (Some(first), Some(last)) = (rows.first().copied(), rows.last().copied()) else {
                continue;
            };
            let end = self.table.rows;
            if down {
                let next = rows.iter().map(|row| row + 1).filter(|row| *row < end);
                let next = next.collect();
                found.extend(self.derive(RowForm::Next(*id), *id, Op::Next, next, None));
            }
            if up {
                let previous = rows.iter().filter_map(|row| row.checked_sub(1)).collect();
                let form = RowForm::Previous(*id);
                found.extend(self.derive(form, *id, Op::Previous, previous, None));
            }
            if ranges && down && end - last < 2_000 {
                let below = self.without_totals(last + 1..end);
                found.extend(self.derive(RowForm::Below(*id), *id, Op::Below, below, None));
            }
            if ranges && up && first < 2_000 {
                let above = self.without_totals(0..first);
                found.extend(self.derive(RowForm::Above(*id), *id, Op::Above, above, None));
            }
        }
        found
    }
}
