//! Words that documents are read by: data, a file a language.
//!
//! Headings, tables and dates are read without regard to a document's language, since people of
//! several fill them in: the words of all languages are looked at together. What belongs to one
//! language alone, as its stop words, is asked for with it. A further language is a further file
//! and a line in [`FILES`].

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use ahash::RandomState;
use serde::Deserialize;

use crate::Language;

/// The files.
const FILES: [(Language, &str); 6] = [
    (Language::En, include_str!("../lexicon/en.toml")),
    (Language::Es, include_str!("../lexicon/es.toml")),
    (Language::De, include_str!("../lexicon/de.toml")),
    (Language::Fr, include_str!("../lexicon/fr.toml")),
    (Language::It, include_str!("../lexicon/it.toml")),
    (Language::Pt, include_str!("../lexicon/pt.toml")),
];

/// A list of the files, which say what each is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WordList {
    // Words of a language.
    Stop,
    AskedWith,
    InNames,
    // Names.
    NameParticles,
    NameConjunctions,
    NameJoints,
    NameArticles,
    Articles,
    BeforeAbbreviation,
    // Headings and lists.
    HeadingParts,
    HeadingChapters,
    HeadingSections,
    HeadingAttached,
    HeadingRules,
    HeadingForms,
    HeadingGoesOn,
    Contents,
    NoTitle,
    Continued,
    ItemJoints,
    // Tables and their numbers.
    Bounds,
    Range,
    NoUnit,
    Percent,
    Weights,
    Per,
    Apart,
    Given,
    GivenIn,
    Excepting,
    Totals,
}

impl WordList {
    /// Whether a word is one of them in some language. Small letters, accents as in the files.
    pub(crate) fn has(self, word: &str) -> bool {
        self.words().contains(&word)
    }

    /// Those of all languages, sorted.
    pub(crate) fn words(self) -> &'static [&'static str] {
        LEXICON.of_all.get(&self).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is one of those of a language.
    pub(crate) fn has_in(self, language: Language, word: &str) -> bool {
        self.words_of(language).binary_search(&word).is_ok()
    }

    /// Those of one language, sorted: none where it has no file.
    pub(crate) fn words_of(self, language: Language) -> &'static [&'static str] {
        let at = FILES.iter().position(|(of, _)| *of == language);
        at.and_then(|at| LEXICON.of_each[at].get(&self))
            .map_or(&[], Vec::as_slice)
    }
}

/// What a word multiplies the number before it by, or the numbers that it stands over, as a power
/// of ten. Folded.
pub(crate) fn scale(word: &str) -> Option<u8> {
    LEXICON.scales.get(word).copied()
}

/// The code of the currency that a word names. Folded.
pub(crate) fn currency(word: &str) -> Option<&'static str> {
    LEXICON.currencies.get(word).copied()
}

/// The words of dates, file by file.
pub(crate) fn dates() -> &'static [Dates] {
    &LEXICON.dates
}

/// The words of dates of one language. Folded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dates {
    /// Each by all its names, the full one first.
    pub months: [Vec<String>; 12],
    pub weekdays: [Vec<String>; 7],
    /// Small words inside a date.
    pub within: Vec<String>,
    pub quarters: Quarters,
}

/// The words of the names of quarters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quarters {
    pub nouns: Vec<String>,
    pub ordinals: [Vec<String>; 4],
    /// Small words inside such a name.
    pub within: Vec<String>,
    /// `three months ended`.
    pub three: Vec<String>,
    pub months: Vec<String>,
    pub ended: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    lists: BTreeMap<WordList, Vec<String>>,
    #[serde(default)]
    scales: BTreeMap<String, u8>,
    #[serde(default)]
    currencies: BTreeMap<String, String>,
    dates: Option<Dates>,
}

type Lists = HashMap<WordList, Vec<&'static str>, RandomState>;

/// The words of all files.
#[derive(Default)]
struct Lexicon {
    of_all: Lists,
    of_each: [Lists; FILES.len()],
    scales: HashMap<&'static str, u8, RandomState>,
    currencies: HashMap<&'static str, &'static str, RandomState>,
    dates: Vec<Dates>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut all = Lexicon::default();
    for (at, (_, file)) in FILES.iter().enumerate() {
        // The shipped files are read by a test.
        if let Ok(written) = toml::from_str(file) {
            all.add(at, written);
        }
    }
    for words in all.of_all.values_mut() {
        words.sort_unstable();
        words.dedup();
    }
    all
});

