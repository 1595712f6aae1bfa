//! Words that say what to do: data, a file a language.
//!
//! `lexicon/en.toml` and its sisters list phrases under the operator they may
//! stand for. A phrase is compared by folded words, so that case and accents do
//! not matter; the longest phrase at a place wins. A word may stand under
//! several operators: which one is meant, the ranking of plans decides.
//! A fourth language is a fourth file and a line in [`FILES`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::Deserialize;
use text::{Language, Token};

/// The files, by language.
const FILES: [(Language, &str); 3] = [
    (Language::En, include_str!("../lexicon/en.toml")),
    (Language::Es, include_str!("../lexicon/es.toml")),
    (Language::De, include_str!("../lexicon/de.toml")),
];

/// What a word of a question may ask to be done, or which kind of thing it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// The largest.
    Most,
    /// The smallest.
    Least,
    /// Larger than.
    More,
    /// Smaller than.
    Less,
    /// At least, from on.
    AtLeast,
    /// At most, up to.
    AtMost,
    /// From one to another.
    Between,
    /// Earlier than, above.
    Before,
    /// Later than, below.
    After,
    /// Just after, in order.
    Next,
    /// Just before, in order.
    Previous,
    /// The first in order or time.
    First,
    /// The last in order or time.
    Last,
    /// How many.
    Count,
    /// Added up.
    Sum,
    /// The mean.
    Average,
    /// How much apart.
    Difference,
    /// How much it changed, with its sign.
    Change,
    /// It rose.
    Rise,
    /// It fell.
    Fall,
    /// A part of a whole, by division.
    Share,
    /// Per hundred.
    Percent,
    /// One divided by another.
    Ratio,
    /// Both, each of several.
    Both,
    /// One or the other.
    Or,
    /// Not, without.
    Not,
    /// All of them.
    All,
    /// Different ones.
    Distinct,
    /// The same as.
    Same,
    /// Set side by side.
    Compare,
    /// For each.
    Each,
    /// In a row, one after the other.
    Consecutive,
    /// Asks for a person or a body.
    Who,
    /// Asks for a time.
    When,
    /// Asks for a place.
    Where,
    /// Asks for a quantity.
    HowMuch,
    /// Asks for a duration.
    HowLong,
    /// Asks which of several.
    Which,
    /// Asks for anything.
    What,
    /// Asks for a reason.
    Why,
    /// Asks for a way.
    How,
    /// Asks for what a word means.
    Meaning,
    /// Opens a question that yes or no answers.
    YesNo,
}

/// An operator word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorMention {
    /// What it may ask for.
    pub operator: Operator,
    /// Tokens of the phrase.
    pub tokens: Range<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    asking: String,
    operators: BTreeMap<Operator, Vec<String>>,
    numbers: BTreeMap<String, u32>,
    ordinals: BTreeMap<String, u32>,
    scales: BTreeMap<String, i8>,
    signs: Signs,
    verdicts: Verdicts,
    marks: YesNoWords,
    halves: Halves,
    follow_up: FollowUp,
    lists: Lists,
    abbreviations: BTreeMap<String, String>,
}

/// Words of columns that say yes or no of each row.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct YesNoWords {
    yes: Vec<String>,
    no: Vec<String>,
}

/// Words of what goes on from the question before.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FollowUp {
    openings: Vec<String>,
    /// Words that stand with a date and say nothing beside it.
    beside_dates: Vec<String>,
}

/// Words in what sentences list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    /// They stand before the last thing.
    joins: Vec<String>,
}

/// Words in the second half of a question of two.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Halves {
    /// Before an asked amount: how far apart two values are.
    pub by: Vec<String>,
    /// They ask for nothing new: `and what was the figure`.
    pub same: Vec<String>,
    /// They stand for what the first half is about: `and what are its sales`.
    pub refers: Vec<String>,
}

/// What a sentence shows that defines something, or gives a reason.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signs {
    definition: Vec<String>,
    reason: Vec<String>,
}

/// Words that say what two values come to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdicts {
    /// It went up.
    pub rose: String,
    /// It went down.
    pub fell: String,
    /// Both are the same.
    pub equal: String,
    /// It is so.
    pub yes: String,
    /// It is not so.
    pub no: String,
}

