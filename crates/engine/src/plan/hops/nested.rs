//! Finds in a question the thing that is described instead of named: `the form
//! that Rule 7 requires`, `the journal's publisher`, `the director of The Kite`.
//!
//! English, by the words alone. What is not surely a description is none: the
//! question is then answered as it stands. Of nested descriptions the innermost
//! comes first, since the others rest on it.

use std::ops::Range;

use super::words::{
    ARTICLES, AUXILIARIES, BEFORE_PRONOUN, BEHIND_PARTICIPLE, NAMELESS, OPENERS, PREPOSITIONS,
    PRONOUNS, is_agent, is_content, is_participle, is_plural,
};
use crate::plan::scan::{fold, stem};

/// A thing that a question describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// All of it in the question, with its article.
    pub range: Range<usize>,
    /// The same without the article.
    pub text: String,
    /// Stem of the noun that says what kind of thing it is.
    pub head: String,
    /// The words of the noun phrase as they stand: `policy form`.
    pub noun: String,
    /// What tells the thing from others of its kind.
    pub clause: String,
}

/// Words of a noun phrase before the clause at most.
const NOUN_WORDS_MAX: usize = 5;

/// A word of a question, without the signs around it.
pub(super) struct Word<'q> {
    pub raw: &'q str,
    /// Folded.
    pub low: String,
    pub start: usize,
    pub end: usize,
}

/// The innermost thing that a question describes; `None` where it describes none, or
/// asks for nothing else than its name.
pub fn innermost(question: &str) -> Option<Described> {
    let words = words(question);
    let clause = (1..words.len())
        .rev()
        .find_map(|at| relative(question, &words, at));
    let others = [possessive(question, &words), of_agent(question, &words)];
    let mut others = others.into_iter().flatten();
    let found = match clause {
        // What is described inside a clause comes before it.
        Some(clause) => others
            .find(|other| {
                clause.range.start < other.range.start && other.range.end <= clause.range.end
            })
            .unwrap_or(clause),
        None => others.next()?,
    };
    let asks = |text: &str| text.split_whitespace().any(is_content);
    let outside = asks(&question[..found.range.start]) || asks(&question[found.range.end..]);
    (outside && !NAMELESS.contains(&found.head.as_str())).then_some(found)
}

/// The words of a question.
pub(super) fn words(question: &str) -> Vec<Word<'_>> {
    let pieces = question.split_whitespace().map(|piece| {
        let start = piece.as_ptr() as usize - question.as_ptr() as usize;
        let lead = piece.len() - piece.trim_start_matches(['(', '“', '"', '¿']).len();
        let raw = piece[lead..].trim_end_matches([',', '?', '.', ';', ':', ')', '!', '”', '"']);
        Word {
            raw,
            low: fold(raw),
            start: start + lead,
            end: start + lead + raw.len(),
        }
    });
    pieces.filter(|word| !word.raw.is_empty()).collect()
}

/// A sign behind a word parts what stands before it from what comes.
pub(super) fn stops_behind(question: &str, word: &Word<'_>) -> bool {
    let behind = &question[word.end..];
    // `Dover, West Virginia` is one place.
    let goes_on = behind
        .strip_prefix(", ")
        .is_some_and(|rest| rest.starts_with(char::is_uppercase));
    behind.starts_with([',', ';', ':', '?', '!', ')']) && !goes_on
}

