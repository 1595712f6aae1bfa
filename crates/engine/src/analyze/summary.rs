//! A summary of documents, quoted from them.

use index::{DocumentId, SectionSummary, Snapshot};
use text::{Document, Span};

use crate::EngineError;
use crate::answer::{Answer, AnswerItem, Citation, Mode, cited_span};

/// Documents that are told of in one answer.
pub(crate) const DOCUMENTS_MAX: usize = 3;
/// Sections that are told of in one document, the longest first.
const SECTIONS_MAX: usize = 14;
/// Of a document's text, a section with more is the document over again.
const WHOLE_SHARE: f64 = 0.6;

/// What documents say as a whole; `None` where they have no summaries, as those without
/// text. `confidence` is how probable it is that a summary was asked for, 0 to 1.
///
/// # Errors
/// A store that cannot be read, a sentence that is not where it was.
pub(crate) fn summary(
    snapshot: &Snapshot,
    documents: &[DocumentId],
    confidence: f64,
) -> Result<Option<Answer>, EngineError> {
    let mut told = Told::default();
    for document in documents.iter().take(DOCUMENTS_MAX) {
        told.document(snapshot, document)?;
    }
    if told.citations.is_empty() {
        return Ok(None);
    }
    Ok(Some(Answer {
        text: told.text.trim_end().to_owned(),
        mode: Mode::Extractive,
        confidence,
        citations: told.citations,
        items: told.items,
        completeness: None,
        value: None,
        expression: None,
        values: Vec::new(),
        query: None,
    }))
}

#[derive(Default)]
struct Told {
    text: String,
    citations: Vec<Citation>,
    items: Vec<AnswerItem>,
}

impl Told {
    fn document(&mut self, snapshot: &Snapshot, id: &DocumentId) -> Result<(), EngineError> {
        let summaries = snapshot.summaries(id)?;
        let structure = snapshot.structure(id)?;
        let record = snapshot.document(id)?;
        let place = Place {
            snapshot,
            structure: &structure,
            id,
        };
        let mut whole = Vec::new();
        for span in &summaries.document.sentences {
            whole.extend(self.quoted(&place, *span)?);
        }
        if whole.is_empty() {
            return Ok(());
        }
        let name = record.path.rsplit('/').next().unwrap_or_default();
        self.text
            .push_str(&format!("{name}: {}\n", whole.join(" ")));
        let sections = outermost(&summaries.sections, &structure);
        if sections.len() > 1 {
            self.text.push_str("\nSection by section:\n");
            for section in sections {
                self.section(&place, section)?;
            }
        }
        let terms = &summaries.document.key_terms;
        if !terms.is_empty() {
            self.text
                .push_str(&format!("\nKey terms: {}\n", terms.join(", ")));
        }
        self.text.push('\n');
        Ok(())
    }

    fn section(&mut self, place: &Place<'_>, about: &SectionSummary) -> Result<(), EngineError> {
        let Some(first) = about.summary.sentences.first() else {
            return Ok(());
        };
        let heading = place.structure.heading_path(about.section).join(" › ");
        let Some(sentence) = self.quoted(place, *first)? else {
            return Ok(());
        };
        self.text.push_str(&format!("- {heading}: {sentence}\n"));
        let citation = self.citations.len();
        let quote = self.citations.last().map(|one| one.quote.clone());
        self.items.push(AnswerItem {
            label: heading,
            text: quote.unwrap_or_default(),
            citation,
        });
        Ok(())
    }

    /// A sentence with its marker; `None` where it is blank or no longer stands there,
    /// which costs that sentence alone.
    fn quoted(&mut self, place: &Place<'_>, span: Span) -> Result<Option<String>, EngineError> {
        let text = place.snapshot.text(place.id, span)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Ok(None);
        }
        let marker = self.citations.len() + 1;
        let quoted = (span, text.as_str());
        let cited = cited_span(place.snapshot, place.structure, place.id, quoted, marker);
        let Some(citation) = found(cited)? else {
            return Ok(None);
        };
        self.citations.push(citation);
        Ok(Some(format!("{} [{marker}]", words.join(" "))))
    }
}

/// A citation, unless its quote is not in the store.
fn found(cited: Result<Citation, EngineError>) -> Result<Option<Citation>, EngineError> {
    match cited {
        Err(EngineError::QuoteNotFound { .. }) => Ok(None),
        other => other.map(Some),
    }
}

/// Where sentences are quoted from.
struct Place<'a> {
    snapshot: &'a Snapshot,
    structure: &'a Document,
    id: &'a DocumentId,
}

/// The longest sections of which none holds another, in the order of the text.
fn outermost<'s>(sections: &'s [SectionSummary], structure: &Document) -> Vec<&'s SectionSummary> {
    let length = structure
        .sections
        .iter()
        .map(|section| section.span.end)
        .max();
    let whole = length.unwrap_or_default() as f64 * WHOLE_SHARE;
    let span = |one: &SectionSummary| structure.sections[one.section].span;
    let mut longest: Vec<&SectionSummary> = sections
        .iter()
        .filter(|one| !one.summary.sentences.is_empty() && (span(one).len() as f64) < whole)
        .collect();
    longest.sort_by_key(|one| (std::cmp::Reverse(span(one).len()), one.section));
    let mut chosen: Vec<&SectionSummary> = Vec::new();
    for one in longest {
        if chosen.len() < SECTIONS_MAX
            && !chosen.iter().any(|known| span(known).overlaps(span(one)))
        {
            chosen.push(one);
        }
    }
    chosen.sort_by_key(|one| span(one).start);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use index::Summary;

    #[test]
    fn the_longest_sections_are_told_of_in_their_order() {
        let text = "# A\n\nOne.\n\n## B\n\nTwo two two two.\n\n## C\n\nThree.\n\n# D\n\nFour four four four four.\n";
        let (document, _) =
            text::read(text.as_bytes(), "a.md", &text::ReadLimits::default()).unwrap();
        let of = |section: usize| SectionSummary {
            section,
            summary: Summary {
                key_terms: Vec::new(),
                sentences: vec![document.sections[section].span],
            },
        };
        let all: Vec<SectionSummary> = (0..document.sections.len()).map(of).collect();
        let chosen = outermost(&all, &document);
        let titles: Vec<&str> = chosen
            .iter()
            .map(|one| document.sections[one.section].title.as_str())
            .collect();
        assert_eq!(titles, ["A", "D"]);
    }
}
