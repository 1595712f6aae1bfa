//! What goes on from the question before: "and in 2020?", "what about Amcor?", "und für Europa?".
//!
//! Such a text has no question of its own. What it says takes the place of what it stands against
//! in the question before: a date that of a date, a name that of a name, a phrase that of the
//! phrase behind the same small word. Where nothing fits, it is added.

use std::ops::Range;

use plan::lexicon::{Lexicon, Operator};
use plan::question::Question;
use text::Language;

/// Words of such a text behind its opening.
const WORDS_MAX: usize = 7;

/// The question before with what a text changes in it; `None` where the text is a question of
/// its own, or goes on from nothing.
///
/// ```
/// # use perusal::question::followed_up;
/// # use perusal::text::Language::En;
/// let before = "What was Amcor's net debt in 2022?";
/// let asked = |text: &str| followed_up(text, before, En);
/// assert_eq!(asked("and in 2020?").as_deref(), Some("What was Amcor's net debt in 2020?"));
/// assert_eq!(asked("What about Adobe?").as_deref(), Some("What was Adobe's net debt in 2022?"));
/// assert_eq!(asked("and revenue?").as_deref(), Some("What was Amcor's revenue in 2022?"));
/// assert_eq!(asked("And who audits it?"), None);
/// ```
pub fn followed_up(text: &str, before: &str, usual: Language) -> Option<String> {
    let said = Question::read(text, usual);
    let opening = Lexicon::of(said.language).opening(&said.tokens);
    let mut start = opening;
    let small = small_words(&said, &mut start);
    let words = start..said.tokens.len();
    if opening == 0 || words.is_empty() || words.len() > WORDS_MAX || asks(&said, opening) {
        return None;
    }
    let mut before = Question::read(before, usual);
    let date = match said.dates.as_slice() {
        [date] if words.contains(&date.tokens.start) => Some(date),
        _ => None,
    };
    let phrase = match date {
        Some(date) => beside(&said, &before, &words, &date.tokens),
        None => Some(words.clone()),
    };
    if let Some(date) = date {
        let new = said.slice(date.tokens.clone());
        let year = date.date.month == 0 && date.date.year != 0;
        let dated = in_place_of_date(&before, new, year);
        let dated = dated.unwrap_or_else(|| added(&before, &format!("in {new}")));
        before = Question::read(&dated, usual);
    }
    let Some(phrase) = phrase else {
        return Some(before.text);
    };
    let changed = in_place_of_phrase(&before, &said, &small, &phrase);
    let more = said.slice(opening..phrase.end.max(opening));
    Some(changed.unwrap_or_else(|| added(&before, more)))
}

/// What is said beside a date and not in the question before: `revenue` of `revenue in fiscal
/// 2020`.
fn beside(
    said: &Question,
    before: &Question,
    words: &Range<usize>,
    date: &Range<usize>,
) -> Option<Range<usize>> {
    let known = |at: usize| {
        let word = &said.tokens[at].stem;
        before.tokens.iter().any(|token| token.stem == *word)
    };
    let of_dates = Lexicon::of(said.language).beside_dates();
    let mut new = words.clone().filter(|at| {
        let token = &said.tokens[*at];
        !date.contains(at) && !token.stop && !of_dates.contains(&token.folded) && !known(*at)
    });
    let first = new.next()?;
    let last = new.next_back().unwrap_or(first);
    (!(first..last + 1).contains(&date.start)).then_some(first..last + 1)
}

/// Takes the small words at the start of what is said: `in the`, `für`.
fn small_words(said: &Question, start: &mut usize) -> Vec<String> {
    let mut small = Vec::new();
    while let Some(token) = said.tokens.get(*start).filter(|token| token.stop) {
        small.push(token.folded.clone());
        *start += 1;
    }
    small
}

/// Whether a word from there on asks or says something.
fn asks(said: &Question, start: usize) -> bool {
    const ASKING: [Operator; 9] = [
        Operator::HowMuch,
        Operator::Count,
        Operator::Which,
        Operator::Who,
        Operator::When,
        Operator::Where,
        Operator::How,
        Operator::Why,
        Operator::YesNo,
    ];
    // `May` is a month.
    let dated = |at: usize| said.dates.iter().any(|date| date.tokens.contains(&at));
    let mut operators = said.operators.iter();
    operators.any(|one| {
        let at = one.tokens.start;
        at >= start && ASKING.contains(&one.operator) && said.tokens[at].stop && !dated(at)
    })
}

/// The question with another date; a year changes the year of a day or month.
fn in_place_of_date(before: &Question, new: &str, year: bool) -> Option<String> {
    let [date] = before.dates.as_slice() else {
        return None;
    };
    let years = date.tokens.clone().find(|at| {
        let folded = &before.tokens[*at].folded;
        folded.len() == 4 && folded.bytes().all(|byte| byte.is_ascii_digit())
    });
    match years {
        Some(at) if year => Some(replaced(before, at..at + 1, new)),
        _ => Some(replaced(before, date.tokens.clone(), new)),
    }
}

/// The question with another phrase in the place of the one that this stands against.
fn in_place_of_phrase(
    before: &Question,
    said: &Question,
    small: &[String],
    words: &Range<usize>,
) -> Option<String> {
    let named = is_capital(said, words.start);
    let phrases = phrases(before);
    let fitting = phrases.iter().filter(|one| is_name(before, one) == named);
    let behind = |phrase: &&Range<usize>| {
        let mut at = phrase.start;
        while at > 0 && before.tokens[at - 1].stop {
            at -= 1;
            if small.contains(&before.tokens[at].folded) {
                return true;
            }
        }
        false
    };
    let same_word = fitting.clone().find(behind);
    // Of several names the last says most closely what is asked.
    let fallback = || match named {
        true => fitting.clone().next_back(),
        false => fitting.clone().rev().max_by_key(|one| one.len()),
    };
    // Behind a small word of its own it is something else than what is there.
    let of_its_own = !small.is_empty() && !named;
    let old = same_word.or_else(|| if of_its_own { None } else { fallback() })?;
    Some(replaced(before, old.clone(), said.slice(words.clone())))
}

