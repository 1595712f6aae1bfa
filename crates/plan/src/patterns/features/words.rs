//! What words say about operators, and which words nothing is made of.

use super::super::asked::Asked;
use super::super::hash;
use super::super::index::Shape;
use super::super::near;
use super::{Scene, parts, tenths};

impl Scene<'_> {
    pub(super) fn operator(&self, op: u64, out: &mut Vec<u64>) {
        let words = &self.phrases.words;
        out.push(hash::of(&[1, op]));
        out.push(hash::of(&[1, op, self.family]));
        for word in words {
            out.push(hash::of(&[2, op, *word]));
            out.push(hash::of(&[3, op, *word, self.family & 1]));
        }
        for pair in &self.phrases.pairs {
            out.push(hash::of(&[4, op, *pair]));
        }
        out.push(hash::of(&[5, op, self.phrases.asks]));
        for said in &self.asked.operators {
            out.push(hash::of(&[6, op, *said as u64]));
        }
    }

    pub(super) fn operators(&self, ops: u64, out: &mut Vec<u64>) {
        let counted = self.counted();
        out.push(hash::of(&[113, ops, counted]));
        out.push(hash::of(&[113, ops, counted, self.family]));
        out.push(hash::of(&[11, ops]));
        out.push(hash::of(&[11, ops, self.family]));
        out.push(hash::of(&[12, ops, self.phrases.asks]));
        for word in &self.phrases.words {
            out.push(hash::of(&[13, ops, *word]));
        }
        for said in &self.asked.operators {
            out.push(hash::of(&[14, ops, *said as u64]));
        }
    }

    /// Where the thing stands that is counted: the first word with content behind the
    /// question word. `how many stores` counts rows of stores, and reads a column of stores.
    fn counted(&self) -> u64 {
        let Some(asks) = self.asked.asks_at else {
            return 0;
        };
        let content = self.asked.content;
        let Some(at) = (asks + 1..self.asked.length).find(|at| content & (1 << at) != 0) else {
            return 1;
        };
        let bit = 1 << at;
        let named = |number: bool| {
            let columns = self.table.columns.iter().zip(self.names);
            let mut of_shape = columns.filter(|(column, _)| {
                matches!(column.shape, Some(Shape::Number | Shape::Opening)) == number
            });
            of_shape.any(|(_, name)| name.mask & bit != 0)
        };
        let rows_named = self.names.first().is_some_and(|name| name.mask & bit != 0);
        2 + u64::from(self.near.about & bit != 0)
            + 2 * u64::from(named(true))
            + 4 * u64::from(named(false))
            + 8 * u64::from(rows_named)
    }

    /// What the candidate makes nothing of.
    pub(super) fn left(&self, mask: u64, out: &mut Vec<u64>) {
        let content = self.asked.content;
        let left = content & !mask;
        let count = u64::from(left.count_ones()).min(6);
        let share = u64::from(left.count_ones() * 4 / content.count_ones().max(1));
        let unused = self
            .exact
            .iter()
            .filter(|(start, end)| Asked::mask((*start).into(), (*end).into()) & mask == 0)
            .count()
            .min(3) as u64;
        let numbers = self.asked.question.numbers.iter().filter(|one| {
            !one.in_words && Asked::mask(one.tokens.start, one.tokens.end) & mask == 0
        });
        out.push(hash::of(&[61, count]));
        out.push(hash::of(&[62, share]));
        out.push(hash::of(&[63, unused]));
        out.push(hash::of(&[64, numbers.count().min(3) as u64]));
        out.push(hash::of(&[65, unused, count.min(3)]));
        // What title, context and the document's name say is no word left over.
        let kind = self.table.relation.kind as u64;
        let open = left & !self.near.about;
        let whole: f64 = near::sum(self.weights, content).max(f64::MIN_POSITIVE);
        let missing = near::sum(self.weights, open) / whole;
        let absent = near::sum(self.weights, open & !self.near.held) / whole;
        out.push(hash::of(&[106, u64::from(open.count_ones()).min(6)]));
        out.push(hash::of(&[107, tenths(missing)]));
        // Steps add up, so that what few questions show of each is known of all below it.
        for k in 1..=parts(missing, 20.0) {
            out.push(hash::of(&[120, k]));
            out.push(hash::of(&[121, k, kind]));
        }
        out.push(hash::of(&[108, tenths(missing), unused]));
        out.push(hash::of(&[
            109,
            tenths(missing - absent),
            tenths(absent).min(4),
        ]));
        let elsewhere = open & self.near.elsewhere;
        out.push(hash::of(&[110, u64::from(elsewhere.count_ones()).min(4)]));
        out.push(hash::of(&[
            111,
            tenths(near::sum(self.weights, elsewhere) / whole),
        ]));
        out.push(hash::of(&[112, tenths(missing), kind, self.family]));
        for at in 0..self.asked.length {
            if left & (1 << at) != 0 {
                out.push(hash::of(&[66, self.phrases.at[at]]));
            }
        }
    }
}
