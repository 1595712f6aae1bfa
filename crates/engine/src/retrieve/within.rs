//! What the rest of a question finds in the documents that it names.
//!
//! "Which discounts does Penhallow's 2026 manual give?" holds three words that only say
//! where to look. They stand on every title page, and weigh more than the one word that
//! says what for. So where a question names documents by words of their titles or files,
//! those are searched once more for what is left of the question without these words.

use std::collections::{BTreeMap, BTreeSet};

use index::{DocumentId, DocumentRecord, FILTER_NODES_MAX, Filter, FilterOp, Grade, Snapshot};
use text::Language;

use super::pass::Reading;
use super::{Arm, ArmList, QueryText, Strategy, added};
use crate::EngineError;

/// What such a hit adds to a fused score, which is at most 1.
const WITHIN_WEIGHT: f32 = 0.5;
/// As many documents may be named however few there are; else a quarter of all.
const NAMED_MIN: usize = 3;
/// More are named by no name, and would make a long filter.
const NAMED_MAX: usize = 16;
/// Names of so many documents are compared with a question.
const DOCUMENTS_MAX: usize = 20_000;
/// Least share of its name that a question must have of a document: long titles share a
/// word with many questions.
const NAME_SHARE_MIN: f64 = 0.25;
/// What a word that is written like a name weighs more than others.
const NAME_WEIGHT: f64 = 2.0;
/// Words with content that must be left.
const LEFT_MIN: usize = 2;
/// Letters of a word in a name.
const LETTERS_MIN: usize = 3;

/// Documents that a question names, and the question without their names.
#[derive(Debug, PartialEq)]
pub(super) struct About {
    /// The documents, by index.
    documents: Vec<usize>,
    /// What is left of the question.
    rest: String,
    /// Terms of the words that were left out.
    pub terms: BTreeSet<String>,
}

/// What a question names; `None` where it names no document or nothing is left beside
/// the names.
pub(super) fn named(snapshot: &Snapshot, query: &QueryText) -> Option<About> {
    let documents = snapshot.documents();
    if documents.len() > DOCUMENTS_MAX {
        return None;
    }
    let names: Vec<[&str; 2]> = documents.iter().map(names).collect();
    about(&query.text, query.language, &names)
}

/// The documents that a question names, and the question without their names; `None`
/// where it names none.
pub(crate) fn named_documents(
    snapshot: &Snapshot,
    query: &QueryText,
) -> Option<(Vec<DocumentId>, String)> {
    let documents = snapshot.documents();
    let about = named(snapshot, query)?;
    let ids = about.documents.iter().map(|at| documents[*at].id.clone());
    Some((ids.collect(), about.rest))
}

/// The hits of what is left of the question, in the documents it names.
pub(super) fn list(
    reading: &Reading<'_>,
    about: &About,
    filters: &[Filter],
) -> Result<Option<ArmList>, EngineError> {
    let documents = reading.snapshot.documents();
    let values: usize = filters.iter().map(|filter| 1 + filter.values.len()).sum();
    if values + 1 + about.documents.len() > FILTER_NODES_MAX {
        return Ok(None);
    }
    let mut filters = filters.to_vec();
    filters.push(Filter {
        key: "document".to_owned(),
        op: FilterOp::In,
        values: about
            .documents
            .iter()
            .map(|at| documents[*at].id.to_string())
            .collect(),
    });
    let scope = reading.snapshot.scope(&filters)?;
    let reading = Reading {
        scope: &scope,
        ..*reading
    };
    let found = reading.pass(&about.rest, Strategy::Hybrid)?;
    let fused = found.fused(reading.snapshot).into_iter();
    let shares: BTreeMap<_, _> = fused
        .take(reading.depth)
        .map(|hit| (hit.chunk, hit.score))
        .collect();
    let made = || {
        added::list(
            reading.snapshot,
            Arm::Within,
            WITHIN_WEIGHT,
            Grade::Exact,
            &shares,
        )
    };
    Ok((!shares.is_empty()).then(made))
}

/// A document's file, without its ending, and its title.
fn names(record: &DocumentRecord) -> [&str; 2] {
    let path = record.path.rsplit('/').next().unwrap_or_default();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    [stem, record.title.as_deref().unwrap_or_default()]
}

/// The words of a text that may be of a name: letters, or two digits at least.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits >= 2 || word.chars().count() >= LETTERS_MIN
    })
}

