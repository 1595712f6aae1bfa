//! Summaries, their corrections, and clusters of documents, as they are stored.
//!
//! Summaries hold spans, never copies of text; the words they do hold, key
//! terms, go with the document. Clusters hold words of their documents, so the
//! first document that goes takes all clusters with it, until they are made anew.

use serde::{Deserialize, Serialize};
use text::Span;

use crate::{DocumentId, IndexError};

/// Longest correction, in bytes: a few pages.
pub const CORRECTION_BYTES_MAX: usize = 16 * 1_024;

/// What a document or a section is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Its most telling terms as written in it, best first.
    #[serde(rename = "t")]
    pub key_terms: Vec<String>,
    /// Its most central sentences, in reading order.
    #[serde(rename = "s", with = "pairs")]
    pub sentences: Vec<Span>,
}

/// What a section is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionSummary {
    /// Index of the section in [`text::Document::sections`].
    #[serde(rename = "i")]
    pub section: usize,
    /// Its summary.
    #[serde(flatten)]
    pub summary: Summary,
}

/// The summaries of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Summaries {
    /// Version of what made them; 0 where there are none.
    pub version: u32,
    /// Of the whole document.
    pub document: Summary,
    /// Of its larger sections, in order.
    pub sections: Vec<SectionSummary>,
}

impl Summaries {
    /// Says what is wrong when a sentence is no piece of the document's text,
    /// or a section is not there.
    pub(crate) fn fault(&self, document: &text::Document) -> Option<String> {
        let missing = self
            .sections
            .iter()
            .find(|section| section.section >= document.sections.len());
        if let Some(missing) = missing {
            return Some(format!(
                "section {} is summarised but not there",
                missing.section
            ));
        }
        let all = self.sections.iter().map(|section| &section.summary);
        std::iter::once(&self.document)
            .chain(all)
            .flat_map(|summary| &summary.sentences)
            .find(|span| span.slice(&document.text).is_none())
            .map(|span| {
                format!(
                    "its summary quotes bytes {}..{}, no piece of its text",
                    span.start, span.end
                )
            })
    }
}

/// A summary written by hand. It stays with the file whatever happens to its
/// content, until the file is removed from the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// What was written.
    pub text: String,
    /// BLAKE3 hash of the file it was written for.
    pub content_hash: [u8; 32],
    /// When it was written, in Unix seconds.
    pub written: i64,
}

impl Correction {
    /// Refuses a text that is too long to be kept.
    pub(crate) fn check(text: &str) -> Result<(), IndexError> {
        if text.len() > CORRECTION_BYTES_MAX {
            return Err(IndexError::CorrectionTooLong {
                limit: CORRECTION_BYTES_MAX,
                got: text.len(),
            });
        }
        Ok(())
    }
}

/// What clusters were made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Vectors of documents: means of their chunks' vectors.
    Vectors,
    /// Key terms of documents, where not all have vectors.
    Terms,
}

impl Basis {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Basis::Vectors => "vectors",
            Basis::Terms => "terms",
        }
    }
}

/// A sentence of some document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The document.
    pub document: DocumentId,
    /// Where it stands in its text.
    pub span: Span,
}

/// Documents that are about the same.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cluster {
    /// Two to four words; fewer where its documents have no more.
    pub topic: String,
    /// Terms its documents share and others lack, best first.
    pub key_terms: Vec<String>,
    /// Central sentences of its central documents.
    pub summary: Vec<Sentence>,
    /// Its documents, the most central first.
    pub documents: Vec<DocumentId>,
}

/// The clusters of a library, largest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clusters {
    /// What they were made from.
    pub basis: Basis,
    /// Names the documents and vectors they were made from: another one means
    /// that they are out of date.
    pub fingerprint: [u8; 32],
    /// Each document is in one at most.
    pub clusters: Vec<Cluster>,
}

/// Spans as pairs of numbers: half the bytes of objects.
mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use text::Span;

    pub(super) fn serialize<S: Serializer>(spans: &[Span], to: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<(usize, usize)> = spans.iter().map(|span| (span.start, span.end)).collect();
        pairs.serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Span>, D::Error> {
        let pairs = Vec::<(usize, usize)>::deserialize(from)?;
        Ok(pairs
            .into_iter()
            .map(|(start, end)| Span::new(start, end))
            .collect())
    }
}
