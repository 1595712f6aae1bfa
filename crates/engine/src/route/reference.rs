//! What "that function", "esto", "dieses Kapitel" stand for.
//!
//! The referent is taken from the last topic that was searched for and put in
//! the reference's place. A text without a reference, or whose referent is not
//! clear, is returned unchanged: a question that stands alone must not be bent
//! towards what was asked before.

use super::QuestionType;
use super::history::History;
use super::referent::{Referent, is_link, is_marked, pair, referents, starts_upper};
use crate::lexicon::{List, conjunction_of, preposition_of, words_for_both};

/// The text with its first reference replaced by what it stands for.
///
/// ```
/// # use perusal::route::history::{Entry, History};
/// # use perusal::route::{QuestionType, reference::resolve};
/// let asked = Entry::new(QuestionType::Retrieval, "what arguments does addVar take");
/// let history = History::new([asked]);
/// assert_eq!(resolve("what does that function return?", &history), "what does addVar return?");
/// assert_eq!(resolve("is it possible to declare twice?", &history), "is it possible to declare twice?");
/// ```
pub fn resolve(text: &str, history: &History) -> String {
    let topics = history
        .entries()
        .iter()
        .rev()
        .filter(|entry| matches!(entry.kind, QuestionType::Retrieval | QuestionType::Code));
    let known = Known {
        pair: topics.clone().next().and_then(|entry| pair(entry.topic())),
        topics: topics.map(|entry| referents(entry.topic())).collect(),
    };
    let words: Vec<&str> = text.split(' ').collect();
    (0..words.len())
        .find_map(|at| replaced(&words, at, &known))
        .unwrap_or_else(|| text.to_owned())
}

/// True when a text has a word that may stand for something said before.
pub fn refers(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.iter().enumerate().any(|(at, word)| {
        let lower = plain(word).to_lowercase();
        let word = lower.as_str();
        let written = plain(words[at]);
        List::This.has(word)
            || List::Alone.has(word)
            || List::OfIt.has(word)
            || (at > 0 && List::AloneAsWritten.has(written))
            || (at > 0 && preposition_of(word).is_some())
    })
}

/// Words of the longest text in which "the bridge" is the one asked about before.
const NAMED_WORDS_MAX: usize = 6;

/// What may be meant, the last topic first.
struct Known {
    topics: Vec<Vec<Referent>>,
    /// Of the last topic.
    pair: Option<(Referent, Referent)>,
}

/// The text with the reference at a word replaced, if there is one.
fn replaced(words: &[&str], at: usize, known: &Known) -> Option<String> {
    let word = plain(words[at]).to_lowercase();
    ordinal(words, at, &word, known)
        .or_else(|| both(words, at, &word, known))
        .or_else(|| demonstrative(words, at, &word, known))
        .or_else(|| possessive(words, at, &word, known))
        .or_else(|| named_before(words, at, &word, known))
        .or_else(|| there(words, at, &word, known))
        .or_else(|| pronoun(words, at, &word, known))
}

fn before(words: &[&str], at: usize) -> String {
    at.checked_sub(1)
        .map(|at| plain(words[at]).to_lowercase())
        .unwrap_or_default()
}

fn after(words: &[&str], at: usize) -> String {
    words
        .get(at + 1)
        .map(|next| plain(next).to_lowercase())
        .unwrap_or_default()
}

fn is_empty_word(word: &str) -> bool {
    List::EmptyAfter.has(word)
}

/// "the second one", "la primera", "letzterem".
fn ordinal(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    let first = List::First.has(word);
    if !first && !List::Second.has(word) {
        return None;
    }
    let one = after(words, at) == "one";
    let whole = one
        || ends_phrase(words, at)
        || matches!(word, "former" | "latter")
        || word.starts_with("letzter");
    let article = List::DefiniteArticles.has(&before(words, at));
    if !whole || !(article || word.ends_with("ter") || word.starts_with("letzter")) {
        return None;
    }
    let (left, right) = known.pair.as_ref()?;
    let meant = if first { left } else { right };
    let start = at - usize::from(article);
    Some(join(
        words,
        start,
        at - start + 1 + usize::from(one),
        &meant.text,
    ))
}

/// "do both pay", "which of the two".
fn both(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    let (left, right) = known.pair.as_ref()?;
    let the_two = word == "two" && before(words, at) == "the" && before(words, at - 1) == "of";
    let (start, and) = match word {
        "two" if the_two => (at - 1, "and"),
        _ => (at, conjunction_of(word)?),
    };
    let meant = format!("{} {and} {}", left.text, right.text);
    Some(join(words, start, at - start + 1, &meant))
}

