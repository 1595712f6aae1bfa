//! What speaks for a condition on rows.

use std::collections::BTreeSet;

use super::super::asked::Asked;
use super::super::form::{Built, NONE, Test};
use super::super::{hash, vocabulary};
use super::columns::NAME_WORDS_MAX;
use super::{Scene, sets_of, size};

impl Scene<'_> {
    /// The tests of a candidate.
    pub(super) fn tests(&self, one: &Built) -> BTreeSet<u16> {
        let sets = sets_of(&one.form);
        let all = sets
            .into_iter()
            .flatten()
            .flat_map(|set| self.forms.rows[usize::from(set)].predicates);
        all.filter(|test| *test != NONE).collect()
    }

    pub(super) fn test(&self, at: u16, out: &mut Vec<u64>) {
        let test = &self.forms.predicates[usize::from(at)];
        let op = test.test.op() as u64;
        let (start, end) = (usize::from(test.span.0), usize::from(test.span.1));
        let length = (end - start).min(4) as u64;
        let rows = size(test.rows.len());
        let word = |at: Option<usize>| {
            at.and_then(|at| self.phrases.at.get(at))
                .copied()
                .unwrap_or(7)
        };
        let (before, behind) = (word(start.checked_sub(1)), word(Some(end)));
        let met = test.column.map_or(8, |column| {
            u64::from(self.names[usize::from(column)].bucket)
        });
        let shape = test.column.map_or(8, |column| {
            self.table.columns[usize::from(column)]
                .shape
                .map_or(9, |shape| shape as u64)
        });
        let earlier = self.forms.predicates[..usize::from(at)]
            .iter()
            .filter(|other| other.span == test.span && other.test.op() == test.test.op())
            .count()
            .min(3) as u64;
        let stopped = Asked::mask(start, end) & self.asked.content == 0;
        out.push(hash::of(&[41, op]));
        out.push(hash::of(&[42, op, length]));
        out.push(hash::of(&[43, op, rows]));
        out.push(hash::of(&[44, op, before]));
        out.push(hash::of(&[45, op, behind]));
        out.push(hash::of(&[46, before, behind]));
        out.push(hash::of(&[47, op, met]));
        out.push(hash::of(&[48, op, shape, length]));
        out.push(hash::of(&[49, op, earlier]));
        out.push(hash::of(&[50, op, u64::from(stopped)]));
        out.push(hash::of(&[51, op, u64::from(test.column == Some(0)), rows]));
        out.push(hash::of(&[
            52,
            op,
            u64::from(self.exact.contains(&test.span)),
        ]));
        if let Test::Number(..) | Test::Between(..) = test.test {
            let share = test.rows.len() * 4 / (self.table.rows as usize).max(1);
            out.push(hash::of(&[53, op, share as u64]));
            out.push(hash::of(&[54, op, met, shape]));
        }
        let column = test
            .column
            .map(|column| &self.table.columns[usize::from(column)]);
        for k in 1..=self.weighs(Asked::mask(start, end)) {
            out.push(hash::of(&[59, op, k]));
        }
        let names = column.iter().map(|column| &column.name);
        let short = names.filter(|name| name.len() <= NAME_WORDS_MAX);
        for stem in short.flatten() {
            if let Some(stem) = self.vocabulary.known(vocabulary::header(stem)) {
                out.push(hash::of(&[55, op, stem]));
                out.push(hash::of(&[56, stem, before]));
                out.push(hash::of(&[57, stem, behind]));
                out.push(hash::of(&[58, stem, self.phrases.asks]));
            }
        }
    }
}
