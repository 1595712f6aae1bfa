//! A short extractive summary of a document, without a model.

use std::collections::{BTreeMap, BTreeSet};

use text::{Document, Span};

/// Sentences looked at: the beginning of a very long document stands for it.
const SENTENCES_MAX: usize = 400;
/// Fewest and most words of a sentence worth showing.
const WORDS: std::ops::RangeInclusive<usize> = 6..=60;

/// What a document is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its most telling terms as written, best first.
    pub key_terms: Vec<String>,
    /// Its most central sentences, in reading order.
    pub sentences: Vec<Span>,
}

/// Picks the sentences that share most with the rest of the document.
///
/// `most` is the number of sentences wanted. Terms count by how many sentences
/// hold them; a sentence scores the mean weight of its terms, a little more
/// when it stands near the beginning.
pub fn summarize(document: &Document, most: usize) -> Summary {
    let sentences: Vec<Span> = text::sentences(&document.text, document.language)
        .into_iter()
        .take(SENTENCES_MAX)
        .collect();
    let terms: Vec<BTreeSet<String>> = sentences
        .iter()
        .map(|span| {
            let sentence = span.slice(&document.text).unwrap_or("");
            text::terms(sentence, document.language)
                .into_iter()
                .map(|term| term.text)
                .collect()
        })
        .collect();
    let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
    for term in terms.iter().flatten() {
        *frequency.entry(term).or_insert(0) += 1;
    }
    Summary {
        key_terms: key_terms(document, &frequency),
        sentences: central(document, &sentences, &terms, &frequency, most),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of sentences")]
fn central(
    document: &Document,
    sentences: &[Span],
    terms: &[BTreeSet<String>],
    frequency: &BTreeMap<&str, usize>,
    most: usize,
) -> Vec<Span> {
    let mut scored: Vec<(f64, usize)> = sentences
        .iter()
        .enumerate()
        .filter(|(_, span)| {
            let sentence = span.slice(&document.text).unwrap_or("");
            WORDS.contains(&sentence.split_whitespace().count()) && !sentence.contains(" | ")
        })
        .map(|(index, _)| {
            let weight: f64 = terms[index]
                .iter()
                .map(|term| {
                    frequency
                        .get(term.as_str())
                        .map_or(0.0, |&n| (n as f64).ln_1p())
                })
                .sum();
            let mean = weight / (terms[index].len().max(1) as f64);
            let early = 1.0 + 0.5 / (1.0 + index as f64 / 5.0);
            (mean * early, index)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<Span> = scored
        .into_iter()
        .take(most)
        .map(|(_, index)| sentences[index])
        .collect();
    chosen.sort();
    chosen
}

/// The commonest terms, each as the word it was written as first.
fn key_terms(document: &Document, frequency: &BTreeMap<&str, usize>) -> Vec<String> {
    const MOST: usize = 8;
    let mut terms: Vec<(&str, usize)> = frequency
        .iter()
        .filter(|(term, _)| term.chars().count() > 3 && term.chars().all(char::is_alphabetic))
        .map(|(term, count)| (*term, *count))
        .collect();
    terms.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    terms.truncate(MOST);
    let written = |stem: &str| {
        document
            .text
            .split(|c: char| !c.is_alphanumeric())
            .map(str::to_lowercase)
            .find(|word| word.starts_with(stem))
            .unwrap_or_else(|| stem.to_owned())
    };
    terms.into_iter().map(|(stem, _)| written(stem)).collect()
}

#[cfg(test)]
mod tests {
    use text::Format;

    use super::*;

    #[test]
    fn prefers_the_sentences_the_rest_is_about() {
        let document = Document::from_text(
            "The library lends books to members for three weeks at a time.\n\n\
             A member may renew a loan of books twice before the books are due.\n\n\
             My aunt once saw a heron by the river on a cold morning.\n\n\
             Late books cost members a fee for every week the loan is over.",
            Format::Plain,
        );
        let summary = summarize(&document, 2);
        assert_eq!(summary.sentences.len(), 2);
        for span in &summary.sentences {
            assert!(!span.slice(&document.text).unwrap().contains("heron"));
        }
        assert!(summary.key_terms.contains(&"books".to_owned()));
    }
}
