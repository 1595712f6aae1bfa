//! Questions to begin with, made from what the library's documents hold.

use perusal::index::{DocumentRecord, Snapshot, State};
use perusal::text::Document;

use crate::failure::Failure;

/// Questions that are shown.
const EXAMPLES_MAX: usize = 4;
/// Characters and words of a heading that reads well in a question.
const CHARS: std::ops::RangeInclusive<usize> = 4..=60;
const WORDS_MAX: usize = 8;

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
    for document in documents.into_iter().step_by(step) {
        let structure = snapshot.structure(&document.id)?;
        let terms = snapshot.summaries(&document.id)?.document.key_terms;
        if let Some(about) =
            heading(&structure).or_else(|| terms.into_iter().find(|term| reads_well(term)))
        {
            let question = asked(document.language.code(), &about, &named(document));
            if !examples.contains(&question) {
                examples.push(question);
            }
        }
    }
    Ok(examples)
}

/// A heading below the title, the first that says something.
fn heading(structure: &Document) -> Option<String> {
    let shown = structure.sections.iter().skip(1);
    let mut titles = shown.map(|section| plain(&section.title));
    titles.find(|title| reads_well(title))
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
        assert!(reads_well(&"Hurricane Deductibles".to_owned()));
        assert!(!reads_well(&"12 345 678 a".to_owned()));
        assert!(!reads_well(&"x".repeat(80)));
    }
}