impl Lexicon {
    fn add(&mut self, at: usize, written: Written) {
        for (list, words) in written.lists {
            let mut words: Vec<&'static str> = words.into_iter().map(kept).collect();
            words.sort_unstable();
            self.of_all.entry(list).or_default().extend(&words);
            self.of_each[at].insert(list, words);
        }
        for (word, power) in written.scales {
            self.scales.insert(kept(word), power);
        }
        for (word, code) in written.currencies {
            self.currencies.insert(kept(word), kept(code));
        }
        self.dates.extend(written.dates);
    }
}

/// Words live as long as the program.
fn kept(word: String) -> &'static str {
    word.leak()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{FILES, Quarters, WordList, Written, currency, dates, scale};
    use crate::Language;
    use crate::analyzer::fold;

    fn written() -> Vec<(Language, Written)> {
        let read = |(language, file): &(Language, &str)| (*language, toml::from_str(file).unwrap());
        FILES.iter().map(read).collect()
    }

    #[test]
    fn every_file_is_read_in_small_letters_and_without_double_entries() {
        for (language, written) in written() {
            for (list, words) in &written.lists {
                let each: BTreeSet<&String> = words.iter().collect();
                assert!(!words.is_empty() && each.len() == words.len(), "{list:?}");
                for word in words {
                    assert_eq!(word.to_lowercase(), *word);
                    assert!(list.has(word) && list.has_in(language, word), "{word}");
                }
            }
        }
        assert!(FILES.map(|(language, _)| language) == Language::ALL);
    }

    /// Lists that words are looked for in without their accents.
    const FOLDED: [WordList; 10] = [
        WordList::Stop,
        WordList::AskedWith,
        WordList::InNames,
        WordList::NameParticles,
        WordList::Percent,
        WordList::Per,
        WordList::Apart,
        WordList::Given,
        WordList::Excepting,
        WordList::Totals,
    ];

    /// A word that is known as a stop word is none that one asks with beside them, and the like.
    #[test]
    fn no_entry_is_dead() {
        for (language, written) in written() {
            for word in WordList::AskedWith.words_of(language) {
                assert!(!WordList::Stop.has_in(language, word), "{word}");
            }
            let names = WordList::NameConjunctions.words_of(language).iter();
            let names = names
                .chain(WordList::NameArticles.words_of(language))
                .chain(WordList::NameJoints.words_of(language));
            for word in names {
                assert!(WordList::NameParticles.has_in(language, word), "{word}");
            }
            for list in FOLDED {
                for word in list.words_of(language) {
                    assert_eq!(fold(word), *word, "{list:?}");
                }
            }
            for word in WordList::Given.words_of(language) {
                assert!(scale(word).is_none() && currency(word).is_none(), "{word}");
            }
            assert!(
                written
                    .scales
                    .keys()
                    .all(|word| crate::folded(word) == *word)
            );
        }
    }

    #[test]
    fn no_word_is_two_scales_or_two_currencies() {
        let (mut scales, mut currencies) = (BTreeMap::new(), BTreeMap::new());
        for (_, written) in written() {
            for (word, power) in written.scales {
                assert_eq!(*scales.entry(word).or_insert(power), power);
            }
            for (word, code) in written.currencies {
                assert_eq!(*currencies.entry(word).or_insert(code.clone()), code);
            }
        }
    }

    #[test]
    fn words_of_dates_are_folded_and_stand_once() {
        for of in dates() {
            let Quarters {
                nouns,
                ordinals,
                within,
                three,
                months,
                ended,
            } = &of.quarters;
            let lists = of.months.iter().chain(&of.weekdays).chain(ordinals);
            for list in lists.chain([&of.within, nouns, within, three, months, ended]) {
                let each: BTreeSet<&String> = list.iter().collect();
                assert!(!list.is_empty() && each.len() == list.len(), "{list:?}");
                assert!(list.iter().all(|word| crate::folded(word) == *word));
            }
        }
    }

    #[test]
    fn words_are_of_their_language_or_of_all() {
        assert!(
            WordList::Stop.has_in(Language::De, "nicht")
                && !WordList::Stop.has_in(Language::En, "nicht")
        );
        assert!(WordList::Stop.words_of(Language::Other).is_empty());
        assert!(
            WordList::HeadingChapters.has("kapitel") && WordList::HeadingChapters.has("chapter")
        );
        assert_eq!(
            (scale("mrd"), scale("m"), scale("miles de")),
            (Some(9), None, Some(3))
        );
        assert_eq!((currency("dolares"), currency("kg")), (Some("USD"), None));
    }
}
