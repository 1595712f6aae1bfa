//! How much of each asked word a text says: whole where the word stands in it, else as much as the
//! nearest of its tokens means the same.
//!
//! "Can I keep a dog at 4 North Road?" is answered by "Pets are allowed", in a document that is
//! called after the road. No word of the question stands in that sentence, but one of its tokens
//! lies near `dog`, and what else is asked for stands in what names the sentence: its document
//! and headings. So what a sentence says is looked at beside what its names say already.

use std::collections::BTreeSet;

use crate::question::{AskedWord, kinship};

/// How much of each word some terms say: 1 where it stands among them, less where a word of its
/// kin does.
pub(super) fn standing(words: &[AskedWord], terms: &BTreeSet<String>) -> Vec<f64> {
    let said = |word: &AskedWord| {
        if terms.contains(&word.stem) {
            return 1.0;
        }
        let all = terms.iter().map(|term| kinship(&word.stem, term));
        all.fold(0.0, f64::max)
    };
    words.iter().map(said).collect()
}

/// What a sentence says of a question beside its names.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sayings {
    /// Share of the words that stand in the sentence.
    pub standing: f64,
    /// That stand in it or in its names.
    pub standing_or_named: f64,
    /// Share that the sentence says, by words or by meaning.
    pub said: f64,
    /// That it or its names say.
    pub said_or_named: f64,
    /// Of what its names leave open, the share that it says.
    pub open: f64,
    /// How little is said of the word that is said least.
    pub least: f64,
}

impl Sayings {
    /// From what of each word the sentence says, and what its names say.
    pub(super) fn of(said: &[f64], named: &[f64]) -> Sayings {
        let count = share(said.len().max(1));
        let named = |at: usize| named.get(at).copied().unwrap_or_default();
        let mean = |of: &dyn Fn(usize, f64) -> f64| {
            let each = said.iter().enumerate().map(|(at, said)| of(at, *said));
            each.sum::<f64>() / count
        };
        let whole = |part: f64| f64::from(u8::from(part >= 1.0));
        let left: f64 = mean(&|at, _| 1.0 - named(at));
        let least = said.iter().enumerate();
        let least = least.map(|(at, said)| 1.0 - said.max(named(at)));
        Sayings {
            standing: mean(&|_, said| whole(said)),
            standing_or_named: mean(&|at, said| whole(said.max(named(at)))),
            said: mean(&|_, said| said),
            said_or_named: mean(&|at, said| said.max(named(at))),
            open: mean(&|at, said| said * (1.0 - named(at))) / left.max(1e-6),
            least: least.fold(0.0, f64::max),
        }
    }

    /// Its numbers, in order.
    pub(super) fn numbers(self) -> [f64; 6] {
        [
            self.standing,
            self.standing_or_named,
            self.said,
            self.said_or_named,
            self.open,
            self.least,
        ]
    }
}

fn share(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
