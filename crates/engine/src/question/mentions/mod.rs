//! The documents that a question mentions by words of their titles or files.
//!
//! `3M's`, `best buy` for a file `BESTBUY_2023_10K.pdf`, `the 2026 manual`: such
//! words say where to look. What they name is preferred; a document that is not
//! mentioned is searched all the same.

mod asked;
mod names;
mod shared;

use std::collections::{BTreeMap, BTreeSet};

use index::{DocumentId, DocumentRecord, Snapshot};
use plan::question::Question;
use text::Language;

use self::asked::Asked;
use self::names::{NameWords, Names, OfAll, names};
use self::shared::Shared;
use super::abbreviations::passages;

/// As many documents may be mentioned however few there are; else a quarter of all.
const MENTIONED_MIN: usize = 3;
/// More are named by no name, and would make a long filter.
const MENTIONED_MAX: usize = 16;
/// Names of so many documents are compared with a question.
const DOCUMENTS_MAX: usize = 20_000;
/// What a word that is written like a name weighs more than others.
const NAME_WEIGHT: f64 = 2.0;
/// Chunks at the start of a document that show how its name is written.
const FIRST_CHUNKS: u32 = 3;
/// Names that one question gives.
const NAMES_MAX: usize = 4;

/// Documents that a question mentions, and the question without their names.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mentions {
    /// Each name that the question gives, in its order, with the documents it may be of.
    pub names: Vec<Name>,
    /// The documents, by index among those of the snapshot.
    pub documents: Vec<usize>,
    /// The same, by id.
    pub ids: Vec<DocumentId>,
    /// What is left of the question without their names.
    pub rest: String,
    /// Search terms of the words that were left out.
    pub terms: BTreeSet<String>,
    /// Others surely do not answer: some name is written like one, or most of what holds it is
    /// in the documents that it names.
    pub sure: bool,
}

impl Mentions {
    /// The question with the apostrophes that its names lack, `Adobe's` for `Adobes`; `None`
    /// where they lack none.
    pub(super) fn with_apostrophes(&self, question: &Question) -> Option<String> {
        let tokens: BTreeSet<usize> = (self.names.iter())
            .flat_map(|name| name.without_s.iter().copied())
            .collect();
        let mut text = question.text.clone();
        for token in tokens.iter().rev() {
            let span = question.tokens[*token].span;
            if text[span.start..span.end].ends_with(['s', 'S']) {
                text.insert(span.end - 1, '\'');
            }
        }
        (text.len() > question.text.len()).then_some(text)
    }

    /// The documents of one of the names.
    pub(crate) fn ids_of(&self, name: &Name) -> Vec<DocumentId> {
        let all = self.documents.iter().zip(&self.ids);
        let own = all.filter(|(at, _)| name.documents.contains(at));
        own.map(|(_, id)| id.clone()).collect()
    }
}

/// A name in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Its tokens.
    pub tokens: BTreeSet<usize>,
    /// The documents that it fits best, by index among those of the snapshot.
    pub documents: Vec<usize>,
    /// They write as one word what the question writes as several.
    pub joined: bool,
    /// Those of its tokens that are written with an `s` that the documents' names do not have.
    pub without_s: BTreeSet<usize>,
}

