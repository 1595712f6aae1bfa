//! The documents that a question mentions by words of their titles or files.
//!
//! `3M's`, `best buy` for a file `BESTBUY_2023_10K.pdf`, `the 2026 manual`: such
//! words say where to look. What they name is preferred; a document that is not
//! mentioned is searched all the same.

use std::collections::{BTreeMap, BTreeSet};

use index::{DocumentId, DocumentRecord, Snapshot};
use plan::question::Question;
use text::{Language, Token, TokenKind};

/// As many documents may be mentioned however few there are; else a quarter of all.
const MENTIONED_MIN: usize = 3;
/// More are named by no name, and would make a long filter.
const MENTIONED_MAX: usize = 16;
/// Names of so many documents are compared with a question.
const DOCUMENTS_MAX: usize = 20_000;
/// Least share of its name that a question must have of a document: long titles share a
/// word with many questions.
const NAME_SHARE_MIN: f64 = 0.25;
/// What a word that is written like a name weighs more than others.
const NAME_WEIGHT: f64 = 2.0;
/// Words with content that must be left.
const LEFT_MIN: usize = 2;
/// Letters of words that are written as one in a name: `bestbuy` for `Best Buy`.
const JOINED_CHARS_MIN: usize = 5;
/// Words that may be written as one.
const JOINED_WORDS_MAX: usize = 3;
/// Digits of a year.
const YEAR_DIGITS: usize = 4;

/// Documents that a question mentions, and the question without their names.
#[derive(Debug, Clone, PartialEq)]
pub struct Mentions {
    /// The documents, by index among those of the snapshot.
    pub documents: Vec<usize>,
    /// The same, by id.
    pub ids: Vec<DocumentId>,
    /// What is left of the question without their names.
    pub rest: String,
    /// Search terms of the words that were left out.
    pub terms: BTreeSet<String>,
}

/// What a question mentions; `None` where it mentions no document, or nothing is left
/// beside the names.
pub(super) fn of(snapshot: &Snapshot, question: &Question) -> Option<Mentions> {
    let documents = snapshot.documents();
    if documents.len() > DOCUMENTS_MAX {
        return None;
    }
    let names: Vec<[&str; 2]> = documents.iter().map(names).collect();
    let mut found = among(question, &names)?;
    found.ids = found
        .documents
        .iter()
        .map(|at| documents[*at].id.clone())
        .collect();
    Some(found)
}

/// A document's file, without its ending, and its title.
fn names(record: &DocumentRecord) -> [&str; 2] {
    let path = record.path.rsplit('/').next().unwrap_or_default();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    [stem, record.title.as_deref().unwrap_or_default()]
}

/// Words of a question that may be of a name, with what they are written as.
struct Asked {
    /// By folded form; words written as one, too. Each with its tokens.
    forms: BTreeMap<String, BTreeSet<usize>>,
    /// Tokens that are written like a name.
    named: BTreeSet<usize>,
}

impl Asked {
    fn of(question: &Question) -> Asked {
        let tokens = &question.tokens;
        // Who writes no capitals at all gives no sign of a name.
        let lower = !question.text.chars().any(char::is_uppercase);
        let mut asked = Asked {
            forms: BTreeMap::new(),
            named: BTreeSet::new(),
        };
        for (at, token) in tokens.iter().enumerate() {
            if !may_name(token) {
                continue;
            }
            asked.forms.entry(form(token)).or_default().insert(at);
            let capital = question.text[token.span.start..].starts_with(char::is_uppercase);
            let code = token.folded.contains(|c: char| c.is_ascii_digit())
                && !is_short_number(&token.folded);
            if capital && at > 0 || code || lower {
                asked.named.insert(at);
            }
        }
        for length in 2..=JOINED_WORDS_MAX {
            for (at, window) in tokens.windows(length).enumerate() {
                let joined: String = window.iter().map(form).collect();
                if joined.chars().count() >= JOINED_CHARS_MIN {
                    let places = asked.forms.entry(joined).or_default();
                    places.extend(at..at + length);
                }
            }
        }
        asked
    }
}

/// A word with content, of two letters at least, or with a digit.
fn may_name(token: &Token) -> bool {
    let long = token.folded.chars().nth(1).is_some();
    !token.stop && (long || token.kind != TokenKind::Word) && !is_short_number(&token.folded)
}

fn form(token: &Token) -> String {
    match token.kind {
        TokenKind::Word => token.folded.clone(),
        TokenKind::Number | TokenKind::Percent | TokenKind::Code => token.stem.clone(),
    }
}