/// "that function", "esos gastos", "dieses Kapitel", and "that" before a verb.
fn demonstrative(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    if !List::This.has(word) || ends_phrase(words, at) {
        return None;
    }
    let noun = after(words, at);
    if List::AloneBefore.has(&noun) && at > 0 {
        return main(known).map(|meant| join(words, at, 1, &meant));
    }
    if is_empty_word(&noun) || List::ClauseAfter.has(&before(words, at)) {
        return None;
    }
    let verb = List::VerbFollows.has(&before(words, at)) && at + 2 >= words.len();
    if let Some(referent) = by_noun(&noun, known).filter(|_| !verb) {
        // "der Standardwert dieser Einstellung" is one of the setting.
        let of = word == "dieser" && at > 0 && starts_upper(words[at - 1]);
        let meant = as_object(&referent, word);
        let meant = if of { format!("von {meant}") } else { meant };
        return Some(join(words, at, 2, &meant));
    }
    verb.then(|| main(known).map(|meant| join(words, at, 1, &meant)))
        .flatten()
}

/// "the bridge" at the end, when the last topic gave the bridge its name.
fn named_before(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    let short = words.len() <= NAMED_WORDS_MAX && List::DefiniteArticles.has(word);
    let noun = after(words, at);
    let topic = known.topics.first().filter(|_| short)?;
    let last = at + 2 == words.len();
    let by_noun = topic
        .iter()
        .find(|one| one.rank == 2 && one.has_noun(&noun) && (last || one.text.contains(' ')));
    let generic = List::GenericNouns.has(&noun) && last;
    let named = by_noun.or_else(|| topic.iter().find(|one| generic && one.rank == 2))?;
    Some(join(words, at, 2, &named.text))
}

/// "its range", "su barco".
fn possessive(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    let comma = words[..at].iter().any(|word| word.ends_with(','));
    if comma || ends_phrase(words, at) {
        return None;
    }
    if List::OfIt.has(word) {
        return Some(join(words, at, 1, &format!("{}'s", main(known)?)));
    }
    // The noun stays and its owner follows, unless "esa empresa" is its owner.
    let owner = |word: &&str| List::This.has(&plain(word).to_lowercase());
    if word == "su" && !words[at..].iter().any(owner) {
        let meant = format!("{} de {}", plain(words[at + 1]), main(known)?);
        return Some(join(words, at, 2, &format!("el {meant}")));
    }
    None
}

/// "there", "allí", "dort", and what German makes of a thing and a preposition.
fn there(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    let preposition = preposition_of(word)?;
    let before = before(words, at);
    if at == 0 && word == "there"
        || is_empty_word(&before)
        || (word == "there" && is_empty_word(&after(words, at)))
    {
        return None;
    }
    let preposition = if List::Going.has(&before) {
        "to"
    } else {
        preposition
    };
    Some(join(
        words,
        at,
        1,
        &format!("{preposition} {}", main(known)?),
    ))
}

/// "it", "ella", "sie", and "that" at the end.
fn pronoun(words: &[&str], at: usize, word: &str, known: &Known) -> Option<String> {
    let alone = List::Alone.has(word)
        || (List::AloneAsWritten.has(plain(words[at])) && at > 0)
        || (List::AloneAtEnd.has(word) && at > 0 && ends_phrase(words, at))
        || (List::ArticleAlone.has(word) && is_german_pronoun(words, at));
    let next = after(words, at);
    let empty = word == "it" && List::EmptyIt.has(&next);
    if !alone || empty || is_empty_word(&next) {
        return None;
    }
    let meant = main(known)?;
    // "lo anterior"
    if word == "anterior" {
        return (before(words, at) == "lo").then(|| join(words, at - 1, 2, &meant));
    }
    Some(join(words, at, 1, &meant))
}

/// "kann man die einfrieren": no noun, which has a capital, follows.
fn is_german_pronoun(words: &[&str], at: usize) -> bool {
    const REACH: usize = 3;
    let german = words
        .iter()
        .any(|word| List::TellsGerman.has(&plain(word).to_lowercase()));
    let mut following = words[at + 1..].iter().take(REACH);
    let noun = following.any(|word| starts_upper(plain(word)));
    // "die 40 Seiten", "die beiden"
    let next = after(words, at);
    let counted =
        next.chars().any(char::is_numeric) || words_for_both().any(|both| next.starts_with(both));
    at > 0 && german && !noun && !counted
}

