//! Questions to begin with, made from what the library's documents hold.

use perusal::index::{DocumentRecord, Snapshot, State};
use perusal::text::Document;

use crate::failure::Failure;

/// Questions that are shown.
const EXAMPLES_MAX: usize = 4;
/// Characters and words of a heading that reads well in a question.
const CHARS: std::ops::RangeInclusive<usize> = 4..=60;
const WORDS_MAX: usize = 8;
/// A section of fewer bytes is a line of a cover, or says next to nothing.
const BODY_BYTES: usize = 400;
/// Documents that are looked at for one question.
const LOOKED_AT_MAX: usize = 8;
/// Headings that every document may have: a question about them says nothing.
const EMPTY: [&str; 9] = [
    "contents",
    "table of contents",
    "introduction",
    "appendix",
    "inhalt",
    "inhaltsverzeichnis",
    "einleitung",
    "índice",
    "introducción",
];

/// Up to four questions about documents that lie far apart in the list of all.
///
/// # Errors
/// A library that cannot be read.
pub fn of(snapshot: &Snapshot) -> Result<Vec<String>, Failure> {
    let ready = |document: &&DocumentRecord| matches!(document.state, State::Ready);
    let mut documents: Vec<_> = snapshot.documents().iter().filter(ready).collect();
    documents.sort_by(|a, b| (&a.path, &a.id).cmp(&(&b.path, &b.id)));
    let step = documents.len().div_ceil(EXAMPLES_MAX).max(1);
    let mut examples = Vec::new();
    for near in documents.chunks(step) {
        // The first of its neighbours that has something to ask about.
        for document in near.iter().take(LOOKED_AT_MAX) {
            let structure = snapshot.structure(&document.id)?;
            let Some(about) = heading(&structure) else {
                continue;
            };
            let question = asked(document.language.code(), &about, &named(document));
            if !examples.contains(&question) {
                examples.push(question);
                break;
            }
        }
    }
    Ok(examples)
}

/// A heading below the title: the first of several words with enough below it to be asked about,
/// else the first of several words, else the first that says something.
fn heading(structure: &Document) -> Option<String> {
    let shown = structure.sections.iter().skip(1);
    let titles = shown.map(|section| (plain(&section.title), section.span.len()));
    let titles: Vec<_> = titles.filter(|(text, _)| reads_well(text)).collect();
    let several = || titles.iter().filter(|(title, _)| title.contains(' '));
    let substantial = several().find(|(_, bytes)| *bytes >= BODY_BYTES);
    let found = substantial.or_else(|| several().next());
    found.or(titles.first()).map(|(title, _)| title.clone())
}

/// Without a number before it, on one line.
fn plain(title: &str) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    let text = words.join(" ");
    let from = text.find(char::is_alphabetic).unwrap_or(0);
    let numbered = text[..from]
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
    let text = if numbered { &text[from..] } else { &text };
    text.trim_end_matches([':', '.', '?']).to_owned()
}

fn reads_well(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let all = text.chars().count();
    CHARS.contains(&all)
        && text.split(' ').count() <= WORDS_MAX
        && letters * 4 >= all * 3
        && !text.chars().any(char::is_control)
        // What is shouted is a label, not a subject.
        && text.chars().any(|c| c.is_alphabetic() && !c.is_uppercase())
        && !EMPTY.contains(&text.to_lowercase().as_str())
}

/// The document by its file's name, without folders and ending.
fn named(document: &DocumentRecord) -> String {
    let file = document.path.rsplit('/').find(|part| !part.is_empty());
    let file = file.unwrap_or(&document.path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn asked(language: &str, about: &str, document: &str) -> String {
    match language {
        "de" => format!("Was steht in {document} über „{about}“?"),
        "es" => format!("¿Qué dice {document} sobre «{about}»?"),
        _ => format!("What does {document} say about “{about}”?"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_read_without_their_numbers() {
        assert_eq!(
            plain("3.1  Hurricane\nDeductibles:"),
            "Hurricane Deductibles"
        );
        assert_eq!(plain("Rule C-7"), "Rule C-7");
        assert!(reads_well("Hurricane Deductibles"));
        assert!(!reads_well("12 345 678 a"));
        assert!(!reads_well("DISCLAIMERS"));
        assert!(!reads_well("Table of contents"));
        assert!(!reads_well(&"x".repeat(80)));
    }
}