/// `26` of `26 kg` names no document, `2026` may.
fn is_short_number(word: &str) -> bool {
    word.len() < YEAR_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits of a year.
const YEAR_DIGITS: usize = 4;

/// What a document's names have of the words of a question.
struct Shared {
    /// The words, by index.
    words: BTreeSet<usize>,
    /// Largest share of one of its names that the question has.
    share: f64,
}

fn shared(asked: &[String], names: [&str; 2]) -> Shared {
    let mut found = Shared {
        words: BTreeSet::new(),
        share: 0.0,
    };
    let mut lower = String::new();
    for name in names {
        let (mut own, mut size) = (0_u32, 0_u32);
        for word in words(name) {
            size += 1;
            lower.clear();
            lower.extend(word.chars().flat_map(char::to_lowercase));
            if let Some(place) = asked.iter().position(|asked| *asked == lower) {
                own += 1;
                found.words.insert(place);
            }
        }
        if own > 0 {
            found.share = found.share.max(f64::from(own) / f64::from(size));
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "counts of documents")]
fn about(question: &str, language: Language, names: &[[&str; 2]]) -> Option<About> {
    let content = |word: &str| !text::terms(word, language).is_empty();
    let asked: Vec<&str> = words(question).filter(|word| content(word)).collect();
    let lower: Vec<String> = asked.iter().map(|word| word.to_lowercase()).collect();
    let all: Vec<Shared> = names.iter().map(|names| shared(&lower, *names)).collect();
    // A topic in small letters is no name, and the first word has a capital anyway.
    let first = words(question).next();
    let is_name = |word: &str| {
        let capital = word.starts_with(char::is_uppercase) && Some(word) != first;
        capital || word.contains(|c: char| c.is_ascii_digit()) && !is_short_number(word)
    };
    let weight = |word: &usize| {
        let known = all.iter().filter(|one| one.words.contains(word)).count();
        let rarity = (1.0 + names.len() as f64 / known.max(1) as f64).ln();
        if is_name(asked[*word]) {
            NAME_WEIGHT * rarity
        } else {
            rarity
        }
    };
    let weights: Vec<f64> = (0..asked.len()).map(|word| weight(&word)).collect();
    let score = |one: &Shared| one.words.iter().map(|word| weights[*word]).sum::<f64>();
    let most = all.iter().map(score).fold(0.0, f64::max);
    let documents: Vec<usize> = (0..all.len())
        .filter(|at| most > 0.0 && score(&all[*at]) >= most - 1e-9)
        .collect();
    let few = documents.len() <= (names.len() / 4).clamp(NAMED_MIN, NAMED_MAX);
    let said = |at: &usize| all[*at].share >= NAME_SHARE_MIN;
    let of_name = |word: &str| {
        let place = lower.iter().position(|asked| *asked == word.to_lowercase());
        place.is_some_and(|place| documents.iter().any(|at| all[*at].words.contains(&place)))
    };
    if !few
        || !documents.iter().any(said)
        || !asked.iter().any(|word| {
            // A year alone names no document.
            is_name(word) && of_name(word) && word.contains(char::is_alphabetic)
        })
    {
        return None;
    }
    let goes = |word: &str| content(word) && of_name(word);
    let rest = without(question, &goes);
    let left: BTreeSet<String> = terms(&rest, language).collect();
    let gone = asked.iter().filter(|word| goes(word));
    let gone = gone.flat_map(|word| terms(word, language));
    let gone = gone.filter(|term| !left.contains(term)).collect();
    (left.len() >= LEFT_MIN).then_some(About {
        documents,
        rest,
        terms: gone,
    })
}

fn terms(text: &str, language: Language) -> impl Iterator<Item = String> {
    text::terms(text, language)
        .into_iter()
        .map(|term| term.text)
}

/// A text without some of its words.
fn without(question: &str, goes: &dyn Fn(&str) -> bool) -> String {
    let mut rest = String::with_capacity(question.len());
    let mut word_start = None;
    let ends = question.char_indices().chain([(question.len(), ' ')]);
    for (at, c) in ends {
        if c.is_alphanumeric() {
            word_start.get_or_insert(at);
            continue;
        }
        if let Some(start) = word_start.take() {
            let word = &question[start..at];
            if !goes(word) {
                rest.push_str(word);
            }
        }
        if at < question.len() {
            rest.push(c);
        }
    }
    let rest = rest.replace("'s ", " ").replace("’s ", " ");
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::about;

    const NAMES: &[[&str; 2]] = &[
        ["penhall_homeowners-2025", ""],
        ["penhall_homeowners-2026", ""],
        ["kestrel", "Boats"],
        ["water", "Tariff of water"],
        ["league", "League rules"],
        ["annual", "Annual report"],
    ];

    #[test]
    fn a_question_without_the_names_in_it_goes_to_the_documents_it_names() {
        let found = about(
            "Which discounts does Penhall's 2026 manual give?",
            Language::En,
            NAMES,
        );
        let found = found.map(|about| (about.documents, about.rest));
        let rest = "Which discounts does manual give?".to_owned();
        assert_eq!(found, Some((vec![1], rest)));
    }

    #[test]
    fn topics_and_bare_names_are_no_names_of_documents() {
        let none = |question| assert_eq!(about(question, Language::En, NAMES), None, "{question}");
        none("What do the rules say of water?");
        none("What is Kestrel?");
    }
}
