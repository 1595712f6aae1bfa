//! All places where a term stands, in the order of the text: complete, and counted.

use index::Snapshot;
use models::Limits;
use text::{Language, Span};

use super::segment::Source;
use crate::EngineError;
use crate::answer::{Answer, AnswerItem, Citation, Completeness, Mode, cited_span};

/// Places that are quoted; the others are counted.
const QUOTED_MAX: usize = 200;

/// Every sentence and row that holds a term, its words in this order; whether all of the text
/// was searched when time ended.
pub(super) fn references(
    snapshot: &Snapshot,
    sources: &[Source],
    term: &str,
    limits: &Limits,
) -> Result<(Option<Answer>, bool), EngineError> {
    let mut citations: Vec<Citation> = Vec::new();
    let (mut count, mut sentences, mut whole) = (0, 0, true);
    for source in sources {
        if limits.check().is_err() {
            whole = false;
            break;
        }
        let text = snapshot.full_text(&source.id)?;
        let language = source.structure.language;
        let wanted = words(term, language);
        for span in text::sentences(&text, language) {
            let sentence = span.slice(&text).unwrap_or_default();
            sentences += 1;
            let times = occurrences(&words(sentence, language), &wanted);
            if times == 0 {
                continue;
            }
            count += times;
            if citations.len() < QUOTED_MAX {
                let marker = citations.len() + 1;
                citations.push(cite(snapshot, source, (span, sentence), marker)?);
            }
        }
    }
    if count == 0 {
        return Ok((None, whole));
    }
    Ok((Some(told(term, citations, (count, sentences))), whole))
}

fn cite(
    snapshot: &Snapshot,
    source: &Source,
    quoted: (Span, &str),
    marker: usize,
) -> Result<Citation, EngineError> {
    cited_span(snapshot, &source.structure, &source.id, quoted, marker)
}

/// The words of a text as they are searched, in their order.
fn words(text: &str, language: Language) -> Vec<String> {
    let terms = text::terms(text, language).into_iter();
    terms.map(|term| term.text).collect()
}

fn occurrences(words: &[String], wanted: &[String]) -> usize {
    if wanted.is_empty() {
        return 0;
    }
    let windows = words.windows(wanted.len());
    windows.filter(|window| *window == wanted).count()
}

fn told(term: &str, citations: Vec<Citation>, (count, sentences): (usize, usize)) -> Answer {
    let line = |citation: &Citation| {
        let quote: Vec<&str> = citation.quote.split_whitespace().collect();
        format!("{} [{}]", quote.join(" "), citation.marker)
    };
    let lines: Vec<String> = citations.iter().map(line).collect();
    let items = citations.iter().map(|citation| AnswerItem {
        label: citation.section.join(" › "),
        text: citation.quote.clone(),
        citation: citation.marker,
    });
    Answer {
        text: format!("“{term}” occurs {count} times.\n{}", lines.join("\n")),
        mode: Mode::Extractive,
        confidence: 1.0,
        items: items.collect(),
        completeness: Some(Completeness {
            units_read: sentences,
            units_total: sentences,
            matches: count,
        }),
        citations,
        value: None,
        expression: None,
        values: Vec::new(),
        query: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_in_their_order_and_other_forms() {
        let of = |text| words(text, Language::En);
        let text = of("Interest rates rose; the rate of interest did too. An interest rate fell.");
        assert_eq!(occurrences(&text, &of("interest rate")), 2);
        assert_eq!(occurrences(&text, &of("interest")), 3);
        assert_eq!(occurrences(&text, &of("")), 0);
    }
}
