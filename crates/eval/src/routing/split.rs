//! Which questions train, which calibrate, which are kept unseen.
//!
//! The split goes by the frame of a sentence, what is left when its content
//! words are taken out, so that "where is the key" and "where is the lid" are
//! never on both sides.

use std::collections::BTreeSet;

/// A part of the labelled questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Split {
    /// Learned from.
    Train,
    /// For temperature and thresholds.
    Calibration,
    /// Never looked at before it is measured.
    HoldOut,
}

/// Of a hundred frames, these many are held out …
const HOLD_OUT: u16 = 20;
/// … and these many calibrate.
const CALIBRATION: u16 = 15;
/// A frame with fewer different words of its own says nothing, such as
/// `_ the _ of the _`; the text stands for it.
const FRAME_WORDS_MIN: usize = 3;

/// The part that a question belongs to.
pub fn split(text: &str) -> Split {
    let digest = perusal::content_digest(frame(text).as_bytes());
    match u16::from_le_bytes([digest[0], digest[1]]) % 100 {
        bucket if bucket < HOLD_OUT => Split::HoldOut,
        bucket if bucket < HOLD_OUT + CALIBRATION => Split::Calibration,
        _ => Split::Train,
    }
}

/// The sentence with each run of content words replaced by `_`, or its plain
/// words where fewer than three different others are left.
///
/// ```
/// # use eval::routing::frame;
/// assert_eq!(frame("Where in the lease is the notice?"), "where in the _ is the _");
/// assert_eq!(frame("Hail deductible"), "hail deductible");
/// ```
pub fn frame(text: &str) -> String {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let mut frame: Vec<&str> = Vec::new();
    let mut of_frame = BTreeSet::new();
    for word in &words {
        if FUNCTION_WORDS.contains(&word.as_str()) {
            frame.push(word);
            of_frame.insert(word);
        } else if frame.last() != Some(&"_") {
            frame.push("_");
        }
    }
    if of_frame.len() < FRAME_WORDS_MIN {
        words.join(" ")
    } else {
        frame.join(" ")
    }
}

/// Words that make sentences in English, Spanish and German.
#[rustfmt::skip]
const FUNCTION_WORDS: &[&str] = &[
    "a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "and", "or",
    "but", "is", "are", "was", "were", "be", "been", "do", "does", "did", "have", "has", "had",
    "can", "could", "would", "should", "will", "may", "might", "must", "i", "you", "he", "she",
    "it", "we", "they", "my", "your", "our", "their", "his", "her", "its", "me", "us", "this",
    "that", "these", "those", "there", "here", "what", "which", "who", "whom", "whose", "where",
    "when", "why", "how", "many", "much", "often", "long", "not", "no", "any", "all", "some", "as",
    "if", "than", "then", "so", "about", "into", "per", "between", "more", "most", "please",
    "give", "show", "list", "tell", "every", "one",
    "el", "la", "los", "las", "un", "una", "de", "del", "en", "al", "por", "para", "con", "y", "o",
    "que", "qué", "cuál", "cuáles", "cómo", "dónde", "cuándo", "cuánto", "cuántos", "cuánta",
    "cuántas", "quién", "es", "son", "se", "lo", "su", "sus", "mi", "te", "le", "si", "hay",
    "está", "más", "sobre", "según",
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "im", "am",
    "auf", "zu", "zum", "zur", "für", "von", "vom", "mit", "und", "oder", "ist", "sind", "was",
    "wie", "wo", "wer", "wann", "warum", "welche", "welcher", "welches", "welchen", "ich", "wir",
    "sie", "er", "mir", "uns", "nicht", "wird", "werden", "kann", "bei", "man", "bitte", "gibt",
    "laut", "viele",
];
