//! What a number of the question counts, and what a number of a cell is in.

use super::{Desk, is_small};
use crate::plan::chain::Row;
use crate::plan::question::Term;
use crate::plan::scan::Kind;
use crate::plan::shelf::{Content, Facts};

/// Words before and behind a number that tell what it counts.
const BESIDE: usize = 2;

/// The word is only what a figure is in: `days` of `21 days`.
pub(super) fn is_unit(desk: &Desk<'_>, row: &Row, term: usize, column: usize) -> bool {
    let facts = row
        .cells
        .get(column)
        .map(|cell| desk.shelf.cells.facts(cell.text));
    desk.question.terms[term].token.kind == Kind::Word
        && desk.question.terms[term].token.value.is_none()
        && facts.is_some_and(|facts| {
            facts.content == Content::Value
                && facts
                    .tokens
                    .first()
                    .is_some_and(crate::plan::scan::Token::is_number)
        })
}

/// A number that the question counts nothing with and calls by no word: `at 66`.
pub(super) fn is_nameless(desk: &Desk<'_>, index: usize) -> bool {
    let terms = &desk.question.terms;
    let text = &desk.question.text;
    let token = &terms[index].token;
    let before = index.checked_sub(1).map(|at| &terms[at]);
    let apart = terms.get(index + 1).is_none_or(|next| {
        let between = text.get(token.end..next.token.start).unwrap_or_default();
        next.weight <= 0.0 || between.contains(['?', ',', '.', ';'])
    });
    token.kind == Kind::Number && before.is_some_and(|before| before.weight <= 0.0) && apart
}

/// A number among the words of a cell is the question's where a word next to it is in
/// the cell, too: `Storage, day 4 to 10` is no zone 10. A value alone is told by its
/// header.
pub(super) fn is_beside(desk: &Desk<'_>, facts: &Facts, number: usize) -> bool {
    let terms = &desk.question.terms;
    let near = number.saturating_sub(BESIDE)..(number + BESIDE + 1).min(terms.len());
    let mut near = near.filter(|at| *at != number && terms[*at].weight > 0.0);
    facts.content != Content::Words
        || facts.tokens.iter().all(|token| token.kind != Kind::Word)
        || near.any(|at| {
            let mut tokens = facts.tokens.iter();
            tokens.any(|token| token.key == terms[at].token.key)
        })
}

/// A number without a sign of what it counts, in digits or a word.
pub(super) fn is_bare(term: &Term) -> bool {
    term.token.kind == Kind::Number || term.token.kind == Kind::Word && term.token.value.is_some()
}

/// The words of a cell stand before a number of the question, with no other number
/// between: `Storage 40 – 54 %` for `when storage has fallen to 45 percent`.
pub(super) fn measured_by(desk: &Desk<'_>, facts: &Facts, number: usize) -> bool {
    const BEFORE: usize = 6;
    let terms = &desk.question.terms;
    let from = (number.saturating_sub(BEFORE)..number)
        .rev()
        .take_while(|&at| !terms[at].token.is_number())
        .last()
        .unwrap_or(number);
    let words: Vec<&str> = units(facts);
    let before = |word: &&str| {
        terms[from..number]
            .iter()
            .any(|term| term.token.key == **word)
    };
    !words.is_empty() && words.iter().all(before)
}

/// The unit of a cell stands right behind a number of the question: `18,000 GT`.
pub(super) fn has_unit(desk: &Desk<'_>, facts: &Facts, number: usize) -> bool {
    let next = desk.question.terms.get(number + 1);
    next.is_some_and(|next| units(facts).contains(&next.token.key.as_str()))
}

pub(super) fn units(facts: &Facts) -> Vec<&str> {
    let words = facts
        .tokens
        .iter()
        .filter(|token| token.kind == Kind::Word && !is_small(&token.key));
    words.map(|token| token.key.as_str()).collect()
}

/// A cell in feet is no limit for a number of miles.
pub(super) fn shares_unit(desk: &Desk<'_>, facts: &Facts, value: crate::plan::Exact) -> bool {
    let units = units(facts);
    let terms = &desk.question.terms;
    let at = terms
        .iter()
        .position(|term| term.token.value == Some(value));
    let behind = at.map_or(&[][..], |at| &terms[at..(at + 3).min(terms.len())]);
    units.is_empty()
        || behind
            .iter()
            .any(|term| units.contains(&term.token.key.as_str()))
        || at.is_some_and(|at| measured_by(desk, facts, at))
}

/// The word beside a number names another column than the one at `at`: `12 years` is no
/// 12 in the column of days.
pub(super) fn is_owned(desk: &Desk<'_>, headers: &[Vec<usize>], index: usize, at: usize) -> bool {
    let terms = &desk.question.terms;
    let beside = [index.checked_sub(1), index.checked_add(1)]
        .into_iter()
        .flatten();
    let words: Vec<usize> = beside
        .filter(|at| {
            terms
                .get(*at)
                .is_some_and(|term| term.weight > 0.0 && term.token.kind == Kind::Word)
        })
        .collect();
    let bears = |terms: &Vec<usize>| words.iter().any(|word| terms.contains(word));
    headers.iter().any(bears) && !headers.get(at).is_some_and(bears)
}
