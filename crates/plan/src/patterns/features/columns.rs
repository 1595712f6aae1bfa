//! What speaks for a column in a role.

use super::super::form::{Built, Form};
use super::super::{hash, near, vocabulary};
use super::{Scene, tenths};
use crate::lexicon::Operator;

/// Words of a name that is learned word by word.
pub(super) const NAME_WORDS_MAX: usize = 4;

/// What a column is used for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Role {
    Given = 1,
    Folded,
    Sorted,
    Paired,
}

impl Scene<'_> {
    /// The columns of a candidate and what they are for.
    pub(super) fn columns(&self, one: &Built) -> Vec<(Role, u16)> {
        let mut found = Vec::with_capacity(4);
        let mut sets = Vec::with_capacity(2);
        match one.form {
            Form::Project(rows, column, _) => {
                found.push((Role::Given, column));
                sets.push(rows);
            }
            Form::Count(rows) | Form::Exists(rows) => sets.push(rows),
            Form::Fold(_, rows, column) => {
                found.push((Role::Folded, column));
                sets.push(rows);
            }
            Form::Cells(_, a, b) => {
                found.push((Role::Paired, a.1));
                if b.1 != a.1 {
                    found.push((Role::Paired, b.1));
                }
                sets.extend([a.0, b.0]);
            }
            Form::ShareOf(row, column, _) => {
                found.push((Role::Paired, column));
                sets.push(row);
            }
            Form::Counts(_, a, b) => sets.extend([a, b]),
            Form::Larger(row, a, b) | Form::Smaller(row, a, b) => {
                found.extend([(Role::Paired, a), (Role::Paired, b)]);
                sets.push(row);
            }
        }
        for set in sets {
            if let Some(column) = self.forms.rows[usize::from(set)].sorted_by {
                found.push((Role::Sorted, column));
            }
        }
        found
    }

    pub(super) fn column(&self, role: Role, column: u16, out: &mut Vec<u64>) {
        let role = role as u64;
        let met = &self.names[usize::from(column)];
        let index = &self.table.columns[usize::from(column)];
        let (bucket, rank) = (u64::from(met.bucket), u64::from(met.rank.min(4)));
        let shape = index.shape.map_or(9, |shape| shape as u64);
        out.push(hash::of(&[21, role, bucket]));
        out.push(hash::of(&[22, role, rank]));
        out.push(hash::of(&[23, role, bucket, rank.min(1)]));
        out.push(hash::of(&[24, role, shape]));
        out.push(hash::of(&[25, role, shape, self.phrases.asks]));
        out.push(hash::of(&[
            26,
            role,
            self.after_question_word(met.mask),
            bucket.min(2),
        ]));
        out.push(hash::of(&[27, role, self.by_superlative(met.mask)]));
        out.push(hash::of(&[34, role, self.by_superlative(met.mask), bucket]));
        let place = match usize::from(column) {
            0 => 0,
            at if at + 1 == self.table.columns.len() => 2,
            _ => 1,
        };
        out.push(hash::of(&[
            28,
            role,
            place,
            u64::from(index.distinct == index.cells.len()),
        ]));
        out.push(hash::of(&[29, role, place, bucket.min(1), shape]));
        for said in &self.asked.operators {
            out.push(hash::of(&[35, role, shape, *said as u64]));
        }
        for word in &self.phrases.words {
            out.push(hash::of(&[30, role, shape, *word]));
        }
        for k in 1..=self.weighs(met.mask) {
            out.push(hash::of(&[36, role, k]));
            out.push(hash::of(&[37, role, k, bucket]));
        }
        // Words of a phrase say little each, and many together would outweigh all else.
        let name = Some(&index.name).filter(|name| name.len() <= NAME_WORDS_MAX);
        for stem in name.into_iter().flatten() {
            let Some(stem) = self.vocabulary.known(vocabulary::header(stem)) else {
                continue;
            };
            out.push(hash::of(&[31, role, stem]));
            out.push(hash::of(&[32, role, stem, self.phrases.asks]));
            for word in &self.phrases.words {
                out.push(hash::of(&[33, role, stem, *word]));
            }
        }
    }

    /// What some tokens weigh of all content, in tenths.
    pub(super) fn weighs(&self, mask: u64) -> u64 {
        let whole = near::sum(self.weights, self.asked.content).max(f64::MIN_POSITIVE);
        tenths(near::sum(self.weights, mask) / whole)
    }

    /// Tokens between the question word and a name, bucketed.
    pub(super) fn after_question_word(&self, mask: u64) -> u64 {
        match (self.asked.asks_at, mask) {
            (_, 0) => 9,
            (None, _) => 8,
            (Some(at), mask) => {
                let first = mask.trailing_zeros() as usize;
                first.checked_sub(at).map_or(7, |apart| apart.min(5) as u64)
            }
        }
    }

    /// Whether an operator of order stands just before, or just behind, a name.
    pub(super) fn by_superlative(&self, mask: u64) -> u64 {
        use Operator::{First, Last, Least, Less, More, Most};
        let orders = self.asked.question.operators.iter().filter(|one| {
            matches!(one.operator, First | Last | Least | Less | More | Most)
                && one.tokens.end <= self.asked.length
        });
        let mut found = 0;
        for one in orders {
            let before = one.tokens.end;
            if (before..before + 3).any(|at| at < 64 && mask & (1 << at) != 0) {
                found |= 1;
            }
            if (1..=2).any(|back| {
                let at = one.tokens.start.checked_sub(back);
                at.is_some_and(|at| mask & (1 << at) != 0)
            }) {
                found |= 2;
            }
        }
        found
    }
}
