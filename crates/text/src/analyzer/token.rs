//! The words of a text where they stand: what questions, headers and cells are
//! compared by.
//!
//! The same scanner and stems as the keyword index, so that what is found by a
//! term is met by the token of the same word. Unlike terms, tokens keep stop
//! words and places: a question is read word by word.

use super::fold::{fold, normalize};
use super::scan::{Mark, Scanner, Token as Scanned};
use super::{form, number};
use crate::{Language, Span};

/// A word, number or code of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// In lower case, without accents; possessive endings are off.
    pub folded: String,
    /// The stem of a word by its language, without accents; of numbers and
    /// codes the plain form: `750000`, `ho4`.
    pub stem: String,
    /// What it is.
    pub kind: TokenKind,
    /// A word without content: article, preposition, auxiliary.
    pub stop: bool,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// Letters.
    Word,
    /// Digits that are one number.
    Number,
    /// The same, with a percent sign behind.
    Percent,
    /// Digits and letters, or words held together by signs: `HO-4`, `R&D`.
    Code,
}

/// The tokens of a text, in order.
///
/// Words that a hyphen or a slash joins, all of letters (`year-end`,
/// `and/or`), are tokens of their own; what has digits stays whole.
pub fn tokens(text: &str, language: Language) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 6 + 1);
    for token in Scanner::new(text) {
        match token {
            Scanned::Word { text: word, .. } => found.push(word_token(text, word, language)),
            Scanned::Unspaced(run) => {
                for (at, character) in run.char_indices() {
                    found.push(word_token(
                        text,
                        &run[at..at + character.len_utf8()],
                        language,
                    ));
                }
            }
            Scanned::Cluster {
                text: cluster,
                mark,
            } => push_cluster(text, cluster, mark, language, &mut found),
        }
    }
    found
}

fn place(text: &str, part: &str) -> Span {
    // `part` is a slice of `text`: the scanner cuts, it copies nothing.
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    Span::new(start, start + part.len())
}

fn word_token(text: &str, word: &str, language: Language) -> Token {
    let form = form::form(&normalize(word), language);
    Token {
        span: place(text, word),
        folded: form.folded.to_string(),
        stem: form.stem.to_string(),
        kind: TokenKind::Word,
        stop: form.stop,
    }
}

fn push_cluster(
    text: &str,
    cluster: &str,
    mark: Option<Mark>,
    language: Language,
    found: &mut Vec<Token>,
) {
    let normal = normalize(cluster);
    if let Some(plain) = number::parse(&normal, language) {
        found.push(Token {
            span: place(text, cluster),
            folded: fold(&normal.to_lowercase()).into_owned(),
            stem: plain,
            kind: match mark {
                Some(Mark::Percent) => TokenKind::Percent,
                Some(Mark::Section) | None => TokenKind::Number,
            },
            stop: false,
        });
        return;
    }
    let joins = |c: char| matches!(c, '-' | '/' | '–' | '_');
    let letters = cluster
        .chars()
        .all(|c| c.is_alphabetic() || joins(c) || c == '\'');
    if letters && cluster.contains(joins) {
        let parts = cluster.split(joins).filter(|part| !part.is_empty());
        found.extend(parts.map(|part| word_token(text, part, language)));
        return;
    }
    // `2018/2019`, `2017-2019`: each is a number.
    let digits = cluster.chars().all(|c| c.is_ascii_digit() || joins(c));
    if digits && cluster.matches(joins).count() == 1 {
        for part in cluster.split(joins).filter(|part| !part.is_empty()) {
            push_cluster(text, part, None, language, found);
        }
        return;
    }
    let folded = fold(&normal.to_lowercase()).into_owned();
    let stem = folded
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '.' | '&' | '+' | '#'))
        .collect();
    found.push(Token {
        span: place(text, cluster),
        folded,
        stem,
        kind: TokenKind::Code,
        stop: false,
    });
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, tokens};
    use crate::Language;

    #[test]
    fn tokens_stand_where_they_are_and_keep_stop_words() {
        let text = "What's the HO-4 fee of “Café” in year-end 2018/2019 (8.5 %)?";
        let found = tokens(text, Language::En);
        let seen: Vec<(&str, &str, TokenKind)> = found
            .iter()
            .map(|token| {
                let span = token.span;
                (&text[span.start..span.end], token.stem.as_str(), token.kind)
            })
            .collect();
        assert_eq!(seen[2], ("HO-4", "ho4", TokenKind::Code));
        assert_eq!(seen[5], ("Café", "cafe", TokenKind::Word));
        assert_eq!(seen[7].0, "year");
        assert_eq!(seen[9], ("2018", "2018", TokenKind::Number));
        assert_eq!(seen[11], ("8.5", "8.5", TokenKind::Percent));
        assert!(found[1].stop && !found[3].stop);
    }

    #[test]
    fn possessives_are_off_names_with_digits() {
        let stems = |text| -> Vec<String> {
            tokens(text, Language::En)
                .into_iter()
                .map(|token| token.stem)
                .collect()
        };
        assert_eq!(stems("3M's capex"), stems("3M capex"));
        assert_eq!(stems("Amcor’s sales"), stems("Amcor sales"));
    }

    proptest::proptest! {
        #[test]
        fn spans_lie_on_boundaries_in_order(text in "\\PC{0,60}") {
            let mut last = 0;
            for token in tokens(&text, Language::En) {
                proptest::prop_assert!(token.span.start >= last);
                proptest::prop_assert!(text.get(token.span.start..token.span.end).is_some());
                last = token.span.end;
            }
        }
    }
}
