//! Sets of rows, built from the bottom up.

mod order;

use std::collections::HashSet;

use text::table::TableKind;

use super::asked::Asked;
use super::form::{Forms, NONE, Op, RowForm, RowSet, RowsId, Test};
use super::hash;
use super::index::Prepared;
use crate::lexicon::Operator;

/// Most sets of rows.
const SETS_MAX: usize = 900;
/// Most pairs of tests that are joined.
const PAIRS_MAX: usize = 260;

/// Builds sets of rows for one question over one relation.
pub(super) struct RowBuilder<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) table: &'a Prepared,
    pub(super) forms: Forms,
    /// Steps left: each looks at one row.
    pub(super) steps: u64,
    seen: HashSet<RowForm>,
    may_be_none: bool,
}

impl<'a> RowBuilder<'a> {
    /// A builder that takes at most so many steps.
    pub(super) fn new(asked: &'a Asked<'a>, table: &'a Prepared, steps: u64) -> RowBuilder<'a> {
        RowBuilder {
            asked,
            table,
            forms: Forms::default(),
            steps,
            seen: HashSet::new(),
            may_be_none: asked.asks_at != Some(0) && asked.any(&[Operator::YesNo]),
        }
    }

    /// All sets of rows. The first is that of all rows.
    pub(super) fn build(&mut self) {
        self.forms.predicates = super::anchors::predicates(self.asked, self.table);
        let all: Vec<u32> = (0..self.table.rows)
            .filter(|row| !self.table.is_total(*row))
            .collect();
        self.add(RowForm::All, all, 0, Op::All.bit(), None, [NONE; 3]);
        if self.table.relation.kind == TableKind::Statements {
            self.statements();
            return;
        }
        let tests: Vec<RowsId> = (0..self.forms.predicates.len())
            .filter_map(|at| self.add_predicate(at))
            .collect();
        let mut plain = tests.clone();
        plain.extend(self.join(&tests));
        // Items of a list are told apart by their words and their order, by nothing else.
        if self.table.relation.kind != TableKind::Table {
            self.heads(&plain);
            return;
        }
        let mut filters = vec![0];
        filters.extend(&plain);
        let negated = self.negate(&tests);
        filters.extend(&negated);
        let heads = self.heads(&plain);
        filters.extend(&heads);
        let steps = self.neighbours(&plain);
        let compared = self.compared(&plain);
        let mut narrowed = self.narrowed(&negated, &tests);
        narrowed.extend(self.narrowed(&steps, &tests));
        narrowed.extend(self.narrowed(&compared, &tests));
        filters.extend(&compared);
        filters.extend(&narrowed);
        let best = self.extremes(&filters);
        self.neighbours(&best);
        self.extremes(&steps);
    }

    /// Each statement that has a word of the question, those with most of them first.
    fn statements(&mut self) {
        let mut masks = vec![0_u64; self.table.rows as usize];
        for (at, token) in self.asked.question.tokens[..self.asked.length]
            .iter()
            .enumerate()
        {
            if self.asked.stops & (1 << at) != 0 {
                continue;
            }
            let word = hash::join(0, hash::of_text(&token.stem));
            for posting in self.table.met(word) {
                for row in self.table.rows_of(posting.column, posting.text) {
                    masks[row as usize] |= 1 << at;
                }
            }
        }
        let mut order: Vec<(u32, u64)> = (0..).zip(masks).filter(|one| one.1 != 0).collect();
        order.sort_by_key(|(row, mask)| (std::cmp::Reverse(mask.count_ones()), *row));
        for (row, mask) in order {
            let form = RowForm::Row(row);
            self.add(form, vec![row], mask, Op::Has.bit(), None, [NONE; 3]);
        }
    }

    /// Adds a set that is not empty and not there yet.
    fn add(
        &mut self,
        form: RowForm,
        rows: Vec<u32>,
        mask: u64,
        ops: u64,
        sorted_by: Option<u16>,
        predicates: [u16; 3],
    ) -> Option<RowsId> {
        self.steps = self.steps.saturating_sub(rows.len() as u64 + 1);
        let full = self.forms.rows.len() >= SETS_MAX || self.steps == 0;
        let first = self.forms.rows.is_empty();
        // Whether there are such rows may be the question.
        let none = rows.is_empty() && !(self.may_be_none && matches!(form, RowForm::And(..)));
        if !first && (full || none || !self.seen.insert(form)) {
            return None;
        }
        self.forms.rows.push(RowSet {
            form,
            rows,
            mask,
            ops,
            sorted_by,
            predicates,
        });
        RowsId::try_from(self.forms.rows.len() - 1).ok()
    }

    fn add_predicate(&mut self, at: usize) -> Option<RowsId> {
        let one = &self.forms.predicates[at];
        let mask = Asked::mask(one.span.0.into(), one.span.1.into());
        let (rows, op) = (one.rows.clone(), one.test.op().bit());
        let id = u16::try_from(at).ok()?;
        self.add(RowForm::Pred(id), rows, mask, op, None, [id, NONE, NONE])
    }

    /// A set made of another by a form of one operand.
    fn derive(
        &mut self,
        form: RowForm,
        of: RowsId,
        op: Op,
        rows: Vec<u32>,
        sorted_by: Option<u16>,
    ) -> Option<RowsId> {
        let set = &self.forms.rows[usize::from(of)];
        let (mask, ops, predicates) = (set.mask, set.ops | op.bit(), set.predicates);
        self.add(form, rows, mask, ops, sorted_by, predicates)
    }

    fn set(&self, id: RowsId) -> &RowSet {
        &self.forms.rows[usize::from(id)]
    }

    /// Two or three tests at once; one or the other.
    fn join(&mut self, tests: &[RowsId]) -> Vec<RowsId> {
        let mut found = Vec::new();
        let mut either = Vec::new();
        for (at, a) in tests.iter().enumerate() {
            for b in &tests[at + 1..] {
                if found.len() + either.len() >= PAIRS_MAX || self.steps == 0 {
                    break;
                }
                either.extend(self.or(*a, *b));
                found.extend(self.and(*a, *b));
            }
        }
        let pairs = found.clone();
        for a in pairs.iter().take(40) {
            for b in tests {
                let last = self.set(*a).predicates[1];
                if self.set(*b).predicates[0] > last && found.len() < PAIRS_MAX {
                    found.extend(self.and(*a, *b));
                }
            }
        }
        let twos = either.clone();
        for a in twos.iter().take(12) {
            for b in tests.iter().take(20) {
                let last = self.set(*a).predicates[1];
                if self.set(*b).predicates[0] > last && either.len() < PAIRS_MAX {
                    either.extend(self.or(*a, *b));
                }
                either.extend(self.and(*a, *b));
            }
        }
        found.extend(either);
        found
    }

    fn joined(&self, a: RowsId, b: RowsId) -> [u16; 3] {
        let mut all = [NONE; 3];
        let both = [self.set(a).predicates, self.set(b).predicates];
        let listed = both.iter().flatten().filter(|one| **one != NONE);
        for (place, one) in all.iter_mut().zip(listed) {
            *place = *one;
        }
        all
    }

    fn and(&mut self, a: RowsId, b: RowsId) -> Option<RowsId> {
        let (one, other) = (self.set(a), self.set(b));
        let same = self.column_of(a).is_some() && self.column_of(a) == self.column_of(b);
        let is_word = |set: &RowSet| set.ops & (Op::Is.bit() | Op::Band.bit()) != 0;
        if one.mask & other.mask != 0 || same && (is_word(one) || is_word(other)) {
            return None;
        }
        let rows = intersection(&one.rows, &other.rows);
        if rows.len() == one.rows.len().min(other.rows.len()) && rows.len() > 1 && same {
            return None;
        }
        let (mask, ops) = (one.mask | other.mask, one.ops | other.ops | Op::And.bit());
        let predicates = self.joined(a, b);
        self.add(RowForm::And(a, b), rows, mask, ops, None, predicates)
    }

    fn or(&mut self, a: RowsId, b: RowsId) -> Option<RowsId> {
        use Operator::{Between, Both, Compare, Difference, Or, Sum};
        let (one, other) = (self.set(a), self.set(b));
        let same = self.column_of(a) == self.column_of(b) && self.column_of(a).is_some();
        let asked = self
            .asked
            .any(&[Or, Both, Between, Compare, Difference, Sum]);
        if one.mask & other.mask != 0 || !same || !asked {
            return None;
        }
        let mut rows: Vec<u32> = one.rows.iter().chain(&other.rows).copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let (mask, ops) = (one.mask | other.mask, one.ops | other.ops | Op::Or.bit());
        let predicates = self.joined(a, b);
        self.add(RowForm::Or(a, b), rows, mask, ops, None, predicates)
    }

    /// The column that a set's first test is on.
    fn column_of(&self, id: RowsId) -> Option<u16> {
        let first = self.set(id).predicates[0];
        self.forms.predicates.get(usize::from(first))?.column
    }

    fn negate(&mut self, tests: &[RowsId]) -> Vec<RowsId> {
        if !self
            .asked
            .any(&[Operator::Not, Operator::Distinct, Operator::Compare])
        {
            return Vec::new();
        }
        let mut found = Vec::new();
        // A mark was turned already.
        let marked = |id: &&RowsId| {
            let first = usize::from(self.set(**id).predicates[0]);
            matches!(self.forms.predicates[first].test, Test::Marked(_))
        };
        let tests: Vec<RowsId> = tests.iter().filter(|id| !marked(id)).copied().collect();
        for id in tests.iter().take(24) {
            let rows = difference(&self.forms.rows[0].rows, &self.set(*id).rows);
            found.extend(self.derive(RowForm::Not(*id), *id, Op::Not, rows, None));
        }
        found
    }

    /// Rows beside another that pass a test too.
    fn narrowed(&mut self, of: &[RowsId], tests: &[RowsId]) -> Vec<RowsId> {
        let mut found = Vec::new();
        for a in of.iter().take(40) {
            for b in tests.iter().take(20) {
                found.extend(self.and(*a, *b));
            }
        }
        found
    }
}

fn intersection(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let both = short.iter().filter(|row| long.binary_search(row).is_ok());
    both.copied().collect()
}

fn difference(all: &[u32], without: &[u32]) -> Vec<u32> {
    let left = all.iter().filter(|row| without.binary_search(row).is_err());
    left.copied().collect()
}