/// What a question mentions; `None` where it mentions no document, or nothing is left
/// beside the names.
pub(super) fn of(snapshot: &Snapshot, question: &Question) -> Option<Mentions> {
    let documents = snapshot.documents();
    if documents.len() > DOCUMENTS_MAX {
        return None;
    }
    let mut asked = Asked::of(question);
    let all = OfAll::of(snapshot);
    // What more documents begin with than a name can be of is no name, and none is read for it.
    let opened = (0..all.documents.len()).filter(|at| asked.opens_one_of(&all.documents[*at]));
    let mut opened: Vec<usize> = opened.take(MENTIONED_MAX + 1).collect();
    if opened.len() > MENTIONED_MAX {
        opened.clear();
    }
    let spaced = opened.into_iter().map(|at| {
        let record = &documents[at];
        let own = names(record).map(|name| asked.spaced(name, || beginning(snapshot, record)));
        (at, NameWords::of(own.each_ref().map(String::as_str)))
    });
    let names = Names {
        spaced: spaced.collect(),
        all: &all,
    };
    let mut held: BTreeMap<String, Vec<DocumentId>> = BTreeMap::new();
    asked.look_up(question, &names, |word| {
        let found = passages(snapshot, word, question.language);
        let texts: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
        let single = asked::without_s(word);
        let is_name = is_written_as_name(word, &texts)
            || single.is_some_and(|one| is_written_as_name(&one, &texts));
        let of = found.into_iter().map(|one| one.document).collect();
        held.insert(word.to_owned(), of);
        is_name
    });
    let mut found = among(question, &asked, &names)?;
    found.ids = found
        .documents
        .iter()
        .map(|at| documents[*at].id.clone())
        .collect();
    found.sure |= found.names.iter().flat_map(|name| &name.tokens).any(|at| {
        let word = &question.tokens[*at].folded;
        let held = held.get(word).map_or(&[][..], Vec::as_slice);
        let own = held.iter().filter(|one| found.ids.contains(one)).count();
        own * 2 > held.len()
    });
    Some(found)
}

/// What a document begins with; nothing where that cannot be read.
fn beginning(snapshot: &Snapshot, record: &DocumentRecord) -> String {
    let chunks = snapshot.chunk_range(&record.id, 0, FIRST_CHUNKS);
    let chunks = chunks.unwrap_or_default().into_iter();
    chunks.map(|chunk| chunk.text).collect::<Vec<_>>().join(" ")
}

/// Whether texts write a word with a capital more often than without.
fn is_written_as_name(word: &str, texts: &[&str]) -> bool {
    let words = texts
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let (mut capital, mut small) = (0_usize, 0_usize);
    for written in words.filter(|written| text::folded(written) == word) {
        match written.starts_with(char::is_lowercase) {
            true => small += 1,
            false => capital += 1,
        }
    }
    capital > small
}

fn among(question: &Question, asked: &Asked, names: &Names<'_>) -> Option<Mentions> {
    let mut all = asked.shared(names);
    let weights = weights(asked, &all, names.count());
    let mut found: Vec<Name> = Vec::new();
    while found.len() < NAMES_MAX
        && let Some(name) = best_name(question, asked, (&all, names.count()), &weights)
    {
        // What is of this name is of no other.
        for one in &mut all {
            one.leave(&name.tokens);
        }
        found.push(name);
    }
    // A year may stand elsewhere, too.
    let in_letters = |at: &&usize| question.tokens[**at].folded.contains(char::is_alphabetic);
    found.sort_by_key(|name| name.tokens.iter().find(in_letters).copied());
    let words: BTreeSet<usize> = found.iter().flat_map(|name| name.tokens.clone()).collect();
    let sure = !asked.lower || found.iter().any(|name| name.joined);
    let documents: BTreeSet<usize> = found
        .iter()
        .flat_map(|name| name.documents.clone())
        .collect();
    let rest = question.without(&words);
    let left = terms(&rest, question.language);
    let gone = words
        .iter()
        .map(|word| question.tokens[*word].span)
        .flat_map(|span| terms(&question.text[span.start..span.end], question.language))
        .filter(|term| !left.contains(term))
        .collect();
    (!found.is_empty() && !left.is_empty()).then_some(Mentions {
        names: found,
        documents: documents.into_iter().collect(),
        ids: Vec::new(),
        rest,
        terms: gone,
        sure,
    })
}

/// What each word of a question weighs that some document has in its names: more the fewer do.
#[expect(clippy::cast_precision_loss, reason = "counts of documents")]
fn weights(asked: &Asked, all: &[Shared], documents: usize) -> BTreeMap<usize, f64> {
    let places = asked.words.values().chain(asked.joined.values()).flatten();
    let weight = |word: &usize| {
        let known = all.iter().filter(|one| one.words.contains(word)).count();
        let rarity = (1.0 + documents as f64 / known.max(1) as f64).ln();
        let named = asked.named.contains(word);
        (*word, if named { NAME_WEIGHT * rarity } else { rarity })
    };
    places.map(weight).collect()
}

