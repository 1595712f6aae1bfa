//! Words of a question that no document holds, but for one slip of the hand: who asks for the
//! "proft" of a year is answered by its profit.

use std::collections::{BTreeMap, BTreeSet};

use index::{QueryTerm, Snapshot};
use plan::lexicon::Lexicon;
use plan::question::Question;
use text::{Language, TokenKind};

use super::abbreviations::passages_of;

/// Letters of a word that may be one of those that say what to do: `smart` is no slip for `start`.
const ASKING_CHARS_MIN: usize = 6;
/// Letters of a word that may be any of the library's. `flood` is no slip for `floor`: a short
/// word that no document holds is more often one that is meant.
const CHARS_MIN: usize = 7;
/// Words of one question that are looked up: each reads the library's terms.
const WORDS_MAX: usize = 4;
/// The word that was meant is in so many times as many chunks as any other that it may be.
const SURER: u64 = 4;
/// Letters in which a word may differ from how documents write it: one slip, and one for its
/// ending.
const SLIPS_MAX: usize = 2;

/// A word of a question that was read as another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misspelled {
    /// As it was asked.
    pub written: String,
    /// As documents write it.
    pub read: String,
}

/// A question with the words that it was meant to have.
pub(super) struct Corrected {
    pub(super) text: String,
    /// Those that stand in it for others, in order.
    pub(super) words: Vec<Misspelled>,
}

/// The question with the words that it was meant to have; `None` where every word stands.
/// `named` are tokens of documents' names, which stay.
pub(super) fn corrected(
    snapshot: &Snapshot,
    question: &Question,
    named: &BTreeSet<usize>,
) -> Option<Corrected> {
    let unknown = |place: &usize| {
        !named.contains(place)
            && may_be_misspelled(question, *place)
            && is_unknown(snapshot, &question.tokens[*place].folded, question.language)
    };
    let looked_up = (0..question.tokens.len()).filter(unknown).take(WORDS_MAX);
    let (mut text, mut at, mut words) = (String::new(), 0, Vec::new());
    for place in looked_up {
        let token = &question.tokens[place];
        let Some(read) = meant(snapshot, &token.folded, question.language) else {
            continue;
        };
        text.push_str(&question.text[at..token.span.start]);
        text.push_str(&read);
        at = token.span.end;
        let written = question.slice(place..place + 1).to_owned();
        words.push(Misspelled { written, read });
    }
    text.push_str(&question.text[at..]);
    (!words.is_empty()).then_some(Corrected { text, words })
}

/// A word of some length that is not written like a name, is not quoted, and says nothing that
/// the lexicon knows.
fn may_be_misspelled(question: &Question, place: usize) -> bool {
    let token = &question.tokens[place];
    let written = question.slice(place..place + 1);
    let letters = token.folded.chars().all(char::is_alphabetic);
    let long = token.folded.chars().count() >= ASKING_CHARS_MIN;
    let plain = token.kind == TokenKind::Word && letters && long && !token.stop;
    let lexicon = Lexicon::of(question.language);
    let dates = question.dates.iter().map(|one| &one.tokens);
    let known = lexicon.words().contains(&token.folded)
        || lexicon.long_form(&token.folded).is_some()
        || dates
            .chain(&question.quoted)
            .any(|tokens| tokens.contains(&place));
    let like_name = place > 0 && written.contains(char::is_uppercase);
    plain && !known && !like_name
}

/// Whether no document holds a word.
fn is_unknown(snapshot: &Snapshot, word: &str, language: Language) -> bool {
    let term = term_of(word, language);
    term.is_some_and(|term| matches!(snapshot.document_frequency(&term), Ok(0)))
}

/// The word that one is a slip from: one that says what to do, or one of the documents; `None`
/// where it may be several.
fn meant(snapshot: &Snapshot, word: &str, language: Language) -> Option<String> {
    let mut asking = Lexicon::of(language).words().iter().filter(|one| {
        let long = one.chars().count() >= ASKING_CHARS_MIN;
        long && begins_alike(one, word) && strsim::osa_distance(one, word) == 1
    });
    let said = match word.chars().count() >= CHARS_MIN {
        true => held(snapshot, word, language),
        false => None,
    };
    match (asking.next(), asking.next(), said) {
        (Some(one), None, None) => Some(one.clone()),
        (None, None, said) => said,
        (Some(one), None, Some(said)) if *one == said => Some(said),
        _ => None,
    }
}

/// The word of the documents that a word is one slip from, where one is likelier than any other.
fn held(snapshot: &Snapshot, word: &str, language: Language) -> Option<String> {
    let term = term_of(word, language)?;
    let mut near = snapshot.terms_near(&term).ok()?;
    near.retain(|(near, _)| begins_alike(near, word) && near.chars().all(char::is_alphabetic));
    near.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let (best, chunks) = near.first()?;
    let second = near.get(1).map_or(0, |(_, chunks)| *chunks);
    if second * SURER > *chunks {
        return None;
    }
    written(snapshot, best, word, language)
}

/// The first letter is seldom the wrong one.
fn begins_alike(one: &str, other: &str) -> bool {
    one.chars().next() == other.chars().next()
}

/// How documents write a term, in the form that is nearest to what was asked, the most usual of
/// such.
fn written(snapshot: &Snapshot, term: &str, word: &str, language: Language) -> Option<String> {
    let mut forms: BTreeMap<String, usize> = BTreeMap::new();
    // Not every stem is its own stem: it is looked for as it is.
    let asked = QueryTerm {
        term: term.to_owned(),
        weight: 1.0,
    };
    for passage in passages_of(snapshot, &[asked]) {
        let words = passage.text.split(|c: char| !c.is_alphabetic());
        for form in words.filter(|form| !form.is_empty()) {
            *forms.entry(text::folded(form)).or_default() += 1;
        }
    }
    let of_term = forms
        .into_iter()
        .filter(|(form, _)| term_of(form, language).as_deref() == Some(term));
    let nearness = |form: &str| strsim::osa_distance(form, word);
    of_term
        .filter(|(form, _)| nearness(form) <= SLIPS_MAX)
        .min_by_key(|(form, times)| (nearness(form), usize::MAX - times))
        .map(|(form, _)| form)
}

/// The one term that a word is searched by.
fn term_of(word: &str, language: Language) -> Option<String> {
    let mut terms = text::terms(word, language).into_iter();
    let term = terms.next()?;
    terms.next().is_none().then_some(term.text)
}
