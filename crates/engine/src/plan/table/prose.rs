//! A key that the question does not give, looked up in the prose: the table
//! asks for a deductible, the question gives a distance, and a sentence says
//! which distance has which deductible.

use text::Span;

use super::Desk;
use crate::plan::bounds;
use crate::plan::question::Question;
use crate::plan::scan::{Kind, Token, scan};
use crate::plan::shelf::Book;

/// A sentence that decides a key.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Index of the document.
    pub book: usize,
    /// The sentence.
    pub span: Span,
    /// Position among the values that were offered.
    pub value: usize,
    /// Terms of the question that fulfil its limits.
    pub terms: Vec<usize>,
    /// Sentences behind it that make exceptions.
    pub exceptions: Vec<Span>,
}

/// The sentence that gives one of `values` for the numbers of the question.
/// `name` is the header of the key; `sentences` are where to look, in order.
pub fn rule(
    desk: &Desk<'_>,
    name: &str,
    values: &[Token],
    sentences: &[(usize, Span)],
    open: &[usize],
) -> Option<Rule> {
    let mut best: Option<(f64, Rule)> = None;
    for (place, &(book_index, span)) in sentences.iter().enumerate() {
        let book = &desk.shelf.books[book_index];
        let text = book.text(span);
        let tokens = scan(text, book.notation);
        let Some((value, terms)) = decides(desk.question, text, &tokens, values, open) else {
            continue;
        };
        let score = likeness(desk.question, &tokens, name, book);
        let draft = book.draft;
        let better = best.as_ref().is_none_or(|(most, known)| {
            score > *most + 1e-9
                || ((score - most).abs() <= 1e-9 && draft < desk.shelf.books[known.book].draft)
        });
        if better {
            let exceptions = exceptions(book_index, book, &sentences[place + 1..]);
            best = Some((
                score,
                Rule {
                    book: book_index,
                    span,
                    value,
                    terms,
                    exceptions,
                },
            ));
        }
    }
    best.map(|(_, rule)| rule)
}

/// The one value a sentence gives, and the numbers of the question that its
/// limits hold; `None` when a limit is violated.
fn decides(
    question: &Question,
    text: &str,
    tokens: &[Token],
    values: &[Token],
    open: &[usize],
) -> Option<(usize, Vec<usize>)> {
    let given = |value: &Token| {
        tokens.iter().any(|token| {
            std::mem::discriminant(&token.kind) == std::mem::discriminant(&value.kind)
                && token.key == value.key
        })
    };
    let mut offered = (0..values.len()).filter(|&at| given(&values[at]));
    let value = offered.next()?;
    if offered.next().is_some() {
        return None;
    }
    let mut met = Vec::new();
    for limit in bounds::limits(text, tokens) {
        if tokens[limit.token].key == values[value].key
            && tokens[limit.token].kind == values[value].kind
        {
            continue;
        }
        for &index in open {
            let term = &question.terms[index];
            let Some(number) = term
                .token
                .value
                .filter(|_| term.token.kind == tokens[limit.token].kind)
            else {
                continue;
            };
            if !same_measure(question, index, tokens) {
                continue;
            }
            if !limit.bounds.hold(number) {
                return None;
            }
            met.push(index);
        }
    }
    (!met.is_empty()).then_some((value, met))
}

/// The unit behind the question's number, or what it measures, is spoken of.
fn same_measure(question: &Question, index: usize, tokens: &[Token]) -> bool {
    let behind = question.terms[index + 1..].iter().take(5);
    let mut words = behind.filter(|term| term.weight > 0.0 && term.token.kind == Kind::Word);
    words.any(|term| tokens.iter().any(|token| token.key == term.token.key))
}

/// Weight of the question's words in the sentence, and of the key's name.
fn likeness(question: &Question, tokens: &[Token], name: &str, book: &Book) -> f64 {
    let holds = |key: &str| tokens.iter().any(|token| token.key == key);
    let words: f64 = question
        .wanted()
        .filter(|term| holds(&term.token.key))
        .map(|term| term.weight)
        .sum();
    let named = scan(name, book.notation)
        .iter()
        .filter(|token| holds(&token.key))
        .count();
    #[expect(clippy::cast_precision_loss, reason = "words of a header")]
    let named = named as f64;
    words + 4.0 * named
}

/// Sentences right behind that open like an exception.
fn exceptions(book_index: usize, book: &Book, behind: &[(usize, Span)]) -> Vec<Span> {
    const OPENINGS: &[&str] = &[
        "if", "unless", "except", "however", "provided", "but", "wenn", "sofern", "außer", "si",
        "salvo", "excepto",
    ];
    behind
        .iter()
        .take_while(|(index, span)| {
            let first = book
                .text(*span)
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_lowercase();
            *index == book_index && OPENINGS.contains(&first.trim_matches(','))
        })
        .map(|(_, span)| *span)
        .take(2)
        .collect()
}
