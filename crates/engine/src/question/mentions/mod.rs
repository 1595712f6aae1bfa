//! The documents that a question mentions by words of their titles or files.
//!
//! `3M's`, `best buy` for a file `BESTBUY_2023_10K.pdf`, `the 2026 manual`: such
//! words say where to look. What they name is preferred; a document that is not
//! mentioned is searched all the same.

use std::collections::{BTreeMap, BTreeSet};

use index::{DocumentId, DocumentRecord, Snapshot};
use plan::question::Question;
use text::{Language, Token, TokenKind};

use super::abbreviations::passages;

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
/// Letters of words that are written as one in a name: `bestbuy` for `Best Buy`.
const JOINED_CHARS_MIN: usize = 5;
/// Words that may be written as one.
const JOINED_WORDS_MAX: usize = 3;
/// Letters of a word that opens a name written as one, and of what follows.
const OPENING_CHARS_MIN: usize = 3;
/// Letters of the start of a name's word that stands for all of it.
const SHORTENED_CHARS_MIN: usize = 4;
/// Chunks at the start of a document that show how its name is written.
const FIRST_CHUNKS: u32 = 3;
/// Words without capitals that are looked up: each costs a search.
const LOOKED_UP_MAX: usize = 6;
/// Digits of a year.
const YEAR_DIGITS: usize = 4;
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
}

