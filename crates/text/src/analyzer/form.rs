//! What a word becomes, remembered: the words of a library are few, and each is
//! met thousands of times.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ahash::RandomState;

use super::fold::{fold, greek_name};
use super::stem::{bare, stem};
use crate::Language;
use crate::lexicon::WordList;

/// Words that a thread remembers, some 2 MB: a long novel has fewer.
const WORDS_MAX: usize = 16_384;
/// Threads that have ended leave what they remember to as many new ones.
const SPARE_MAX: usize = 2;
/// Longer words are hardly met twice.
const WORD_BYTES_MAX: usize = 40;

/// A word in the forms by which it is compared.
#[derive(Debug, PartialEq)]
pub(super) struct Form {
    /// In lower case, without accents and possessive ending.
    pub folded: Box<str>,
    /// Its stem, without accents.
    pub stem: Box<str>,
    /// The written name of a single Greek letter.
    pub greek: Option<&'static str>,
    /// A word without content.
    pub stop: bool,
}

impl Form {
    fn new(word: &str, language: Language) -> Self {
        let bare = bare(word);
        let folded = fold(&bare);
        let stemmed = stem(&bare, language);
        Self {
            greek: greek_name(&stemmed),
            stem: fold(&stemmed).into(),
            stop: WordList::Stop.has_in(language, &folded),
            folded: folded.into(),
        }
    }
}

/// The form of a normalised word.
pub(super) fn form(word: &str, language: Language) -> Arc<Form> {
    thread_local! {
        static KNOWN: RefCell<Kept> = RefCell::new(Kept::taken());
    }
    if word.len() > WORD_BYTES_MAX {
        return Arc::new(Form::new(word, language));
    }
    KNOWN.with_borrow_mut(|known| known.0.get(word, language))
}

/// What threads that have ended remembered. A question starts threads of its own, and reads the
/// words that questions before it met.
static SPARE: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// What a thread remembers while it runs.
struct Kept(Known);

impl Kept {
    fn taken() -> Kept {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        Kept(spare.pop().unwrap_or_default())
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < SPARE_MAX {
            spare.push(std::mem::take(&mut self.0));
        }
    }
}

/// Forms by language and word.
#[derive(Default)]
struct Known {
    forms: HashMap<Language, HashMap<Box<str>, Arc<Form>, RandomState>, RandomState>,
    count: usize,
}

impl Known {
    fn get(&mut self, word: &str, language: Language) -> Arc<Form> {
        let forms = self.forms.get(&language);
        if let Some(known) = forms.and_then(|forms| forms.get(word)) {
            return Arc::clone(known);
        }
        // Whatever is met often is soon known again.
        if self.count == WORDS_MAX {
            *self = Self::default();
        }
        let made = Arc::new(Form::new(word, language));
        let forms = self.forms.entry(language).or_default();
        forms.insert(word.into(), Arc::clone(&made));
        self.count += 1;
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_remembered_by_language() {
        let mut known = Known::default();
        let mut get = |word: &str, language| known.get(word, language).stem.to_string();
        for _ in 0..2 {
            assert_eq!(get("Stations", Language::En), "station");
            assert_eq!(get("Stations", Language::Other), "stations");
        }
        assert_eq!(known.count, 2);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut known = Known::default();
        for number in 0..=WORDS_MAX {
            known.get(&format!("word{number}"), Language::En);
        }
        assert_eq!(known.count, 1);
    }

    proptest::proptest! {
        #[test]
        fn what_is_remembered_is_what_is_made(word in "\\PC{1,50}") {
            for _ in 0..2 {
                proptest::prop_assert_eq!(&*form(&word, Language::Es), &Form::new(&word, Language::Es));
            }
        }
    }
}
