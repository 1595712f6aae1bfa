//! Labels that say that a row sums up others.

use crate::lexicon::WordList;

/// A row's label that says it sums up others: by its first word or its first two.
pub(super) fn is_total(label: &str) -> bool {
    let mut words = label
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(crate::folded);
    let Some(first) = words.next() else {
        return false;
    };
    WordList::Totals.has(&first)
        || words
            .next()
            .is_some_and(|second| WordList::Totals.has(&format!("{first} {second}")))
}