/// `26` of `26 kg` names no document, `2026` may.
fn is_short_number(word: &str) -> bool {
    word.len() < YEAR_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// What a document's names have of the words of a question.
struct Shared {
    /// The words, by token.
    words: BTreeSet<usize>,
    /// Those of them that the name writes as one: surely meant.
    joined: BTreeSet<usize>,
    /// Largest share of one of its names that the question has.
    share: f64,
}

fn shared(asked: &Asked, names: [&str; 2]) -> Shared {
    let mut found = Shared {
        words: BTreeSet::new(),
        joined: BTreeSet::new(),
        share: 0.0,
    };
    for name in names {
        let spaced = name.replace(['_', '-'], " ");
        let words = text::tokens(&spaced, Language::Other);
        let (mut own, mut size) = (0_u32, 0_u32);
        for word in words.iter().filter(|word| may_name(word)) {
            size += 1;
            let Some(places) = asked.forms.get(&form(word)) else {
                continue;
            };
            own += 1;
            found.words.extend(places);
            if places.len() > 1 {
                found.joined.extend(places);
            }
        }
        if own > 0 {
            found.share = found.share.max(f64::from(own) / f64::from(size));
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "counts of documents")]
fn among(question: &Question, names: &[[&str; 2]]) -> Option<Mentions> {
    let asked = Asked::of(question);
    let all: Vec<Shared> = names.iter().map(|names| shared(&asked, *names)).collect();
    let weights: BTreeMap<usize, f64> = asked
        .forms
        .values()
        .flatten()
        .map(|word| {
            let known = all.iter().filter(|one| one.words.contains(word)).count();
            let rarity = (1.0 + names.len() as f64 / known.max(1) as f64).ln();
            let named = asked.named.contains(word);
            (*word, if named { NAME_WEIGHT * rarity } else { rarity })
        })
        .collect();
    let score = |one: &Shared| one.words.iter().map(|word| weights[word]).sum::<f64>();
    let most = all.iter().map(score).fold(0.0, f64::max);
    let documents: Vec<usize> = (0..all.len())
        .filter(|at| most > 0.0 && score(&all[*at]) >= most - 1e-9)
        .collect();
    let few = documents.len() <= (names.len() / 4).clamp(MENTIONED_MIN, MENTIONED_MAX);
    let said = documents
        .iter()
        .any(|at| all[*at].share >= NAME_SHARE_MIN || !all[*at].joined.is_empty());
    let words: BTreeSet<usize> = documents
        .iter()
        .flat_map(|at| all[*at].words.iter().copied())
        .collect();
    // A year alone names no document.
    let name = words.iter().any(|word| {
        let token = &question.tokens[*word];
        let sure = documents.iter().any(|at| all[*at].joined.contains(word));
        (asked.named.contains(word) || sure) && token.folded.contains(char::is_alphabetic)
    });
    if !few || !said || !name {
        return None;
    }
    let rest = without(question, &words);
    let left = terms(&rest, question.language);
    let gone = words
        .iter()
        .map(|word| question.tokens[*word].span)
        .flat_map(|span| terms(&question.text[span.start..span.end], question.language))
        .filter(|term| !left.contains(term))
        .collect();
    (left.len() >= LEFT_MIN).then_some(Mentions {
        documents,
        ids: Vec::new(),
        rest,
        terms: gone,
    })
}

fn terms(text: &str, language: Language) -> BTreeSet<String> {
    let terms = text::terms(text, language).into_iter();
    terms.map(|term| term.text).collect()
}

/// A question without some of its words and their possessive endings.
fn without(question: &Question, words: &BTreeSet<usize>) -> String {
    let mut rest = String::with_capacity(question.text.len());
    let mut at = 0;
    for word in words {
        let span = question.tokens[*word].span;
        rest.push_str(question.text.get(at..span.start).unwrap_or_default());
        at = span.end;
        let behind = &question.text[at..];
        for ending in ["'s", "’s"] {
            if behind.starts_with(ending) {
                at += ending.len();
            }
        }
    }
    rest.push_str(&question.text[at..]);
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use plan::question::Question;
    use text::Language;

    use super::among;

    const NAMES: &[[&str; 2]] = &[
        ["penhall_homeowners-2025", ""],
        ["penhall_homeowners-2026", ""],
        ["kestrel", "Boats"],
        ["water", "Tariff of water"],
        ["league", "League rules"],
        ["annual", "Annual report"],
        ["GREENFIELDS_2023_10K", ""],
        ["7Q_2018_10K", ""],
    ];

    fn found(question: &str) -> Option<(Vec<usize>, String)> {
        let question = Question::read(question, Language::En);
        among(&question, NAMES).map(|found| (found.documents, found.rest))
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
        assert_eq!(
            found("How many Green Fields stores opened?").map(|one| one.0),
            Some(vec![6])
        );
    }

    #[test]
    fn topics_and_bare_names_are_no_names_of_documents() {
        for question in ["What do the rules say of water?", "What is Kestrel?"] {
            assert_eq!(found(question), None, "{question}");
        }
    }
}
