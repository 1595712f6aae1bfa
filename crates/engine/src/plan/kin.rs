//! Words of a question that the documents have in another form: `verantwortet` for
//! `Verantwortlich`, `contribute` for `contribution`.
//!
//! The light stems of the scanner do not meet there. A word that no table, list or
//! document is called by, and no cell holds, stands for the one that shares most of its
//! letters from the start, when that is nearly all of them.

use std::collections::BTreeSet;

use super::question::Question;
use super::scan::Kind;
use super::shelf::Shelf;

/// Letters that both words open with, at least.
const LETTERS_MIN: usize = 7;
/// Least share of the longer word that these letters are.
const SHARE_MIN: f64 = 0.7;

/// Letters of a word at least that another one is made from.
const STEM_MIN: usize = 5;
/// What a noun has behind its verb.
const ENDINGS: &[&str] = &["ment", "ement", "ation", "ion", "anc", "al", "ung"];

/// Gives the words of a question that nothing is called by the key of their kin.
pub fn adopt(question: &mut Question, shelf: &Shelf) {
    for at in 0..question.terms.len() {
        let term = &question.terms[at];
        let plain = term.weight > 0.0 && term.token.kind == Kind::Word;
        if !plain || term.token.key.chars().count() < STEM_MIN {
            continue;
        }
        let key = term.token.key.clone();
        if shelf.words().contains(&key) || listed(shelf, &key) {
            continue;
        }
        if let Some(kin) = kin(&key, shelf.words()) {
            for noun in &mut question.noun {
                if *noun == key {
                    noun.clone_from(&kin);
                }
            }
            question.terms[at].token.key = kin;
        }
    }
}

/// A list is called by the word.
fn listed(shelf: &Shelf, key: &str) -> bool {
    shelf.lists().iter().any(|list| {
        list.lead.contains(key) || list.heading.contains(key) || list.noun.contains(key)
    })
}

/// The word that shares most letters from the start with another one.
fn kin(key: &str, words: &BTreeSet<String>) -> Option<String> {
    // `Cancel` makes `cancellation`.
    let doubled = key.chars().next_back().map(|last| format!("{key}{last}"));
    for stem in [Some(key), doubled.as_deref()].into_iter().flatten() {
        let derived = |ending: &&&str| words.contains(&format!("{stem}{ending}"));
        if let Some(ending) = ENDINGS.iter().find(derived) {
            return Some(format!("{stem}{ending}"));
        }
    }
    if key.chars().count() < LETTERS_MIN {
        return None;
    }
    let opening: String = key.chars().take(LETTERS_MIN).collect();
    let alike = words
        .range(opening.clone()..)
        .take_while(|word| word.starts_with(&opening));
    let shared = |word: &str| {
        let same = key.chars().zip(word.chars()).take_while(|(a, b)| a == b);
        let longer = key.chars().count().max(word.chars().count());
        #[expect(clippy::cast_precision_loss, reason = "letters of a word")]
        let share = same.count() as f64 / longer as f64;
        share
    };
    let best = alike.max_by(|a, b| shared(a).total_cmp(&shared(b)));
    best.filter(|word| shared(word) >= SHARE_MIN).cloned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::kin;

    #[test]
    fn words_meet_that_share_nearly_all_letters() {
        let words: BTreeSet<String> = [
            "verantwortlich",
            "international",
            "almacenaj",
            "contribution",
        ]
        .map(str::to_owned)
        .into();
        assert_eq!(
            kin("verantwortet", &words).as_deref(),
            Some("verantwortlich")
        );
        assert_eq!(kin("almacenar", &words).as_deref(), Some("almacenaj"));
        assert_eq!(kin("contributor", &words).as_deref(), Some("contribution"));
        assert_eq!(kin("internal", &words), None);
        let words: BTreeSet<String> = ["cancellation".to_owned()].into();
        assert_eq!(kin("cancel", &words).as_deref(), Some("cancellation"));
        let words: BTreeSet<String> = ["retirement".to_owned()].into();
        assert_eq!(kin("retir", &words).as_deref(), Some("retirement"));
    }
}
