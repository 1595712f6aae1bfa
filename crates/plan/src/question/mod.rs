//! A question, taken apart once.
//!
//! Everything that reads a question reads this: the router, the search, the
//! plans, the choice of what to quote. Nothing here depends on a library;
//! documents that a question mentions are resolved beside it, once.

mod dates;
mod numbers;

pub use dates::DateMention;
pub use numbers::NumberMention;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use text::{Language, Span, Token, tokens};

use crate::lexicon::{Lexicon, Operator, OperatorMention};

/// Words that say what kind of answer is wanted.
const ASKING: [Operator; 11] = [
    Operator::Count,
    Operator::How,
    Operator::HowLong,
    Operator::HowMuch,
    Operator::Meaning,
    Operator::What,
    Operator::When,
    Operator::Where,
    Operator::Which,
    Operator::Who,
    Operator::Why,
];

/// Words that do so where a question begins with them: `Is it …`, `All of …`.
const OPENING: [Operator; 2] = [Operator::All, Operator::YesNo];

/// A question as every stage sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// As it was asked.
    pub text: String,
    /// The language it is in; by it the tokens were made.
    pub language: Language,
    /// Its words, in order.
    pub tokens: Vec<Token>,
    /// Numbers in digits and words, in order.
    pub numbers: Vec<NumberMention>,
    /// Dates, years among them, in order.
    pub dates: Vec<DateMention>,
    /// Tokens inside quotation marks, in order.
    pub quoted: Vec<Range<usize>>,
    /// Stretches between commas, semicolons and sentence ends, in order; they
    /// cover all tokens.
    pub clauses: Vec<Range<usize>>,
    /// Words that say what to do, in order.
    pub operators: Vec<OperatorMention>,
}

impl Question {
    /// Takes a text apart. `usual` is the language that most documents are in:
    /// a few words tell their own language badly, so that it stands where the
    /// text does not say otherwise.
    ///
    /// ```
    /// # use plan::question::Question;
    /// # use text::Language;
    /// let question = Question::read("How many sales over $2.5 million in 2019?", Language::En);
    /// assert_eq!(question.numbers[0].number.value.to_string(), "2500000");
    /// assert_eq!(question.dates[0].date.year, 2019);
    /// ```
    pub fn read(text: &str, usual: Language) -> Question {
        let language = Language::detect_among(text, usual);
        let tokens = tokens(text, language);
        let lexicon = Lexicon::of(language);
        let dates = dates::dates(text, &tokens);
        // `First quarter of 2023` asks for no first row, and says no number.
        let dated = |words: &Range<usize>| {
            let mut long = dates.iter().filter(|one| one.tokens.len() > 1);
            long.any(|one| one.tokens.start <= words.start && words.end <= one.tokens.end)
        };
        let mut numbers = numbers_in(text, &tokens, language);
        numbers.retain(|one| !dated(&one.tokens));
        let mut operators = lexicon.operators(&tokens);
        operators.retain(|one| !dated(&one.tokens));
        Question {
            numbers,
            quoted: quoted(text, &tokens),
            clauses: clauses(text, &tokens),
            operators,
            text: text.to_owned(),
            language,
            tokens,
            dates,
        }
    }

    /// The text of some of its tokens, from the first to the last.
    pub fn slice(&self, tokens: Range<usize>) -> &str {
        let (Some(first), Some(last)) = (
            self.tokens.get(tokens.start),
            tokens.end.checked_sub(1).and_then(|at| self.tokens.get(at)),
        ) else {
            return "";
        };
        self.text
            .get(first.span.start..last.span.end)
            .unwrap_or_default()
    }