/// `the NOUN that …`, `the NOUN in which …`, `the NOUN named in …`.
fn relative(question: &str, words: &[Word<'_>], at: usize) -> Option<Described> {
    let before_pronoun = BEFORE_PRONOUN.contains(&words[at].low.as_str())
        && words
            .get(at + 1)
            .is_some_and(|next| matches!(next.low.as_str(), "which" | "whom" | "whose"));
    let pronoun = before_pronoun || PRONOUNS.contains(&words[at].low.as_str());
    let participle = is_participle(&words[at].low)
        && words
            .get(at + 1)
            .is_some_and(|next| BEHIND_PARTICIPLE.contains(&next.low.as_str()));
    if !pronoun && !participle {
        return None;
    }
    let start = noun_start(question, words, at, participle)?;
    let end = clause_end(question, words, start, at);
    // One word behind the opening is no description.
    let opening = at + 1 + usize::from(before_pronoun || participle);
    if end <= opening {
        return None;
    }
    described(question, words, start, at, end)
}

/// The article of the noun phrase that ends before `at`.
fn noun_start(question: &str, words: &[Word<'_>], at: usize, participle: bool) -> Option<usize> {
    // `the fee, which …` adds to what is named already; so does `the fee, paid by …`.
    let mut comma = stops_behind(question, &words[at - 1]);
    if comma && !participle && matches!(words[at].low.as_str(), "in" | "where") {
        comma = false;
    }
    if comma {
        return None;
    }
    let earliest = at.saturating_sub(NOUN_WORDS_MAX + 1);
    let start = (earliest..at - 1)
        .rev()
        .find(|&start| ARTICLES.contains(&words[start].low.as_str()))?;
    let noun = &words[start + 1..at];
    let plain = noun.iter().all(|word| {
        word.low == "of"
            || !AUXILIARIES.contains(&word.low.as_str())
                && !OPENERS.contains(&word.low.as_str())
                && !PREPOSITIONS.contains(&word.low.as_str())
    });
    let inside = noun[..noun.len() - 1]
        .iter()
        .any(|word| stops_behind(question, word));
    (plain && !inside).then_some(start)
}

/// One past the last word of a clause that opens at `at`; `start` is the article of
/// the noun phrase before it.
fn clause_end(question: &str, words: &[Word<'_>], start: usize, at: usize) -> usize {
    let mut end = words.len();
    for next in at + 1..words.len() {
        let joint = matches!(words[next].low.as_str(), "and" | "or");
        let opens = words
            .get(next + 1)
            .is_some_and(|word| OPENERS.contains(&word.low.as_str()));
        if stops_behind(question, &words[next - 1]) && next > at + 1 || joint && opens {
            end = next;
            break;
        }
    }
    // `… where the mill is located became a state`: the clause is over.
    let resumes = (at + 2..end).find(|&next| {
        AUXILIARIES.contains(&words[next - 2].low.as_str())
            && is_participle(&words[next - 1].low)
            && words[next].raw.starts_with(char::is_lowercase)
            && !PREPOSITIONS.contains(&words[next].low.as_str())
            && !words[next].low.ends_with("ly")
    });
    if let Some(resumes) = resumes {
        return resumes;
    }
    // `What does the form named in Rule 7 require?`: the last verb is the question's.
    let inverted = start > 0 && AUXILIARIES.contains(&words[start - 1].low.as_str());
    let asked = start > 1 && !matches!(words[start - 2].low.as_str(), "who" | "what");
    let does = start > 0 && matches!(words[start - 1].low.as_str(), "do" | "does" | "did");
    let last = &words[end - 1];
    let verb = last.raw.starts_with(char::is_lowercase)
        && last.raw.chars().all(char::is_alphabetic)
        && end > at + 3
        && !AUXILIARIES.contains(&words[end - 2].low.as_str());
    let copula = inverted && !does && asked && !is_participle(&last.low);
    if inverted && verb && (does || asked) && !copula && end == words.len() {
        end -= 1;
    }
    end
}

fn described(
    question: &str,
    words: &[Word<'_>],
    start: usize,
    at: usize,
    end: usize,
) -> Option<Described> {
    // Of `board of trustees` the board is what is described.
    let noun = &words[start + 1..at];
    let head = noun
        .iter()
        .position(|word| word.low == "of")
        .map_or(noun.last(), |of| noun[..of].last())?;
    if is_plural(&head.low) || !head.raw.starts_with(char::is_lowercase) {
        return None;
    }
    Some(Described {
        range: words[start].start..words[end - 1].end,
        text: question[words[start + 1].start..words[end - 1].end].to_owned(),
        head: stem(head.raw),
        noun: question[words[start + 1].start..words[at - 1].end].to_owned(),
        clause: question[words[at].start..words[end - 1].end].to_owned(),
    })
}

/// `NAME's noun` where more is asked than who that is.
fn possessive(question: &str, words: &[Word<'_>]) -> Option<Described> {
    (0..words.len().saturating_sub(1)).find_map(|at| {
        let owner = words[at]
            .raw
            .strip_suffix("'s")
            .or_else(|| words[at].raw.strip_suffix("’s"))?;
        if !owner.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
            return None;
        }
        // `X's main director`: one word may stand between.
        let between = words
            .get(at + 1)
            .is_some_and(|next| next.raw.starts_with(char::is_lowercase) && !is_agent(&next.low));
        let place = at + 1 + usize::from(between && at + 2 < words.len());
        let noun = &words[place];
        let further = words.get(place + 1);
        let ends = stops_behind(question, noun)
            || further.is_none_or(|next| {
                AUXILIARIES.contains(&next.low.as_str())
                    || PREPOSITIONS.contains(&next.low.as_str())
                    || next.raw.starts_with(char::is_lowercase)
            });
        if !ends || !is_agent(&noun.low) || is_plural(&noun.low) {
            return None;
        }
        // The name: capitals before it, joined by small words.
        let mut start = at;
        while start > 0 {
            let word = &words[start - 1];
            let capital = word
                .raw
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            let joins = matches!(word.low.as_str(), "of" | "the" | "de" | "and" | "&")
                && start > 1
                && words[start - 2].raw.starts_with(char::is_uppercase);
            let opener =
                OPENERS.contains(&word.low.as_str()) || AUXILIARIES.contains(&word.low.as_str());
            if !(capital || joins) || opener || stops_behind(question, word) {
                break;
            }
            start -= 1;
        }
        let name = question[words[start].start..words[at].end].to_owned();
        let name = name
            .trim_end_matches("'s")
            .trim_end_matches("’s")
            .to_owned();
        Some(Described {
            range: words[start].start..noun.end,
            text: format!("{} {name}", noun.raw),
            head: stem(noun.raw),
            noun: noun.raw.to_owned(),
            clause: name,
        })
    })
}

/// `the director of NAME` where more is asked than who that is.
fn of_agent(question: &str, words: &[Word<'_>]) -> Option<Described> {
    (2..words.len().saturating_sub(1)).rev().find_map(|of| {
        let noun = &words[of - 1];
        let called = noun.raw.starts_with(char::is_lowercase) && is_agent(&noun.low);
        if words[of].low != "of" || !called || is_plural(&noun.low) {
            return None;
        }
        let start = (of.saturating_sub(3)..of - 1)
            .rev()
            .find(|&at| words[at].low == "the")
            .unwrap_or(of - 1);
        let mut end = of + 1;
        // `of the film The Kite (1960)`, up to the first word that is no name.
        while end < words.len() {
            let word = &words[end];
            let named = word
                .raw
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
                || (end <= of + 2 && !AUXILIARIES.contains(&word.low.as_str()))
                || matches!(word.low.as_str(), "of" | "the" | "and" | "de" | "in" | "a");
            if !named {
                break;
            }
            end += 1;
            if question[word.end..].starts_with(['?', ';']) {
                break;
            }
        }
        while end > of + 1 && words[end - 1].raw.starts_with(char::is_lowercase) {
            end -= 1;
        }
        let name = words[of + 1..end]
            .iter()
            .any(|word| word.raw.starts_with(char::is_uppercase));
        (name && start < of).then(|| Described {
            range: words[start].start..closed(question, words[end - 1].end),
            text: question[noun.start..words[end - 1].end].to_owned(),
            head: stem(noun.raw),
            noun: noun.raw.to_owned(),
            clause: question[words[of + 1].start..closed(question, words[end - 1].end)].to_owned(),
        })
    })
}

/// With the bracket that closes a name: `The Kite (Film)`.
fn closed(question: &str, end: usize) -> usize {
    end + usize::from(question[end..].starts_with(')'))
}
