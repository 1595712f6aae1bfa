//! Abbreviations of a question in the words that the documents use: who asks for `capex` is
//! answered by a row of `Capital expenditures`.
//!
//! What an abbreviation stands for is read where a document defines it, or else is in the lexicon.
//! It is put in its place only where documents use those words at least as often.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkRecord, IndexError, QueryTerm, Snapshot};
use plan::lexicon::Lexicon;
use plan::question::Question;
use text::{Language, long_form};

/// Passages that are looked at: the best for the abbreviation alone, or for its long form.
const PASSAGES: usize = 32;
/// Abbreviations of one question that are looked up: each costs a search.
const ABBREVIATIONS_MAX: usize = 4;
/// Letters of an abbreviation.
const CHARS_MAX: usize = 8;

/// The question with its abbreviations spelled out; `None` where there is none to spell out.
/// `named` are tokens of documents' names, which stay.
pub(super) fn spelled_out(
    snapshot: &Snapshot,
    question: &Question,
    named: &BTreeSet<usize>,
) -> Option<String> {
    let lexicon = Lexicon::of(question.language);
    let shouted = !question.text.chars().any(char::is_lowercase);
    let (mut spelled, mut at, mut looked_up) = (String::new(), 0, 0);
    for (place, token) in question.tokens.iter().enumerate() {
        let written = question.slice(place..place + 1);
        if named.contains(&place) || looked_up == ABBREVIATIONS_MAX {
            continue;
        }
        let known = lexicon.long_form(&token.folded);
        let looks = !shouted && is_abbreviation(written);
        looked_up += usize::from(looks || known.is_some());
        let said = looks.then(|| defined(snapshot, written, question.language));
        let Some(long) = chosen(known, said.flatten(), question.language) else {
            continue;
        };
        let says_both = text::folded(&question.text).contains(&text::folded(&long));
        if !says_both && is_usual(snapshot, written, &long, question.language) {
            spelled.push_str(&question.text[at..token.span.start]);
            spelled.push_str(&long);
            at = token.span.end;
        }
    }
    spelled.push_str(&question.text[at..]);
    (at > 0).then_some(spelled)
}

/// What documents say, unless it is the common meaning with more words.
fn chosen(known: Option<&str>, said: Option<String>, language: Language) -> Option<String> {
    let (Some(known), Some(said)) = (known, said.as_deref()) else {
        return said.or(known.map(str::to_owned));
    };
    let held = terms(said, language);
    let mut common = terms(known, language).into_iter();
    let same = common.all(|one| held.iter().any(|other| other.term == one.term));
    Some(if same { known } else { said }.to_owned())
}

/// Letters, two of them capitals at least: `FCF`, `R&D`.
fn is_abbreviation(written: &str) -> bool {
    let capitals = written.chars().filter(|c| c.is_uppercase()).count();
    let letters = |c: char| c.is_alphabetic() || matches!(c, '&' | '/');
    capitals > 1 && written.chars().all(letters) && written.chars().count() <= CHARS_MAX
}

/// What most passages say that it stands for, that of the best passage first.
fn defined(snapshot: &Snapshot, short: &str, language: Language) -> Option<String> {
    let mut said: BTreeMap<String, (usize, usize, String)> = BTreeMap::new();
    for (rank, chunk) in passages(snapshot, short, language).iter().enumerate() {
        if let Some(long) = long_form(&chunk.text, short) {
            let first = (0, usize::MAX - rank, long.to_owned());
            said.entry(text::folded(long)).or_insert(first).0 += 1;
        }
    }
    said.into_values().max().map(|(_, _, long)| long)
}

/// Whether the documents write the long form as often as the short one, as far as that is
/// counted.
fn is_usual(snapshot: &Snapshot, short: &str, long: &str, language: Language) -> bool {
    let bare = text::folded(long);
    let written = passages(snapshot, long, language)
        .iter()
        .filter(|chunk| text::folded(&chunk.text).contains(&bare))
        .count();
    let shorts = terms(short, language);
    let shorts = shorts.iter().map(|one| {
        let held = snapshot.document_frequency(&one.term);
        held.unwrap_or_default()
    });
    let shorts = usize::try_from(shorts.min().unwrap_or_default()).unwrap_or(PASSAGES);
    written > 0 && written >= shorts.min(PASSAGES)
}

/// The best passages for some words.
pub(super) fn passages(snapshot: &Snapshot, words: &str, language: Language) -> Vec<ChunkRecord> {
    passages_of(snapshot, &terms(words, language))
}

/// The best passages for some terms.
pub(super) fn passages_of(snapshot: &Snapshot, terms: &[QueryTerm]) -> Vec<ChunkRecord> {
    let found = || -> Result<Vec<ChunkRecord>, IndexError> {
        let everywhere = snapshot.scope(&[])?;
        let hits = snapshot.keyword(terms, &everywhere, PASSAGES)?;
        let ids: Vec<_> = hits.hits.iter().map(|hit| hit.chunk).collect();
        snapshot.chunks(&ids)
    };
    // Without them the question stands as it was asked.
    found().unwrap_or_default()
}

fn terms(text: &str, language: Language) -> Vec<QueryTerm> {
    let terms = text::terms(text, language);
    let terms = terms.into_iter().map(|term| QueryTerm {
        term: term.text,
        weight: 1.0,
    });
    terms.collect()
}
