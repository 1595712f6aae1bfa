//! What the rest of a question finds in the documents that it names.
//!
//! "Which discounts does Penhallow's 2026 manual give?" holds three words that only say
//! where to look. They stand on every title page, and weigh more than the one word that
//! says what for. So where a question names documents by words of their titles or files,
//! those are searched once more for what is left of the question without these words.

use std::collections::{BTreeMap, BTreeSet};

use index::{DocumentRecord, Filter, FilterOp, Grade, Snapshot};
use text::Language;

use super::pass::Reading;
use super::{Arm, ArmList, QueryText, Strategy, added};
use crate::EngineError;

/// What such a hit adds to a fused score, which is at most 1.
const WITHIN_WEIGHT: f32 = 0.5;
/// More documents than this, and more than a quarter of all, are named by no name.
const NAMED_MAX: usize = 3;
/// Names of so many documents are compared with a question.
const DOCUMENTS_MAX: usize = 20_000;
/// Least share of its name that a question must have of a document: long titles share a
/// word with many questions.
const NAME_SHARE_MIN: f64 = 0.25;
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
    let names: Vec<BTreeSet<String>> = documents.iter().map(name).collect();
    about(&query.text, query.language, &names)
}

/// The hits of what is left of the question, in the documents it names.
pub(super) fn list(
    reading: &Reading<'_>,
    about: &About,
    filters: &[Filter],
) -> Result<Option<ArmList>, EngineError> {
    let documents = reading.snapshot.documents();
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

/// Words of a document's title and of its file.
fn name(record: &DocumentRecord) -> BTreeSet<String> {
    let path = record.path.rsplit('/').next().unwrap_or_default();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let title = record.title.as_deref().unwrap_or_default();
    let words = words(stem).chain(words(title));
    words.map(|word| word.to_lowercase()).collect()
}

/// The words of a text that may be of a name: letters, or two digits at least.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits >= 2 || word.chars().count() >= LETTERS_MIN
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts of documents")]
fn about(question: &str, language: Language, names: &[BTreeSet<String>]) -> Option<About> {
    let content = |word: &str| !text::terms(word, language).is_empty();
    let asked: Vec<&str> = words(question).filter(|word| content(word)).collect();
    let frequency = |word: &str| names.iter().filter(|name| name.contains(word)).count();
    let mut weights: BTreeMap<String, f64> = BTreeMap::new();
    for word in &asked {
        let lower = word.to_lowercase();
        let known = frequency(&lower);
        if known > 0 {
            weights.insert(lower, (1.0 + names.len() as f64 / known as f64).ln());
        }
    }
    let score = |name: &BTreeSet<String>| -> f64 {
        let own = weights.iter().filter(|(word, _)| name.contains(*word));
        own.map(|(_, weight)| weight).sum()
    };
    let scores: Vec<f64> = names.iter().map(score).collect();
    let most = scores.iter().copied().fold(0.0, f64::max);
    let documents: Vec<usize> = (0..names.len())
        .filter(|at| most > 0.0 && scores[*at] >= most - 1e-9)
        .collect();
    let few = documents.len() <= NAMED_MAX.max(names.len() / 4);
    let said = |at: &usize| {
        let own = weights.keys().filter(|word| names[*at].contains(*word));
        own.count() as f64 >= NAME_SHARE_MIN * names[*at].len() as f64
    };
    let of_name = |word: &str| {
        let lower = word.to_lowercase();
        documents.iter().any(|at| names[*at].contains(&lower))
    };
    // A topic in small letters is no name, and the first word has a capital anyway.
    let first = words(question).next();
    let is_name = |word: &&str| {
        let capital = word.starts_with(char::is_uppercase) && Some(*word) != first;
        let digits = word.contains(|c: char| c.is_ascii_digit());
        of_name(word) && (capital || digits)
    };
    if !few || !documents.iter().any(said) || !asked.iter().any(is_name) {
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
    use std::collections::BTreeSet;

    use text::Language;

    use super::about;

    fn names() -> Vec<BTreeSet<String>> {
        let names = [
            "penhall homeowners 2025",
            "penhall homeowners 2026",
            "kestrel boats",
        ];
        let more = ["tariff of water", "league rules", "annual report"];
        let all = names.into_iter().chain(more);
        all.map(|name| name.split(' ').map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn a_question_without_the_names_in_it_goes_to_the_documents_it_names() {
        let found = about(
            "Which discounts does Penhall's 2026 manual give?",
            Language::En,
            &names(),
        );
        let found = found.map(|about| (about.documents, about.rest));
        let rest = "Which discounts does manual give?".to_owned();
        assert_eq!(found, Some((vec![1], rest)));
    }

    #[test]
    fn topics_and_bare_names_are_no_names_of_documents() {
        let none =
            |question| assert_eq!(about(question, Language::En, &names()), None, "{question}");
        none("What do the rules say of water?");
        none("What is Kestrel?");
    }
}
