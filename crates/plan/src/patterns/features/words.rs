//! What words say about operators, and which words nothing is made of.

use super::super::asked::Asked;
use super::super::hash;
use super::Scene;

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
        for at in 0..self.asked.length {
            if left & (1 << at) != 0 {
                out.push(hash::of(&[66, self.phrases.at[at]]));
            }
        }
    }
}