/// The words of one language.
#[derive(Debug)]
pub struct Lexicon {
    automaton: AhoCorasick,
    /// By pattern of the automaton.
    operators: Vec<Vec<Operator>>,
    /// Those of its phrases, each once.
    words: BTreeSet<String>,
    numbers: BTreeMap<String, u32>,
    ordinals: BTreeMap<String, u32>,
    scales: BTreeMap<String, i8>,
    signs: Signs,
    asking: String,
    verdicts: Verdicts,
    marks: YesNoWords,
    halves: Halves,
    /// Words, the longest opening first.
    openings: Vec<Vec<String>>,
    beside_dates: Vec<String>,
    joins: Vec<String>,
    abbreviations: BTreeMap<String, String>,
}

impl Lexicon {
    /// The lexicon of a language; English where there is none.
    pub fn of(language: Language) -> &'static Lexicon {
        let all = Lexicon::all();
        let known = all.iter().find(|(known, _)| *known == language);
        // The shipped files are read by a test: the first is there.
        &known.unwrap_or(&all[0]).1
    }

    /// Those of all languages.
    fn all() -> &'static [(Language, Lexicon)] {
        static ALL: OnceLock<Vec<(Language, Lexicon)>> = OnceLock::new();
        ALL.get_or_init(|| {
            let read = FILES
                .iter()
                .filter_map(|(language, written)| Some((*language, Lexicon::read(written).ok()?)));
            read.collect()
        })
    }

    /// What a cell marks that says no more than yes or no, in any of the languages: tables
    /// are filled in by people of several.
    pub fn mark(cell: &str) -> Option<bool> {
        let cell = text::folded(cell.trim());
        let says = |words: fn(&YesNoWords) -> &Vec<String>| {
            let mut all = Lexicon::all().iter();
            all.any(|(_, lexicon)| words(&lexicon.marks).contains(&cell))
        };
        if says(|marks| &marks.yes) {
            return Some(true);
        }
        says(|marks| &marks.no).then_some(false)
    }

    fn read(written: &str) -> Result<Lexicon, String> {
        let written: Written = toml::from_str(written).map_err(|error| error.to_string())?;
        let mut phrases: BTreeMap<String, Vec<Operator>> = BTreeMap::new();
        for (operator, listed) in written.operators {
            for phrase in listed {
                phrases
                    .entry(format!(" {phrase} "))
                    .or_default()
                    .push(operator);
            }
        }
        let words = phrases.keys().flat_map(|phrase| phrase.split_whitespace());
        let words = words.map(str::to_owned).collect();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(phrases.keys())
            .map_err(|error| error.to_string())?;
        Ok(Lexicon {
            automaton,
            operators: phrases.into_values().collect(),
            words,
            numbers: written.numbers,
            ordinals: written.ordinals,
            scales: written.scales,
            signs: written.signs.between_blanks(),
            asking: written.asking,
            verdicts: written.verdicts,
            marks: written.marks,
            halves: written.halves,
            openings: openings(&written.follow_up.openings),
            beside_dates: written.follow_up.beside_dates,
            joins: written.lists.joins,
            abbreviations: written.abbreviations,
        })
    }

    /// The words that operator phrases are made of, in alphabetical order.
    pub fn words(&self) -> &BTreeSet<String> {
        &self.words
    }

    /// The operator words of a text, in order of place; phrases do not overlap,
    /// but one phrase may stand for several operators.
    pub fn operators(&self, tokens: &[Token]) -> Vec<OperatorMention> {
        let mut found = Vec::new();
        let mut joined = String::from(" ");
        // Where each token starts in the joined text.
        let mut starts = Vec::with_capacity(tokens.len());
        for token in tokens {
            starts.push(joined.len());
            joined.push_str(&token.folded);
            joined.push(' ');
        }
        let mut at = 0;
        while let Some(hit) = self
            .automaton
            .find(aho_corasick::Input::new(&joined).range(at..))
        {
            let first = starts.partition_point(|start| *start < hit.start() + 1);
            let end = starts.partition_point(|start| *start < hit.end());
            for operator in &self.operators[hit.pattern().as_usize()] {
                found.push(OperatorMention {
                    operator: *operator,
                    tokens: first..end,
                });
            }
            // The blank behind a phrase stands before the next one.
            at = hit.end() - 1;
        }
        found
    }

    /// Words, between blanks, of a sentence that gives a reason, or else of one that defines.
    pub fn signs(&self, reason: bool) -> &[String] {
        match reason {
            true => &self.signs.reason,
            false => &self.signs.definition,
        }
    }

    /// Words before what is asked for: "what is".
    pub fn asking(&self) -> &str {
        &self.asking
    }

    /// Words that say what two values come to.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// Words that stand before the last thing of a list in a sentence: "and", "or".
    pub fn joins(&self) -> &[String] {
        &self.joins
    }

    /// Words in the second half of a question of two.
    pub fn halves(&self) -> &Halves {
        &self.halves
    }

    /// Words that stand with a date and say nothing beside it: `fiscal`.
    pub fn beside_dates(&self) -> &[String] {
        &self.beside_dates
    }

    /// How many words at the start of a text go on from the question before: `and`, `what about`;
    /// 0 where none do.
    pub fn opening(&self, tokens: &[Token]) -> usize {
        let opens = |words: &&Vec<String>| {
            let mut pairs = words.iter().zip(tokens);
            words.len() <= tokens.len() && pairs.all(|(word, token)| token.folded == *word)
        };
        self.openings.iter().find(opens).map_or(0, Vec::len)
    }

    /// What a common abbreviation stands for: `capex`, `r&d`.
    pub fn long_form(&self, folded: &str) -> Option<&str> {
        self.abbreviations.get(folded).map(String::as_str)
    }

    /// The number that a word says: `three`.
    pub fn number_word(&self, folded: &str) -> Option<u32> {
        let number = self.numbers.get(folded);
        number.or_else(|| self.ordinals.get(folded)).copied()
    }

    /// Whether a word says a place: `third`.
    pub fn is_ordinal(&self, folded: &str) -> bool {
        self.ordinals.contains_key(folded)
    }

    /// The power of ten that a word behind a number says: `million` is 6.
    pub fn scale_word(&self, folded: &str) -> Option<i8> {
        self.scales.get(folded).copied()
    }
}

