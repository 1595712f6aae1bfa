//! Chunks into the terms that are indexed.

use std::thread;

use text::Language;

use super::packed::PackedTerms;

/// Positions between context and body, so that no phrase runs over the border.
const GAP_POSITIONS: u32 = 100;

/// The terms of one chunk, ready for the keyword index.
pub(crate) struct ChunkTerms {
    /// Chunk id.
    pub chunk: u64,
    /// Row of its document.
    pub document: i64,
    pub terms: PackedTerms,
}

/// A chunk to be analysed.
pub(crate) struct ChunkText<'t> {
    pub chunk: u64,
    pub document: i64,
    pub context: &'t str,
    pub body: &'t str,
    pub language: Language,
}

/// Below this many bytes a second thread is not worth its start.
const PARALLEL_FROM_BYTES: usize = 64 * 1_024;

/// Analyses chunks, in order, on as many threads as the machine has cores.
pub(crate) fn analyze(chunks: &[ChunkText<'_>]) -> Vec<ChunkTerms> {
    let bytes: usize = chunks
        .iter()
        .map(|chunk| chunk.context.len() + chunk.body.len())
        .sum();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if bytes < PARALLEL_FROM_BYTES || cores == 1 {
        return chunks.iter().map(analyze_one).collect();
    }
    let share = chunks.len().div_ceil(cores);
    thread::scope(|scope| {
        let parts: Vec<_> = chunks
            .chunks(share)
            .map(|part| {
                let work = move || part.iter().map(analyze_one).collect::<Vec<ChunkTerms>>();
                (part, thread::Builder::new().spawn_scoped(scope, work))
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|(part, thread)| {
                let done = thread.ok().and_then(|thread| thread.join().ok());
                // No thread was to be had: this one does the work.
                done.unwrap_or_else(|| part.iter().map(analyze_one).collect())
            })
            .collect()
    })
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
    }
}
