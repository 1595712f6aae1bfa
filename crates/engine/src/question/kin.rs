//! Words of a question that no document holds, and words of their kin that documents do hold: "Was
//! kostet die Fahrt?" is answered by the costs of a `Klassenfahrt`, `la bici` stands with the
//! `bicicletas`.

use index::{QueryTerm, Snapshot};
use text::Language;

use crate::retrieve::QueryText;

/// Letters that words of one kin share, at least; more where one ends the other.
const KIN_LETTERS_MIN: usize = 4;
/// What a word of the same letters would be worth that is not the word.
const KIN_MOST: f64 = 0.8;
/// How much of its kin a word must be to stand for it: half of the letters.
const KIN_LEAST: f64 = KIN_MOST / 2.0;
/// Words of one question that are looked up: each reads terms of the library.
const WORDS_MAX: usize = 4;
/// Words of its kin that stand for one.
const KIN_MAX: usize = 4;

/// The query with words of the documents in the place of those that are in none, where some are of
/// their kin: all of them together count like the one.
pub(super) fn of_kin(snapshot: &Snapshot, mut query: QueryText) -> QueryText {
    let unknown = |one: &QueryTerm| {
        one.term.chars().count() >= KIN_LETTERS_MIN
            && one.term.chars().all(char::is_alphabetic)
            && matches!(snapshot.document_frequency(&one.term), Ok(0))
    };
    let (mut terms, mut looked_up) = (Vec::new(), 0);
    for one in std::mem::take(&mut query.terms) {
        if looked_up == WORDS_MAX || !unknown(&one) {
            terms.push(one);
            continue;
        }
        looked_up += 1;
        let kin = kin(snapshot, &one.term, query.language);
        if kin.is_empty() {
            terms.push(one);
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        let weight = one.weight / kin.len() as f32;
        terms.extend(kin.into_iter().map(|term| QueryTerm { term, weight }));
    }
    let mut known = std::collections::BTreeSet::new();
    terms.retain(|one| known.insert(one.term.clone()));
    query.terms = terms;
    query
}

/// Terms of the documents that begin a term or are begun by it, with half of the letters at least, or
/// end with it, in a language that joins words; those with most chunks first.
fn kin(snapshot: &Snapshot, term: &str, language: Language) -> Vec<String> {
    let joins = language == Language::De && term.chars().count() > KIN_LETTERS_MIN;
    let Ok(mut found) = snapshot.terms_with(term, joins) else {
        return Vec::new();
    };
    found.retain(|(longer, _)| {
        let plain = longer.chars().all(char::is_alphabetic);
        plain && (longer.ends_with(term) || kinship(longer, term) >= KIN_LEAST)
    });
    let shorter = term.char_indices().map(|(at, _)| &term[..at]).rev();
    let shorter = shorter.take_while(|one| kinship(one, term) >= KIN_LEAST);
    let held = shorter.filter_map(|one| {
        let chunks = snapshot.document_frequency(one).ok()?;
        (chunks > 0).then(|| (one.to_owned(), chunks))
    });
    found.extend(held);
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found
        .into_iter()
        .take(KIN_MAX)
        .map(|(term, _)| term)
        .collect()
}

/// How much two stems look like one kin, 0 to 0.8: `shelv` and `shelf`, `austret` and
/// `austritt` begin alike, `beitrag` ends `jahresbeitrag`.
pub(crate) fn kinship(a: &str, b: &str) -> f64 {
    let alike = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let letters = short.chars().count();
    let shared = match long.ends_with(short) {
        true if letters > KIN_LETTERS_MIN => letters,
        _ => alike,
    };
    #[expect(clippy::cast_precision_loss, reason = "letters of a word")]
    match shared >= KIN_LETTERS_MIN {
        true => KIN_MOST * shared as f64 / long.chars().count() as f64,
        false => 0.0,
    }
}
