//! Extractive summaries of documents and their sections, without a model.
//!
//! A summary is key terms and a few central sentences, the latter as spans, so
//! that it can be cited and holds no second copy of the text. It depends on its
//! document alone: summaries are made while files are read, on any thread, and
//! are the same in any order of adding. What is rare in the library as a whole
//! comes in when documents are clustered ([`crate::hierarchy`]).
//!
//! Work is bounded: of a very long text, pieces spread evenly over it are read.

mod central;
mod reading;
mod terms;
pub mod written;

use index::{SectionSummary, Summaries, Summary};
use text::Document;

use central::Length;
use reading::{Read, Reading};

/// Grows with every change that gives other summaries; those of an older
/// version are made again by `perusal summaries build`.
pub const SUMMARY_VERSION: u32 = 1;

/// Key terms of a document and of a section.
const DOCUMENT_TERMS: usize = 12;
const SECTION_TERMS: usize = 6;

/// How long the summary of a document may be.
const DOCUMENT_LENGTH: Length = Length {
    characters: 700,
    sentences: 5,
};
/// How long the summary of a section may be.
const SECTION_LENGTH: Length = Length {
    characters: 350,
    sentences: 2,
};

/// A shorter section is read as fast as its summary, in bytes.
const SECTION_BYTES_MIN: usize = 1_000;

/// Most sections that get a summary, the largest first: bounds the row of a
/// document that calls every line a heading.
const SECTIONS_MAX: usize = 1_000;

/// Summaries of a document and of its larger sections.
///
/// ```
/// # use perusal::summarize::summaries;
/// # use perusal::text::{Document, Format};
/// let text = "Mason bees nest in hollow stems. A mason bee closes the nest with mud.";
/// let made = summaries(&Document::from_text(text, Format::Plain));
/// assert_eq!(made.document.sentences[0].slice(text), Some("Mason bees nest in hollow stems."));
/// assert!(made.sections.is_empty());
/// ```
pub fn summaries(document: &Document) -> Summaries {
    summaries_while(document, &|| true).unwrap_or_default()
}

/// The same, given up as soon as it is not wanted any more: `None`.
pub fn summaries_while(document: &Document, wanted: &dyn Fn() -> bool) -> Option<Summaries> {
    let mut reading = Reading::of(document, wanted)?;
    let whole = reading.in_span(text::Span::new(0, document.text.len()));
    let titles = document_titles(document);
    let headings = reading.lemmas_of(&titles);
    let sentences = &reading.sentences[whole];
    let key_terms = terms::key_terms(&reading, sentences, &headings, None, DOCUMENT_TERMS);
    wanted().then_some(())?;
    let central = central::central(document, sentences, &headings, DOCUMENT_LENGTH);
    let background = terms::Background::of(sentences);
    let mut sections = Vec::new();
    for section in summarized_sections(document) {
        wanted().then_some(())?;
        sections.extend(section_summary(
            document,
            &mut reading,
            &background,
            section,
        ));
    }
    Some(Summaries {
        version: SUMMARY_VERSION,
        document: Summary {
            key_terms,
            sentences: central,
        },
        sections,
    })
}

fn section_summary(
    document: &Document,
    reading: &mut Reading,
    background: &terms::Background,
    section: usize,
) -> Option<SectionSummary> {
    let about = &document.sections[section];
    let headings = reading.lemmas_of(&[&about.title]);
    let range = reading.in_span(about.span);
    let sentences: &[Read] = &reading.sentences[range];
    let summary = Summary {
        key_terms: terms::key_terms(
            reading,
            sentences,
            &headings,
            Some(background),
            SECTION_TERMS,
        ),
        sentences: central::central(document, sentences, &headings, SECTION_LENGTH),
    };
    let empty = summary.key_terms.is_empty() && summary.sentences.is_empty();
    (!empty).then_some(SectionSummary { section, summary })
}

/// The title, and the headings of the outer levels.
fn document_titles(document: &Document) -> Vec<&str> {
    const TITLES_MAX: usize = 100;
    const LEVEL_MAX: u8 = 2;
    let headings = document
        .sections
        .iter()
        .filter(|section| section.level <= LEVEL_MAX)
        .map(|section| section.title.as_str());
    document
        .metadata
        .title
        .as_deref()
        .into_iter()
        .chain(headings)
        .take(TITLES_MAX)
        .collect()
}

/// Sections long enough to be summarised, in order.
fn summarized_sections(document: &Document) -> Vec<usize> {
    let length = |index: &usize| document.sections[*index].span.len();
    let mut sections: Vec<usize> = (0..document.sections.len())
        .filter(|index| length(index) >= SECTION_BYTES_MIN)
        .collect();
    sections.sort_by_key(|index| (std::cmp::Reverse(length(index)), *index));
    sections.truncate(SECTIONS_MAX);
    sections.sort_unstable();
    sections
}

#[cfg(test)]
mod tests;
