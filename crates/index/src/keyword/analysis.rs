//! Chunks into the terms that are indexed.

use std::thread;

use text::{ContextFields, Language};

use super::packed::PackedTerms;
use crate::Stop;

/// Positions between context and body, so that no phrase runs over the border.
const GAP_POSITIONS: u32 = 100;

/// The terms of one chunk, ready for the keyword index.
pub(crate) struct ChunkTerms {
    /// Chunk id.
    pub chunk: u64,
    /// Row of its document.
    pub document: i64,
    pub terms: PackedTerms,
    /// The terms of the title among them, and those of the headings.
    pub title: PackedTerms,
    pub headings: PackedTerms,
}

/// A chunk to be analysed.
pub(crate) struct ChunkText<'t> {
    pub chunk: u64,
    pub document: i64,
    pub context: &'t str,
    pub body: &'t str,
    pub fields: ContextFields,
    pub language: Language,
}

/// Below this many bytes a second thread is not worth its start.
const PARALLEL_FROM_BYTES: usize = 64 * 1_024;

/// Analyses chunks, in order, on as many threads as the machine has cores; fewer of them when it
/// is stopped.
pub(crate) fn analyze(chunks: &[ChunkText<'_>], stop: &Stop) -> Vec<ChunkTerms> {
    let bytes: usize = chunks
        .iter()
        .map(|chunk| chunk.context.len() + chunk.body.len())
        .sum();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if bytes < PARALLEL_FROM_BYTES || cores == 1 {
        return analyze_some(chunks, stop);
    }
    let share = chunks.len().div_ceil(cores);
    thread::scope(|scope| {
        let parts: Vec<_> = chunks
            .chunks(share)
            .map(|part| {
                let work = move || analyze_some(part, stop);
                (part, thread::Builder::new().spawn_scoped(scope, work))
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|(part, thread)| {
                let done = thread.ok().and_then(|thread| thread.join().ok());
                // No thread was to be had: this one does the work.
                done.unwrap_or_else(|| analyze_some(part, stop))
            })
            .collect()
    })
}

/// Analyses neighbouring chunks: those of a document share their title, and most share
/// their headings with the one before.
fn analyze_some(chunks: &[ChunkText<'_>], stop: &Stop) -> Vec<ChunkTerms> {
    let (mut title, mut headings) = (Field::default(), Field::default());
    chunks
        .iter()
        .take_while(|_| !stop.is_asked())
        .map(|chunk| {
            let (of_title, of_headings) = (
                chunk.fields.title(chunk.context),
                chunk.fields.headings(chunk.context),
            );
            ChunkTerms {
                title: title.terms(of_title, chunk.language),
                headings: headings.terms(of_headings, chunk.language),
                ..analyze_one(chunk)
            }
        })
        .collect()
}

/// The terms of the text that was analysed last.
#[derive(Default)]
struct Field {
    of: Option<(String, Language)>,
    terms: PackedTerms,
}

impl Field {
    fn terms(&mut self, text: &str, language: Language) -> PackedTerms {
        let same = |(of, in_language): &(String, Language)| of == text && *in_language == language;
        if !self.of.as_ref().is_some_and(same) {
            self.terms = PackedTerms::default();
            for term in text::terms(text, language) {
                self.terms.push(&term.text, term.position);
            }
            self.of = Some((text.to_owned(), language));
        }
        self.terms.clone()
    }
}

fn analyze_one(chunk: &ChunkText<'_>) -> ChunkTerms {
    let mut terms = PackedTerms::default();
    for term in text::terms(chunk.context, chunk.language) {
        terms.push(&term.text, term.position);
    }
    let offset = terms.last_position().map_or(0, |last| last + GAP_POSITIONS);
    for term in text::terms(chunk.body, chunk.language) {
        terms.push(&term.text, term.position + offset);
    }
    ChunkTerms {
        chunk: chunk.chunk,
        document: chunk.document,
        terms,
        title: PackedTerms::default(),
        headings: PackedTerms::default(),
    }
}
