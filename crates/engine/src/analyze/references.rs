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
/// was searched when time ended. Where the term itself stands nowhere, its other forms count.
pub(super) fn references(
    snapshot: &Snapshot,
    sources: &[Source],
    term: &str,
    limits: &Limits,
) -> Result<(Option<Answer>, bool), EngineError> {
    let (mut exact, mut forms) = (Places::default(), Places::default());
    let (mut sentences, mut whole) = (0, true);
    for source in sources {
        if limits.check().is_err() {
            whole = false;
            break;
        }
        let text = snapshot.full_text(&source.id)?;
        let language = source.structure.language;
        let (wanted, wanted_forms) = (written(term), words(term, language));
        for span in text::sentences(&text, language) {
            let sentence = span.slice(&text).unwrap_or_default();
            sentences += 1;
            let inflected = occurrences(&words(sentence, language), &wanted_forms);
            let times = occurrences(&written(sentence), &wanted);
            exact.add(snapshot, source, (span, sentence), times)?;
            let others = inflected.saturating_sub(times);
            forms.add(snapshot, source, (span, sentence), others)?;
        }
    }
    let answer = match (exact.count, forms.count) {
        (0, 0) => return Ok((None, whole)),
        (0, others) => {
            let head = format!(
                "“{term}” itself does not occur, other forms of it {}.",
                times(others)
            );
            told(head, forms, sentences)
        }
        (count, 0) => told(
            format!("“{term}” occurs {}.", times(count)),
            exact,
            sentences,
        ),
        (count, others) => {
            let head = format!(
                "“{term}” occurs {}, other forms of it {}.",
                times(count),
                times(others)
            );
            told(head, exact, sentences)
        }
    };
    Ok((Some(answer), whole))
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    }
}

/// Sentences that hold a term, and how often it stands in them.
#[derive(Default)]
struct Places {
    citations: Vec<Citation>,
    count: usize,
}

impl Places {
    fn add(
        &mut self,
        snapshot: &Snapshot,
        source: &Source,
        quoted: (Span, &str),
        times: usize,
    ) -> Result<(), EngineError> {
        self.count += times;
        if times > 0 && self.citations.len() < QUOTED_MAX {
            let marker = self.citations.len() + 1;
            self.citations.push(cite(snapshot, source, quoted, marker)?);
        }
        Ok(())
    }
}

/// The words of a text as they are written, without case.
fn written(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
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

fn told(head: String, Places { citations, count }: Places, sentences: usize) -> Answer {
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
        text: format!("{head}\n{}", lines.join("\n")),
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
        differs: Vec::new(),
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