    /// The text without some of its tokens and their possessive endings, its white space
    /// made single.
    pub fn without(&self, tokens: &BTreeSet<usize>) -> String {
        let mut rest = String::with_capacity(self.text.len());
        let mut at = 0;
        for token in tokens.iter().filter_map(|at| self.tokens.get(*at)) {
            rest.push_str(self.text.get(at..token.span.start).unwrap_or_default());
            at = token.span.end;
            let behind = &self.text[at..];
            for ending in ["'s", "’s"] {
                if behind.starts_with(ending) {
                    at += ending.len();
                }
            }
        }
        rest.push_str(&self.text[at..]);
        rest.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Takes the words of a name for no operators, where they are written as one: `Best Buy`
    /// asks for nothing that is best. `as_one` says that the document writes them as one word,
    /// so that they are its name without capitals, too.
    pub fn leave_name(&mut self, name: &BTreeSet<usize>, as_one: bool) {
        let capital = |at: usize| {
            let token = self.tokens.get(at).filter(|_| name.contains(&at))?;
            self.text[token.span.start..].chars().next()
        };
        let capital = |at: usize| capital(at).is_some_and(char::is_uppercase);
        // A question begins with a capital whatever its first word is.
        let capitals = |at: usize| capital(at) && (at > 0 || capital(at + 1));
        let named = |at: usize| name.contains(&at) && (as_one || capitals(at));
        self.operators.retain(|one| !one.tokens.clone().all(named));
    }

    /// The same as a question: where no word asks, "what is" stands before it, since `net
    /// revenue Q1 2023` asks for what its words name. One that asks, commands or can be answered
    /// with yes or no stays as it is.
    pub fn asking(&self) -> Cow<'_, Question> {
        let asks = |one: &OperatorMention| {
            let opens = one.tokens.start == 0 && OPENING.contains(&one.operator);
            opens || ASKING.contains(&one.operator)
        };
        if self.tokens.is_empty() || self.operators.iter().any(asks) {
            return Cow::Borrowed(self);
        }
        let phrase = Lexicon::of(self.language).asking();
        let mut asking = tokens(phrase, self.language);
        let operators = Lexicon::of(self.language).operators(&asking);
        let (words, bytes) = (asking.len(), phrase.len() + 1);
        let moved = |range: &Range<usize>| range.start + words..range.end + words;
        asking.extend(self.tokens.iter().map(|token| Token {
            span: Span {
                start: token.span.start + bytes,
                end: token.span.end + bytes,
            },
            ..token.clone()
        }));
        let mut clauses: Vec<Range<usize>> = self.clauses.iter().map(moved).collect();
        if let Some(first) = clauses.first_mut() {
            first.start = 0;
        }
        Cow::Owned(Question {
            text: format!("{phrase} {}", self.text),
            language: self.language,
            tokens: asking,
            numbers: self
                .numbers
                .iter()
                .map(|one| NumberMention {
                    tokens: moved(&one.tokens),
                    ..one.clone()
                })
                .collect(),
            dates: self
                .dates
                .iter()
                .map(|one| DateMention {
                    tokens: moved(&one.tokens),
                    ..one.clone()
                })
                .collect(),
            quoted: self.quoted.iter().map(moved).collect(),
            clauses,
            operators: operators
                .into_iter()
                .chain(self.operators.iter().map(|one| OperatorMention {
                    tokens: moved(&one.tokens),
                    ..one.clone()
                }))
                .collect(),
        })
    }

    /// Whether a word may ask for an operator.
    pub fn has(&self, operator: Operator) -> bool {
        self.operators.iter().any(|one| one.operator == operator)
    }

    /// Tokens with content that no operator phrase covers: what must be met.
    pub fn content(&self) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(|at| {
            let covered = self.operators.iter().any(|one| one.tokens.contains(at));
            !self.tokens[*at].stop && !covered
        })
    }
}

/// The numbers and the dates that a text says, in digits or words, as they are written. A date
/// is no number too, but for its year.
pub fn amounts(text: &str, language: Language) -> (Vec<&str>, Vec<&str>) {
    let tokens = tokens(text, language);
    let written = |range: &Range<usize>| {
        let first = tokens.get(range.start)?;
        let last = tokens.get(range.end.checked_sub(1)?)?;
        text.get(first.span.start..last.span.end)
    };
    let dates = dates::dates(text, &tokens);
    let numbers = numbers_in(text, &tokens, language);
    let numbers = numbers.iter().filter_map(|one| written(&one.tokens));
    let dates = dates.iter().filter_map(|one| written(&one.tokens));
    (numbers.collect(), dates.collect())
}

/// Tokens between quotation marks; an apostrophe quotes nothing.
fn quoted(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    const PAIRS: [(char, char); 6] = [
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('»', '«'),
        ('‘', '’'),
    ];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((open, close, start)) = text[at..].char_indices().find_map(|(offset, c)| {
        let (_, close) = PAIRS.iter().find(|(open, _)| *open == c)?;
        Some((c, *close, at + offset))
    }) {
        let inside = start + open.len_utf8();
        let Some(length) = text[inside..].find(close) else {
            at = inside;
            continue;
        };
        let end = inside + length;
        let first = tokens.partition_point(|token| token.span.start < inside);
        let last = tokens.partition_point(|token| token.span.end <= end);
        if first < last {
            found.push(first..last);
        }
        at = end + close.len_utf8();
    }
    found
}

/// Stretches of tokens between signs that part clauses.
fn clauses(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut first = 0;
    for at in 1..tokens.len() {
        let between = &text[tokens[at - 1].span.end..tokens[at].span.start];
        if between.contains([',', ';', ':', '?', '!', '(', ')', '—']) || between.contains(". ") {
            found.push(first..at);
            first = at;
        }
    }
    if first < tokens.len() {
        found.push(first..tokens.len());
    }
    found
}

/// The numbers of any text whose tokens were made by that language.
pub fn numbers_in(text: &str, tokens: &[Token], language: Language) -> Vec<NumberMention> {
    numbers::numbers(text, tokens, Lexicon::of(language), language)
}

/// The dates of any text, years among them, in order.
pub fn dates_in(text: &str, tokens: &[Token]) -> Vec<DateMention> {
    dates::dates(text, tokens)
}

#[cfg(test)]
mod tests;
