//! Words that routing and the parts of a question go by: data, a file a language.
//!
//! A short question seldom tells its language, so the words of all languages are looked at together.
//! A fourth language is a fourth file and a line in [`FILES`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;

/// The files.
const FILES: [&str; 3] = [
    include_str!("../lexicon/en.toml"),
    include_str!("../lexicon/es.toml"),
    include_str!("../lexicon/de.toml"),
];

/// A list of the files, which say what each is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum List {
    // Rules of accounts.
    Account,
    AccountOnly,
    Own,
    Document,
    DocumentEndings,
    Share,
    ShareOf,
    // References to what was asked before.
    This,
    Alone,
    AloneAtEnd,
    AloneBefore,
    AloneAsWritten,
    First,
    Second,
    DefiniteArticles,
    ArticleAlone,
    TellsGerman,
    VerbFollows,
    Going,
    OfIt,
    EmptyAfter,
    EmptyIt,
    ClauseAfter,
    GenericNouns,
    // Phrases of a topic.
    Borders,
    Articles,
    Auxiliaries,
    Verbs,
    ParticipleEndings,
    Pairs,
    Links,
    // Questions of several parts.
    Openings,
    Conjunctions,
    Alternatives,
    Comparing,
    Against,
    Using,
    Prepositions,
    // What is wished for of the last answer, by how words begin.
    WishLanguage,
    WishBullets,
    WishShorter,
    WishLonger,
    // Documents told as a whole.
    BeforeNoSubject,
    Determiners,
    NoRelation,
    RelationVerbs,
    Copulas,
    AfterCopula,
    OfForms,
    Draft,
}

impl List {
    /// Whether a word, in small letters, is one of them.
    pub(crate) fn has(self, word: &str) -> bool {
        LEXICON
            .sets
            .get(&self)
            .is_some_and(|set| set.contains(word))
    }

    /// All of them, language by language, in the order of the files.
    pub(crate) fn words(self) -> &'static [String] {
        LEXICON.lists.get(&self).map_or(&[], Vec::as_slice)
    }
}

/// The preposition that a word for a place or a thing holds: `dort` is "in" it, `davon` "von" it.
pub(crate) fn preposition_of(word: &str) -> Option<&'static str> {
    LEXICON.there.get(word).map(String::as_str)
}

/// What joins the two things that a word stands for: `beide` is one "und" the other.
pub(crate) fn conjunction_of(word: &str) -> Option<&'static str> {
    LEXICON.both.get(word).map(String::as_str)
}

/// The words that stand for both of two things.
pub(crate) fn words_for_both() -> impl Iterator<Item = &'static str> {
    LEXICON.both.keys().map(String::as_str)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    lists: BTreeMap<List, Vec<String>>,
    there: BTreeMap<String, String>,
    both: BTreeMap<String, String>,
}

/// The words of all files.
#[derive(Default)]
struct Lexicon {
    lists: BTreeMap<List, Vec<String>>,
    sets: BTreeMap<List, BTreeSet<String>>,
    there: BTreeMap<String, String>,
    both: BTreeMap<String, String>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut all = Lexicon::default();
    // The shipped files are read by a test.
    let files = FILES
        .iter()
        .filter_map(|file| toml::from_str::<Written>(file).ok());
    for written in files {
        for (list, words) in written.lists {
            all.sets
                .entry(list)
                .or_default()
                .extend(words.iter().cloned());
            all.lists.entry(list).or_default().extend(words);
        }
        all.there.extend(written.there);
        all.both.extend(written.both);
    }
    all
});

#[cfg(test)]
mod tests {
    use super::{BTreeSet, FILES, List, Written, preposition_of};

    #[test]
    fn every_file_is_read_in_small_letters_and_without_double_entries() {
        let mut there = BTreeSet::new();
        for file in FILES {
            let written: Written = toml::from_str(file).unwrap();
            for (list, words) in &written.lists {
                let each: BTreeSet<&String> = words.iter().collect();
                assert!(!words.is_empty() && each.len() == words.len(), "{list:?}");
                assert!(
                    words.iter().all(|word| word.to_lowercase() == *word),
                    "{list:?}"
                );
                assert!(words.iter().all(|word| list.has(word)), "{list:?}");
            }
            assert!(written.there.keys().all(|word| there.insert(word.clone())));
        }
    }

    #[test]
    fn words_of_all_languages_are_known_at_once() {
        assert!(List::Own.has("my") && List::Own.has("mein") && List::Own.has("mi"));
        assert!(!List::Own.has("house") && List::TellsGerman.has("wie"));
        assert_eq!(List::Using.words()[0], "using ");
        assert_eq!(preposition_of("davon"), Some("von"));
    }
}