/// The name that says most, with the documents that have most of it, of so many.
fn best_name(
    question: &Question,
    asked: &Asked,
    (all, documents): (&[Shared], usize),
    weights: &BTreeMap<usize, f64>,
) -> Option<Name> {
    let score = |one: &Shared| one.words.iter().map(|word| weights[word]).sum::<f64>();
    let named: Vec<(usize, f64)> = (0..all.len())
        .filter(|at| all[*at].is_named(question, asked))
        .map(|at| (at, score(&all[at])))
        .collect();
    let most = named.iter().map(|(_, score)| *score).fold(0.0, f64::max);
    let best = named.iter().filter(|(_, score)| *score >= most - 1e-9);
    let best: Vec<usize> = best.map(|(at, _)| *at).collect();
    // Documents that share other words are of other names.
    let tokens = &all[*best.first()?].words;
    let best: Vec<usize> = best
        .into_iter()
        .filter(|at| all[*at].words == *tokens)
        .collect();
    let few = best.len() <= (documents / 4).clamp(MENTIONED_MIN, MENTIONED_MAX);
    few.then(|| Name {
        tokens: tokens.clone(),
        joined: best.iter().any(|at| !all[*at].joined.is_empty()),
        without_s: (best.iter())
            .flat_map(|at| all[*at].without_s.intersection(&asked.named))
            .filter(|token| tokens.contains(token))
            .copied()
            .collect(),
        documents: best.iter().map(|at| all[*at].document).collect(),
    })
}