/// Phrases as words, the longest first.
fn openings(phrases: &[String]) -> Vec<Vec<String>> {
    let words = |phrase: &String| phrase.split(' ').map(str::to_owned).collect();
    let mut openings: Vec<Vec<String>> = phrases.iter().map(words).collect();
    openings.sort_by_key(|words| std::cmp::Reverse(words.len()));
    openings
}

impl Signs {
    fn between_blanks(mut self) -> Signs {
        for sign in self.definition.iter_mut().chain(&mut self.reason) {
            *sign = format!(" {sign} ");
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use text::{Language, tokens};

    use super::{FILES, Lexicon, Operator, Written};

    fn operators(text: &str, language: Language) -> Vec<Operator> {
        let lexicon = Lexicon::of(language);
        let found = lexicon.operators(&tokens(text, language));
        found.into_iter().map(|one| one.operator).collect()
    }

    #[test]
    fn no_entry_is_double_or_dead() {
        for (language, written) in FILES {
            let lexicon: Written = toml::from_str(written).expect("the shipped file is read");
            for (operator, phrases) in &lexicon.operators {
                let mut seen = BTreeSet::new();
                for phrase in phrases {
                    assert!(
                        seen.insert(phrase),
                        "{language:?}: {phrase} twice under {operator:?}"
                    );
                    assert!(
                        operators(phrase, language).contains(operator),
                        "{language:?}: {phrase} is never met"
                    );
                }
            }
        }
    }

    #[test]
    fn abbreviations_are_folded_and_shorter_than_what_they_stand_for() {
        for (language, written) in FILES {
            let lexicon: Written = toml::from_str(written).expect("the shipped file is read");
            assert!(!lexicon.abbreviations.is_empty(), "{language:?}");
            for (short, long) in &lexicon.abbreviations {
                assert_eq!(&text::folded(short), short, "{language:?}");
                assert!(short.chars().count() < long.chars().count(), "{short}");
                let read = tokens(short, language);
                assert_eq!(read.len(), 1, "{language:?}: {short} is never met");
            }
        }
    }

    #[test]
    fn the_longest_phrase_wins_and_neighbours_are_both_found() {
        assert_eq!(
            operators("how many at least", Language::En),
            [Operator::Count, Operator::AtLeast]
        );
        let asked = operators("What was the percentage change?", Language::En);
        assert!(asked.contains(&Operator::Percent) && asked.contains(&Operator::Change));
        assert!(operators("¿Cuántos hay?", Language::Es).contains(&Operator::Count));
        assert!(operators("Welche ist die größte?", Language::De).contains(&Operator::Most));
    }
}
