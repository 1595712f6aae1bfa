//! What the names of a document share with a question.

use std::collections::BTreeSet;

use plan::question::Question;
use text::TokenKind;

use super::asked::Asked;
use super::names::{NameWords, Names};

/// Least share of its name that a question must have of a document: long titles share a
/// word with many questions.
const NAME_SHARE_MIN: f64 = 0.25;

/// Words without capitals that are looked up: each costs a search.
const LOOKED_UP_MAX: usize = 6;

/// What a document's names have of the words of a question.
pub(super) struct Shared {
    /// The document, by index among those of the snapshot.
    pub(super) document: usize,
    /// The words, by token.
    pub(super) words: BTreeSet<usize>,
    /// Those of them that the name writes as one: surely meant.
    pub(super) joined: BTreeSet<usize>,
    /// Those that the name has without the `s` at their end.
    pub(super) without_s: BTreeSet<usize>,
    /// Of each name: where the question has each word that it has, and how many words there are.
    parts: [(Vec<BTreeSet<usize>>, usize); 2],
}

impl Shared {
    /// What the `document` of that index has in its names; `None` where that is nothing.
    pub(super) fn of(asked: &Asked, document: usize, names: &NameWords) -> Option<Shared> {
        let mut found = Shared {
            document,
            words: BTreeSet::new(),
            joined: BTreeSet::new(),
            without_s: BTreeSet::new(),
            parts: Default::default(),
        };
        for (name, (parts, size)) in names.forms.iter().zip(&mut found.parts) {
            *size = name.len();
            for word in name {
                let word = &**word;
                let joined = asked.joined.get(word).into_iter().flatten();
                found.joined.extend(joined.clone());
                let single = asked.words.get(word).into_iter().flatten();
                let without_s = asked.without_s.get(word).into_iter().flatten();
                found.without_s.extend(without_s);
                let short = asked.shortened(word);
                let places = joined.chain(single).copied().chain(short);
                let places: BTreeSet<usize> = places.collect();
                found.words.extend(&places);
                parts.extend((!places.is_empty()).then_some(places));
            }
        }
        (!found.words.is_empty()).then_some(found)
    }

    /// Largest share of one of its names that the question has.
    #[expect(clippy::cast_precision_loss, reason = "words of a name")]
    fn share(&self) -> f64 {
        let parts = self.parts.iter().filter(|(parts, _)| !parts.is_empty());
        let shares = parts.map(|(parts, size)| parts.len() as f64 / *size as f64);
        shares.fold(0.0, f64::max)
    }

    /// Takes words away that are of another name.
    pub(super) fn leave(&mut self, tokens: &BTreeSet<usize>) {
        self.words.retain(|word| !tokens.contains(word));
        self.joined.retain(|word| !tokens.contains(word));
        for (parts, _) in &mut self.parts {
            for places in parts.iter_mut() {
                places.retain(|word| !tokens.contains(word));
            }
            parts.retain(|places| !places.is_empty());
        }
    }

    /// Enough of a name is said. A year alone names no document.
    pub(super) fn is_named(&self, question: &Question, asked: &Asked) -> bool {
        let enough = self.share() >= NAME_SHARE_MIN || !self.joined.is_empty();
        enough
            && self.words.iter().any(|word| {
                let sure = asked.named.contains(word) || self.joined.contains(word);
                sure && question.tokens[*word].folded.contains(char::is_alphabetic)
            })
    }
}

impl Asked {
    /// What the names of documents have of the question: of those that have some of it.
    pub(super) fn shared(&self, names: &Names<'_>) -> Vec<Shared> {
        let forms = self.words.keys().chain(self.joined.keys());
        let holders = forms.flat_map(|form| names.all.holders(form));
        let holders: BTreeSet<usize> = holders.chain(names.spaced.keys().copied()).collect();
        let of = |at: usize| Shared::of(self, at, names.of(at));
        holders.into_iter().filter_map(of).collect()
    }

    /// In a question without capitals only what documents write as a name is one.
    pub(super) fn look_up(
        &mut self,
        question: &Question,
        names: &Names<'_>,
        mut is_name: impl FnMut(&str) -> bool,
    ) {
        if !self.lower {
            return;
        }
        let shared = self.shared(names).into_iter();
        let met: BTreeSet<usize> = shared
            .flat_map(|shared| shared.words)
            .filter(|at| question.tokens[*at].kind == TokenKind::Word)
            .collect();
        for at in met.into_iter().take(LOOKED_UP_MAX) {
            if !is_name(&question.tokens[at].folded) {
                self.named.remove(&at);
            }
        }
    }
}
