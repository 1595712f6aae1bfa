//! What an answer is chosen from.

use std::collections::BTreeSet;

use index::{ChunkRecord, DocumentId};
use text::{Document, Language, Span};

use super::meaning::AskedWord;
use crate::retrieve::{Passage, Retrieval};

/// What retrieval found, as it is read.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    /// The ranking.
    pub retrieval: &'a Retrieval,
    /// The hits' chunks, in their order.
    pub records: &'a [ChunkRecord],
    /// The hits, grown and joined.
    pub passages: &'a [Passage],
}

/// What a question's evidence holds.
#[derive(Debug)]
pub struct Evidence {
    /// Terms of the question with their weight: how rare they are here.
    pub terms: Vec<(String, f64)>,
    /// The question's words with content.
    pub asked: Vec<AskedWord>,
    /// What names sentences: the file and the headings above them.
    pub names: Vec<Names>,
    /// Those of them that are identifiers or numbers.
    pub codes: BTreeSet<String>,
    /// Those of the codes that name something: `Rule 18`, no `$8,400`.
    pub designations: BTreeSet<String>,
    /// The sentences, in order of passage and position.
    pub candidates: Vec<Candidate>,
    /// Terms of each hit's chunk and its context, in order of the hits.
    pub hit_terms: Vec<BTreeSet<String>>,
    /// True when sentences have a cosine.
    pub dense: bool,
    /// The question's, by which sentences are read.
    pub language: Language,
    /// What the best hit's document is made of.
    pub ground: Ground,
    /// Chunks of the library.
    pub chunks: u64,
}

/// What kind of document the best hit is from: rows and items of lists are alike,
/// and so are the passages they stand in, so what is usual in prose says little
/// of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ground {
    /// Running text.
    #[default]
    Prose,
    /// A document with tables or lists, as manuals, tariffs and reports are.
    Structured,
}

impl Ground {
    pub(super) fn of(document: &Document) -> Ground {
        if document.tables.is_empty() && document.lists.is_empty() {
            Ground::Prose
        } else {
            Ground::Structured
        }
    }
}

/// What names the sentences of a chunk, and how much of each asked word that says.
#[derive(Debug, Clone, PartialEq)]
pub struct Names {
    /// Name of the file, title, headings, captions.
    pub text: String,
    /// From 0 to 1, one a word of [`Evidence::asked`].
    pub said: Vec<f64>,
}

/// A sentence or a table row.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The document.
    pub document: DocumentId,
    /// Where it stands in the canonical text.
    pub span: Span,
    /// The text there.
    pub text: String,
    /// True for a table row.
    pub row: bool,
    /// True for a list as a whole, with the sentence that announces it.
    pub whole_list: bool,
    /// True for a title, a heading, an entry of a table of contents, a table's title or row of
    /// column names, for a question, for what announces what follows, and for what only repeats words
    /// of the question: candidates only when there is nothing else.
    pub label: bool,
    /// Best hit whose chunk holds it, by index; `None` for a neighbour's.
    pub hit: Option<usize>,
    /// Fused score of that hit as a share of the best hit's; half of the
    /// passage's best for a neighbour's sentence.
    pub hit_share: f64,
    /// Its terms.
    pub terms: BTreeSet<String>,
    /// Its terms, those of the sentences beside it and those of its headings; of
    /// a row also those of its columns' names, its table's title and its band.
    pub around: BTreeSet<String>,
    /// Of a row: its terms and those that name it. Empty for a sentence.
    pub named: BTreeSet<String>,
    /// Place among the sentences of its passage, from 0.
    pub place: usize,
    /// Cosine to the question; 0 when it was not embedded.
    pub cosine: f64,
    /// How much of each word of [`Evidence::asked`] it says, from 0 to 1.
    pub said: Vec<f64>,
    /// What names it, by its place in [`Evidence::names`].
    pub names: usize,
}

/// A candidate with what is measured of it.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// Its index among the evidence's candidates.
    pub index: usize,
    /// By which it is quoted: its log-odds beside the others of its question, but for a constant.
    pub score: f64,
    /// Named in [`super::SENTENCE_FEATURES`].
    pub features: Vec<f64>,
}

/// The share of the question's weight that `found` covers, 0 to 1.
pub fn covered(terms: &[(String, f64)], found: &BTreeSet<String>) -> f64 {
    let all: f64 = terms.iter().map(|(_, weight)| weight).sum();
    if all <= 0.0 {
        return 0.0;
    }
    let hit: f64 = terms
        .iter()
        .filter(|(term, _)| found.contains(term))
        .map(|(_, weight)| weight)
        .sum();
    hit / all
}

pub(super) fn term_set(text: &str, language: Language) -> BTreeSet<String> {
    text::terms(text, language)
        .into_iter()
        .map(|term| term.text)
        .collect()
}
