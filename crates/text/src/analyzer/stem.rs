//! Words into the form under which they are stored.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use crate::Language;

/// Longest term, in characters. A longer word is cut, a longer identifier
/// leaves only its parts: nobody types more, and a megabyte without a space
/// must not become a megabyte in the dictionary.
pub(super) const TERM_CHARS_MAX: usize = 64;

/// Articles and prepositions that French and Italian join to the next word.
/// Taken off in every language: `d'Artagnan` is one person in all of them.
const ELISIONS: [&str; 16] = [
    "all", "c", "d", "dall", "dell", "j", "l", "m", "n", "nell", "qu", "quell", "s", "sull", "t",
    "un",
];

/// What English joins to the end of a word: the possessive and short verbs.
const ENDINGS: [&str; 6] = ["d", "ll", "m", "re", "s", "ve"];

/// Shortest word left over from an elision; below it the apostrophe is part of a name.
const ELIDED_CHARS_MIN: usize = 3;

/// A word in lower case, without possessive ending, elided article and apostrophes.
pub(super) fn bare(word: &str) -> String {
    // What lies beyond the longest term cannot show in it.
    let end = word
        .char_indices()
        .nth(TERM_CHARS_MAX)
        .map_or(word.len(), |(at, _)| at);
    let lower = word[..end].to_lowercase();
    let Some((before, after)) = lower.rsplit_once('\'') else {
        return lower;
    };
    if ENDINGS.contains(&after) {
        return before.replace('\'', "");
    }
    match lower.split_once('\'') {
        Some((article, noun))
            if ELISIONS.contains(&article) && noun.chars().count() >= ELIDED_CHARS_MIN =>
        {
            noun.replace('\'', "")
        }
        _ => lower.replace('\'', ""),
    }
}

/// The stem of a word in lower case with its accents, by Snowball; the word
/// itself for other languages and scripts.
pub(super) fn stem(word: &str, language: Language) -> Cow<'_, str> {
    let algorithm = match language {
        Language::En => Algorithm::English,
        Language::Es => Algorithm::Spanish,
        Language::De => Algorithm::German,
        Language::Fr => Algorithm::French,
        Language::It => Algorithm::Italian,
        Language::Pt => Algorithm::Portuguese,
        Language::Other => return Cow::Borrowed(word),
    };
    let latin = word
        .chars()
        .all(|letter| letter.is_alphabetic() && letter <= '\u{24f}');
    if !latin {
        return Cow::Borrowed(word);
    }
    match accented_ending(word, language) {
        Some(accented) => Cow::Owned(Stemmer::create(algorithm).stem(&accented).into_owned()),
        None => Stemmer::create(algorithm).stem(word),
    }
}

/// The word with the accent that its ending has in careful writing: Snowball
/// takes `-ción` off and leaves `-cion`, so that questions typed without
/// accents would miss.
fn accented_ending(word: &str, language: Language) -> Option<String> {
    let endings: &[(&str, &str)] = match language {
        Language::Es => &[("cion", "ción"), ("sion", "sión")],
        Language::Pt => &[
            ("cao", "ção"),
            ("coes", "ções"),
            ("sao", "são"),
            ("soes", "sões"),
        ],
        _ => &[],
    };
    endings
        .iter()
        .find_map(|(plain, accented)| Some(word.strip_suffix(plain)?.to_owned() + accented))
}
