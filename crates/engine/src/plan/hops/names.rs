//! Names in a sentence: runs of words with capitals, codes, and what stands in
//! quotation marks.

use std::collections::BTreeSet;

use text::{Language, Span};

use crate::plan::scan::{Kind, fold};
use crate::plan::shelf::{Book, keys};

/// Longest name, in words.
const WORDS_MAX: usize = 8;
/// Small words inside a name.
const INSIDE: &[&str] = &[
    "of", "the", "and", "de", "del", "la", "for", "&", "von", "der", "y",
];
/// Words that open a sentence with a capital and name nothing.
const NO_NAMES: &[&str] = &[
    "the",
    "a",
    "an",
    "in",
    "on",
    "at",
    "it",
    "he",
    "she",
    "they",
    "this",
    "that",
    "these",
    "those",
    "if",
    "when",
    "where",
    "who",
    "which",
    "what",
    "all",
    "any",
    "each",
    "no",
    "for",
    "from",
    "by",
    "as",
    "and",
    "or",
    "but",
    "his",
    "her",
    "its",
    "their",
    "we",
    "you",
    "i",
    "under",
    "with",
    "to",
    "after",
    "before",
    "see",
    "not",
    "every",
    "one",
    "there",
    "of",
    "nothing",
    "nobody",
    "none",
    "neither",
    "both",
    "some",
    "such",
    "our",
    "your",
    "however",
    "otherwise",
    "unless",
    "while",
    "during",
    "within",
];

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As it is written, on one line.
    pub text: String,
    /// Keys of its words.
    pub keys: BTreeSet<String>,
    /// Number of its first word in the sentence, and one past its last.
    pub words: (usize, usize),
}

/// The names in a stretch of a document, in order.
pub fn names(book: &Book, span: Span) -> Vec<Name> {
    let text = book.text(span);
    let words: Vec<&str> = text.split_whitespace().collect();
    let nouns_have_capitals = book.document.language == Language::De;
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let end = run(&words, at);
        if end == at {
            at += 1;
            continue;
        }
        let (mut first, last) = (at, end);
        // The article or the opening word of the sentence is not the name's.
        while first < last
            && (!is_capital(words[first]) || NO_NAMES.contains(&bare(words[first]).as_str()))
        {
            first += 1;
        }
        at = end;
        let several = last - first > 1;
        let code = words[first..last].iter().any(|word| is_code(book, word));
        if first == last || (nouns_have_capitals && !several && !code) {
            continue;
        }
        found.push(name(book, &words[first..last], (first, last)));
    }
    found
}

fn name(book: &Book, words: &[&str], place: (usize, usize)) -> Name {
    let text = words.join(" ");
    let text = text
        .trim_matches(|c: char| matches!(c, ',' | '.' | ';' | ':' | '“' | '”' | '"' | '(' | ')'))
        .trim_end_matches("'s")
        .trim_end_matches("’s")
        .to_owned();
    Name {
        keys: keys(&text, book.notation),
        words: place,
        text,
    }
}

fn bare(word: &str) -> String {
    fold(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// True for a word of letters and digits.
pub fn is_code(book: &Book, word: &str) -> bool {
    let tokens = crate::plan::scan::scan(word, book.notation);
    matches!(tokens.as_slice(), [only] if only.kind == Kind::Code && only.key.chars().any(char::is_alphabetic))
}

fn is_capital(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '“', '"', '‘']);
    let mut letters = word.chars();
    letters.next().is_some_and(|first| {
        first.is_uppercase() || first.is_ascii_digit() && letters.any(|c| c.is_ascii_uppercase())
    })
}

/// One past the last word of the name that starts at `at`; `at` where none does.
fn run(words: &[&str], at: usize) -> usize {
    if !is_capital(words[at]) {
        return at;
    }
    let mut end = at + 1;
    while end < words.len() && end - at < WORDS_MAX {
        let before = words[end - 1];
        let parted = before.ends_with([',', ';', ':', ')', '”', '|'])
            || (before.ends_with('.') && before.trim_end_matches('.').chars().count() > 2)
            || before.ends_with("'s")
            || before.ends_with("’s");
        if parted {
            break;
        }
        let digits = words[end]
            .trim_matches(|c: char| !c.is_alphanumeric())
            .chars()
            .all(|c| c.is_ascii_digit())
            && words[end].starts_with(|c: char| c.is_ascii_digit());
        if is_capital(words[end]) || digits {
            end += 1;
        } else if INSIDE.contains(&words[end])
            && words.get(end + 1).is_some_and(|next| {
                is_capital(next)
                    || INSIDE.contains(next)
                        && words.get(end + 2).is_some_and(|third| is_capital(third))
            })
        {
            end += 2;
            if !is_capital(words[end - 1]) {
                end += 1;
            }
        } else {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use text::{Document, Format, Span};

    use super::names;
    use crate::plan::fixture::book;

    #[track_caller]
    fn check(sentence: &str, expected: &[&str]) {
        let book = book(Document::from_text(sentence, Format::Plain));
        let found = names(&book, Span::new(0, sentence.len()));
        let texts: Vec<&str> = found.iter().map(|name| name.text.as_str()).collect();
        assert_eq!(texts, expected, "{sentence}");
    }

    #[test]
    fn capitals_and_codes_are_names() {
        check(
            "The 2019 budget was approved by the Board of Harbour Works.",
            &["Board of Harbour Works"],
        );
        check(
            "Deductibles of form KT-12 are listed by Ada Brook, who leads Finance.",
            &["Deductibles", "KT-12", "Ada Brook", "Finance"],
        );
        check("It is paid at once.", &[]);
        check(
            "Kellan Works' pump runs on “Clear Oil”, sold by Orme & Sons.",
            &["Kellan Works'", "Clear Oil", "Orme & Sons"],
        );
    }
}
