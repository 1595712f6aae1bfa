//! Names, codes and quoted terms.

use super::mention::{Mention, WORDS_MAX, mention};
use super::word::{Casing, Shape, Word, words};
use crate::lexicon::WordList;
use crate::table::date_word;
use crate::{Language, Span};

/// Most particles between two words of a name: `de la`, `of the`.
const PARTICLES_MAX: usize = 2;

/// Shortest single noun that counts in German, in letters, and how often it must return.
const GERMAN_LETTERS_MIN: usize = 6;
const GERMAN_RETURNS: u32 = 2;

/// Longest quoted term, in bytes and in words: what is longer is speech.
const QUOTED_BYTES_MAX: usize = 80;
const QUOTED_WORDS_MAX: usize = 7;

/// Runs of capitalised words with the particles between them.
pub(super) fn names(words: &[Word], casing: &Casing<'_>) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !words[at].is_capital() {
            at += 1;
            continue;
        }
        let end = run_end(words, at, casing.language);
        let run = trimmed(&words[at..end], casing);
        add_run(run, casing, &mut found);
        for part in parted(run) {
            add_run(trimmed(part, casing), casing, &mut found);
        }
        at = end;
    }
    found
}

/// One past the run of capitalised words that starts here.
fn run_end(words: &[Word], start: usize, language: Language) -> usize {
    let mut end = start + 1;
    let mut next = end;
    while let Some(word) = words.get(next).filter(|word| word.close) {
        if word.is_capital() || (word.shape == Shape::Digit && next == end) {
            next += 1;
            end = next;
        } else if WordList::NameParticles.has(&word.key) && next - end < PARTICLES_MAX {
            // Between two German nouns an article makes a genitive, not a name.
            let genitive = language == Language::De && next == end;
            if genitive && WordList::NameArticles.has(&word.key) {
                break;
            }
            next += 1;
        } else {
            break;
        }
    }
    end
}

/// A run without the words before its name: `The`, or a word that only starts a sentence.
fn trimmed<'w>(run: &'w [Word], casing: &Casing<'_>) -> &'w [Word] {
    let mut run = run;
    while let [first, rest @ ..] = run {
        let opens = first.initial
            && first.shape == Shape::Capital
            && (casing.is_common(&first.key) || leads_in(first, rest, casing));
        let dropped = casing.is_stop(&first.key) && first.shape != Shape::Capitals
            || (opens && !rest.is_empty());
        if !dropped {
            break;
        }
        let skipped = rest.iter().take_while(|word| !word.is_capital()).count();
        run = &rest[skipped..];
    }
    run
}

/// A word before an article, as in `Later the Board met`, unless it is written with a
/// capital within sentences as well.
fn leads_in(first: &Word, rest: &[Word], casing: &Casing<'_>) -> bool {
    let article = rest
        .first()
        .is_some_and(|next| next.shape == Shape::Lower && WordList::NameArticles.has(&next.key));
    let (_, within) = casing.counts(&first.key);
    article && within == 0
}

/// The parts of a run around a word that may have joined two names.
fn parted(run: &[Word]) -> impl Iterator<Item = &[Word]> {
    let joins = |word: &Word| {
        let key = word.key.as_str();
        let joint = run.len() > WORDS_MAX && WordList::NameJoints.has(key);
        word.shape == Shape::Lower && (WordList::NameConjunctions.has(key) || joint)
    };
    let parts: Vec<&[Word]> = run.split(joins).collect();
    let several = parts.len() > 1;
    parts.into_iter().filter(move |_| several)
}

fn add_run(run: &[Word], casing: &Casing<'_>, found: &mut Vec<Mention>) {
    let names_something = match run {
        [] => false,
        [word] => single(word, casing),
        _ => run.len() <= WORDS_MAX && !run.iter().all(is_date),
    };
    if names_something {
        found.extend(mention(run));
    }
}

fn is_date(word: &Word) -> bool {
    // Names of days and months stand in every text.
    word.shape == Shape::Digit || date_word(&word.key).full
}

/// Whether a capitalised word is a name by itself.
fn single(word: &Word, casing: &Casing<'_>) -> bool {
    if casing.is_stop(&word.key) || is_date(word) {
        return false;
    }
    if word.shape == Shape::Capitals {
        return true;
    }
    let (_, within) = casing.counts(&word.key);
    if casing.language == Language::De {
        return within >= GERMAN_RETURNS && word.key.chars().count() >= GERMAN_LETTERS_MIN;
    }
    !casing.is_common(&word.key) && (!word.initial || within > 0)
}

/// Words that hold a digit and a capital letter: `C-7`, `AMEC-1343`.
pub(super) fn codes(words: &[Word]) -> Vec<Mention> {
    let codes = words.iter().filter(|word| word.code);
    codes
        .filter_map(|word| mention(std::slice::from_ref(word)))
        .collect()
}

/// Short terms between quotation marks on one line.
pub(super) fn quoted(text: &str, casing: &Casing<'_>) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((open, close)) = next_quote(text, at) {
        at = open + text[open..].chars().next().map_or(1, char::len_utf8);
        let reach = text.floor_char_boundary(text.len().min(at + QUOTED_BYTES_MAX));
        let within = &text[at..reach];
        let line = within.split('\n').next().unwrap_or_default();
        let Some(length) = line.find(|it| close.contains(&it)) else {
            continue;
        };
        let inner = words(&line[..length]);
        let telling = inner.iter().any(|word| !casing.is_stop(&word.key));
        if telling && inner.len() <= QUOTED_WORDS_MAX {
            found.extend(mention(&inner).map(|mention| Mention {
                span: Span::new(mention.span.start + at, mention.span.end + at),
                ..mention
            }));
        }
        at += length;
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// Where the next quotation mark stands, and which marks close it.
fn next_quote(text: &str, from: usize) -> Option<(usize, &'static [char])> {
    let at = from + text.get(from..)?.find(['"', '“', '„', '«'])?;
    let close: &[char] = match text[at..].chars().next() {
        Some('"') => &['"'],
        Some('«') => &['»'],
        _ => &['”', '“', '"'],
    };
    Some((at, close))
}
