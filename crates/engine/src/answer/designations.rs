//! Which numbers and codes of a question name something: `Rule 18`, `territory 47`, `2019`,
//! `MH-4`. A document that has them nowhere has no answer. An amount or a measure is another
//! thing: no table need hold the `$8,400` or the `24 feet` that are asked about.

use std::collections::BTreeSet;

use text::Language;

use crate::figures::scan::{Kind, Notation, Token, is_unit, scan};

/// The designations of a question as the terms that documents are searched by; those of
/// `codes` among them.
pub fn designations(
    question: &str,
    language: Language,
    codes: &BTreeSet<String>,
) -> BTreeSet<String> {
    let tokens = scan(question, Notation::of(language));
    let naming = (0..tokens.len()).filter(|at| names(question, language, &tokens, *at));
    naming
        .flat_map(|at| text::terms(&question[tokens[at].start..tokens[at].end], language))
        .map(|term| term.text)
        .filter(|term| codes.contains(term) && term.contains(|c: char| c.is_ascii_digit()))
        .collect()
}

/// True when the token at `at` names something.
fn names(question: &str, language: Language, tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let raw = &question[token.start..token.end];
    match token.kind {
        Kind::Date(_) => true,
        // `27-year-old` and `80-Liter-Tonne` are measures.
        Kind::Code => !raw.starts_with(|c: char| c.is_ascii_digit()) || !has_word(raw),
        Kind::Number => {
            let before = at
                .checked_sub(1)
                .map(|before| &tokens[before])
                .filter(|before| {
                    follows(question, before, token) && is_content(question, language, before)
                });
            let counted = tokens.get(at + 1).is_some_and(|after| {
                follows(question, token, after)
                    && (is_unit(&after.key) || is_content(question, language, after))
            });
            let capital = |before: &Token| question[before.start..].starts_with(char::is_uppercase);
            raw.bytes().all(|byte| byte.is_ascii_digit())
                && before.is_some_and(|before| capital(before) || !counted)
        }
        Kind::Word | Kind::Letter | Kind::Money | Kind::Percent => false,
    }
}

/// Nothing but space stands between two tokens.
fn follows(question: &str, first: &Token, second: &Token) -> bool {
    question
        .get(first.end..second.start)
        .is_some_and(|between| between.trim().is_empty())
}

/// True for a word with content.
fn is_content(question: &str, language: Language, token: &Token) -> bool {
    token.kind == Kind::Word && !text::terms(&question[token.start..token.end], language).is_empty()
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
    use super::*;

    fn of(question: &str) -> Vec<String> {
        let language = Language::En;
        let codes = text::terms(question, language)
            .into_iter()
            .map(|term| term.text)
            .collect();
        designations(question, language, &codes)
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
