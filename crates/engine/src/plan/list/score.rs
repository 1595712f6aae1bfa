//! How well a list fits a question: the share of the question's weight that its
//! lead-in, noun, headings and document account for.
//!
//! Weights of the places and the small sums beside the share come from trying
//! several hundred lists of filings, manuals and reports; they order lists that
//! share words and decide nothing alone.

use std::collections::BTreeSet;

use super::candidate::{Candidate, Source};
use crate::plan::question::{Form, Question, Term};
use crate::plan::scan::{FORBID, Kind, fold, scan};
use crate::plan::shelf::Book;
use crate::plan::table::flags::denies_unmet;
use crate::plan::table::is_small;

/// Weight of the lead-in, the items' noun and the opening of their ids.
const LEAD: f64 = 1.0;
/// Weight of the headings above.
const HEADING: f64 = 0.9;
/// Weight of the text right above.
const NEAR: f64 = 0.6;
/// Weight of the document's name and opening: words that only tell the document
/// say nothing of its lists, and raise all of them alike.
const DOCUMENT: f64 = 0.8;
/// Weight of the items themselves: a list is asked for by what it is of.
const ITEMS: f64 = 0.15;

/// What a sentence loses whose opening does not have the noun.
const STRAY: f64 = 0.15;

/// Least share of the question that announces a list of cases.
const ANNOUNCED_MIN: f64 = 0.5;
/// The same where both forbid: that word alone says most.
const FORBIDDEN_MIN: f64 = 0.4;
/// Least share of a question without a noun that announces a list.
const ANNOUNCED_ALL_MIN: f64 = 0.7;

/// Words of a question beyond the title of the document, of which a list must say something: one
/// may be a verb for what any list does.
const FURTHER_MIN: usize = 2;

/// A score and what it rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Orders candidates; about 0 to 1.3.
    pub total: f64,
    /// Share of the question's weight that was met, 0 to 1.
    pub covered: f64,
    /// The noun asked for is the list's own.
    pub headed: bool,
    /// Every number, code and letter of the question was met.
    pub exact: bool,
    /// The headings under a heading, with bare numbers or none, are its list where that one
    /// says little else than what is asked for; other lists have a name of their own.
    pub named: bool,
}

/// Scores one list.
pub fn score(question: &Question, candidate: &Candidate, book: &Book) -> Score {
    let items = candidate.item_keys(book);
    let (mut met, mut all, mut exact) = (0.0, 0.0, true);
    // What the title of the document does not say, and how much of it the list does.
    let (mut further, mut said_further) = (0, 0.0);
    let mut unmet = Vec::new();
    for (at, term) in question.terms.iter().enumerate() {
        if term.weight <= 0.0 || term.excluded {
            continue;
        }
        let best = place(term, candidate, book, items);
        all += term.weight;
        met += term.weight * best;
        if !book.title.contains(&term.token.key) {
            further += 1;
            said_further += best;
        }
        exact &= !term.token.is_constant() || best >= NEAR;
        if best <= 0.0 {
            unmet.push(at);
        }
    }
    // What another list denies is not what is asked for; one that denies may say it otherwise.
    exact &= denies(candidate) || !denies_unmet(question, &unmet);
    // `The homes that the home program turns away` are not all that the program has.
    exact &= said_further > 0.0 || further < FURTHER_MIN;
    let covered = if all > 0.0 { met / all } else { 0.0 };
    let head = question.head().unwrap_or_default();
    let lead = |term: &&Term| candidate.lead.contains(&term.token.key);
    let said: f64 = question.wanted().filter(lead).map(|term| term.weight).sum();
    // Where the noun says nothing, the rest of the question must announce the list, and
    // where there is no noun, nearly all of it.
    let announced = question.generic && all > 0.0 && said / all >= ANNOUNCED_MIN
        || question.form == Form::Value
            && candidate.source == Source::Bullets
            && covered >= announced_min(question, candidate)
            && said / all >= ANNOUNCED_MIN / 2.0
        || candidate.source == Source::Bullets
            && asks_forbidden(question)
            && (forbids(candidate) && covered >= FORBIDDEN_MIN
                || denies(candidate) && covered >= ANNOUNCED_ALL_MIN);
    let named = candidate.lead.contains(head) && !counts_others(candidate, head, book);
    let own = announced || named || candidate.noun.contains(head);
    let above = candidate.heading.contains(head) || candidate.near.contains(head);
    let headed = if own {
        0.2
    } else if above {
        0.1
    } else {
        0.0
    };
    // A sentence that does not say what it lists lists something else.
    let stray = if candidate.source == Source::Sentence && !own {
        STRAY
    } else {
        0.0
    };
    Score {
        total: covered + headed + form(question, candidate) - stray,
        covered,
        headed: own || (above && candidate.source != Source::Sentence),
        exact,
        named: !is_called_by_heading(candidate) || is_of(question, candidate, book),
    }
}

/// `The classes have six hooks` announces hooks, and no classes.
fn counts_others(candidate: &Candidate, head: &str, book: &Book) -> bool {
    const COUNTS: &[&str] = &[
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "dos", "tres",
        "cuatro", "cinco", "seis", "siete", "ocho", "zwei", "drei", "vier", "funf", "sechs",
        "sieben", "acht",
    ];
    let tokens = scan(&candidate.lead_in, book.notation);
    let count = tokens.iter().position(|token| {
        let raw = &candidate.lead_in[token.start..token.end];
        COUNTS.contains(&fold(raw).as_str())
    });
    count.is_some_and(|at| {
        let behind = &tokens[at + 1..(at + 3).min(tokens.len())];
        !behind.is_empty() && behind.iter().all(|token| token.key != head)
    })
}

