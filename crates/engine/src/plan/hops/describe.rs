//! Finds the thing that fits a description: a labelled heading or item, or a name
//! in a sentence that says what the description says.
//!
//! A name counts when its sentence, with the headings above, holds nearly all of
//! the description, and the noun of the description stands in the name or beside
//! it. Where two different names fit alike, none is taken.

use std::collections::BTreeSet;

use text::Span;

use super::names::{Name, is_code, names};
use super::nested::Described;
use crate::EngineError;
use crate::plan::aspects::is_heading;
use crate::plan::list::{Item, Source};
use crate::plan::question::Term;
use crate::plan::scan::fold;
use crate::plan::shelf::{Book, keys};
use crate::plan::work::Work;

/// Least share of the description's weight that a sentence and what stands above
/// it hold.
const COVERED_MIN: f64 = 0.75;
/// Least share that the sentence holds by itself.
const OWN_MIN: f64 = 0.3;
/// A noun stands beside a name within this many words.
const BESIDE_WORDS: usize = 4;
/// What a name gains that holds the noun, or stands beside it, or is the only one.
const HOLDS_NOUN: f64 = 0.4;
const BESIDE_NOUN: f64 = 0.25;
const ALONE: f64 = 0.1;
/// Share of the description that a sentence itself holds, whose only name is meant
/// although the noun does not stand beside it.
const SAID_ALONE_MIN: f64 = 0.7;
/// Two names nearer than this fit alike.
const MARGIN: f64 = 0.02;
/// Words that only say that something stands somewhere.
const REFERRING: &[&str] = &[
    "nam",
    "list",
    "mention",
    "call",
    "describ",
    "specify",
    "shown",
    "giv",
    "given",
    "refer",
    "locat",
    "found",
    "situat",
    "used",
    "us",
    "according",
];
/// What is left of the weight of the verb that opens a clause: it is said in many ways.
const VERB_SHARE: f64 = 0.25;
/// First letters that a verb and the noun for who does it share: `publish`, `publisher`.
const STEM_LETTERS: usize = 5;

/// The thing that was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// What it is called.
    pub name: String,
    /// Index of the document that says so.
    pub book: usize,
    /// The sentence, row or heading.
    pub span: Span,
}

/// What is looked for: the terms of the description, and its noun.
struct Wanted {
    terms: Vec<Term>,
    /// Words of the description with a capital, as written.
    names: Vec<String>,
    head: String,
    noun: BTreeSet<String>,
    /// Words of the whole question: a name of these is known already.
    known: BTreeSet<String>,
}

/// The thing that a description means; `None` where nothing surely fits.
///
/// # Errors
/// A store that cannot be read.
pub fn find(work: &Work<'_>, described: &Described) -> Result<Option<Meant>, EngineError> {
    let Some(terms) = told(work, described) else {
        return Ok(None);
    };
    let question = work.question.terms.iter();
    let noun = work.read(&described.noun, false).terms;
    let wanted = Wanted {
        names: terms
            .iter()
            .filter_map(|term| described.clause.get(term.token.start..term.token.end))
            .filter(|raw| raw.starts_with(char::is_uppercase))
            .map(str::to_owned)
            .collect(),
        terms,
        head: described.head.clone(),
        noun: noun.into_iter().map(|term| term.token.key).collect(),
        known: question.map(|term| term.token.key.clone()).collect(),
    };
    if let Some(meant) = labelled(work, &wanted, &described.noun) {
        return Ok(Some(meant));
    }
    in_sentences(work, &wanted, described)
}

/// The terms of the clause that tell the thing; `None` where it has none.
fn told(work: &Work<'_>, described: &Described) -> Option<Vec<Term>> {
    let clause = work.read(&described.clause, false);
    let mut terms: Vec<Term> = clause
        .terms
        .into_iter()
        .filter(|term| {
            term.weight > 0.0 && !term.excluded && !REFERRING.contains(&term.token.key.as_str())
        })
        .collect();
    let opens = described.clause.split(' ').nth(1);
    if let Some(verb) = terms.first_mut().filter(|term| {
        let raw = described.clause.get(term.token.start..term.token.end);
        raw == opens
            && !term.token.is_constant()
            && described.clause.starts_with(char::is_lowercase)
    }) {
        verb.weight *= VERB_SHARE;
    }
    (!terms.is_empty()).then_some(terms)
}