fn terms(text: &str, language: Language) -> BTreeSet<String> {
    let terms = text::terms(text, language).into_iter();
    terms.map(|term| term.text).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use plan::question::Question;
    use text::Language;

    use super::{Asked, Mentions, NameWords, Names, OfAll, Shared, among, is_written_as_name};

    const NAMES: [[&str; 2]; 8] = [
        ["penhall_homeowners-2025", ""],
        ["penhall_homeowners-2026", ""],
        ["kestrel", "Boats"],
        ["water", "Tariff of water"],
        ["league", "League rules"],
        ["annual", "Annual report"],
        ["GREENFIELDS_2023_10K", ""],
        ["7Q_2018_10K", ""],
    ];

    fn with_names<T>(work: impl FnOnce(&Names<'_>) -> T) -> T {
        work(&Names {
            all: &OfAll::new(NAMES.map(NameWords::of).into()),
            spaced: BTreeMap::new(),
        })
    }

    fn among_names(question: &Question, asked: &Asked) -> Option<Mentions> {
        with_names(|names| among(question, asked, names))
    }

    fn found(question: &str) -> Option<(Vec<usize>, String)> {
        let question = Question::read(question, Language::En);
        among_names(&question, &Asked::of(&question)).map(|found| (found.documents, found.rest))
    }

    #[test]
    fn a_question_without_the_names_in_it_goes_to_the_documents_it_names() {
        assert_eq!(
            found("Which discounts does Penhall's 2026 manual give?"),
            Some((vec![1], "Which discounts does manual give?".to_owned()))
        );
    }

    #[test]
    fn names_are_met_with_possessives_in_lower_case_and_written_as_one() {
        assert_eq!(
            found("What was 7Q's capital expenditure?").map(|one| one.0),
            Some(vec![7])
        );
        assert_eq!(
            found("what was green fields capital spending").map(|one| one.0),
            Some(vec![6])
        );
        for question in [
            "what was 7qs capital expenditure",
            "What did Green Fieldss spend on hay?",
        ] {
            assert!(found(question).is_some(), "{question}");
        }
        assert_eq!(
            found("Who rents Kestre boats by day?").map(|one| one.0),
            Some(vec![2])
        );
        assert_eq!(
            found("How many Green Fields stores opened?").map(|one| one.0),
            Some(vec![6])
        );
    }

    #[test]
    fn the_documents_looked_up_are_those_that_share_a_word() {
        for question in [
            "Which discounts does Penhall's 2026 manual give?",
            "what was green fields capital spending",
            "what was 7qs capital expenditure",
            "Who rents Kestre boats by day?",
            "which league has rules of water",
            "Who sells hay?",
        ] {
            let asked = Asked::of(&Question::read(question, Language::En));
            with_names(|names| {
                let found = asked.shared(names).into_iter().map(|one| one.document);
                let shares = |at: &usize| Shared::of(&asked, *at, names.of(*at)).is_some();
                let all: Vec<usize> = (0..names.count()).filter(shares).collect();
                assert_eq!(found.collect::<Vec<_>>(), all, "{question}");
                assert_eq!(all.is_empty(), question.contains("hay"), "{question}");
            });
        }
    }

    #[test]
    fn apostrophes_that_names_lack_are_put_in() {
        let written = |question: &str| {
            let question = Question::read(question, Language::En);
            let found = among_names(&question, &Asked::of(&question))?;
            found.with_apostrophes(&question)
        };
        for (question, expected) in [
            (
                "what was 7qs capital expenditure",
                "what was 7q's capital expenditure",
            ),
            (
                "What did Green Fieldss spend?",
                "What did Green Fields's spend?",
            ),
            (
                "Which boats are in the KESTRELS list?",
                "Which boats are in the KESTREL'S list?",
            ),
        ] {
            assert_eq!(written(question).as_deref(), Some(expected));
        }
        for question in [
            "What was 7Q's capital expenditure?",
            "What did Greenfields spend?",
        ] {
            assert_eq!(written(question), None, "{question}");
        }
    }

    #[test]
    fn a_question_may_name_several_documents_and_a_name_twice() {
        let question = "Who spent more on hay in 2018, Green Fields in 2023 or 7Q in 2018?";
        let question = Question::read(question, Language::En);
        let found = among_names(&question, &Asked::of(&question)).expect("two names");
        let documents: Vec<_> = found.names.iter().map(|name| &name.documents).collect();
        assert_eq!(documents, [&[6], &[7]], "in the order of the question");
        assert_eq!(found.documents, [6, 7]);
    }

    #[test]
    fn names_written_as_one_word_are_met_by_their_first_as_the_document_spells_them() {
        let spaced = |question: &str, name: &str, beginning: &str| {
            let question = Question::read(question, Language::En);
            Asked::of(&question).spaced(name, || beginning.to_owned())
        };
        let beginning = "News. Ulta Beauty announces results.";
        let name = "ULTABEAUTY_2023";
        assert_eq!(
            spaced("who is the cfo of ulta", name, beginning),
            "ulta beauty 2023"
        );
        assert_eq!(
            spaced("Who is CFO of Ulta?", name, beginning),
            "ulta beauty 2023"
        );
        assert_eq!(spaced("who is the cfo", name, beginning), "ULTABEAUTY 2023");
        assert_eq!(spaced("the cfo of ulta", name, "News."), "ULTABEAUTY 2023");
        // What asks for the most is no name.
        let buy = ("BESTBUY", "Best Buy reports.");
        assert_eq!(spaced("which one is best", buy.0, buy.1), "BESTBUY");
    }

    #[test]
    fn without_capitals_names_are_what_documents_write_as_names() {
        let question = Question::read("which rules does kestrel give for boats", Language::En);
        let found = |is_name: fn(&str) -> bool| {
            let mut asked = Asked::of(&question);
            with_names(|names| asked.look_up(&question, names, is_name));
            among_names(&question, &asked).map(|one| one.documents)
        };
        assert_eq!(found(|word| word == "kestrel"), Some(vec![2]));
        assert_eq!(found(|_| false), None);
        assert!(is_written_as_name(
            "kestrel",
            &["A Kestrel sails.", "kestrel, Kestrel"]
        ));
        assert!(!is_written_as_name(
            "rules",
            &["Rules of the house. All rules, these rules."]
        ));
    }

    #[test]
    fn topics_and_bare_names_are_no_names_of_documents() {
        for question in ["What do the rules say of water?", "What is Kestrel?"] {
            assert_eq!(found(question), None, "{question}");
        }
    }
}
