//! A summary of documents, quoted from them.

use std::ops::Range;

use index::{DocumentId, DocumentRecord, SectionSummary, Snapshot};
use text::{Document, Span, sentences};

use super::segment::Source;

use crate::EngineError;
use crate::answer::{Answer, AnswerItem, Citation, Mode, cited_span};
use crate::lexicon::List;

/// Documents that are told of in one answer.
pub(crate) const DOCUMENTS_MAX: usize = 3;
/// Sections that are told of in one document, the longest first.
pub(super) const SECTIONS_MAX: usize = 14;
/// Sections with which these and what the document says it is tell enough.
const SECTIONS_TELL: usize = 4;
/// Of a document's text, a section with more is the document over again.
const WHOLE_SHARE: f64 = 0.6;
/// Of a document's beginning, in bytes, what is looked through for what it says it is about.
const OPENING_BYTES: usize = 60_000;
/// Words of a sentence that says what something is.
const DEFINITION_WORDS: std::ops::RangeInclusive<usize> = 7..=60;

/// What documents say as a whole; `None` where they have no summaries, as those without
/// text. `confidence` is how probable it is that a summary was asked for, 0 to 1; markers count
/// from `first`.
///
/// # Errors
/// A store that cannot be read, a sentence that is not where it was.
pub(crate) fn summary(
    snapshot: &Snapshot,
    documents: &[DocumentId],
    confidence: f64,
    first: usize,
) -> Result<Option<Answer>, EngineError> {
    let mut told = Told {
        first,
        ..Told::default()
    };
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
        differs: Vec::new(),
    }))
}

#[derive(Default)]
struct Told {
    first: usize,
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
        let opening = definition(snapshot, id, &structure, record)?;
        let sections = outermost(&summaries.sections, &structure);
        // What it is, then its parts: sentences from the midst of it would only come between.
        let central = match (opening, sections.len() >= SECTIONS_TELL) {
            (Some(_), true) => &[][..],
            _ => summaries.document.sentences.as_slice(),
        };
        let central = central.iter().copied();
        let central = central.filter(|span| opening.is_none_or(|first| !first.overlaps(*span)));
        let spans: Vec<Span> = opening.into_iter().chain(central).collect();
        for span in &spans {
            whole.extend(self.quoted(&place, *span, tells)?);
        }
        if whole.is_empty() {
            // A text of lists and labels is told by those.
            for span in &spans {
                whole.extend(self.quoted(&place, *span, |_| true)?);
            }
        }
        if whole.is_empty() {
            return Ok(());
        }
        let name = record.path.rsplit('/').next().unwrap_or_default();
        self.text
            .push_str(&format!("{name}: {}\n", whole.join(" ")));
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
        let heading = place.structure.heading_path(about.section).join(" › ");
        let mut quoted = None;
        for span in &about.summary.sentences {
            quoted = self.quoted(place, *span, tells)?;
            if quoted.is_some() {
                break;
            }
        }
        let Some(sentence) = quoted else {
            return Ok(());
        };
        self.text.push_str(&format!("- {heading}: {sentence}\n"));
        let citation = self.citations.last().map_or(0, |one| one.marker);
        let quote = self.citations.last().map(|one| one.quote.clone());
        self.items.push(AnswerItem {
            label: heading,
            text: quote.unwrap_or_default(),
            citation,
        });
        Ok(())
    }

    /// A sentence with its marker; `None` where it is blank, is of a form, is none of those that
    /// are `wanted`, or no longer stands there, which costs that sentence alone.
    fn quoted(
        &mut self,
        place: &Place<'_>,
        span: Span,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Option<String>, EngineError> {
        let text = place.snapshot.text(place.id, span)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = words.join(" ");
        if words.is_empty() || is_of_a_form(&line) || !wanted(&line) {
            return Ok(None);
        }
        // What several sections say is no part of any.
        if self.citations.iter().any(|one| one.quote == text) {
            return Ok(None);
        }
        let marker = self.first + self.citations.len();
        let quoted = (span, text.as_str());
        let cited = cited_span(place.snapshot, place.structure, place.id, quoted, marker);
        let Some(citation) = found(cited)? else {
            return Ok(None);
        };
        self.citations.push(citation);
        let shown = words.join(" ");
        let shown = shown.trim_start_matches(['·', '•', '▪', '–', '-', ' ']);
        Ok(Some(format!("{shown} [{marker}]")))
    }
}