impl Wanted {
    /// Share of the description's weight among `found`; none where a number or a
    /// code is missing.
    fn covered(&self, found: &BTreeSet<String>) -> Option<f64> {
        let holds = |term: &&Term| found.contains(&term.token.key);
        let exact = self.terms.iter().filter(|term| term.token.is_constant());
        exact
            .clone()
            .all(|term| holds(&term))
            .then(|| self.share(found))
    }

    /// All names of the description stand in a text, as whole words with a capital:
    /// `Brand` is not in `branding`.
    fn names_stand_in(&self, text: &str) -> bool {
        let words: BTreeSet<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.starts_with(char::is_lowercase))
            .map(fold)
            .collect();
        self.names.iter().all(|name| {
            let mut parts = name.split(|c: char| !c.is_alphanumeric());
            parts.all(|part| part.is_empty() || words.contains(&fold(part)))
        })
    }

    /// The name holds a number or code of the description: it is what is known.
    fn names_known(&self, name: &Name) -> bool {
        let mut exact = self.terms.iter().filter(|term| term.token.is_constant());
        exact.any(|term| name.keys.contains(&term.token.key))
    }

    fn share(&self, found: &BTreeSet<String>) -> f64 {
        let all: f64 = self.terms.iter().map(|term| term.weight).sum();
        let met = self
            .terms
            .iter()
            .filter(|term| found.contains(&term.token.key));
        met.map(|term| term.weight).sum::<f64>() / all.max(f64::MIN_POSITIVE)
    }
}

/// A heading or an item with a label of its own, called by the noun: `LM-111 Metals
/// by ICP-OES` for `the method that …`.
fn labelled(work: &Work<'_>, wanted: &Wanted, noun: &str) -> Option<Meant> {
    let mut found: Vec<(f64, Meant)> = Vec::new();
    for candidate in work.shelf.lists() {
        let book = &work.shelf.books[candidate.book];
        let called = candidate.noun.contains(&wanted.head)
            || candidate.lead.contains(&wanted.head)
            || candidate.heading.contains(&wanted.head)
            || book.name.contains(&wanted.head);
        if !called || !matches!(candidate.source, Source::Series | Source::Contents) {
            continue;
        }
        for item in candidate.items.iter().filter(|item| !item.label.is_empty()) {
            let own = keys(&item.text, book.notation);
            let Some(covered) = wanted.covered(&own).filter(|share| *share >= COVERED_MIN) else {
                continue;
            };
            let name = label(book, item, noun);
            let meant = Meant {
                name,
                book: candidate.book,
                span: item.span,
            };
            found.push((covered, meant));
        }
    }
    single(work, found)
}

/// What people call an item: its label; where that is a bare number, the code its
/// text opens with, or the noun with the number.
fn label(book: &Book, item: &Item, noun: &str) -> String {
    let plain = |label: &str| label.contains(' ') || label.chars().any(char::is_alphabetic);
    if plain(&item.label) {
        return item.label.clone();
    }
    let first = item.text.split(' ').next().unwrap_or_default();
    if is_code(book, first) {
        return first.to_owned();
    }
    format!("{noun} {}", item.label)
}

/// The name with the highest score, if no other is near; of equal ones in several
/// documents that of the final copy.
fn single(work: &Work<'_>, mut found: Vec<(f64, Meant)>) -> Option<Meant> {
    let key = |meant: &Meant| fold(&meant.name);
    found.sort_by(|a, b| {
        let draft = |meant: &Meant| work.shelf.books[meant.book].draft;
        b.0.total_cmp(&a.0)
            .then_with(|| draft(&a.1).cmp(&draft(&b.1)))
            .then_with(|| (a.1.book, a.1.span).cmp(&(b.1.book, b.1.span)))
    });
    let (most, best) = found.first()?;
    let rival = found
        .iter()
        .take_while(|(score, _)| *score >= most - MARGIN)
        .any(|(_, other)| key(other) != key(best));
    (!rival).then(|| best.clone())
}