/// Stretches with content that no operator and no date covers; a name is a stretch of its own,
/// with a small word inside it: `Electronics and Energy`.
fn phrases(question: &Question) -> Vec<Range<usize>> {
    let dated = |at: usize| question.dates.iter().any(|date| date.tokens.contains(&at));
    let named = |at: usize| is_capital(question, at);
    let mut phrases: Vec<Range<usize>> = Vec::new();
    for at in question.content().filter(|at| !dated(*at)) {
        let goes_on = phrases.last().is_some_and(|last| {
            let ends = possessive(question, last.end - 1).is_some();
            let within = last.end + 1 == at && question.tokens[last.end].stop && named(at);
            !ends && named(last.start) == named(at) && (last.end == at || within)
        });
        match phrases.last_mut() {
            Some(last) if goes_on => last.end = at + 1,
            _ => phrases.push(at..at + 1),
        }
    }
    phrases
}

fn is_name(question: &Question, phrase: &Range<usize>) -> bool {
    is_capital(question, phrase.start)
}

/// Written with a capital, or with a digit: `3M`.
fn is_capital(question: &Question, at: usize) -> bool {
    let first = question.slice(at..at + 1).chars().next();
    first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// The ending behind a name.
fn possessive(question: &Question, at: usize) -> Option<&'static str> {
    let token = question.tokens.get(at)?;
    let own = question.text.get(token.span.start..)?;
    let own = own.get(..token.span.len())?;
    let behind = question.text.get(token.span.end..)?;
    let mut endings = ["'s", "’s"].into_iter();
    endings.find(|ending| behind.starts_with(ending) || own.ends_with(ending))
}

/// The question with other words in the place of some tokens, whose possessive ending stays.
fn replaced(question: &Question, tokens: Range<usize>, new: &str) -> String {
    let start = question.tokens[tokens.start].span.start;
    let last = tokens.end - 1;
    let mut end = question.tokens[last].span.end;
    if let Some(ending) = possessive(question, last)
        && question.text[start..end].ends_with(ending)
    {
        end -= ending.len();
    }
    format!("{}{new}{}", &question.text[..start], &question.text[end..])
}

/// The question with more at its end.
fn added(question: &Question, more: &str) -> String {
    let bare = question.text.trim_end_matches(['?', '.', ' ']);
    format!("{bare} {more}?")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str, before: &str) -> Option<String> {
        followed_up(text, before, Language::En)
    }

    #[test]
    fn what_it_says_takes_the_place_of_what_it_stands_against() {
        for (before, text, after) in [
            (
                "What was the fee in December 2021?",
                "and in 2020?",
                "What was the fee in December 2020?",
            ),
            (
                "What was the fee in 2021?",
                "and for March 2020?",
                "What was the fee in March 2020?",
            ),
            (
                "What was the fee?",
                "what about 2020?",
                "What was the fee in 2020?",
            ),
            (
                "What was the fee at the end of 2021?",
                "and at the end of 2020?",
                "What was the fee at the end of 2020?",
            ),
            (
                "What was the fee in 2021?",
                "and in fiscal 2020?",
                "What was the fee in 2020?",
            ),
            (
                "What was the fee in 2021?",
                "and the rent in 2020?",
                "What was the rent in 2020?",
            ),
            (
                "What was Kestrel's income from Sound and Light in 2022?",
                "and Harbour Tours?",
                "What was Kestrel's income from Harbour Tours in 2022?",
            ),
            (
                "How many berths does Oban have in 2022?",
                "And Ullapool?",
                "How many berths does Ullapool have in 2022?",
            ),
            (
                "How much did Kestrel spend on advertising in 2022?",
                "and on research?",
                "How much did Kestrel spend on research in 2022?",
            ),
            (
                "What was the rent of the yard?",
                "and for boats?",
                "What was the rent of the yard for boats?",
            ),
        ] {
            assert_eq!(asked(text, before).as_deref(), Some(after), "{text}");
        }
    }

    #[test]
    fn it_is_read_in_three_languages() {
        let german = followed_up("und 2020?", "Wie hoch war die Miete 2021?", Language::De);
        assert_eq!(german.as_deref(), Some("Wie hoch war die Miete 2020?"));
        let spanish = followed_up(
            "¿y en 2020?",
            "¿Cuánto fue el alquiler en 2021?",
            Language::Es,
        );
        assert_eq!(spanish.as_deref(), Some("¿Cuánto fue el alquiler en 2020?"));
    }

    #[test]
    fn a_question_of_its_own_stays_as_it_is() {
        let before = "What was the fee in 2021?";
        for text in [
            "And how many berths are there?",
            "What was the rent in 2020?",
            "in 2020",
            "and?",
            "and",
            "",
            "or is it the harbour that pays?",
            "and the harbour master of Oban said that all of it was paid by then",
        ] {
            assert_eq!(asked(text, before), None, "{text}");
        }
        for text in [
            "and ?",
            "and in",
            "what about 's?",
            "and “”",
            "y",
            "and 🛶?",
        ] {
            let _ = asked(text, "");
        }
    }
}