/// Whether a line is a sentence of the text itself: no heading, no label before a list, no note
/// below a table (`1 See the glossary.`, `Note: …`).
fn tells(line: &str) -> bool {
    const ENDS: [char; 7] = ['.', '!', '?', '。', '！', '？', '…'];
    const CLOSING: [char; 6] = ['"', '”', '’', '»', ')', '」'];
    let mut words = line.split(' ');
    let first = words.next().unwrap_or_default();
    let next = words.next().unwrap_or_default();
    let mark = first.trim_matches(['(', ')', '*']);
    let is_mark = mark.chars().all(|c| c.is_ascii_digit())
        || (first.starts_with('(') && mark.chars().count() == 1);
    let is_numbered = is_mark && next.starts_with(char::is_uppercase);
    let is_labelled = first.ends_with(':') || matches!(next, "–" | "—" | "-");
    line.trim_end_matches(CLOSING).ends_with(ENDS) && !is_numbered && !is_labelled
}

/// Whether a sentence stands in every document of its kind.
fn is_of_a_form(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    List::OfForms
        .words()
        .iter()
        .any(|words| lower.contains(words))
        || sentence.contains(['☐', '☒', '☑'])
}

/// The first sentence of a document's beginning that says what the thing is which the document is
/// named after: `3M is a diversified technology company …`.
fn definition(
    snapshot: &Snapshot,
    id: &DocumentId,
    structure: &Document,
    record: &DocumentRecord,
) -> Result<Option<Span>, EngineError> {
    let text = snapshot.full_text(id)?;
    let most = (OPENING_BYTES..text.len()).find(|at| text.is_char_boundary(*at));
    let opening = &text[..most.unwrap_or(text.len())];
    let stem = record.path.rsplit('/').next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let heading = structure
        .sections
        .first()
        .map_or("", |one| one.title.as_str());
    let title = record.title.as_deref().unwrap_or_default();
    let names = [stem, heading, title].join(" ").to_lowercase();
    let names: Vec<&str> = names
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 1)
        .collect();
    Ok(sentences(opening, structure.language)
        .into_iter()
        .find(|span| span.slice(opening).is_some_and(|one| defines(one, &names))))
}

/// Whether a sentence says what one of these names is: a name that begins it, and within three
/// words `is a` or the like.
fn defines(sentence: &str, names: &[&str]) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    if !DEFINITION_WORDS.contains(&words.len())
        || is_of_a_form(sentence)
        || !sentence.trim_end().ends_with('.')
    {
        return false;
    }
    let bare = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.to_lowercase()
    };
    let verb = (1..=4).find(|&at| {
        let is = words.get(at).is_some_and(|word| List::Copulas.has(word));
        is && words
            .get(at + 1)
            .is_some_and(|word| List::AfterCopula.has(word))
    });
    let capital = words[0].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    verb.is_some_and(|verb| {
        let mut subject = words[..verb].iter();
        capital && subject.any(|word| names.contains(&bare(word).as_str()))
    })
}

/// The chunks of the longest sections of which none holds another, in the order of the text; of
/// a document without sections all of it.
pub(super) fn sections(
    snapshot: &Snapshot,
    source: &Source,
    most: usize,
) -> Result<Vec<Range<usize>>, EngineError> {
    let summaries = snapshot.summaries(&source.id)?;
    let mut chosen = outermost(&summaries.sections, &source.structure);
    chosen.truncate(most);
    let chunks = chosen.iter().filter_map(|one| {
        let span = source.structure.sections[one.section].span;
        let mut within =
            (0..source.chunks.len()).filter(|&at| source.chunks[at].span.overlaps(span));
        let first = within.next()?;
        Some(first..within.next_back().unwrap_or(first) + 1)
    });
    let chunks: Vec<Range<usize>> = chunks.collect();
    Ok(match chunks.is_empty() {
        true => std::iter::once(0..source.chunks.len()).collect(),
        false => chunks,
    })
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
    fn what_says_what_it_is_about_is_told_from_forms() {
        let names = ["3m", "10k", "company"];
        for (sentence, says) in [
            (
                "3M is a diversified technology company with a global presence in many businesses.",
                true,
            ),
            (
                "The Company is one of the leading manufacturers of products for its many markets.",
                true,
            ),
            (
                "Indicate by check mark whether 3M is a well-known seasoned issuer of the securities.",
                false,
            ),
            (
                "Minnesota is a state with many lakes and with cold winters in all of its parts.",
                false,
            ),
            ("3M is a company.", false),
        ] {
            assert_eq!(defines(sentence, &names), says, "{sentence}");
        }
        assert!(tells("Net sales grew by 3 percent (4 percent before)."));
        for line in [
            "Condensed Consolidated Statement of Income",
            "Change in assets and liabilities:",
            "1 Please refer to the Glossary.",
            "(2) Adjusted for leap years.",
            "(b) In the quarter we sold our juices.",
            "Note: Amounts may not sum due to rounding.",
            "Note – Amounts may not sum due to rounding.",
        ] {
            assert!(!tells(line), "{line}");
        }
        assert!(is_of_a_form("Yes ☒ No ☐"));
        assert!(!is_of_a_form("Net sales grew by 3 percent."));
    }

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