/// The referent of a demonstrative: the last phrase with the noun, or, for a
/// noun that names any thing, the main one of the last topic.
fn by_noun(noun: &str, known: &Known) -> Option<Referent> {
    let with_noun = known
        .topics
        .iter()
        .find_map(|topic| topic.iter().rev().find(|referent| referent.has_noun(noun)));
    with_noun.map(|one| one.part_with(noun)).or_else(|| {
        let generic = List::GenericNouns.has(noun);
        let last = generic.then(|| last_main(known)).flatten()?;
        Some(Referent {
            text: last.core(),
            rank: last.rank,
        })
    })
}

fn last_main(known: &Known) -> Option<&Referent> {
    let last = known.topics.iter().find(|topic| !topic.is_empty())?;
    // The first of equals.
    last.iter().rev().max_by_key(|referent| referent.rank)
}

/// What the last topic is about: its best-named phrase, the first of equals.
fn main(known: &Known) -> Option<String> {
    last_main(known).map(Referent::core)
}

/// A phrase for a demonstrative's place: an identifier alone, a numbered part
/// with its noun, the rest with its article.
fn as_object(referent: &Referent, demonstrative: &str) -> String {
    let words: Vec<&str> = referent.text.split(' ').collect();
    if let Some(at) = words.iter().position(|word| is_marked(word)) {
        let number = words[at].chars().any(char::is_numeric);
        // "the meeting of 21 May"
        if number && words[..at].iter().any(|word| is_link(word)) {
            return referent.text.clone();
        }
        let letters = |word: &str| word.len() > 1 && word.chars().all(char::is_uppercase);
        let from = match number.then(|| at.saturating_sub(1)) {
            // "Ballenpresse RB 40"
            Some(code) if at > 1 && letters(words[code]) => code - 1,
            Some(before) => before,
            None => at,
        };
        let model = number && words.len() > at + 1 && words[..at].len() < 2;
        let path = words[at].starts_with('/') && words.len() > at + 1;
        return if path || model && !words[at].starts_with(|c: char| c.is_numeric()) {
            referent.text.clone()
        } else {
            words[from..=at].join(" ")
        };
    }
    let english = ["this", "that", "these", "those"].contains(&demonstrative);
    if english && referent.text == referent.bare() && !starts_upper(&referent.text) {
        return format!("the {}", referent.text);
    }
    referent.text.clone()
}

/// True when nothing follows that belongs to the word: the end, or a mark.
fn ends_phrase(words: &[&str], at: usize) -> bool {
    at + 1 == words.len() || words[at].ends_with(['?', ',', '.', '!', ';', ':'])
}

fn plain(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The text with `count` words from `at` on replaced; marks around them stay.
fn join(words: &[&str], at: usize, count: usize, with: &str) -> String {
    let last = words[at + count - 1];
    let mark = &last[last.trim_end_matches(|c: char| !c.is_alphanumeric()).len()..];
    let first = words[at];
    let lead = &first[..first.len()
        - first
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .len()];
    let mut joined: Vec<String> = words[..at].iter().map(|word| (*word).to_owned()).collect();
    joined.push(format!("{lead}{with}{mark}"));
    joined.extend(words[at + count..].iter().map(|word| (*word).to_owned()));
    joined.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::history::Entry;
    use super::*;

    #[track_caller]
    fn check(topic: &str, text: &str, expected: &str) {
        let history = History::new([Entry::new(QuestionType::Retrieval, topic)]);
        assert_eq!(resolve(text, &history), expected);
    }

    #[test]
    fn references_become_what_they_stand_for() {
        check(
            "summarise chapter 5",
            "does this chapter mention it",
            "does chapter 5 mention it",
        );
        check(
            "what are the late fees",
            "when are those fees due?",
            "when are the late fees due?",
        );
        check(
            "¿qué dice el capítulo 7?",
            "resume ese capítulo",
            "resume capítulo 7",
        );
        check(
            "how does the defrost cycle work",
            "what triggers it?",
            "what triggers the defrost cycle?",
        );
    }

    #[test]
    fn what_stands_alone_is_left_alone() {
        for text in [
            "is it true that bees sleep",
            "there are four rules",
            "where is clause 14?",
            "",
        ] {
            check("the lease", text, text);
        }
        assert_eq!(
            resolve("what does that mean?", &History::default()),
            "what does that mean?"
        );
    }

    #[test]
    fn odd_texts_never_break() {
        for text in [
            "it",
            "that",
            " it ",
            "…it…",
            "this\u{301} it?",
            "¿¿esto??",
            "there there",
        ] {
            for topic in ["", "…", "it", "that that", "¿?", "ß ß ß"] {
                let history = History::new([Entry::new(QuestionType::Retrieval, topic)]);
                resolve(text, &history);
            }
        }
    }
}