fn in_sentences(
    work: &Work<'_>,
    wanted: &Wanted,
    described: &Described,
) -> Result<Option<Meant>, EngineError> {
    let mut found = Vec::new();
    for (index, span) in work.sentences(&described.text)? {
        let book = &work.shelf.books[index];
        if is_heading(&book.document, span) {
            continue;
        }
        let text = book.text(span);
        let lines = book.headings(span.start).join(" ");
        if !wanted.names_stand_in(&format!("{text} {lines} {} {}", book.path, book.called)) {
            continue;
        }
        let own = keys(text, book.notation);
        let above = keys(&lines, book.notation);
        let mut around = own.clone();
        around.extend(above.iter().cloned());
        around.extend(book.title.iter().cloned());
        let Some(covered) = wanted
            .covered(&around)
            .filter(|share| *share >= COVERED_MIN)
        else {
            continue;
        };
        // What is described by where it stands need not say so itself.
        let mut exact = wanted.terms.iter().filter(|term| term.token.is_constant());
        let placed = exact.any(|term| above.contains(&term.token.key));
        let said = wanted.share(&own);
        if said < OWN_MIN && !placed {
            continue;
        }
        for (fit, name) in fitting(book, span, wanted, said) {
            let meant = Meant {
                name: called(&name, wanted, &described.noun),
                book: index,
                span,
            };
            found.push((covered + 0.2 * said + fit, meant));
        }
    }
    Ok(single(work, found))
}

/// The names of a sentence that may be meant, with what speaks for each.
fn fitting(book: &Book, span: Span, wanted: &Wanted, said: f64) -> Vec<(f64, Name)> {
    let new: Vec<Name> = names(book, span)
        .into_iter()
        .filter(|name| !name.keys.is_subset(&wanted.known) && !wanted.names_known(name))
        .collect();
    let words: Vec<String> = book.text(span).split_whitespace().map(fold).collect();
    let is_noun = |word: &String| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        akin(word, &wanted.head)
    };
    // The word that opens a sentence has a capital in any case.
    let alone = |name: &Name| {
        new.len() == 1 && said >= SAID_ALONE_MIN && (name.words.0 > 0 || name.words.1 > 1)
    };
    let fit = |name: &Name| -> Option<f64> {
        let (first, last) = name.words;
        let near = first.saturating_sub(BESIDE_WORDS)..(last + BESIDE_WORDS).min(words.len());
        if name.keys.contains(&wanted.head) {
            Some(HOLDS_NOUN)
        } else if let Some(distance) = near
            .filter(|&at| is_noun(&words[at]))
            .map(|at| first.saturating_sub(at).max((at + 1).saturating_sub(last)))
            .min()
        {
            #[expect(clippy::cast_precision_loss, reason = "at most 8 words")]
            let distance = distance as f64;
            Some(BESIDE_NOUN - 0.03 * distance)
        } else {
            alone(name).then_some(ALONE)
        }
    };
    let fits: Vec<Option<f64>> = new.iter().map(fit).collect();
    let found = fits.into_iter().zip(new);
    found.filter_map(|(fit, name)| Some((fit?, name))).collect()
}

/// The same word, or a verb and the noun for who does it.
fn akin(word: &str, head: &str) -> bool {
    let stem = crate::plan::scan::stem(word);
    let agent = head.ends_with("er") || head.ends_with("or");
    let shared = |letters: usize| {
        head.len() > letters
            && stem.len() >= letters
            && head.is_char_boundary(letters)
            && stem.starts_with(&head[..letters])
    };
    stem == head || agent && shared(STEM_LETTERS.min(head.len().saturating_sub(2)))
}

/// A name with the noun before it where it is a code: `form KT-12`.
fn called(name: &Name, wanted: &Wanted, noun: &str) -> String {
    let code = name.text.chars().any(|c| c.is_ascii_digit());
    if code && name.keys.is_disjoint(&wanted.noun) {
        format!("{noun} {}", name.text)
    } else {
        name.text.clone()
    }
}