/// What a question mentions; `None` where it mentions no document, or nothing is left
/// beside the names.
pub(super) fn of(snapshot: &Snapshot, question: &Question) -> Option<Mentions> {
    let documents = snapshot.documents();
    if documents.len() > DOCUMENTS_MAX {
        return None;
    }
    let mut asked = Asked::of(question);
    // What more documents begin with than a name can be of is no name, and none is read for it.
    let opened = |record: &&DocumentRecord| asked.opens_one_of(names(record));
    let few = documents.iter().filter(opened).nth(MENTIONED_MAX).is_none();
    let own = |record: &DocumentRecord| {
        names(record).map(|name| match few {
            true => asked.spaced(name, || beginning(snapshot, record)),
            false => spaces(name),
        })
    };
    let names: Vec<[String; 2]> = documents.iter().map(own).collect();
    let names: Vec<[&str; 2]> = names
        .iter()
        .map(|names| [names[0].as_str(), names[1].as_str()])
        .collect();
    let mut held: BTreeMap<String, Vec<DocumentId>> = BTreeMap::new();
    asked.look_up(question, &names, |word| {
        let found = passages(snapshot, word, question.language);
        let texts: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
        let is_name = is_written_as_name(word, &texts);
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

/// A document's file, without its ending, and its title.
fn names(record: &DocumentRecord) -> [&str; 2] {
    let path = record.path.rsplit('/').next().unwrap_or_default();
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    [stem, record.title.as_deref().unwrap_or_default()]
}

/// A name of a file as words.
fn spaces(name: &str) -> String {
    name.replace(['_', '-'], " ")
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

/// Words of a question that may be of a name, with what they are written as.
struct Asked {
    /// By folded form, with the tokens.
    words: BTreeMap<String, BTreeSet<usize>>,
    /// Words written as one, with their tokens.
    joined: BTreeMap<String, BTreeSet<usize>>,
    /// Tokens that are written like a name.
    named: BTreeSet<usize>,
    /// No capitals are written: all words may be names.
    lower: bool,
    /// Words that may open a name that is written as one.
    openings: BTreeSet<String>,
}

impl Asked {
    fn of(question: &Question) -> Asked {
        let tokens = &question.tokens;
        // Who writes no capitals at all gives no sign of a name.
        let lower = !question.text.chars().any(char::is_uppercase);
        let mut asked = Asked {
            words: BTreeMap::new(),
            joined: BTreeMap::new(),
            named: BTreeSet::new(),
            lower,
            openings: BTreeSet::new(),
        };
        for (at, token) in tokens.iter().enumerate() {
            if !may_name(token) {
                continue;
            }
            for form in with_singular(form(token)) {
                asked.words.entry(form).or_default().insert(at);
            }
            let capital = question.text[token.span.start..].starts_with(char::is_uppercase);
            let code = token.folded.contains(|c: char| c.is_ascii_digit())
                && !is_short_number(&token.folded);
            if capital && at > 0 || code || lower {
                asked.named.insert(at);
            }
            let operates = question
                .operators
                .iter()
                .any(|one| one.tokens.contains(&at));
            let long = token.folded.chars().count() >= OPENING_CHARS_MIN;
            if asked.named.contains(&at) && long && !operates {
                asked.openings.insert(token.folded.clone());
            }
        }
        for length in 2..=JOINED_WORDS_MAX {
            for (at, window) in tokens.windows(length).enumerate() {
                let joined: String = window.iter().map(form).collect();
                if joined.chars().count() >= JOINED_CHARS_MIN {
                    for joined in with_singular(joined) {
                        let places = asked.joined.entry(joined).or_default();
                        places.extend(at..at + length);
                    }
                }
            }
        }
        asked
    }

    /// Where the question has most of a name's word from its start, written like a name: `Pepsi`
    /// for `PepsiCo`.
    fn shortened(&self, word: &str) -> impl Iterator<Item = usize> {
        let letters = word.chars().count();
        let words = self.words.iter().filter(move |(asked, _)| {
            let of_them = asked.chars().count();
            let most = of_them >= SHORTENED_CHARS_MIN && of_them * 3 >= letters * 2;
            most && of_them < letters && word.starts_with(asked.as_str())
        });
        let places = words.flat_map(|(_, places)| places).copied();
        places
            .filter(|at| self.named.contains(at))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Whether a word of one of the names may be a name written as one word, of which the
    /// question has the first.
    fn opens_one_of(&self, names: [&str; 2]) -> bool {
        let mut words = names
            .into_iter()
            .flat_map(|name| name.split(|c: char| matches!(c, '_' | '-') || c.is_whitespace()));
        !self.openings.is_empty() && words.any(|word| self.opens(word))
    }

    fn opens(&self, word: &str) -> bool {
        if word.len() < 2 * OPENING_CHARS_MIN {
            return false;
        }
        let word = text::folded(word);
        let rest = |opening: &String| word.strip_prefix(opening.as_str()).map(str::len);
        let long = |rest: usize| rest >= OPENING_CHARS_MIN;
        let mut openings = self.openings.iter();
        openings.any(|one| rest(one).is_some_and(long)) && !self.joined.contains_key(&word)
    }

    /// A name with spaces between its words: what it writes as one word is taken apart as
    /// the document's beginning writes it, where the question has the first of these words.
    fn spaced(&self, name: &str, beginning: impl FnOnce() -> String) -> String {
        let spaced = spaces(name);
        if !spaced.split_whitespace().any(|word| self.opens(word)) {
            return spaced;
        }
        let beginning = text::folded(&beginning());
        let written: Vec<&str> = beginning
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let apart = |word: &str| {
            let folded = text::folded(word);
            let mut lengths = 2..=JOINED_WORDS_MAX;
            let found = lengths.find_map(|length| {
                let mut all = written.windows(length);
                all.find(|words| words.concat() == folded)
            });
            found
                .filter(|_| self.opens(word))
                .map_or(word.to_owned(), |words| words.join(" "))
        };
        let words: Vec<String> = spaced.split_whitespace().map(apart).collect();
        words.join(" ")
    }

    /// In a question without capitals only what documents write as a name is one.
    fn look_up(
        &mut self,
        question: &Question,
        names: &[[&str; 2]],
        mut is_name: impl FnMut(&str) -> bool,
    ) {
        if !self.lower {
            return;
        }
        let met: BTreeSet<usize> = names
            .iter()
            .flat_map(|names| Shared::of(self, *names).words)
            .filter(|at| question.tokens[*at].kind == TokenKind::Word)
            .collect();
        for at in met.into_iter().take(LOOKED_UP_MAX) {
            if !is_name(&question.tokens[at].folded) {
                self.named.remove(&at);
            }
        }
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

/// A form, and what it is without an `s`: many write `3Ms` for `3M's`.
fn with_singular(form: String) -> impl Iterator<Item = String> {
    let single = form.strip_suffix('s').filter(|one| one.len() > 1);
    let single = single.map(str::to_owned);
    std::iter::once(form).chain(single)
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
    /// Of each name: where the question has each word that it has, and how many words there are.
    parts: [(Vec<BTreeSet<usize>>, usize); 2],
}

impl Shared {
    fn of(asked: &Asked, names: [&str; 2]) -> Shared {
        let mut found = Shared {
            words: BTreeSet::new(),
            joined: BTreeSet::new(),
            parts: Default::default(),
        };
        for (name, (parts, size)) in names.into_iter().zip(&mut found.parts) {
            let words = text::tokens(&spaces(name), Language::Other);
            for word in words.iter().filter(|word| may_name(word)) {
                *size += 1;
                let word = form(word);
                let joined = asked.joined.get(&word).into_iter().flatten();
                found.joined.extend(joined.clone());
                let single = asked.words.get(&word).into_iter().flatten();
                let short = asked.shortened(&word);
                let places = joined.chain(single).copied().chain(short);
                let places: BTreeSet<usize> = places.collect();
                found.words.extend(&places);
                parts.extend((!places.is_empty()).then_some(places));
            }
        }
        found
    }

    /// Largest share of one of its names that the question has.
    #[expect(clippy::cast_precision_loss, reason = "words of a name")]
    fn share(&self) -> f64 {
        let parts = self.parts.iter().filter(|(parts, _)| !parts.is_empty());
        let shares = parts.map(|(parts, size)| parts.len() as f64 / *size as f64);
        shares.fold(0.0, f64::max)
    }

    /// Takes words away that are of another name.
    fn leave(&mut self, tokens: &BTreeSet<usize>) {
        self.words.retain(|word| !tokens.contains(word));
        self.joined.retain(|word| !tokens.contains(word));
        for (parts, _) in &mut self.parts {
            for places in parts.iter_mut() {
                places.retain(|word| !tokens.contains(word));
            }
            parts.retain(|places| !places.is_empty());
        }
    }

    /// Enough of a name is said. A year alone names no document.
    fn is_named(&self, question: &Question, asked: &Asked) -> bool {
        let enough = self.share() >= NAME_SHARE_MIN || !self.joined.is_empty();
        enough
            && self.words.iter().any(|word| {
                let sure = asked.named.contains(word) || self.joined.contains(word);
                sure && question.tokens[*word].folded.contains(char::is_alphabetic)
            })
    }
}

fn among(question: &Question, asked: &Asked, names: &[[&str; 2]]) -> Option<Mentions> {
    let mut all: Vec<Shared> = names
        .iter()
        .map(|names| Shared::of(asked, *names))
        .collect();
    let weights = weights(asked, &all);
    let mut found: Vec<Name> = Vec::new();
    while found.len() < NAMES_MAX
        && let Some(name) = best_name(question, asked, &all, &weights)
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
fn weights(asked: &Asked, all: &[Shared]) -> BTreeMap<usize, f64> {
    let places = asked.words.values().chain(asked.joined.values()).flatten();
    let weight = |word: &usize| {
        let known = all.iter().filter(|one| one.words.contains(word)).count();
        let rarity = (1.0 + all.len() as f64 / known.max(1) as f64).ln();
        let named = asked.named.contains(word);
        (*word, if named { NAME_WEIGHT * rarity } else { rarity })
    };
    places.map(weight).collect()
}

/// The name that says most, with the documents that have most of it.
fn best_name(
    question: &Question,
    asked: &Asked,
    all: &[Shared],
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
    let few = best.len() <= (all.len() / 4).clamp(MENTIONED_MIN, MENTIONED_MAX);
    few.then(|| Name {
        tokens: tokens.clone(),
        joined: best.iter().any(|at| !all[*at].joined.is_empty()),
        documents: best,
    })
}

fn terms(text: &str, language: Language) -> BTreeSet<String> {
    let terms = text::terms(text, language).into_iter();
    terms.map(|term| term.text).collect()
}

#[cfg(test)]
mod tests {
    use plan::question::Question;
    use text::Language;

    use super::{Asked, among, is_written_as_name};

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
        among(&question, &Asked::of(&question), NAMES).map(|found| (found.documents, found.rest))
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
    fn a_question_may_name_several_documents_and_a_name_twice() {
        let question = "Who spent more on hay in 2018, Green Fields in 2023 or 7Q in 2018?";
        let question = Question::read(question, Language::En);
        let found = among(&question, &Asked::of(&question), NAMES).expect("two names");
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
            asked.look_up(&question, NAMES, is_name);
            among(&question, &asked, NAMES).map(|one| one.documents)
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