/// What is forbidden is asked for in other words than it is listed under more often than not.
fn announced_min(question: &Question, candidate: &Candidate) -> f64 {
    if asks_forbidden(question) && forbids(candidate) {
        FORBIDDEN_MIN
    } else {
        ANNOUNCED_ALL_MIN
    }
}

fn asks_forbidden(question: &Question) -> bool {
    let mut asked = question.wanted();
    asked.any(|term| term.token.key == FORBID)
}

/// The announcement says that something is forbidden.
fn forbids(candidate: &Candidate) -> bool {
    candidate.lead.contains(FORBID)
}

/// The announcement forbids or denies: `Costs that do not count`.
fn denies(candidate: &Candidate) -> bool {
    const DENIALS: &[&str] = &[
        FORBID, "not", "no", "without", "except", "never", "nicht", "kein", "ohne", "sin", "salvo",
    ];
    DENIALS.iter().any(|word| candidate.lead.contains(*word))
}

fn is_called_by_heading(candidate: &Candidate) -> bool {
    match candidate.source {
        Source::Headings => true,
        Source::Series => candidate.noun.is_empty() && !candidate.lead.is_empty(),
        _ => false,
    }
}

/// Whether the heading of a list is called by its number, or two words of three that it
/// says are asked for. The title of the document names its parts for who asks for parts alone.
fn is_of(question: &Question, candidate: &Candidate, book: &Book) -> bool {
    let has = |term: &Term| candidate.lead.contains(&term.token.key);
    if question
        .wanted()
        .any(|term| term.token.is_constant() && has(term))
    {
        return true;
    }
    let own = |key: &String| book.title.contains(key);
    let asked = question
        .wanted()
        .filter(|term| has(term) && !own(&term.token.key))
        .count();
    let said = candidate
        .lead
        .iter()
        .filter(|key| key.chars().filter(|c| c.is_alphabetic()).count() > 1 && !is_small(key));
    2 * said.count() <= 3 * asked
}

/// The weight of the best place of a list that holds a term.
fn place(term: &Term, candidate: &Candidate, book: &Book, items: &BTreeSet<String>) -> f64 {
    let key = &term.token.key;
    // `Section B` is met by `PART B`: the letter counts where something is called by it.
    let places = [
        (&candidate.lead, LEAD),
        (&candidate.noun, LEAD),
        (&candidate.heading, HEADING),
        (&candidate.near, NEAR),
        (&book.name, DOCUMENT),
        (items, ITEMS),
    ];
    let found = places.into_iter().find(|(keys, _)| keys.contains(key));
    let denied = key == FORBID && denies(candidate);
    let other = || match denied {
        _ if is_member(term, candidate) => LEAD,
        true => NEAR,
        false => 0.0,
    };
    found.map_or_else(other, |(_, weight)| weight)
}

/// `from T-0 on` names the series that T-0 is of.
fn is_member(term: &Term, candidate: &Candidate) -> bool {
    let plain = |label: &str| -> String {
        let last = label.split(' ').next_back().unwrap_or_default();
        let letters = last.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_uppercase).collect()
    };
    let mut items = candidate.items.iter();
    candidate.source == Source::Series
        && term.token.kind == Kind::Code
        && items.any(|item| plain(&item.label) == term.token.key)
}

/// What a list gets that has as many items as are asked for, and what another one loses.
const COUNTED: f64 = 0.1;
const MISCOUNTED: f64 = 0.3;

/// What the number of items adds or takes where the question says how many there are.
pub fn counted(question: &Question, items: usize) -> f64 {
    match question.count {
        Some(count) if count == items => COUNTED,
        Some(_) => -MISCOUNTED,
        None => 0.0,
    }
}

/// What the form of a list adds or takes.
fn form(question: &Question, candidate: &Candidate) -> f64 {
    let mut sum = counted(question, candidate.items.len());
    if candidate.lead_in.ends_with(':') {
        sum += 0.06;
    }
    match candidate.source {
        Source::Series => sum += 0.04,
        Source::Sentence => sum -= 0.05,
        Source::Headings => sum -= 0.06,
        Source::Contents => sum -= 0.04,
        Source::Bullets | Source::Grid | Source::Column => {}
    }
    if candidate.items.len() < 3 {
        sum -= 0.1;
    }
    let words: usize = candidate
        .items
        .iter()
        .map(|item| item.text.split_whitespace().count())
        .sum();
    if words > 20 * candidate.items.len() {
        sum -= 0.08;
    }
    let asked = |key: &&String| question.wanted().any(|term| term.token.key == **key);
    let unasked = candidate
        .lead
        .iter()
        .filter(|key| !asked(key))
        .count()
        .min(20);
    #[expect(clippy::cast_precision_loss, reason = "at most 20")]
    let unasked = unasked as f64;
    let missing = if candidate.gaps.is_empty() { 0.0 } else { 0.03 };
    sum - 0.004 * unasked - missing
}
