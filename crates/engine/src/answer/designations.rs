//! Which numbers and codes of a question name something: `Rule 18`, `territory 47`, `2019`,
//! `MH-4`. A document that has them nowhere has no answer. An amount or a measure is another
//! thing: no table need hold the `$8,400` or the `24 feet` that are asked about.

use std::collections::BTreeSet;

use plan::question::Question;
use text::{Token, TokenKind};

/// The designations of a question as the terms that documents are searched by; those of
/// `codes` among them.
pub fn designations(question: &Question, codes: &BTreeSet<String>) -> BTreeSet<String> {
    let tokens = &question.tokens;
    let naming = (0..tokens.len()).filter(|at| names(question, *at));
    naming
        .flat_map(|at| text::terms(written(question, &tokens[at]), question.language))
        .map(|term| term.text)
        .filter(|term| codes.contains(term) && term.contains(|c: char| c.is_ascii_digit()))
        .collect()
}

fn written<'q>(question: &'q Question, token: &Token) -> &'q str {
    &question.text[token.span.start..token.span.end]
}

/// True when the token at `at` names something.
fn names(question: &Question, at: usize) -> bool {
    let token = &question.tokens[at];
    let raw = written(question, token);
    if question.dates.iter().any(|date| date.tokens.contains(&at)) {
        return true;
    }
    match token.kind {
        // `27-year-old` and `80-Liter-Tonne` are measures.
        TokenKind::Code => !raw.starts_with(|c: char| c.is_ascii_digit()) || !has_word(raw),
        TokenKind::Number => {
            let before = at
                .checked_sub(1)
                .map(|before| &question.tokens[before])
                .filter(|before| follows(question, before, token) && is_content(before));
            let counted = question
                .tokens
                .get(at + 1)
                .is_some_and(|after| follows(question, token, after) && is_content(after));
            let capital =
                |before: &Token| written(question, before).starts_with(char::is_uppercase);
            raw.bytes().all(|byte| byte.is_ascii_digit())
                && before.is_some_and(|before| capital(before) || !counted)
        }
        TokenKind::Word | TokenKind::Percent => false,
    }
}

/// Nothing but space stands between two tokens.
fn follows(question: &Question, first: &Token, second: &Token) -> bool {
    question
        .text
        .get(first.span.end..second.span.start)
        .is_some_and(|between| between.trim().is_empty())
}

/// True for a word with content.
fn is_content(token: &Token) -> bool {
    token.kind == TokenKind::Word && !token.stop
}

/// Letters of a word, beside the sign of a unit or a suffix.
fn has_word(raw: &str) -> bool {
    /// Letters in a row that make a word.
    const LETTERS: usize = 3;
    raw.split(|c: char| !c.is_alphabetic())
        .any(|part| part.chars().count() >= LETTERS)
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::*;

    fn of(question: &str) -> Vec<String> {
        let codes = text::terms(question, Language::En)
            .into_iter()
            .map(|term| term.text)
            .collect();
        designations(&Question::read(question, Language::En), &codes)
            .into_iter()
            .collect()
    }

    #[test]
    fn numbers_that_name_are_told_from_amounts_and_measures() {
        for (question, naming) in [
            ("What does Rule 18 regulate?", vec!["18"]),
            (
                "What was the loss ratio in accident year 2019?",
                vec!["2019"],
            ),
            (
                "Which factor does Sundry Creek apply to Form MH-4?",
                vec!["4", "mh4"],
            ),
            (
                "What is the base rate in territory 47 for $8,400?",
                vec!["47"],
            ),
            ("A boat of 24 feet with 220 hp", vec![]),
            ("A 27-year-old skipper with 45-minute lessons", vec![]),
            ("A club licenses 14 adults", vec![]),
            ("How long does Kesselrein 40 keep?", vec!["40"]),
            ("What is charged for 1,500 pieces?", vec![]),
        ] {
            assert_eq!(of(question), naming, "{question}");
        }
    }
}
